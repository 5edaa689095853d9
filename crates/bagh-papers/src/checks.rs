//! Claims worked out again: from the rules alone, or from tables.

use std::collections::HashMap;

use bagh::{Game, Move, Outcome, Phase, Position, Side};
use bagh_tables::stats::{self, ClassRow};
use bagh_tables::{ProbeError, Tables, Value, burnside};

use crate::{counting, figure_1b, halfway};

/// What a check found.
#[derive(Clone, Debug)]
pub enum Found {
    /// This.
    Text(String),
    /// Nothing, without tables.
    NeedsTables,
    /// There was no check.
    NotAsked,
}

/// The first moves that differ by more than a symmetry, as the papers think of them.
const FIRST: [&str; 5] = ["C1", "C2", "C3", "B1", "B2"];

/// Looked at so far ahead for an early capture.
const EARLY: u32 = 10;

/// Whether there is such a check.
#[cfg(test)]
pub fn is_known(check: &str) -> bool {
    by_rules(check).is_some() || TABLE_CHECKS.iter().any(|known| check.starts_with(known))
}

/// The checks that take tables.
#[cfg(test)]
const TABLE_CHECKS: [&str; 11] = [
    "turn-to-move",
    "visited ",
    "figure-1b",
    "first-values",
    "start-value",
    "reply-values",
    "sliding-ratio",
    "placement-ratio",
    "share ",
    "halfway ",
    CAPTURES,
];

/// The check of how soon a number of captures can be forced begins so.
const CAPTURES: &str = "captures-by ";

/// Runs a check. `fewer` are tables with fewer captures to win.
pub fn run(check: &str, tables: Option<&Tables>, fewer: &[Tables]) -> Result<Found, ProbeError> {
    if let Some(text) = by_rules(check) {
        return Ok(Found::Text(text));
    }
    if let Some(captures) = check.strip_prefix(CAPTURES) {
        return captures_by(captures, fewer);
    }
    let Some(tables) = tables else { return Ok(Found::NeedsTables) };
    by_tables(check, tables).map(Found::Text)
}

/// What the rules alone tell.
fn by_rules(check: &str) -> Option<String> {
    let game = Game::bagh_chal();
    let text = match check {
        "first-moves" => game.inequivalent_moves(&game.start()).count().to_string(),
        "first-replies" => game.inequivalent_moves(&after_first(game, "C1")).count().to_string(),
        "symmetric-successors" => {
            let row = game.perft_rows(&game.start()).nth(1)?;
            let (made, distinct) = (row.symmetry_avoiding, row.distinct);
            format!("ply 2: {made} generated, {distinct} distinct")
        }
        "early-captures" => early_captures(game),
        "captures" => game.captures().to_string(),
        "aadu-puli" => {
            let game = Game::aadu_puli();
            let points = game.board().len();
            format!("{points}, {}, {}, {}", game.tigers(), game.goats(), game.captures())
        }
        "obx-start" => game.obx(&game.start()),
        "obx-first" => game.obx(&after_first(game, "C1")),
        _ => match check.strip_prefix("kept ") {
            Some(which) => kept(game, which)?,
            None => counting::run(game, check)?,
        },
    };
    Some(text)
}

/// The position after the first goat was placed on this point.
fn after_first(game: &Game, point: &str) -> Position {
    let at = game.board().point(point).expect("a point of the board");
    game.after(&game.start(), Move::Place { at })
}

/// Boards with 4 tigers and 20 goats that a symmetry keeps.
fn kept(game: &Game, which: &str) -> Option<String> {
    let board = game.board();
    let of = |cycles: usize| {
        let mut all = board.symmetries().iter().map(|s| s.cycle_lengths());
        let lengths = all.find(|lengths| lengths.len() == cycles)?;
        Some(burnside::kept_images(&lengths, 4, 20))
    };
    let sum = || {
        let all = board.symmetries().iter().map(|s| s.cycle_lengths());
        Some(all.map(|lengths| burnside::kept_images(&lengths, 4, 20)).sum())
    };
    // By the number of their cycles: a flip keeps the five points of its axis.
    let number: u128 = match which {
        "identity" => of(25)?,
        "quarter" => of(7)?,
        "half" => of(13)?,
        "flip" => of(15)?,
        "sum" => sum()?,
        _ => return None,
    };
    Some(number.to_string())
}

