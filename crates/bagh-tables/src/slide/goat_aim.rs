//! What the goats aim at: their win.
//!
//! Tiger has lost once every slide leads to a win for the goats, and every capture, too. So slides
//! are counted, one herd after the other: few positions are won for the goats.

use std::collections::BTreeMap;
use std::mem::swap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use super::class::{Class, ClassError, Work};
use super::entry::{Entry, MAX_PLIES};
use super::frontier::Frontier;
#[cfg(target_arch = "x86_64")]
use crate::space::Instruction;
use crate::space::{BitMoves, Looped, bits, squeeze};

/// Herds of a block that are listed together for later levels.
const DUE: usize = 1 << 12;

/// Spreads the goats' win. `best` is what captures lead to.
pub(super) fn spread(work: Work<'_>, best: &[u16], class: &mut Class) -> Result<(), ClassError> {
    let (blocks, herds) = (work.space.blocks(), work.herds.len());
    let mut now = Frontier::new(blocks, herds);
    let mut aim = GoatAim {
        work,
        best,
        open: count_slides(work),
        next: Frontier::new(blocks, herds),
        late: Mutex::default(),
    };
    aim.add_trapped_tigers();
    // The plies of a position with tiger to move.
    for level in (0..).step_by(2) {
        let late = aim.late.get_mut().expect("no thread panics while holding it");
        let due = late.remove(&level).unwrap_or_default();
        due.par_iter().with_min_len(DUE).for_each(|&at| {
            now.insert((at as usize / herds) as u32, (at as usize % herds) as u32);
        });
        if level >= MAX_PLIES - 1 {
            return Err(ClassError::TooManyPlies);
        }
        let entries = class.tiger.par_chunks_mut(herds).zip(class.goat.par_chunks_mut(herds));
        let is_any = entries
            .enumerate()
            .map(|(block, (tiger, goat))| {
                let entry = Entry::new(0, level);
                let after = Entry::new(0, level + 1);
                let mut goats = Vec::new();
                let mut is_any = false;
                for rank in now.drain(block as u32) {
                    is_any = true;
                    tiger[rank as usize] = entry.bits();
                    let index = work.herds.subsets[rank as usize];
                    work.slides.goats[block].neighbours(index, |before| {
                        let slot = &mut goat[work.herds.ranking.rank(before) as usize];
                        if *slot == Entry::UNKNOWN.bits() {
                            *slot = after.bits();
                            goats.push(before);
                        }
                    });
                }
                close_tigers(&aim, block as u32, &goats, level + 2);
                is_any
            })
            .reduce(|| false, |a, b| a | b);
        swap(&mut now, &mut aim.next);
        let late = aim.late.get_mut().expect("no thread panics while holding it");
        if !is_any && late.is_empty() {
            break;
        }
    }
    Ok(())
}

struct GoatAim<'a> {
    work: Work<'a>,
    best: &'a [u16],
    /// For each position with tiger to move, the slides that do not lead yet to the goats' win.
    open: Vec<AtomicU8>,
    /// Positions with tiger to move whose last slide or capture leads there.
    next: Frontier,
    /// Positions with tiger to move that become known at a later level.
    late: Mutex<BTreeMap<u16, Vec<u32>>>,
}

/// How many slides each position with tiger to move has.
fn count_slides(work: Work<'_>) -> Vec<AtomicU8> {
    let space = work.space;
    let mut open: Vec<AtomicU8> = Vec::new();
    (0..space.blocks() * work.herds.len())
        .into_par_iter()
        .map(|_| AtomicU8::new(0))
        .collect_into_vec(&mut open);
    open.par_chunks_mut(work.herds.len()).enumerate().for_each(|(block, open)| {
        let tigers = space.tigers(block as u32);
        let around: Vec<u32> =
            bits(tigers).map(|t| squeeze(space.neighbours(t) & !tigers, tigers)).collect();
        for (open, &index) in open.iter_mut().zip(&work.herds.subsets) {
            let slides: u32 = around.iter().map(|around| (around & !index).count_ones()).sum();
            *open.get_mut() = slides as u8;
        }
    });
    open
}

bagh_simd::dispatch! {
    /// A slide of each tiger position before these goats leads to their win.
    fn close_tigers(aim: &GoatAim<'_>, block: u32, goats: &[u32], level: u16) {
        avx512 => aim.close_tigers_with::<Instruction>(block, goats, level),
        plain => aim.close_tigers_with::<Looped>(block, goats, level),
    }
}

impl GoatAim<'_> {
    /// Starts from trapped tigers, and from tigers whose only moves are captures that lose.
    fn add_trapped_tigers(&self) {
        let herds = self.work.herds.len();
        self.best.par_chunks(herds).enumerate().for_each(|(block, best)| {
            let mut late: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
            for (at, &best) in (block * herds..).zip(best) {
                let best = Entry::from_bits(best);
                if self.open[at].load(Relaxed) != 0 {
                    continue;
                }
                if !best.is_known() {
                    late.entry(0).or_default().push(at as u32);
                } else if best.code() == 0 {
                    late.entry(best.plies()).or_default().push(at as u32);
                }
            }
            self.add_late(late);
        });
    }

    fn add_late(&self, late: BTreeMap<u16, Vec<u32>>) {
        let mut all = self.late.lock().expect("no thread panics while holding it");
        for (level, mut positions) in late {
            all.entry(level).or_default().append(&mut positions);
        }
    }

    #[inline(always)]
    fn close_tigers_with<B: BitMoves>(&self, block: u32, goats: &[u32], level: u16) {
        let Work { space, slides, herds, .. } = self.work;
        let tigers = space.tigers(block);
        for &index in goats {
            let herd = B::spread(index, tigers);
            for group in &slides.into[block as usize] {
                let image = space.inverse(group.symmetry).set(herd);
                for origin in group.origins.iter().filter(|o| image & o.left == 0) {
                    let rank = herds.ranking.rank(B::squeeze(image, origin.tigers));
                    self.close_tiger(origin.block, rank, level);
                }
            }
        }
    }

    /// One more slide of a position with tiger to move loses. When all do, it is lost, unless a
    /// capture does not.
    #[inline(always)]
    fn close_tiger(&self, block: u32, rank: u32, level: u16) {
        let at = block as usize * self.work.herds.len() + rank as usize;
        if self.open[at].fetch_sub(1, Relaxed) != 1 {
            return;
        }
        let best = Entry::from_bits(self.best[at]);
        if !best.is_known() {
            self.next.insert(block, rank);
        } else if best.code() == 0 {
            if best.plies() > level {
                // A capture that loses later puts off the end.
                self.add_late(BTreeMap::from([(best.plies(), vec![at as u32])]));
            } else {
                self.next.insert(block, rank);
            }
        }
    }
}
