//! An evolution: generation after generation of games, scores and offspring.

use bagh::{Game, Outcome, Side};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::contest::{self, Contestant, Played};
use crate::features::Eye;
use crate::network::Network;
use crate::population::{POPULATION, Population};
use crate::random::{Purpose, Stream};
use crate::saved::SavedNetwork;

/// How many opponents each network plays in a generation.
pub const OPPONENTS: usize = 4;

/// What a run is, besides how long it goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// The captures that win it.
    pub captures: u8,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Plies that tigers look ahead.
    pub tiger_depth: u32,
    /// Plies that goats look ahead.
    pub goat_depth: u32,
}

impl Setup {
    /// A run as in the paper of 2004: tigers look four plies ahead, goats two.
    pub fn of_the_paper(game: &Game, seed: u64) -> Setup {
        Setup {
            game: game.name().to_owned(),
            captures: game.captures(),
            seed,
            tiger_depth: 4,
            goat_depth: 2,
        }
    }

    /// How far a side looks ahead.
    pub fn depth(&self, side: Side) -> u32 {
        match side {
            Side::Tiger => self.tiger_depth,
            Side::Goat => self.goat_depth,
        }
    }
}

/// What happened in a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The generation, the first being 1.
    pub generation: u32,
    /// Games that tigers won.
    pub tiger_wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that goats won.
    pub goat_wins: u32,
    /// Plies of a game, on average.
    pub plies: f64,
    /// Goats captured in a game, on average.
    pub captured: f64,
    /// The best score of a tiger network, from −8 to 4.
    pub tiger_best: i32,
    /// The best score of a goat network.
    pub goat_best: i32,
    /// The mean step size of mutations, for tigers.
    pub tiger_step: f64,
    /// The same for goats.
    pub goat_step: f64,
}

/// An evolution of two populations, one for each side.
pub struct Evolution {
    pub(crate) game: Game,
    pub(crate) setup: Setup,
    pub(crate) tigers: Population,
    pub(crate) goats: Population,
    pub(crate) rows: Vec<Row>,
    eye: Eye,
}

/// The best networks of a generation.
#[derive(Clone, PartialEq, Debug)]
pub struct Champions {
    /// The best tiger.
    pub tiger: SavedNetwork,
    /// The best goat.
    pub goat: SavedNetwork,
}

impl Evolution {
    /// The beginning of a run: networks with random weights.
    pub fn new(game: &Game, setup: Setup) -> Evolution {
        let tigers = Population::first(setup.seed, Side::Tiger);
        let goats = Population::first(setup.seed, Side::Goat);
        Evolution::from_parts(game, setup, tigers, goats, Vec::new())
    }

    pub(crate) fn from_parts(
        game: &Game,
        setup: Setup,
        tigers: Population,
        goats: Population,
        rows: Vec<Row>,
    ) -> Evolution {
        Evolution { game: game.clone(), setup, tigers, goats, rows, eye: Eye::new(game) }
    }

    /// What this run is.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How many generations have played.
    pub fn generation(&self) -> u32 {
        self.rows.len() as u32
    }

