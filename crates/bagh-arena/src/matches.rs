//! Matches: many games between two players, in pairs.
//!
//! Game `2p` and game `2p + 1` are pair `p`: one opening, played with sides swapped. Games run on
//! several threads; a program is kept from game to game, and started again after it failed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bagh::record::Record;
use bagh::{Game, Outcome, Side};
use bagh_tables::{Tables, Value};
use serde::{Deserialize, Serialize};

use crate::exam::KINDS;
use crate::interrupt;
use crate::judgement::Mark;
use crate::openings::Opening;
use crate::player::{Failure, ForfeitKind, Player};
use crate::referee::{EndReason, Forfeit, Played, Rules, play};
use crate::stats::{Elo, PairCounts, Regret, RegretByKind, Sprt, SprtState, SprtVerdict};

/// A match between two players, the first and the second.
pub struct Match<'m> {
    /// How the players are called.
    pub names: [String; 2],
    /// Games to play; an odd number leaves the last pair half.
    pub games: usize,
    /// The openings, one for each pair, used in turn.
    pub openings: &'m [Opening],
    /// How games are played.
    pub rules: Rules<'m>,
    /// Tables to mark every move by.
    pub tables: Option<&'m Tables>,
    /// Games at a time.
    pub concurrency: usize,
    /// Ends the match as soon as this test has a verdict.
    pub sprt: Option<Sprt>,
    /// The side of the first player in every game; by default it plays both in turn.
    pub first_side: Option<Side>,
}

/// Makes the player with this number (0 or 1) for a game with this number.
pub type Maker<'m> = dyn Fn(usize, usize) -> Result<Box<dyn Player>, Failure> + Sync + 'm;

/// A game of a match, for people and programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchGame {
    /// The number of the game, from 0.
    pub game: usize,
    /// Who played the goats.
    pub goat: String,
    /// Who played the tigers.
    pub tiger: String,
    /// Whether the first player played the goats.
    pub first_is_goat: bool,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: EndReason,
    /// Goats captured.
    pub captures: u8,
    /// Plies, those of the opening included.
    pub plies: usize,
    /// Plies of the opening.
    pub opening_plies: usize,
    /// Who forfeited the game, and why.
    pub forfeit: Option<GameForfeit>,
    /// What each player lost, the first player first; empty without tables.
    pub marks: Vec<PlayerMarks>,
    /// The last move that turned a game that was not lost into one that is.
    pub losing_move: Option<LosingMove>,
    /// The record of the game, with the value and the time of each move as comments.
    pub record: String,
}

/// A forfeit in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameForfeit {
    /// The name of the player.
    pub player: String,
    /// In which way.
    pub kind: ForfeitKind,
    /// What happened.
    pub message: String,
    /// What the player said last.
    pub said: String,
}

/// The moves of one player in a game that could have lost value: what each lost, in goats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerMarks {
    /// In the placement phase.
    pub placement: Vec<u8>,
    /// In the sliding phase.
    pub sliding: Vec<u8>,
}

/// The move that lost a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LosingMove {
    /// The name of the player.
    pub player: String,
    /// The ply of the game, from 1.
    pub ply: usize,
    /// The move.
    pub r#move: String,
}

/// What a match says so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The players, the first and the second.
    pub players: [PlayerSummary; 2],
    /// Games played.
    pub games: usize,
    /// Complete pairs by the points of the first player: 0, ½, 1, 1½, 2.
    pub pairs: PairCounts,
    /// How much stronger the first player is.
    pub elo: Option<Elo>,
    /// The state of the test, if one was asked for.
    pub sprt: Option<SprtState>,
    /// How late a timer was at worst while the games ran, in milliseconds.
    pub timer_delay_ms: u64,
}

