//! What the successors of a position say of it, found with the plain rules.
//!
//! Why tables in which every entry agrees with its successors are right:
//!
//! In the placement phase every move leads nearer to the sliding phase, so agreement everywhere
//! is the definition of the values.
//!
//! The sliding phase has cycles, and there values alone could hold each other up: a ring of
//! positions, each "won" because the next one is. The plies exclude that. Take the class with `c`
//! goats captured, those with more being right already.
//!
//! - A tigers' win in `n` plies has, with Tiger to move, a successor won in `n − 1`; with Goat to
//!   move, all its successors are won in at most `n − 1`. By induction over `n` it is won, for 0
//!   stands only where the game is over. The same holds for the goats' wins, and for draws with
//!   more than `c` captured, which count down to a capture: Tiger gets at least what they say.
//! - Goat can hold every value of "draw with `c`" or more down: at its turn some successor has
//!   the value that is claimed, at Tiger's turn none has more. So play never comes to more, and
//!   play that goes on for ever in this class is worth just "draw with `c`", not more than was
//!   claimed. In the same way Tiger can hold every value of "draw with `c`" or less up.
//!
//! So claims above "draw with `c`" are right from below by their plies and from above by what Goat
//! can hold; goats' wins are right by their plies; and settled draws, which have no plies, are
//! right from both sides, since neither can force anything better. Given the values, the plies
//! too are the only ones that agree everywhere, again by induction from the ends of games up.

use bagh::plain::PlainPosition;
use bagh::{Game, Outcome, Phase, Position, Side};

use crate::value::Value;
use crate::verdict::Verdict;

/// The verdict on a position that its successors give, in the placement phase without plies.
/// `look_up` tells theirs.
pub(crate) fn recompute<E>(
    game: &Game,
    position: &Position,
    look_up: impl FnMut(&Position) -> Result<Verdict, E>,
) -> Result<Verdict, E> {
    let verdict = recompute_with_plies(game, position, look_up)?;
    // Where the game is over, plies are known in both phases.
    let is_known = game.phase(position) == Phase::Sliding || verdict.plies == Some(0);
    Ok(Verdict { plies: verdict.plies.filter(|_| is_known), ..verdict })
}

/// The same, with plies of wins in the placement phase, too.
pub(crate) fn recompute_with_plies<E>(
    game: &Game,
    position: &Position,
    mut look_up: impl FnMut(&Position) -> Result<Verdict, E>,
) -> Result<Verdict, E> {
    if position.captured() >= game.captures() {
        return Ok(Verdict { value: Value::TigerWin, plies: Some(0) });
    }
    let plain = PlainPosition::new(game, position);
    let mut after = Vec::new();
    for mv in plain.moves(game) {
        let verdict = look_up(&plain.after(mv).position())?;
        after.push((mv.captured().is_some(), verdict));
    }
    let turn = position.turn();
    let values = after.iter().map(|(_, verdict)| verdict.value);
    let best = match turn {
        Side::Tiger => values.max(),
        Side::Goat => values.min(),
    };
    let Some(value) = best else {
        // A side that cannot move has lost.
        let value = match turn {
            Side::Tiger => Value::GoatWin,
            Side::Goat => Value::TigerWin,
        };
        return Ok(Verdict { value, plies: Some(0) });
    };
    let settled = value == Value::Draw(position.captured());
    let is_draw = value.outcome() == Outcome::Draw;
    if settled || is_draw && game.phase(position) == Phase::Placement {
        return Ok(Verdict { value, plies: None });
    }
    // Only moves that keep the value count. A capture ends the wait of a draw.
    let kept = after.iter().filter(|(_, verdict)| verdict.value == value);
    let plies = kept.map(|&(captures, verdict)| match value.outcome() {
        Outcome::Draw if captures => Some(0),
        _ => verdict.plies,
    });
    // Tiger hurries to everything but a loss, Goat to nothing but a win.
    let hurries = (turn == Side::Goat) == (value == Value::GoatWin);
    let plies = match hurries {
        true => plies.flatten().min(),
        // One way that never ends is enough to delay for ever.
        false => plies.collect::<Option<Vec<u16>>>().and_then(|plies| plies.into_iter().max()),
    };
    Ok(Verdict { value, plies: plies.and_then(|plies| plies.checked_add(1)) })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::naive;
    use crate::testing::small_games;

    #[test]
    fn a_right_solution_agrees_with_itself() {
        for game in small_games(60, 5..=8, 5) {
            let known = naive::solve(&game);
            for (position, verdict) in &known {
                let again = recompute(&game, position, |next| {
                    let over = Verdict { value: Value::TigerWin, plies: Some(0) };
                    Ok::<_, Infallible>(known.get(next).copied().unwrap_or(over))
                });
                let Ok(again) = again;
                assert_eq!(again, *verdict, "{}", game.obx(position));
            }
        }
    }
}
