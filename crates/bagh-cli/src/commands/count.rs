//! `bagh count`: how many positions a game has.

use anyhow::{Result, bail};
use bagh::{Game, Phase, Side};
use bagh_tables::burnside::{self, Class};
use clap::Args;
use serde::Serialize;
use serde_json::json;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{count_of, grouped};
use crate::palette::paint;
use crate::tables_args::TablesArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
Counts are up to symmetry: boards that a turn or a mirror makes the same count once. They follow
from the cycles of the board's symmetries (Burnside's lemma), without enumerating boards; `--check`
enumerates them as well, where there are not too many.

A board image is what the board shows; a position has a side to move, goats in hand and goats
captured, too. Positions are counted whether play reaches them or not.

Examples:
  $ bagh count
  $ bagh count --goats 16
  $ bagh count --goats 19 --check
  $ bagh count --game aadu-puli --json";

/// Count the positions of a game up to symmetry
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Count {
    /// Count only the board images with this many goats
    #[arg(long, value_name = "N", value_parser = whole::<u8>(..))]
    goats: Option<u8>,

    /// Count board images by enumeration, too; exit code 1 if the numbers differ
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

/// Board images with one number of goats.
#[derive(Serialize, Clone, Copy)]
struct Images {
    goats: usize,
    images: u128,
    /// The same number by enumeration, if that was asked for and is feasible.
    #[serde(skip_serializing_if = "Option::is_none")]
    enumerated: Option<u128>,
}

#[derive(Serialize)]
struct ClassRow {
    phase: Phase,
    turn: Side,
    tigers: u8,
    placed: u8,
    captured: u8,
    positions: u128,
}

impl Count {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = context.game.clone();
        let most = game.board().len() - usize::from(game.tigers());
        let numbers = match self.goats.map(usize::from) {
            Some(goats) if goats > most => bail!(
                "--goats: found {goats}, expected 0 to {most}: the tigers leave no room for more"
            ),
            Some(goats) => goats..=goats,
            None => 0..=most,
        };
        let all = burnside::images_by_goats(game.board(), usize::from(game.tigers()));
        let count = || -> Vec<Images> {
            let tigers = usize::from(game.tigers());
            let enumerated = |goats| match self.check {
                true => burnside::enumerated_images(game.board(), tigers, goats),
                false => None,
            };
            numbers
                .map(|goats| Images { goats, images: all[goats], enumerated: enumerated(goats) })
                .collect()
        };
        let rows = self.tables.with_threads(count)?;
        match (self.goats, context.json) {
            (Some(_), true) => context.out.json(&one_number(&game, rows[0]))?,
            (Some(_), false) => print_one(context, &game, rows[0], self.check)?,
            (None, true) => context.out.json(&everything(&game, &rows))?,
            (None, false) => print_everything(context, &game, &rows, self.check)?,
        }
        let agree = rows.iter().all(|row| row.enumerated.is_none_or(|e| e == row.images));
        Ok(if agree { Answer::Yes } else { Answer::No })
    }
}

fn one_number(game: &Game, row: Images) -> serde_json::Value {
    let mut value = json!(row);
    value["game"] = game.name().into();
    value["tigers"] = game.tigers().into();
    value
}

fn everything(game: &Game, rows: &[Images]) -> serde_json::Value {
    let classes = burnside::classes(game);
    let rows_of = |phase: Phase| -> Vec<ClassRow> {
        classes.iter().filter(|c| c.phase == phase).map(ClassRow::from).collect()
    };
    json!({
        "game": game.name(),
        "points": game.board().len(),
        "symmetries": game.board().symmetries().len(),
        "tigers": game.tigers(),
        "goats": game.goats(),
        "captures_to_win": game.captures(),
        "tiger_placements": burnside::tiger_placements(game),
        "images": rows,
        "placement": {
            "images": burnside::placement_images(game),
            "images_account": account(game),
            "positions": total(&classes, Phase::Placement),
            "classes": rows_of(Phase::Placement),
        },
        "sliding": {
            "positions": total(&classes, Phase::Sliding),
            "classes": rows_of(Phase::Sliding),
        },
    })
}

impl From<&Class> for ClassRow {
    fn from(class: &Class) -> ClassRow {
        let Class { phase, turn, tigers, placed, captured, positions } = *class;
        ClassRow { phase, turn, tigers, placed, captured, positions }
    }
}

fn total(classes: &[Class], phase: Phase) -> u128 {
    classes.iter().filter(|c| c.phase == phase).map(|c| c.positions).sum()
}

/// What the number of board images of the placement phase counts.
fn account(game: &Game) -> String {
    format!(
        "the sum of the board images with all {} tigers and 1 to {} goats; who moves, goats in hand and goats captured are not distinguished, and boards without goats are left out",
        game.tigers(),
        game.goats()
    )
}

