//! A move as another program wrote it.

use bagh::notation::MoveProblem;
use bagh::{Game, Move, Position};

use crate::player::ForfeitKind;

/// The longest part of an answer that a message repeats, in characters.
const SHOWN: usize = 60;

/// Reads a move that must be legal; or says how its author forfeits the game, and why.
pub(crate) fn legal_move(
    game: &Game,
    position: &Position,
    text: &str,
) -> Result<Move, (ForfeitKind, String)> {
    let kind = match game.parse_move(position, text) {
        Ok(mv) if game.is_legal(position, mv) => return Ok(mv),
        Ok(_) => ForfeitKind::IllegalMove,
        Err(error) => match error.problem() {
            MoveProblem::Shape | MoveProblem::UnknownPoint(_) => ForfeitKind::Protocol,
            _ => ForfeitKind::IllegalMove,
        },
    };
    let what = match kind {
        ForfeitKind::Protocol => "which is not a move",
        _ => "which is not legal",
    };
    let shown: String = text.chars().take(SHOWN).collect();
    Err((kind, format!("played {shown} in {}, {what}", game.obx(position))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn illegal_moves_are_told_from_what_is_no_move() {
        let game = Game::bagh_chal();
        let read = |text: &str| legal_move(game, &game.start(), text);
        assert!(read("C1").is_ok() && read("c1").is_ok());
        for (text, kind) in [
            ("A1", ForfeitKind::IllegalMove),
            ("A1A2", ForfeitKind::IllegalMove),
            ("Z9", ForfeitKind::Protocol),
            ("none", ForfeitKind::Protocol),
            ("", ForfeitKind::Protocol),
        ] {
            assert_eq!(read(text).unwrap_err().0, kind, "{text}");
        }
    }
}
