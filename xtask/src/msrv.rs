//! `cargo xtask msrv`: no dependency asks for a newer Rust than we declare.
//!
//! Functions of the standard library that came later are found by clippy (`incompatible_msrv`), and
//! a workflow builds everything with the declared version.

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::step::program;

/// Compares what we declare with what all dependencies declare.
pub fn run(args: &[String]) -> Result<bool> {
    if !args.is_empty() {
        bail!("msrv: found `{}`, expected no arguments", args.join(" "));
    }
    let output = program("cargo")
        .args(["metadata", "--format-version", "1", "--locked"])
        .stderr(std::process::Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed");
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    let packages = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
    let ours = packages
        .iter()
        .filter(|package| package["source"].is_null())
        .filter_map(|package| version(package["rust_version"].as_str()?))
        .min()
        .context("rust-version: found none in Cargo.toml, expected one")?;
    let newer: Vec<String> = packages
        .iter()
        .filter_map(|package| {
            let needed = package["rust_version"].as_str()?;
            let newer = version(needed).is_none_or(|needed| needed > ours);
            let name = package["name"].as_str().unwrap_or_default();
            newer.then(|| format!("{name} needs {needed}"))
        })
        .collect();
    let [major, minor, patch] = ours;
    if newer.is_empty() {
        eprintln!("{} packages build with Rust {major}.{minor}.{patch}", packages.len());
        return Ok(true);
    }
    eprintln!(
        "rust-version: found {major}.{minor}.{patch}, but {}: raise rust-version in Cargo.toml, or take older versions of these",
        newer.join(", ")
    );
    Ok(false)
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