fn print_one(context: &mut Context, game: &Game, row: Images, check: bool) -> Result<()> {
    context.out.line(format!(
        "{}: {} with {} and {}{}",
        game.title(),
        count_of(row.images, "board image"),
        count_of(game.tigers(), "tiger"),
        count_of(row.goats as u64, "goat"),
        checked(row, check)
    ))
}

fn print_everything(
    context: &mut Context,
    game: &Game,
    rows: &[Images],
    check: bool,
) -> Result<()> {
    let out = &mut context.out;
    let strong = out.palette.strong;
    let classes = burnside::classes(game);
    out.line(format!(
        "{}: {}, {}, {}, {}, {} to win\n",
        paint(strong, game.title()),
        count_of(game.board().len() as u64, "point"),
        count_of(game.board().symmetries().len() as u64, "symmetry"),
        count_of(game.tigers(), "tiger"),
        count_of(game.goats(), "goat"),
        count_of(game.captures(), "capture")
    ))?;
    let placements = grouped(burnside::tiger_placements(game));
    out.line(format!("{} {placements}\n", paint(strong, "Tiger placements:")))?;

    out.line(paint(strong, "Board images by the number of goats"))?;
    for &row in rows {
        out.line(format!("{:>6} {:>20}{}", row.goats, grouped(row.images), checked(row, check)))?;
    }

    out.line(format!("\n{}", paint(strong, "Placement phase")))?;
    let images = grouped(burnside::placement_images(game));
    out.line(format!("  board images {images:>20}   {}", fold(&account(game), 37)))?;
    let positions = grouped(total(&classes, Phase::Placement));
    let positions_account = "by goats placed, goats captured and who moves:";
    out.line(format!("  positions    {positions:>20}   {positions_account}"))?;
    out.line(format!("\n  placed {:>20} {:>20}   captured", "goat to move", "tiger to move"))?;
    for placed in 0..game.goats() {
        print_placed(context, &classes, placed)?;
    }

    let out = &mut context.out;
    out.line(format!("\n{}", paint(strong, "Sliding phase")))?;
    let positions = grouped(total(&classes, Phase::Sliding));
    out.line(format!(
        "  positions    {positions:>20}   twice the board images, by goats captured:"
    ))?;
    out.line(format!("\n  captured {:>18} {:>20}", "board images", "positions"))?;
    for class in classes.iter().filter(|c| c.phase == Phase::Sliding && c.turn == Side::Tiger) {
        let (images, positions) = (grouped(class.positions), grouped(2 * class.positions));
        out.line(format!("  {:>8} {images:>18} {positions:>20}", class.captured))?;
    }
    out.line("\nPositions are counted whether play reaches them or not.")
}

/// One row of the placement phase: the positions after a number of goats have been placed.
fn print_placed(context: &mut Context, classes: &[Class], placed: u8) -> Result<()> {
    let of = |turn: Side| {
        let here = classes
            .iter()
            .filter(move |c| c.phase == Phase::Placement && c.placed == placed && c.turn == turn);
        here.map(|c| c.positions).sum::<u128>()
    };
    let here = classes.iter().filter(|c| c.phase == Phase::Placement && c.placed == placed);
    let captured = match here.map(|c| c.captured).max() {
        None => return Ok(()),
        Some(0) => "0".to_owned(),
        Some(most) => format!("0 to {most}"),
    };
    let (goat, tiger) = (grouped(of(Side::Goat)), grouped(of(Side::Tiger)));
    context.out.line(format!("  {placed:>6} {goat:>20} {tiger:>20}   {captured}"))
}

fn checked(row: Images, check: bool) -> String {
    match row.enumerated {
        Some(found) if found == row.images => "   confirmed by enumeration".to_owned(),
        Some(found) => format!("   WRONG: enumeration finds {}", grouped(found)),
        None if check => "   too many to enumerate".to_owned(),
        None => String::new(),
    }
}

/// The text in short lines, all but the first indented.
fn fold(text: &str, indent: usize) -> String {
    const WIDTH: usize = 60;
    let mut folded = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > WIDTH {
            folded += &format!("\n{:indent$}", "");
            column = 0;
        } else if column > 0 {
            folded.push(' ');
            column += 1;
        }
        folded += word;
        column += length;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told() {
        let row = Images { goats: 1, images: 2, enumerated: Some(3) };
        assert!(checked(row, true).contains("WRONG: enumeration finds 3"));
        assert_eq!(checked(Images { enumerated: None, ..row }, false), "");
    }

    #[test]
    fn long_texts_are_folded() {
        let text = fold(&"word ".repeat(30), 4);
        assert!(text.lines().all(|line| line.trim_start().len() <= 60), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")), "{text}");
    }
}
