//! Answers for people: the board, what it is worth, and the moves in groups.

use anyhow::Result;
use bagh::notation::ReadPosition;
use bagh::{Game, Position, Side};
use bagh_tables::{MoveVerdict, Probed, Value};

use crate::context::Context;
use crate::drawing;
use crate::palette::{Palette, paint};
use crate::verdicts::{heading, sentence};

/// Lines of moves are broken before they grow longer.
const WIDTH: usize = 76;

/// Prints the value of a position and of its moves.
pub fn tell(
    context: &mut Context,
    read: &ReadPosition,
    obx: &str,
    probed: &Probed,
    with_moves: bool,
) -> Result<()> {
    let Probed { verdict, moves } = probed;
    let Context { game, out, .. } = context;
    let palette = out.palette;
    let position = &read.position;
    out.line(paint(palette.label, obx))?;
    out.line("")?;
    out.line(drawing::draw(game, position, &palette))?;
    out.line(paint(palette.strong, sentence(game, position, *verdict)))?;
    if moves.is_empty() || !with_moves {
        return Ok(());
    }
    out.line("")?;
    let who = match position.turn() {
        Side::Tiger => "The tigers' moves",
        Side::Goat => "The goats' moves",
    };
    out.line(format!("{who}, the best first:"))?;
    // Moves are sorted by value, so that equal values stand together.
    for group in moves.chunk_by(|a, b| a.after.value == b.after.value) {
        out.text(group_text(game, position, group, &palette))?;
    }
    Ok(())
}

fn group_text(
    game: &Game,
    position: &Position,
    group: &[MoveVerdict],
    palette: &Palette,
) -> String {
    let value = group[0].after.value;
    let style = match value {
        Value::TigerWin => palette.tiger,
        Value::GoatWin => palette.goat,
        Value::Draw(_) => palette.strong,
    };
    let counted = group.iter().any(|m| m.after.plies.is_some());
    let explained = match value {
        _ if !counted => "",
        Value::Draw(_) => "  (plies to the next capture)",
        _ => "  (plies to the end)",
    };
    let mut text =
        format!("  {}{}\n", paint(style, heading(value)), paint(palette.label, explained));
    let mut line = String::new();
    for verdict in group {
        let name = game.move_text(position, verdict.mv);
        let item = match verdict.after.plies {
            Some(plies) => format!("{name} ({plies})"),
            None => name,
        };
        if !line.is_empty() && line.chars().count() + 2 + item.chars().count() > WIDTH {
            text += &format!("    {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line += "  ";
        }
        line += &item;
    }
    text + &format!("    {line}\n")
}
