//! The two steps of a layer: Goat places (the least of all placements), Tiger moves (the greatest
//! of all moves).

use super::passes;
use super::plan::{ABSENT, Plan};
use super::register::Register;
use super::vector::{Codes, IN_VECTOR, IN_WORD, Vector, WORD_ZEROS};

/// Which herds matter in a layer: those with `least..=most` goats on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Herds {
    pub least: i32,
    pub most: i32,
}

impl Herds {
    /// Whether some position of a vector whose address has this many bits set, or up to `slack`
    /// more, matters.
    #[inline(always)]
    pub(crate) fn touch(self, set_bits: u32, slack: u32) -> bool {
        set_bits as i32 <= self.most && (set_bits + slack + IN_VECTOR) as i32 >= self.least
    }
}

/// Where the codes of `a` are less than those of `b`.
#[inline(always)]
fn less<R: Register, const P: usize>(a: &[R; P], b: &[R; P]) -> R {
    let mut less = R::splat(0);
    for plane in 0..P {
        // Higher planes overrule lower ones: where the two differ, b's bit decides.
        less = a[plane].is_less(b[plane], less);
    }
    less
}

/// `a` becomes the larger code of each position that is one of these.
#[inline(always)]
pub(crate) fn max_into<R: Register, const P: usize>(a: &mut [R; P], b: &[R; P], positions: R) {
    let less = less(a, b).and(positions);
    for plane in 0..P {
        a[plane] = less.select(b[plane], a[plane]);
    }
}

/// `a` becomes the smaller code of each position.
#[inline(always)]
fn min_into<R: Register, const P: usize>(a: &mut [R; P], b: &[R; P]) {
    let less = less(a, b);
    for plane in 0..P {
        a[plane] = less.select(a[plane], b[plane]);
    }
}

/// The same where the positions are among these.
#[inline(always)]
fn min_into_at<R: Register, const P: usize>(a: &mut [R; P], b: &[R; P], positions: R) {
    let less = less(b, a).and(positions);
    for plane in 0..P {
        a[plane] = less.select(b[plane], a[plane]);
    }
}

#[inline(always)]
pub(crate) fn load<R: Register, const P: usize>(codes: &Codes<P>) -> [R; P] {
    let mut registers = [R::splat(0); P];
    for plane in 0..P {
        registers[plane] = R::load(&codes[plane]);
    }
    registers
}

#[inline(always)]
pub(crate) fn store<R: Register, const P: usize>(registers: &[R; P], codes: &mut Codes<P>) {
    for plane in 0..P {
        registers[plane].store(&mut codes[plane]);
    }
}

/// The planes of a code that stands everywhere.
#[inline(always)]
fn everywhere<R: Register, const P: usize>(code: u8) -> [R; P] {
    let mut planes = [R::splat(0); P];
    for plane in 0..P {
        planes[plane] = R::splat(if code >> plane & 1 == 1 { !0 } else { 0 });
    }
    planes
}

