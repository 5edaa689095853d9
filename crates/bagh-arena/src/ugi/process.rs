//! A program on the other end of pipes, which may do anything.
//!
//! It runs in a process group of its own, and the whole group is ended with it; what has left the
//! group is looked for ([`leftovers`]). Reading and writing happen on
//! threads of their own, so that nothing the program does can block us; what it writes is limited,
//! and held back by the pipe while it is not its turn.

use std::io::{Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::leftovers::{self, MARK};
use super::running;
use crate::interrupt;

/// The longest line that a program may write, in bytes.
const MAX_LINE: usize = 64 << 10;

/// Lines that wait to be read before the pipe holds the program back.
const QUEUE: usize = 256;

/// What is kept of the last output, in bytes, for messages.
const KEPT: usize = 300;

/// How long a program may take to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// How often a wait looks whether the user interrupted it.
const SLICE: Duration = Duration::from_millis(50);

/// What came from a program.
enum Event {
    Line(String),
    /// A line that is longer than allowed.
    TooLong,
}

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// The time is over.
    Timeout,
    /// The program has ended, or closed its output.
    Ended,
    /// The line is too long.
    TooLong,
    /// The user interrupted us.
    Interrupted,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    mark: String,
    input: Option<Sender<String>>,
    output: Receiver<(Instant, Event)>,
    said: Arc<Mutex<String>>,
    is_killed: bool,
}

impl Process {
    /// Starts a program.
    pub fn start(words: &[String]) -> std::io::Result<Process> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}-{:x}", std::process::id(), start_time());
        let (program, arguments) = words.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = running::start(&mut command, &mark)?;
        let said = Arc::new(Mutex::new(String::new()));
        let (line_sender, output) = mpsc::sync_channel(QUEUE);
        let (input, lines) = mpsc::channel();
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_lines(pipe, &lines));
        }
        if let Some(pipe) = child.stdout.take() {
            let said = Arc::clone(&said);
            thread::spawn(move || read_lines(pipe, &line_sender, &said));
        }
        if let Some(pipe) = child.stderr.take() {
            let said = Arc::clone(&said);
            thread::spawn(move || drain(pipe, &said));
        }
        Ok(Process { child, mark, input: Some(input), output, said, is_killed: false })
    }

    /// Sends a line. A program that has ended is noticed when it is read from.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, and when it came; waits until `deadline`. Lines that came after it are
    /// passed over, so that a program that never stops writing cannot hold us up.
    pub fn line(&self, deadline: Instant) -> Result<(Instant, String), NoLine> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(SLICE)) {
                Ok((at, _)) if at > deadline => return Err(NoLine::Timeout),
                Ok((at, Event::Line(line))) => return Ok((at, line)),
                Ok((_, Event::TooLong)) => return Err(NoLine::TooLong),
                Err(RecvTimeoutError::Disconnected) if interrupt::is_stopped() => {
                    return Err(NoLine::Interrupted);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if interrupt::is_stopped() => {
                    return Err(NoLine::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Err(NoLine::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Lines that came while nothing was asked.
    pub fn drain(&self) -> usize {
        self.output.try_iter().take(4 * QUEUE).count()
    }

    /// The end of what the program wrote, on either output.
    pub fn said(&self) -> String {
        self.said.lock().map(|said| said.trim_end().to_owned()).unwrap_or_default()
    }

    /// Whether the program has ended, and how.
    pub fn ending(&mut self) -> Option<String> {
        // The end of the output comes a moment before that of the program.
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status.to_string());
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Ends the program and everything that it started.
    pub fn kill(&mut self) {
        if std::mem::replace(&mut self.is_killed, true) {
            return;
        }
        self.input = None;
        leftovers::kill_family(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        leftovers::kill_marked(&self.mark);
        running::ended(&self.mark);
    }

    /// Asks the program to end, and ends it if it does not.
    pub fn quit(&mut self) {
        if self.is_killed {
            return;
        }
        self.send("quit");
        self.input = None;
        let deadline = Instant::now() + QUIT_TIME;
        while Instant::now() < deadline {
            // Output that is not read would keep the program from ending.
            self.drain();
            if let Ok(Some(_)) = self.child.try_wait() {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
    }
}

/// A number that tells this run of ours from others with the same process id.
fn start_time() -> u128 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_nanos())
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(mut pipe: ChildStdout, lines: &SyncSender<(Instant, Event)>, said: &Mutex<String>) {
    let mut line = Vec::new();
    let mut block = [0; 4096];
    loop {
        let count = match pipe.read(&mut block) {
            Ok(0) | Err(_) => break,
            Ok(count) => count,
        };
        let at = Instant::now();
        keep(said, &block[..count]);
        for &byte in &block[..count] {
            if byte != b'\n' {
                line.push(byte);
                if line.len() > MAX_LINE {
                    let _ = lines.send((at, Event::TooLong));
                    return;
                }
                continue;
            }
            let text = String::from_utf8_lossy(&line).trim_end().to_owned();
            line.clear();
            if lines.send((at, Event::Line(text))).is_err() {
                return;
            }
        }
    }
    if !line.is_empty() {
        let text = String::from_utf8_lossy(&line).into_owned();
        let _ = lines.send((Instant::now(), Event::Line(text)));
    }
}

fn drain(mut pipe: ChildStderr, said: &Mutex<String>) {
    let mut block = [0; 4096];
    while let Ok(count @ 1..) = pipe.read(&mut block) {
        keep(said, &block[..count]);
    }
}

/// Keeps the end of the output.
fn keep(said: &Mutex<String>, bytes: &[u8]) {
    let Ok(mut said) = said.lock() else { return };
    let end = &bytes[bytes.len().saturating_sub(2 * KEPT)..];
    said.push_str(&String::from_utf8_lossy(end));
    if said.len() > KEPT {
        let cut = said.len() - KEPT;
        let cut = (cut..said.len()).find(|&at| said.is_char_boundary(at)).unwrap_or(said.len());
        said.drain(..cut);
    }
}
