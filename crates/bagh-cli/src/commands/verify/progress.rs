//! Progress of a check: a bar on a terminal, else a line for each part that was checked whole.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use bagh_tables::{Part, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::seconds;

const BAR: &str = "  {bar:30} {percent:>3} %  {msg}  {elapsed} gone, about {eta} left";

/// Reports progress to the terminal.
pub struct Reporter {
    bar: Option<ProgressBar>,
    lines: bool,
    began: Instant,
}

impl Reporter {
    /// A reporter that prints a line for each part if there is no terminal for a bar.
    pub fn new(lines: bool) -> Reporter {
        let on_terminal = io::stderr().is_terminal();
        let bar = on_terminal.then(|| {
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template(BAR) {
                bar.set_style(style.progress_chars("██░"));
            }
            bar.set_message("files and counts");
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Reporter { bar, lines: lines && !on_terminal, began: Instant::now() }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Reporter {
    fn begin(&self, work: u64, _: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(work);
            bar.reset_eta();
        }
    }

    fn start(&self, part: Part) {
        if let Some(bar) = &self.bar {
            bar.set_message(part.name());
        }
    }

    fn advance(&self, work: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(work);
        }
    }

    fn finish(&self, part: Part, _: u64) {
        if self.lines {
            // A closed standard error is no reason to fail.
            let _ = writeln!(
                io::stderr(),
                "{}: right, after {}",
                part.name(),
                seconds(self.began.elapsed().as_secs_f64())
            );
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
