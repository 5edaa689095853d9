//! The walk forward: the selective player's choices, and every position that they lead to.
//!
//! Positions of one ply are a sorted set up to symmetry. Where the selective player is to move,
//! each of them gets a choice; where its opponent is, each is followed by all its moves. So a
//! certificate needs no positions: the sets follow from the choices.

use std::collections::HashSet;
use std::sync::Mutex;

use bagh::{Game, Move, Position, Side};

use crate::answers::Answers;
use crate::claim::Aim;
use crate::cover::Cover;
use crate::database::Database;
use crate::error::ProofError;
use crate::ground::Ground;
use crate::paths::{Path, Paths, SHAPES, Scratch};
use crate::questions::Question;
use crate::search::Search;
use crate::sets::{Ply, expanded, key_of};

/// Legal moves in the order in which certificates number them.
pub fn numbered_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = game.moves(position).collect();
    moves.sort_unstable();
    moves
}

/// What selective tigers think of captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Captures {
    /// A capture is a move like any other.
    #[default]
    Any,
    /// They capture only where nothing else holds the claim.
    Last,
    /// They capture wherever the claim allows it.
    First,
}

impl Captures {
    /// From its number in a certificate.
    pub(crate) fn from_number(number: u8) -> Option<Captures> {
        [Captures::Any, Captures::Last, Captures::First].get(usize::from(number)).copied()
    }
}

