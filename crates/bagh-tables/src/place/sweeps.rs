//! Plans carried out in registers, for processors that have many wide ones.
//!
//! With a pass over the scratch memory for each exchange of address bits, everything is loaded and
//! stored about five times on its way (docs/SOLVER.md). But an exchange with a bit of the
//! slot number only ties two slots together, and no plan of our games needs more than three of
//! these bits. So eight slots that differ in three bits of their number are loaded into registers,
//! all passes are carried out on them, and they are merged, without a scratch memory: a *sweep*.

use super::plan::{ABSENT, Pass, Plan};
use super::register::Register;
use super::steps::{self, Herds, InOrder, Numbering, Rounds, load, max_into, store};
use super::vector::{Codes, Vector};

/// Bits of the slot number in which the slots of a group differ.
const BITS: usize = 3;
/// Slots of a group.
const GROUP: usize = 1 << BITS;

/// Lanes whose address bit is 0.
const LANE_ZEROS: [Vector; 3] = [
    Vector([!0, 0, !0, 0, !0, 0, !0, 0]),
    Vector([!0, !0, 0, 0, !0, !0, 0, 0]),
    Vector([!0, !0, !0, !0, 0, 0, 0, 0]),
];

/// The passes of a plan, carried out on a group of slots at a time.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    /// The passes, with bits of the number in the group in place of bits of the slot number.
    passes: Vec<Pass>,
    /// The first slot of each group.
    groups: Vec<u32>,
    /// What to add to it for each slot of a group.
    slots: [u32; GROUP],
}

impl Sweep {
    /// The sweep that carries out these passes on slots whose numbers have this many bits; none if
    /// these are too few for a group, or if the passes need more of them than differ in a group.
    pub(crate) fn new(passes: &[Pass], slot_bits: usize) -> Option<Sweep> {
        let is_needed = |bit: u32| passes.iter().any(|&pass| slot_bit(pass) == Some(bit));
        let (mut bits, others): (Vec<u32>, Vec<u32>) =
            (0..slot_bits as u32).partition(|&bit| is_needed(bit));
        bits.extend(others.into_iter().take(BITS.saturating_sub(bits.len())));
        bits.sort_unstable();
        let bits: [u32; BITS] = bits.try_into().ok()?;
        let number = |bit: u32| bits.iter().position(|&b| b == bit).expect("one of them") as u32;
        let passes = passes.iter().map(|&pass| match pass {
            Pass::SlotWord { slot_bit, shift, zeros } => {
                Pass::SlotWord { slot_bit: number(slot_bit), shift, zeros }
            }
            Pass::SlotLane { slot_bit, lane_bit } => {
                Pass::SlotLane { slot_bit: number(slot_bit), lane_bit }
            }
            inside => inside,
        });
        let inside: u32 = bits.iter().map(|bit| 1 << bit).sum();
        Some(Sweep {
            passes: passes.collect(),
            groups: (0..1 << slot_bits).filter(|slot| slot & inside == 0).collect(),
            slots: std::array::from_fn(|number| {
                (0..BITS).map(|bit| (number as u32 >> bit & 1) << bits[bit]).sum()
            }),
        })
    }

    /// The slots of a group.
    #[inline(always)]
    fn slots(&self, first: u32) -> [usize; GROUP] {
        let mut slots = [0; GROUP];
        for (slot, offset) in slots.iter_mut().zip(self.slots) {
            *slot = (first + offset) as usize;
        }
        slots
    }
}

/// The bit of the slot number that a pass needs.
fn slot_bit(pass: Pass) -> Option<u32> {
    match pass {
        Pass::SlotWord { slot_bit, .. } | Pass::SlotLane { slot_bit, .. } => Some(slot_bit),
        _ => None,
    }
}

/// Tiger's step for one block, see [`steps::tiger_step`], which gives the same.
#[inline(always)]
pub(crate) fn tiger_step<R: Register, const P: usize>(
    own: &mut [Codes<P>],
    all: &[Codes<P>],
    plans: &[Plan],
    herds: Herds,
    trapped: u8,
    scratch: &mut Vec<Codes<P>>,
) {
    steps::set_everywhere::<R, P>(own, trapped);
    let vectors = own.len();
    for plan in plans {
        let source = &all[plan.source as usize * vectors..][..vectors];
        tiger_move::<R, P>(own, source, plan, herds, &InOrder, scratch);
    }
}

