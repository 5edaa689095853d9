//! Progress of a solve: a bar on a terminal, else a line for each finished part.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bagh::Game;
use bagh_tables::{Part, Progress, seconds_left};
use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::{bytes, seconds};

const BAR: &str = "  {bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} left";

/// Hears of progress and tells people.
pub struct Reporter {
    parts: Vec<(String, String)>,
    finished: AtomicUsize,
    /// The bar, if somebody is there to see it.
    bar: Option<ProgressBar>,
    /// Whether to print a line for each part.
    lines: bool,
    began: Instant,
    work: AtomicU64,
    done_before: AtomicU64,
    done: AtomicU64,
}

impl Reporter {
    /// A reporter for a game of which this many parts are finished.
    pub fn new(game: &Game, finished: usize, lines: bool) -> Reporter {
        let on_terminal = io::stderr().is_terminal();
        let parts = Part::all(game).into_iter().map(|part| (part.name(), title(part)));
        Reporter {
            parts: parts.collect(),
            finished: AtomicUsize::new(finished),
            bar: on_terminal.then(bar),
            lines: lines && !on_terminal,
            began: Instant::now(),
            work: AtomicU64::new(0),
            done_before: AtomicU64::new(0),
            done: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn title(&self, part: &str) -> String {
        let known = self.parts.iter().find(|(name, _)| name == part);
        known.map_or(part, |(_, title)| title).to_owned()
    }

    /// The time that is left after this many seconds, if this goes on as it did.
    fn left(&self, gone: f64) -> Option<f64> {
        let done = self.done.load(Relaxed);
        let to_do = self.work.load(Relaxed).saturating_sub(self.done_before.load(Relaxed));
        let left = to_do.saturating_sub(done);
        (done > 0).then(|| seconds_left(gone, done, left, rayon::current_num_threads()))
    }
}

fn bar() -> ProgressBar {
    // How much there is to do is told in a moment.
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
    }
}

impl Progress for Reporter {
    fn begin(&self, work: u64, done_before: u64) {
        self.work.store(work, Relaxed);
        self.done_before.store(done_before, Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_length(work);
            bar.set_position(done_before);
            bar.reset_eta();
        }
    }

    fn start(&self, part: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(self.title(part));
        }
    }

    fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
        if let Some(bar) = &self.bar {
            bar.inc(work);
        }
    }

    fn finish(&self, part: &str, written: u64) {
        let finished = self.finished.fetch_add(1, Relaxed) + 1;
        if !self.lines {
            return;
        }
        let left = match self.left(self.began.elapsed().as_secs_f64()) {
            Some(left) if finished < self.parts.len() => {
                format!(", about {} left", seconds(left))
            }
            _ => String::new(),
        };
        // Nobody is left to tell when standard error is closed.
        let _ = writeln!(
            io::stderr(),
            "{finished}/{} {}: {}{left}",
            self.parts.len(),
            self.title(part),
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
    fn time_left_counts_from_what_was_there() {
        let reporter = Reporter::new(Game::bagh_chal(), 3, false);
        let second = 1_000_000_000 * rayon::current_num_threads() as u64;
        reporter.begin(100 * second, 50 * second);
        assert_eq!(reporter.left(1.0), None);
        reporter.advance(10 * second);
        assert_eq!(reporter.left(10.0), Some(40.0));
        assert_eq!(reporter.title("sliding-04"), "sliding, 4 captured");
    }
}
