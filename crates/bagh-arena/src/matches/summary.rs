//! What the games of a match say together.

use std::collections::BTreeMap;

use bagh::{Game, Side};
use bagh_tables::Value;
use serde::{Deserialize, Serialize};

use super::game::MatchGame;
use super::run::Run;
use super::usage::Usage;
use crate::exam::KINDS;
use crate::judgement::Mark;
use crate::stats::{Elo, PairCounts, Regret, RegretByKind, Sprt, SprtState, SprtVerdict};

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
    /// How the time was used; `None` if no game was played, or the match was interrupted.
    pub usage: Option<Usage>,
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

/// The complete pairs of a match.
pub fn pair_counts(games: &[MatchGame]) -> PairCounts {
    let mut counts = PairCounts::default();
    pairs(games).for_each(|half_points| counts.add(half_points));
    counts
}

/// The state of a test after these games, in the order in which they ended. A verdict stands: the
/// games that were under way when it fell do not change it.
pub fn sprt_state(games: &[MatchGame], sprt: Sprt) -> SprtState {
    let mut counts = PairCounts::default();
    for half_points in pairs(games) {
        counts.add(half_points);
        let state = sprt.state(&counts);
        if state.verdict != SprtVerdict::Continue {
            return state;
        }
    }
    sprt.state(&counts)
}

/// The half points of the first player in each complete pair, as the pairs became complete.
fn pairs(games: &[MatchGame]) -> impl Iterator<Item = usize> {
    let mut halves: BTreeMap<usize, &MatchGame> = BTreeMap::new();
    games.iter().filter_map(move |game| {
        let Some(other) = halves.remove(&(game.game / 2)) else {
            halves.insert(game.game / 2, game);
            return None;
        };
        // A pair without swapped sides says nothing about strength.
        (other.first_is_goat != game.first_is_goat)
            .then(|| (other.half_points() + game.half_points()) as usize)
    })
}

impl Summary {
    /// The summary of the games of a match, in the order in which they ended.
    pub fn new(
        game: &Game,
        names: &[String; 2],
        games: &[MatchGame],
        sprt: Option<Sprt>,
        run: Run,
    ) -> Summary {
        let sprt = sprt.map(|sprt| sprt_state(games, sprt));
        // Sums of fractions depend on the order, and games may end in any.
        let mut games = games.to_vec();
        games.sort_by_key(|played| played.game);
        let pairs = pair_counts(&games);
        let players = [0, 1].map(|number| player_summary(game, &names[number], &games, number));
        Summary {
            players,
            games: games.len(),
            pairs,
            elo: pairs.elo(),
            sprt,
            timer_delay_ms: run.timer_delay.as_millis() as u64,
            usage: run.usage,
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
