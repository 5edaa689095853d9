//! Converting positions.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use bagh::notation::{self, Format};

use crate::context::Context;
use crate::failure::Answer;
use crate::input::{Lines, Source};
use crate::lines;
use crate::position_args::{MAX_POSITION, read_position};

/// Converts one position.
pub fn convert(text: &str, from: Option<Format>, to: Format, context: &mut Context) -> Result<()> {
    let read = read_position(context, text, from)?;
    let written = notation::write(&context.game, &read, to)?;
    super::print(context, read.format.word(), to.word(), &written, &read.warnings)
}

/// Converts the positions on standard input, one a line, each in its place.
pub fn convert_stdin(from: Option<Format>, to: Format, context: &mut Context) -> Result<Answer> {
    lines::answer_each(context, from, false, |context, read| {
        let written = notation::write(&context.game, read, to)?;
        super::print(context, read.format.word(), to.word(), &written, &read.warnings)
    })
}

/// Converts the positions of a file, one a line. Empty lines are passed over.
pub fn convert_file(
    path: PathBuf,
    from: Option<Format>,
    to: Format,
    context: &mut Context,
) -> Result<()> {
    let source = Source::File(path);
    let mut lines = Lines::open(source.clone(), MAX_POSITION)?;
    let mut found = false;
    while let Some(line) = lines.next() {
        let line = line?;
        if !line.trim().is_empty() {
            found = true;
            convert(&line, from, to, context)
                .with_context(|| format!("{source}, line {}", lines.number()))?;
        }
    }
    anyhow::ensure!(found, "{source} is empty, expected positions, one a line");
    Ok(())
}
