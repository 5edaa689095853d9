//! Files of unfinished work, sealed with a label and a checksum: neither a damaged file nor one of
//! other work is used.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use bagh_files::{SealError, seal_bytes, unseal_bytes};

use crate::safe_file;

/// Writes a sealed file.
pub fn write(path: &Path, label: &str, bytes: &[u8]) -> Result<()> {
    safe_file::write_bytes(path, &seal_bytes(label, bytes))
}

/// Reads a sealed file, if it is there.
pub fn read(path: &Path, label: &str) -> Result<Option<Vec<u8>>> {
    let all = match fs::read(path) {
        Ok(all) => all,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let shown = path.display();
    match unseal_bytes(label, &all) {
        Ok(bytes) => Ok(Some(bytes.to_vec())),
        Err(SealError::Label { expected }) => bail!(
            "{shown} belongs to other work: expected `{expected}` at its beginning: remove it, or choose another file"
        ),
        Err(error) => bail!("{shown} is damaged ({error}): remove it, and it is made again"),
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
