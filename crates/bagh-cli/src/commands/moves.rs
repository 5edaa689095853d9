//! `bagh moves`: the legal moves, and what they do.

use anyhow::Result;
use bagh::notation::ReadPosition;
use bagh::{Game, Move, Side};
use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::describe::{Ending, ResultSummary};
use crate::failure::Answer;
use crate::position_args::{PositionArgs, obx};

const EXAMPLES: &str = "\
With `-` positions are read from standard input, one a line, and each is answered in its place.

Examples:
  $ bagh moves
  $ bagh moves 'TG2T/5/5/5/T3T t g19 c0 mB1 1'
  $ bagh moves --game aadu-puli --json";

/// List the legal moves of a position, and what they do
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Moves {
    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct MoveList<'a> {
    position: String,
    moves: Vec<MoveRow<'a>>,
    /// Who won and why, if the game is over.
    result: Option<ResultSummary>,
}

#[derive(Serialize)]
struct MoveRow<'a> {
    r#move: String,
    kind: &'static str,
    from: Option<&'a str>,
    to: &'a str,
    capture: Option<&'a str>,
    position: String,
}

impl Moves {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        self.position.answer(context, true, print)
    }
}

fn print(context: &mut Context, read: &ReadPosition) -> Result<()> {
    if context.json {
        let list = list(context, read)?;
        let text = serde_json::to_string(&list)?;
        return context.out.line(text);
    }
    let Context { game, out, .. } = context;
    if let Some(result) = game.result(&read.position) {
        out.line(format!("The game is over: {}.", Ending::from(result).sentence()))?;
    }
    for (text, effect) in described(game, &read.position) {
        out.line(format!("{text:<8} {effect}"))?;
    }
    Ok(())
}

/// The legal moves and what each does.
pub fn described(game: &Game, position: &bagh::Position) -> Vec<(String, String)> {
    let moves = game.moves(position);
    moves.map(|mv| (game.move_text(position, mv), effect(game, position.turn(), mv))).collect()
}

fn list<'a>(context: &'a Context, read: &ReadPosition) -> Result<MoveList<'a>> {
    let game = &context.game;
    let name = |point| game.point_name(point);
    let rows = game.moves(&read.position).map(|mv| {
        let next = ReadPosition {
            last_move: Some(mv),
            move_number: read.move_number.and_then(|n| n.checked_add(1)),
            ..ReadPosition::new(game, game.after(&read.position, mv))
        };
        Ok(MoveRow {
            r#move: game.move_text(&read.position, mv),
            kind: match mv {
                Move::Place { .. } => "place",
                Move::Slide { .. } => "slide",
                Move::Jump { .. } => "jump",
            },
            from: mv.from().map(name),
            to: name(mv.to()),
            capture: mv.captured().map(name),
            position: obx(context, &next)?,
        })
    });
    let moves = rows.collect::<Result<_>>()?;
    let result = game.result(&read.position).map(Ending::from).map(ResultSummary::from);
    Ok(MoveList { position: obx(context, read)?, moves, result })
}

fn effect(game: &Game, side: Side, mv: Move) -> String {
    let name = |point| game.point_name(point);
    match mv {
        Move::Place { at } => format!("a {side} is placed on {}", name(at)),
        Move::Slide { from, to } => format!("the {side} on {} slides to {}", name(from), name(to)),
        Move::Jump { from, over, to } => format!(
            "the {side} on {} jumps to {} and captures the goat on {}",
            name(from),
            name(to),
            name(over)
        ),
    }
}