/// One tiger move of a block, see [`steps::tiger_move`], which gives the same.
#[inline(always)]
pub(crate) fn tiger_move<R: Register, const P: usize>(
    own: &mut [Codes<P>],
    source: &[Codes<P>],
    plan: &Plan,
    herds: Herds,
    numbers: &(impl Numbering + ?Sized),
    scratch: &mut Vec<Codes<P>>,
) {
    let Some(sweep) = &plan.sweep else {
        steps::tiger_move::<R, P>(own, source, plan, herds, numbers, scratch);
        return;
    };
    let zero = [Vector::ZERO; P];
    let mut made = [zero; GROUP];
    let slack = plan.gather.len().trailing_zeros();
    let valid = R::load(&plan.valid);
    let mut next = Rounds::new(plan).find(herds, slack);
    // Sources come from far away: they are asked for several rounds before they are needed.
    let mut ahead = next.clone();
    for _ in 0..AHEAD {
        ahead = ask(ahead, plan, source, herds, numbers);
    }
    while let Some(rounds) = next {
        let (from, to) = (rounds.from, rounds.to);
        next = rounds.following().and_then(|rounds| rounds.find(herds, slack));
        ahead = ask(ahead, plan, source, herds, numbers);
        for &first in &sweep.groups {
            let slots = sweep.slots(first);
            let mut targets = [ABSENT; GROUP];
            let mut is_merged = false;
            for (target, slot) in targets.iter_mut().zip(slots) {
                let offset = plan.merge[slot];
                if offset != ABSENT && herds.touch((to + offset).count_ones(), 0) {
                    *target = to + offset;
                    is_merged = true;
                }
            }
            if !is_merged {
                continue;
            }
            let mut rows = [&zero; GROUP];
            for (row, slot) in rows.iter_mut().zip(slots) {
                let offset = plan.gather[slot];
                if offset != ABSENT {
                    *row = &source[numbers.of(from + offset)];
                }
            }
            carry_out::<R, P>(&sweep.passes, rows, &mut made);
            for (target, codes) in targets.into_iter().zip(&made) {
                if target != ABSENT {
                    let target = &mut own[numbers.of(target)];
                    let mut best: [R; P] = load(target);
                    max_into(&mut best, &load(codes), valid);
                    store(&best, target);
                }
            }
        }
    }
}

/// Rounds between asking for a source and reading it.
const AHEAD: usize = 2;

/// Asks for what a round gathers, and goes to the next one.
#[inline(always)]
fn ask<'p, const P: usize>(
    round: Option<Rounds<'p>>,
    plan: &Plan,
    source: &[Codes<P>],
    herds: Herds,
    numbers: &(impl Numbering + ?Sized),
) -> Option<Rounds<'p>> {
    let round = round?;
    steps::prefetch_round(plan, source, round.from, numbers);
    round.following()?.find(herds, plan.gather.len().trailing_zeros())
}

/// The registers of a group, each with what an operation makes of it.
macro_rules! each {
    ($group:ident, |$x:ident| $new:expr) => {{
        macro_rules! one {
            ($at:literal) => {{
                let $x = $group[$at];
                $group[$at] = $new;
            }};
        }
        one!(0);
        one!(1);
        one!(2);
        one!(3);
        one!(4);
        one!(5);
        one!(6);
        one!(7);
    }};
}

/// The pairs of registers whose numbers differ in a bit. Numbers are written out, so that the
/// group stays in registers; and macros, since a closure that is not inlined would be compiled for
/// the plainest processor.
macro_rules! pairs {
    ($group:ident, $bit:expr, |$x:ident, $y:ident| $new:expr) => {{
        macro_rules! pair {
            ($a:literal, $b:literal) => {{
                let ($x, $y) = ($group[$a], $group[$b]);
                ($group[$a], $group[$b]) = $new;
            }};
        }
        match $bit {
            0 => {
                pair!(0, 1);
                pair!(2, 3);
                pair!(4, 5);
                pair!(6, 7);
            }
            1 => {
                pair!(0, 2);
                pair!(1, 3);
                pair!(4, 6);
                pair!(5, 7);
            }
            _ => {
                pair!(0, 4);
                pair!(1, 5);
                pair!(2, 6);
                pair!(3, 7);
            }
        }
    }};
}

