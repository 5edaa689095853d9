//! Whole games as text: tags, moves, comments, variations and the result.
//!
//! The format is described in `docs/NOTATION.md`. Reading back what was written gives the same
//! record.
//!
//! ```
//! use bagh::Game;
//! use bagh::record::Record;
//!
//! let text = "[Game \"bagh-chal\"]\n\n1. C1 E1D1 (1... A1B1 {too early}) 2. B1 *\n";
//! let record = Record::parse(Game::bagh_chal(), text).unwrap();
//! assert_eq!(record.main_line().count(), 3);
//! assert_eq!(Record::parse(Game::bagh_chal(), &record.to_text()).unwrap(), record);
//! ```

pub mod baghchal;
mod error;
mod lexer;
mod parse;
mod tags;
mod tree;
mod write;

pub use error::{RecordError, RecordProblem, ResultError, TagError};
pub use tree::{Node, NodeId};

use std::collections::HashMap;

use self::tags::Tags;
use crate::game::{Game, Phase, PositionError};
use crate::history::{History, PlayError, REPETITIONS};
use crate::moves::Move;
use crate::position::Position;
use crate::result::{GameResult, Outcome, Reason};

/// A game from its start to its end, with comments and variations.
///
/// Moves form a tree: the first move after each position is the one that was played, the others
/// are variations.
#[derive(Clone, Debug)]
pub struct Record {
    game: Game,
    tags: Tags,
    nodes: Vec<Node>,
    /// The last node of the main line.
    end: NodeId,
    /// How often each sliding position stood on the main line.
    seen: HashMap<Position, usize>,
    /// A result that the rules do not give, such as by resignation.
    declared: Option<(Outcome, Option<Reason>)>,
}

impl Record {
    /// A record of a game from its usual start.
    pub fn new(game: Game) -> Record {
        let start = game.start();
        Record::with_start(game, start)
    }

    /// A record of a game that begins in this position.
    pub fn from_position(game: Game, start: Position) -> Result<Record, PositionError> {
        game.check(&start)?;
        Ok(Record::with_start(game, start))
    }

    fn with_start(game: Game, start: Position) -> Record {
        let mut record = Record {
            game,
            tags: Tags::default(),
            nodes: vec![Node::root(start)],
            end: NodeId::ROOT,
            seen: HashMap::new(),
            declared: None,
        };
        record.note_position(start);
        record
    }

    /// The record of a game that was played.
    pub fn from_history(history: &History) -> Record {
        let mut record = Record::with_start(history.game().clone(), *history.start());
        for &mv in history.moves() {
            if record.add(record.end, mv).is_err() {
                break; // A history holds only legal moves, so that this does not happen.
            }
        }
        record
    }

    /// The main line as a game that can be played on.
    pub fn history(&self) -> History {
        let mut history = History::new(self.game.clone(), *self.start());
        for mv in self.main_line() {
            if history.play(mv).is_err() {
                break; // The record has checked its moves, so that this does not happen.
            }
        }
        history
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Position {
        self.nodes[0].position()
    }

    /// A node of the tree of moves.
    ///
    /// # Panics
    /// If the node belongs to another record.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The last node of the main line, which is the root while there is no move.
    pub fn end(&self) -> NodeId {
        self.end
    }

    /// The nodes of the main line, from the first move on.
    pub fn main_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.nodes[0].children().first().copied(), |id| {
            self.node(*id).children().first().copied()
        })
    }

    /// The moves that were played.
    pub fn main_line(&self) -> impl Iterator<Item = Move> + '_ {
        self.main_nodes().filter_map(|id| self.node(id).played())
    }

    /// Adds a move after a node: the move that was played, if it is the first there, or else a
    /// variation. A move that goes on with the main line takes back a declared result.
    ///
    /// # Panics
    /// If the node belongs to another record.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, PlayError> {
        let goes_on = parent == self.end;
        let before = *self.node(parent).position();
        let over = if goes_on { self.over() } else { self.game.result(&before) };
        if let Some(result) = over {
            return Err(PlayError::Over { reason: result.reason.sentence() });
        }
        if !self.game.is_legal(&before, mv) {
            return Err(PlayError::Illegal);
        }
        let id = NodeId::new(self.nodes.len());
        let after = self.game.after(&before, mv);
        let ply = self.node(parent).ply() + 1;
        self.nodes.push(Node::new(parent, mv, after, ply));
        self.nodes[parent.index()].children.push(id);
        if goes_on {
            self.end = id;
            self.declared = None;
            self.note_position(after);
        }
        Ok(id)
    }

    /// Comments on a move, or, at the root, on the whole game.
    ///
    /// # Panics
    /// If the node belongs to another record.
    pub fn comment(&mut self, node: NodeId, text: impl Into<String>) {
        self.nodes[node.index()].comments.push(text.into());
    }

    /// Comments on a variation, before its first move. On a move that begins no variation this
    /// comments on the move before.
    ///
    /// # Panics
    /// If the node belongs to another record.
    pub fn comment_before(&mut self, node: NodeId, text: impl Into<String>) {
        match self.node(node).parent() {
            Some(parent) if self.node(parent).children().first() == Some(&node) => {
                self.comment(parent, text);
            }
            Some(_) => self.nodes[node.index()].before.push(text.into()),
            None => self.comment(node, text),
        }
    }

    /// Who won, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.over().map(|r| r.outcome).or(self.declared.map(|(outcome, _)| outcome))
    }

    /// Why the game is over, if it is and if that is known.
    pub fn reason(&self) -> Option<Reason> {
        self.over().map(|r| r.reason).or(self.declared.and_then(|(_, reason)| reason))
    }

    /// The result that the rules give at the end of the main line.
    pub fn over(&self) -> Option<GameResult> {
        let position = self.node(self.end).position();
        self.game.result(position).or_else(|| {
            (self.seen.get(position).copied().unwrap_or(0) >= REPETITIONS)
                .then_some(GameResult { outcome: Outcome::Draw, reason: Reason::Repetition })
        })
    }

    /// Declares a result, such as a win by resignation, or takes it back. What the rules say of
    /// the last position cannot be denied.
    pub fn declare(
        &mut self,
        outcome: Option<Outcome>,
        reason: Option<Reason>,
    ) -> Result<(), ResultError> {
        if let Some(over) = self.over() {
            if outcome != Some(over.outcome) || reason.is_some_and(|r| r != over.reason) {
                return Err(ResultError::Denied {
                    found: error::words(outcome, reason),
                    expected: error::words(Some(over.outcome), Some(over.reason)),
                });
            }
            return Ok(());
        }
        let fits = match (outcome, reason) {
            (_, None) | (Some(Outcome::Draw), Some(Reason::Agreement)) => true,
            (Some(outcome), Some(Reason::Resignation)) => outcome != Outcome::Draw,
            _ => false,
        };
        if !fits {
            return Err(ResultError::NotSo { found: error::words(outcome, reason) });
        }
        self.declared = outcome.map(|outcome| (outcome, reason));
        Ok(())
    }

    /// Repetition counts from the first sliding position on.
    fn note_position(&mut self, position: Position) {
        if self.game.phase(&position) == Phase::Sliding {
            *self.seen.entry(position).or_default() += 1;
        }
    }
}

impl PartialEq for Record {
    /// Whether the game has the same name and captures to win, and all else is the same.
    fn eq(&self, other: &Record) -> bool {
        self.game.name() == other.game.name()
            && self.game.captures() == other.game.captures()
            && self.tags == other.tags
            && self.declared == other.declared
            && tree::same(&self.nodes, &other.nodes)
    }
}

impl Eq for Record {}
