//! From errors to messages and exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

/// What a command found out, for its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All is fine: exit code 0.
    Yes,
    /// The command worked, and its answer is no: exit code 1.
    #[allow(dead_code)] // For commands that check something.
    No,
}

/// Exit code for input that cannot be used.
const BAD_INPUT: u8 = 2;

/// The exit code of a run. An error is told on standard error.
pub fn exit_code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // Whoever read our output has seen enough, as in `bagh moves | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell("error", &format!("{error:#}"));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Tells of something that was mended.
pub fn warn(message: &str) {
    tell("warning", message);
}

fn tell(what: &str, message: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = writeln!(io::stderr(), "{what}: {}", printable(message));
}

/// The text with control characters shown instead of sent, so that no input can play tricks on
/// the terminal.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(printable("a\u{1b}[2J\0b\n·"), "a\\u{1b}[2J\\u{0}b\n·");
    }

    #[test]
    fn a_broken_pipe_is_fine() {
        let error = anyhow::Error::new(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(is_broken_pipe(&error.context("writing")));
        assert!(!is_broken_pipe(&anyhow::anyhow!("broken")));
    }
}
