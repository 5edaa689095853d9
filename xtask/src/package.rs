//! `cargo xtask package`: the crates as they would be published.
//!
//! `cargo package` would build every crate from its package with profiles and features of its own,
//! which takes longer than all tests together. Here the packages are made by cargo, unpacked side by
//! side, and each is type-checked alone, with its own features and nothing but what its package
//! holds. What was checked before, most of the dependencies, is not checked again.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::step::{program, root};
use crate::web::target_folder;

/// Crates that are not published.
const UNPUBLISHED: [&str; 3] = ["xtask", "bagh-wasm", "bagh-python"];

/// Packages every crate, and checks each.
pub fn run(args: &[String]) -> Result<bool> {
    if let Some(found) = args.first() {
        bail!("package: found `{found}`, expected nothing after it");
    }
    let folder = target_folder().join("package-check");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    make(&folder)?;
    let crates = unpack(&folder)?;
    write_workspace(&folder.join("crates"), &crates)?;
    for (name, _) in &crates {
        eprintln!("==> {name}");
        let checked = program("cargo")
            .args(["check", "--offline", "--package", name])
            .current_dir(folder.join("crates"))
            // Beside the other checks, whose dependencies are the same.
            .env("CARGO_TARGET_DIR", target_folder())
            .status()
            .context("cannot start cargo")?;
        if !checked.success() {
            eprintln!("{name} does not compile from its package: see what `include` leaves out");
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes the packages. Cargo checks manifests and versions on the way.
fn make(folder: &Path) -> Result<()> {
    let mut command = program("cargo");
    command.args(["package", "--workspace", "--allow-dirty", "--no-verify", "--quiet"]);
    for name in members()?.iter().filter(|name| UNPUBLISHED.contains(&name.as_str())) {
        command.args(["--exclude", name]);
    }
    let made = command.arg("--target-dir").arg(folder).status().context("cannot start cargo")?;
    if !made.success() {
        bail!("`cargo package --workspace` failed");
    }
    Ok(())
}

/// The names of the workspace's crates.
fn members() -> Result<Vec<String>> {
    let mut names = vec!["xtask".to_owned()];
    for entry in std::fs::read_dir(root().join("crates")).context("cannot read crates")? {
        let entry = entry.context("cannot read crates")?;
        if entry.path().join("Cargo.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Unpacks the packages, and gives the names of their crates with the folder of each.
fn unpack(folder: &Path) -> Result<Vec<(String, String)>> {
    let to = folder.join("crates");
    std::fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
    let made = folder.join("package");
    let mut names = Vec::new();
    for name in members()?.into_iter().filter(|name| !UNPUBLISHED.contains(&name.as_str())) {
        let package = find(&made, &name)?;
        // With the time of now: packages hold one of long ago, and cargo would take what it checked
        // in an earlier run for up to date.
        let unpacked = Command::new("tar").arg("-xmzf").arg(&package).arg("-C").arg(&to).status();
        if !unpacked.context("cannot start tar")?.success() {
            bail!("{} cannot be unpacked", package.display());
        }
        let unpacked = package.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        names.push((name, unpacked));
    }
    Ok(names)
}

/// The package of a crate, of whatever version.
fn find(made: &Path, name: &str) -> Result<PathBuf> {
    let entries =
        std::fs::read_dir(made).with_context(|| format!("cannot read {}", made.display()))?;
    for entry in entries {
        let path = entry.context("cannot read the packages")?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let version = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
        if version.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            && file.ends_with(".crate")
        {
            return Ok(path);
        }
    }
    bail!("cargo made no package of {name}")
}

/// A workspace of the packages: each finds the others here instead of in the registry. Profiles and
/// versions of dependencies are ours, so that what was checked before is not checked again.
fn write_workspace(folder: &Path, crates: &[(String, String)]) -> Result<()> {
    let ours =
        std::fs::read_to_string(root().join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let profiles = ours.find("[profile.").map_or("", |at| &ours[at..]);
    let mut manifest = String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n");
    manifest += "[patch.crates-io]\n";
    for (name, unpacked) in crates {
        manifest += &format!("{name} = {{ path = \"{unpacked}\" }}\n");
    }
    // Packages that are not published have no profile here.
    let profiles: Vec<&str> = profiles
        .split("\n[")
        .filter(|section| {
            !UNPUBLISHED.iter().any(|name| section.contains(&format!("package.{name}]")))
        })
        .collect();
    manifest += &format!("\n{}\n", profiles.join("\n["));
    std::fs::write(folder.join("Cargo.toml"), manifest).context("cannot write the workspace")?;
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))
        .context("cannot copy Cargo.lock")?;
    Ok(())
}
