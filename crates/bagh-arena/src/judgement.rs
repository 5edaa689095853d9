//! What a move was worth, by the tables.

use bagh::{Move, Phase, Position, Side};
use bagh_tables::{MoveVerdict, ProbeError, Tables, Value, Verdict};
use serde::{Deserialize, Serialize};

/// What a move was worth, and what would have been better.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Who moved.
    pub side: Side,
    /// The phase of the position before the move.
    pub phase: Phase,
    /// The verdict on the position before the move.
    pub before: Verdict,
    /// The move, and the verdict on the position after it.
    pub played: MoveVerdict,
    /// The moves that keep the value, the best first. There is always one.
    pub keeping: Vec<MoveVerdict>,
    /// How many moves were legal.
    pub legal: usize,
    /// The value lost, in goats: more are captured in the end, or, of a move of the tigers, fewer.
    /// A win of the tigers counts as all the captures they need, a win of the goats as one goat
    /// less than none.
    pub lost: u8,
}

impl Judgement {
    /// Whether the move kept the value of the position.
    pub fn keeps(&self) -> bool {
        self.lost == 0
    }

    /// Whether some legal move would have lost value.
    pub fn could_err(&self) -> bool {
        self.keeping.len() < self.legal
    }

    /// The mark of the move.
    pub fn mark(&self) -> Mark {
        Mark {
            side: self.side,
            phase: self.phase,
            before: self.before.value,
            after: self.played.after.value,
            could_err: self.could_err(),
            lost: self.lost,
        }
    }
}

/// Judges a move; `None` if it is not legal.
pub fn judge(
    tables: &Tables,
    position: &Position,
    mv: Move,
) -> Result<Option<Judgement>, ProbeError> {
    let moves = tables.moves(position)?;
    let Some(played) = moves.iter().find(|found| found.mv == mv).copied() else {
        return Ok(None);
    };
    let before = tables.probe(position)?;
    let captures = tables.game().captures();
    let lost = before.value.code(captures).abs_diff(played.after.value.code(captures));
    let legal = moves.len();
    let mut keeping = moves;
    keeping.retain(|found| found.after.value == before.value);
    let (side, phase) = (position.turn(), tables.game().phase(position));
    Ok(Some(Judgement { side, phase, before, played, keeping, legal, lost }))
}

/// The mark of one move: whether it could have lost value, and how much it lost.
///
/// Only moves that could have erred count in the share of errors: in a lost position, or where
/// every move keeps the value, there is no mistake to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Who moved.
    pub side: Side,
    /// The phase of the position.
    pub phase: Phase,
    /// The value of the position.
    pub before: Value,
    /// The value after the move.
    pub after: Value,
    /// Whether some legal move would have lost value.
    pub could_err: bool,
    /// The value lost, in goats.
    pub lost: u8,
}

/// By how much a move lost value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ErrorKind {
    /// Goats of a draw.
    Goats(u8),
    /// A win became a draw.
    WinToDraw,
    /// A draw became a loss.
    DrawToLoss,
    /// A win became a loss.
    WinToLoss,
}

impl Mark {
    /// Marks a move; `None` if it is not legal. Quicker than [`judge`]: of the other moves only as
    /// many are looked up as it takes to find one that loses value.
    pub fn new(tables: &Tables, position: &Position, mv: Move) -> Result<Option<Mark>, ProbeError> {
        let game = tables.game();
        game.check(position)?;
        if !game.is_legal(position, mv) {
            return Ok(None);
        }
        // Tables on another machine are asked once for everything that may be needed.
        tables.prepare(position, true)?;
        let value_after = |mv: Move| tables.value(&game.after(position, mv));
        let (before, after) = (tables.value(position)?, value_after(mv)?);
        let mut could_err = before != after;
        let mut others = game.moves(position).filter(|&other| other != mv);
        while let (false, Some(other)) = (could_err, others.next()) {
            could_err = value_after(other)? != before;
        }
        let captures = game.captures();
        Ok(Some(Mark {
            side: position.turn(),
            phase: game.phase(position),
            before,
            after,
            could_err,
            lost: before.code(captures).abs_diff(after.code(captures)),
        }))
    }

    /// Whether the move lost value.
    pub fn is_error(&self) -> bool {
        self.lost > 0
    }

    /// Whether the outcome got worse: a win became a draw or a loss, or a draw a loss.
    pub fn lost_outcome(&self) -> bool {
        self.before.outcome() != self.after.outcome()
    }

    /// By how much it erred.
    pub fn error(&self) -> Option<ErrorKind> {
        if !self.is_error() {
            return None;
        }
        Some(match (self.before, self.after) {
            (Value::Draw(before), Value::Draw(after)) => ErrorKind::Goats(before.abs_diff(after)),
            (Value::Draw(_), _) => ErrorKind::DrawToLoss,
            (_, Value::Draw(_)) => ErrorKind::WinToDraw,
            _ => ErrorKind::WinToLoss,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved_small;

    #[test]
    fn a_move_that_gives_a_goat_away_is_told_from_the_best() {
        let (_folder, tables) = solved_small();
        let game = tables.game();
        let start = game.start();
        let of = |mv| judge(&tables, &start, mv).unwrap().unwrap();
        let moves = tables.moves(&start).unwrap();
        let best = of(moves[0].mv);
        assert!(best.keeps() && best.keeping[0].mv == best.played.mv);
        assert_eq!((best.legal, best.side), (moves.len(), Side::Goat));
        let worst = moves.last().unwrap();
        let judged = of(worst.mv);
        assert_eq!(judged.before.value, Value::Draw(0));
        assert_eq!(judged.played.after.value, worst.after.value);
        assert!(!judged.keeps() && judged.could_err() && judged.keeping == best.keeping);
        // A move of the other side is not legal here.
        let mv = game.moves(&game.after(&start, moves[0].mv)).next().unwrap();
        assert_eq!(judge(&tables, &start, mv).unwrap(), None);
        assert_eq!(Mark::new(&tables, &start, mv).unwrap(), None);
    }

    #[test]
    fn marks_and_judgements_agree() {
        let (_folder, tables) = solved_small();
        let game = tables.game();
        let mut position = game.start();
        let mut errors = 0;
        for ply in 0..30 {
            let moves: Vec<Move> = game.moves(&position).collect();
            for &mv in &moves {
                let mark = Mark::new(&tables, &position, mv).unwrap().unwrap();
                assert_eq!(mark, judge(&tables, &position, mv).unwrap().unwrap().mark());
                assert_eq!(mark.error().is_some(), mark.is_error());
                assert!(mark.could_err || !mark.is_error());
                errors += usize::from(mark.is_error());
            }
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position = game.after(&position, mv);
        }
        assert!(errors > 5, "{errors}");
    }
}
