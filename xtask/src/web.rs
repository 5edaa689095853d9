//! `cargo xtask web`: the page, into `web/dist`.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::root;

/// Builds the page, if its sources are there.
pub fn run(args: &[String]) -> Result<bool> {
    if !args.is_empty() {
        bail!("unknown arguments `{}`, expected none", args.join(" "));
    }
    let folder = root().join("web");
    if !folder.join("package.json").is_file() {
        eprintln!("==> there is no page in web/: a plain one stands in for it");
        return Ok(true);
    }
    for args in [&["ci"][..], &["run", "build"]] {
        let status = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
            .args(args)
            .current_dir(&folder)
            .status()
            .context("cannot start npm: it comes with Node.js, from https://nodejs.org")?;
        if !status.success() {
            bail!("`npm {}` failed in web/", args.join(" "));
        }
    }
    Ok(true)
}
