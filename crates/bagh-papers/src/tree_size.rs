//! How large the tree of all play is: Knuth's estimator.
//!
//! A path from the root takes a child at random at every node. With `f₁, f₂, …` children on the
//! way, `f₁ + f₁f₂ + f₁f₂f₃ + …` is, on average over all paths, the number of nodes below the
//! root (D. E. Knuth, *Estimating the Efficiency of Backtrack Programs*, 1975).

use bagh::{Game, Move, Position, Side};
use bagh_evolve::Stream;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Which moves count as children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Successors {
    /// Every legal move.
    All,
    /// The moves of the symmetry-avoiding generator of the paper of 2009.
    SymmetryAvoiding,
    /// One of each set of moves that lead to equivalent positions.
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
    /// Whether captures count twice: a search that tries captures first, and then all moves, comes
    /// to what is behind a capture a second time.
    pub captures_first: bool,
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
        Tree { successors: Successors::Inequivalent, end: End::Game, plies, captures_first: false }
    }
}

/// How a path goes on from a node. Whichever it is, estimates are right on average; they differ in
/// how far single paths are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Walk {
    /// To any child, as in the paper.
    Any,
    /// To a child that has children itself; the others are counted without going there. So paths
    /// do not end early in a tree most of whose lines do.
    Alive,
}

/// Estimates the size of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Estimator<'g> {
    game: &'g Game,
    tree: Tree,
    walk: Walk,
    seed: u64,
}

impl<'g> Estimator<'g> {
    /// Paths that are followed by one thread at a stretch.
    pub const BATCH: u64 = 1_000;

    /// An estimator for a game.
    pub fn new(game: &'g Game, tree: Tree, walk: Walk, seed: u64) -> Estimator<'g> {
        Estimator { game, tree, walk, seed }
    }

    /// The estimate from this many paths. The same seed gives the same, for any number of threads;
    /// `done` hears of paths that are finished.
    pub fn estimate(&self, paths: u64, done: impl Fn(u64) + Sync) -> Estimate {
        let batches = self.batches(paths, done);
        batches.into_iter().reduce(Estimate::and).unwrap_or_default()
    }

    /// The same, and the estimates that groups of this many paths give: how far off an estimate from
    /// few paths may be. A group is a multiple of [`Estimator::BATCH`]; what is left over makes
    /// none.
    pub fn estimate_in_groups(
        &self,
        paths: u64,
        group: u64,
        done: impl Fn(u64) + Sync,
    ) -> (Estimate, Vec<Estimate>) {
        let of_group = usize::try_from(group / Self::BATCH).unwrap_or(usize::MAX).max(1);
        let batches = self.batches(paths, done);
        let groups = batches
            .chunks(of_group)
            .filter_map(|batches| batches.iter().copied().reduce(Estimate::and))
            .filter(|estimate| estimate.paths == group)
            .collect();
        (batches.into_iter().reduce(Estimate::and).unwrap_or_default(), groups)
    }

    fn batches(&self, paths: u64, done: impl Fn(u64) + Sync) -> Vec<Estimate> {
        (0..paths.div_ceil(Self::BATCH))
            .into_par_iter()
            .map(|batch| {
                let range = batch * Self::BATCH..((batch + 1) * Self::BATCH).min(paths);
                let count = range.end - range.start;
                let estimate = Estimate::of(range.map(|path| self.path(path)));
                done(count);
                estimate
            })
            .collect()
    }

    /// The size of the tree as one path shows it, the root left out.
    fn path(&self, number: u64) -> f64 {
        let game = self.game;
        let which = u64::from(game.captures());
        let mut stream = Stream::of_path(self.seed, which, number);
        let mut position = game.start();
        let (mut width, mut size) = (1.0, 0.0);
        let mut moves: Vec<Move> = Vec::new();
        for ply in 1..=self.tree.plies {
            self.children(&position, &mut moves);
            size += width * moves.len() as f64;
            if self.walk == Walk::Alive && ply < self.tree.plies {
                moves.retain(|&mv| self.has_children(&game.after(&position, mv)));
            }
            if moves.is_empty() {
                break;
            }
            width *= moves.len() as f64;
            game.play_unchecked(&mut position, moves[stream.below(moves.len() as u32) as usize]);
        }
        size
    }

    fn has_children(&self, position: &Position) -> bool {
        !self.is_cut(position) && self.game.moves(position).next().is_some()
    }

    /// Whether a line ends here although the game does not.
    fn is_cut(&self, position: &Position) -> bool {
        let left = self.game.captures() - position.captured().min(self.game.captures());
        self.tree.end == End::WinAtHand
            && left == 1
            && self.game.moves(position).any(|mv| mv.captured().is_some())
    }

    fn children(&self, position: &Position, moves: &mut Vec<Move>) {
        moves.clear();
        if self.is_cut(position) {
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
        if self.tree.captures_first {
            for index in 0..moves.len() {
                if moves[index].captured().is_some() {
                    moves.push(moves[index]);
                }
            }
        }
    }
}

/// An estimate with its error.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// How many paths it comes from.
    pub paths: u64,
    /// The mean: the estimated number of nodes.
    pub mean: f64,
    /// The standard error of the mean.
    #[serde(rename = "standard_error")]
    pub error: f64,
    /// The largest number that a single path gave.
    pub largest: f64,
}

impl Estimate {
    fn of(sizes: impl Iterator<Item = f64>) -> Estimate {
        let one = |size| Estimate { paths: 1, mean: size, error: 0.0, largest: size };
        sizes.map(one).reduce(Estimate::and).unwrap_or_default()
    }

