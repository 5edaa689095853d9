//! Moves: making the legal ones, playing them, taking them back.

use crate::game::Game;
use crate::history::PlayError;
use crate::point::{Point, Points};
use crate::position::Position;
use crate::side::Side;

/// A move of either side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Move {
    /// A goat, or a tiger still in hand, is placed.
    Place {
        /// The empty point where it is placed.
        at: Point,
    },
    /// A piece slides along a line to an adjacent empty point.
    Slide {
        /// Where it stood.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// A tiger jumps over a goat and captures it.
    Jump {
        /// Where the tiger stood.
        from: Point,
        /// Where the goat stood.
        over: Point,
        /// Where the tiger lands.
        to: Point,
    },
}

impl Move {
    /// The point where the moving piece ends.
    #[inline]
    pub const fn to(self) -> Point {
        match self {
            Move::Place { at } => at,
            Move::Slide { to, .. } | Move::Jump { to, .. } => to,
        }
    }

    /// The point that the moving piece leaves, if it was on the board.
    #[inline]
    pub const fn from(self) -> Option<Point> {
        match self {
            Move::Place { .. } => None,
            Move::Slide { from, .. } | Move::Jump { from, .. } => Some(from),
        }
    }

    /// The point of the captured goat, if any.
    #[inline]
    pub const fn captured(self) -> Option<Point> {
        match self {
            Move::Jump { over, .. } => Some(over),
            _ => None,
        }
    }
}

impl Game {
    /// The legal moves of a position. There are none once the captures to win are reached.
    ///
    /// Whether the position is over for another reason is for [`Game::result`] to say; a position
    /// without legal moves always is.
    #[inline]
    pub fn moves<'g>(&'g self, position: &Position) -> Moves<'g> {
        Moves::new(self, position)
    }

    /// How many legal moves a position has, without making them.
    #[inline]
    pub fn move_count(&self, position: &Position) -> u64 {
        if position.captured >= self.captures() {
            return 0;
        }
        let empty = self.empty(position);
        let board = self.board();
        match position.turn {
            Side::Goat if position.goats_in_hand > 0 => empty.len() as u64,
            Side::Goat => {
                position.goats.iter().map(|p| (board.neighbours(p) & empty).len() as u64).sum()
            }
            Side::Tiger if self.tigers_in_hand(position) > 0 => empty.len() as u64,
            Side::Tiger => {
                let mut count = 0;
                for from in position.tigers {
                    let around = board.neighbours(from);
                    count += (around & empty).len() as u64;
                    for over in around & position.goats {
                        count += (board.landings(from, over) & empty).len() as u64;
                    }
                }
                count
            }
        }
    }

    /// Whether the side to move has any legal move.
    #[inline]
    pub fn can_move(&self, position: &Position) -> bool {
        self.moves(position).next().is_some()
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        self.moves(position).any(|m| m == mv)
    }

    /// The position after a legal move, which is not checked: see
    /// [`play_unchecked`](Game::play_unchecked).
    #[inline]
    #[must_use]
    pub fn after(&self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        self.play_unchecked(&mut next, mv);
        next
    }

    /// Plays a move, if it is legal; else the position stays as it is.
    ///
    /// ```
    /// use bagh::{Game, Move, PlayError};
    ///
    /// let game = Game::bagh_chal();
    /// let mut position = game.start();
    /// let corner = Move::Place { at: game.board().point("A1").unwrap() };
    /// assert_eq!(game.play(&mut position, corner), Err(PlayError::Illegal));
    /// assert_eq!(position, game.start());
    /// ```
    ///
    /// # Errors
    /// [`PlayError::Illegal`] if the rules do not allow the move here. Whether the game was over
    /// before is for [`History::play`](crate::History::play) to say.
    pub fn play(&self, position: &mut Position, mv: Move) -> Result<(), PlayError> {
        if !self.is_legal(position, mv) {
            return Err(PlayError::Illegal);
        }
        self.play_unchecked(position, mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, for searches and solvers. What an illegal one leads
    /// to is not defined, but no memory is at risk.
    #[inline]
    pub fn play_unchecked(&self, position: &mut Position, mv: Move) {
        match (position.turn, mv) {
            (Side::Goat, Move::Place { at }) => {
                position.goats |= at.set();
                position.goats_in_hand = position.goats_in_hand.wrapping_sub(1);
            }
            (Side::Tiger, Move::Place { at }) => position.tigers |= at.set(),
            (Side::Goat, Move::Slide { from, to }) => {
                position.goats = position.goats ^ from.set() ^ to.set();
            }
            (Side::Tiger, Move::Slide { from, to }) => {
                position.tigers = position.tigers ^ from.set() ^ to.set();
            }
            (_, Move::Jump { from, over, to }) => {
                position.tigers = position.tigers ^ from.set() ^ to.set();
                position.goats = position.goats.without(over.set());
                position.captured = position.captured.wrapping_add(1);
            }
        }
        position.turn = position.turn.other();
    }

    /// Takes back a move that was just played.
    #[inline]
    pub fn undo(&self, position: &mut Position, mv: Move) {
        position.turn = position.turn.other();
        match (position.turn, mv) {
            (Side::Goat, Move::Place { at }) => {
                position.goats = position.goats.without(at.set());
                position.goats_in_hand = position.goats_in_hand.wrapping_add(1);
            }
            (Side::Tiger, Move::Place { at }) => {
                position.tigers = position.tigers.without(at.set());
            }
            (Side::Goat, Move::Slide { from, to }) => {
                position.goats = position.goats ^ from.set() ^ to.set();
            }
            (Side::Tiger, Move::Slide { from, to }) => {
                position.tigers = position.tigers ^ from.set() ^ to.set();
            }
            (_, Move::Jump { from, over, to }) => {
                position.tigers = position.tigers ^ from.set() ^ to.set();
                position.goats |= over.set();
                position.captured = position.captured.wrapping_sub(1);
            }
        }
    }
}

/// The legal moves of a position, made one at a time, without allocation.
///
/// Pieces are taken in the order of their points; a tiger slides before it jumps.
#[derive(Clone, Debug)]
pub struct Moves<'g> {
    game: &'g Game,
    empty: Points,
    goats: Points,
    jumps: bool,
    /// Points where a piece can still be placed.
    places: Points,
    /// Pieces that have not moved yet.
    movers: Points,
    /// The piece that moves now, and what is left for it to do.
    from: Point,
    slides: Points,
    overs: Points,
    over: Point,
    landings: Points,
}

