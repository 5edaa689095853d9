//! A game as it is played: positions, moves, and draws by repetition.

use thiserror::Error;

use crate::game::{Game, Phase};
use crate::moves::Move;
use crate::position::Position;
use crate::result::{GameResult, Outcome, Reason};

/// How often a sliding position must stand to make a draw.
pub const REPETITIONS: usize = 3;

/// A game from some position on, with every move played so far.
///
/// ```
/// use bagh::{Game, History};
///
/// let game = Game::bagh_chal();
/// let mut history = History::new(game.clone(), game.start());
/// let first = game.moves(history.position()).next().unwrap();
/// history.play(first).unwrap();
/// assert_eq!(history.len(), 1);
/// assert_eq!(history.undo(), Some(first));
/// ```
#[derive(Clone, Debug)]
pub struct History {
    game: Game,
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl History {
    /// A game that begins in this position.
    pub fn new(game: Game, start: Position) -> History {
        History { game, positions: vec![start], moves: Vec::new() }
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a history has a first position")
    }

    /// The position in which this game began.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The positions before the one now, the first one first.
    pub fn before(&self) -> &[Position] {
        &self.positions[..self.positions.len() - 1]
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays a move, if it is legal and the game is not over.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(result) = self.result() {
            return Err(PlayError::Over { reason: result.reason.sentence() });
        }
        if !self.game.is_legal(self.position(), mv) {
            return Err(PlayError::Illegal);
        }
        self.positions.push(self.game.after(self.position(), mv));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the position now has stood in this game, counting now.
    pub fn occurrences(&self) -> usize {
        self.positions.iter().filter(|&p| p == self.position()).count()
    }

    /// The result, if the game is over by the rules.
    pub fn result(&self) -> Option<GameResult> {
        self.game.result(self.position()).or_else(|| {
            (self.game.phase(self.position()) == Phase::Sliding
                && self.occurrences() >= REPETITIONS)
                .then_some(GameResult { outcome: Outcome::Draw, reason: Reason::Repetition })
        })
    }
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game has ended.
    #[error("the game is over: {reason}")]
    Over {
        /// A sentence that says why it ended.
        reason: &'static str,
    },
    /// The rules do not allow the move here.
    #[error("this move is not legal here")]
    Illegal,
}
