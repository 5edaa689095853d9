//! The parts that a shuffle puts a vector together from (see [`shuffle`](super::shuffle)).

use super::plan::Bit;
use super::vector::{IN_VECTOR, Vector};

/// Bits of an index that number the bits of a byte.
const IN_BYTE: u32 = 3;
/// Bytes of a vector.
const BYTES: u32 = 1 << (IN_VECTOR - IN_BYTE);

/// One step to a target: bytes of the sources, with their bits permuted, where the mask says so.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The first of the two sources that bytes come from.
    pub pair: u32,
    /// For each byte, the one that comes there; those of the second source are numbered from 64.
    pub index: Vector,
    /// How the bits of each byte are permuted, as the processor takes it.
    pub matrix: u64,
    /// Where this part counts. The first part counts where no other does.
    pub mask: Vector,
}

impl Part {
    /// Whether all bits keep their place in the byte.
    #[inline(always)]
    pub(super) fn keeps_bits(&self) -> bool {
        self.matrix == IDENTITY
    }
}

/// The matrix that leaves each bit where it is.
const IDENTITY: u64 = 0x0102_0408_1020_4080;

/// The ways of the bits inside a vector.
pub(super) struct Ways<'m> {
    map: &'m [Bit],
    /// The bits of the source's address that come into the vector, as source bits.
    pub(super) entering: Vec<u32>,
    /// The bits inside the source that become bits of the own address, as own bits.
    pub(super) leaving: Vec<u32>,
    /// The bits that do not stay in the byte.
    exchanges: Vec<Exchange>,
    pub(super) valid: Vector,
}

/// A bit of the own byte that does not come from the source's byte, and a bit of the source's byte
/// that does not stay in it.
struct Exchange {
    own: u32,
    /// The value of the own bit where the move applies, if it has only one.
    own_fixed: Option<bool>,
    source: u32,
    /// Where the source's bit goes, unless it is 0.
    goes_to: Option<u32>,
}

impl Exchange {
    /// Whether the two bits have one value each.
    fn is_fixed(&self) -> bool {
        self.own_fixed.is_some() && self.goes_to.is_none()
    }
}

