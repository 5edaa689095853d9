//! From errors to messages and exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::remedy::remedy;

/// What a command found out, for its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// All is fine: exit code 0.
    Yes,
    /// The command worked, and its answer is no: exit code 1.
    No,
    /// Some of the input could not be used, and that was reported: exit code 2.
    BadInput,
}

/// Exit code for input that cannot be used.
const BAD_INPUT: u8 = 2;

/// The exit code of a run. An error is printed to standard error.
pub fn exit_code(result: anyhow::Result<Answer>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::BadInput) => ExitCode::from(BAD_INPUT),
        // The reader of our output has seen enough, as in `bagh moves | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell("error", &message(&error));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The message of an error and of what caused it, with what to do about it. Causes that a message
/// quotes already are not repeated: many errors name what the system said, and give it as their
/// cause, too.
pub fn message(error: &anyhow::Error) -> String {
    let mut text = error.to_string();
    let mut last = text.clone();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !last.contains(&cause) {
            text = format!("{text}: {cause}");
        }
        last = cause;
    }
    text + &error.chain().find_map(remedy).unwrap_or_default()
}

/// Reports an error after which the command went on.
pub fn tell_error(message: &str) {
    tell("error", message);
}

/// Prints a warning.
pub fn warn(message: &str) {
    tell("warning", message);
}

fn tell(what: &str, message: &str) {
    // A closed standard error is no reason to fail.
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
    fn no_cause_is_told_twice() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let path = std::path::PathBuf::from("a.bagh");
        let quoted = bagh_tables::TableError::Io { doing: "write", path, source: full() };
        let text = message(&anyhow::Error::new(quoted).context("solving"));
        assert!(text.starts_with("solving: a.bagh: cannot write: "), "{text}");
        assert_eq!(text.matches(&full().to_string()).count(), 1, "{text}");
        let named = anyhow::Error::new(full()).context("cannot save");
        assert_eq!(message(&named), format!("cannot save: {}", full()));
    }

    #[test]
    fn a_broken_pipe_is_fine() {
        let error = anyhow::Error::new(io::Error::from(io::ErrorKind::BrokenPipe));
        assert!(is_broken_pipe(&error.context("writing")));
        assert!(!is_broken_pipe(&anyhow::anyhow!("broken")));
    }
}