    /// The estimate from the paths of both. Sums of squares of such numbers would lose all digits,
    /// so the deviations from the mean are put together (Chan, Golub and LeVeque, 1979).
    fn and(self, other: Estimate) -> Estimate {
        let (a, b) = (self.paths as f64, other.paths as f64);
        let paths = a + b;
        let off = other.mean - self.mean;
        let squares = self.squares() + other.squares() + off * off * a * b / paths;
        Estimate {
            paths: self.paths + other.paths,
            mean: self.mean + off * b / paths,
            error: (squares / (paths - 1.0) / paths).sqrt(),
            largest: self.largest.max(other.largest),
        }
    }

    /// The sum of the squares of the deviations from the mean.
    fn squares(&self) -> f64 {
        let paths = self.paths as f64;
        self.error * self.error * (paths - 1.0) * paths
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
            for (end, captures_first) in
                [(End::Game, false), (End::Game, true), (End::WinAtHand, false)]
            {
                let tree = Tree { successors, end, captures_first, ..Tree::of_placement(&game) };
                let mut errors = Vec::new();
                for walk in [Walk::Any, Walk::Alive] {
                    let estimator = Estimator::new(&game, tree, walk, 1);
                    let truth = nodes(&estimator, &game.start(), tree.plies) as f64;
                    let estimate = estimator.estimate(20_000, |_| {});
                    assert!(estimate.deviation(truth).abs() < 3.5, "{estimate:?} {truth}");
                    assert!(estimate.error < truth / 50.0, "{estimate:?}");
                    errors.push(estimate.error);
                    sizes.push(truth);
                }
                // Lines end early here, so that it pays to stay where they go on.
                assert!(errors[1] < errors[0], "{tree:?} {errors:?}");
            }
        }
        // The board is symmetric, captures can count twice, and a win at hand saves a search.
        assert!(sizes[0] > sizes[12] && sizes[2] > sizes[0] && sizes[0] > sizes[4], "{sizes:?}");
    }

    #[test]
    fn children_are_inequivalent() {
        let game = Game::bagh_chal();
        let estimator = Estimator::new(game, Tree::of_placement(game), Walk::Any, 1);
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
        let estimator = Estimator::new(game, Tree::of_placement(game), Walk::Any, 4);
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

    #[test]
    fn groups_make_up_the_whole() {
        let game = Game::bagh_chal();
        let estimator = Estimator::new(game, Tree::of_placement(game), Walk::Any, 4);
        let (whole, groups) = estimator.estimate_in_groups(5_500, 2_000, |_| {});
        assert_eq!(whole, estimator.estimate(5_500, |_| {}));
        assert_eq!(groups.iter().map(|group| group.paths).collect::<Vec<_>>(), [2_000, 2_000]);
        assert_eq!(groups[0], estimator.estimate(2_000, |_| {}));
        assert_ne!(groups[0].mean, groups[1].mean);
    }
}
