//! `bagh ugi`: the engine as a bot on standard input and output.

use std::io;

use anyhow::Result;
use bagh_arena::ugi::{ServerSettings, serve};
use bagh_engine::{Level, Strength};
use clap::Args;

use crate::context::Context;
use crate::failure::Answer;
use crate::tables_args::FolderArgs;

const EXAMPLES: &str = "\
UGI is UCI without the chess; docs/BOTS.md describes it. The options of the bot are listed by the
command `ugi`: Game, Captures, Strength, Threads, Hash, Seed, Network, Tables.

Examples:
  $ printf 'ugi\\nquit\\n' | bagh ugi
  $ printf 'position startpos moves B1\\nquery p1turn\\nquit\\n' | bagh ugi";

/// Speak UGI on standard input and output, as a bot
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Ugi {
    /// How strong it plays: 1 (a beginner) to 8 (the strongest), or perfect
    #[arg(long, value_name = "N|perfect")]
    strength: Option<Strength>,

    #[command(flatten)]
    tables: FolderArgs,
}

impl Ugi {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let strength = self.strength.unwrap_or(Strength::Level(Level::STRONGEST));
        let mut settings = ServerSettings::new(context.game.clone(), strength);
        if self.tables.is_given() || strength == Strength::Perfect {
            settings.tables = Some(self.tables.folder()?);
        }
        serve(settings, io::stdin().lock(), io::stdout())?;
        Ok(Answer::Yes)
    }
}
