//! The walk forward: the selective player's choices, and every position that they lead to.
//!
//! Positions of one ply are a sorted set up to symmetry. Where the selective player is to move,
//! each of them gets a choice; where its opponent is, each is followed by all its moves. So a
//! certificate needs no positions: the sets follow from the choices.

use bagh::{Game, Move, Position, Side};

use crate::claim::Aim;
use crate::cover::{Choice, Choices};
use crate::database::Database;
use crate::error::ProofError;
use crate::ground::Ground;
use crate::search::Search;
use crate::sets::{Ply, expanded, key_of};

/// Shapes of the same tigers: one for each number of goats.
const SHAPES: u32 = 32;

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

/// The moves of a position from which the claim holds.
enum Good {
    /// This one ends the game.
    Settled(u8),
    /// One bit for each.
    Open(u64),
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

    /// A choice for each position: the number of a legal move from which the claim holds.
    /// `database` is that of the ply that the move leads to, if there is one. `weight` says how
    /// welcome an arrangement of the tigers is, by its block and the number of goats.
    pub fn choose(
        &self,
        keys: &[u64],
        ply: Ply,
        database: Option<&Database<'_>>,
        weight: impl Fn(u32, u32) -> f64,
    ) -> Result<Vec<u8>, ProofError> {
        let list = |moves: &mut Vec<Move>, number: usize, choices: &mut Vec<Choice>| {
            let position = ply.position(self.game, keys[number]);
            match self.good_moves(&position, ply, database, moves)? {
                // Nothing follows it: it is like no other.
                Good::Settled(number) => choices.push(Choice { shape: 0, number, after: 0 }),
                Good::Open(mask) => {
                    for (i, &mv) in moves.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                        let after = self.game.after(&position, mv);
                        let (shape, after) = self.shape(&after);
                        choices.push(Choice { shape, number: i as u8, after });
                    }
                }
            }
            if number.is_multiple_of(4096) {
                (self.progress)(keys.len().saturating_sub(number).min(4096) as u64);
            }
            Ok(())
        };
        let choices = Choices::new(keys.len(), Vec::new, list)?;
        choices.best(|shape| match self.side() {
            Side::Tiger => weight(shape / SHAPES, shape % SHAPES),
            Side::Goat => 1.0,
        })
    }

    /// What the selective side keeps the same as far as it can: its own pieces up to symmetry,
    /// and how many goats there are. And a hash of the whole position, up to symmetry.
    fn shape(&self, position: &Position) -> (u32, u32) {
        let hash = |key: u64| ((key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
        if self.side() == Side::Tiger && self.game.tigers_in_hand(position) == 0 {
            let place = self.ground.place(position);
            let shape = place.block * SHAPES + place.index.count_ones();
            return (shape, hash(u64::from(place.block) << 32 | u64::from(place.index)));
        }
        let own = match self.side() {
            Side::Tiger => position.tigers(),
            Side::Goat => position.goats(),
        };
        let images = self.game.board().symmetries().iter();
        let least = images.map(|s| s.points(own).bits()).min();
        let key = key_of(&self.game.canonical(position));
        (least.unwrap_or(own.bits()), hash(key))
    }

    /// The moves from which the claim holds: one that ends the game, if there is one; else all
    /// that a database tells; else the first that the search finds. `moves` gets all legal moves.
    fn good_moves(
        &self,
        position: &Position,
        ply: Ply,
        database: Option<&Database<'_>>,
        moves: &mut Vec<Move>,
    ) -> Result<Good, ProofError> {
        let game = self.game;
        let wanted = self.side() == Side::Tiger;
        moves.clear();
        moves.extend(game.moves(position));
        moves.sort_unstable();
        if moves.len() > 64 {
            return Err(ProofError::TooLarge(format!("{} moves in one position", moves.len())));
        }
        let next = ply.next();
        let mut mask = 0u64;
        let mut open = Vec::with_capacity(moves.len());
        for (i, &mv) in moves.iter().enumerate() {
            let after = game.after(position, mv);
            let settled = self
                .aim
                .settled(after.captured(), next.number)
                .or_else(|| (!game.can_move(&after)).then(|| self.aim.when_stuck(after.turn())));
            match settled {
                Some(reached) if reached == wanted => return Ok(Good::Settled(i as u8)),
                Some(_) => {}
                None => open.push((i, after)),
            }
        }
        let all_stand = |(_, after): &(usize, Position)| game.tigers_in_hand(after) == 0;
        let exact = database.filter(|_| open.iter().all(all_stand));
        if let Some(database) = exact {
            let mut captures = 0u64;
            for (i, after) in &open {
                if self.in_database(after, database) == wanted {
                    mask |= 1 << i;
                    if after.captured() > position.captured() {
                        captures |= 1 << i;
                    }
                }
            }
            return Ok(Good::Open(match self.captures {
                Captures::First if captures != 0 => captures,
                Captures::Last if captures != mask => mask & !captures,
                _ => mask,
            }));
        }
        if game.tigers_in_hand(position) == 0 && position.goats_in_hand() > 0 {
            let value = |after: &Position| {
                let captured = after.captured() > position.captured();
                let place = self.ground.place(after);
                (self.ground.evaluate(self.side(), place, captured), place)
            };
            open.sort_by_cached_key(|(_, after)| value(after));
        }
        for (i, after) in &open {
            if self.search.reached(after)? == wanted {
                return Ok(Good::Open(1 << i));
            }
        }
        Ok(Good::Open(0))
    }

    /// Whether the tigers reach their goal, by the database of this ply.
    fn in_database(&self, position: &Position, database: &Database<'_>) -> bool {
        debug_assert_eq!(position.turn(), database.turn());
        let (block, index) = self.ground.space().locate(position);
        database.get(block, index)
    }
}
