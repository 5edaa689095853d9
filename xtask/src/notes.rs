//! `cargo xtask notes`: the notes of a version, from CHANGELOG.md.

use anyhow::{Context, Result, bail};

use crate::step::root;

/// Prints the notes of the version that is named.
pub fn run(args: &[String]) -> Result<bool> {
    let [version] = args else {
        bail!("notes: found {} arguments, expected one version, such as 0.2.0", args.len());
    };
    let path = root().join("CHANGELOG.md");
    let text = std::fs::read_to_string(&path).context("cannot read CHANGELOG.md")?;
    print!("{}", of_version(&text, version)?);
    Ok(true)
}

/// What stands under the heading of a version, up to the next one.
fn of_version(changelog: &str, version: &str) -> Result<String> {
    let heading = format!("## [{version}]");
    let mut lines = changelog.lines().skip_while(|line| !line.starts_with(&heading));
    if lines.next().is_none() {
        bail!("CHANGELOG.md: found no heading `{heading}`: give the changes of this version one");
    }
    let notes: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    let notes = notes.join("\n").trim().to_owned();
    if notes.is_empty() {
        bail!("CHANGELOG.md: found nothing under `{heading}`, expected its changes");
    }
    Ok(notes + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_end_where_the_next_version_begins() {
        let text =
            "# Changelog\n\n## [0.2.0] - 2026-01-01\n\n### Added\n- b\n\n## [0.1.0]\n\n- a\n";
        assert_eq!(of_version(text, "0.2.0").unwrap(), "### Added\n- b\n");
        assert_eq!(of_version(text, "0.1.0").unwrap(), "- a\n");
        assert!(of_version(text, "0.3.0").is_err());
        assert!(of_version("## [1.0.0]\n\n## [0.9.0]\n- x\n", "1.0.0").is_err());
    }
}
