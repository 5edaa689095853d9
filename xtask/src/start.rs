//! `cargo xtask start`: from a fresh clone to a board in the browser.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::{program, root};
use crate::web;

/// The oldest Node that builds the page.
const NODE: u32 = 20;

/// Builds the page and the program, and serves. What follows is passed on to `bagh serve`, but for
/// `--no-open`, which leaves the browser alone.
pub fn run(args: &[String]) -> Result<bool> {
    let open = !args.iter().any(|arg| arg == "--no-open");
    let rest: Vec<&String> = args.iter().filter(|arg| *arg != "--no-open").collect();
    check_node()?;
    if !web::run(&[])? {
        return Ok(false);
    }
    eprintln!("==> building the program");
    let status = program("cargo")
        .args(["build", "--release", "--package", "bagh-cli"])
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        return Ok(false);
    }
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    let mut serve = Command::new(folder.join("release").join("bagh"));
    serve.arg("serve").args(rest).current_dir(root());
    if open {
        serve.arg("--open");
    }
    exec_serve(serve)
}

/// Makes sure that Node is there and not too old.
fn check_node() -> Result<()> {
    const REMEDY: &str =
        "install Node.js 20 or newer from https://nodejs.org, or with your system's packages";
    let found = Command::new("node").arg("--version").output();
    let found = found.with_context(|| format!("cannot start node: {REMEDY}"))?;
    let text = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    let major = text.trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    match major {
        Some(major) if major >= NODE => Ok(()),
        _ => bail!("node: found version `{text}`, expected {NODE} or newer: {REMEDY}"),
    }
}

/// Runs the service in place of this program, so that ending this one ends the service.
#[cfg(unix)]
fn exec_serve(mut serve: Command) -> Result<bool> {
    use std::os::unix::process::CommandExt;
    Err(serve.exec()).context("cannot start the service")
}

#[cfg(not(unix))]
fn exec_serve(mut serve: Command) -> Result<bool> {
    let status = serve.status().context("cannot start the service")?;
    Ok(status.success())
}
