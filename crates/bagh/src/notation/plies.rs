//! Move numbers: how many plies were played before a position.

use crate::game::{Game, Opening};
use crate::position::Position;
use crate::side::Side;

/// The plies that lead to a position of the placement phase, which tells them by what is on the
/// board; nothing for other positions and for those that no play can reach.
pub(super) fn known(game: &Game, position: &Position) -> Option<u32> {
    if position.goats_in_hand() == 0 {
        return None;
    }
    let goat_moves = u32::from(game.goats() - position.goats_in_hand());
    let goat_to_move = position.turn() == Side::Goat;
    let tiger_moves = match game.opening() {
        Opening::Fixed(stands) => {
            let moves = if goat_to_move { Some(goat_moves) } else { goat_moves.checked_sub(1) }?;
            if moves == 0 && position.tigers() != *stands {
                return None;
            }
            moves
        }
        Opening::Placed => {
            let moves = goat_moves + u32::from(goat_to_move);
            let placed = moves.min(u32::from(game.tigers()));
            if position.tigers().len() as u32 != placed {
                return None;
            }
            moves
        }
    };
    let placed = if *game.opening() == Opening::Placed { u32::from(game.tigers()) } else { 0 };
    let captured = u32::from(position.captured());
    (captured <= tiger_moves.saturating_sub(placed)).then_some(goat_moves + tiger_moves)
}

/// The side that begins a game.
fn first(game: &Game) -> Side {
    match game.opening() {
        Opening::Fixed(_) => Side::Goat,
        Opening::Placed => Side::Tiger,
    }
}

/// The plies up to the `n`-th move of a side, that included.
pub(super) fn of_turn(game: &Game, side: Side, n: u32) -> Option<u32> {
    let both = n.checked_mul(2)?;
    if side == first(game) { both.checked_sub(1) } else { Some(both) }
}

/// Whose move the last ply was, and the how manieth of that side.
pub(super) fn turn_of(game: &Game, plies: u32) -> (Side, u32) {
    let first = first(game);
    (if plies % 2 == 1 { first } else { first.other() }, plies.div_ceil(2))
}
