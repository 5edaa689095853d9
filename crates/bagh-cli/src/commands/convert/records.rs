//! Converting whole games.

use anyhow::Result;
use bagh::notation::{self, Format, ReadPosition};
use bagh::record::{NodeId, Record, baghchal};

use super::text_format::RecordFormat;
use crate::context::Context;

/// The largest record that is read.
pub const MAX_RECORD: usize = 8 << 20;

/// Converts one record.
pub fn convert(
    text: &str,
    from: RecordFormat,
    to: RecordFormat,
    context: &mut Context,
) -> Result<()> {
    let record = read(text, from, context)?;
    let written = match to {
        RecordFormat::Own => record.to_text(),
        RecordFormat::Baghchal(dialect) => baghchal::write(&record, dialect)?,
    };
    super::print(context, from.word(), to.word(), &written, &[])
}

/// Converts every position of a record's main line, from the start on.
pub fn convert_to_positions(
    text: &str,
    from: RecordFormat,
    to: Format,
    context: &mut Context,
) -> Result<()> {
    let record = read(text, from, context)?;
    let first = ReadPosition::new(record.game(), *record.start()).move_number;
    for id in [NodeId::ROOT].into_iter().chain(record.main_nodes()) {
        let node = record.node(id);
        let position = ReadPosition {
            last_move: node.played(),
            move_number: first.and_then(|first| first.checked_add(node.ply())),
            ..ReadPosition::new(record.game(), *node.position())
        };
        let written = notation::write(record.game(), &position, to)?;
        super::print(context, from.word(), to.word(), &written, &[])?;
    }
    Ok(())
}

fn read(text: &str, from: RecordFormat, context: &Context) -> Result<Record> {
    Ok(match from {
        RecordFormat::Own => Record::parse(&context.game, text)?,
        RecordFormat::Baghchal(dialect) => baghchal::read(&context.game, text, dialect)?,
    })
}
