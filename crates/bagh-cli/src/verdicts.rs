//! What the tables say of positions and moves, in words and in CSV.

use bagh::{Game, Outcome, Position};
use bagh_tables::answer::{MoveAnswer, VerdictAnswer};
use bagh_tables::{Value, Verdict};

use crate::describe::Ending;
use crate::numbers::count_of;

/// The three fields of a CSV row for a verdict.
pub fn csv(verdict: &VerdictAnswer) -> String {
    csv_fields(verdict.outcome, verdict.captures, verdict.plies)
}

/// The four fields of a CSV row for a move.
pub fn move_csv(mv: &MoveAnswer) -> String {
    format!("{},{}", mv.r#move, csv_fields(mv.outcome, mv.captures, mv.plies))
}

fn csv_fields(outcome: Outcome, captures: Option<u8>, plies: Option<u16>) -> String {
    let number = |number: Option<u16>| number.map_or(String::new(), |n| n.to_string());
    format!("{outcome},{},{}", number(captures.map(u16::from)), number(plies))
}

/// A verdict on a position, as a sentence for people.
pub fn sentence(game: &Game, position: &Position, verdict: Verdict) -> String {
    if let Some(result) = game.result(position) {
        return format!("The game is over: {}.", Ending::from(result).sentence());
    }
    let in_plies = |plies: Option<u16>| match plies {
        Some(plies) => format!(" in {}", count_of(plies, "ply")),
        None => String::new(),
    };
    match verdict.value {
        Value::TigerWin => format!("The tigers win{}.", in_plies(verdict.plies)),
        Value::GoatWin => format!("The goats win{}.", in_plies(verdict.plies)),
        Value::Draw(captured) => draw(position.captured(), captured, verdict.plies),
    }
}

fn draw(now: u8, in_the_end: u8, plies: Option<u16>) -> String {
    let goats = match in_the_end {
        0 => "A draw with no goat captured".to_owned(),
        n => format!("A draw with {} captured in the end", count_of(n, "goat")),
    };
    let more = in_the_end.saturating_sub(now);
    let rest = match (more, plies) {
        (0, _) if in_the_end == 0 => String::new(),
        (0, _) => ": those that are captured already".to_owned(),
        (more, None) => format!(": {more} more than now"),
        (more, Some(plies)) => {
            format!(": {more} more than now, the next in {}", count_of(plies, "ply"))
        }
    };
    format!("{goats}{rest}.")
}

/// A value as the heading of a group of moves.
pub fn heading(value: Value) -> String {
    match value {
        Value::TigerWin => "the tigers win".to_owned(),
        Value::GoatWin => "the goats win".to_owned(),
        Value::Draw(0) => "draw, no goat captured".to_owned(),
        Value::Draw(captured) => format!("draw, {} captured", count_of(captured, "goat")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_sentences() {
        let game = Game::bagh_chal();
        let start = game.start();
        let said = |value, plies| sentence(game, &start, Verdict { value, plies });
        assert_eq!(said(Value::TigerWin, Some(1)), "The tigers win in 1 ply.");
        assert_eq!(said(Value::GoatWin, None), "The goats win.");
        assert_eq!(said(Value::Draw(0), None), "A draw with no goat captured.");
        assert_eq!(
            said(Value::Draw(3), Some(12)),
            "A draw with 3 goats captured in the end: 3 more than now, the next in 12 plies."
        );
        assert_eq!(
            draw(1, 1, None),
            "A draw with 1 goat captured in the end: those that are captured already."
        );
    }

    #[test]
    fn json_has_the_agreed_words() {
        let game = Game::bagh_chal();
        let of = |value, plies| {
            let verdict = Verdict { value, plies };
            serde_json::to_string(&VerdictAnswer::new(game, &game.start(), verdict)).unwrap()
        };
        assert_eq!(
            of(Value::TigerWin, Some(7)),
            r#"{"outcome":"tiger-win","captures":5,"plies":7}"#
        );
        assert_eq!(of(Value::Draw(3), None), r#"{"outcome":"draw","captures":3,"plies":null}"#);
        assert_eq!(
            of(Value::GoatWin, None),
            r#"{"outcome":"goat-win","captures":null,"plies":null}"#
        );
    }
}
