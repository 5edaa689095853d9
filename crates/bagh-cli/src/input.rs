//! Reading files and standard input, with limits and clear errors.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
pub use bagh::text::shorten;

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input, `-` on the command line.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Stdin => f.write_str("standard input"),
            Source::File(path) => write!(f, "file {}", path.display()),
        }
    }
}

/// All text of a source, which may have this many bytes at most.
pub fn read(source: &Source, most: usize) -> Result<String> {
    text_of(source, read_bytes(source, most)?)
}

/// All bytes of a source, which may have this many at most.
pub fn read_bytes(source: &Source, most: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed tells a text that is too long from one that just fits.
    let limit = most as u64 + 1;
    match source {
        Source::Stdin => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        Source::File(path) => open(source, path)?.take(limit).read_to_end(&mut bytes),
    }
    .with_context(|| format!("cannot read {source}"))?;
    if bytes.len() > most {
        bail!("{source} has more than {most} bytes, the most that is read here");
    }
    Ok(bytes)
}

/// The text that was read from a source.
pub fn text_of(source: &Source, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid].iter().filter(|&&b| b == b'\n').count();
        anyhow::anyhow!(
            "{source} is not UTF-8 text: line {line} has an invalid byte: save it as UTF-8"
        )
    })
}

fn open(source: &Source, path: &Path) -> Result<File> {
    let file = File::open(path).with_context(|| format!("cannot open {source}"))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{source} is a directory: name a file in it");
    }
    Ok(file)
}

/// The lines of a source, one at a time.
pub struct Lines {
    reader: Box<dyn BufRead>,
    source: Source,
    most: usize,
    number: usize,
    broken: bool,
}

impl Lines {
    /// The lines of a source, which may have this many bytes each.
    pub fn open(source: Source, most: usize) -> Result<Lines> {
        let reader: Box<dyn BufRead> = match &source {
            Source::Stdin => Box::new(io::stdin().lock()),
            Source::File(path) => Box::new(BufReader::new(open(&source, path)?)),
        };
        Ok(Lines { reader, source, most, number: 0, broken: false })
    }

    /// The number of the line that was read last, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether the source itself failed, after which there are no more lines.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    fn read_line(&mut self) -> Result<Option<String>> {
        let mut bytes = Vec::new();
        let limit = self.most as u64 + 1;
        let read = (&mut self.reader).take(limit).read_until(b'\n', &mut bytes);
        if read.inspect_err(|_| self.broken = true)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() > self.most {
            self.reader.skip_until(b'\n').inspect_err(|_| self.broken = true)?;
            bail!("found more than {} bytes, the most that a line may have", self.most);
        }
        match String::from_utf8(bytes) {
            Ok(line) => Ok(Some(line)),
            Err(_) => bail!("found bytes that are not UTF-8 text: save it as UTF-8"),
        }
    }
}

impl Iterator for Lines {
    type Item = Result<String>;

    /// The next line. After an error in one line, the next can still be read.
    fn next(&mut self) -> Option<Result<String>> {
        if self.broken {
            return None;
        }
        let line = self.read_line();
        line.with_context(|| match self.broken {
            true => format!("cannot read {}", self.source),
            false => format!("{}, line {}", self.source, self.number),
        })
        .transpose()
    }
}
