//! What a move was worth, told by the tables.

use bagh::{Move, Position, Side};

use crate::tables::{ProbeError, Tables};
use crate::verdict::{MoveVerdict, Verdict};

/// What a move was worth, and what would have been better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Who moved.
    pub side: Side,
    /// The verdict on the position before the move.
    pub before: Verdict,
    /// The move, and the verdict on the position after it.
    pub played: MoveVerdict,
    /// The moves that keep the value, the best first. There is always one.
    pub keeping: Vec<MoveVerdict>,
    /// How many moves were legal.
    pub legal: usize,
    /// The goats that the move threw away: more are captured in the end, or, of a move of the
    /// tigers, fewer. A win of the tigers counts as all the captures they need, a win of the
    /// goats as one goat less than none.
    pub thrown: u8,
}

impl Judgement {
    /// Whether the move kept the value of the position.
    pub fn keeps(&self) -> bool {
        self.thrown == 0
    }
}

impl Tables {
    /// What a move was worth; nothing if it is not legal.
    pub fn judge(&self, position: &Position, mv: Move) -> Result<Option<Judgement>, ProbeError> {
        let moves = self.moves(position)?;
        let Some(played) = moves.iter().find(|found| found.mv == mv).copied() else {
            return Ok(None);
        };
        let before = self.probe(position)?;
        let captures = self.game().captures();
        let thrown = before.value.code(captures).abs_diff(played.after.value.code(captures));
        let legal = moves.len();
        let mut keeping = moves;
        keeping.retain(|found| found.after.value == before.value);
        Ok(Some(Judgement { side: position.turn(), before, played, keeping, legal, thrown }))
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::solve::{Quiet, SolveOptions, solve};
    use crate::testing::Folder;
    use crate::value::Value;

    #[test]
    fn a_move_that_gives_a_goat_away_is_told_from_the_best() {
        let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        let start = game.start();
        let judge = |text: &str| {
            let mv = game.parse_move(&start, text).unwrap();
            tables.judge(&start, mv).unwrap().unwrap()
        };
        let moves = tables.moves(&start).unwrap();
        let best = judge(&game.move_text(&start, moves[0].mv));
        assert!(best.keeps() && best.keeping[0].mv == best.played.mv);
        assert_eq!((best.legal, best.side), (moves.len(), Side::Goat));
        let worst = moves.last().unwrap();
        let judged = judge(&game.move_text(&start, worst.mv));
        assert_eq!(judged.before.value, Value::Draw(0));
        assert_eq!(judged.played.after.value, worst.after.value);
        assert!(!judged.keeps() && judged.keeping == best.keeping);
        // Somebody else's move is none here.
        let mv = game.moves(&game.after(&start, moves[0].mv)).next().unwrap();
        assert_eq!(tables.judge(&start, mv).unwrap(), None);
    }
}
