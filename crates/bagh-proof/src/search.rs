//! The search before the first database: the selective player against every move of its opponent.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bagh::{Game, Phase, Position, Side};
use bagh_tables::SlidingTables;
use rayon::prelude::*;

use crate::claim::{Aim, ply_of};
use crate::database::Database;
use crate::error::ProofError;
use crate::ground::{Ground, Place};
use crate::transposition::Transposition;

/// Goats placed up to which the opponent's moves are looked at in parallel.
const PARALLEL: u8 = 8;

/// How a parallel look at moves ends early.
enum End {
    Found,
    Failed(ProofError),
}

/// The search.
pub struct Search<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its index space.
    pub ground: &'a Ground,
    /// What is claimed.
    pub aim: &'a Aim,
    /// How many moves the selective player looks at, the best by evaluation.
    pub candidates: usize,
    /// The first database, where the search ends.
    pub database: Option<&'a Database<'a>>,
    /// The sliding phase, where the search ends if there is no database.
    pub tables: Option<&'a SlidingTables>,
    /// Where to remember.
    pub table: &'a Transposition,
    /// Positions with tigers in hand.
    pub opening: Mutex<HashMap<Position, bool>>,
    /// Positions looked at.
    pub nodes: &'a AtomicU64,
    /// Set to make the search stop.
    pub stop: &'a AtomicBool,
}

impl Search<'_> {
    /// Whether the tigers reach their goal from a position before the first database, or at it.
    pub fn reached(&self, position: &Position) -> Result<bool, ProofError> {
        if let Some(settled) = self.aim.settled(position.captured(), ply_of(self.game, position)) {
            return Ok(settled);
        }
        if self.game.tigers_in_hand(position) > 0 {
            return self.in_opening(position);
        }
        if self.aim.needs_tables() && self.game.phase(position) == Phase::Sliding {
            return self.in_tables(position);
        }
        let placed = self.game.goats() - position.goats_in_hand();
        match position.turn() {
            Side::Tiger => self.tiger(placed, self.ground.place(position)),
            Side::Goat => self.goat(placed, self.ground.place(position)),
        }
    }

    /// A position of the sliding phase.
    fn in_tables(&self, position: &Position) -> Result<bool, ProofError> {
        let tables = self.tables.ok_or(ProofError::NeedsTables)?;
        let verdict = tables.verdict(position)?.ok_or(ProofError::NeedsTables)?;
        Ok(self.aim.reached_by(verdict, ply_of(self.game, position)))
    }

    /// A position with tigers in hand: full width, a move at a time.
    fn in_opening(&self, position: &Position) -> Result<bool, ProofError> {
        let form = self.game.canonical(position);
        if let Some(&known) = self.opening.lock().expect("no thread panics").get(&form) {
            return Ok(known);
        }
        self.count()?;
        let wanted = form.turn() == Side::Tiger;
        let mut reached = !wanted;
        if !self.game.can_move(&form) {
            reached = self.aim.when_stuck(form.turn());
        }
        for mv in self.game.inequivalent_moves(&form) {
            if self.reached(&self.game.after(&form, mv))? == wanted {
                reached = wanted;
                break;
            }
        }
        self.opening.lock().expect("no thread panics").insert(form, reached);
        Ok(reached)
    }

    fn count(&self) -> Result<(), ProofError> {
        self.nodes.fetch_add(1, Relaxed);
        if self.stop.load(Relaxed) { Err(ProofError::Stopped) } else { Ok(()) }
    }

    /// Tiger to move after this many goats.
    fn tiger(&self, placed: u8, at: Place) -> Result<bool, ProofError> {
        let captured = placed - at.index.count_ones() as u8;
        let ply = 2 * i32::from(placed) - 1;
        if let Some(settled) = self.aim.settled(captured, ply) {
            return Ok(settled);
        }
        if let Some(database) = self.database.filter(|d| d.placed() == placed) {
            return Ok(database.get(at.block, at.index));
        }
        if let Some(known) = self.table.get(Side::Tiger, placed, at) {
            return Ok(known);
        }
        self.count()?;
        let reached = if placed == self.game.goats() && self.aim.needs_tables() {
            let space = self.ground.space();
            self.in_tables(&space.position(at.block, at.index, Side::Tiger, 0, captured))?
        } else if captured + 1 >= self.aim.enough && self.ground.can_capture(at) {
            true
        } else if self.aim.limit.is_some_and(|limit| ply + 1 >= limit) {
            false
        } else {
            let mut places = Vec::with_capacity(32);
            self.ground.after_tiger(at, &mut places);
            self.any(Side::Tiger, placed, &places, true, |place| self.goat(placed, place))?
        };
        self.table.set(Side::Tiger, placed, at, reached);
        Ok(reached)
    }

    /// Goat to move after this many goats.
    fn goat(&self, placed: u8, at: Place) -> Result<bool, ProofError> {
        let captured = placed - at.index.count_ones() as u8;
        if let Some(settled) = self.aim.settled(captured, 2 * i32::from(placed)) {
            return Ok(settled);
        }
        if let Some(known) = self.table.get(Side::Goat, placed, at) {
            return Ok(known);
        }
        self.count()?;
        let mut places = Vec::with_capacity(32);
        self.ground.after_goat(at, &mut places);
        let held =
            self.any(Side::Goat, placed, &places, false, |place| self.tiger(placed + 1, place))?;
        self.table.set(Side::Goat, placed, at, !held);
        Ok(!held)
    }

    /// Whether some move of a side leads to what it wants.
    fn any(
        &self,
        side: Side,
        placed: u8,
        places: &[(i32, Place)],
        wanted: bool,
        look: impl Fn(Place) -> Result<bool, ProofError> + Sync,
    ) -> Result<bool, ProofError> {
        if side == self.aim.claim.side {
            for (_, place) in places.iter().take(self.candidates) {
                if look(*place)? == wanted {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // The opponent plays everything: if the claim holds, every move has to be looked at.
        if placed < PARALLEL {
            let ended = places.par_iter().try_for_each(|(_, place)| match look(*place) {
                Ok(reached) if reached == wanted => Err(End::Found),
                Ok(_) => Ok(()),
                Err(error) => Err(End::Failed(error)),
            });
            return match ended {
                Ok(()) => Ok(false),
                Err(End::Found) => Ok(true),
                Err(End::Failed(error)) => Err(error),
            };
        }
        for (_, place) in places {
            if look(*place)? == wanted {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
