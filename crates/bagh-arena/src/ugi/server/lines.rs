//! Lines of commands, of a length that is limited.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
pub(super) const MAX_LINE: u64 = 1 << 20;

/// What was read.
pub(super) enum Input {
    /// A line, without white space at its ends.
    Line(String),
    /// A line that is longer than allowed; it is skipped.
    TooLong,
    /// The input has ended.
    End,
}

/// Reads the next line.
pub(super) fn read_line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let count = input.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if count == 0 {
        return Ok(Input::End);
    }
    if line.last() != Some(&b'\n') && count as u64 == MAX_LINE {
        skip_line(input)?;
        return Ok(Input::TooLong);
    }
    Ok(Input::Line(String::from_utf8_lossy(&line).trim().to_owned()))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        if block.is_empty() {
            return Ok(());
        }
        let end = block.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(block.len(), |at| at + 1);
        input.consume(count);
        if end.is_some() {
            return Ok(());
        }
    }
}