/// Goat's step in one block, in place: from tiger-to-move codes with one goat more to
/// goat-to-move codes. `free` is how many points there are to place a goat on. Herds smaller than
/// the least have lost too many goats, so the tigers have won: they get the code `won`.
#[inline(always)]
pub(crate) fn goat_step<R: Register, const P: usize>(
    block: &mut [Codes<P>],
    free: u32,
    herds: Herds,
    won: u8,
) {
    let won: [R; P] = everywhere(won);
    // `lost[n]`: positions of a vector with fewer than n bits set in it.
    let lost: [Vector; IN_VECTOR as usize + 2] =
        std::array::from_fn(|n| Vector::where_at_most(n as i32 - 1));
    for address in 0..block.len() {
        let set_bits = (address as u32).count_ones();
        if !herds.touch(set_bits, 0) {
            // Nothing to compute, but jumps read herds just below the least.
            if (set_bits as i32) < herds.least {
                store(&won, &mut block[address]);
            }
            continue;
        }
        let here: [R; P] = load(&block[address]);
        let mut best = [R::splat(!0); P];
        // A goat on a point of the vector address: the codes of another vector.
        let mut absent = !address & (block.len() - 1);
        while absent != 0 {
            let bit = absent & absent.wrapping_neg();
            absent ^= bit;
            min_into(&mut best, &load(&block[address | bit]));
        }
        // A goat on a point inside the vector: its codes shifted, where no goat is there already.
        for bit in 0..free.min(IN_WORD) {
            let mut placed = here;
            for plane in 0..P {
                placed[plane] = placed[plane].shr(1 << bit);
            }
            min_into_at(&mut best, &placed, R::splat(WORD_ZEROS[bit as usize]));
        }
        if free > IN_WORD {
            lane_placement::<R, P, 0>(&here, &mut best);
        }
        if free > IN_WORD + 1 {
            lane_placement::<R, P, 1>(&here, &mut best);
        }
        if free > IN_WORD + 2 {
            lane_placement::<R, P, 2>(&here, &mut best);
        }
        let too_few = (herds.least - set_bits as i32).clamp(0, IN_VECTOR as i32 + 1);
        let lost = R::load(&lost[too_few as usize]);
        for plane in 0..P {
            best[plane] = lost.select(won[plane], best[plane]);
        }
        store(&best, &mut block[address]);
    }
}

#[inline(always)]
fn lane_placement<R: Register, const P: usize, const BIT: u32>(here: &[R; P], best: &mut [R; P]) {
    let mut placed = *here;
    for plane in 0..P {
        placed[plane] = placed[plane].lanes_down::<BIT>();
    }
    min_into_at(best, &placed, R::load(&Vector::where_bit(IN_WORD + BIT, false)));
}

/// Tiger's step for one block: from goat-to-move codes of all blocks to tiger-to-move codes of
/// this one. Where no tiger can move, the goats have won: the code is `trapped`, which must not be
/// greater than any other code.
#[inline(always)]
pub(crate) fn tiger_step<R: Register, const P: usize>(
    own: &mut [Codes<P>],
    all: &[Codes<P>],
    plans: &[Plan],
    herds: Herds,
    trapped: u8,
    scratch: &mut Vec<Codes<P>>,
) {
    set_everywhere::<R, P>(own, trapped);
    let vectors = own.len();
    for plan in plans {
        let source = &all[plan.source as usize * vectors..][..vectors];
        tiger_move::<R, P>(own, source, plan, herds, &InOrder, scratch);
    }
}

/// Where in a block the vector with an address stands.
pub(crate) trait Numbering {
    fn of(&self, address: u32) -> usize;
}

/// All vectors are there, in the order of their addresses.
pub(crate) struct InOrder;

impl Numbering for InOrder {
    #[inline(always)]
    fn of(&self, address: u32) -> usize {
        address as usize
    }
}

/// Some vectors are there: each address has the number of its vector, or of one that holds nothing.
impl Numbering for [u32] {
    #[inline(always)]
    fn of(&self, address: u32) -> usize {
        self[address as usize] as usize
    }
}

/// Sets every code of a block.
#[inline(always)]
pub(crate) fn set_everywhere<R: Register, const P: usize>(block: &mut [Codes<P>], code: u8) {
    let planes: [R; P] = everywhere(code);
    for codes in block.iter_mut() {
        store(&planes, codes);
    }
}

