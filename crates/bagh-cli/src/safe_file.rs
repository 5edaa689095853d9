//! Files that are replaced whole or not at all, with errors that name them.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use bagh_files::{Durability, replace};

/// Replaces a file by a text.
pub fn write(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Replaces a file by these bytes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let shown = path.display();
    ensure!(!path.is_dir(), "cannot save to {shown}: it is a directory: name a file in it");
    ensure!(path.file_name().is_some(), "cannot save to {shown}: it has no file name");
    replace(path, Durability::Synced, |out| out.write_all(bytes))
        .map(drop)
        .with_context(|| format!("cannot save to {shown}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        for (path, what) in [
            (folder.path().to_owned(), "it is a directory: name a file in it"),
            (folder.path().join("no/such/file"), "cannot save to"),
            ("..".into(), "it is a directory"),
        ] {
            let error = format!("{:#}", write(&path, "text").unwrap_err());
            assert!(error.contains(what), "{error}");
            assert!(error.contains(&path.display().to_string()), "{error}");
        }
    }
}
