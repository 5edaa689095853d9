//! The last move of a position: whether the board can have come about by it.

use super::words::Words;
use crate::board::Board;
use crate::game::{Game, Opening};
use crate::moves::Move;
use crate::point::Point;
use crate::position::Position;
use crate::side::Side;

/// The name of the field in errors.
pub(super) const LAST_MOVE: &str = "last move";

/// The move that these words mean as the last before a position, or why it cannot be.
pub(super) fn check(game: &Game, after: &Position, words: &Words) -> Result<Move, String> {
    let mover = after.turn().other();
    let name = |point: Point| game.point_name(point);
    let holds = |point: Point| match () {
        () if after.tigers().contains(point) => "a tiger",
        () if after.goats().contains(point) => "a goat",
        () => "nothing",
    };
    let own = match mover {
        Side::Tiger => after.tigers(),
        Side::Goat => after.goats(),
    };
    if !own.contains(words.to) {
        return Err(format!(
            "{} holds {}, expected a {mover}, since the {}s move next",
            name(words.to),
            holds(words.to),
            after.turn()
        ));
    }
    let mv = match words.from {
        None => placement(game, after, mover, words.to)?,
        Some(from) => {
            if after.occupied().contains(from) {
                return Err(format!(
                    "{} holds {}, expected it to be empty after the move",
                    name(from),
                    holds(from)
                ));
            }
            on_board(game, after, mover, from, words)?
        }
    };
    // What is left to go wrong, such as a slide after the last capture, the rules know best.
    let mut before = *after;
    game.undo(&mut before, mv);
    if game.check(&before).is_err() || !game.is_legal(&before, mv) {
        return Err("the move was not legal before it was played".to_owned());
    }
    Ok(mv)
}

fn placement(game: &Game, after: &Position, mover: Side, at: Point) -> Result<Move, String> {
    if mover == Side::Tiger && *game.opening() != Opening::Placed {
        return Err(format!(
            "tigers are not placed in this game, expected where the tiger on {} came from",
            game.point_name(at)
        ));
    }
    if mover == Side::Tiger && after.captured() > 0 {
        return Err(
            "a tiger was placed after a capture, expected tigers to be placed first".to_owned()
        );
    }
    Ok(Move::Place { at })
}

fn on_board(
    game: &Game,
    after: &Position,
    mover: Side,
    from: Point,
    words: &Words,
) -> Result<Move, String> {
    let board = game.board();
    let to = words.to;
    let (from_name, to_name) = (board.name(from), board.name(to));
    let in_hand = match mover {
        Side::Goat => after.goats_in_hand(),
        Side::Tiger => game.tigers_in_hand(after),
    };
    if in_hand > 0 {
        return Err(format!(
            "a {mover} slid with {in_hand} still to be placed, expected the placement of one"
        ));
    }
    let slide = board.neighbours(from).contains(to);
    if slide && words.over.is_none() && !words.capture {
        return Ok(Move::Slide { from, to });
    }
    let overs: Vec<Point> = overs(board, from, to).collect();
    if mover == Side::Goat || (overs.is_empty() && words.over.is_none()) {
        return Err(format!(
            "{from_name} and {to_name} are not adjacent, expected points that are"
        ));
    }
    if after.captured() == 0 {
        return Err(format!(
            "{from_name} to {to_name} is a jump, but no goat is captured, expected a slide or a captured goat"
        ));
    }
    if let Some(over) = words.over
        && !overs.contains(&over)
    {
        return Err(format!(
            "a jump from {from_name} to {to_name} does not lead over {}",
            board.name(over)
        ));
    }
    let free: Vec<Point> = overs
        .into_iter()
        .filter(|&over| words.over.is_none_or(|o| o == over) && !after.occupied().contains(over))
        .collect();
    match free[..] {
        [over] => Ok(Move::Jump { from, over, to }),
        [] => Err(format!(
            "the point between {from_name} and {to_name} is not empty, expected it to be after a jump"
        )),
        [over, ..] => Err(format!(
            "more than one jump leads from {from_name} to {to_name}: name the captured goat, as in {from_name}{to_name}({})",
            board.name(over)
        )),
    }
}

/// The points that a jump between two points can lead over.
fn overs(board: &Board, from: Point, to: Point) -> impl Iterator<Item = Point> {
    board.neighbours(from).iter().filter(move |&over| board.landings(from, over).contains(to))
}

/// The last move as text, with the captured goat named where the rest could mean another move,
/// or always if asked.
pub(super) fn write(game: &Game, after: &Position, mv: Move, name_captured: bool) -> String {
    let board = game.board();
    let Some(from) = mv.from() else {
        return board.name(mv.to()).to_owned();
    };
    let mut text = format!("{}{}", board.name(from), board.name(mv.to()));
    if let Some(over) = mv.captured() {
        let others = board.neighbours(from).contains(mv.to())
            || overs(board, from, mv.to()).filter(|&o| !after.occupied().contains(o)).count() > 1;
        if name_captured || others {
            text.push_str(&format!("({})", board.name(over)));
        }
    }
    text
}
