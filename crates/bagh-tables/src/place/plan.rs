//! Plans: how the codes of one block move to another under a tiger move.
//!
//! A tiger move keeps the herd (less a captured goat), so the index of the successor has the same
//! bits in another order: one bit of each side is fixed (the point that the tiger goes to is empty
//! before, the point that it leaves is empty after), a jump fixes one more. A plan moves whole
//! vectors through a small scratch memory: gather, exchange address bits, merge. It does not
//! depend on the layer, so it is made once.

use super::vector::{IN_VECTOR, IN_WORD, Vector, WORD_ZEROS};
use crate::space::{Space, TigerMove, bits, squeeze};

/// A slot of the scratch memory that no source vector goes to, or that is not merged.
pub(crate) const ABSENT: u32 = u32::MAX;

/// The fewest scratch slots that are worth a round.
const MIN_SLOT_BITS: usize = 4;

/// One step in the scratch memory, on all its vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Exchanges an in-word address bit with a bit of the slot number.
    SlotWord { slot_bit: u32, shift: u32, zeros: u64 },
    /// Exchanges a lane address bit with a bit of the slot number.
    SlotLane { slot_bit: u32, lane_bit: u32 },
    /// Exchanges two in-word address bits.
    WordWord { shift: u32, ones: u64 },
    /// Exchanges an in-word address bit with a lane address bit.
    WordLane { shift: u32, zeros: u64, lane_bit: u32 },
    /// Exchanges the two lane address bits other than this one.
    LaneLane { kept: u32 },
    /// Moves what stands where an in-word address bit is 0 to where it is 1.
    FlipWord { shift: u32, zeros: u64 },
    /// Moves what stands where a lane address bit is 0 to where it is 1.
    FlipLane { lane_bit: u32 },
}

/// How one tiger move carries codes from its target's block back to its own.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The block that codes come from.
    pub source: u32,
    /// Whether the move captures a goat.
    pub is_jump: bool,
    /// For each slot, the vector of the source block, or [`ABSENT`].
    pub gather: Vec<u32>,
    pub passes: Vec<Pass>,
    /// For each slot, the vector of the own block, or [`ABSENT`].
    pub merge: Vec<u32>,
    /// The positions of a merged vector that the move applies to.
    pub valid: Vector,
    /// For the vector address bits that are not part of the slot number, lowest source bit first:
    /// the sums of the source and own weights of the bits up to this one.
    pub outer: Vec<(u32, u32)>,
    /// Set bits of the own vector address that are fixed for every slot and every round.
    pub fixed: u32,
}

/// One address bit on its way: where it comes from and goes to, and whether it is fixed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit {
    pub source: u32,
    pub own: u32,
    /// For a fixed bit, its value on the own side; on the source side it is 0.
    pub fixed: Option<bool>,
}

impl Plan {
    /// The plan of a move of this block's tigers.
    pub(crate) fn new(space: &Space, block: u32, mv: &TigerMove, address_bits: u32) -> Plan {
        let bits = address_map(space, block, mv, address_bits);
        let own_of = |source: u32| bits.iter().find(|b| b.source == source).expect("a permutation");
        let source_of = |own: u32| bits.iter().find(|b| b.own == own).expect("a permutation");

        // Slot bits: first the source's vector address bits that end inside the vector.
        let mut slots: Vec<u32> = bits
            .iter()
            .filter(|b| b.source >= IN_VECTOR && b.own < IN_VECTOR)
            .map(|b| b.source)
            .collect();
        slots.sort_unstable();
        // Then, so that a round is worth its while, the lowest other ones.
        let mut outer: Vec<Bit> = bits
            .iter()
            .filter(|b| b.source >= IN_VECTOR && b.own >= IN_VECTOR && b.fixed.is_none())
            .copied()
            .collect();
        outer.sort_unstable_by_key(|b| b.source);
        while slots.len() < MIN_SLOT_BITS && !outer.is_empty() {
            slots.push(outer.remove(0).source);
        }

        // `held[l]` is the source bit that in-vector address bit `l` holds at the moment,
        // `in_slot[q]` the one that bit `q` of the slot number holds.
        let mut held: Vec<u32> = (0..IN_VECTOR).collect();
        let mut in_slot = slots.clone();
        let mut passes = Vec::new();
        for l in 0..IN_VECTOR {
            let wanted = source_of(l).source;
            if held[l as usize] == wanted {
                continue;
            }
            if let Some(other) = held.iter().position(|&h| h == wanted) {
                passes.push(exchange_inside(l, other as u32));
                held.swap(l as usize, other);
            } else {
                let slot = in_slot.iter().position(|&h| h == wanted).expect("it crosses");
                passes.push(exchange_with_slot(l, slot as u32));
                std::mem::swap(&mut held[l as usize], &mut in_slot[slot]);
            }
        }
        let mut valid = Vector::ONES;
        for bit in bits.iter().filter(|b| b.own < IN_VECTOR) {
            let Some(value) = bit.fixed else { continue };
            valid = valid.and(Vector::where_bit(bit.own, value));
            if value && bit.source < IN_VECTOR {
                passes.push(flip(bit.own));
            }
        }

        let slot_count = 1u32 << slots.len();
        let gather = (0..slot_count)
            .map(|slot| {
                slots.iter().enumerate().fold(0, |offset, (q, &source)| {
                    let set = slot >> q & 1 == 1;
                    match own_of(source).fixed {
                        _ if offset == ABSENT => ABSENT,
                        // A fixed bit on its way into the vector takes its own-side value here,
                        // where that costs nothing.
                        Some(value) if set != value => ABSENT,
                        Some(_) => offset,
                        None => offset + (u32::from(set) << (source - IN_VECTOR)),
                    }
                })
            })
            .collect();
        let merge = (0..slot_count)
            .map(|slot| {
                in_slot.iter().enumerate().fold(0, |offset, (q, &source)| {
                    let set = slot >> q & 1 == 1;
                    let bit = own_of(source);
                    match bit.fixed {
                        _ if offset == ABSENT => ABSENT,
                        Some(_) if set => ABSENT,
                        Some(value) => offset + (u32::from(value) << (bit.own - IN_VECTOR)),
                        None => offset + (u32::from(set) << (bit.own - IN_VECTOR)),
                    }
                })
            })
            .collect();
        let fixed = bits
            .iter()
            .filter(|b| b.source >= IN_VECTOR && b.own >= IN_VECTOR && b.fixed == Some(true))
            .fold(0, |set, b| set | 1 << (b.own - IN_VECTOR));
        Plan {
            source: mv.block,
            is_jump: mv.over.is_some(),
            gather,
            passes,
            merge,
            valid,
            outer: outer
                .iter()
                .scan((0, 0), |(source, own), b| {
                    *source |= 1 << (b.source - IN_VECTOR);
                    *own |= 1 << (b.own - IN_VECTOR);
                    Some((*source, *own))
                })
                .collect(),
            fixed,
        }
    }
}