/// By which ply of the game the tigers can force a capture, for each first goat.
fn early_captures(game: &Game) -> String {
    let mut seen = HashMap::new();
    let of = |point: &str, seen: &mut HashMap<(Position, u32), bool>| {
        let position = after_first(game, point);
        let found = (2..=EARLY).step_by(2).find(|ply| can_capture(game, &position, ply - 1, seen));
        match found {
            Some(ply) => format!("{point} {ply}"),
            None => format!("{point} after {EARLY}"),
        }
    };
    FIRST.map(|point| of(point, &mut seen)).join(", ")
}

/// Whether the tigers can force a capture within a number of plies.
fn can_capture(
    game: &Game,
    position: &Position,
    plies: u32,
    seen: &mut HashMap<(Position, u32), bool>,
) -> bool {
    let captures = |at: &Position| game.moves(at).any(|mv| mv.captured().is_some());
    if position.turn() == Side::Tiger && captures(position) {
        return plies >= 1;
    }
    // A tiger's quiet move and a goat must come before the next capture.
    if plies < 3 && position.turn() == Side::Tiger {
        return false;
    }
    let key = (game.canonical(position), plies);
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let forced = match position.turn() {
        Side::Tiger => game
            .moves(position)
            .any(|mv| can_capture(game, &game.after(position, mv), plies - 1, seen)),
        Side::Goat => {
            // Placements that lose a goat at once are no defence.
            let mut defences =
                game.moves(position).map(|mv| game.after(position, mv)).filter(|at| !captures(at));
            defences.all(|at| can_capture(game, &at, plies - 1, seen))
        }
    };
    seen.insert(key, forced);
    forced
}

/// By which ply the tigers can force this many captures, from the tables of the game in which that
/// many win. Such tables are seldom there, and then nothing is checked.
fn captures_by(captures: &str, fewer: &[Tables]) -> Result<Found, ProbeError> {
    let tables = fewer.iter().find(|tables| tables.game().captures().to_string() == captures);
    let Some(tables) = tables else { return Ok(Found::NotAsked) };
    let verdict = tables.probe(&tables.game().start())?;
    Ok(match (verdict.value, verdict.plies) {
        (Value::TigerWin, Some(plies)) => {
            Found::Text(format!("within {plies} plies, and no sooner"))
        }
        (Value::TigerWin, None) => Found::NotAsked, // Their plies were not solved.
        (value, _) => Found::Text(words(value)),
    })
}

/// What tables tell.
fn by_tables(check: &str, tables: &Tables) -> Result<String, ProbeError> {
    let game = tables.game();
    let value = |position: &Position| Ok::<_, ProbeError>(words(tables.probe(position)?.value));
    let rows = stats::rows(game, tables.manifest());
    let positions = |phase| -> f64 {
        rows.iter().filter(|row| row.phase == phase).map(|row| row.positions as f64).sum()
    };
    let text = match check {
        "start-value" => value(&game.start())?,
        "first-values" => {
            let values = FIRST.map(|point| value(&after_first(game, point)));
            let lines = FIRST.iter().zip(values).map(|(point, v)| Ok(format!("{point} {}", v?)));
            lines.collect::<Result<Vec<_>, ProbeError>>()?.join("; ")
        }
        "reply-values" => {
            let position = after_first(game, "C1");
            let replies: Vec<Move> = game.inequivalent_moves(&position).collect();
            let mut values = replies
                .iter()
                .map(|&mv| value(&game.after(&position, mv)))
                .collect::<Result<Vec<_>, _>>()?;
            values.dedup();
            format!("all {}: {}", replies.len(), values.join(", "))
        }
        "turn-to-move" => {
            let wins = |turn| {
                let class = rows
                    .iter()
                    .find(|row| (row.phase, row.captured, row.turn) == (Phase::Sliding, 1, turn));
                class.map_or(0.0, |class| class.goat_wins as f64)
            };
            format!("{:.2} times as many", wins(Side::Goat) / wins(Side::Tiger))
        }
        "figure-1b" => figure_1b::found(tables)?,
        "sliding-ratio" => {
            let images: u128 =
                (16..=20).map(|goats| burnside::images(game.board(), 4, goats)).sum();
            format!("{:.2} positions for a board image", positions(Phase::Sliding) / images as f64)
        }
        "placement-ratio" => {
            let images = burnside::placement_images(game);
            format!("{:.2}", positions(Phase::Placement) / images as f64)
        }
        _ => match check.split(' ').collect::<Vec<_>>()[..] {
            ["share", captured, turn, outcome] => share(&rows, captured, turn, outcome),
            ["visited", printed] => visited(&halfway(tables), printed),
            ["halfway", what] => halfway_number(&halfway(tables), &rows, what),
            _ => String::new(),
        },
    };
    Ok(text)
}