/// What a match says of one player.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerSummary {
    /// Its name.
    pub name: String,
    /// Its results as goats.
    pub goat: SideSummary,
    /// Its results as tigers.
    pub tiger: SideSummary,
    /// Its forfeits by kind.
    pub forfeits: BTreeMap<String, usize>,
    /// Its exact regret; `None` without tables.
    pub regret: Option<Regret>,
    /// The same by side and phase.
    pub regret_by_kind: Vec<RegretByKind>,
}

/// Results of one player with one side.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SideSummary {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Goats captured in a game, on average.
    pub captures: f64,
}

impl Match<'_> {
    /// Plays all games that are not in `done` yet. `finished` is called with each game as it ends,
    /// in any order. Returns how late a timer was at worst.
    pub fn run(
        &self,
        done: &[MatchGame],
        make: &Maker<'_>,
        finished: &(dyn Fn(&MatchGame) -> Result<(), Failure> + Sync),
    ) -> Result<Duration, Failure> {
        let wanted: Vec<usize> =
            (0..self.games).filter(|&n| done.iter().all(|game| game.game != n)).collect();
        let next = AtomicUsize::new(0);
        let is_over = AtomicBool::new(false);
        let all = Mutex::new(done.to_vec());
        let timer = Timer::new();
        let result = std::thread::scope(|scope| {
            let monitor = scope.spawn(|| timer.watch(&is_over));
            let workers: Vec<_> = (0..self.concurrency.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let result = self.work(&wanted, &next, &is_over, make, &all, finished);
                        if result.is_err() {
                            is_over.store(true, Ordering::Relaxed);
                        }
                        result
                    })
                })
                .collect();
            let mut result = Ok(());
            for worker in workers {
                let ended = worker.join().unwrap_or_else(|_| {
                    Err(Failure::Broken("a thread of the match panicked".to_owned()))
                });
                result = result.and(ended);
            }
            is_over.store(true, Ordering::Relaxed);
            let _ = monitor.join();
            result
        });
        result.map(|()| timer.worst())
    }

    fn work(
        &self,
        wanted: &[usize],
        next: &AtomicUsize,
        is_over: &AtomicBool,
        make: &Maker<'_>,
        all: &Mutex<Vec<MatchGame>>,
        finished: &(dyn Fn(&MatchGame) -> Result<(), Failure> + Sync),
    ) -> Result<(), Failure> {
        // Programs are kept from game to game; `make` decides which players those are.
        let mut kept: [Option<Box<dyn Player>>; 2] = [None, None];
        while !is_over.load(Ordering::Relaxed) && !interrupt::is_stopped() {
            let Some(&number) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let game = self.game(number, make, &mut kept)?;
            finished(&game)?;
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(game);
            if let Some(sprt) = self.sprt
                && sprt.state(&pair_counts(&all)).verdict != SprtVerdict::Continue
            {
                is_over.store(true, Ordering::Relaxed);
            }
        }
        if interrupt::is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// Plays one game.
    fn game(
        &self,
        number: usize,
        make: &Maker<'_>,
        kept: &mut [Option<Box<dyn Player>>; 2],
    ) -> Result<MatchGame, Failure> {
        let opening = &self.openings[number / 2 % self.openings.len()];
        let goat = match self.first_side {
            None => number % 2,
            Some(Side::Goat) => 0,
            Some(Side::Tiger) => 1,
        };
        let played = match self.players(number, make, kept) {
            Ok([mut first, mut second]) => {
                let (goats, tigers) = match goat {
                    0 => (&mut first, &mut second),
                    _ => (&mut second, &mut first),
                };
                let played = play(&mut **goats, &mut **tigers, opening, &self.rules)?;
                let failed = played.forfeit.as_ref().map(|f| self.player_of(f.side, goat));
                for (number, player) in [first, second].into_iter().enumerate() {
                    // A player that failed is started again for its next game.
                    kept[number] = Some(player).filter(|_| failed != Some(number));
                }
                played
            }
            Err((player, Failure::Forfeit { kind, message, said })) => {
                let side = if player == goat { Side::Goat } else { Side::Tiger };
                Played {
                    history: opening.history.clone(),
                    opening_plies: opening.history.len(),
                    times: Vec::new(),
                    outcome: Outcome::win(side.other()),
                    reason: EndReason::Forfeit,
                    forfeit: Some(Forfeit { side, kind, message, said }),
                }
            }
            Err((_, failure)) => return Err(failure),
        };
        self.describe(number, goat, &played)
    }

    /// Both players of a game, or the number of the one that cannot be started.
    fn players(
        &self,
        number: usize,
        make: &Maker<'_>,
        kept: &mut [Option<Box<dyn Player>>; 2],
    ) -> Result<[Box<dyn Player>; 2], (usize, Failure)> {
        let mut of = |player: usize| match kept[player].take() {
            Some(old) if !old.is_per_game() => Ok(old),
            _ => make(player, number).map_err(|failure| (player, failure)),
        };
        Ok([of(0)?, of(1)?])
    }

    /// The number of the player of a side, in a game in which player `goat` has the goats.
    fn player_of(&self, side: Side, goat: usize) -> usize {
        if side == Side::Goat { goat } else { 1 - goat }
    }

    fn describe(&self, number: usize, goat: usize, played: &Played) -> Result<MatchGame, Failure> {
        let name = |side| self.names[self.player_of(side, goat)].clone();
        let game = played.history.game();
        let mut marks = Vec::new();
        let mut losing_move = None;
        let mut values = Vec::new();
        if let Some(tables) = self.tables {
            marks = vec![PlayerMarks::default(); 2];
            for ply in played.opening_plies..played.history.len() {
                let (position, mv) = (&played.history.before()[ply], played.history.moves()[ply]);
                let mark = Mark::new(tables, position, mv)
                    .map_err(|error| Failure::Broken(error.to_string()))?
                    .ok_or_else(|| Failure::Broken("a move in a game was not legal".to_owned()))?;
                values.push(mark.after);
                if mark.could_err {
                    marks[self.player_of(mark.side, goat)].add(&mark);
                }
                if played.outcome.winner() == Some(mark.side.other())
                    && mark.lost_outcome()
                    && mark.after.outcome() == played.outcome
                {
                    losing_move = Some(LosingMove {
                        player: name(mark.side),
                        ply: ply + 1,
                        r#move: game.move_text(position, mv),
                    });
                }
            }
        }
        Ok(MatchGame {
            game: number,
            goat: name(Side::Goat),
            tiger: name(Side::Tiger),
            first_is_goat: goat == 0,
            outcome: played.outcome,
            reason: played.reason,
            captures: played.history.position().captured(),
            plies: played.plies(),
            opening_plies: played.opening_plies,
            forfeit: played.forfeit.clone().map(|forfeit| GameForfeit {
                player: name(forfeit.side),
                kind: forfeit.kind,
                message: forfeit.message,
                said: forfeit.said,
            }),
            marks,
            losing_move,
            record: record(played, &name(Side::Goat), &name(Side::Tiger), number, &values),
        })
    }
}

