//! A client that sends what it is told, right or wrong, and reads what comes.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use crate::world::World;

/// Longer than any answer takes; a test that waits for it has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// A header, if it is there.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The JSON of an answer without trouble.
    #[track_caller]
    pub fn fine(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.json()
    }

    /// The parameter at fault in an error with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let json = self.json();
        let error = &json["error"];
        assert!(
            error["message"].as_str().is_some_and(|m| !m.is_empty() && m.len() < 1000),
            "{self:?}"
        );
        assert!(error["code"].is_string(), "{self:?}");
        assert_eq!(self.header("cache-control"), Some("no-store"), "{self:?}");
        error["parameter"].as_str().unwrap_or_default().to_owned()
    }
}

/// A connection to the service.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Clients that have asked and wait, until this is dropped.
pub struct Held {
    streams: Vec<TcpStream>,
    statuses: mpsc::Receiver<u16>,
}

impl Held {
    /// Sends the same request on this many connections.
    pub fn send(world: &World, clients: usize, request: &str) -> Held {
        let (told, statuses) = mpsc::channel();
        let streams = (0..clients).map(|_| {
            let mut stream = connect(world.address());
            stream.write_all(request.as_bytes()).unwrap();
            let (mut reading, told) = (stream.try_clone().unwrap(), told.clone());
            std::thread::spawn(move || {
                let mut line = [0; "HTTP/1.1 200".len()];
                if reading.read_exact(&mut line).is_ok() {
                    let status = std::str::from_utf8(&line[9..]).unwrap().parse().unwrap();
                    // The test may have seen enough.
                    let _ = told.send(status);
                }
            });
            stream
        });
        Held { streams: streams.collect(), statuses }
    }

    /// The status of the first that is answered.
    pub fn first_status(&self) -> u16 {
        self.statuses.recv_timeout(PATIENCE).unwrap()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        for stream in &self.streams {
            // The other handle reads still: both are to end.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Sends a request and reads the answer, on a connection of its own.
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let mut stream = connect(address);
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    head += "\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    // The service may answer and close before it has read all.
    let _ = stream.write_all(body);
    read_all(stream).unwrap_or_else(|e| panic!("{method} {}: {e}", &path[..path.len().min(200)]))
}

/// Reads an answer up to the end of the connection.
pub fn read_all(mut stream: TcpStream) -> io::Result<Reply> {
    let mut bytes = Vec::new();
    // A connection may be reset after the answer if not all of the request was read.
    let ended = stream.read_to_end(&mut bytes);
    match parse(&bytes) {
        Some(reply) => Ok(reply),
        None => Err(ended.err().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into())),
    }
}

fn parse(bytes: &[u8]) -> Option<Reply> {
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut reply = Reply { status, headers, body: bytes[end + 4..].to_vec() };
    if reply.header("transfer-encoding") == Some("chunked") {
        reply.body = unchunk(&reply.body);
    }
    Some(reply)
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            break;
        }
        whole.extend_from_slice(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 2 + length + 2..];
    }
    whole
}
