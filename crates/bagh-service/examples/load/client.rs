//! A client that keeps its connection, and costs little.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// What came back.
pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

/// A connection, opened when it is needed.
pub struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        Client { address, stream: None }
    }

    /// Sends a request and reads the answer.
    pub fn send(&mut self, request: &str) -> io::Result<Reply> {
        let result = self.exchange(request);
        if result.is_err() {
            self.stream = None;
        }
        result
    }

    fn exchange(&mut self, request: &str) -> io::Result<Reply> {
        if self.stream.is_none() {
            let stream = TcpStream::connect(self.address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(Duration::from_secs(60)))?;
            self.stream = Some(BufReader::with_capacity(64 << 10, stream));
        }
        let Some(stream) = &mut self.stream else { return Err(io::ErrorKind::NotConnected.into()) };
        stream.get_mut().write_all(request.as_bytes())?;
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut length = 0;
        loop {
            line.clear();
            stream.read_line(&mut line)?;
            match line.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().map_err(io::Error::other)?;
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        stream.read_exact(&mut body)?;
        Ok(Reply { status, body })
    }
}

pub fn get(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

pub fn post(path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A position in an address: nothing but its spaces needs another letter.
pub fn escaped(position: &str) -> String {
    position.replace(' ', "+")
}
