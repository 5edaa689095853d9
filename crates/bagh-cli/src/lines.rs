//! Many positions on standard input, one a line, each answered in its place.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::{Error, Result, ensure};
use bagh::notation::{Format, ReadPosition};
use rayon::prelude::*;
use serde::Serialize;

use crate::context::Context;
use crate::failure::{Answer, message, printable, tell_error};
use crate::input::{Lines, Source};
use crate::position_args::{MAX_POSITION, read_position};
use crate::tables_args::TablesArgs;

/// Lines that may wait for an answer. A batch has no more of them than that: the larger it is, the
/// more positions share a block of the tables, and the more memory it takes (about 1.5 KB each).
const MOST: usize = 1 << 17;

/// More lines than a program sends that waits for each answer.
const MANY: usize = 16;

/// How long to wait for the next of many lines.
const MOMENT: Duration = Duration::from_millis(2);

/// A line that was read, with its number, or what is wrong with it.
pub struct Line {
    /// Its number, counted from 1 and with empty lines.
    pub number: usize,
    /// Its text.
    pub text: Result<String>,
}

/// The lines of a source that are not empty, read ahead by another thread.
pub struct Batches {
    lines: Receiver<Result<Line>>,
}

impl Batches {
    /// The lines of standard input.
    pub fn open() -> Batches {
        let (sender, lines) = sync_channel(MOST);
        thread::spawn(move || {
            // The handle of standard input cannot leave its thread.
            let Ok(mut lines) = Lines::open(Source::Stdin, MAX_POSITION) else { return };
            while let Some(text) = lines.next() {
                let is_empty = text.as_ref().is_ok_and(|text| text.trim().is_empty());
                let text = match (text, lines.is_broken()) {
                    (Err(error), true) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                    // Which line it is stands beside the error.
                    (text, _) => text.map_err(|error| Error::msg(error.root_cause().to_string())),
                };
                let line = Ok(Line { number: lines.number(), text });
                if !is_empty && sender.send(line).is_err() {
                    return;
                }
            }
        });
        Batches { lines }
    }
}

impl Iterator for Batches {
    type Item = Result<Vec<Line>>;

    /// Waits for a line, and takes all that have come meanwhile. A program that waits for each
    /// answer before it asks again gets it at once; a long file is answered in long batches: where
    /// many lines come, more are waited for, for a moment.
    fn next(&mut self) -> Option<Result<Vec<Line>>> {
        let mut batch = Vec::new();
        let mut next = Some(self.lines.recv().ok()?);
        while let Some(line) = next {
            match line {
                Ok(line) => batch.push(line),
                Err(error) => return Some(Err(error)),
            }
            next = match batch.len() {
                MOST.. => None,
                MANY.. => self.lines.recv_timeout(MOMENT).ok(),
                _ => self.lines.try_recv().ok(),
            };
        }
        Some(Ok(batch))
    }
}

/// An answer in the place of a line that could not be answered.
#[derive(Serialize)]
struct BadLine {
    line: usize,
    error: ErrorSummary,
}

/// An error for programs.
#[derive(Serialize)]
struct ErrorSummary {
    message: String,
}

/// Answers to lines, in their order. Remembers whether any of them was bad.
#[derive(Default)]
pub struct Answers {
    /// Whether an empty line stands between two answers.
    spaced: bool,
    found: bool,
    /// The first bad line, and how many there were.
    bad: Option<(String, usize)>,
}

impl Answers {
    /// Answers for people have an empty line between them if they are `spaced`.
    pub fn new(context: &Context, spaced: bool) -> Answers {
        Answers { spaced: spaced && !context.json, ..Answers::default() }
    }

    /// Answers a line by `print`, or says what is wrong with it and goes on.
    pub fn add(
        &mut self,
        context: &mut Context,
        number: usize,
        print: impl FnOnce(&mut Context) -> Result<()>,
    ) -> Result<()> {
        let is_first = !std::mem::replace(&mut self.found, true);
        if !is_first && self.spaced {
            context.out.line("")?;
        }
        match print(context) {
            Ok(()) => Ok(()),
            // What cannot be written is not the line's fault.
            Err(error) if error.chain().any(|cause| cause.is::<std::io::Error>()) => Err(error),
            Err(error) => self.bad_line(context, number, &error),
        }
    }

    /// Notes a bad line that has already been answered in its place.
    pub fn note_bad_line(&mut self, line: usize, error: &Error) {
        self.found = true;
        match &mut self.bad {
            Some((_, number)) => *number += 1,
            None => {
                self.bad = Some((format!("standard input, line {line}: {}", message(error)), 1))
            }
        }
    }

    /// Says what is wrong with a line.
    pub fn bad_line(&mut self, context: &mut Context, line: usize, error: &Error) -> Result<()> {
        self.note_bad_line(line, error);
        let message = message(error);
        if context.json {
            context.out.json(&BadLine { line, error: ErrorSummary { message } })
        } else {
            context.out.line(printable(&format!("line {line}: error: {message}")))
        }
    }

    /// The exit code: bad input if any line was.
    pub fn finish(self) -> Result<Answer> {
        ensure!(self.found, "standard input is empty, expected positions, one a line");
        let Some((first, number)) = self.bad else { return Ok(Answer::Yes) };
        let others = match number {
            1 => String::new(),
            2 => " (and 1 more line)".to_owned(),
            _ => format!(" (and {} more lines)", number - 1),
        };
        tell_error(&format!("{first}{others}"));
        Ok(Answer::BadInput)
    }
}

/// Lines that are looked up together: their answers are in memory until they are printed.
const TOGETHER: usize = 1_000;

/// Answers the positions on standard input: `look_up` runs on several threads, and `print` gets what
/// was found in the order of the lines.
pub fn answer_together<T: Send>(
    context: &mut Context,
    from: Option<Format>,
    spaced: bool,
    threads: &TablesArgs,
    look_up: impl Fn(&ReadPosition) -> Result<T> + Sync,
    mut print: impl FnMut(&mut Context, &ReadPosition, T) -> Result<()>,
) -> Result<Answer> {
    let mut answers = Answers::new(context, spaced);
    for batch in Batches::open() {
        let mut lines = batch?.into_iter().peekable();
        while lines.peek().is_some() {
            let read: Vec<(usize, Result<ReadPosition>)> = lines
                .by_ref()
                .take(TOGETHER)
                .map(|line| (line.number, line.text.and_then(|t| read_position(context, &t, from))))
                .collect();
            let find = |(number, read): (usize, Result<ReadPosition>)| {
                (number, read.and_then(|read| Ok((look_up(&read)?, read))))
            };
            let found: Vec<_> =
                threads.with_threads(|| read.into_par_iter().map(find).collect())?;
            for (number, found) in found {
                answers.add(context, number, |context| {
                    let (found, read) = found?;
                    print(context, &read, found)
                })?;
            }
        }
        context.out.flush()?;
    }
    answers.finish()
}

/// Answers each position on standard input by itself.
pub fn answer_each(
    context: &mut Context,
    from: Option<Format>,
    spaced: bool,
    mut print: impl FnMut(&mut Context, &ReadPosition) -> Result<()>,
) -> Result<Answer> {
    let mut answers = Answers::new(context, spaced);
    for batch in Batches::open() {
        for line in batch? {
            answers.add(context, line.number, |context| {
                let read = read_position(context, &line.text?, from)?;
                print(context, &read)
            })?;
        }
        context.out.flush()?;
    }
    answers.finish()
}