/// Carries out passes on a group of slots, a plane at a time.
#[inline(always)]
fn carry_out<R: Register, const P: usize>(
    passes: &[Pass],
    rows: [&Codes<P>; GROUP],
    made: &mut [Codes<P>; GROUP],
) {
    for plane in 0..P {
        let mut group = [
            R::load(&rows[0][plane]),
            R::load(&rows[1][plane]),
            R::load(&rows[2][plane]),
            R::load(&rows[3][plane]),
            R::load(&rows[4][plane]),
            R::load(&rows[5][plane]),
            R::load(&rows[6][plane]),
            R::load(&rows[7][plane]),
        ];
        for &pass in passes {
            match pass {
                Pass::SlotWord { slot_bit, shift, zeros } => {
                    let zeros = R::splat(zeros);
                    pairs!(group, slot_bit, |x, y| {
                        let t = x.shr(shift).xor(y).and(zeros);
                        (x.xor(t.shl(shift)), y.xor(t))
                    });
                }
                Pass::SlotLane { slot_bit, lane_bit: 0 } => {
                    pairs!(group, slot_bit, |x, y| x.exchange::<0>(y));
                }
                Pass::SlotLane { slot_bit, lane_bit: 1 } => {
                    pairs!(group, slot_bit, |x, y| x.exchange::<1>(y));
                }
                Pass::SlotLane { slot_bit, .. } => {
                    pairs!(group, slot_bit, |x, y| x.exchange::<2>(y));
                }
                Pass::WordWord { shift, ones } => {
                    let ones = R::splat(ones);
                    each!(group, |x| {
                        let t = x.shr(shift).xor(x).and(ones);
                        x.xor(t).xor(t.shl(shift))
                    });
                }
                Pass::WordLane { shift, zeros, lane_bit: 0 } => {
                    let mask = R::load(&LANE_ZEROS[0]).and(R::splat(zeros));
                    each!(group, |x| {
                        let t = x.shr(shift).xor(x.lanes_down::<0>()).and(mask);
                        x.xor(t.shl(shift)).xor(t.lanes_up::<0>())
                    });
                }
                Pass::WordLane { shift, zeros, lane_bit: 1 } => {
                    let mask = R::load(&LANE_ZEROS[1]).and(R::splat(zeros));
                    each!(group, |x| {
                        let t = x.shr(shift).xor(x.lanes_down::<1>()).and(mask);
                        x.xor(t.shl(shift)).xor(t.lanes_up::<1>())
                    });
                }
                Pass::WordLane { shift, zeros, .. } => {
                    let mask = R::load(&LANE_ZEROS[2]).and(R::splat(zeros));
                    each!(group, |x| {
                        let t = x.shr(shift).xor(x.lanes_down::<2>()).and(mask);
                        x.xor(t.shl(shift)).xor(t.lanes_up::<2>())
                    });
                }
                Pass::LaneLane { kept: 0 } => each!(group, |x| x.swap_lane_bits::<0>()),
                Pass::LaneLane { kept: 1 } => each!(group, |x| x.swap_lane_bits::<1>()),
                Pass::LaneLane { .. } => each!(group, |x| x.swap_lane_bits::<2>()),
                Pass::FlipWord { shift, zeros } => {
                    let zeros = R::splat(zeros);
                    each!(group, |x| x.and(zeros).shl(shift));
                }
                Pass::FlipLane { lane_bit: 0 } => each!(group, |x| x.lanes_up::<0>()),
                Pass::FlipLane { lane_bit: 1 } => each!(group, |x| x.lanes_up::<1>()),
                Pass::FlipLane { .. } => each!(group, |x| x.lanes_up::<2>()),
            }
        }
        group[0].store(&mut made[0][plane]);
        group[1].store(&mut made[1][plane]);
        group[2].store(&mut made[2][plane]);
        group[3].store(&mut made[3][plane]);
        group[4].store(&mut made[4][plane]);
        group[5].store(&mut made[5][plane]);
        group[6].store(&mut made[6][plane]);
        group[7].store(&mut made[7][plane]);
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::place::dispatch;
    use crate::place::register::Plain;
    use crate::space::Space;
    use crate::testing::Random;

    type Step = fn(&mut [Codes<3>], &[Codes<3>], &[Plan], Herds, u8, &mut Vec<Codes<3>>);

    /// Blocks of both games, by sweeps and by passes: with plain words, and with the registers at
    /// hand. The sources are noise, and all moves read the same one.
    #[test]
    fn sweeps_equal_passes() {
        let mut random = Random::new(31);
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let space = Space::new(game).unwrap();
            let vectors = 1usize << (space.free() - super::super::vector::IN_VECTOR);
            let source: Vec<Codes<3>> = (0..vectors)
                .map(|_| std::array::from_fn(|_| Vector(std::array::from_fn(|_| random.next()))))
                .collect();
            for _ in 0..4 {
                let block = random.below(space.blocks()) as u32;
                let moves = space.tiger_moves(block);
                let plans: Vec<Plan> = moves
                    .iter()
                    .map(|mv| Plan { source: 0, ..Plan::new(&space, block, mv, space.free()) })
                    .collect();
                assert!(plans.iter().all(|plan| plan.sweep.is_some()));
                for herds in [Herds { least: 0, most: 30 }, Herds { least: 9, most: 13 }] {
                    let step = |run: Step| {
                        let mut own = vec![[Vector::ONES; 3]; vectors];
                        run(&mut own, &source, &plans, herds, 0, &mut Vec::new());
                        own
                    };
                    let by_passes = step(steps::tiger_step::<Plain, 3>);
                    assert!(by_passes == step(tiger_step::<Plain, 3>), "block {block}");
                    assert!(by_passes == step(dispatch::tiger_step::<3>), "block {block}");
                }
            }
        }
    }
}