/// A step of the walk.
pub struct Walk<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its index space.
    pub ground: &'a Ground,
    /// What is claimed.
    pub aim: &'a Aim,
    /// The search, for positions before the databases.
    pub search: &'a Search<'a>,
    /// What selective tigers think of captures.
    pub captures: Captures,
    /// How far the walk is.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Walk<'_> {
    fn side(&self) -> Side {
        self.aim.claim.side
    }

    /// Whether a position at this ply is settled in favour of the claim; an error if against it.
    pub fn is_won(&self, position: &Position, ply: Ply) -> Result<bool, ProofError> {
        let settled = self.aim.settled(position.captured(), ply.number).or_else(|| {
            (!self.game.can_move(position)).then(|| self.aim.when_stuck(position.turn()))
        });
        match settled {
            None => Ok(false),
            Some(reached) if reached == (self.side() == Side::Tiger) => Ok(true),
            Some(_) => Err(ProofError::Broken("a choice leads to a loss")),
        }
    }

    /// All positions that the opponent's moves lead to.
    pub fn exhaust(&self, keys: &[u64], ply: Ply) -> Result<Vec<u64>, ProofError> {
        let next = ply.next();
        let expand = |_, key, out: &mut Vec<u64>| {
            let position = ply.position(self.game, key);
            for mv in self.game.moves(&position) {
                let after = self.game.after(&position, mv);
                if !self.is_won(&after, next)? {
                    out.push(key_of(&self.game.canonical(&after)));
                }
            }
            Ok(())
        };
        expanded(keys, expand, self.progress)
    }

    /// Positions that the choices lead to.
    pub fn follow(&self, keys: &[u64], ply: Ply, choices: &[u8]) -> Result<Vec<u64>, ProofError> {
        let next = ply.next();
        let expand = |number: usize, key, out: &mut Vec<u64>| {
            let position = ply.position(self.game, key);
            let mv = numbered_moves(self.game, &position)[usize::from(choices[number])];
            let after = self.game.after(&position, mv);
            if !self.is_won(&after, next)? {
                out.push(key_of(&self.game.canonical(&after)));
            }
            Ok(())
        };
        expanded(keys, expand, |_| ())
    }

    /// A choice for each position: the number of a legal move from which the claim holds. And the
    /// block of a certificate that tells of it.
    /// `database` is that of the ply that the move leads to, if there is one. `weight` says how
    /// welcome an arrangement of the tigers is, by its block and the number of goats.
    pub fn choose(
        &self,
        keys: &[u64],
        ply: Ply,
        database: Option<&Database<'_>>,
        weight: impl Fn(u32, u32) -> f64,
        answers: &mut Answers,
    ) -> Result<(Vec<u8>, Vec<u8>), ProofError> {
        let paths = Paths { game: self.game, ground: self.ground, aim: self.aim, ply };
        let database = database.filter(|_| self.all_stand(keys, ply));
        let found: Mutex<HashSet<u64>> = Mutex::default();
        let list = |scratch: &mut Scratch, number: usize, shapes: &mut Vec<u32>| {
            let position = ply.position(self.game, keys[number]);
            if number.is_multiple_of(4096) {
                (self.progress)(keys.len().saturating_sub(number).min(4096) as u64);
            }
            if paths.list(&position, scratch)?.is_some() {
                return Ok(());
            }
            match database {
                Some(database) => self.told(&position, scratch, database, shapes),
                None => {
                    let after = self.searched(&position, scratch)?;
                    shapes.push(paths.shape(&after));
                    found.lock().expect("no thread panics").insert(paths.place(&after));
                }
            }
            if shapes.is_empty() {
                return Err(ProofError::Broken("a position has no choice"));
            }
            Ok(())
        };
        let cover = Cover::new(keys.len(), Scratch::default, list)?;
        let order = |cover: &Cover| {
            cover.order(|shape| match self.side() {
                Side::Tiger => weight(shape / SHAPES, shape % SHAPES),
                Side::Goat => 1.0,
            })
        };
        let found = found.into_inner().expect("no thread panics");
        let oracle = |question: &Question| match (database, self.side()) {
            (None, _) => found.contains(&question.place),
            (Some(database), Side::Tiger) => {
                database.get((question.place >> 32) as u32, question.place as u32)
            }
            (Some(database), Side::Goat) => {
                !self.in_database(&ply.next().position(self.game, question.place), database)
            }
        };
        answers.write(paths, keys, cover, order, self.captures, oracle)
    }

    /// Whether all tigers stand after a move at this ply, so that a database can tell of it.
    fn all_stand(&self, keys: &[u64], ply: Ply) -> bool {
        let placed = u8::from(ply.turn == Side::Tiger);
        let in_hand = |&key: &u64| self.game.tigers_in_hand(&ply.position(self.game, key));
        keys.first().is_none_or(|key| in_hand(key) <= placed)
    }

    /// The shapes of all moves from which the claim holds.
    fn told(
        &self,
        position: &Position,
        scratch: &Scratch,
        database: &Database<'_>,
        shapes: &mut Vec<u32>,
    ) {
        let holds = |path: &&Path| {
            let after = self.game.after(position, scratch.moves[usize::from(path.number)]);
            self.in_database(&after, database) == (self.side() == Side::Tiger)
        };
        let good = scratch.paths.iter().filter(holds);
        let (captures, others): (Vec<&Path>, Vec<&Path>) = good.partition(|path| path.capture);
        let (first, last) = match self.captures {
            Captures::First => (captures, others),
            Captures::Last => (others, captures),
            Captures::Any => {
                shapes.extend(captures.iter().map(|path| path.shape));
                (others, Vec::new())
            }
        };
        shapes.extend(first.iter().map(|path| path.shape));
        if shapes.is_empty() {
            shapes.extend(last.iter().map(|path| path.shape));
        }
    }

    /// The position after the first move, by evaluation, that the search finds to hold the claim.
    fn searched(&self, position: &Position, scratch: &Scratch) -> Result<Position, ProofError> {
        let game = self.game;
        let moves = scratch.paths.iter().map(|path| scratch.moves[usize::from(path.number)]);
        let mut open: Vec<Position> = moves.map(|mv| game.after(position, mv)).collect();
        if game.tigers_in_hand(position) == 0 && position.goats_in_hand() > 0 {
            open.sort_by_cached_key(|after| {
                let captured = after.captured() > position.captured();
                let place = self.ground.place(after);
                (self.ground.evaluate(self.side(), place, captured), place)
            });
        }
        for after in &open {
            if self.search.reached(after)? == (self.side() == Side::Tiger) {
                return Ok(*after);
            }
        }
        Err(ProofError::Broken("a position has no choice"))
    }

    /// Whether the tigers reach their goal, by the database of this ply.
    fn in_database(&self, position: &Position, database: &Database<'_>) -> bool {
        debug_assert_eq!(position.turn(), database.turn());
        let (block, index) = self.ground.space().locate(position);
        database.get(block, index)
    }
}
