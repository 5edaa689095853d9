//! `bagh convert`: positions and records from one notation to another.

mod positions;
mod records;
mod text_format;

use std::path::PathBuf;

use anyhow::{Result, bail};
use bagh::notation::Format;
use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::failure::Answer;
use crate::input::{self, Source};
pub use records::MAX_RECORD;
use text_format::{RecordFormat, TextFormat};

const EXAMPLES: &str = "\
Notations for positions, one a line:
  obx            OBX 1.0: T3T/5/5/5/T3T g g20 c0 - 0
  obx-1x         OBX 1 as deployed, X for empty points and no goats left
  obx-2-early    early OBX 2.0, moves counted for each side (#g1), no goats left
  obx-2          OBX 2.0, goats left as @20 and moves counted for each side (#g1)
  baghchal-fen   FEN of the baghchal package; the last field counts goat moves
  captured-fen   FEN whose last field counts captured goats
  gamescrafters  GamesCrafters: 1_T---T---------------T---T2000

Notations for whole games:
  record         the records of this program, with tags, comments and variations
  baghchal-pgn   records of the baghchal package, points as row and column (G13)
  baghchal-ids   the same with points numbered from 00 (G02)

A game that is converted to a notation for positions gives every position of it, one a line.
With `-` positions are read from standard input, one a line, and each is answered in its place.

Examples:
  $ bagh convert 'TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1'
  $ bagh convert --from baghchal-fen 'G1G1B/2B2/5/5/B3B G 2' --to obx-2
  $ echo 'T3T/5/5/5/T3T g g20 c0 - 0' | bagh convert - --to gamescrafters
  $ bagh convert --from baghchal-pgn '1. G13 B1122 2. G11 B2223' --to record > game.bagh
  $ bagh convert --from record --file game.bagh --to obx";

/// Convert positions and records between notations
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Convert {
    /// What to convert; `-` reads standard input
    #[arg(value_name = "TEXT", required_unless_present = "file")]
    texts: Vec<String>,

    /// A file to convert
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,

    /// The notation to read; that of a position is usually detected
    #[arg(long, value_name = "FORMAT", value_parser = text_format::parser())]
    from: Option<TextFormat>,

    /// The notation to write: by default obx for positions and record for games
    #[arg(long, value_name = "FORMAT", value_parser = text_format::parser())]
    to: Option<TextFormat>,
}

/// What to do with each text.
enum Task {
    Positions { from: Option<Format>, to: Format },
    Records { from: RecordFormat, to: RecordFormat },
    PositionsOfRecords { from: RecordFormat, to: Format },
}

/// A converted text for programs.
#[derive(Serialize)]
struct Converted<'a> {
    from: &'a str,
    to: &'a str,
    text: &'a str,
    warnings: &'a [String],
}

impl Convert {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let task = self.task()?;
        let mut answer = Answer::Yes;
        for text in &self.texts {
            match (&task, text.as_str()) {
                (Task::Positions { from, to }, "-") => {
                    answer = positions::convert_stdin(*from, *to, context)?;
                }
                (_, "-") => task.convert_record(&Source::Stdin, context)?,
                _ => task.convert_text(text, context)?,
            }
        }
        for path in self.file {
            match &task {
                Task::Positions { from, to } => {
                    positions::convert_file(path, *from, *to, context)?;
                }
                _ => task.convert_record(&Source::File(path), context)?,
            }
        }
        Ok(answer)
    }

    fn task(&self) -> Result<Task> {
        use TextFormat::{Position, Record};
        Ok(match (self.from, self.to) {
            (None, None) => Task::Positions { from: None, to: Format::Obx1 },
            (None, Some(Position(to))) => Task::Positions { from: None, to },
            (Some(Position(from)), None) => Task::Positions { from: Some(from), to: Format::Obx1 },
            (Some(Position(from)), Some(Position(to))) => Task::Positions { from: Some(from), to },
            // The dialects of the package look alike: one that is not named is our own.
            (None, Some(Record(to))) => Task::Records { from: RecordFormat::Own, to },
            (Some(Record(from)), None) => Task::Records { from, to: RecordFormat::Own },
            (Some(Record(from)), Some(Record(to))) => Task::Records { from, to },
            (Some(Record(from)), Some(Position(to))) => Task::PositionsOfRecords { from, to },
            (Some(Position(from)), Some(Record(to))) => bail!(
                "--to {}: found positions (--from {}), expected games: a position has no moves to record",
                to.word(),
                from.word()
            ),
        })
    }
}

impl Task {
    fn convert_record(&self, source: &Source, context: &mut Context) -> Result<()> {
        let text = input::read(source, records::MAX_RECORD)?;
        self.convert_text(&text, context).map_err(|error| error.context(source.to_string()))
    }

    fn convert_text(&self, text: &str, context: &mut Context) -> Result<()> {
        match *self {
            Task::Positions { from, to } => positions::convert(text, from, to, context),
            Task::Records { from, to } => records::convert(text, from, to, context),
            Task::PositionsOfRecords { from, to } => {
                records::convert_to_positions(text, from, to, context)
            }
        }
    }
}

/// Prints a converted text.
fn print(
    context: &mut Context,
    from: &str,
    to: &str,
    text: &str,
    warnings: &[String],
) -> Result<()> {
    if context.json {
        context.out.json(&Converted { from, to, text, warnings })
    } else {
        context.out.line(text.trim_end_matches('\n'))
    }
}
