//! Tables in a bucket or on a web host.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use bagh_remote::{Address, RemoteOptions, RemoteTables};
use clap::Args;

/// How tables in a bucket or on a web host are read. Where a command lacks these options, the
/// environment variables apply.
#[derive(Args, Debug, Default)]
pub struct RemoteArgs {
    /// Size limit of the cache on disk when --tables is an address, such as 500MB or 20GB; 0 turns it off: 2GB by default [env: BAGH_CACHE]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    cache: Option<u64>,

    /// The folder of that cache: by default `bagh/remote` in your folder for caches [env: BAGH_CACHE_FOLDER]
    #[arg(long, value_name = "DIR")]
    cache_folder: Option<PathBuf>,

    /// Read a public bucket without credentials
    #[arg(long)]
    unsigned: bool,
}

impl RemoteArgs {
    /// Opens tables at an address. The host is not asked for anything yet.
    pub fn open(&self, address: &Address) -> Result<RemoteTables> {
        let usual = RemoteOptions::default();
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let cache = match variable(CACHE).filter(|_| self.cache.is_none()) {
            Some(text) => {
                let text = text.to_string_lossy();
                let parsed = size(&text).map_err(anyhow::Error::msg);
                Some(parsed.with_context(|| format!("{CACHE}: found `{text}`"))?)
            }
            None => self.cache,
        };
        let options = RemoteOptions {
            cache_folder: self.cache_folder.clone().or(variable(CACHE_FOLDER).map(PathBuf::from)),
            cache_bytes: cache.unwrap_or(usual.cache_bytes),
            unsigned: self.unsigned,
            ..usual
        };
        RemoteTables::open(address, &options).with_context(|| {
            format!("{address}: --cache-folder or {CACHE_FOLDER} names another folder for the cache, --cache 0 or {CACHE}=0 keeps none")
        })
    }
}

const CACHE: &str = "BAGH_CACHE";
const CACHE_FOLDER: &str = "BAGH_CACHE_FOLDER";

/// A number of bytes with a unit.
fn size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, u64); 9] = [
        ("TiB", 1 << 40),
        ("GiB", 1 << 30),
        ("MiB", 1 << 20),
        ("KiB", 1 << 10),
        ("TB", 1_000_000_000_000),
        ("GB", 1_000_000_000),
        ("MB", 1_000_000),
        ("kB", 1_000),
        ("", 1),
    ];
    let expected = || "expected a whole number of kB, MB, GB or TB, such as 2GB, or 0".to_owned();
    let ends = |unit: &str| {
        let at = text.len().checked_sub(unit.len()).filter(|&at| text.is_char_boundary(at))?;
        text[at..].eq_ignore_ascii_case(unit).then(|| text[..at].trim_end())
    };
    let (number, unit) =
        UNITS.iter().find_map(|(unit, bytes)| Some((ends(unit)?, *bytes))).ok_or_else(expected)?;
    let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let number: Option<u64> = digits.then(|| number.parse().ok()).flatten();
    match number.and_then(|number| number.checked_mul(unit)) {
        // One without a unit is too easily meant for gigabytes.
        Some(bytes) if unit > 1 || bytes == 0 => Ok(bytes),
        _ => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("2GB"), Ok(2_000_000_000));
        assert_eq!(size("500 mb"), Ok(500_000_000));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(size("0"), Ok(0));
        for text in ["", "2", "GB", "-1GB", "1.5GB", "99999999999TB", "1é", "+1GB", "2 G"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
