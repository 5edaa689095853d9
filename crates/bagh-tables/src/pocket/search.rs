//! Searching from a position to the next stored layer.
//!
//! Is a value at least so much? Alpha-beta with an empty window answers that, with a table of
//! positions that were seen; what it says beyond the question (fail-soft) chooses the next question.
//! Tiger tries captures first, then moves that threaten most; Goat parries threats first. Where all
//! placements lead to stored positions, those in pieces that are decoded already come first.

use std::collections::HashMap;

use super::prober::Stored;
use crate::error::TableError;
use crate::space::{Space, bits};

/// Moves on labels.
pub(crate) struct Ground {
    neighbours: Vec<u32>,
    /// For each label, what a tiger there can jump over, and to where.
    jumps: Vec<Vec<(u32, u32)>>,
    points: u32,
    captures: u32,
    goats: u32,
    top: u8,
}

impl Ground {
    pub(crate) fn new(space: &Space) -> Ground {
        let (game, board) = (space.game(), space.game().board());
        let label = |point: bagh::Point| space.labels_of(point.set()).trailing_zeros();
        let jumps = space.order().iter().map(|&from| {
            let over = board.neighbours(from).iter();
            over.flat_map(|over| {
                let landings = board.landings(from, over).iter().map(move |to| (over, to));
                landings.collect::<Vec<_>>()
            })
            .map(|(over, to)| (label(over), label(to)))
            .collect()
        });
        Ground {
            neighbours: (0..board.len() as u32).map(|label| space.neighbours(label)).collect(),
            jumps: jumps.collect(),
            points: (1u64 << board.len()).wrapping_sub(1) as u32,
            captures: game.captures().into(),
            goats: game.goats().into(),
            top: game.captures() + 1,
        }
    }

    /// How many jumps tigers have.
    fn jumps(&self, tigers: u32, herd: u32) -> (u32, u32) {
        let empty = !(tigers | herd);
        let (mut count, mut landings) = (0, 0);
        for from in bits(tigers) {
            for &(over, to) in &self.jumps[from as usize] {
                if herd >> over & empty >> to & 1 == 1 {
                    count += 1;
                    landings |= 1 << to;
                }
            }
        }
        (count, landings)
    }

    /// Tigers and herd after each move of the tigers, captures first.
    fn tiger_moves(&self, at: Standing) -> Vec<Standing> {
        let empty = self.points & !(at.tigers | at.herd);
        let mut moves = Vec::with_capacity(32);
        for from in bits(at.tigers) {
            let left = at.tigers ^ 1 << from;
            for &(over, to) in &self.jumps[from as usize] {
                if at.herd >> over & empty >> to & 1 == 1 {
                    let (tigers, herd) = (left | 1 << to, at.herd ^ 1 << over);
                    moves.push(Standing { tigers, herd, captured: at.captured + 1, ..at });
                }
            }
            for to in bits(self.neighbours[from as usize] & empty) {
                moves.push(Standing { tigers: left | 1 << to, ..at });
            }
        }
        moves
    }
}

/// Pieces on labels, and the numbers that belong to them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    pub tigers: u32,
    pub herd: u32,
    pub placed: u32,
    pub captured: u32,
}

