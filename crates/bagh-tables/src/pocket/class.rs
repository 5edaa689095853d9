//! The values of one class of a piece, one herd after the other: what is seen around each, and the
//! questions that settle its value.

use super::model::{Contexts, Seen};
use super::shape::{NONE, Order, Shape};
use super::threats::Threats;

/// A question about a herd: whether it has this value.
pub(crate) struct Question<'a> {
    /// The low bits of the herd.
    pub low: u32,
    /// The value that is asked about. Greater ones are excluded already.
    pub value: u8,
    /// The question's number in the model.
    pub number: usize,
    pub contexts: &'a Contexts,
}

/// Settles the values of a class: `answer` is asked from the tigers' win down. `values` has those of
/// the classes before; where there is none, it has the tigers' win.
#[inline(always)]
pub(crate) fn settle(
    shape: &Shape,
    threats: &Threats,
    high: u32,
    captured: u32,
    values: &mut [u8],
    mut answer: impl FnMut(Question<'_>) -> bool,
) {
    for &low in shape.lows(high, captured) {
        let low = u32::from(low);
        let contexts = see(shape, threats, captured, values, low).contexts();
        let first = shape.question(captured, shape.top.into());
        let mut value = shape.top;
        let mut number = first;
        while !answer(Question { low, value, number, contexts: &contexts }) {
            value -= 1;
            number += 1;
            if u32::from(value) <= captured {
                value = 0;
                break;
            }
        }
        values[low as usize] = value;
    }
}

#[inline(always)]
fn see(shape: &Shape, threats: &Threats, captured: u32, values: &[u8], low: u32) -> Seen {
    let mask = (1u32 << shape.low) - 1;
    let sort = |value: u8| shape.sorts[usize::from(value)];
    let at = |low: u32| sort(values[(low & mask) as usize]);

    let is_first = shape.turn_of(captured) == 0;
    let (mut least, mut times, mut sum, mut count) = (NONE, 0, 0, 0);
    let mut take = |found: u8| {
        if found < least {
            (least, times) = (found, 0);
        }
        times += u32::from(found == least);
        sum += u32::from(found);
        count += 1;
    };
    let mut prey = NONE;
    let threat = match shape.order {
        Order::MostCapturedFirst => {
            if !is_first {
                each(low, |goat| take(at(low ^ goat)));
            }
            threats.of(low, |goat| {
                let found = at(low ^ goat);
                prey = if prey == NONE { found } else { prey.max(found) };
            })
        }
        Order::FewestCapturedFirst => {
            if !is_first {
                each(!low & mask, |point| {
                    take(sort(shape.top - values[((low | point) & mask) as usize]));
                });
            }
            threats.of(low, |_| {})
        }
    };
    let mean = |sum: u32, count: u32| match count {
        0 => super::model::MEANS as u8 - 1,
        _ => (3 * sum / count) as u8,
    };

    // Goats that have a free place below them, from the lowest up.
    let lowest = !low & (low + 1);
    let (mut near, mut last, mut near_sum, mut near_count) = ([NONE; 4], NONE, 0, 0u32);
    let movable = low & !(lowest.wrapping_sub(1));
    let mut rest = movable;
    while rest != 0 && near_count < 8 {
        let goat = rest & rest.wrapping_neg();
        rest ^= goat;
        let below = !low & (goat - 1);
        let place = 1u32 << (31 - below.leading_zeros());
        let found = at(low ^ goat ^ place);
        if near_count < 4 {
            near[near_count as usize] = found;
        }
        near_sum += u32::from(found);
        near_count += 1;
        last = found;
    }
    let mut far = [NONE; 3];
    let mut rest = movable;
    for slot in &mut far {
        if rest == 0 {
            break;
        }
        let goat = 1u32 << (31 - rest.leading_zeros());
        rest ^= goat;
        *slot = at(low ^ goat ^ lowest);
    }

    Seen {
        least,
        times: times.min(3) as u8,
        mean: mean(sum, count),
        jumps: threat.jumps.min(4) as u8,
        trapped: threat.trapped.min(4) as u8,
        prey,
        near,
        last,
        near_mean: mean(near_sum, near_count),
        far,
    }
}

/// Calls `f` with each bit of a set.
#[inline(always)]
fn each(mut set: u32, mut f: impl FnMut(u32)) {
    while set != 0 {
        f(set & set.wrapping_neg());
        set &= set - 1;
    }
}
