//! How many positions a game has, without looking at one of them.
//!
//! By the lemma of Burnside the number of things up to symmetry is the mean, over the symmetries,
//! of the number of things that the symmetry keeps. A symmetry keeps a board image if the points
//! of each of its cycles hold the same: all a tiger, all a goat, or nothing. So the images with
//! `t` tigers and `g` goats that it keeps are the coefficient of `x^t y^g` in the product, over its
//! cycles, of `1 + x^l + y^l`, with `l` the length of the cycle.
//!
//! # What the 3,316,529,500 board images of the placement phase are
//! The papers on Bagh Chal give this number for their space S₀. It is [`placement_images`]: the sum
//! of the images with 4 tigers and 1, 2, … 20 goats. It counts what the board shows: not who moves,
//! not how many goats are in hand, not how many were captured. The 1,666 images without a goat are
//! left out, the boards with all 20 goats, with which the placement phase is over, are counted.
//! The number of positions is another: see [`classes`].

use bagh::{Board, Game, Opening, Phase, Points, Side};
use rayon::prelude::*;

use crate::parts::Part;
use crate::rank::{Ranking, binomial};

/// The largest number of boards that [`enumerated_images`] looks at.
const FEASIBLE: u64 = 300_000_000;

/// Tiger placements up to symmetry.
pub fn tiger_placements(game: &Game) -> u128 {
    images(game.board(), usize::from(game.tigers()), 0)
}

/// Board images with this many tigers and goats, up to symmetry.
///
/// ```
/// use bagh::Game;
/// use bagh_tables::burnside;
///
/// let board = Game::bagh_chal().board();
/// assert_eq!(burnside::images(board, 4, 20), 33_481);
/// assert_eq!(burnside::images(board, 4, 16), 32_188_170);
/// ```
pub fn images(board: &Board, tigers: usize, goats: usize) -> u128 {
    images_by_goats(board, tigers).get(goats).copied().unwrap_or(0)
}

/// Board images with this many tigers and 0, 1, 2, … goats, up to symmetry, as many as there is
/// room for.
pub fn images_by_goats(board: &Board, tigers: usize) -> Vec<u128> {
    let Some(most) = board.len().checked_sub(tigers) else { return Vec::new() };
    let mut sums = vec![0; most + 1];
    for symmetry in board.symmetries() {
        for (sum, kept) in sums.iter_mut().zip(kept(&symmetry.cycle_lengths(), tigers, most)) {
            *sum += kept;
        }
    }
    let order = board.symmetries().len() as u128;
    debug_assert!(sums.iter().all(|sum| sum % order == 0));
    sums.iter().map(|sum| sum / order).collect()
}

/// Boards with this many tigers and goats that a symmetry with cycles of these lengths keeps.
pub fn kept_images(cycles: &[usize], tigers: usize, goats: usize) -> u128 {
    kept(cycles, tigers, goats)[goats]
}

/// Board images that a symmetry with these cycles keeps, for 0 … `most` goats.
fn kept(cycles: &[usize], tigers: usize, most: usize) -> Vec<u128> {
    // coefficients[t][g], of the product over the cycles so far.
    let mut coefficients = vec![vec![0u128; most + 1]; tigers + 1];
    coefficients[0][0] = 1;
    for &length in cycles {
        // Downwards, so that each cycle is taken once.
        for t in (0..=tigers).rev() {
            for g in (0..=most).rev() {
                let with_tigers = t.checked_sub(length).map_or(0, |t| coefficients[t][g]);
                let with_goats = g.checked_sub(length).map_or(0, |g| coefficients[t][g]);
                coefficients[t][g] += with_tigers + with_goats;
            }
        }
    }
    coefficients.swap_remove(tigers)
}

/// Board images of the placement phase, as the papers count them: with all tigers, and one goat to
/// all of them on the board. The page of this module says what that number leaves out.
pub fn placement_images(game: &Game) -> u128 {
    let images = images_by_goats(game.board(), usize::from(game.tigers()));
    images.iter().skip(1).take(usize::from(game.goats())).sum()
}

