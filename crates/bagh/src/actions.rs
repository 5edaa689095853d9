//! Moves as numbers, for programs that learn.

use crate::board::Board;
use crate::moves::Move;
use crate::point::{MAX_POINTS, Point};
use crate::symmetry::Symmetry;

/// A number for every move that the lines of a board allow, whatever the position.
///
/// First the placements, by point; then the slides, by the point that is left and the point that is
/// reached; then the jumps, by the point that is left, the point that is jumped over and the point
/// that is reached. Points count in reading order.
///
/// ```
/// use bagh::{ActionSpace, Game};
///
/// let game = Game::bagh_chal();
/// let actions = ActionSpace::new(game.board());
/// assert_eq!(actions.len(), 25 + 112 + 80);
/// let mv = actions.mv(25).unwrap(); // The first slide: from A1 to B1.
/// assert_eq!(mv.from(), game.board().point("A1"));
/// assert_eq!(actions.number(mv), Some(25));
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    moves: Vec<Move>,
    /// The number of each slide.
    slides: Box<[[u16; MAX_POINTS]; MAX_POINTS]>,
    /// The number of the first jump from a point over another.
    jumps: Box<[[u16; MAX_POINTS]; MAX_POINTS]>,
}

/// No move has this number.
const NONE: u16 = u16::MAX;

impl ActionSpace {
    /// The actions of a board.
    pub fn new(board: &Board) -> ActionSpace {
        let mut moves: Vec<Move> = board.all().iter().map(|at| Move::Place { at }).collect();
        let mut slides = Box::new([[NONE; MAX_POINTS]; MAX_POINTS]);
        let mut jumps = Box::new([[NONE; MAX_POINTS]; MAX_POINTS]);
        for from in board.all() {
            for to in board.neighbours(from) {
                slides[from.index()][to.index()] = moves.len() as u16;
                moves.push(Move::Slide { from, to });
            }
        }
        for from in board.all() {
            for over in board.neighbours(from) {
                let landings = board.landings(from, over);
                if !landings.is_empty() {
                    jumps[from.index()][over.index()] = moves.len() as u16;
                }
                moves.extend(landings.iter().map(|to| Move::Jump { from, over, to }));
            }
        }
        ActionSpace { moves, slides, jumps }
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no action; never so for a board that was read from a file.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// All moves, in the order of their numbers.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The move with this number.
    pub fn mv(&self, number: usize) -> Option<Move> {
        self.moves.get(number).copied()
    }

    /// The number of a move; `None` if the lines of the board do not allow it.
    #[inline]
    pub fn number(&self, mv: Move) -> Option<usize> {
        let (first, step) = match mv {
            Move::Place { at } => (at.index(), 0),
            Move::Slide { from, to } => (usize::from(self.slides[from.index()][to.index()]), 0),
            Move::Jump { from, over, to } => {
                let first = usize::from(self.jumps[from.index()][over.index()]);
                // Mostly a jump from one point over another can only end in one place.
                let rest = self.moves.get(first..).unwrap_or_default();
                (first, rest.iter().position(|other| other.to() == to)?)
            }
        };
        let number = first + step;
        (self.moves.get(number) == Some(&mv)).then_some(number)
    }

    /// Where a symmetry of the board takes every action: entry `i` is the number of the image of
    /// action `i`.
    pub fn images(&self, symmetry: &Symmetry) -> Vec<usize> {
        let point = |point: Point| symmetry.point(point);
        let image = |mv: &Move| match *mv {
            Move::Place { at } => Move::Place { at: point(at) },
            Move::Slide { from, to } => Move::Slide { from: point(from), to: point(to) },
            Move::Jump { from, over, to } => {
                Move::Jump { from: point(from), over: point(over), to: point(to) }
            }
        };
        let number = |mv| self.number(image(mv)).expect("symmetries keep adjacency and jumps");
        self.moves.iter().map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    #[test]
    fn numbers_and_moves_correspond() {
        for name in Game::names() {
            let game = Game::by_name(name).unwrap();
            let actions = ActionSpace::new(game.board());
            for (number, &mv) in actions.moves().iter().enumerate() {
                assert_eq!(actions.number(mv), Some(number), "{name} {mv:?}");
            }
            assert_eq!(actions.mv(actions.len()), None);
            let mut sorted = actions.moves().to_vec();
            sorted.sort();
            assert_eq!(sorted, actions.moves(), "{name}");
        }
    }

    #[test]
    fn moves_off_the_lines_have_no_number() {
        let board = Game::bagh_chal().board();
        let actions = ActionSpace::new(board);
        let point = |name| board.point(name).unwrap();
        assert_eq!(actions.number(Move::Slide { from: point("A1"), to: point("C1") }), None);
        let jump = Move::Jump { from: point("A1"), over: point("B1"), to: point("D1") };
        assert_eq!(actions.number(jump), None);
        assert_eq!(actions.number(Move::Place { at: Point::new(25) }), None);
    }

    #[test]
    fn symmetries_permute_actions_as_they_permute_games() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let actions = ActionSpace::new(game.board());
            for symmetry in game.board().symmetries() {
                let images = actions.images(symmetry);
                let mut position = game.start();
                for ply in 0..30 {
                    let seen = position.transformed(symmetry);
                    let moves: Vec<Move> = game.moves(&position).collect();
                    let mut here: Vec<usize> =
                        moves.iter().map(|&mv| images[actions.number(mv).unwrap()]).collect();
                    let mut there: Vec<usize> =
                        game.moves(&seen).map(|mv| actions.number(mv).unwrap()).collect();
                    here.sort_unstable();
                    there.sort_unstable();
                    assert_eq!(here, there);
                    let Some(&mv) = moves.get(ply * 5 % moves.len().max(1)) else { break };
                    position = game.after(&position, mv);
                }
            }
        }
    }
}
