//! Solving the sliding phase with one number of captures, given the one with one capture more.
//!
//! Values spread backwards from the positions that decide them, one level (one ply) at a time.
//! First the tigers' win, then draws from the most captures down: Tiger is there as soon as one
//! move leads there, Goat once every move leads there or to something worse for it. Then the goats'
//! win, with the roles exchanged. What is left is play that goes on for ever: a draw with the
//! captures made so far.
//!
//! Sides take turns, so at each level one of them is to move: what Tiger aims at is reached after an
//! even number of plies with goat to move, what the goats aim at with tiger to move.

use rayon::prelude::*;

use super::captures::{Captures, best_captures};
use super::entry::Entry;
use super::herds::Herds;
use super::slides::Slides;
use super::tiger_aims::Crossover;
use super::{goat_aim, tiger_aims};
use crate::error::TableError;
use crate::place::vector::Vector;
use crate::space::Space;

/// A solved class of the sliding phase: all positions with one number of captures.
pub(crate) struct Class {
    pub captured: u8,
    pub goats: u32,
    /// Entries with tiger to move, by block and rank.
    pub tiger: Vec<u16>,
    /// Entries with goat to move, by block and rank.
    pub goat: Vec<u16>,
}

/// Why a class cannot be solved.
#[derive(Debug)]
pub(crate) enum ClassError {
    /// A line is longer than an entry can hold.
    TooManyPlies,
    /// The system has no memory left.
    Memory(TableError),
}

/// What a class is solved with.
#[derive(Clone, Copy)]
pub(super) struct Work<'a> {
    pub space: &'a Space,
    pub slides: &'a Slides,
    pub herds: &'a Herds,
    pub crossover: Crossover,
}

/// Bytes of memory that solving the class with this many goats takes at the most.
pub(crate) fn bytes(space: &Space, goats: u32) -> u64 {
    let positions = (space.blocks() * space.herds(goats)) as u64;
    let above = if goats == 0 { 0 } else { (space.blocks() * space.herds(goats - 1)) as u64 };
    let sets = (space.blocks() * Herds::new(space, goats).vectors() * size_of::<Vector>()) as u64;
    // Two entries, a capture, lists of late positions; four sets of herds, or later a count of
    // slides and frontier bits; and the entries of the class above.
    positions * (2 + 2 + 2 + 1) + (4 * sets).max(positions * 2) + above * 4
}

/// Solves the class with `captured` goats captured; `above` is the one with one more, or nothing
/// where one more capture wins.
pub(crate) fn solve(
    space: &Space,
    slides: &Slides,
    captured: u8,
    above: Option<&Class>,
) -> Result<Class, ClassError> {
    solve_by(space, slides, captured, above, Crossover::MEASURED)
}

/// The same, with sets of herds from another number of herds on.
pub(super) fn solve_by(
    space: &Space,
    slides: &Slides,
    captured: u8,
    above: Option<&Class>,
    crossover: Crossover,
) -> Result<Class, ClassError> {
    let goats = u32::from(space.game().goats() - captured);
    let herds = Herds::new(space, goats);
    let positions = space.blocks() * herds.len();
    let unknown = || vec![Entry::UNKNOWN.bits(); positions];

    let captures = Captures::new(space, above);
    let mut best = vec![0; positions];
    best.par_chunks_mut(herds.len()).enumerate().for_each(|(block, best)| {
        best_captures(&captures, block as u32, &herds.subsets, best);
    });

    let mut class = Class { captured, goats, tiger: unknown(), goat: unknown() };
    let work = Work { space, slides, herds: &herds, crossover };
    tiger_aims::spread(work, &best, &mut class)?;
    goat_aim::spread(work, &best, &mut class)?;

    let draw = Entry::new(captured + 1, 0).bits();
    class.tiger.par_iter_mut().chain(&mut class.goat).for_each(|entry| {
        if *entry == Entry::UNKNOWN.bits() {
            *entry = draw;
        }
    });
    Ok(class)
}
