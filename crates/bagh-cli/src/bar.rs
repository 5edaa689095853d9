//! A progress bar on a terminal, and nothing elsewhere.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

const STYLE: &str = "  {bar:30} {percent:>3} %  {msg}  {elapsed} gone, about {eta} left";

/// Shows how far long work is, with the time left.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for so much work.
    pub fn new(what: &str, work: u64) -> Bar {
        let bar = match io::stderr().is_terminal() {
            true => ProgressBar::new(work),
            false => ProgressBar::hidden(),
        };
        if let Ok(style) = ProgressStyle::with_template(STYLE) {
            bar.set_style(style.progress_chars("██░"));
        }
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar(bar)
    }

    /// So much is done.
    pub fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        assert!(ProgressStyle::with_template(STYLE).is_ok());
    }
}
