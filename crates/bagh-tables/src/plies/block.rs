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
/// Room for each of the two lists of frequent plies.
const LIST: usize = FREQUENT + 1;

/// Where the frequent plies of the goats' wins stand in a block of this many places; those of the
/// tigers' follow, and then the rare ones. They never take all the room that is left: the frequent
/// ones are at least 15 of 128.
const fn lists(places: usize) -> usize {
    places / 2
}

/// Bytes of a block of this many places.
pub(crate) const fn bytes_of(places: usize) -> usize {
    places / 2 + places
}

/// Where positions stand in the blocks of a layer, or in pieces of blocks.
pub(crate) struct Shape {
    pub placed: u8,
    /// Places of a piece.
    places: usize,
    pub layout: StreamLayout,
    /// Herds of a tiger placement for 0, 1, … captures.
    pub herds: Vec<usize>,
    placements: usize,
}

impl Shape {
    /// The shape of a layer with each block cut into this many pieces, which are numbered like
    /// blocks.
    pub(crate) fn new(space: &Space, placed: u8, pieces: usize) -> Shape {
        let layout = StreamLayout::new(space.game(), space.blocks(), u32::from(placed));
        let herds = (0..layout.streams()).map(|c| space.herds(u32::from(placed) - c)).collect();
        Shape { placed, places: PLACES / pieces, layout, herds, placements: space.blocks() }
    }

    /// Places of a piece.
    pub(crate) fn places(&self) -> usize {
        self.places
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

    /// The places of a piece at which positions stand: the others fill words up.
    pub(crate) fn runs(&self, number: usize) -> Vec<Range<usize>> {
        let blocks = self.layout.group_blocks() * (PLACES / self.places);
        let first = number % blocks * self.places;
        let last = first + self.places;
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

/// Packs the codes of a block, seen by Tiger. `bytes` has room for [`bytes_of`] its places.
pub(crate) fn encode(codes: &[u8], runs: &[Range<usize>], bytes: &mut [u8]) {
    let lists = lists(codes.len());
    bytes.fill(0);
    let counts = count(codes, runs);
    let mut numbers = [RARE; 256];
    for (side, list) in [(Side::Goat, lists), (Side::Tiger, lists + LIST)] {
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
    // Every code is put down, and counts only if it is one to be listed: branches would be
    // foreseen badly.
    let mut listed = vec![0; codes.len() + 2];
    let mut rare = vec![0; codes.len() + 1];
    let (mut next, mut next_rare) = (0, 0);
    for run in runs {
        for &code in &codes[run.clone()] {
            let number = numbers[usize::from(code)];
            listed[next] = number;
            next += usize::from(code != DRAW);
            rare[next_rare] = half(code);
            next_rare += usize::from(number == RARE && code != DRAW);
        }
    }
    listed[next] = 0; // Put down in vain.
    let pairs = listed[..next + 1].chunks_exact(2);
    pairs.zip(bytes.iter_mut()).for_each(|(two, byte)| *byte = two[0] | two[1] << 4);
    bytes[lists + 2 * LIST..][..next_rare].copy_from_slice(&rare[..next_rare]);
}

/// How often each code occurs at these places.
fn count(codes: &[u8], runs: &[Range<usize>]) -> [u32; 256] {
    // Equal codes come in a row: four counters of each need not wait for each other.
    let mut counts = [[0u32; 256]; 4];
    for run in runs {
        let fours = codes[run.clone()].chunks_exact(4);
        for &code in fours.remainder() {
            counts[0][usize::from(code)] += 1;
        }
        for four in fours {
            for (counts, &code) in counts.iter_mut().zip(four) {
                counts[usize::from(code)] += 1;
            }
        }
    }
    std::array::from_fn(|code| counts.iter().map(|counts| counts[code]).sum())
}

/// Who wins at a place: as numbers, so that they can be looked up in lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Winner {
    Goat,
    Neither,
    Tiger,
}

impl Winner {
    /// Who wins at a place with this code.
    #[inline(always)]
    pub(crate) fn of(code: u8) -> Winner {
        match code {
            ..DRAW => Winner::Goat,
            DRAW => Winner::Neither,
            _ => Winner::Tiger,
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
    winner: impl Fn(usize) -> Winner,
) -> Option<()> {
    let lists = lists(codes.len());
    // The code of each number, for each winner.
    let list = |side: Side, at: usize| -> [u8; LIST] {
        std::array::from_fn(|number| win(side, bytes[at + number]))
    };
    let known = [list(Side::Goat, lists), [DRAW; LIST], list(Side::Tiger, lists + LIST)];
    let mut listed = vec![0; 2 * lists];
    for (two, byte) in listed.chunks_exact_mut(2).zip(&bytes[..lists]) {
        two.copy_from_slice(&[byte & 15, byte >> 4]);
    }
    let (mut next, mut rare) = (0, lists + 2 * LIST);
    for run in runs {
        for at in run.clone() {
            let winner = winner(at);
            // After the last one the next is not looked at: no one wins there.
            let number = listed.get(next).copied().unwrap_or(0);
            let is_listed = winner != Winner::Neither;
            next += usize::from(is_listed);
            codes[at] = known[winner as usize][usize::from(number)];
            if number == RARE && is_listed {
                let side = if winner == Winner::Goat { Side::Goat } else { Side::Tiger };
                codes[at] = win(side, *bytes.get(rare)?);
                rare += 1;
            }
        }
    }
    (next <= listed.len()).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn blocks_read_back() {
        let mut random = Random::new(17);
        for (kinds, pieces) in [(1, 1), (3, 4), (20, 1), (100, 4), (254, 1), (254, 4)] {
            let places = PLACES / pieces;
            let codes: Vec<u8> = (0..places)
                .map(|_| match random.below(kinds) as u8 {
                    0 => DRAW,
                    n if n % 2 == 1 => win(Side::Goat, n / 2),
                    n => win(Side::Tiger, n / 2 - 1),
                })
                .collect();
            let runs = [3..100, 128..10_000, 10_001..places - 7];
            let mut bytes = vec![1; bytes_of(places)];
            encode(&codes, &runs, &mut bytes);
            let mut again = vec![DRAW; places];
            let winner = |at: usize| Winner::of(codes[at]);
            decode(&bytes, &runs, &mut again, winner).unwrap();
            for run in runs {
                assert_eq!(again[run.clone()], codes[run]);
            }
            // A block that lists more rare ones than there is room for is noticed.
            let all = [0..places, 0..places];
            bytes.fill(255);
            assert_eq!(decode(&bytes, &all, &mut again, |_| Winner::Goat), None);
        }
    }
}