impl PlayerMarks {
    fn add(&mut self, mark: &Mark) {
        match mark.phase {
            bagh::Phase::Placement => self.placement.push(mark.lost),
            bagh::Phase::Sliding => self.sliding.push(mark.lost),
        }
    }
}

/// The record of a game, with the value and the time of each move as comments.
fn record(played: &Played, goat: &str, tiger: &str, number: usize, values: &[Value]) -> String {
    let mut record = Record::from_history(&played.history);
    let tags = [
        ("Round", (number + 1).to_string()),
        ("Goat", goat.to_owned()),
        ("Tiger", tiger.to_owned()),
        ("Termination", played.reason.word().to_owned()),
    ];
    for (tag, value) in tags {
        // A name that no tag can hold is left out.
        let _ = record.set_tag(tag, value.replace(['"', '\n'], " "));
    }
    let nodes: Vec<_> =
        record.main_nodes().filter(|&id| record.node(id).played().is_some()).collect();
    for (at, id) in nodes.into_iter().skip(played.opening_plies).enumerate() {
        let time = played.times.get(at).map(|time| format!("{} ms", time.as_millis()));
        let value = values.get(at).map(|&value| value_text(value));
        let comment: Vec<String> = [value, time].into_iter().flatten().collect();
        if !comment.is_empty() {
            record.comment(id, comment.join(", "));
        }
    }
    if played.history.result().is_none() {
        // Who won by forfeit or adjudication is not in the moves.
        let reason = match played.reason {
            EndReason::Forfeit => bagh::Reason::Resignation,
            _ => bagh::Reason::Agreement,
        };
        let _ = record.declare(Some(played.outcome), Some(reason));
    }
    record.to_text()
}

