//! The rules once more, plainly: the slow twin that the fast code is compared with.
//!
//! Everything here is read off the lines of the board, a piece at a time, with lists and no bit
//! tricks. It shares no code with the fast rules, so that a test, or the verification of a table,
//! that compares the two means something.

use crate::game::Game;
use crate::moves::Move;
use crate::point::{Point, Points};
use crate::position::Position;
use crate::result::Outcome;
use crate::side::Side;

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Nothing.
    Empty,
    /// A tiger.
    Tiger,
    /// A goat.
    Goat,
}

/// A position as a list of pieces.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlainPosition {
    /// What stands on each point, in reading order.
    pub pieces: Vec<Piece>,
    /// Who moves.
    pub turn: Side,
    /// Tigers still to be placed.
    pub tigers_in_hand: usize,
    /// Goats still to be placed.
    pub goats_in_hand: usize,
    /// Goats captured.
    pub captured: usize,
}

impl PlainPosition {
    /// The plain form of a position.
    pub fn new(game: &Game, position: &Position) -> PlainPosition {
        let pieces: Vec<Piece> = (0..game.board().len())
            .map(|i| {
                if position.tigers().contains(Point::new(i)) {
                    Piece::Tiger
                } else if position.goats().contains(Point::new(i)) {
                    Piece::Goat
                } else {
                    Piece::Empty
                }
            })
            .collect();
        let tigers = pieces.iter().filter(|&&p| p == Piece::Tiger).count();
        PlainPosition {
            pieces,
            turn: position.turn(),
            tigers_in_hand: usize::from(game.tigers()) - tigers,
            goats_in_hand: usize::from(position.goats_in_hand()),
            captured: usize::from(position.captured()),
        }
    }

    /// Back to the compact form.
    pub fn position(&self) -> Position {
        let set = |piece: Piece| -> Points {
            let here = self.pieces.iter().enumerate().filter(|&(_, &p)| p == piece);
            here.map(|(i, _)| Point::new(i)).collect()
        };
        Position::from_parts(
            set(Piece::Tiger),
            set(Piece::Goat),
            self.turn,
            self.goats_in_hand as u8,
            self.captured as u8,
        )
    }

    /// The legal moves, in no particular order and without repetition.
    pub fn moves(&self, game: &Game) -> Vec<Move> {
        if self.captured >= usize::from(game.captures()) {
            return Vec::new();
        }
        let in_hand = match self.turn {
            Side::Tiger => self.tigers_in_hand,
            Side::Goat => self.goats_in_hand,
        };
        if in_hand > 0 {
            return (0..self.pieces.len())
                .filter(|&i| self.pieces[i] == Piece::Empty)
                .map(|i| Move::Place { at: Point::new(i) })
                .collect();
        }
        let mine = match self.turn {
            Side::Tiger => Piece::Tiger,
            Side::Goat => Piece::Goat,
        };
        let mut moves = Vec::new();
        for line in game.board().all_lines() {
            for direction in [line.to_vec(), line.iter().rev().copied().collect::<Vec<Point>>()] {
                for (i, &from) in direction.iter().enumerate() {
                    if self.at(from) != mine {
                        continue;
                    }
                    if let Some(&to) = direction.get(i + 1)
                        && self.at(to) == Piece::Empty
                    {
                        moves.push(Move::Slide { from, to });
                    }
                    if let (Side::Tiger, Some(&over), Some(&to)) =
                        (self.turn, direction.get(i + 1), direction.get(i + 2))
                        && self.at(over) == Piece::Goat
                        && self.at(to) == Piece::Empty
                    {
                        moves.push(Move::Jump { from, over, to });
                    }
                }
            }
        }
        moves.sort();
        moves.dedup();
        moves
    }

    /// The position after a move.
    pub fn after(&self, mv: Move) -> PlainPosition {
        let mut next = self.clone();
        let mine = match self.turn {
            Side::Tiger => Piece::Tiger,
            Side::Goat => Piece::Goat,
        };
        match mv {
            Move::Place { at } => {
                next.pieces[at.index()] = mine;
                match self.turn {
                    Side::Tiger => next.tigers_in_hand -= 1,
                    Side::Goat => next.goats_in_hand -= 1,
                }
            }
            Move::Slide { from, to } => {
                next.pieces[from.index()] = Piece::Empty;
                next.pieces[to.index()] = mine;
            }
            Move::Jump { from, over, to } => {
                next.pieces[from.index()] = Piece::Empty;
                next.pieces[over.index()] = Piece::Empty;
                next.pieces[to.index()] = Piece::Tiger;
                next.captured += 1;
            }
        }
        next.turn = self.turn.other();
        next
    }

    /// Who has won, if the position ends the game.
    pub fn winner(&self, game: &Game) -> Option<Outcome> {
        if self.captured >= usize::from(game.captures()) {
            return Some(Outcome::TigerWin);
        }
        self.moves(game).is_empty().then(|| Outcome::win(self.turn.other()))
    }

    fn at(&self, point: Point) -> Piece {
        self.pieces[point.index()]
    }
}
