//! Files of work that is not finished: with a label and a checksum, so that no half of one, and
//! none of other work, is taken for the whole.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use xxhash_rust::xxh3::xxh3_64;

use crate::safe_file;

/// Writes a sealed file.
pub fn write(path: &Path, label: &str, bytes: &[u8]) -> Result<()> {
    let mut all = Vec::with_capacity(bytes.len() + label.len() + 9);
    all.extend(label.as_bytes());
    all.push(b'\n');
    all.extend(bytes);
    all.extend(xxh3_64(&all).to_le_bytes());
    safe_file::write_bytes(path, &all)
}

/// Reads a sealed file, if it is there.
pub fn read(path: &Path, label: &str) -> Result<Option<Vec<u8>>> {
    let all = match fs::read(path) {
        Ok(all) => all,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let shown = path.display();
    let Some((rest, sum)) = all.split_last_chunk::<8>() else {
        bail!("{shown} is damaged (cut off): remove it, and it is made again");
    };
    if xxh3_64(rest) != u64::from_le_bytes(*sum) {
        bail!("{shown} is damaged (its checksum is wrong): remove it, and it is made again");
    }
    match rest.strip_prefix(label.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n")) {
        Some(bytes) => Ok(Some(bytes.to_vec())),
        None => bail!(
            "{shown} belongs to other work: expected `{label}` at its beginning: remove it, or choose another file"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_read_back_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert_eq!(read(&path, "one").unwrap(), None);
        write(&path, "one", b"\n\0bytes").unwrap();
        assert_eq!(read(&path, "one").unwrap().unwrap(), b"\n\0bytes");
        assert!(read(&path, "two").unwrap_err().to_string().contains("belongs to other work"));
        let whole = fs::read(&path).unwrap();
        for damaged in [&whole[..0], &whole[..whole.len() - 1], &whole[1..]] {
            fs::write(&path, damaged).unwrap();
            assert!(read(&path, "one").unwrap_err().to_string().contains("damaged"));
        }
    }
}
