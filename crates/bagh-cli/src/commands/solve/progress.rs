//! Progress of a solve: a bar on a terminal, else a line for each finished part.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use bagh::Game;
use bagh_tables::{Pace, Part, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::{bytes, seconds};

const BAR: &str = "  {bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} left";

/// Reports progress to the terminal.
pub struct Reporter {
    parts: usize,
    finished: AtomicUsize,
    /// The bar, if somebody is there to see it.
    bar: Option<ProgressBar>,
    /// Whether to print a line for each part.
    lines: bool,
    pace: Pace,
}

impl Reporter {
    /// A reporter for a game of which this many parts are finished.
    pub fn new(game: &Game, finished: usize, lines: bool) -> Reporter {
        Reporter::of(&Part::all(game), finished, lines)
    }

    /// A reporter for these parts, of which this many are finished.
    pub fn of(parts: &[Part], finished: usize, lines: bool) -> Reporter {
        let on_terminal = io::stderr().is_terminal();
        Reporter {
            parts: parts.len(),
            finished: AtomicUsize::new(finished),
            bar: on_terminal.then(bar),
            lines: lines && !on_terminal,
            pace: Pace::default(),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    // How much there is to do is known in a moment.
    let bar = ProgressBar::new(1).with_message("getting ready");
    if let Ok(style) = ProgressStyle::with_template(BAR) {
        bar.set_style(style.progress_chars("██░"));
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A part for people.
fn title(part: Part) -> String {
    match part {
        Part::Sliding { captured } => format!("sliding, {captured} captured"),
        Part::Placement { placed } => format!("placing, {placed} placed"),
        Part::Opening => "opening".to_owned(),
        Part::Plies { placed } => format!("plies, {placed} placed"),
        Part::PliesOpening => "plies of the opening".to_owned(),
    }
}

impl Progress for Reporter {
    fn begin(&self, work: u64, done_before: u64) {
        self.pace.begin(work, done_before);
        if let Some(bar) = &self.bar {
            bar.set_length(work);
            bar.set_position(done_before);
            bar.reset_eta();
        }
    }

    fn start(&self, part: Part) {
        if let Some(bar) = &self.bar {
            bar.set_message(title(part));
        }
    }

    fn advance(&self, work: u64) {
        self.pace.advance(work);
        if let Some(bar) = &self.bar {
            bar.inc(work);
        }
    }

    fn finish(&self, part: Part, written: u64) {
        let finished = self.finished.fetch_add(1, Relaxed) + 1;
        if !self.lines {
            return;
        }
        let left = match self.pace.seconds_left() {
            Some(left) if finished < self.parts => {
                format!(", about {} left", seconds(left))
            }
            _ => String::new(),
        };
        // A closed standard error is no reason to fail.
        let _ = writeln!(
            io::stderr(),
            "{finished}/{} {}: {}{left}",
            self.parts,
            title(part),
            bytes(written)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(ProgressStyle::with_template(BAR).is_ok());
    }

    #[test]
    fn parts_have_titles() {
        assert_eq!(title(Part::Sliding { captured: 4 }), "sliding, 4 captured");
        assert_eq!(title(Part::Placement { placed: 7 }), "placing, 7 placed");
        assert_eq!(title(Part::Plies { placed: 7 }), "plies, 7 placed");
    }
}
