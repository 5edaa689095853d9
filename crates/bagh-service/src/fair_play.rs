//! How well players find the moves that matter, told by the tables.
//!
//! Exact tables are public, so anyone can look moves up. What a rated game shows is statistics:
//! how often a player found the only move that keeps the value of a position, compared with
//! players of about the same rating in positions that are about as hard, after about as much
//! thought. [`Report`] makes that comparison. It is a reason to look at games, not a verdict.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bagh::Side;
use bagh_arena::judge;
use bagh_online::{Event, EventKind, GameId, LogError, Millis, OnlineGame, PlayerId};
use bagh_tables::{ProbeError, Tables};
use serde::Serialize;
use thiserror::Error;

/// A move of a game, judged by the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedMove {
    /// Who moved.
    pub side: Side,
    /// Whether the move kept the value of the position.
    pub keeps: bool,
    /// How many moves would have.
    pub keeping: usize,
    /// How many moves were legal.
    pub legal: usize,
    /// How long the player thought.
    pub time: Millis,
}

impl JudgedMove {
    /// Whether some legal move would have lost value.
    pub fn could_err(&self) -> bool {
        self.keeping < self.legal
    }

    /// Whether there was a choice, and one right move in it.
    pub fn is_only(&self) -> bool {
        self.keeping == 1 && self.legal > 1
    }
}

/// Why a game cannot be judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JudgeError {
    /// The log makes no sense.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The tables do not tell.
    #[error(transparent)]
    Tables(#[from] ProbeError),
}

/// Judges the moves of a game that were not taken back.
pub fn judge_game(tables: &Tables, log: &[Event]) -> Result<Vec<JudgedMove>, JudgeError> {
    let game = OnlineGame::replay(log)?;
    let times = times(log);
    let history = game.history();
    let mut judged = Vec::with_capacity(history.len());
    for ((position, &mv), time) in history.before().iter().zip(history.moves()).zip(times) {
        // Moves of a log that could be replayed are legal.
        let Some(judgement) = judge(tables, position, mv)? else { continue };
        judged.push(JudgedMove {
            side: judgement.side,
            keeps: judgement.keeps(),
            keeping: judgement.keeping.len(),
            legal: judgement.legal,
            time,
        });
    }
    Ok(judged)
}

/// How long each move that stands was thought about. Outages do not count.
fn times(log: &[Event]) -> Vec<Millis> {
    let mut times = Vec::new();
    let mut since = 0;
    for event in log {
        match event.kind {
            EventKind::Moved { .. } => times.push(event.at.saturating_sub(since)),
            EventKind::TakenBack { ply, .. } => times.truncate(ply as usize),
            EventKind::Credited { from, until } => {
                since += until.min(event.at).saturating_sub(from.max(since));
                continue;
            }
            EventKind::Created { .. } | EventKind::SeatTaken { .. } => {}
            _ => continue,
        }
        since = event.at;
    }
    times
}

/// How many moves a side made, and how many were right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Moves.
    pub moves: u64,
    /// Moves that could have lost value.
    pub could_err: u64,
    /// Those of them that lost none.
    pub keeping: u64,
    /// Positions with one right move among several.
    pub only: u64,
    /// Such positions in which it was found.
    pub found: u64,
}

impl Tally {
    /// The tally of a side.
    pub fn of(moves: &[JudgedMove], side: Side) -> Tally {
        let mut tally = Tally::default();
        for mv in moves.iter().filter(|mv| mv.side == side) {
            tally.moves += 1;
            tally.could_err += u64::from(mv.could_err());
            tally.keeping += u64::from(mv.could_err() && mv.keeps);
            tally.only += u64::from(mv.is_only());
            tally.found += u64::from(mv.is_only() && mv.keeps);
        }
        tally
    }
}

/// How often something was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Count {
    /// How often there was an only move.
    pub faced: u64,
    /// How often it was played.
    pub found: u64,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.faced += other.faced;
        self.found += other.found;
    }

    fn without(self, other: Count) -> Count {
        Count { faced: self.faced - other.faced, found: self.found - other.found }
    }
}

