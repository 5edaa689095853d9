//! `bagh export`: a class of positions with their values, as a Parquet file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use bagh::{Game, Side};
use bagh_files::{Durability, replace};
use bagh_tables::{Batch, Class, Positions, Tables};
use clap::{Args, ValueEnum};
use parquet::basic::Compression;
use parquet::data_type::Int32Type;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde::Serialize;

use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{bytes, count_of};
use crate::tables_args::TablesArgs;
use crate::whole::whole;

/// Positions that are in memory at a time.
const LOT: usize = 1 << 18;

const SCHEMA: &str = "message class {
    REQUIRED INT32 tigers (INTEGER(32, false));
    REQUIRED INT32 goats (INTEGER(32, false));
    REQUIRED INT32 value (INTEGER(8, true));
}";

const EXAMPLES: &str = "\
Columns: tigers and goats, sets of points with bit i for the i-th point in reading order, and value,
-1 if the goats win, in a draw the goats that are captured in the end, else the captures that win.
Of places of the tigers that are equivalent under a symmetry only one is listed, with all herds
around it. What is the same for the whole class is in the metadata of the file. Pandas, Polars,
DuckDB and Arrow read it.

Examples:
  $ bagh export sliding.parquet
  $ bagh export class.parquet --placed 2 --turn goat
  $ bagh export class.parquet --game small.toml --tables . --captured 1
  $ bagh export class.parquet --game small.toml --tables . --placed 3 --turn goat --json";

/// Write positions and their values to a Parquet file
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Export {
    /// The file
    #[arg(value_name = "FILE.parquet")]
    file: PathBuf,

    /// Goats placed: all of them if left out, which is the sliding phase
    #[arg(long, value_name = "N", value_parser = whole::<u8>(..))]
    placed: Option<u8>,

    /// Goats captured
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u8>(..))]
    captured: u8,

    /// Who moves
    #[arg(long, value_name = "SIDE", default_value = "tiger")]
    turn: Turn,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The side to move, as it is typed.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Turn {
    /// The goats.
    Goat,
    /// The tigers.
    Tiger,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered {
    file: String,
    positions: u64,
    bytes: u64,
}

impl Export {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let turn = match self.turn {
            Turn::Goat => Side::Goat,
            Turn::Tiger => Side::Tiger,
        };
        let placed = self.placed.unwrap_or(context.game.goats());
        let class = Class::new(&context.game, placed, self.captured, turn)?;
        let tables = Arc::new(self.tables.open(context)?);
        let (positions, length) =
            self.tables.with_threads(|| write(&self.file, &tables, class))??;
        let file = self.file.display().to_string();
        if context.json {
            context.out.json(&Answered { file, positions, bytes: length })?;
        } else {
            let positions = count_of(positions, "position");
            context.out.line(format!("{positions} in {file}, {}", bytes(length)))?;
        }
        Ok(Answer::Yes)
    }
}

/// Writes the file, and tells how many positions and bytes it has.
fn write(path: &Path, tables: &Arc<Tables>, class: Class) -> Result<(u64, u64)> {
    let game = tables.game();
    let positions = Positions::new(tables.space(), class);
    let bar = Bar::new("writing", positions.len() as u64);
    let written = replace(path, Durability::Synced, |out| {
        // The writer wants a place of its own: what it has written is handed on after each lot.
        let mut writer = new_writer(game, class).map_err(io::Error::other)?;
        for start in (0..positions.len()).step_by(LOT) {
            let end = positions.len().min(start + LOT);
            let columns = columns(tables, &positions, start..end).map_err(io::Error::other)?;
            add_lot(&mut writer, &columns).map_err(io::Error::other)?;
            out.write_all(&std::mem::take(writer.inner_mut()))?;
            bar.set(end as u64);
        }
        out.write_all(&writer.into_inner().map_err(io::Error::other)?)
    });
    bar.end();
    let written = written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok((positions.len() as u64, written.length))
}

type Writer = SerializedFileWriter<Vec<u8>>;

fn new_writer(game: &Game, class: Class) -> Result<Writer, parquet::errors::ParquetError> {
    let points: Vec<&str> = game.board().all().iter().map(|p| game.point_name(p)).collect();
    let metadata = [
        ("game", game.name().to_owned()),
        ("captures_to_win", game.captures().to_string()),
        ("placed", class.placed.to_string()),
        ("captured", class.captured.to_string()),
        ("turn", class.turn.word().to_owned()),
        ("points", points.join(" ")),
    ];
    let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(metadata.to_vec()))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))
}

/// The columns of some positions: tigers, goats, values.
fn columns(
    tables: &Arc<Tables>,
    positions: &Positions<'_>,
    range: std::ops::Range<usize>,
) -> Result<[Vec<i32>; 3], bagh_tables::ProbeError> {
    let captures = tables.game().captures();
    let positions: Vec<bagh::Position> = range.map(|number| positions.get(number)).collect();
    let batch = Batch::of_values(tables, &positions, false);
    batch.read_all()?;
    let value = |number| {
        let value = batch.answer_of(number)?.verdict.value;
        Ok(i32::from(value.code(captures)) - 1)
    };
    let values: Result<Vec<i32>, bagh_tables::ProbeError> =
        (0..positions.len()).map(value).collect();
    Ok([
        positions.iter().map(|position| position.tigers().bits() as i32).collect(),
        positions.iter().map(|position| position.goats().bits() as i32).collect(),
        values?,
    ])
}

fn add_lot(
    writer: &mut Writer,
    columns: &[Vec<i32>; 3],
) -> Result<(), parquet::errors::ParquetError> {
    let mut group = writer.next_row_group()?;
    for values in columns {
        if let Some(mut column) = group.next_column()? {
            column.typed::<Int32Type>().write_batch(values, None, None)?;
            column.close()?;
        }
    }
    group.close()?;
    Ok(())
}
