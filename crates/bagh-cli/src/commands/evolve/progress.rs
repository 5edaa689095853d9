//! Progress of an evolution: a bar on a terminal, else a line now and then.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bagh_evolve::Row;
use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::seconds;

const BAR: &str = "  {bar:20} {pos}/{len}  {msg}, {elapsed} gone, {eta} left";

/// Seconds between lines of progress where there is no terminal.
const EVERY: Duration = Duration::from_secs(30);

/// Reports generations to the terminal.
pub struct Reporter {
    bar: Option<ProgressBar>,
    lines: bool,
    began: Instant,
    told: std::sync::Mutex<Instant>,
    before: u32,
    generations: u32,
}

impl Reporter {
    /// A reporter of a run that has played `before` of its generations.
    pub fn new(before: u32, generations: u32, lines: bool) -> Reporter {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(generations.into()).with_position(before.into());
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style.progress_chars("██░"));
            }
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        let now = Instant::now();
        let lines = lines && bar.is_none();
        Reporter { bar, lines, began: now, told: now.into(), before, generations }
    }

    /// A generation is finished and saved.
    pub fn generation(&self, row: &Row) {
        let message =
            format!("{} tigers, {} goats, {} drawn", row.tiger_wins, row.goat_wins, row.draws);
        if let Some(bar) = &self.bar {
            bar.set_message(message);
            bar.set_position(row.generation.into());
            return;
        }
        let Ok(mut told) = self.told.lock() else { return };
        if !self.lines || told.elapsed() < EVERY {
            return;
        }
        *told = Instant::now();
        let done = f64::from(row.generation - self.before);
        let to_do = f64::from(self.generations - row.generation);
        let left = self.began.elapsed().as_secs_f64() / done * to_do;
        // A closed standard error is no reason to fail.
        let _ = writeln!(
            io::stderr(),
            "{}/{} {message}, about {} left",
            row.generation,
            self.generations,
            seconds(left)
        );
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(ProgressStyle::with_template(BAR).is_ok());
    }
}
