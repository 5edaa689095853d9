//! `cargo xtask msrv`: the code builds with the Rust that we declare.
//!
//! Every dependency that says which Rust it needs must need no newer one, and every crate of ours
//! must declare the same version and have the lints of the workspace: clippy then refuses functions
//! of the standard library that came later (`incompatible_msrv`). Where the declared toolchain is
//! installed, everything is checked with it, too; a workflow always does that.

use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::step::{program, root};
use crate::web::target_folder;

/// Manifests of what we build: the workspace, and the workspace of the fuzz targets.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "fuzz/Cargo.toml"];

/// Compares what we declare with what all dependencies declare, and builds with that if it can.
pub fn run(args: &[String]) -> Result<bool> {
    if !args.is_empty() {
        bail!("msrv: found `{}`, expected no arguments", args.join(" "));
    }
    let mut packages = Vec::new();
    for manifest in MANIFESTS {
        packages.extend(metadata(manifest)?);
    }
    let (ours, others): (Vec<&Value>, Vec<&Value>) =
        packages.iter().partition(|package| package["source"].is_null());
    let declared = ours
        .iter()
        .filter_map(|package| package["rust_version"].as_str())
        .find(|text| version(text).is_some())
        .context("rust-version: found none in Cargo.toml, expected one")?;
    let mut wrong = Vec::new();
    for package in &ours {
        wrong.extend(wrong_of_ours(package, declared)?);
    }
    for package in &others {
        let Some(needed) = package["rust_version"].as_str() else { continue };
        if version(needed).is_none_or(|needed| Some(needed) > version(declared)) {
            wrong.push(format!(
                "{}: needs Rust {needed}, we declare {declared}: take an older version of it, or raise rust-version in Cargo.toml",
                package["name"].as_str().unwrap_or_default()
            ));
        }
    }
    wrong.iter().for_each(|line| eprintln!("{line}"));
    if !wrong.is_empty() {
        return Ok(false);
    }
    let silent = others.iter().filter(|package| package["rust_version"].is_null()).count();
    eprintln!(
        "{} dependencies need no newer Rust than {declared}; {silent} of them do not say what they need",
        others.len()
    );
    check_with(declared)
}

/// All packages that a workspace may build, for any target and with any feature.
fn metadata(manifest: &str) -> Result<Vec<Value>> {
    let output = program("cargo")
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path", manifest])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo metadata --locked --manifest-path {manifest}` failed");
    }
    let mut metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    match metadata["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => bail!("cargo metadata lists no packages"),
    }
}

/// What is wrong with a crate of ours.
fn wrong_of_ours(package: &Value, declared: &str) -> Result<Vec<String>> {
    let mut wrong = Vec::new();
    let name = package["name"].as_str().unwrap_or_default();
    // Fuzz targets are built with what is at hand, and have a workspace of their own.
    if name == "bagh-fuzz" {
        return Ok(wrong);
    }
    if package["rust_version"] != declared {
        wrong.push(format!(
            "{name}: rust-version: found {}, expected {declared}: write `rust-version.workspace = true`",
            package["rust_version"]
        ));
    }
    let path = package["manifest_path"].as_str().context("a package has no manifest")?;
    let manifest = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    if !manifest.contains("[lints]\nworkspace = true") {
        wrong.push(format!(
            "{name}: lints: found none of the workspace: add `[lints]` with `workspace = true`"
        ));
    }
    Ok(wrong)
}

/// Checks the workspace with the declared toolchain, where rustup has it.
fn check_with(declared: &str) -> Result<bool> {
    let run = |args: &[&str]| program("rustup").args(args).stderr(Stdio::null()).output();
    let is_there =
        run(&["run", declared, "rustc", "--version"]).is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!(
            "Rust {declared} is not installed, so nothing was built with it: `rustup toolchain install {declared}`, then again"
        );
        return Ok(true);
    }
    let status = program("rustup")
        .args(["run", declared, "cargo", "check", "--workspace", "--locked"])
        .env_remove("CARGO")
        .env("CARGO_TARGET_DIR", target_folder().join("msrv"))
        .current_dir(root())
        .status()
        .context("cannot start rustup")?;
    Ok(status.success())
}

/// A version such as 1.89 or 1.89.1 as numbers.
fn version(text: &str) -> Option<[u64; 3]> {
    let mut numbers = [0; 3];
    for (place, part) in text.split('.').enumerate() {
        *numbers.get_mut(place)? = part.parse().ok()?;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_numbers() {
        assert!(version("1.100") > version("1.89.3"));
        assert_eq!(version("1.89"), version("1.89.0"));
        assert_eq!(version("1.89-beta"), None);
    }
}
