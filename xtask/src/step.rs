//! A step: one command that must succeed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::web::target_folder;

/// One command that must succeed, and what it is for.
pub struct Step {
    /// The word that picks this step on the command line.
    pub name: &'static str,
    /// What it makes sure of.
    pub purpose: &'static str,
    /// The program and its arguments. `cargo` is the one that runs this task.
    pub command: &'static [&'static str],
    /// Variables set for the command.
    pub env: &'static [(&'static str, &'static str)],
    /// Whether `cargo xtask test --quick` runs it.
    pub quick: Quick,
    /// What a new machine may need first.
    pub prepare: Option<fn() -> Result<()>>,
}

/// When a step runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Quick {
    /// In the whole test and in the quick one.
    Both,
    /// In the whole test only.
    No,
    /// In the quick one only: a step of the whole test does more.
    Only,
}

impl Step {
    /// Runs the step in the root of the workspace, and tells whether it succeeded.
    pub fn run(&self) -> Result<bool> {
        eprintln!("\n==> {}: {}", self.name, self.purpose);
        let started = Instant::now();
        if let Some(prepare) = self.prepare {
            prepare().with_context(|| self.advice())?;
        }
        let status = program(self.command[0])
            .args(&self.command[1..])
            .envs(self.env.iter().copied())
            .envs(once())
            .status()
            .with_context(|| format!("cannot start `{}`", self.command[0]))
            .with_context(|| self.advice())?;
        let seconds = started.elapsed().as_secs_f64();
        if status.success() {
            eprintln!("==> {}: fine after {seconds:.1} s", self.name);
        } else {
            eprintln!("\n==> {} ({status} after {seconds:.1} s)", self.advice());
        }
        Ok(status.success())
    }

    fn advice(&self) -> String {
        format!(
            "step `{}` failed: repeat it with `cargo xtask test {}`, which runs `{}`",
            self.name,
            self.name,
            self.line()
        )
    }

    /// The command as one would type it.
    fn line(&self) -> String {
        let quoted = |word: &str| match word.contains(' ') {
            true => format!("\"{word}\""),
            false => word.to_owned(),
        };
        let env = self.env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        env.chain(self.command.iter().map(|word| quoted(word))).collect::<Vec<_>>().join(" ")
    }
}

/// Whether everything is built, mostly from nothing.
static WHOLE: AtomicBool = AtomicBool::new(false);

/// Says that the whole test runs. Builds then are not incremental: that would take a quarter more
/// time and disk, cut what is optimised into small parts, and only serve the next change.
pub fn whole() {
    WHOLE.store(true, Relaxed);
}

/// What makes a build smaller and quicker where it is not built again.
fn once() -> Option<(&'static str, &'static str)> {
    let is_chosen = std::env::var_os("CARGO_INCREMENTAL").is_some();
    let is_once = WHOLE.load(Relaxed) || std::env::var_os("CI").is_some();
    (is_once && !is_chosen).then_some(("CARGO_INCREMENTAL", "0"))
}

/// Builds the program as the tests do. Built alone, it would have other features of its
/// dependencies, and take minutes.
pub fn build_program() -> Result<()> {
    let status = program("cargo")
        .args(["test", "--quiet", "--workspace", "--test", "cli", "--no-run"])
        .envs(once())
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("the program does not build");
    }
    Ok(())
}

/// A command in the root of the workspace.
pub fn program(name: &str) -> Command {
    let name = match name {
        // The cargo that started this task, which need not be the first on the path.
        "cargo" => std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")),
        other if other.starts_with("target/debug/") => {
            target_folder().join(&other["target/".len()..]).into_os_string()
        }
        // From the root: where a relative path begins differs between systems.
        other if other.contains('/') => root().join(other).into_os_string(),
        "npx" if cfg!(windows) => OsString::from("npx.cmd"),
        other => OsString::from(other),
    };
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
