//! The passes of a plan, carried out in the scratch memory.

use super::plan::Pass;
use super::register::Register;
use super::vector::{Codes, Vector};

/// Replaces every vector of every slot. A macro, since a closure that is not inlined would be
/// compiled for the plainest processor.
macro_rules! each_vector {
    ($slots:expr, |$x:ident| $new:expr) => {
        for vector in $slots.as_flattened_mut() {
            let $x = R::load(vector);
            $new.store(vector);
        }
    };
}

/// Replaces the vectors of every pair of slots that differ in one bit of their number.
macro_rules! each_pair {
    ($slots:expr, $bit:expr, |$x:ident, $y:ident| $new:expr) => {
        let half = 1usize << $bit;
        for chunk in $slots.chunks_exact_mut(2 * half) {
            let (zeros, ones) = chunk.split_at_mut(half);
            let pairs = zeros.as_flattened_mut().iter_mut().zip(ones.as_flattened_mut());
            for (a, b) in pairs {
                let ($x, $y) = (R::load(a), R::load(b));
                let (x, y) = $new;
                x.store(a);
                y.store(b);
            }
        }
    };
}

/// Carries out one pass on all slots.
#[inline(always)]
pub(crate) fn run<R: Register, const P: usize>(pass: Pass, slots: &mut [Codes<P>]) {
    match pass {
        Pass::SlotWord { slot_bit, shift, zeros } => {
            // Bit 1 of the zero slot goes to bit 0 of the one slot, and back.
            let zeros = R::splat(zeros);
            each_pair!(slots, slot_bit, |x, y| {
                let t = x.shr(shift).xor(y).and(zeros);
                (x.xor(t.shl(shift)), y.xor(t))
            });
        }
        Pass::SlotLane { slot_bit, lane_bit } => match lane_bit {
            0 => {
                each_pair!(slots, slot_bit, |x, y| x.exchange::<0>(y));
            }
            1 => {
                each_pair!(slots, slot_bit, |x, y| x.exchange::<1>(y));
            }
            _ => {
                each_pair!(slots, slot_bit, |x, y| x.exchange::<2>(y));
            }
        },
        Pass::WordWord { shift, ones } => {
            let ones = R::splat(ones);
            each_vector!(slots, |x| {
                let t = x.shr(shift).xor(x).and(ones);
                x.xor(t).xor(t.shl(shift))
            });
        }
        Pass::WordLane { shift, zeros, lane_bit } => match lane_bit {
            0 => word_lane::<R, P, 0>(slots, shift, zeros),
            1 => word_lane::<R, P, 1>(slots, shift, zeros),
            _ => word_lane::<R, P, 2>(slots, shift, zeros),
        },
        Pass::LaneLane { kept } => match kept {
            0 => each_vector!(slots, |x| x.swap_lane_bits::<0>()),
            1 => each_vector!(slots, |x| x.swap_lane_bits::<1>()),
            _ => each_vector!(slots, |x| x.swap_lane_bits::<2>()),
        },
        Pass::FlipWord { shift, zeros } => {
            let zeros = R::splat(zeros);
            each_vector!(slots, |x| x.and(zeros).shl(shift));
        }
        Pass::FlipLane { lane_bit } => match lane_bit {
            0 => each_vector!(slots, |x| x.lanes_up::<0>()),
            1 => each_vector!(slots, |x| x.lanes_up::<1>()),
            _ => each_vector!(slots, |x| x.lanes_up::<2>()),
        },
    }
}

#[inline(always)]
fn word_lane<R: Register, const P: usize, const LANE_BIT: u32>(
    slots: &mut [Codes<P>],
    shift: u32,
    zeros: u64,
) {
    // In-word zeros of the lanes with address bit 0.
    let mask = Vector::where_bit(6 + LANE_BIT, false).0.map(|lane| lane & zeros);
    let mask = R::load(&Vector(mask));
    each_vector!(slots, |x| {
        // Word bit 1 in lanes with bit 0 goes to word bit 0 in lanes with bit 1, and back.
        let t = x.shr(shift).xor(x.lanes_down::<LANE_BIT>()).and(mask);
        x.xor(t.shl(shift)).xor(t.lanes_up::<LANE_BIT>())
    });
}
