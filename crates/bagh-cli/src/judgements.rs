//! What moves were worth, in words and in JSON.

use bagh::{Game, Outcome, Position, Side};
use bagh_arena::Judgement;
use bagh_tables::MoveVerdict;
use bagh_tables::answer::{MoveAnswer, VerdictAnswer};
use serde::Serialize;

use crate::numbers::count_of;
use crate::verdicts::heading;

/// Better moves that are listed for people.
const LISTED: usize = 5;

/// A judgement for programs.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct JudgementSummary {
    side: Side,
    r#move: String,
    before: VerdictAnswer,
    after: VerdictAnswer,
    keeps: bool,
    /// Goats that it cost.
    thrown: u8,
    legal: usize,
    /// How many of the legal moves keep the value.
    keeping: usize,
    /// Those moves, if the one that was played is not among them.
    better: Vec<MoveAnswer>,
}

impl JudgementSummary {
    pub fn new(game: &Game, position: &Position, judged: &Judgement) -> JudgementSummary {
        let after = game.after(position, judged.played.mv);
        JudgementSummary {
            side: judged.side,
            r#move: game.move_text(position, judged.played.mv),
            before: VerdictAnswer::new(game, position, judged.before),
            after: VerdictAnswer::new(game, &after, judged.played.after),
            keeps: judged.keeps(),
            thrown: judged.lost,
            legal: judged.legal,
            keeping: judged.keeping.len(),
            better: better(judged).iter().map(|m| MoveAnswer::new(game, position, m)).collect(),
        }
    }
}

/// The moves that were better.
fn better(judged: &Judgement) -> &[MoveVerdict] {
    if judged.keeps() { &[] } else { &judged.keeping }
}

/// What a move cost: the win, the draw, or a number of goats.
pub fn thrown_away(judged: &Judgement) -> String {
    let outcome = judged.before.value.outcome();
    if outcome == judged.played.after.value.outcome() {
        return thrown(judged.side, judged.lost.into());
    }
    if outcome == Outcome::win(judged.side) { "the win".into() } else { "the draw".into() }
}

/// Goats that the moves of a side cost: to the tigers they are captures.
pub fn thrown(side: Side, number: u64) -> String {
    match side {
        Side::Goat => count_of(number, "goat"),
        Side::Tiger => count_of(number, "capture"),
    }
}

/// The better moves, the first few of them by name.
pub fn better_moves(game: &Game, position: &Position, judged: &Judgement) -> String {
    let all = better(judged);
    let names: Vec<String> =
        all.iter().take(LISTED).map(|m| game.move_text(position, m.mv)).collect();
    match all.len().saturating_sub(LISTED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// What a move was worth, as a sentence.
pub fn sentence(game: &Game, position: &Position, judged: &Judgement) -> String {
    let name = game.move_text(position, judged.played.mv);
    let now = heading(judged.played.after.value);
    if judged.keeps() {
        let how_many = match (judged.keeping.len(), judged.legal) {
            (_, 1) => "it was the only move".to_owned(),
            (keeping, legal) if keeping == legal => "so does every other move".to_owned(),
            (1, _) => "no other move does".to_owned(),
            (keeping, legal) => format!("{keeping} of {legal} moves do"),
        };
        return format!("{name} keeps the value ({how_many}): {now}.");
    }
    format!(
        "{name} costs {}. Before: {}. Now: {now}. Better: {}.",
        thrown_away(judged),
        heading(judged.before.value),
        better_moves(game, position, judged)
    )
}
