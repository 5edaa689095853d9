//! Python programs that checks need, each in an environment of its own in `target/tools`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::step::root;

const REMEDY: &str = "install Python 3.11 or newer with its module venv";

/// The environment with these packages, each with its version, installed unless that was done
/// before.
pub fn with(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let folder = root().join("target/tools").join(name);
    let stamp = folder.join(packages.join(" "));
    if stamp.is_file() {
        return Ok(folder);
    }
    eprintln!("==> installing {} into target/tools", packages.join(", "));
    make(&folder)?;
    let status = Command::new(folder.join("bin/python"))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
        .args(packages)
        .status()
        .context("cannot start pip")?;
    if !status.success() {
        bail!("`pip install {}` failed: it needs a network connection once", packages.join(" "));
    }
    // Last, so that what was interrupted is done again.
    std::fs::write(&stamp, "").with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(folder)
}

/// Makes an empty environment.
fn make(folder: &Path) -> Result<()> {
    let make = || {
        let made = Command::new("python3").args(["-m", "venv"]).arg(folder).status();
        made.is_ok_and(|status| status.success())
    };
    if !make() {
        apt::install("python3-venv", REMEDY)?;
        if !make() {
            bail!("`python3 -m venv` failed: {REMEDY}");
        }
    }
    Ok(())
}