/// A value in words.
pub fn value_text(value: Value) -> String {
    match value {
        Value::GoatWin => "goats win".to_owned(),
        Value::Draw(captured) => format!("draw with {captured}"),
        Value::TigerWin => "tigers win".to_owned(),
    }
}

impl MatchGame {
    /// Points of the first player, in halves.
    pub fn half_points(&self) -> u32 {
        let side = if self.first_is_goat { Side::Goat } else { Side::Tiger };
        match self.outcome.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

/// The complete pairs of a match.
pub fn pair_counts(games: &[MatchGame]) -> PairCounts {
    let mut pairs: BTreeMap<usize, Vec<&MatchGame>> = BTreeMap::new();
    for game in games {
        pairs.entry(game.game / 2).or_default().push(game);
    }
    let mut counts = PairCounts::default();
    for pair in pairs.values() {
        // A pair without swapped sides says nothing about strength.
        if let [one, other] = pair[..]
            && one.first_is_goat != other.first_is_goat
        {
            counts.add((one.half_points() + other.half_points()) as usize);
        }
    }
    counts
}

impl Summary {
    /// The summary of the games of a match.
    pub fn new(
        game: &Game,
        names: &[String; 2],
        games: &[MatchGame],
        sprt: Option<Sprt>,
        timer_delay: Duration,
    ) -> Summary {
        let pairs = pair_counts(games);
        let players = [0, 1].map(|number| player_summary(game, &names[number], games, number));
        Summary {
            players,
            games: games.len(),
            pairs,
            elo: pairs.elo(),
            sprt: sprt.map(|sprt| sprt.state(&pairs)),
            timer_delay_ms: timer_delay.as_millis() as u64,
        }
    }
}

fn player_summary(game: &Game, name: &str, games: &[MatchGame], number: usize) -> PlayerSummary {
    let side_of = |played: &MatchGame| {
        if played.first_is_goat == (number == 0) { Side::Goat } else { Side::Tiger }
    };
    let mut summary = PlayerSummary { name: name.to_owned(), ..PlayerSummary::default() };
    for side in [Side::Goat, Side::Tiger] {
        let of: Vec<&MatchGame> = games.iter().filter(|g| side_of(g) == side).collect();
        let count =
            |wanted: Option<Side>| of.iter().filter(|g| g.outcome.winner() == wanted).count();
        let captures: usize = of.iter().map(|g| usize::from(g.captures)).sum();
        let result = SideSummary {
            wins: count(Some(side)),
            draws: count(None),
            losses: count(Some(side.other())),
            captures: captures as f64 / of.len().max(1) as f64,
        };
        match side {
            Side::Goat => summary.goat = result,
            Side::Tiger => summary.tiger = result,
        }
    }
    for forfeit in games.iter().filter_map(|g| g.forfeit.as_ref().map(|f| (g, f))) {
        let (played, forfeit) = forfeit;
        let side = if forfeit.player == played.goat { Side::Goat } else { Side::Tiger };
        if side == side_of(played) {
            *summary.forfeits.entry(forfeit.kind.word().to_owned()).or_default() += 1;
        }
    }
    let clusters = clusters(game, games, number);
    if !clusters.is_empty() {
        summary.regret = Some(Regret::new(clusters.iter()));
        summary.regret_by_kind = Regret::by_kind(&clusters);
    }
    summary
}

/// The marks of a player, a cluster for each game. Only what they lost is kept of them.
pub fn clusters(game: &Game, games: &[MatchGame], number: usize) -> Vec<Vec<Mark>> {
    let worst = Value::from_code(0, game.captures());
    games
        .iter()
        .filter_map(|played| {
            let marks = played.marks.get(number)?;
            let is_goat = played.first_is_goat == (number == 0);
            let side = if is_goat { Side::Goat } else { Side::Tiger };
            let of = |phase, lost: &Vec<u8>| {
                lost.iter()
                    .map(|&lost| Mark {
                        side,
                        phase,
                        before: worst,
                        after: Value::from_code(lost.min(game.captures() + 1), game.captures()),
                        could_err: true,
                        lost,
                    })
                    .collect::<Vec<Mark>>()
            };
            let mut all = of(KINDS[0].0, &marks.placement);
            all.extend(of(KINDS[2].0, &marks.sliding));
            Some(all)
        })
        .collect()
}

/// Watches how late timers are: on a loaded machine, losses on time may be false.
struct Timer {
    worst_us: AtomicUsize,
}

impl Timer {
    fn new() -> Timer {
        Timer { worst_us: AtomicUsize::new(0) }
    }

    fn watch(&self, is_over: &AtomicBool) {
        const STEP: Duration = Duration::from_millis(20);
        while !is_over.load(Ordering::Relaxed) {
            let asked = Instant::now();
            std::thread::sleep(STEP);
            let late = asked.elapsed().saturating_sub(STEP).as_micros() as usize;
            self.worst_us.fetch_max(late, Ordering::Relaxed);
        }
    }

    fn worst(&self) -> Duration {
        Duration::from_micros(self.worst_us.load(Ordering::Relaxed) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings;
    use crate::players::{PerfectPlayer, RandomPlayer};
    use crate::testing::solved_small;

    #[test]
    fn a_match_is_the_same_on_any_number_of_threads_and_is_marked() {
        let (_folder, tables) = solved_small();
        let openings = openings::from_tables(&tables, 1, 2, 3, Value::Draw(0)).unwrap();
        let names = ["perfect", "random"].map(str::to_owned);
        let run = |concurrency| {
            let games = Mutex::new(Vec::new());
            let the_match = Match {
                names: names.clone(),
                games: 12,
                openings: &openings,
                rules: Rules { max_plies: 60, ..Rules::default() },
                tables: Some(&tables),
                concurrency,
                sprt: None,
                first_side: None,
            };
            let make = |player: usize, game: usize| -> Result<Box<dyn Player>, Failure> {
                Ok(match player {
                    0 => Box::new(PerfectPlayer::new(tables.clone(), game as u64)),
                    _ => Box::new(RandomPlayer::new(game as u64)),
                })
            };
            let finished = |game: &MatchGame| {
                games.lock().unwrap().push(game.clone());
                Ok(())
            };
            the_match.run(&[], &make, &finished).unwrap();
            let mut games = games.into_inner().unwrap();
            games.sort_by_key(|game| game.game);
            // Times differ from run to run.
            games.iter_mut().for_each(|game| game.record.clear());
            games
        };
        let games = run(1);
        assert_eq!(games, run(3));
        assert_eq!(games.len(), 12);
        let summary = Summary::new(tables.game(), &names, &games, None, Duration::ZERO);
        let [perfect, random] = &summary.players;
        assert_eq!(perfect.regret.unwrap().errors, 0);
        assert!(random.regret.unwrap().errors > 0);
        assert_eq!(summary.pairs.pairs(), 6);
        assert_eq!(perfect.goat.losses + perfect.tiger.losses, 0);
        for game in games.iter().filter(|g| g.outcome != Outcome::Draw) {
            assert_eq!(game.losing_move.as_ref().unwrap().player, "random");
        }
    }
}