/// Names of the classes of difficulty, by the number of legal moves.
pub const DIFFICULTIES: [&str; 3] = ["2 to 5 moves", "6 to 11 moves", "12 moves and more"];
/// Names of the classes of time.
pub const TIMES: [&str; 3] = ["under 2 s", "2 to 10 s", "over 10 s"];
/// How many points a class of ratings spans.
const BAND: f64 = 200.0;
/// How much a class with few players is drawn to what all players find.
const PRIOR: f64 = 20.0;

/// Positions that are compared with one another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Class {
    band: i32,
    difficulty: usize,
    time: usize,
}

impl Class {
    fn of(mv: &JudgedMove, rating: f64) -> Class {
        Class {
            band: (rating / BAND).floor() as i32,
            difficulty: usize::from(mv.legal > 5) + usize::from(mv.legal > 11),
            time: usize::from(mv.time >= 2_000) + usize::from(mv.time > 10_000),
        }
    }
}

/// What is known of all players.
#[derive(Default)]
pub struct Report {
    players: HashMap<PlayerId, Seen>,
    all: BTreeMap<Class, Count>,
    total: Count,
}

#[derive(Default)]
struct Seen {
    games: BTreeSet<GameId>,
    classes: BTreeMap<Class, Count>,
    rating: f64,
    /// When the game ended that `rating` is of.
    rated_at: Millis,
}

/// A player in a report.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The player.
    pub player: PlayerId,
    /// The rating in the last game that was played.
    pub rating: f64,
    /// Games that were looked at.
    pub games: usize,
    /// Positions with one right move, and in how many it was found.
    #[serde(flatten)]
    pub count: Count,
    /// In how many of them other players of that rating would have found it.
    pub expected: f64,
    /// How many standard deviations `found` is above that.
    pub deviations: f64,
    /// By the number of legal moves, as in [`DIFFICULTIES`].
    pub by_difficulty: [Count; 3],
    /// By the time that was taken, as in [`TIMES`].
    pub by_time: [Count; 3],
}

