//! `cargo xtask python`: builds the wheel of the Python package, and tests it in an environment of
//! its own.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::step::{program, root};
use crate::web::target_folder;

/// The version that builds the wheel.
const MATURIN: &str = "maturin==1.16.0";

/// What the tests need beside the wheel.
const REQUIREMENTS: &str = "crates/bagh-python/tests/requirements.txt";

/// OpenSpiel does not have wheels for every system: without it, its tests are skipped.
const OPEN_SPIEL: &str = "open_spiel==2.0.2";

const REMEDY: &str = "install Python 3.11 or newer with its module venv";

/// Builds the wheel into `target/wheels` and tests it. `--dev` builds like the tests of the
/// workspace, which is quicker where those were built before; `--no-tests` only builds.
pub fn run(args: &[String]) -> Result<bool> {
    const FLAGS: [&str; 2] = ["--dev", "--no-tests"];
    if let Some(unknown) = args.iter().find(|arg| !FLAGS.contains(&arg.as_str())) {
        bail!("unknown argument `{unknown}`, expected {} or none", FLAGS.join(", "));
    }
    let [is_dev, is_untested] = FLAGS.map(|flag| args.iter().any(|arg| arg == flag));
    let wheel = build(is_dev)?;
    if is_untested {
        return Ok(true);
    }
    let profile = if is_dev { "dev" } else { "release" };
    let built = program("cargo")
        .args(["build", "--package", "bagh-cli", "--profile", profile])
        .status()
        .context("cannot start cargo")?;
    if !built.success() {
        bail!("the program that the tests compare with does not build");
    }
    let environment = root().join("target/python");
    if environment.exists() {
        std::fs::remove_dir_all(&environment)
            .with_context(|| format!("cannot remove {}", environment.display()))?;
    }
    make_environment(&environment)?;
    pip(&environment, &["--requirement", REQUIREMENTS])?;
    if pip(&environment, &[OPEN_SPIEL]).is_err() {
        eprintln!("==> {OPEN_SPIEL} cannot be installed here: its tests are skipped");
    }
    pip(&environment, &["--no-index", &wheel.display().to_string()])?;
    test(&environment, is_dev)
}

/// Builds the wheel, and tells where it is.
fn build(is_dev: bool) -> Result<PathBuf> {
    let tool = root().join("target/tools").join(MATURIN);
    let stamp = tool.join("installed");
    if !stamp.is_file() {
        eprintln!("==> installing {MATURIN} into target/tools");
        make_environment(&tool)?;
        pip(&tool, &[MATURIN])?;
        // Last, so that what was interrupted is done again.
        std::fs::write(&stamp, "").with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    let wheels = root().join("target/wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let status = Command::new(tool.join("bin/maturin"))
        .current_dir(root())
        .args(["build", "--locked", "--manifest-path", "crates/bagh-python/Cargo.toml"])
        .args(["--profile", if is_dev { "dev" } else { "release" }, "--out"])
        .arg(&wheels)
        .env("CARGO_TARGET_DIR", target_folder())
        .status()
        .context("cannot start maturin")?;
    if !status.success() {
        bail!("the wheel does not build");
    }
    let found = std::fs::read_dir(&wheels).context("maturin left no wheel")?.flatten();
    let mut found = found.map(|entry| entry.path());
    found.find(|path| path.extension().is_some_and(|e| e == "whl")).context("there is no wheel")
}

/// Runs the tests with the installed wheel.
fn test(environment: &Path, is_dev: bool) -> Result<bool> {
    let folder = target_folder().join(if is_dev { "debug" } else { "release" });
    let name = format!("bagh{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(environment.join("bin/python"));
    command
        .current_dir(root().join("crates/bagh-python"))
        .args(["-m", "pytest", "-p", "no:cacheprovider", "--durations", "5", "-ra"])
        .env("BAGH_PROGRAM", root().join(folder).join(name));
    if let Some(tables) = std::env::var_os("BAGH_TABLES") {
        // The tests run in the folder of the package.
        command.env("BAGH_TABLES", root().join(tables));
    }
    let status = command.status().context("cannot start the tests")?;
    Ok(status.success())
}

fn make_environment(folder: &Path) -> Result<()> {
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

fn pip(environment: &Path, what: &[&str]) -> Result<()> {
    let status = Command::new(environment.join("bin/python"))
        .current_dir(root())
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"])
        .args(what)
        .status()
        .context("cannot start pip")?;
    if !status.success() {
        bail!("`pip install {}` failed: it needs a network connection", what.join(" "));
    }
    Ok(())
}
