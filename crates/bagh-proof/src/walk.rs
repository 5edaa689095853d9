//! The walk forward: the selective player's choices, and every position that they lead to.
//!
//! Positions of one ply are a sorted set up to symmetry. Where the selective player is to move,
//! each of them gets a choice; where its opponent is, each is followed by all its moves. So a
//! certificate needs no positions: the sets follow from the choices.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bagh::{Game, Move, Points, Position, Side};
use rayon::prelude::*;

use crate::claim::Aim;
use crate::database::Database;
use crate::error::ProofError;
use crate::ground::Ground;
use crate::search::Search;
use crate::sets::{Ply, expanded, key_of};

/// How often choices are made, each time with an eye on what all others have chosen.
const ROUNDS: usize = 4;

/// Legal moves in the order in which certificates number them.
pub fn numbered_moves(game: &Game, position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = game.moves(position).collect();
    moves.sort_unstable();
    moves
}

/// Counts of keys, kept by hash: two keys may share a count, which makes choices no less right.
struct Sketch(Vec<AtomicU32>);

impl Sketch {
    fn new(keys: usize) -> Sketch {
        let slots = (8 * keys).next_power_of_two().clamp(1 << 10, 1 << 26);
        Sketch((0..slots).map(|_| AtomicU32::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU32 {
        let hash = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.0[(hash >> 32) as usize & (self.0.len() - 1)]
    }

    fn add(&self, key: u64) {
        self.slot(key).fetch_add(1, Relaxed);
    }

    fn get(&self, key: u64) -> u32 {
        self.slot(key).load(Relaxed)
    }
}

/// A move that may be chosen.
struct Child {
    choice: u8,
    key: u64,
    shape: u64,
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
    /// Whether tigers capture wherever the claim allows it.
    pub greedy: bool,
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
    /// `database` is that of the next placement, if there is one.
    pub fn choose(
        &self,
        keys: &[u64],
        ply: Ply,
        database: Option<&Database>,
    ) -> Result<Vec<u8>, ProofError> {
        let masks: Vec<u64> = keys
            .par_iter()
            .with_min_len(256)
            .map(|&key| self.good_moves(&ply.position(self.game, key), ply, database))
            .collect::<Result<_, _>>()?;
        let numbers = || (0..keys.len()).into_par_iter().with_min_len(256);
        let mut shapes = Sketch::new(keys.len());
        numbers().for_each(|number| {
            let children = self.children(ply, keys[number], masks[number]);
            let mut own: Vec<u64> = children.iter().map(|child| child.shape).collect();
            own.sort_unstable();
            own.dedup();
            own.iter().for_each(|&shape| shapes.add(shape));
        });
        let best_shape = |number: usize, shapes: &Sketch| {
            let mut children = self.children(ply, keys[number], masks[number]);
            let best = children.iter().map(|c| (u32::MAX - shapes.get(c.shape), c.shape)).min();
            children.retain(|child| Some(child.shape) == best.map(|(_, shape)| shape));
            children
        };
        for _ in 1..ROUNDS {
            let next = Sketch::new(keys.len());
            numbers().for_each(|number| {
                if let Some(child) = best_shape(number, &shapes).first() {
                    next.add(child.shape);
                }
            });
            shapes = next;
        }
        // Of several moves to the same shape, the one to the position that most could go to.
        let popular = Sketch::new(keys.len());
        numbers().for_each(|number| {
            best_shape(number, &shapes).iter().for_each(|child| popular.add(child.key));
        });
        numbers()
            .map(|number| {
                let children = best_shape(number, &shapes).into_iter();
                let best = children.min_by_key(|c| (u32::MAX - popular.get(c.key), c.key));
                best.map(|c| c.choice).ok_or(ProofError::Broken("a position has no choice"))
            })
            .collect()
    }

    /// The moves of a mask, by their numbers, and where they lead.
    fn children(&self, ply: Ply, key: u64, mask: u64) -> Vec<Child> {
        let position = ply.position(self.game, key);
        let moves = numbered_moves(self.game, &position);
        let chosen = moves.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        chosen
            .map(|(i, &mv)| {
                let key = key_of(&self.game.canonical(&self.game.after(&position, mv)));
                Child { choice: i as u8, key, shape: self.shape(key) }
            })
            .collect()
    }

    /// What the selective side keeps the same as far as it can: its own pieces up to symmetry,
    /// and how many goats there are.
    fn shape(&self, key: u64) -> u64 {
        let own = match self.side() {
            Side::Tiger => (key >> 32) as u32,
            Side::Goat => key as u32,
        };
        let images = self.game.board().symmetries().iter();
        let least = images.map(|s| s.points(Points::from_bits(own)).bits()).min();
        u64::from((key as u32).count_ones()) << 32 | u64::from(least.unwrap_or(own))
    }

    /// The moves from which the claim holds, one bit each: one that ends the game, if there is
    /// one; else all that a database tells; else the first that the search finds.
    fn good_moves(
        &self,
        position: &Position,
        ply: Ply,
        database: Option<&Database>,
    ) -> Result<u64, ProofError> {
        let game = self.game;
        let wanted = self.side() == Side::Tiger;
        let moves = numbered_moves(game, position);
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
                Some(reached) if reached == wanted => return Ok(1 << i),
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
            // A capture brings the end nearer.
            return Ok(if captures != 0 && self.greedy { captures } else { mask });
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
                return Ok(1 << i);
            }
        }
        Ok(0)
    }

    /// Whether the tigers reach their goal, by the database after the next placement.
    fn in_database(&self, position: &Position, database: &Database) -> bool {
        let space = self.ground.space();
        let (block, index) = space.locate(position);
        if position.turn() == Side::Tiger {
            return database.get(block, index);
        }
        let mut empty = !index & ((1u32 << space.free()) - 1);
        while empty != 0 {
            let bit = empty & empty.wrapping_neg();
            empty ^= bit;
            if !database.get(block, index | bit) {
                return false;
            }
        }
        true
    }
}