impl Ways<'_> {
    pub(super) fn new(map: &[Bit]) -> Ways<'_> {
        let moving = || map.iter().filter(|b| b.fixed.is_none());
        let is_inside = |bit: u32| bit < IN_VECTOR;
        let is_in_byte = |bit: u32| bit < IN_BYTE;
        // Those with one value first: where two of them meet there is nothing to choose.
        let mut owns: Vec<(u32, Option<bool>)> = map
            .iter()
            .filter(|b| b.fixed.is_some() && is_in_byte(b.own))
            .map(|b| (b.own, b.fixed))
            .collect();
        owns.extend(
            moving().filter(|b| is_in_byte(b.own) && !is_in_byte(b.source)).map(|b| (b.own, None)),
        );
        let mut sources: Vec<(u32, Option<u32>)> = map
            .iter()
            .filter(|b| b.fixed.is_some() && is_in_byte(b.source))
            .map(|b| (b.source, None))
            .collect();
        sources.extend(
            moving()
                .filter(|b| is_in_byte(b.source) && !is_in_byte(b.own))
                .map(|b| (b.source, Some(b.own))),
        );
        let exchanges = owns
            .into_iter()
            .zip(sources)
            .map(|((own, own_fixed), (source, goes_to))| Exchange {
                own,
                own_fixed,
                source,
                goes_to,
            })
            .collect();
        let valid = map
            .iter()
            .filter(|b| is_inside(b.own))
            .filter_map(|b| Some(Vector::where_bit(b.own, b.fixed?)))
            .fold(Vector::ONES, Vector::and);
        let (entering, leaving) = (
            moving().filter(|b| is_inside(b.own) && !is_inside(b.source)).map(|b| b.source),
            moving().filter(|b| is_inside(b.source) && !is_inside(b.own)).map(|b| b.own),
        );
        Ways { map, entering: entering.collect(), leaving: leaving.collect(), exchanges, valid }
    }

    /// The exchanges with something to choose.
    fn choices(&self) -> impl Iterator<Item = &Exchange> {
        self.exchanges.iter().filter(|e| !e.is_fixed())
    }

    /// How many parts a target has.
    pub(super) fn parts_each(&self) -> usize {
        let pairs = self.entering.len().saturating_sub(1);
        1 << (pairs + self.choices().count())
    }

    /// The parts of a target whose address has these values of the bits that leave the vector.
    pub(super) fn parts(&self, leaving: impl Fn(u32) -> u32) -> Vec<Part> {
        let mut parts = Vec::new();
        for chosen in 0..1u32 << self.choices().count() {
            for pair in 0..1u32 << self.entering.len().saturating_sub(1) {
                parts.push(self.part(chosen, 2 * pair, &leaving));
            }
        }
        parts
    }

    /// The part for one value of the bits that are exchanged, and one pair of sources.
    fn part(&self, chosen: u32, pair: u32, leaving: &impl Fn(u32) -> u32) -> Part {
        // For each exchange, whether own and source bit differ in this part.
        let mut differ = Vec::new();
        let mut number = 0;
        for exchange in &self.exchanges {
            differ.push(match exchange.is_fixed() {
                true => u32::from(exchange.own_fixed == Some(true)),
                false => {
                    number += 1;
                    chosen >> (number - 1) & 1
                }
            });
        }
        let mut index = [0u8; BYTES as usize];
        let mut counts = [0u8; BYTES as usize];
        for byte in 0..BYTES {
            let own_bit = |own: u32| match own {
                _ if own >= IN_VECTOR => leaving(own),
                _ => byte >> (own - IN_BYTE) & 1,
            };
            // The values that the own bits of exchanges have in this byte and this part.
            let in_byte: Vec<u32> = self
                .exchanges
                .iter()
                .zip(&differ)
                .map(|(exchange, differ)| exchange.goes_to.map_or(0, own_bit) ^ differ)
                .collect();
            let value = |own: u32| match own {
                _ if own >= IN_BYTE => own_bit(own),
                _ => {
                    let at = self.exchanges.iter().position(|e| e.own == own);
                    in_byte[at.expect("only what is exchanged comes from elsewhere")]
                }
            };
            let mut from = 0;
            for bit in self.map.iter().filter(|b| b.fixed.is_none() && b.source >= IN_BYTE) {
                match self.entering.iter().position(|&source| source == bit.source) {
                    Some(at) => from |= value(bit.own) << (IN_VECTOR - IN_BYTE) << at,
                    None if bit.source < IN_VECTOR => {
                        from |= value(bit.own) << (bit.source - IN_BYTE);
                    }
                    None => {}
                }
            }
            let is_of_pair = from / (2 * BYTES) == pair / 2;
            index[byte as usize] = (from % (2 * BYTES)) as u8;
            counts[byte as usize] = (0..1u32 << IN_BYTE)
                .filter(|place| {
                    is_of_pair
                        && self.exchanges.iter().zip(&in_byte).all(|(exchange, value)| {
                            exchange.is_fixed() || place >> exchange.own & 1 == *value
                        })
                })
                .fold(0, |set, place| set | 1 << place);
        }
        let source_place = |place: u32| -> u32 {
            let stays = self
                .map
                .iter()
                .filter(|b| b.fixed.is_none() && b.own < IN_BYTE && b.source < IN_BYTE)
                .map(|b| (place >> b.own & 1) << b.source);
            let exchanged = self
                .exchanges
                .iter()
                .zip(&differ)
                .map(|(e, differ)| (place >> e.own & 1 ^ differ) << e.source);
            stays.chain(exchanged).sum()
        };
        Part {
            pair,
            index: from_bytes(index),
            matrix: matrix(source_place),
            mask: from_bytes(counts),
        }
    }
}

fn from_bytes(bytes: [u8; BYTES as usize]) -> Vector {
    let word = |lane: usize| u64::from_le_bytes(std::array::from_fn(|at| bytes[8 * lane + at]));
    Vector(std::array::from_fn(word))
}

/// The matrix that brings each bit of a byte from the place that the function tells.
fn matrix(source: impl Fn(u32) -> u32) -> u64 {
    // The row for bit 0 is the highest byte.
    (0..8).fold(0, |matrix, place| matrix | 1 << (8 * (7 - place) + source(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_matrix_that_changes_nothing() {
        assert_eq!(matrix(|place| place), IDENTITY);
    }
}