/// A class of positions: those that agree in everything but where the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// The phase of the game.
    pub phase: Phase,
    /// Who moves.
    pub turn: Side,
    /// Tigers on the board.
    pub tigers: u8,
    /// Goats placed so far.
    pub placed: u8,
    /// Goats captured so far.
    pub captured: u8,
    /// Positions up to symmetry.
    pub positions: u128,
}

impl Class {
    /// Goats on the board.
    pub fn goats(&self) -> u8 {
        self.placed - self.captured
    }

    /// The part of the solution that the class belongs to.
    pub fn part(&self, game: &Game) -> Part {
        match self.phase {
            _ if self.tigers < game.tigers() => Part::Opening,
            Phase::Placement => Part::Placement { placed: self.placed },
            Phase::Sliding => Part::Sliding { captured: self.captured },
        }
    }
}

/// All classes that a game can come to before it is won by captures, in the order of play: first
/// those with tigers in hand, then the placement phase, then the sliding phase.
///
/// A class has every arrangement of its pieces, whether play can come to that one or not. The
/// number of goats captured while `p` are placed runs up to `p` if Goat is to move, and up to
/// `p − 1` if Tiger is, since the goat that was placed last still stands.
pub fn classes(game: &Game) -> Vec<Class> {
    let mut classes = opening_classes(game);
    let images = images_by_goats(game.board(), usize::from(game.tigers()));
    let mut add = |phase, turn, placed: u8, captured: u8| {
        let positions = images.get(usize::from(placed - captured)).copied().unwrap_or(0);
        classes.push(Class { phase, turn, tigers: game.tigers(), placed, captured, positions });
    };
    let most_captured = game.captures() - 1;
    let first = goats_before_all_tigers(game);
    for placed in first..game.goats() {
        if let Some(most) = (placed - first).checked_sub(1) {
            for captured in 0..=most.min(most_captured) {
                add(Phase::Placement, Side::Tiger, placed, captured);
            }
        }
        for captured in 0..=(placed - first).min(most_captured) {
            add(Phase::Placement, Side::Goat, placed, captured);
        }
    }
    for captured in 0..=most_captured {
        for turn in [Side::Tiger, Side::Goat] {
            add(Phase::Sliding, turn, game.goats(), captured);
        }
    }
    classes
}

/// Goats that are placed before the last tiger is.
fn goats_before_all_tigers(game: &Game) -> u8 {
    match game.opening() {
        Opening::Fixed(_) => 0,
        Opening::Placed => (game.tigers() - 1).min(game.goats()),
    }
}

/// The classes with tigers in hand: after each tiger a goat is placed, and nothing moves.
fn opening_classes(game: &Game) -> Vec<Class> {
    if *game.opening() != Opening::Placed {
        return Vec::new();
    }
    let class = |tigers: u8, placed: u8, turn| Class {
        phase: Phase::Placement,
        turn,
        tigers,
        placed,
        captured: 0,
        positions: images(game.board(), usize::from(tigers), usize::from(placed)),
    };
    let mut classes = Vec::new();
    for tigers in 0..game.tigers() {
        if tigers > 0 && tigers <= game.goats() {
            classes.push(class(tigers, tigers - 1, Side::Goat));
        }
        classes.push(class(tigers, tigers.min(game.goats()), Side::Tiger));
    }
    classes
}

/// Board images counted by looking at every one, to compare [`images`] with; `None` where there
/// are too many to look at.
pub fn enumerated_images(board: &Board, tigers: usize, goats: usize) -> Option<u128> {
    let (points, tigers, goats) = (board.len() as u32, tigers as u32, goats as u32);
    let free = points.checked_sub(tigers)?;
    let boards = u128::from(binomial(points, tigers)) * u128::from(binomial(free, goats));
    // Subsets are numbered up to 31 points.
    if boards > u128::from(FEASIBLE) || points > 31 {
        return None;
    }
    if goats > free {
        return Some(0);
    }
    let herds = Ranking::new(free, goats).subsets();
    let count = |&tigers: &u32| {
        let herds = herds.iter().map(|&herd| crate::space::spread(herd, tigers));
        herds.filter(|&herd| is_first(board, tigers, herd)).count() as u128
    };
    Some(Ranking::new(points, tigers).subsets().par_iter().map(count).sum())
}

