//! Solving the sliding phase with one number of captures, given the one with one capture more.
//!
//! Values spread backwards from the positions that decide them, one level (one ply) at a time.
//! First the tigers' win, then draws from the most captures down: Tiger is there as soon as one
//! move leads there, Goat once every move leads there or to something worse for it. Then the goats'
//! win, with the roles exchanged. What is left is play that goes on for ever: a draw with the
//! captures made so far.

use std::collections::BTreeMap;
use std::mem::swap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use super::edges::Edges;
use super::entry::{Entry, MAX_PLIES};
use super::frontier::Frontier;
use super::start::{BlockMoves, Captures};
use crate::rank::Ranking;
#[cfg(target_arch = "x86_64")]
use crate::space::Instruction;
use crate::space::{BitMoves, Looped, Space, bits};

/// A solved class of the sliding phase: all positions with one number of captures.
pub(crate) struct Class {
    pub captured: u8,
    pub goats: u32,
    /// Entries with tiger to move, by block and rank.
    pub tiger: Vec<u16>,
    /// Entries with goat to move, by block and rank.
    pub goat: Vec<u16>,
}

/// A line is longer than an entry can hold.
#[derive(Debug)]
pub(crate) struct TooManyPlies;

/// Bytes of memory that solving the class with this many goats takes at the most.
pub(crate) fn bytes(space: &Space, goats: u32) -> u64 {
    let positions = (space.blocks() * space.herds(goats)) as u64;
    let above = if goats == 0 { 0 } else { (space.blocks() * space.herds(goats - 1)) as u64 };
    // Two entries, a seed, two counters, four frontier bits, lists of late positions; and the
    // entries of the class above.
    positions * (2 + 2 + 2 + 1 + 1) + positions / 2 + positions + above * 4
}

/// Solves the class with `captured` goats captured; `above` is the one with one more, or nothing
/// where one more capture wins.
pub(crate) fn solve(
    space: &Space,
    edges: &Edges,
    captured: u8,
    above: Option<&Class>,
) -> Result<Class, TooManyPlies> {
    let mut solver = Solver::new(space, edges, captured);
    solver.look_ahead(&Captures::new(space, above));
    solver.run()
}

struct Solver<'a> {
    space: &'a Space,
    edges: &'a Edges,
    captured: u8,
    goats: u32,
    ranking: Ranking,
    subsets: Vec<u32>,
    /// For each block and free point, the free points next to it.
    next_to: Vec<Vec<u32>>,
    tiger: Vec<AtomicU16>,
    goat: Vec<AtomicU16>,
    /// What the best capture of each position with tiger to move leads to.
    seeds: Vec<u16>,
    /// Slides that do not lead yet to the value that is spreading.
    tiger_open: Vec<AtomicU8>,
    goat_open: Vec<AtomicU8>,
    tiger_now: Frontier,
    tiger_next: Frontier,
    goat_now: Frontier,
    goat_next: Frontier,
    /// Positions with tiger to move that become known at a later level.
    late: Mutex<BTreeMap<u16, Vec<u32>>>,
}

/// Whose aim the spreading value is: that side needs one move, the other has no choice.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    Tiger,
    Goat,
}

bagh_simd::dispatch! {
    /// From positions of a block with goat to move, to those before with tiger to move.
    fn push_from_goat(solver: &Solver<'_>, block: u32, next: Entry, aim: Aim) -> bool {
        avx512 => solver.push_from_goat_with::<Instruction>(block, next, aim),
        plain => solver.push_from_goat_with::<Looped>(block, next, aim),
    }
}

impl<'a> Solver<'a> {
    fn new(space: &'a Space, edges: &'a Edges, captured: u8) -> Self {
        let goats = u32::from(space.game().goats() - captured);
        let ranking = Ranking::new(space.free(), goats);
        let subsets = ranking.subsets();
        let (blocks, herds) = (space.blocks(), subsets.len());
        let len = blocks * herds;
        assert!(u32::try_from(len).is_ok(), "positions of a class are numbered by 32 bits");
        let unknown =
            || (0..len).into_par_iter().map(|_| AtomicU16::new(Entry::UNKNOWN.bits())).collect();
        let zeros = || (0..len).into_par_iter().map(|_| AtomicU8::new(0)).collect();
        let frontier = || Frontier::new(blocks, herds);
        Solver {
            space,
            edges,
            captured,
            goats,
            ranking,
            subsets,
            next_to: Vec::new(),
            tiger: unknown(),
            goat: unknown(),
            seeds: vec![0; len],
            tiger_open: zeros(),
            goat_open: zeros(),
            tiger_now: frontier(),
            tiger_next: frontier(),
            goat_now: frontier(),
            goat_next: frontier(),
            late: Mutex::default(),
        }
    }

