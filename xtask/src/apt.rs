//! Debian's packages, for programs that tests need and a new machine does not have.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Installs a package with apt-get, and says so. Fails where there is no apt-get, or where it may
/// not be used; `remedy` says what to do then.
pub fn install(package: &str, remedy: &str) -> Result<()> {
    if !Path::new("/usr/bin/apt-get").is_file() {
        bail!("{package} is not installed: {remedy}");
    }
    eprintln!("==> {package} is not here: installing it with `apt-get install {package}`");
    for args in [&["update"][..], &["install", "--yes", package]] {
        let status = Command::new("apt-get").args(args).status().context("cannot start apt-get")?;
        if !status.success() {
            bail!("`apt-get {}` failed: {remedy}", args.join(" "));
        }
    }
    Ok(())
}
