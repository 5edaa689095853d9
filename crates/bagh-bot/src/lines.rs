//! Lines of JSON from a response that may go on for days.

use reqwest::Response;
use serde::de::DeserializeOwned;

use crate::error::BotError;

/// The longest line: a game of 5,000 moves has less.
const LONGEST: usize = 256 << 10;

/// The lines of a response.
pub(crate) struct Lines {
    response: Response,
    rest: Vec<u8>,
}

impl Lines {
    pub fn new(response: Response) -> Lines {
        Lines { response, rest: Vec::new() }
    }

    /// The next line with something on it; none if the service has ended the stream.
    pub async fn next<T: DeserializeOwned>(&mut self) -> Result<Option<T>, BotError> {
        loop {
            match self.next_line().await? {
                Some(Line::Value(value)) => return Ok(Some(value)),
                Some(Line::Blank) => {}
                None => return Ok(None),
            }
        }
    }

    /// The next line, blank ones too; none if the service has ended the stream.
    pub async fn next_line<T: DeserializeOwned>(&mut self) -> Result<Option<Line<T>>, BotError> {
        loop {
            if let Some(line) = take_line(&mut self.rest) {
                return read(&line).map(Some);
            }
            if self.rest.len() > LONGEST {
                return Err(BotError::Protocol(format!("a line of over {LONGEST} bytes")));
            }
            match self.response.chunk().await? {
                Some(bytes) => self.rest.extend_from_slice(&bytes),
                None => return Ok(None),
            }
        }
    }
}

/// A line of a stream.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line<T> {
    /// A sign of life.
    Blank,
    /// A line of JSON.
    Value(T),
}

/// Takes a whole line off the front, without its end.
fn take_line(rest: &mut Vec<u8>) -> Option<Vec<u8>> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let mut line: Vec<u8> = rest.drain(..=end).collect();
    line.pop();
    Some(line)
}

fn read<T: DeserializeOwned>(line: &[u8]) -> Result<Line<T>, BotError> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return Ok(Line::Blank);
    }
    serde_json::from_slice(line).map(Line::Value).map_err(|error| {
        let text: String = String::from_utf8_lossy(line).chars().take(200).collect();
        BotError::Protocol(format!("{error} in {text}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_in_any_pieces() {
        let mut rest = Vec::new();
        let mut found = Vec::new();
        for piece in ["{\"a\"", ":1}\n\n", "\r\n2\n3", "\n4"] {
            rest.extend_from_slice(piece.as_bytes());
            while let Some(line) = take_line(&mut rest) {
                found.push(read::<serde_json::Value>(&line).unwrap());
            }
        }
        let [first, second, third] = [serde_json::json!({ "a": 1 }), 2.into(), 3.into()];
        let [first, second, third] = [first, second, third].map(Line::Value);
        assert_eq!(found, [first, Line::Blank, Line::Blank, second, third]);
        assert_eq!(rest, b"4");
        assert!(read::<u32>(b"<html>").is_err());
    }
}
