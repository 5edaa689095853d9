//! The position that a command is about.

use anyhow::{Result, bail};
use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::context::Context;
use crate::failure::{Answer, warn};
use crate::input::{self, Source};
use crate::lines;
use crate::tables_args::TablesArgs;

/// The longest text of a position that is read: a real one has a hundred characters.
pub const MAX_POSITION: usize = 4096;

/// A position on the command line or on standard input.
#[derive(Args, Debug, Default)]
pub struct PositionArgs {
    /// The position; `-` reads standard input; the start if left out
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// The notation of the position; detected if left out
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,
}

impl PositionArgs {
    /// Whether any position was given.
    pub fn is_given(&self) -> bool {
        !self.words.is_empty()
    }

    /// Answers the position by `print`, or, with `-`, each of the positions on standard input, one
    /// a line. With `spaced`, answers for people have an empty line between them.
    pub fn answer(
        &self,
        context: &mut Context,
        spaced: bool,
        mut print: impl FnMut(&mut Context, &ReadPosition) -> Result<()>,
    ) -> Result<Answer> {
        if self.words == ["-"] {
            return lines::answer_each(context, self.from, spaced, print);
        }
        let read = self.read(context)?;
        print(context, &read)?;
        Ok(Answer::Yes)
    }

    /// The same for lookups, which are done on several threads before their answers are printed.
    pub fn answer_by<T: Send>(
        &self,
        context: &mut Context,
        spaced: bool,
        threads: &TablesArgs,
        look_up: impl Fn(&ReadPosition) -> Result<T> + Sync,
        mut print: impl FnMut(&mut Context, &ReadPosition, T) -> Result<()>,
    ) -> Result<Answer> {
        if self.words == ["-"] {
            return lines::answer_together(context, self.from, spaced, threads, look_up, print);
        }
        let read = self.read(context)?;
        let found = look_up(&read)?;
        print(context, &read, found)?;
        Ok(Answer::Yes)
    }

    /// The position, read and checked. Warnings go to standard error.
    pub fn read(&self, context: &Context) -> Result<ReadPosition> {
        match &self.words[..] {
            [] => Ok(ReadPosition::new(&context.game, context.game.start())),
            [dash] if dash == "-" => {
                let text = input::read(&Source::Stdin, MAX_POSITION)?;
                let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
                if lines > 1 {
                    bail!("position: found {lines} lines on standard input, expected one position");
                }
                read_position(context, &text, self.from)
            }
            // A position has spaces in it: the words need not be quoted.
            words => read_position(context, &words.join(" "), self.from),
        }
    }
}

/// Reads a position in this notation, or in the one that its shape tells. What was fixed is reported
/// on standard error.
pub fn read_position(context: &Context, text: &str, from: Option<Format>) -> Result<ReadPosition> {
    let options = ReadOptions { lenient: context.lenient, format: from };
    let read = notation::read(&context.game, text, &options)?;
    for warning in &read.warnings {
        warn(warning);
    }
    Ok(read)
}

/// A position as OBX 1.0 writes it, with the last move and the move number, where known.
pub fn obx(context: &Context, position: &ReadPosition) -> Result<String> {
    Ok(notation::write(&context.game, position, Format::Obx1)?)
}

/// Takes the word for a notation.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::word)).try_map(|word| {
        Format::from_word(&word).ok_or_else(|| format!("no notation is called {word}"))
    })
}