    fn herds(&self) -> usize {
        self.subsets.len()
    }

    /// Counts slides and values captures.
    fn look_ahead(&mut self, captures: &Captures<'_>) {
        let herds = self.herds();
        let (space, subsets) = (self.space, &self.subsets);
        let (tiger_open, goat_open) = (&self.tiger_open, &self.goat_open);
        let each = self.seeds.par_chunks_mut(herds).enumerate();
        self.next_to = each
            .map(|(block, seeds)| {
                let moves = BlockMoves::new(space, block as u32);
                for (rank, (&index, seed)) in subsets.iter().zip(seeds).enumerate() {
                    let (slides, best) = moves.of_tiger(captures, index);
                    *seed = best.bits();
                    tiger_open[block * herds + rank].store(slides, Relaxed);
                    goat_open[block * herds + rank].store(moves.of_goat(index), Relaxed);
                }
                moves.next_to
            })
            .collect();
    }

    fn run(mut self) -> Result<Class, TooManyPlies> {
        let win = self.space.game().captures() + 1;
        let here = self.captured + 1;
        for code in (here + 1..=win).rev() {
            self.sow_tiger_aim(code, code == win);
            self.spread_value(code, Aim::Tiger)?;
        }
        self.sow_goat_aim();
        self.spread_value(0, Aim::Goat)?;

        let draw = Entry::new(here, 0).bits();
        let finish = |entries: Vec<AtomicU16>| -> Vec<u16> {
            // In place: the memory is large, and new memory costs more than one thread's time.
            entries
                .into_iter()
                .map(AtomicU16::into_inner)
                .map(|e| if Entry::from_bits(e).is_known() { e } else { draw })
                .collect()
        };
        Ok(Class {
            captured: self.captured,
            goats: self.goats,
            tiger: finish(self.tiger),
            goat: finish(self.goat),
        })
    }

    /// Starts a value that Tiger aims at: from captures, and for the win from locked herds.
    fn sow_tiger_aim(&self, code: u8, is_win: bool) {
        let herds = self.herds();
        self.seeds.par_chunks(herds).enumerate().for_each(|(block, seeds)| {
            let mut late: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
            for (rank, &seed) in seeds.iter().enumerate() {
                let (seed, index) = (Entry::from_bits(seed), block * herds + rank);
                if seed.is_known() && seed.code() == code {
                    late.entry(seed.plies()).or_default().push(index as u32);
                }
                if is_win && self.goat_open[index].load(Relaxed) == 0 {
                    self.reach_goat(block as u32, rank as u32, Entry::new(code, 0), true);
                }
            }
            self.add_late(late);
        });
    }

    /// Starts the goats' win: from trapped tigers, and from tigers whose only moves are captures
    /// that lose.
    fn sow_goat_aim(&self) {
        let herds = self.herds();
        self.seeds.par_chunks(herds).enumerate().for_each(|(block, seeds)| {
            let mut late: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
            for (rank, &seed) in seeds.iter().enumerate() {
                let (seed, index) = (Entry::from_bits(seed), block * herds + rank);
                if self.tiger_open[index].load(Relaxed) != 0 {
                    continue;
                }
                if !seed.is_known() {
                    late.entry(0).or_default().push(index as u32);
                } else if seed.code() == 0 {
                    late.entry(seed.plies()).or_default().push(index as u32);
                }
            }
            self.add_late(late);
        });
    }

    fn add_late(&self, late: BTreeMap<u16, Vec<u32>>) {
        let mut all = self.late.lock().expect("no thread panics while holding it");
        for (level, mut indices) in late {
            all.entry(level).or_default().append(&mut indices);
        }
    }

