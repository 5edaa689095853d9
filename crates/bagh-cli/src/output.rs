//! Standard output: lines of text, or of JSON.

use std::fmt::Display;
use std::io::{self, BufWriter, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context as _, Result};
use serde::Serialize;

use crate::cli::ColourWhen;
use crate::palette::Palette;

/// Where a command prints.
pub struct Output {
    writer: BufWriter<Stdout>,
    /// The colours to print in.
    pub palette: Palette,
}

/// Whether what is printed to a stream is in colour.
pub fn is_coloured(stream: &impl anstream::stream::RawStream, when: ColourWhen) -> bool {
    match when {
        ColourWhen::Always => true,
        ColourWhen::Never => false,
        // A terminal that shows colours, and no NO_COLOR.
        ColourWhen::Auto => AutoStream::choice(stream) != ColorChoice::Never,
    }
}

impl Output {
    /// Standard output, in colour or not.
    pub fn new(when: ColourWhen) -> Output {
        let palette =
            if is_coloured(&io::stdout(), when) { Palette::coloured() } else { Palette::plain() };
        Output { writer: BufWriter::new(io::stdout()), palette }
    }

    /// Prints a line.
    pub fn line(&mut self, text: impl Display) -> Result<()> {
        writeln!(self.writer, "{text}").context("cannot write the output")
    }

    /// Prints text as it is.
    pub fn text(&mut self, text: impl Display) -> Result<()> {
        write!(self.writer, "{text}").context("cannot write the output")
    }

    /// Prints a line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<()> {
        self.line(serde_json::to_string(value)?)
    }

    /// Sends what was printed so far on its way.
    pub fn flush(&mut self) -> Result<()> {
        self.writer.flush().context("cannot write the output")
    }
}