/// Where each address bit of the source goes.
pub(super) fn address_map(
    space: &Space,
    block: u32,
    mv: &TigerMove,
    address_bits: u32,
) -> Vec<Bit> {
    let tigers = space.tigers(block);
    let target = space.tigers(mv.block);
    let map = space.map(mv.symmetry);
    let own = |label: u32| squeeze(1 << label, tigers).trailing_zeros();
    let source = |label: u32| squeeze(1 << map.label(label), target).trailing_zeros();

    let all = (1u32 << (space.free() + u32::from(space.game().tigers()))) - 1;
    let fixed_labels = 1 << mv.to | mv.over.map_or(0, |over| 1 << over);
    let mut list: Vec<Bit> = bits(all & !tigers & !fixed_labels)
        .map(|label| Bit { source: source(label), own: own(label), fixed: None })
        .collect();
    // The fixed bits may be paired at will. Pairing vector address bits with each other, and bits
    // that stay where they are, saves passes.
    let mut owns = vec![(own(mv.to), false)];
    let mut sources = vec![source(mv.from)];
    if let Some(over) = mv.over {
        owns.push((own(over), true));
        sources.push(source(over));
        let cost = |s: u32, o: u32| match (s >= IN_VECTOR, o >= IN_VECTOR) {
            (true, true) => 0,
            (false, false) => u32::from(s != o),
            _ => 1,
        };
        let straight = cost(sources[0], owns[0].0) + cost(sources[1], owns[1].0);
        let crossed = cost(sources[1], owns[0].0) + cost(sources[0], owns[1].0);
        if crossed < straight {
            sources.swap(0, 1);
        }
    }
    list.extend(owns.iter().zip(&sources).map(|(&(own, value), &source)| Bit {
        source,
        own,
        fixed: Some(value),
    }));
    // Small boards do not fill a vector: the address bits left over stay where they are.
    list.extend((space.free()..address_bits).map(|b| Bit { source: b, own: b, fixed: None }));
    list
}

fn exchange_inside(a: u32, b: u32) -> Pass {
    let (low, high) = (a.min(b), a.max(b));
    if high < IN_WORD {
        // Positions with the low bit 1 and the high bit 0 change places with those shifted up.
        let ones = !WORD_ZEROS[low as usize] & WORD_ZEROS[high as usize];
        Pass::WordWord { shift: (1 << high) - (1 << low), ones }
    } else if low < IN_WORD {
        Pass::WordLane {
            shift: 1 << low,
            zeros: WORD_ZEROS[low as usize],
            lane_bit: high - IN_WORD,
        }
    } else {
        Pass::LaneLane { kept: 3 - (low - IN_WORD) - (high - IN_WORD) }
    }
}

fn exchange_with_slot(l: u32, slot_bit: u32) -> Pass {
    if l < IN_WORD {
        Pass::SlotWord { slot_bit, shift: 1 << l, zeros: WORD_ZEROS[l as usize] }
    } else {
        Pass::SlotLane { slot_bit, lane_bit: l - IN_WORD }
    }
}

fn flip(l: u32) -> Pass {
    if l < IN_WORD {
        Pass::FlipWord { shift: 1 << l, zeros: WORD_ZEROS[l as usize] }
    } else {
        Pass::FlipLane { lane_bit: l - IN_WORD }
    }
}
