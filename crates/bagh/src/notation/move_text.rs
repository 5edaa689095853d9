//! Moves as text.

use thiserror::Error;

use super::words::{Words, WordsError};
use crate::game::Game;
use crate::moves::Move;
use crate::point::Point;
use crate::position::Position;
use crate::side::Side;
use crate::text::shorten;

/// How many legal moves an error lists.
const LISTED: usize = 6;

impl Game {
    /// A move as OBX writes it, without the `m`: `C1`, `E1D1`.
    ///
    /// A capture is written like a slide, and the captured goat is named, as in `A1C1(B1)`, only
    /// where the two points could mean another legal move.
    pub fn move_text(&self, position: &Position, mv: Move) -> String {
        let name = |point: Point| self.point_name(point);
        let Some(from) = mv.from() else {
            return name(mv.to()).to_owned();
        };
        let mut text = format!("{}{}", name(from), name(mv.to()));
        if let Some(over) = mv.captured() {
            let same = |m: &Move| m.from() == Some(from) && m.to() == mv.to() && *m != mv;
            if self.moves(position).any(|m| same(&m)) {
                text.push_str(&format!("({})", name(over)));
            }
        }
        text
    }

    /// Reads a legal move, in either case: `C1`, `A1B1`, `A1-B1`, `A1xC1`, `A1C1(B1)`, with or
    /// without an `m` in front.
    ///
    /// ```
    /// use bagh::Game;
    ///
    /// let game = Game::bagh_chal();
    /// let mut position = game.start();
    /// for text in ["b1", "A1xC1", "D1"] {
    ///     let mv = game.parse_move(&position, text).unwrap();
    ///     game.play(&mut position, mv).unwrap();
    /// }
    /// let error = game.parse_move(&position, "C1A1(B1)").unwrap_err();
    /// assert!(error.to_string().contains("no goat on B1"), "{error}");
    /// ```
    pub fn parse_move(&self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        self.find_move(position, text).map_err(|problem| {
            let moves = self.moves(position);
            MoveTextError {
                text: shorten(text).into(),
                problem,
                legal: moves.take(LISTED).map(|m| self.move_text(position, m)).collect(),
                more: (self.move_count(position) as usize).saturating_sub(LISTED),
            }
        })
    }

    fn find_move(&self, position: &Position, text: &str) -> Result<Move, MoveProblem> {
        let words = Words::read(self.board(), text).map_err(|error| match error {
            WordsError::Shape => MoveProblem::Shape,
            WordsError::Unknown(name) => MoveProblem::UnknownPoint(name),
        })?;
        let mut meant: Vec<Move> = self
            .moves(position)
            .filter(|m| {
                m.from() == words.from
                    && m.to() == words.to
                    && (words.over.is_none() || m.captured() == words.over)
                    && (!words.capture || m.captured().is_some())
            })
            .collect();
        // Two points alone mean the slide, if there is one: see `move_text`.
        if meant.len() > 1
            && words.over.is_none()
            && !words.capture
            && let Some(&slide) = meant.iter().find(|m| m.captured().is_none())
        {
            meant = vec![slide];
        }
        match meant[..] {
            [mv] => Ok(mv),
            [] => Err(self.why_not(position, &words)),
            [mv, ..] => Err(MoveProblem::Ambiguous(self.move_text(position, mv))),
        }
    }