/// One tiger move of a block, from the codes of the block that it leads to: a pass over the scratch
/// memory after the other.
#[inline(always)]
pub(crate) fn tiger_move<R: Register, const P: usize>(
    own: &mut [Codes<P>],
    source: &[Codes<P>],
    plan: &Plan,
    herds: Herds,
    numbers: &(impl Numbering + ?Sized),
    scratch: &mut Vec<Codes<P>>,
) {
    scratch.clear();
    scratch.resize(plan.gather.len(), [Vector::ZERO; P]);
    let slack = plan.gather.len().trailing_zeros();
    let valid = R::load(&plan.valid);
    let mut next = Rounds::new(plan).find(herds, slack);
    while let Some(rounds) = next {
        let (from, to) = (rounds.from, rounds.to);
        next = rounds.following().and_then(|rounds| rounds.find(herds, slack));
        if let Some(ahead) = &next {
            prefetch_round(plan, source, ahead.from, numbers);
        }
        for (slot, &offset) in scratch.iter_mut().zip(&plan.gather) {
            if offset == ABSENT {
                *slot = [Vector::ZERO; P];
            } else {
                store(&load::<R, P>(&source[numbers.of(from + offset)]), slot);
            }
        }
        for &pass in &plan.passes {
            passes::run::<R, P>(pass, scratch);
        }
        for (slot, &offset) in scratch.iter().zip(&plan.merge) {
            if offset == ABSENT || !herds.touch((to + offset).count_ones(), 0) {
                continue;
            }
            let target = &mut own[numbers.of(to + offset)];
            let mut best: [R; P] = load(target);
            max_into(&mut best, &load(slot), valid);
            store(&best, target);
        }
    }
}

/// Asks for what a round gathers.
#[inline(always)]
pub(crate) fn prefetch_round<const P: usize>(
    plan: &Plan,
    source: &[Codes<P>],
    from: u32,
    numbers: &(impl Numbering + ?Sized),
) {
    for &offset in &plan.gather {
        if offset != ABSENT {
            prefetch(&source[numbers.of(from + offset)]);
        }
    }
}

/// How many rounds of a plan touch herds that matter, and how many vectors they merge.
pub(crate) fn rounds_and_merges(plan: &Plan, herds: Herds) -> (u64, u64) {
    let slack = plan.gather.len().trailing_zeros();
    let (mut rounds, mut merges) = (0, 0);
    let mut next = Rounds::new(plan).find(herds, slack);
    while let Some(round) = next {
        let to = round.to;
        let is_merged =
            |&&offset: &&u32| offset != ABSENT && herds.touch((to + offset).count_ones(), 0);
        rounds += 1;
        merges += plan.merge.iter().filter(is_merged).count() as u64;
        next = round.following().and_then(|round| round.find(herds, slack));
    }
    (rounds, merges)
}

/// The rounds of a plan: addresses that count up on the source side, so that memory is read as
/// nearly in order as the plan allows.
#[derive(Clone)]
pub(crate) struct Rounds<'p> {
    outer: &'p [(u32, u32)],
    round: u32,
    pub from: u32,
    pub to: u32,
}

impl<'p> Rounds<'p> {
    #[inline(always)]
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Rounds { outer: &plan.outer, round: 0, from: 0, to: plan.fixed }
    }

    #[inline(always)]
    pub(crate) fn following(mut self) -> Option<Self> {
        self.round += 1;
        // Counting up flips the lowest bits up to the first 0; the plan holds their sums.
        let (source, own) = *self.outer.get(self.round.trailing_zeros() as usize)?;
        self.from ^= source;
        self.to ^= own;
        Some(self)
    }

    /// The first round from here on that touches herds that matter.
    #[inline(always)]
    pub(crate) fn find(mut self, herds: Herds, slack: u32) -> Option<Self> {
        while !herds.touch(self.to.count_ones(), slack) {
            self = self.following()?;
        }
        Some(self)
    }
}

/// Asks for memory that is read soon, for the first cache.
#[inline(always)]
fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and never faults.
        each_line(what, |line| unsafe { _mm_prefetch::<_MM_HINT_T0>(line) });
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// Asks for memory that is read a little later, for the second cache.
#[inline(always)]
pub(crate) fn prefetch_later<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and never faults.
        each_line(what, |line| unsafe { _mm_prefetch::<_MM_HINT_T1>(line) });
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// Calls a function with the address of every cache line of a value.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn each_line<T>(what: &T, ask: impl Fn(*const i8)) {
    let start = std::ptr::from_ref(what).cast::<i8>();
    for line in 0..size_of::<T>().div_ceil(64) {
        ask(start.wrapping_add(64 * line));
    }
}
