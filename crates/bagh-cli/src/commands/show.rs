//! `bagh show`: the board, and what the position is.

use anyhow::Result;
use bagh::notation::ReadPosition;
use clap::Args;

use crate::context::Context;
use crate::describe::{self, Ending};
use crate::drawing;
use crate::failure::Answer;
use crate::palette::paint;
use crate::position_args::{PositionArgs, obx};

const EXAMPLES: &str = "\
With `-` positions are read from standard input, one a line, and each is answered in its place.

Examples:
  $ bagh show
  $ bagh show 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'
  $ bagh show --from baghchal-fen 'G1G1B/2B2/5/5/B3B G 2'
  $ bagh show --game aadu-puli 'T/2TT2/6/6/4 g g15 c0 - 0'
  $ echo 'T3T/5/5/5/T3T g g20 c0 - 0' | bagh show - --json";

/// Show a position: the board, the phase, who moves, the result
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    #[command(flatten)]
    position: PositionArgs,
}

impl Show {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        self.position.answer(context, true, show)
    }
}

fn show(context: &mut Context, read: &ReadPosition) -> Result<()> {
    let text = obx(context, read)?;
    let Context { game, out, .. } = context;
    if context.json {
        let ending = game.result(&read.position).map(Ending::from);
        return out.json(&describe::summary(game, &read.position, &text, ending));
    }
    let palette = out.palette;
    out.line(paint(palette.strong, game.title()))?;
    out.line("")?;
    out.line(drawing::draw(game, &read.position, &palette))?;
    out.text(describe::fields(game, read, &text, &palette))
}