fn words(value: Value) -> String {
    match value {
        Value::GoatWin => "goats win".to_owned(),
        Value::Draw(captured) => format!("draw with {captured}"),
        Value::TigerWin => "tigers win".to_owned(),
    }
}

/// The share of an outcome among sliding positions with a number of captures.
fn share(rows: &[ClassRow], captured: &str, turn: &str, outcome: &str) -> String {
    let class = rows.iter().find(|row| {
        row.phase == Phase::Sliding
            && row.captured.to_string() == captured
            && row.turn.word() == turn
    });
    let Some(class) = class else { return String::new() };
    let count = match Outcome::from_word(outcome) {
        Some(Outcome::GoatWin) => class.goat_wins,
        Some(Outcome::TigerWin) => class.tiger_wins,
        _ => class.all_draws(),
    };
    format!("{:.1} per cent", 100.0 * count as f64 / class.positions as f64)
}

/// How much of all positions halfway the search of 2009 came to: `CAPTURED:COUNT`, or `all:COUNT`.
fn visited(halfway: &[ClassRow], printed: &str) -> String {
    let Some((captured, count)) = printed.split_once(':') else { return String::new() };
    let Ok(count) = count.parse::<f64>() else { return String::new() };
    let of = halfway.iter().filter(|row| captured == "all" || row.captured.to_string() == captured);
    let all: u64 = of.map(|row| row.positions).sum();
    format!("{:.1} per cent of {all}", 100.0 * count / all as f64)
}

/// A number of Table 4 of 2009, for all positions.
fn halfway_number(halfway: &[ClassRow], all: &[ClassRow], what: &str) -> String {
    let sum = |of: fn(&ClassRow) -> u64| halfway.iter().map(of).sum::<u64>();
    match what {
        "all" => sum(|row| row.positions).to_string(),
        "held" => sum(|row| row.positions - row.goat_wins).to_string(),
        "lost" => sum(|row| row.goat_wins).to_string(),
        "late" => {
            let late = halfway.iter().filter(|row| row.captured >= 3);
            late.map(|row| row.goat_wins).sum::<u64>().to_string()
        }
        "ratio" => {
            let last = all.iter().filter(|row| row.phase == Phase::Sliding && row.captured == 4);
            let last: u64 = last.map(|row| row.positions).sum();
            format!("{:.1} times as many", sum(|row| row.positions) as f64 / last as f64)
        }
        captured => {
            let class = halfway.iter().find(|row| row.captured.to_string() == captured);
            class.map_or_else(String::new, |row| row.positions.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_captures_are_those_of_the_rules() {
        // A goat beside a tiger, or before one, falls at once.
        let game = Game::bagh_chal();
        for (point, expected) in [("B1", true), ("B2", true), ("C1", false), ("C3", false)] {
            let position = after_first(game, point);
            assert_eq!(can_capture(game, &position, 1, &mut HashMap::new()), expected, "{point}");
        }
    }
}
