//! The browser that tests run in.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::apt;

/// Names that a Chromium goes by, the one without windows first: tests take two thirds of the time
/// in it.
const NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
];

const REMEDY: &str = "install Chromium (Debian: `apt-get install chromium`), \
    or set BAGH_BROWSER to the program of a browser like it";

/// Finds a Chromium: `BAGH_BROWSER`, or on the path. Where there is none, and the system's packages
/// can be installed by this user, it is installed.
pub fn find_or_install() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("BAGH_BROWSER").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("BAGH_BROWSER: found nothing at {}, expected a Chromium: {REMEDY}", path.display());
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    apt::install("chromium", REMEDY)?;
    find().with_context(|| format!("installed, and still found no Chromium: {REMEDY}"))
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut all = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.find(|path| path.is_file())
}