impl Report {
    /// Adds the moves of a player in a game that ended at a time, in any order of games.
    pub fn add<'m>(
        &mut self,
        game: &GameId,
        player: &PlayerId,
        rating: f64,
        at: Millis,
        moves: impl IntoIterator<Item = &'m JudgedMove>,
    ) {
        let seen = self.players.entry(player.clone()).or_default();
        seen.games.insert(game.clone());
        if at >= seen.rated_at {
            (seen.rating, seen.rated_at) = (rating, at);
        }
        for mv in moves.into_iter().filter(|mv| mv.is_only()) {
            let class = Class::of(mv, rating);
            let count = Count { faced: 1, found: u64::from(mv.keeps) };
            seen.classes.entry(class).or_default().add(count);
            self.all.entry(class).or_default().add(count);
            self.total.add(count);
        }
    }

    /// The players, those first who found most beyond what was to be expected.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> =
            self.players.iter().map(|(player, seen)| self.row(player, seen)).collect();
        rows.sort_by(|a, b| {
            b.deviations.total_cmp(&a.deviations).then_with(|| a.player.cmp(&b.player))
        });
        rows
    }

    fn row(&self, player: &PlayerId, seen: &Seen) -> Row {
        let mut row = Row {
            player: player.clone(),
            rating: seen.rating,
            games: seen.games.len(),
            count: Count::default(),
            expected: 0.0,
            deviations: 0.0,
            by_difficulty: Default::default(),
            by_time: Default::default(),
        };
        let mut own = Count::default();
        seen.classes.values().for_each(|count| own.add(*count));
        // What others find at all, as the starting point for classes with few of them. One of
        // each keeps the share away from 0 and 1.
        let others = self.total.without(own);
        let usual = (others.found as f64 + 1.0) / (others.faced as f64 + 2.0);
        let mut variance = 0.0;
        for (class, &count) in &seen.classes {
            let others = self.all.get(class).copied().unwrap_or_default().without(count);
            let share = (others.found as f64 + PRIOR * usual) / (others.faced as f64 + PRIOR);
            row.expected += count.faced as f64 * share;
            variance += count.faced as f64 * share * (1.0 - share);
            row.count.add(count);
            row.by_difficulty[class.difficulty].add(count);
            row.by_time[class.time].add(count);
        }
        if variance > 0.0 {
            row.deviations = (row.count.found as f64 - row.expected) / variance.sqrt();
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(legal: usize, time: Millis, keeps: bool) -> JudgedMove {
        JudgedMove { side: Side::Goat, keeps, keeping: 1, legal, time }
    }

    /// Players of one rating who find every second only move, and one who finds all.
    fn report() -> Report {
        let mut report = Report::default();
        for player in 0..20 {
            let id = PlayerId::new(format!("p{player}")).unwrap();
            for game in 0..5 {
                let moves: Vec<JudgedMove> =
                    (0..10).map(|n| only(8, 3_000, n % 2 == 0 || player == 7)).collect();
                let game = GameId::new(format!("g{player}-{game}")).unwrap();
                report.add(&game, &id, 1_510.0, 0, &moves);
            }
        }
        report
    }

    #[test]
    fn a_player_who_finds_everything_stands_out() {
        let rows = report().rows();
        assert_eq!(rows[0].player.as_str(), "p7");
        assert_eq!((rows[0].games, rows[0].count), (5, Count { faced: 50, found: 50 }));
        assert!((rows[0].expected - 25.0).abs() < 0.5, "{}", rows[0].expected);
        assert!(rows[0].deviations > 6.0, "{}", rows[0].deviations);
        assert!(rows[1..].iter().all(|row| row.deviations.abs() < 1.0));
        assert_eq!(rows[0].by_difficulty[1].faced, 50);
        assert_eq!(rows[0].by_time[1].found, 50);
    }

    #[test]
    fn players_are_compared_with_those_of_their_rating() {
        // Masters find everything, so one master more is nothing special.
        let mut report = report();
        for player in 0..20 {
            let id = PlayerId::new(format!("master{player}")).unwrap();
            let moves = vec![only(8, 3_000, true); 50];
            report.add(&GameId::new(format!("m{player}")).unwrap(), &id, 2_310.0, 0, &moves);
        }
        let rows = report.rows();
        assert_eq!(rows[0].player.as_str(), "p7");
        let master = rows.iter().find(|row| row.player.as_str() == "master3").unwrap();
        assert!(master.deviations < 1.0, "{master:?}");
    }

    #[test]
    fn the_rating_is_that_of_the_last_game() {
        let mut report = Report::default();
        let player = PlayerId::new("p").unwrap();
        for (game, rating, at) in [("b", 1_600.0, 20), ("a", 1_700.0, 30), ("c", 1_500.0, 10)] {
            report.add(&GameId::new(game).unwrap(), &player, rating, at, &[]);
        }
        assert_eq!(report.rows()[0].rating, 1_700.0);
    }

    #[test]
    fn moves_without_a_choice_do_not_count() {
        let forced = JudgedMove { legal: 1, ..only(1, 0, true) };
        let several = JudgedMove { keeping: 2, ..only(9, 0, true) };
        let mut report = Report::default();
        let (game, player) = (GameId::new("g").unwrap(), PlayerId::new("p").unwrap());
        report.add(&game, &player, 1_500.0, 0, [&forced, &several]);
        let rows = report.rows();
        assert_eq!((rows[0].games, rows[0].count), (1, Count::default()));
        assert_eq!(rows[0].deviations, 0.0);
        let tally = Tally::of(&[forced, several, only(9, 0, false)], Side::Goat);
        assert_eq!(tally, Tally { moves: 3, could_err: 2, keeping: 1, only: 1, found: 0 });
    }

    #[test]
    fn thinking_stops_during_outages_and_what_was_taken_back_is_forgotten() {
        let log: Vec<Event> = [
            r#"{"number":2,"at":1000,"type":"moved","ply":0,"move":"C1","id":"a"}"#,
            r#"{"number":3,"at":3500,"type":"moved","ply":1,"move":"A1B1","id":"b"}"#,
            r#"{"number":4,"at":9000,"type":"credited","from":4000,"until":8000}"#,
            r#"{"number":5,"at":9500,"type":"moved","ply":2,"move":"A1","id":"c"}"#,
            r#"{"number":6,"at":9900,"type":"taken-back","ply":2,"side":"tiger","id":"d"}"#,
            r#"{"number":7,"at":10000,"type":"moved","ply":2,"move":"D1","id":"e"}"#,
        ]
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
        assert_eq!(times(&log), [1_000, 2_500, 100]);
        assert_eq!(times(&log[..4]), [1_000, 2_500, 2_000]);
    }
}