/// Whether no symmetry leads to a board that comes before this one.
fn is_first(board: &Board, tigers: u32, goats: u32) -> bool {
    let (t, g) = (Points::from_bits(tigers), Points::from_bits(goats));
    board.symmetries().iter().all(|symmetry| {
        let image = symmetry.points(t).bits();
        image > tigers || (image == tigers && symmetry.points(g).bits() >= goats)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::Space;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions};

    #[test]
    fn published_numbers_of_bagh_chal() {
        let game = Game::bagh_chal();
        assert_eq!(tiger_placements(game), 1_666);
        let images = images_by_goats(game.board(), 4);
        assert_eq!(images[16..=20], [32_188_170, 9_469_965, 2_105_695, 333_175, 33_481]);
        assert_eq!(placement_images(game), 3_316_529_500);
        assert_eq!(images[1..=20].iter().sum::<u128>(), 3_316_529_500);
        let sum = |phase| -> u128 {
            classes(game).iter().filter(|c| c.phase == phase).map(|c| c.positions).sum()
        };
        assert_eq!(sum(Phase::Sliding), 88_260_972);
        assert_eq!(sum(Phase::Placement), 33_047_412_750);
    }

    #[test]
    fn enumeration_agrees() {
        let board = Game::bagh_chal().board();
        for goats in [0, 1, 2, 3, 18, 19, 20, 21] {
            assert_eq!(enumerated_images(board, 4, goats), Some(images(board, 4, goats)));
        }
        assert_eq!(enumerated_images(board, 4, 10), None);
        assert_eq!(images(board, 4, 22), 0);
        assert_eq!(images(board, 26, 0), 0);
        let board = Game::aadu_puli().board();
        for goats in 0..=4 {
            assert_eq!(enumerated_images(board, 3, goats), Some(images(board, 3, goats)));
        }
        for game in small_games(100, 5..=9, 7) {
            let board = game.board();
            for tigers in 0..=board.len() {
                for goats in 0..=board.len() - tigers {
                    let expected = Some(images(board, tigers, goats));
                    assert_eq!(enumerated_images(board, tigers, goats), expected);
                }
            }
            let blocks = Space::new(&game).unwrap().blocks() as u128;
            assert_eq!(tiger_placements(&game), blocks);
        }
    }

    /// The solver counts its positions itself: class by class it finds as many.
    #[test]
    fn the_solver_finds_as_many() {
        for game in small_games(40, 5..=8, 11) {
            let folder = Folder::new();
            let solved =
                crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let rows: Vec<_> = solved.manifest.parts.iter().flat_map(|p| &p.census).collect();
            let classes = classes(&game);
            for row in rows {
                let images = images_by_goats(game.board(), usize::from(game.tigers()));
                let expected = images[usize::from(row.placed - row.captured)];
                assert_eq!(u128::from(row.positions()), expected, "{row:?}");
                let class = classes.iter().find(|c| {
                    c.tigers == game.tigers()
                        && (c.placed, c.captured, c.turn) == (row.placed, row.captured, row.turn)
                });
                assert!(class.is_none_or(|c| c.positions == expected), "{class:?}");
            }
        }
    }

    /// Tigers that are placed one by one: tigers and goats on the board, and who moves.
    #[test]
    fn classes_follow_the_opening() {
        let game = Game::aadu_puli();
        let opening: Vec<_> = classes(game)
            .iter()
            .filter(|c| c.part(game) == Part::Opening)
            .map(|c| (c.tigers, c.goats(), c.turn))
            .collect();
        let (tiger, goat) = (Side::Tiger, Side::Goat);
        let expected = [(0, 0, tiger), (1, 0, goat), (1, 1, tiger), (2, 1, goat), (2, 2, tiger)];
        assert_eq!(opening, expected);
        let after: Vec<_> = classes(game)
            .iter()
            .filter(|c| c.part(game) != Part::Opening)
            .take(4)
            .map(|c| (c.placed, c.captured, c.turn))
            .collect();
        assert_eq!(after, [(2, 0, goat), (3, 0, tiger), (3, 0, goat), (3, 1, goat)]);
    }
}
