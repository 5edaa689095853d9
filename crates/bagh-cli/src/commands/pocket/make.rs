//! `bagh pocket make`: an edition from solved tables.

use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::Result;
use bagh_tables::pocket::{PIECE_BITS, default_layers, make_with};
use clap::Args;
use serde::Serialize;

use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::bytes;
use crate::tables_args::TablesArgs;
use crate::whole::whole;

/// How finely progress is shown.
const STEPS: f64 = 1_000.0;

const EXAMPLES: &str = "\
Interrupted, it keeps the layers that are finished: run it again to go on. The tables must be
complete and have the layers that are stored.

Examples:
  $ bagh pocket make --out pocket
  $ bagh pocket make --out pocket --layers 4,8,12,16
  $ bagh pocket make --out pocket --piece-bits 12";

/// Make an edition from solved tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Make {
    /// The folder of editions; each game has a folder of its own in it
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The layers to store, by goats placed; the sliding phase is always stored: by default 3,7,11,16 in Bagh Chal
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = whole::<u8>(..))]
    layers: Option<Vec<u8>>,

    /// The size of the pieces that a look-up decodes, as bits of an index: larger ones take fewer bytes and longer searches
    #[arg(long, value_name = "BITS", default_value_t = PIECE_BITS, value_parser = whole::<u32>(1..=12))]
    piece_bits: u32,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered {
    folder: String,
    layers: Vec<LayerAnswer>,
    bytes: u64,
}

#[derive(Serialize)]
struct LayerAnswer {
    placed: u8,
    bytes: u64,
}

impl Make {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open_complete(context)?;
        let layers = self.layers.clone().unwrap_or_else(|| default_layers(&context.game));
        let bar: Mutex<Option<(u8, Bar)>> = Mutex::new(None);
        let told = |placed: u8, share: f64| {
            let mut shown = bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            if shown.as_ref().is_none_or(|&(layer, _)| layer != placed) {
                if let Some((_, bar)) = shown.take() {
                    bar.end();
                }
                *shown = Some((placed, Bar::new(&format!("layer {placed}"), STEPS as u64)));
            }
            if let Some((_, bar)) = &*shown {
                bar.set((share * STEPS) as u64);
            }
            true
        };
        let made = self
            .tables
            .with_threads(|| make_with(&tables, &self.out, &layers, self.piece_bits, &told))?;
        if let Some((_, bar)) = bar.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
        {
            bar.end();
        }
        let made = made?;
        let folder = self.out.display().to_string();
        if context.json {
            let layer = |&(placed, bytes): &(u8, u64)| LayerAnswer { placed, bytes };
            let layers = made.layers.iter().map(layer).collect();
            context.out.json(&Answered { folder, layers, bytes: made.bytes })?;
            return Ok(Answer::Yes);
        }
        for &(placed, length) in &made.layers {
            let what = match placed == context.game.goats() {
                true => "sliding phase".to_owned(),
                false => format!("{placed} placed"),
            };
            context.out.line(format!("{what:>14}  {}", bytes(length)))?;
        }
        context.out.line(format!("{folder}: {}", bytes(made.bytes)))?;
        Ok(Answer::Yes)
    }
}