    /// Spreads a value until nothing more becomes known.
    fn spread_value(&mut self, code: u8, aim: Aim) -> Result<(), TooManyPlies> {
        for level in 0.. {
            let due =
                self.late.get_mut().expect("no thread panics while holding it").remove(&level);
            for index in due.into_iter().flatten() {
                let (block, rank) = (index as usize / self.herds(), index as usize % self.herds());
                self.reach_tiger(block as u32, rank as u32, Entry::new(code, level), true);
            }
            if level == MAX_PLIES {
                return Err(TooManyPlies);
            }
            let next = Entry::new(code, level + 1);
            let blocks = 0..self.space.blocks() as u32;
            let goats: bool = blocks
                .clone()
                .into_par_iter()
                .map(|block| push_from_goat(self, block, next, aim))
                .reduce(|| false, |a, b| a | b);
            let tigers: bool = blocks
                .into_par_iter()
                .map(|block| self.push_from_tiger(block, next, aim))
                .reduce(|| false, |a, b| a | b);
            swap(&mut self.tiger_now, &mut self.tiger_next);
            swap(&mut self.goat_now, &mut self.goat_next);
            let late = self.late.get_mut().expect("no thread panics while holding it");
            if !goats && !tigers && late.is_empty() {
                break;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn push_from_goat_with<B: BitMoves>(&self, block: u32, next: Entry, aim: Aim) -> bool {
        let tigers = self.space.tigers(block);
        let herds = self.herds();
        let mut any = false;
        for rank in self.goat_now.drain(block) {
            any = true;
            let herd = B::spread(self.subsets[rank as usize], tigers);
            for group in &self.edges.into[block as usize] {
                let image = self.space.inverse(group.symmetry).set(herd);
                for origin in group.origins.iter().filter(|o| image & o.left == 0) {
                    let rank = self.ranking.rank(B::squeeze(image, origin.tigers));
                    match aim {
                        Aim::Tiger => self.reach_tiger(origin.block, rank, next, false),
                        Aim::Goat => {
                            let at = origin.block as usize * herds + rank as usize;
                            self.close_tiger(at, origin.block, rank, next);
                        }
                    }
                }
            }
        }
        any
    }

    /// From positions of a block with tiger to move, to those before with goat to move. They are
    /// of the same block, and no other thread works on it.
    fn push_from_tiger(&self, block: u32, next: Entry, aim: Aim) -> bool {
        let next_to = &self.next_to[block as usize];
        let all = (1u32 << self.space.free()) - 1;
        let base = block as usize * self.herds();
        let reach = |before: u32| {
            let rank = self.ranking.rank(before);
            match aim {
                Aim::Goat => self.reach_goat(block, rank, next, false),
                Aim::Tiger => {
                    let open = &self.goat_open[base + rank as usize];
                    let left = open.load(Relaxed) - 1;
                    open.store(left, Relaxed);
                    if left == 0 {
                        self.reach_goat(block, rank, next, false);
                    }
                }
            }
        };
        let few_empty = 2 * self.goats > self.space.free();
        let mut any = false;
        for rank in self.tiger_now.drain(block) {
            any = true;
            let index = self.subsets[rank as usize];
            let empty = all & !index;
            if few_empty {
                for from in bits(empty) {
                    for to in bits(next_to[from as usize] & index) {
                        reach(index ^ 1 << from ^ 1 << to);
                    }
                }
            } else {
                for to in bits(index) {
                    for from in bits(next_to[to as usize] & empty) {
                        reach(index ^ 1 << from ^ 1 << to);
                    }
                }
            }
        }
        any
    }

    /// One more slide of a position with tiger to move loses. When all do, it is lost.
    #[inline(always)]
    fn close_tiger(&self, at: usize, block: u32, rank: u32, next: Entry) {
        let seed = Entry::from_bits(self.seeds[at]);
        if seed.is_known() && seed.code() != 0 {
            return;
        }
        if self.tiger_open[at].fetch_sub(1, Relaxed) != 1 {
            return;
        }
        if seed.is_known() && seed.plies() > next.plies() {
            // A capture that loses later puts off the end.
            self.add_late(BTreeMap::from([(seed.plies(), vec![at as u32])]));
        } else {
            self.reach_tiger(block, rank, next, false);
        }
    }

    /// Makes a position with tiger to move known, unless it is. Two threads may do so at once,
    /// with the same entry.
    #[inline(always)]
    fn reach_tiger(&self, block: u32, rank: u32, entry: Entry, now: bool) {
        let slot = &self.tiger[block as usize * self.herds() + rank as usize];
        if slot.load(Relaxed) == Entry::UNKNOWN.bits() {
            slot.store(entry.bits(), Relaxed);
            let frontier = if now { &self.tiger_now } else { &self.tiger_next };
            frontier.insert(block, rank);
        }
    }

    #[inline(always)]
    fn reach_goat(&self, block: u32, rank: u32, entry: Entry, now: bool) {
        let slot = &self.goat[block as usize * self.herds() + rank as usize];
        if slot.load(Relaxed) == Entry::UNKNOWN.bits() {
            slot.store(entry.bits(), Relaxed);
            let frontier = if now { &self.goat_now } else { &self.goat_next };
            frontier.insert(block, rank);
        }
    }
}
