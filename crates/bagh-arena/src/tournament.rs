//! Tournaments: many players, every pairing a match, one list of ratings.

use std::collections::{BTreeMap, BTreeSet};

use bagh::Game;
use serde::{Deserialize, Serialize};

use crate::judgement::Mark;
use crate::matches::{MatchGame, clusters};
use crate::stats::{RatedPair, Rating, Regret, RegretByKind, ratings};

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Every two players meet.
    #[default]
    RoundRobin,
    /// Every player meets the next one of the list.
    Ladder,
}

impl Pairing {
    /// The pairings of this many players.
    pub fn pairs(self, players: usize) -> Vec<(usize, usize)> {
        match self {
            Pairing::RoundRobin => {
                (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b))).collect()
            }
            Pairing::Ladder => (1..players).map(|b| (b - 1, b)).collect(),
        }
    }
}

/// The seed of a pairing, by the seed of the tournament and the names of the players: every pairing
/// has openings of its own, and keeps them when other players come or go.
pub fn pairing_seed(seed: u64, first: &str, second: &str) -> u64 {
    // FNV-1a, which is the same on every machine. No name has the byte that separates them.
    let bytes = [first.as_bytes(), &[0xff], second.as_bytes(), &seed.to_le_bytes()];
    bytes.into_iter().flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A game of a tournament. Results of several machines are merged by putting such lines together.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TournamentGame {
    /// The name of the game, such as `bagh-chal`.
    pub rules: String,
    /// The first player of the pairing.
    pub first: String,
    /// The second player of the pairing.
    pub second: String,
    /// The seed of the tournament: machines with different seeds play different games.
    pub seed: u64,
    /// The game.
    #[serde(flatten)]
    pub game: MatchGame,
}

impl TournamentGame {
    /// Unique key of the game.
    pub fn key(&self) -> (String, String, String, u64, usize) {
        let (rules, first, second) = (self.rules.clone(), self.first.clone(), self.second.clone());
        (rules, first, second, self.seed, self.game.game)
    }
}

/// Puts results together; a game that stands in several of them counts once.
pub fn merge(results: impl IntoIterator<Item = TournamentGame>) -> Vec<TournamentGame> {
    let mut seen = BTreeSet::new();
    results.into_iter().filter(|game| seen.insert(game.key())).collect()
}

/// A line of the rating list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The player.
    pub player: String,
    /// Games played.
    pub games: usize,
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Forfeits by kind.
    pub forfeits: BTreeMap<String, usize>,
    /// The rating.
    pub rating: Rating,
    /// Exact regret; `None` without tables.
    pub regret: Option<Regret>,
    /// The same by side and phase.
    pub regret_by_kind: Vec<RegretByKind>,
}

/// The rating list of one game, the best first.
pub fn standings(rules: &Game, players: &[String], results: &[TournamentGame]) -> Vec<Standing> {
    let number = |name: &str| players.iter().position(|player| player == name);
    let of_rules: Vec<&TournamentGame> = results
        .iter()
        .filter(|g| g.rules == rules.name())
        .filter(|g| number(&g.first).is_some() && number(&g.second).is_some())
        .collect();
    let mut pairs: BTreeMap<(&str, &str, u64, usize), RatedPair> = BTreeMap::new();
    for game in &of_rules {
        let (Some(first), Some(second)) = (number(&game.first), number(&game.second)) else {
            continue;
        };
        let key = (game.first.as_str(), game.second.as_str(), game.seed, game.game.game / 2);
        let empty = RatedPair { first, second, half_points: 0, most: 0 };
        let pair = pairs.entry(key).or_insert(empty);
        pair.half_points += game.game.half_points();
        pair.most += 2;
    }
    let pairs: Vec<RatedPair> = pairs.into_values().collect();
    let ratings = match pairs.is_empty() {
        true => vec![Rating { elo: 0.0, low: 0.0, high: 0.0 }; players.len()],
        false => ratings(players.len(), &pairs, 1),
    };
    let mut list: Vec<Standing> = players
        .iter()
        .zip(ratings)
        .map(|(player, rating)| standing(rules, player, rating, &of_rules))
        .collect();
    list.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo));
    list
}

fn standing(rules: &Game, player: &str, rating: Rating, results: &[&TournamentGame]) -> Standing {
    let mut standing = Standing {
        player: player.to_owned(),
        games: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        forfeits: BTreeMap::new(),
        rating,
        regret: None,
        regret_by_kind: Vec::new(),
    };
    let mut marks: Vec<Vec<Mark>> = Vec::new();
    for result in results {
        let is_first = result.first == player;
        if !is_first && result.second != player {
            continue;
        }
        let game = &result.game;
        standing.games += 1;
        let points = if is_first { game.half_points() } else { 2 - game.half_points() };
        match points {
            0 => standing.losses += 1,
            1 => standing.draws += 1,
            _ => standing.wins += 1,
        }
        let is_goat = game.first_is_goat == is_first;
        let own_name = if is_goat { &game.goat } else { &game.tiger };
        if let Some(forfeit) = game.forfeit.as_ref().filter(|f| f.player == *own_name) {
            *standing.forfeits.entry(forfeit.kind.word().to_owned()).or_default() += 1;
        }
        marks.extend(clusters(rules, std::slice::from_ref(game), usize::from(!is_first)));
    }
    if !marks.is_empty() {
        standing.regret = Some(Regret::new(marks.iter()));
        standing.regret_by_kind = Regret::by_kind(&marks);
    }
    standing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairings_are_complete() {
        assert_eq!(Pairing::RoundRobin.pairs(4).len(), 6);
        assert_eq!(Pairing::Ladder.pairs(4), [(0, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn pairings_have_seeds_of_their_own_that_never_change() {
        let seeds: BTreeSet<u64> = [(1, "ab", "c"), (1, "a", "bc"), (1, "c", "ab"), (2, "ab", "c")]
            .map(|(seed, first, second)| pairing_seed(seed, first, second))
            .into();
        assert_eq!(seeds.len(), 4);
        assert_eq!(pairing_seed(1, "random", "greedy"), 0x1533_707a_0912_597a);
    }
}