    /// Why no legal move has these points.
    fn why_not(&self, position: &Position, words: &Words) -> MoveProblem {
        let name = |point: Point| self.point_name(point).to_owned();
        if !self.can_move(position) {
            return MoveProblem::Over;
        }
        let side = position.turn();
        let (own, in_hand) = match side {
            Side::Tiger => (position.tigers(), self.tigers_in_hand(position)),
            Side::Goat => (position.goats(), position.goats_in_hand()),
        };
        let Some(from) = words.from else {
            return if in_hand == 0 {
                MoveProblem::NothingToPlace(side)
            } else {
                MoveProblem::Occupied(name(words.to))
            };
        };
        if in_hand > 0 {
            return MoveProblem::StillToPlace { side, in_hand };
        }
        if !position.occupied().contains(from) {
            return MoveProblem::NothingThere(name(from));
        }
        if !own.contains(from) {
            return MoveProblem::NotYours { side, point: name(from) };
        }
        if position.occupied().contains(words.to) {
            return MoveProblem::Occupied(name(words.to));
        }
        let board = self.board();
        let (from_name, to_name) = (name(from), name(words.to));
        let jumps = board.neighbours(from).iter().filter(|&o| {
            board.landings(from, o).contains(words.to) && words.over.is_none_or(|over| over == o)
        });
        let jumped: Vec<Point> = jumps.collect();
        if side == Side::Goat && (words.capture || words.over.is_some() || !jumped.is_empty()) {
            return MoveProblem::GoatsDoNotJump;
        }
        match (jumped.first(), words.over) {
            (Some(&over), _) => MoveProblem::NoGoatBetween(name(over)),
            (None, Some(over)) => {
                MoveProblem::NotBetween { from: from_name, to: to_name, over: name(over) }
            }
            (None, None) if words.capture => MoveProblem::NoJump { from: from_name, to: to_name },
            (None, None) => MoveProblem::NotAdjacent { from: from_name, to: to_name },
        }
    }
}

/// A text that is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {text:?}: {problem}{}", self.legal_here())]
pub struct MoveTextError {
    text: Box<str>,
    problem: MoveProblem,
    legal: Box<[String]>,
    more: usize,
}

impl MoveTextError {
    /// What is wrong.
    pub fn problem(&self) -> &MoveProblem {
        &self.problem
    }

    /// A few legal moves.
    pub fn legal(&self) -> &[String] {
        &self.legal
    }

    fn legal_here(&self) -> String {
        match (self.legal.is_empty(), self.more) {
            (true, _) => String::new(),
            (false, 0) => format!("; legal here: {}", self.legal.join(", ")),
            (false, more) => {
                format!("; legal here: {} and {more} more", self.legal.join(", "))
            }
        }
    }
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveProblem {
    /// The text does not look like a move.
    #[error("expected a point to place on, such as C1, or two points, such as A1B1")]
    Shape,
    /// The board has no such point.
    #[error("no point is called {0}")]
    UnknownPoint(String),
    /// The side to move has no legal move left.
    #[error("the game is over, no move is legal")]
    Over,
    /// Something stands where the piece should go.
    #[error("{0} is occupied, expected an empty point")]
    Occupied(String),
    /// A single point, though all pieces are placed.
    #[error("no {0} is left to place, expected two points, such as A1B1")]
    NothingToPlace(Side),
    /// Two points, though pieces are still in hand.
    #[error(
        "the {side}s may not move yet, {in_hand} {} still to be placed; expected one point",
        if *in_hand == 1 { "is" } else { "are" }
    )]
    StillToPlace {
        /// The side to move.
        side: Side,
        /// How many pieces it must place first.
        in_hand: u8,
    },
    /// The point to move from is empty.
    #[error("nothing stands on {0}")]
    NothingThere(String),
    /// The piece belongs to the other side.
    #[error("the piece on {point} is not yours, expected a {side}")]
    NotYours {
        /// The side to move.
        side: Side,
        /// The point of the other side's piece.
        point: String,
    },
    /// No line leads from one point to the next.
    #[error("{from} and {to} are not adjacent")]
    NotAdjacent {
        /// Where the piece stands.
        from: String,
        /// Where it should go.
        to: String,
    },
    /// An `x` between points that no jump joins.
    #[error("no jump leads from {from} to {to}")]
    NoJump {
        /// Where the tiger stands.
        from: String,
        /// Where it should land.
        to: String,
    },
    /// A jump without a goat to capture.
    #[error("a jump needs a goat to capture, but there is no goat on {0}")]
    NoGoatBetween(String),
    /// The named goat is not on the way.
    #[error("no jump from {from} to {to} leads over {over}")]
    NotBetween {
        /// Where the tiger stands.
        from: String,
        /// Where it should land.
        to: String,
        /// The goat that the text names.
        over: String,
    },
    /// A goat that should jump.
    #[error("goats do not jump, expected a slide to an adjacent point")]
    GoatsDoNotJump,
    /// The points fit more than one capture.
    #[error("more than one capture has these points; name the goat, as in {0}")]
    Ambiguous(String),
}