impl<'g> Moves<'g> {
    #[inline]
    fn new(game: &'g Game, position: &Position) -> Moves<'g> {
        let empty = game.empty(position);
        let none = Points::EMPTY;
        let (places, movers) = if position.captured >= game.captures() {
            (none, none)
        } else {
            match position.turn {
                Side::Goat if position.goats_in_hand > 0 => (empty, none),
                Side::Goat => (none, position.goats),
                Side::Tiger if game.tigers_in_hand(position) > 0 => (empty, none),
                Side::Tiger => (none, position.tigers),
            }
        };
        Moves {
            game,
            empty,
            goats: position.goats,
            jumps: position.turn == Side::Tiger,
            places,
            movers,
            from: Point::new(0),
            slides: none,
            overs: none,
            over: Point::new(0),
            landings: none,
        }
    }
}

impl Iterator for Moves<'_> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(at) = self.places.pop() {
            return Some(Move::Place { at });
        }
        let board = self.game.board();
        loop {
            if let Some(to) = self.slides.pop() {
                return Some(Move::Slide { from: self.from, to });
            }
            if let Some(to) = self.landings.pop() {
                return Some(Move::Jump { from: self.from, over: self.over, to });
            }
            if let Some(over) = self.overs.pop() {
                self.over = over;
                self.landings = board.landings(self.from, over) & self.empty;
                continue;
            }
            self.from = self.movers.pop()?;
            let around = board.neighbours(self.from);
            self.slides = around & self.empty;
            if self.jumps {
                self.overs = around & self.goats;
            }
        }
    }
}
