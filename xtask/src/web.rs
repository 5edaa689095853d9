//! `cargo xtask web`: the modules for the browser, then the page, into `web/dist`.

use std::ffi::OsStr;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::browser;
use crate::step::{build_program, program, root};

pub const WASM: &str = "wasm32-unknown-unknown";

/// The modules for the browser: the file that the page loads, its profile, and its features.
const MODULES: [(&str, &str, &[&str]); 3] = [
    ("rules.wasm", "wasm", &["--no-default-features"]),
    ("engine.wasm", "wasm-engine", &["--no-default-features", "--features", "engine"]),
    ("tables.wasm", "wasm-engine", &["--no-default-features", "--features", "tables"]),
];

/// Builds everything; with `--wasm` only the modules, for a page that is being developed. With
/// `--check` the page is checked before it is built, with `--browser` it is tested in a browser
/// once it was built, and `--test` is both.
pub fn run(args: &[String]) -> Result<bool> {
    match args {
        [] => {}
        [only] if only == "--wasm" => {
            modules()?;
            return Ok(true);
        }
        [only] if only == "--check" => return check().map(|()| true),
        [only] if only == "--browser" => return browser().map(|()| true),
        [only] if only == "--test" => return check().and_then(|()| browser()).map(|()| true),
        _ => bail!(
            "unknown arguments `{}`, expected none, `--wasm`, `--check`, `--browser` or `--test`",
            args.join(" ")
        ),
    }
    modules()?;
    packages()?;
    npm(&["run", "build"])?;
    eprintln!("==> the page is in web/dist");
    Ok(true)
}

/// Checks types, layout and code, runs the unit tests, and builds the page.
fn check() -> Result<()> {
    modules()?;
    packages()?;
    npm(&["run", "check"])?;
    npm(&["run", "lint"])?;
    npm(&["test"])?;
    npm(&["run", "build"])
}

/// Builds the program with the page in it, and runs the tests in a browser.
fn browser() -> Result<()> {
    let browser = browser::find_or_install()?;
    packages()?;
    build_program()?;
    let name = format!("bagh{}", std::env::consts::EXE_SUFFIX);
    let served_by = target_folder().join("debug").join(name);
    let port = match std::env::var_os("BAGH_PORT") {
        Some(port) => port,
        None => free_port()?.to_string().into(),
    };
    let env = [
        ("BAGH_BIN", served_by.as_os_str()),
        ("BAGH_BROWSER", browser.as_os_str()),
        ("BAGH_PORT", &port),
    ];
    npm_with(&["run", "test:browser"], &env)
}

/// A port that nobody listens on, so that two of these tests can run on one machine.
fn free_port() -> Result<u16> {
    let listener =
        TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("cannot find a free port")?;
    Ok(listener.local_addr().context("cannot find a free port")?.port())
}

/// Builds the modules, and puts them where the page finds them.
pub fn modules() -> Result<()> {
    add_wasm_target()?;
    let folder = folder().join("src/wasm");
    std::fs::create_dir_all(&folder).context("cannot make web/src/wasm")?;
    for (name, profile, features) in MODULES {
        let status = program("cargo")
            .args(["build", "--package", "bagh-wasm", "--profile", profile, "--target", WASM])
            .args(features)
            .status()
            .context("cannot start cargo")?;
        if !status.success() {
            bail!("the module {name} does not build for the browser");
        }
        let built = target_folder().join(WASM).join(profile).join("bagh_wasm.wasm");
        replace(&built, &folder.join(name))?;
    }
    Ok(())
}

/// Copies a file, unless the same is there: the page's tools build again what is newer.
fn replace(from: &Path, to: &Path) -> Result<()> {
    let new = std::fs::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    if std::fs::read(to).is_ok_and(|old| old == new) {
        return Ok(());
    }
    let part = to.with_extension("part");
    std::fs::write(&part, &new)
        .and_then(|()| std::fs::rename(&part, to))
        .with_context(|| format!("cannot write {}", to.display()))
}

/// Installs the page's packages, if they are not those of the lock file.
pub fn packages() -> Result<()> {
    let installed = folder().join("node_modules/.package-lock.json");
    let lock = folder().join("package-lock.json");
    let time = |path: &Path| path.metadata().and_then(|m| m.modified()).ok();
    match (time(&installed), time(&lock)) {
        (Some(installed), Some(lock)) if installed >= lock => Ok(()),
        _ => npm(&["ci"]),
    }
}

/// Runs npm in the folder of the page.
pub fn npm(args: &[&str]) -> Result<()> {
    npm_with(args, &[])
}

/// Runs npm with some variables set.
fn npm_with(args: &[&str], env: &[(&str, &OsStr)]) -> Result<()> {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(folder()).envs(env.iter().copied());
    let status = command.status().context(
        "cannot start npm: install Node.js 20 or newer (Debian: `apt-get install nodejs npm`)",
    )?;
    if !status.success() {
        bail!("`npm {}` failed in the folder web", args.join(" "));
    }
    Ok(())
}

/// The folder of the page.
fn folder() -> PathBuf {
    root().join("web")
}

pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Adds the browser's target, where rustup keeps the toolchain and it is missing.
pub fn add_wasm_target() -> Result<()> {
    let Ok(listed) = program("rustup").args(["target", "list", "--installed"]).output() else {
        // Without rustup the toolchain came from elsewhere, and the target may well be there.
        return Ok(());
    };
    if String::from_utf8_lossy(&listed.stdout).lines().any(|line| line.trim() == WASM) {
        return Ok(());
    }
    let status = program("rustup")
        .args(["target", "add", WASM])
        .status()
        .context("cannot start `rustup target add`")?;
    if !status.success() {
        bail!("`rustup target add {WASM}` failed: run it with a network connection");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_free_and_another_than_one_in_use() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free_port().unwrap();
        assert!(port != 0 && port != taken.local_addr().unwrap().port());
    }
}
