//! Running the program.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What a run printed, and its exit code.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code().expect("not killed by a signal"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }

    /// What a run without trouble printed.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{self:?}");
        self.stdout
    }

    /// The one message of a run with bad input.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!(self.code, 2, "{self:?}");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        assert!(self.stderr.len() < 2000, "a message of {} bytes", self.stderr.len());
        assert!(!self.stderr.contains("panicked"), "{self:?}");
        self.stderr
    }
}

/// The program, with no colours asked for, and no tables but those that a test names.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagh"));
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("BAGH_TABLES", "no-tables");
    command
}

/// Runs the program with these arguments and nothing on standard input.
pub fn bagh<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Run {
    bagh_with(args, b"")
}

/// Runs the program with these arguments and this standard input.
pub fn bagh_with<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &[u8]) -> Run {
    feed(program().args(args), input)
}

/// Runs the program in a directory.
pub fn bagh_in<S: AsRef<OsStr>>(
    directory: &Path,
    args: impl IntoIterator<Item = S>,
    input: &str,
) -> Run {
    feed(program().current_dir(directory).args(args), input.as_bytes())
}

/// Runs a line in a shell that finds the program first.
#[cfg(unix)]
pub fn shell(directory: &Path, line: &str) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_bagh"));
    let mut path = program.parent().expect("a program is in a directory").as_os_str().to_owned();
    if let Some(rest) = std::env::var_os("PATH") {
        path.push(":");
        path.push(rest);
    }
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).env("PATH", path).env_remove("NO_COLOR").current_dir(directory);
    // A folder that is named from here is elsewhere from there.
    if let Some(tables) = std::env::var_os("BAGH_TABLES") {
        command.env("BAGH_TABLES", std::path::absolute(tables).expect("it is not empty"));
    }
    feed(&mut command, b"")
}

/// Runs a command with this standard input.
pub fn feed(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_owned();
    // From a thread, lest both sides wait for each other; a program may stop reading early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    Run::of(output)
}
