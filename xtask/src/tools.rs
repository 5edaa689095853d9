//! Programs that checks need and a new machine does not have. What can be built goes into
//! `target/tools`; the rest comes from the system's packages.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::step::{program, root};

/// The version of cargo-deny that reads our `deny.toml`.
const CARGO_DENY: &str = "cargo-deny@0.20.2";

/// Builds cargo-deny, unless it was built before.
pub fn install_cargo_deny() -> Result<()> {
    let tools = root().join("target/tools");
    let name = format!("cargo-deny{}", std::env::consts::EXE_SUFFIX);
    if tools.join("bin").join(name).is_file() {
        return Ok(());
    }
    eprintln!(
        "==> cargo-deny is not here: building {CARGO_DENY} into target/tools (minutes, once)"
    );
    let status = program("cargo")
        .args(["install", "--locked", "--debug", "--root"])
        .arg(&tools)
        .arg("--target-dir")
        .arg(tools.join("build"))
        .arg(CARGO_DENY)
        // Built fast rather than to be fast: it runs for a second.
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("`cargo install {CARGO_DENY}` failed: it needs a network connection once");
    }
    // What was built on the way takes a gigabyte.
    let _ = std::fs::remove_dir_all(tools.join("build"));
    Ok(())
}

/// Makes sure that npx is there, which fetches what it runs.
pub fn check_npx() -> Result<()> {
    let name = if cfg!(windows) { "npx.cmd" } else { "npx" };
    let found = Command::new(name).arg("--version").output();
    match found {
        Ok(output) if output.status.success() => Ok(()),
        _ => bail!(
            "cannot start npx: install Node.js 20 or newer (Debian: `apt-get install nodejs npm`)"
        ),
    }
}

/// Makes sure that a PostgreSQL server is there, which the tests of online games start on a socket
/// of their own.
pub fn install_postgres() -> Result<()> {
    const REMEDY: &str =
        "install PostgreSQL, or set BAGH_WITHOUT_POSTGRES=1 to leave its tests out";
    if std::env::var_os("BAGH_WITHOUT_POSTGRES").is_some() || has_postgres() {
        return Ok(());
    }
    apt::install("postgresql", REMEDY)?;
    match has_postgres() {
        true => Ok(()),
        false => bail!("installed, and still found no PostgreSQL: {REMEDY}"),
    }
}

fn has_postgres() -> bool {
    let debian = Path::new("/usr/lib/postgresql").read_dir().into_iter().flatten().flatten();
    let debian = debian.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian.chain(std::env::split_paths(&path)).any(|folder| folder.join("initdb").is_file())
}

/// Makes sure that nginx is there, which serves a static site to the tests in a browser.
pub fn install_nginx() -> Result<()> {
    const REMEDY: &str = "install nginx, or set BAGH_NGINX to its program";
    if std::env::var_os("BAGH_NGINX").is_some() || Path::new("/usr/sbin/nginx").is_file() {
        return Ok(());
    }
    apt::install("nginx-light", REMEDY)
}
