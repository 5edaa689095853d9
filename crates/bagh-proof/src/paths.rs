//! Where the selective side can go from a position, and how such places are named.
//!
//! Prover and checker share this; neither needs a database for it.

use bagh::{Game, Move, Position, Side};
use bagh_tables::Space;

use crate::claim::Aim;
use crate::error::ProofError;
use crate::ground::Ground;
use crate::sets::{Ply, key_of};

/// Shapes of the same tigers: one for each number of goats.
pub const SHAPES: u32 = 32;

/// The most moves that a position may have.
const MOST: usize = 200;

/// A move of the selective side that is not settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Its number among the legal moves.
    pub number: u8,
    /// The shape that it leads to.
    pub shape: u32,
    /// Whether it captures.
    pub capture: bool,
}

/// The selective side's moves at one ply.
#[derive(Clone, Copy)]
pub struct Paths<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its index space.
    pub ground: &'a Ground,
    /// What is claimed.
    pub aim: &'a Aim,
    /// The ply, with the selective side to move.
    pub ply: Ply,
}

/// Lists that are used again for each position.
#[derive(Default)]
pub struct Scratch {
    /// The legal moves, in the order in which they are numbered.
    pub moves: Vec<Move>,
    /// Those that are not settled.
    pub paths: Vec<Path>,
}

impl<'a> Paths<'a> {
    fn side(&self) -> Side {
        self.aim.claim.side
    }

    /// Lists the moves of a position. If one of them settles the claim, its number is returned
    /// at once; moves that settle it against the claim are left out.
    pub fn list(
        &self,
        position: &Position,
        scratch: &mut Scratch,
    ) -> Result<Option<u8>, ProofError> {
        let Scratch { moves, paths } = scratch;
        moves.clear();
        moves.extend(self.game.moves(position));
        moves.sort_unstable();
        if moves.len() > MOST {
            return Err(ProofError::TooLarge(format!("{} moves in one position", moves.len())));
        }
        paths.clear();
        let next = self.ply.next();
        let wanted = self.side() == Side::Tiger;
        for (number, &mv) in (0u8..).zip(moves.iter()) {
            let after = self.game.after(position, mv);
            let settled = self.aim.settled(after.captured(), next.number).or_else(|| {
                (!self.game.can_move(&after)).then(|| self.aim.when_stuck(after.turn()))
            });
            match settled {
                Some(reached) if reached == wanted => return Ok(Some(number)),
                Some(_) => {}
                None => {
                    let capture = after.captured() > position.captured();
                    paths.push(Path { number, shape: self.shape(&after), capture });
                }
            }
        }
        Ok(None)
    }

    /// Whether places are named by the index space: the tigers are selective, and all stand.
    fn indexed(&self, after: &Position) -> bool {
        self.side() == Side::Tiger && self.game.tigers_in_hand(after) == 0
    }

    /// The index space, if the places that these positions lead to are named by it.
    pub fn space(&self, keys: &[u64]) -> Option<&'a Space> {
        let tigers = |&key: &u64| self.game.tigers_in_hand(&self.ply.position(self.game, key));
        // A tiger is placed, if any is in hand.
        let stand = keys.first().is_none_or(|key| tigers(key) <= 1);
        (self.side() == Side::Tiger && stand).then(|| self.ground.space())
    }

    /// What the selective side keeps the same as far as it can: its own pieces up to symmetry,
    /// and how many goats there are.
    pub fn shape(&self, after: &Position) -> u32 {
        if self.indexed(after) {
            let (block, _) = self.ground.space().locate(after);
            return block * SHAPES + after.goats().len() as u32;
        }
        let own = match self.side() {
            Side::Tiger => after.tigers(),
            Side::Goat => after.goats(),
        };
        let images = self.game.board().symmetries().iter();
        images.map(|s| s.points(own).bits()).min().unwrap_or(own.bits())
    }

    /// A number for a place: the same for positions that are the same up to symmetry.
    pub fn place(&self, after: &Position) -> u64 {
        if self.indexed(after) {
            let place = self.ground.place(after);
            return u64::from(place.block) << 32 | u64::from(place.index);
        }
        key_of(&self.game.canonical(after))
    }
}