/// A search to one stored layer, and what it remembers.
pub(crate) struct Search<'a> {
    ground: &'a Ground,
    stored: &'a mut Stored,
    layer: usize,
    /// Goats placed in the stored layer.
    target: u32,
    /// Bounds on values, by position and whether Goat moves.
    seen: HashMap<(Standing, bool), (u8, u8)>,
    /// How often a placement refuted, by goats placed and label.
    refuted: HashMap<(u32, u32), i32>,
    /// How often tigers did what was asked by coming to stand there.
    reached: HashMap<u32, i32>,
    pub nodes: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(ground: &'a Ground, stored: &'a mut Stored, layer: usize) -> Search<'a> {
        let target = stored.placed(layer);
        let (seen, refuted, reached) = (HashMap::new(), HashMap::new(), HashMap::new());
        Search { ground, stored, layer, target, seen, refuted, reached, nodes: 0 }
    }

    /// The value of a position of the placement phase.
    pub(crate) fn value(&mut self, at: Standing, goat: bool) -> Result<u8, TableError> {
        let top = self.ground.top;
        // Draws have at least what is captured already.
        let up = |value: u8| if value == 0 { 0 } else { value.max(at.captured as u8 + 1) };
        let (mut low, mut high) = (0, top);
        let mut guess = top;
        while low < high {
            let found = match goat {
                true => self.goat(at, guess)?,
                false => self.tiger(at, guess)?,
            };
            if found >= guess {
                low = up(found);
                guess = up(low + 1);
            } else {
                high = found;
                if high <= at.captured as u8 {
                    high = 0;
                }
                guess = high.max(up(1));
            }
        }
        Ok(low)
    }

    /// With tiger to move: at least `least`, or at most what is less than it.
    fn tiger(&mut self, at: Standing, least: u8) -> Result<u8, TableError> {
        if at.captured >= self.ground.captures {
            return Ok(self.ground.top);
        }
        self.nodes += 1;
        if let Some(known) = self.known(at, false, least) {
            return Ok(known);
        }
        let mut moves: Vec<(i32, Standing)> = self
            .ground
            .tiger_moves(at)
            .into_iter()
            .map(|next| {
                let (jumps, _) = self.ground.jumps(next.tigers, next.herd);
                let captures = (next.captured - at.captured) as i32;
                let before = self.reached.get(&next.tigers).copied().unwrap_or(0);
                (-(100 * captures + 10 * jumps.min(5) as i32 + before.min(30)), next)
            })
            .collect();
        moves.sort_by_key(|&(key, _)| key);
        let mut best = 0;
        for (_, next) in moves {
            best = best.max(self.goat(next, least)?);
            if best >= least {
                *self.reached.entry(next.tigers).or_default() += 1;
                break;
            }
        }
        self.remember(at, false, least, best);
        Ok(best)
    }

    /// With goat to place: at least `least`, or at most what is less than it.
    fn goat(&mut self, at: Standing, least: u8) -> Result<u8, TableError> {
        if at.captured >= self.ground.captures {
            return Ok(self.ground.top);
        }
        debug_assert!(at.placed < self.ground.goats);
        self.nodes += 1;
        if at.placed + 1 == self.target {
            return self.stored.least_after_placement(self.layer, at, least);
        }
        if let Some(known) = self.known(at, true, least) {
            return Ok(known);
        }
        let (_, landings) = self.ground.jumps(at.tigers, at.herd);
        let empty = self.ground.points & !(at.tigers | at.herd);
        let mut placements: Vec<(i32, u32)> = bits(empty)
            .map(|point| {
                let (jumps, _) = self.ground.jumps(at.tigers, at.herd | 1 << point);
                let parries = (landings >> point & 1) as i32;
                let before = self.refuted.get(&(at.placed, point)).copied().unwrap_or(0);
                (20 * jumps as i32 - 10 * parries - before.min(15), point)
            })
            .collect();
        placements.sort();
        let mut best = self.ground.top;
        for (_, point) in placements {
            let next = Standing { herd: at.herd | 1 << point, placed: at.placed + 1, ..at };
            best = best.min(self.tiger(next, least)?);
            if best < least {
                *self.refuted.entry((at.placed, point)).or_default() += 1;
                break;
            }
        }
        self.remember(at, true, least, best);
        Ok(best)
    }

    /// What earlier questions said of a position, if it answers this one.
    fn known(&self, at: Standing, goat: bool, least: u8) -> Option<u8> {
        let &(low, high) = self.seen.get(&(at, goat))?;
        if low >= least { Some(low) } else { (high < least).then_some(high) }
    }

    fn remember(&mut self, at: Standing, goat: bool, least: u8, found: u8) {
        let bounds = self.seen.entry((at, goat)).or_insert((0, self.ground.top));
        if found >= least {
            bounds.0 = bounds.0.max(found);
        } else {
            bounds.1 = bounds.1.min(found);
        }
    }
}
