//! How many positions of each class have which value, up to symmetry.
//!
//! Most tiger placements have no symmetry, and every herd counts once. For the others the lemma
//! of Burnside counts orbits: the mean, over the symmetries that keep the tigers, of the number of
//! herds that the symmetry keeps too.

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::place::layers::code_at;
use crate::place::vector::{Codes, IN_VECTOR, Vector};
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
        if (0..space.free()).all(|bit| image(bit) == 1 << bit) {
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

/// Which codes stand in the planes of a block, for each number of goats.
pub(crate) struct PlaneCensus {
    placed: u32,
    captures_to_win: u8,
    /// The positions of a vector whose address has just this many bits set.
    with_ones: Vec<Vector>,
}

impl PlaneCensus {
    pub(crate) fn new(placed: u32, captures_to_win: u8) -> PlaneCensus {
        let with_ones = (0..=IN_VECTOR as i32)
            .map(|n| Vector::where_at_most(n).and_not(Vector::where_at_most(n - 1)))
            .collect();
        PlaneCensus { placed, captures_to_win, with_ones }
    }

    /// How many numbers of captures the half-layer has; `turn` has its last goat on the board if
    /// it is Tiger's.
    pub(crate) fn classes(&self, turn: Side) -> u32 {
        let most = match turn {
            Side::Tiger => self.placed,
            // Before the first goat there is one class, with none captured.
            Side::Goat => self.placed.max(1),
        };
        most.min(u32::from(self.captures_to_win))
    }

    /// Counts one block: a tally for each number of captures.
    pub(crate) fn of_block<const P: usize>(
        &self,
        space: &Space,
        block: u32,
        codes: &[Codes<P>],
        turn: Side,
    ) -> Vec<Tally> {
        let values = usize::from(self.captures_to_win) + 2;
        let classes = self.classes(turn);
        let mut tallies = vec![Tally::new(values); classes as usize];
        let bits = space.free();
        for (address, codes) in codes.iter().enumerate() {
            let ones = address.count_ones();
            for captured in 0..classes {
                let goats = self.placed - captured;
                let Some(inside) = goats.checked_sub(ones).filter(|&n| n <= IN_VECTOR) else {
                    continue;
                };
                let mut class = self.with_ones[inside as usize];
                if bits < IN_VECTOR {
                    class = class.and(Vector::first(1 << bits));
                }
                let counts = &mut tallies[captured as usize].counts;
                count_codes(codes, class, counts);
            }
        }
        let order = kept_herds(space, block, |herd| {
            let goats = herd.count_ones();
            if let Some(captured) = self.placed.checked_sub(goats).filter(|&c| c < classes) {
                let code = usize::from(code_at(codes, herd)).min(values - 1);
                tallies[captured as usize].counts[code] += 1;
            }
        });
        for tally in &mut tallies {
            tally.scaled_back(order);
        }
        tallies
    }
}

/// Adds how often each code stands in the positions of `class`.
#[inline(always)]
fn count_codes<const P: usize>(codes: &Codes<P>, class: Vector, counts: &mut [u64]) {
    let win = counts.len() - 1;
    let total: u64 = class.count();
    let mut counted = 0;
    for (code, count) in counts[..win].iter_mut().enumerate() {
        let mut here = class;
        for (plane, &bits) in codes.iter().enumerate() {
            here = if code >> plane & 1 == 1 { here.and(bits) } else { here.and_not(bits) };
        }
        let n = here.count();
        *count += n;
        counted += n;
    }
    counts[win] += total - counted;
}