    /// What happened in each generation so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Plays one generation with all threads there are, and makes the next. Whatever the threads,
    /// the same seed leads to the same networks.
    pub fn step(&mut self) -> Champions {
        let generation = self.generation() + 1;
        let seed = self.setup.seed;
        let networks = |population: &Population| -> Vec<Network> {
            population.members.iter().map(|member| member.network()).collect()
        };
        let (tigers, goats) = (networks(&self.tigers), networks(&self.goats));
        let pairs = pairing(seed, generation);
        let played: Vec<Played> = pairs
            .par_iter()
            .enumerate()
            .map(|(number, &(tiger, goat))| {
                let stream = Stream::new(seed, Purpose::Game, u64::from(generation), number as u64);
                let [tiger, goat] = [(&tigers[tiger], Side::Tiger), (&goats[goat], Side::Goat)]
                    .map(|(network, side)| Contestant { network, depth: self.setup.depth(side) });
                contest::play(&self.game, &self.eye, tiger, goat, stream)
            })
            .collect();
        let mut tiger_scores = [0; POPULATION];
        let mut goat_scores = [0; POPULATION];
        for (&(tiger, goat), played) in pairs.iter().zip(&played) {
            tiger_scores[tiger] += score(played.outcome, Side::Tiger);
            goat_scores[goat] += score(played.outcome, Side::Goat);
        }
        let best_tiger = self.tigers.best(&tiger_scores);
        let best_goat = self.goats.best(&goat_scores);
        let count = |outcome| played.iter().filter(|p| p.outcome == outcome).count() as u32;
        let mean = |sum: u32| f64::from(sum) / played.len() as f64;
        self.rows.push(Row {
            generation,
            tiger_wins: count(Outcome::TigerWin),
            draws: count(Outcome::Draw),
            goat_wins: count(Outcome::GoatWin),
            plies: mean(played.iter().map(|p| p.plies).sum()),
            captured: mean(played.iter().map(|p| u32::from(p.captured)).sum()),
            tiger_best: tiger_scores[best_tiger],
            goat_best: goat_scores[best_goat],
            tiger_step: rounded(self.tigers.mean_step()),
            goat_step: rounded(self.goats.mean_step()),
        });
        let champion = |population: &Population, index: usize, side| {
            let member = &population.members[index];
            SavedNetwork { setup: self.setup.clone(), side, generation, weights: member.weights }
        };
        let champions = Champions {
            tiger: champion(&self.tigers, best_tiger, Side::Tiger),
            goat: champion(&self.goats, best_goat, Side::Goat),
        };
        self.tigers = self.tigers.next(&tiger_scores, seed, generation, Side::Tiger);
        self.goats = self.goats.next(&goat_scores, seed, generation, Side::Goat);
        champions
    }
}

/// A number with six digits after the point: JSON readers tell longer ones from their neighbours
/// only if they take pains, and a run that goes on must write what it read.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// The score of a game for a side.
fn score(outcome: Outcome, side: Side) -> i32 {
    match outcome.winner() {
        None => 0,
        Some(winner) if winner == side => 1,
        Some(_) => -2,
    }
}

/// Who plays against whom: pairs of a tiger and a goat. Every network has four opponents at
/// random, no two of them the same.
fn pairing(seed: u64, generation: u32) -> Vec<(usize, usize)> {
    let mut stream = Stream::new(seed, Purpose::Pairing, u64::from(generation), 0);
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    while pairs.len() < OPPONENTS * POPULATION {
        let mut goats: Vec<usize> = (0..POPULATION).collect();
        stream.shuffle(&mut goats);
        let round: Vec<(usize, usize)> = goats.into_iter().enumerate().collect();
        if round.iter().all(|pair| !pairs.contains(pair)) {
            pairs.extend(round);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Setup {
        let mut setup = Setup::of_the_paper(Game::bagh_chal(), 11);
        (setup.tiger_depth, setup.goat_depth) = (1, 1);
        setup
    }

    fn run(generations: u32, threads: usize) -> Evolution {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut evolution = Evolution::new(Game::bagh_chal(), small());
            for _ in 0..generations {
                evolution.step();
            }
            evolution
        })
    }

    #[test]
    fn threads_make_no_difference() {
        let (one, three) = (run(3, 1), run(3, 3));
        assert_eq!(one.rows, three.rows);
        assert_eq!(one.tigers, three.tigers);
        assert_eq!(one.goats, three.goats);
    }

    #[test]
    fn another_seed_is_another_run() {
        let mut other = Evolution::new(Game::bagh_chal(), Setup { seed: 12, ..small() });
        other.step();
        assert_ne!(other.goats, run(1, 2).goats);
    }

    #[test]
    fn everybody_has_four_opponents() {
        for generation in 1..20 {
            let pairs = pairing(3, generation);
            for network in 0..POPULATION {
                let mut goats: Vec<usize> =
                    pairs.iter().filter(|pair| pair.0 == network).map(|pair| pair.1).collect();
                goats.sort();
                goats.dedup();
                assert_eq!(goats.len(), OPPONENTS);
                assert_eq!(pairs.iter().filter(|pair| pair.1 == network).count(), OPPONENTS);
            }
        }
        assert_ne!(pairing(3, 1), pairing(3, 2));
    }

    #[test]
    fn losing_costs_more_than_winning_gives() {
        assert_eq!(score(Outcome::TigerWin, Side::Tiger), 1);
        assert_eq!(score(Outcome::TigerWin, Side::Goat), -2);
        assert_eq!(score(Outcome::Draw, Side::Goat), 0);
    }
}
