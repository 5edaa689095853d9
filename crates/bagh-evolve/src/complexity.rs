//! How large the tree of all play is: Knuth's estimator.
//!
//! A path from the root takes a child at random at every node. With `f₁, f₂, …` children on the
//! way, `f₁ + f₁f₂ + f₁f₂f₃ + …` is, on average over all paths, the number of nodes below the
//! root (D. E. Knuth, *Estimating the Efficiency of Backtrack Programs*, 1975).

use bagh::{Game, Move, Position, Side};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::random::{Purpose, Stream};

/// Which moves count as children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Successors {
    /// Every legal move.
    All,
    /// The moves of the symmetry-avoiding generator of the paper of 2009.
    SymmetryAvoiding,
    /// Of moves that lead to equivalent positions one.
    Inequivalent,
}

/// What ends a line of the tree, besides its last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The end of the game.
    Game,
    /// A position in which the tigers can win with their next move: a search that asks whether
    /// they can need not look further.
    WinAtHand,
}

/// Which tree is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tree {
    /// Which moves count.
    pub successors: Successors,
    /// What ends a line.
    pub end: End,
    /// Plies after which every line ends.
    pub plies: u32,
}

impl Tree {
    /// The tree of the placement phase: a line ends when all pieces are placed, or earlier with
    /// the game.
    pub fn of_placement(game: &Game) -> Tree {
        // A piece of either side is placed, or moves, in turn; goats are placed last.
        let plies = match game.start().turn() {
            Side::Goat => 2 * u32::from(game.goats()) - 1,
            Side::Tiger => 2 * u32::from(game.goats()),
        };
        Tree { successors: Successors::Inequivalent, end: End::Game, plies }
    }
}

/// Estimates the size of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Estimator<'g> {
    game: &'g Game,
    tree: Tree,
    seed: u64,
}

/// Paths that are followed by one thread at a stretch.
const BATCH: u64 = 1_000;

impl<'g> Estimator<'g> {
    /// An estimator for a game.
    pub fn new(game: &'g Game, tree: Tree, seed: u64) -> Estimator<'g> {
        Estimator { game, tree, seed }
    }

    /// The estimate from this many paths. The same seed gives the same, whatever the threads;
    /// `done` hears of paths that are finished.
    pub fn estimate(&self, paths: u64, done: impl Fn(u64) + Sync) -> Estimate {
        let batches: Vec<Vec<f64>> = (0..paths.div_ceil(BATCH))
            .into_par_iter()
            .map(|batch| {
                let range = batch * BATCH..((batch + 1) * BATCH).min(paths);
                let count = range.end - range.start;
                let sizes = range.map(|path| self.path(path)).collect();
                done(count);
                sizes
            })
            .collect();
        Estimate::of(batches.into_iter().flatten())
    }

    /// The size of the tree as one path shows it, the root left out.
    fn path(&self, number: u64) -> f64 {
        let game = self.game;
        let which = u64::from(game.captures());
        let mut stream = Stream::new(self.seed, Purpose::Path, which, number);
        let mut position = game.start();
        let (mut width, mut size) = (1.0, 0.0);
        let mut moves: Vec<Move> = Vec::new();
        for _ in 0..self.tree.plies {
            self.children(&position, &mut moves);
            if moves.is_empty() {
                break;
            }
            width *= moves.len() as f64;
            size += width;
            game.play(&mut position, moves[stream.below(moves.len() as u32) as usize]);
        }
        size
    }

    fn children(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        let last = self.game.captures() - position.captured().min(self.game.captures()) == 1;
        if self.tree.end == End::WinAtHand
            && last
            && self.game.moves(position).any(|mv| mv.captured().is_some())
        {
            return;
        }
        match self.tree.successors {
            Successors::All => moves.extend(self.game.moves(position)),
            Successors::SymmetryAvoiding => {
                moves.extend(self.game.symmetry_avoiding_moves(position));
            }
            Successors::Inequivalent => {
                let mut forms: Vec<Position> = Vec::with_capacity(64);
                moves.extend(self.game.moves(position).filter(|&mv| {
                    let form = self.game.canonical(&self.game.after(position, mv));
                    let is_new = !forms.contains(&form);
                    if is_new {
                        forms.push(form);
                    }
                    is_new
                }));
            }
        }
    }
}

/// An estimate with its error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// How many paths it comes from.
    pub paths: u64,
    /// The mean: the estimated number of nodes.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The largest number that a single path gave.
    pub largest: f64,
}

