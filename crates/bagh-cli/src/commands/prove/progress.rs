//! Progress of a proof and of a check: a bar on a terminal, else a line for each stage.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use bagh_proof::Progress;
use indicatif::{ProgressBar, ProgressStyle};

use crate::numbers::{grouped, seconds};

const BAR: &str = "  {bar:20} {percent:>3} %  {msg}, {elapsed} gone, {eta} left in this stage";
const SPINNER: &str = "  {spinner} {msg}, {elapsed} gone";

/// Reports progress to the terminal, and interrupts to the prover.
pub struct Reporter {
    bar: Option<ProgressBar>,
    lines: bool,
    began: Instant,
    stopped: Arc<AtomicBool>,
}

impl Reporter {
    /// A reporter that prints a line for each stage if there is no terminal for a bar.
    pub fn new(lines: bool) -> Result<Reporter> {
        let on_terminal = io::stderr().is_terminal();
        let stopped = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stopped);
        ctrlc::set_handler(move || {
            // Who asks twice does not want to wait for a checkpoint.
            if heard.swap(true, Relaxed) {
                std::process::exit(130);
            }
        })
        .context("cannot watch for interrupts")?;
        let bar = on_terminal.then(|| {
            let bar = ProgressBar::new(0);
            bar.enable_steady_tick(Duration::from_millis(250));
            bar
        });
        Ok(Reporter { bar, lines: lines && !on_terminal, began: Instant::now(), stopped })
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Reporter {
    fn stage(&self, title: &str, steps: u64) {
        if let Some(bar) = &self.bar {
            let template = if steps == 0 { SPINNER } else { BAR };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style.progress_chars("██░"));
            }
            bar.set_length(steps);
            bar.set_position(0);
            bar.reset_eta();
            bar.set_message(match steps {
                0 => title.to_owned(),
                _ => format!("{title}: {}", grouped(steps)),
            });
        }
        if self.lines {
            // A closed standard error is no reason to fail.
            let _ = writeln!(
                io::stderr(),
                "{title}: {} to do, after {}",
                grouped(steps),
                seconds(self.began.elapsed().as_secs_f64())
            );
        }
    }

    fn advance(&self, steps: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(steps);
        }
    }

    fn nodes(&self, nodes: u64) {
        if let Some(bar) = self.bar.as_ref().filter(|bar| bar.length() == Some(0)) {
            bar.set_message(format!("search: {} nodes", grouped(nodes)));
        }
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bars_can_be_drawn() {
        assert!(ProgressStyle::with_template(BAR).is_ok());
        assert!(ProgressStyle::with_template(SPINNER).is_ok());
    }
}
