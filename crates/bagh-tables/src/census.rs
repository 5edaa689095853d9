//! How many positions of each class have which value, up to symmetry.
//!
//! Most tiger placements have no symmetry, and every herd counts once. For the others the lemma
//! of Burnside counts orbits: the mean, over the symmetries that keep the tigers, of the number of
//! herds that the symmetry keeps too.

use std::sync::Mutex;

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::place::count::{Counting, DIGITS};
use crate::place::dispatch;
use crate::place::layers::code_at;
use crate::place::vector::{Codes, Vector};
use crate::slide::entry::Entry;
use crate::space::{Space, spread, squeeze};

/// The positions of one class, by value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CensusRow {
    /// Goats placed; all of them in the sliding phase.
    pub placed: u8,
    /// Goats captured.
    pub captured: u8,
    /// Who moves.
    pub turn: Side,
    /// Positions up to symmetry for each value, from the goats' win to the tigers' win.
    pub counts: Vec<u64>,
    /// Plies of the longest line to a position of each value; empty in the placement phase.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub longest: Vec<u16>,
}

impl CensusRow {
    /// All positions of the class.
    pub fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Sums over herds, weighted so that orbits count once: `tally[k]` counts in units of
/// `1 / stabiliser`.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    counts: Vec<u64>,
    longest: Vec<u16>,
}

impl Tally {
    pub(crate) fn new(values: usize) -> Tally {
        Tally { counts: vec![0; values], longest: vec![0; values] }
    }

    fn scaled_back(&mut self, stabiliser: u64) {
        for count in &mut self.counts {
            debug_assert_eq!(*count % stabiliser, 0);
            *count /= stabiliser;
        }
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
        for (most, plies) in self.longest.iter_mut().zip(&other.longest) {
            *most = (*most).max(*plies);
        }
    }

    pub(crate) fn row(self, placed: u8, captured: u8, turn: Side, with_plies: bool) -> CensusRow {
        let longest = if with_plies { self.longest } else { Vec::new() };
        CensusRow { placed, captured, turn, counts: self.counts, longest }
    }
}

/// Herds of a block that some symmetry of its tigers, other than the identity, keeps: once for
/// each such symmetry.
fn kept_herds(space: &Space, block: u32, mut f: impl FnMut(u32)) -> u64 {
    let tigers = space.tigers(block);
    let mut order = 0;
    for map in space.stabiliser(block) {
        order += 1;
        let image = |bit: u32| squeeze(map.set(spread(1 << bit, tigers)), tigers);
        // The caller counts every herd once, for the identity. Another symmetry may keep all free
        // points, too, and only exchange tigers.
        if (0..u32::BITS).all(|label| map.label(label) == label) {
            continue;
        }
        // The cycles of the symmetry on the free points: a herd is kept if it has whole cycles.
        let mut cycles: Vec<u32> = Vec::new();
        for bit in 0..space.free() {
            if cycles.iter().any(|c| c >> bit & 1 == 1) {
                continue;
            }
            let (mut cycle, mut at) = (0u32, 1u32 << bit);
            while cycle & at == 0 {
                cycle |= at;
                at = image(at.trailing_zeros());
            }
            cycles.push(cycle);
        }
        for chosen in 0..1u32 << cycles.len() {
            let herd = cycles
                .iter()
                .enumerate()
                .filter(|(i, _)| chosen >> i & 1 == 1)
                .fold(0, |herd, (_, cycle)| herd | cycle);
            f(herd);
        }
    }
    order
}

/// Counts the entries of one block of a sliding class.
pub(crate) fn of_entries(
    space: &Space,
    block: u32,
    entries: &[u16],
    goats: u32,
    rank: impl Fn(u32) -> u32,
) -> Tally {
    let mut tally = Tally::new(usize::from(space.game().captures()) + 2);
    for &bits in entries {
        let entry = Entry::from_bits(bits);
        tally.counts[usize::from(entry.code())] += 1;
        let longest = &mut tally.longest[usize::from(entry.code())];
        *longest = (*longest).max(entry.plies());
    }
    let order = kept_herds(space, block, |herd| {
        if herd.count_ones() == goats {
            let entry = Entry::from_bits(entries[rank(herd) as usize]);
            tally.counts[usize::from(entry.code())] += 1;
        }
    });
    tally.scaled_back(order);
    tally
}

/// Counts the codes of a half-layer, for each number of captures.
pub(crate) struct PlaneCensus<'s> {
    space: &'s Space,
    placed: u8,
    turn: Side,
    /// Herds by size: the goats on the board for 0, 1, … captures.
    counting: Counting,
    sums: Mutex<Vec<Tally>>,
}

impl<'s> PlaneCensus<'s> {
    pub(crate) fn new(space: &'s Space, placed: u8, turn: Side) -> PlaneCensus<'s> {
        let captures = space.game().captures();
        // With Tiger to move, the goat that was placed last stands on the board; with Goat to
        // move, all may be captured. Before the first goat there is one class, with none captured.
        let classes = match turn {
            Side::Tiger => captures.min(placed.max(1)),
            Side::Goat => captures.min(placed + 1),
        };
        let goats = (0..classes).map(|captured| u32::from(placed - captured)).collect();
        let values = usize::from(captures) + 2;
        PlaneCensus {
            space,
            placed,
            turn,
            counting: Counting::new(space.free(), goats, values),
            sums: Mutex::new(vec![Tally::new(values); usize::from(classes)]),
        }
    }

    /// Adds the codes of one block.
    pub(crate) fn add<const P: usize>(&self, block: u32, codes: &[Codes<P>]) {
        let Counting { ref goats, values, .. } = self.counting;
        let mut lanes = vec![[Vector::ZERO; DIGITS]; values * goats.len()];
        dispatch::count(&self.counting, codes, &mut lanes);
        let mut tallies = Vec::new();
        for (lanes, &goats) in lanes.chunks_exact(values).zip(goats) {
            let mut tally = Tally::new(values);
            for (count, digits) in tally.counts.iter_mut().zip(lanes) {
                let digits = digits.iter().enumerate();
                *count = digits.map(|(digit, lanes)| lanes.0.iter().sum::<u64>() << digit).sum();
            }
            let others: u64 = tally.counts.iter().sum();
            tally.counts[values - 1] = self.space.herds(goats) as u64 - others;
            tallies.push(tally);
        }
        let order = kept_herds(self.space, block, |herd| {
            if let Some(class) = goats.iter().position(|&g| g == herd.count_ones()) {
                let code = usize::from(code_at(codes, herd)).min(values - 1);
                tallies[class].counts[code] += 1;
            }
        });
        let mut sums = self.sums.lock().expect("no thread panics while holding it");
        for (sum, mut tally) in sums.iter_mut().zip(tallies) {
            tally.scaled_back(order);
            sum.add(&tally);
        }
    }

    /// The rows of the census.
    pub(crate) fn rows(self) -> Vec<CensusRow> {
        let (placed, turn) = (self.placed, self.turn);
        let sums = self.sums.into_inner().expect("no thread panics while holding it");
        let rows = sums.into_iter().enumerate();
        rows.map(|(captured, tally)| tally.row(placed, captured as u8, turn, false)).collect()
    }
}
