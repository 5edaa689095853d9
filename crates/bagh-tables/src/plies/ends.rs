//! How a game ends, as one byte, in the order from the worst for the tigers to the best.
//!
//! Plies of the game are counted so that goat number `n` has been placed at ply `2n − 1`, and the
//! tigers have answered at ply `2n`. The goats win with a move of theirs and the tigers with one
//! of theirs, so the two kinds of ends come at odd and even plies, and half of the number is
//! enough.
//!
//! Seen from the start, a win of the goats at ply `e` has the code `(e + 1) / 2`, and one of the
//! tigers `255 − e / 2`. Seen from a position with tiger to move, the same codes have half of the
//! plies from there, and that is what tables hold: they are small numbers, and many are equal.

use bagh::{Game, Side};

use crate::census::CensusRow;

/// The code of a draw: between those of the goats' wins and those of the tigers'.
pub(crate) const DRAW: u8 = 128;

/// The greatest half of a number of plies that a code holds, for the goats.
const MOST: u16 = DRAW as u16 - 1;

/// The code of a win of the goats or the tigers after this many halves of plies.
#[inline(always)]
pub(crate) fn win(side: Side, half: u8) -> u8 {
    match side {
        Side::Goat => half,
        Side::Tiger => u8::MAX - half,
    }
}

/// The code, seen from the start, of a game that ends as tables of the sliding phase say of a
/// position with tiger to move and the last goat just placed.
pub(crate) fn after_placement(game: &Game, winner: Side, plies: u16) -> u8 {
    win(winner, game.goats() + (plies / 2) as u8)
}

/// From what is seen from the start to what is seen by Tiger after this many goats.
#[inline(always)]
pub(crate) fn from_here(code: u8, placed: u8) -> u8 {
    match code {
        ..DRAW => code.wrapping_sub(placed),
        DRAW => code,
        _ => code.wrapping_add(placed),
    }
}

/// From what is seen by Tiger after this many goats to what is seen from the start.
#[inline(always)]
pub(crate) fn from_start(code: u8, placed: u8) -> u8 {
    match code {
        ..DRAW => code.wrapping_add(placed),
        DRAW => code,
        _ => code.wrapping_sub(placed),
    }
}

/// The plies that a code stands for, seen by Tiger; nothing for a draw.
pub(crate) fn plies(code: u8) -> Option<u16> {
    match code {
        ..DRAW => Some(2 * u16::from(code)),
        DRAW => None,
        _ => Some(2 * u16::from(u8::MAX - code) + 1),
    }
}

/// The plies of the longest line of the sliding phase with tiger to move, if it is too long for
/// codes, and the longest that is not.
pub(crate) fn too_long<'a>(
    game: &Game,
    census: impl Iterator<Item = &'a CensusRow>,
) -> Option<(u16, u16)> {
    let rows = census.filter(|row| row.turn == Side::Tiger && !row.longest.is_empty());
    let wins = rows.flat_map(|row| [row.longest.first(), row.longest.last()]);
    let longest = wins.flatten().copied().max().unwrap_or(0);
    let most = 2 * (MOST.saturating_sub(u16::from(game.goats()) + 1));
    (longest > most).then_some((longest, most))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_in_order_and_read_back() {
        let mut last = None;
        let codes = (0..40).map(|half| win(Side::Goat, half)).chain([DRAW]);
        let codes = codes.chain((0..40).rev().map(|half| win(Side::Tiger, half)));
        for code in codes {
            assert!(Some(code) > last);
            last = Some(code);
            for placed in [0, 1, 20, 31] {
                assert_eq!(from_here(from_start(code, placed), placed), code);
            }
        }
        assert_eq!(plies(win(Side::Goat, 0)), Some(0));
        assert_eq!(plies(win(Side::Goat, 31)), Some(62));
        assert_eq!(plies(win(Side::Tiger, 0)), Some(1));
        assert_eq!(plies(win(Side::Tiger, 20)), Some(41));
        assert_eq!(plies(DRAW), None);
    }

    #[test]
    fn lines_that_are_too_long_are_noticed() {
        let game = Game::bagh_chal();
        let row = |longest: u16| CensusRow {
            placed: 20,
            captured: 4,
            turn: Side::Tiger,
            counts: vec![0; 7],
            longest: vec![longest, 0, 0, 0, 0, 0, 3],
        };
        assert_eq!(too_long(game, [row(212)].iter()), None);
        assert_eq!(too_long(game, [row(10), row(214)].iter()), Some((214, 212)));
        // Even the longest that is taken has a code of its own.
        assert!(after_placement(game, Side::Goat, 212) < DRAW);
        assert!(after_placement(game, Side::Tiger, 211) > DRAW);
    }
}