impl Estimate {
    fn of(sizes: impl Iterator<Item = f64>) -> Estimate {
        // Welford's way, in a fixed order: sums of squares of such numbers would lose all digits.
        let (mut paths, mut mean, mut squares, mut largest) = (0u64, 0.0, 0.0, 0.0f64);
        for size in sizes {
            paths += 1;
            let off = size - mean;
            mean += off / paths as f64;
            squares += off * (size - mean);
            largest = largest.max(size);
        }
        let degrees = paths.saturating_sub(1).max(1) as f64;
        let error = (squares / degrees / paths.max(1) as f64).sqrt();
        Estimate { paths, mean, error, largest }
    }

    /// By how many standard errors a number differs from this.
    pub fn deviation(&self, number: f64) -> f64 {
        (number - self.mean) / self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game so small that its tree can be counted: two goats, one tiger.
    fn tiny() -> Game {
        let text = "\
            name = \"tiny\"\ntigers = 1\ngoats = 3\ncaptures = 1\nopening = [\"A1\"]\n\
            lines = [\"A1 B1 C1\", \"A2 B2 C2\", \"A1 A2\", \"B1 B2\", \"C1 C2\"]\n\
            [[rows]]\npoints = [\"A1\", \"B1\", \"C1\"]\nx = [0, 1, 2]\ny = 0\n\
            [[rows]]\npoints = [\"A2\", \"B2\", \"C2\"]\nx = [0, 1, 2]\ny = 1\n";
        Game::from_toml(text).unwrap()
    }

    fn nodes(estimator: &Estimator<'_>, position: &Position, plies: u32) -> u64 {
        if plies == 0 {
            return 0;
        }
        let game = estimator.game;
        let mut moves = Vec::new();
        estimator.children(position, &mut moves);
        moves.iter().map(|&mv| 1 + nodes(estimator, &game.after(position, mv), plies - 1)).sum()
    }

    #[test]
    fn estimates_come_near_the_truth() {
        let game = tiny();
        let mut sizes = Vec::new();
        for successors in [Successors::All, Successors::SymmetryAvoiding, Successors::Inequivalent]
        {
            for end in [End::Game, End::WinAtHand] {
                let tree = Tree { successors, end, ..Tree::of_placement(&game) };
                let estimator = Estimator::new(&game, tree, 1);
                let truth = nodes(&estimator, &game.start(), tree.plies) as f64;
                let estimate = estimator.estimate(20_000, |_| {});
                assert!(estimate.deviation(truth).abs() < 3.5, "{estimate:?} {truth}");
                assert!(estimate.error < truth / 50.0, "{estimate:?}");
                sizes.push(truth);
            }
        }
        // The board is symmetric, and a win at hand saves a search.
        assert!(sizes[0] > sizes[4] && sizes[0] > sizes[1], "{sizes:?}");
    }

    #[test]
    fn children_are_inequivalent() {
        let game = Game::bagh_chal();
        let estimator = Estimator::new(game, Tree::of_placement(game), 1);
        let mut moves = Vec::new();
        estimator.children(&game.start(), &mut moves);
        assert_eq!(moves, game.inequivalent_moves(&game.start()).collect::<Vec<_>>());
    }

    #[test]
    fn the_placement_phase_takes_39_plies() {
        assert_eq!(Tree::of_placement(Game::bagh_chal()).plies, 39);
        assert_eq!(Tree::of_placement(Game::aadu_puli()).plies, 30);
    }

    #[test]
    fn threads_make_no_difference() {
        let game = Game::bagh_chal();
        let estimator = Estimator::new(game, Tree::of_placement(game), 4);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| estimator.estimate(3_500, |_| {}))
        };
        assert_eq!(with(1), with(3));
        assert_eq!(with(1).paths, 3_500);
    }

    #[test]
    fn errors_are_those_of_the_mean() {
        let estimate = Estimate::of([1.0, 2.0, 3.0, 4.0].into_iter());
        assert_eq!((estimate.paths, estimate.mean, estimate.largest), (4, 2.5, 4.0));
        assert!((estimate.error - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(estimate.deviation(2.5), 0.0);
    }
}
