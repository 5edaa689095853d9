//! The shape of a stored layer: its classes, and how herds fall into pieces.

use bagh::Game;
use serde::{Deserialize, Serialize};

use crate::rank::binomial;

/// The most low bits of an index that the herds of a piece may differ in.
pub(crate) const MOST_LOW_BITS: u32 = 12;
/// What contexts know a value as: this many sorts, the last for none.
pub(crate) const SORTS: usize = 8;
/// The sort of a value that is not there.
pub(crate) const NONE: u8 = SORTS as u8 - 1;

/// In which order the classes of a piece are coded. Each is foretold by the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// Those with the most captures come first: smaller.
    MostCapturedFirst,
    /// Those with the fewest captures come first: searches from positions with few captures, the
    /// long ones, need no more than the beginning of a piece.
    FewestCapturedFirst,
}

/// The shape of a stored layer.
pub(crate) struct Shape {
    /// Goats placed.
    pub placed: u32,
    /// How many numbers of captures there are.
    pub classes: u32,
    /// The code of the tigers' win.
    pub top: u8,
    /// Low bits of an index, in which the herds of a piece differ.
    pub low: u32,
    /// High bits of an index, which number the pieces.
    pub high: u32,
    pub order: Order,
    /// The low bits with each number of goats, in ascending order.
    pub lows: Vec<Vec<u16>>,
    /// The sort of each value.
    pub sorts: Vec<u8>,
}

impl Shape {
    /// The shape of the layer of a game after this many goats, where tigers leave `free` points.
    pub(crate) fn new(game: &Game, free: u32, placed: u8, low: u32, order: Order) -> Shape {
        let top = game.captures() + 1;
        let mut lows = vec![Vec::new(); low as usize + 1];
        for pattern in 0..1u32 << low {
            lows[pattern.count_ones() as usize].push(pattern as u16);
        }
        // Games with few captures to win have few values, each of a sort of its own.
        let most = u32::from(NONE);
        let sort = |value: u8| match u32::from(top) < most {
            true => value,
            false => (u32::from(value) * most / (u32::from(top) + 1)) as u8,
        };
        Shape {
            placed: placed.into(),
            classes: u32::from(game.captures().min(placed)),
            top,
            low,
            high: free - low,
            order,
            lows,
            sorts: (0..=top).map(sort).collect(),
        }
    }

    /// How many pieces a block has.
    pub(crate) fn pieces(&self) -> usize {
        1 << self.high
    }

    /// Bytes that a block has at most: two for each question, since no answer is less likely than
    /// one in 65,536, and a few for the length and the end of each piece.
    pub(crate) fn most_block_bytes(&self) -> u64 {
        let classes = (0..self.classes).map(|captured| {
            let herds = binomial(self.low + self.high, self.placed - captured);
            herds * u64::from(u32::from(self.top) - captured)
        });
        2 * classes.sum::<u64>() + 8 * self.pieces() as u64
    }

    /// The numbers of captures in the order in which they are coded.
    pub(crate) fn captured(&self, number: u32) -> u32 {
        match self.order {
            Order::MostCapturedFirst => self.classes - 1 - number,
            Order::FewestCapturedFirst => number,
        }
    }

    /// When a class is coded: the inverse of [`Shape::captured`].
    pub(crate) fn turn_of(&self, captured: u32) -> u32 {
        self.captured(captured)
    }

    /// The low bits of a class in a piece, in the order in which they are coded.
    pub(crate) fn lows(&self, high: u32, captured: u32) -> &[u16] {
        let goats = (self.placed - captured).checked_sub(high.count_ones());
        goats.and_then(|goats| self.lows.get(goats as usize)).map_or(&[], Vec::as_slice)
    }

    /// How many questions there are: whether a value is this one, for each class.
    pub(crate) fn questions(&self) -> usize {
        self.question(self.classes, u32::from(self.top))
    }

    /// The number of the question whether a value is this one, in a class.
    #[inline(always)]
    pub(crate) fn question(&self, captured: u32, value: u32) -> usize {
        // A class with c captures has the values from c + 1 up, and 0.
        let top = u32::from(self.top);
        let before = captured * top - captured * captured.saturating_sub(1) / 2;
        (before + top - value) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_numbered_without_gaps() {
        let game = Game::bagh_chal();
        for order in [Order::MostCapturedFirst, Order::FewestCapturedFirst] {
            for placed in 1..=20 {
                let shape = Shape::new(game, 21, placed, 12, order);
                let mut expected = 0;
                for captured in 0..shape.classes {
                    for value in (captured + 1..=u32::from(shape.top)).rev() {
                        assert_eq!(shape.question(captured, value), expected);
                        expected += 1;
                    }
                    assert_eq!(shape.captured(shape.turn_of(captured)), captured);
                }
                assert_eq!(shape.questions(), expected);
            }
        }
    }
}
