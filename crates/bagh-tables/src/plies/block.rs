//! Blocks of a table of plies: only won positions, and which of them are frequent.
//!
//! Whether a position is won is known from the table of values, so a block of plies lists, for
//! the won places of the same block of values in their order, half of their plies. The 15 most
//! frequent of them, for each winner, have a number of four bits; others follow one by one.

use std::cmp::Reverse;
use std::ops::Range;

use bagh::Side;

use super::ends::{DRAW, win};
use crate::file::streams::{BLOCK_WORDS, StreamLayout, WORD};
use crate::space::Space;

/// Places of a compressed block.
pub(crate) const PLACES: usize = BLOCK_WORDS * WORD;
/// How many frequent plies have a number.
const FREQUENT: usize = 15;
/// The number of all others.
const RARE: u8 = FREQUENT as u8;
/// Where the frequent plies of the goats' wins stand; those of the tigers' follow.
const LISTS: usize = PLACES / 2;
/// Room for each of the two lists.
const LIST: usize = FREQUENT + 1;
/// Where the rare ones begin. They never take all the room that is left: the frequent ones are
/// at least 15 of 128.
const RARE_ONES: usize = LISTS + 2 * LIST;
/// Bytes of a block.
pub(crate) const BYTES: usize = PLACES / 2 + PLACES;

/// Where positions stand in the blocks of a layer.
pub(crate) struct Shape {
    pub placed: u8,
    pub layout: StreamLayout,
    /// Herds of a tiger placement for 0, 1, … captures.
    pub herds: Vec<usize>,
    placements: usize,
}

impl Shape {
    pub(crate) fn new(space: &Space, placed: u8) -> Shape {
        let layout = StreamLayout::new(space.game(), space.blocks(), u32::from(placed));
        let herds = (0..layout.streams()).map(|c| space.herds(u32::from(placed) - c)).collect();
        Shape { placed, layout, herds, placements: space.blocks() }
    }

    /// How many groups of tiger placements there are.
    pub(crate) fn groups(&self) -> usize {
        self.placements.div_ceil(self.layout.group())
    }

    /// The tiger placements of a group.
    pub(crate) fn members(&self, group: usize) -> Range<u32> {
        let first = group * self.layout.group();
        first as u32..self.placements.min(first + self.layout.group()) as u32
    }

    /// Places of a tiger placement in its group.
    pub(crate) fn member_places(&self) -> usize {
        self.layout.words() * WORD
    }

    /// The places of a compressed block at which positions stand: the others fill words up.
    pub(crate) fn runs(&self, number: usize) -> Vec<Range<usize>> {
        let blocks = self.layout.group_blocks();
        let first = number % blocks * PLACES;
        let last = first + PLACES;
        let members = self.members(number / blocks).len();
        let mut runs = Vec::new();
        for member in first / self.member_places()..members {
            let base = member * self.member_places();
            if base >= last {
                break;
            }
            for (captured, &herds) in self.herds.iter().enumerate() {
                let start = base + self.layout.start(captured as u32) * WORD;
                let run = start.max(first)..(start + herds).min(last);
                if !run.is_empty() {
                    runs.push(run.start - first..run.end - first);
                }
            }
        }
        runs
    }
}

/// Half of the plies of a win.
#[inline(always)]
fn half(code: u8) -> u8 {
    if code < DRAW { code } else { u8::MAX - code }
}

/// Packs the codes of a block, seen by Tiger. `bytes` has room for [`BYTES`].
pub(crate) fn encode(codes: &[u8], runs: &[Range<usize>], bytes: &mut [u8]) {
    bytes.fill(0);
    let mut counts = [0u32; 256];
    for run in runs {
        for &code in &codes[run.clone()] {
            counts[usize::from(code)] += 1;
        }
    }
    let mut numbers = [RARE; 256];
    for (side, list) in [(Side::Goat, LISTS), (Side::Tiger, LISTS + LIST)] {
        let mut frequent: Vec<u8> = (0..DRAW - 1)
            .map(|half| win(side, half))
            .filter(|&code| counts[usize::from(code)] > 0)
            .collect();
        frequent.sort_by_key(|&code| (Reverse(counts[usize::from(code)]), half(code)));
        for (number, &code) in frequent.iter().take(FREQUENT).enumerate() {
            numbers[usize::from(code)] = number as u8;
            bytes[list + number] = half(code);
        }
    }
    let (mut next, mut rare) = (0, RARE_ONES);
    for run in runs {
        for &code in &codes[run.clone()] {
            if code == DRAW {
                continue;
            }
            let number = numbers[usize::from(code)];
            bytes[next / 2] |= number << (next % 2 * 4);
            next += 1;
            if number == RARE {
                bytes[rare] = half(code);
                rare += 1;
            }
        }
    }
}

/// Unpacks the codes of a block, seen by Tiger: [`DRAW`] where neither side wins. `winner` tells who
/// wins at a place. Returns nothing if the block cannot be one of ours.
#[inline(always)]
pub(crate) fn decode(
    bytes: &[u8],
    runs: &[Range<usize>],
    codes: &mut [u8],
    winner: impl Fn(usize) -> Option<Side>,
) -> Option<()> {
    // The code of each number, for each winner.
    let list = |side: Side, at: usize| -> [u8; FREQUENT + 1] {
        std::array::from_fn(|number| win(side, bytes[at + number]))
    };
    let (goat, tiger) = (list(Side::Goat, LISTS), list(Side::Tiger, LISTS + LIST));
    let (mut next, mut rare) = (0, RARE_ONES);
    for run in runs {
        for at in run.clone() {
            let Some(side) = winner(at) else {
                codes[at] = DRAW;
                continue;
            };
            let number = bytes[next / 2] >> (next % 2 * 4) & 15;
            next += 1;
            codes[at] = if number == RARE {
                let half = *bytes.get(rare)?;
                rare += 1;
                win(side, half)
            } else {
                match side {
                    Side::Goat => goat[usize::from(number)],
                    Side::Tiger => tiger[usize::from(number)],
                }
            };
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn blocks_read_back() {
        let mut random = Random::new(17);
        for kinds in [1, 3, 20, 100, 254] {
            let codes: Vec<u8> = (0..PLACES)
                .map(|_| match random.below(kinds) as u8 {
                    0 => DRAW,
                    n if n % 2 == 1 => win(Side::Goat, n / 2),
                    n => win(Side::Tiger, n / 2 - 1),
                })
                .collect();
            let runs = [3..100, 128..40_000, 40_001..PLACES - 7];
            let mut bytes = vec![1; BYTES];
            encode(&codes, &runs, &mut bytes);
            let mut again = vec![DRAW; PLACES];
            let winner = |at: usize| match codes[at] {
                ..DRAW => Some(Side::Goat),
                DRAW => None,
                _ => Some(Side::Tiger),
            };
            decode(&bytes, &runs, &mut again, winner).unwrap();
            for run in runs {
                assert_eq!(again[run.clone()], codes[run]);
            }
            // A block that lists more rare ones than there is room for is noticed.
            let all = [0..PLACES, 0..PLACES];
            bytes.fill(255);
            assert_eq!(decode(&bytes, &all, &mut again, |_| Some(Side::Goat)), None);
        }
    }
}
