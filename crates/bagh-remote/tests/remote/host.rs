//! A host of static files that misbehaves on demand.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What a host does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "some tests do not use all")]
pub enum Manner {
    /// Answers as it should.
    Fine,
    /// Answers a request for a range with the whole file.
    Whole,
    /// Sends other bytes.
    Garbage,
    /// Announces all bytes, sends half of them, and hangs up.
    CutOff,
    /// Announces fewer bytes than were asked for.
    Short,
    /// Sends more bytes than were asked for, without an end.
    Endless,
    /// Tells another length of the file.
    OtherLength,
    /// Sends another range than was asked for.
    OtherRange,
    /// Does not answer.
    Stall,
    /// Hangs up at once.
    HangUp,
    /// Answers with this status, and a body of some length.
    Status(u16),
    /// Sends elsewhere: to the same file below `/moved`.
    Redirect,
    /// Sends elsewhere, again and again.
    Loop,
}

/// A running host.
pub struct Host {
    address: SocketAddr,
    state: Arc<State>,
}

struct State {
    folder: Mutex<PathBuf>,
    /// By a part of the path, what is done, and how often.
    manners: Mutex<BTreeMap<String, (Manner, usize)>>,
    /// Requests by path.
    requests: Mutex<BTreeMap<String, usize>>,
    /// Requests by path and the start of their range.
    ranges: Mutex<BTreeMap<(String, usize), usize>>,
    all: AtomicUsize,
    /// Whether requests must be signed, as a bucket that is not public asks.
    signed: AtomicBool,
    ended: AtomicBool,
}

#[allow(dead_code, reason = "some tests do not use all")]
impl Host {
    /// Serves a folder below any path.
    pub fn start(folder: &Path) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            folder: Mutex::new(folder.to_owned()),
            manners: Mutex::default(),
            requests: Mutex::default(),
            ranges: Mutex::default(),
            all: AtomicUsize::new(0),
            signed: AtomicBool::new(false),
            ended: AtomicBool::new(false),
        });
        let shared = state.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if shared.ended.load(SeqCst) {
                    break;
                }
                let state = shared.clone();
                // Without it, each answer waits for a receipt of the one before.
                stream.set_nodelay(true).unwrap();
                // A client may leave at any moment.
                thread::spawn(move || drop(state.converse(&stream)));
            }
        });
        Host { address, state }
    }

    /// Where it listens.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The address of the folder of all tables.
    pub fn url(&self) -> String {
        format!("{}/some/tables", self.origin())
    }

    /// From now on does this for all paths with this part.
    pub fn behave(&self, part: &str, manner: Manner) {
        self.behave_times(part, manner, usize::MAX);
    }

    /// Does this a given number of times.
    pub fn behave_times(&self, part: &str, manner: Manner, times: usize) {
        self.state.manners.lock().unwrap().insert(part.to_owned(), (manner, times));
    }

    /// Serves another folder.
    pub fn serve(&self, folder: &Path) {
        *self.state.folder.lock().unwrap() = folder.to_owned();
    }

    /// Refuses requests that are not signed.
    pub fn ask_for_signatures(&self) {
        self.state.signed.store(true, SeqCst);
    }

    /// Requests so far.
    pub fn requests(&self) -> usize {
        self.state.all.load(SeqCst)
    }

    /// How often each path was asked for from its first byte on.
    pub fn first_bytes(&self) -> BTreeMap<String, usize> {
        let ranges = self.state.ranges.lock().unwrap();
        let firsts = ranges.iter().filter(|((_, start), _)| *start == 0);
        firsts.map(|((path, _), times)| (path.clone(), *times)).collect()
    }

    /// Requests so far for paths with this part.
    pub fn requests_for(&self, part: &str) -> usize {
        let requests = self.state.requests.lock().unwrap();
        requests.iter().filter(|(path, _)| path.contains(part)).map(|(_, times)| times).sum()
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.state.ended.store(true, SeqCst);
        // Wakes the thread that waits for connections.
        drop(TcpStream::connect(self.address));
    }
}

struct Request {
    path: String,
    range: Option<(usize, usize)>,
    signed: bool,
}

impl State {
    fn converse(&self, stream: &TcpStream) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        loop {
            let Some(first) = lines.next().transpose()? else { return Ok(()) };
            let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
            let mut request = Request { path, range: None, signed: false };
            for line in lines.by_ref() {
                let line = line?.to_ascii_lowercase();
                if line.is_empty() {
                    break;
                }
                if let Some(range) = line.strip_prefix("range: bytes=") {
                    let (start, end) = range.split_once('-').unwrap();
                    request.range = Some((start.parse().unwrap(), end.parse().unwrap()));
                }
                request.signed |= line.starts_with("authorization: aws4-hmac-sha256");
            }
            if !self.answer(stream, &request)? {
                stream.shutdown(Shutdown::Both)?;
                return Ok(());
            }
        }
    }

    /// Answers; whether the connection may go on.
    fn answer(&self, mut stream: &TcpStream, request: &Request) -> std::io::Result<bool> {
        self.all.fetch_add(1, SeqCst);
        *self.requests.lock().unwrap().entry(request.path.clone()).or_default() += 1;
        if let Some((start, _)) = request.range {
            let key = (request.path.clone(), start);
            *self.ranges.lock().unwrap().entry(key).or_default() += 1;
        }
        let mut manner = self.manner(&request.path);
        if self.signed.load(SeqCst) && !request.signed {
            manner = Manner::Status(403);
        }
        let mut send = |status: &str, headers: &str, body: &[u8]| {
            let length = body.len();
            let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n");
            stream.write_all(head.as_bytes())?;
            stream.write_all(body)
        };
        let last_two: Vec<&str> = request.path.rsplit('/').take(2).collect();
        let file = self.folder.lock().unwrap().join(last_two[1]).join(last_two[0]);
        let Ok(all) = fs::read(&file) else {
            send("404 Not Found", "", b"nothing here")?;
            return Ok(true);
        };
        let (start, end) = request.range.unwrap_or((0, all.len() - 1));
        let end = end.min(all.len() - 1);
        if start > end {
            send("416 Range Not Satisfiable", "", b"")?;
            return Ok(true);
        }
        let (status, total) = match request.range {
            Some(_) => ("206 Partial Content", all.len()),
            None => ("200 OK", all.len()),
        };
        let range = |start: usize, end: usize, total: usize| match request.range {
            Some(_) => format!("content-range: bytes {start}-{end}/{total}\r\n"),
            None => String::new(),
        };
        let body = &all[start..=end];
        match manner {
            Manner::Fine => send(status, &range(start, end, total), body)?,
            Manner::Whole => send("200 OK", "", &all)?,
            Manner::Garbage => {
                let other: Vec<u8> = body.iter().map(|byte| byte ^ 0x55).collect();
                send(status, &range(start, end, total), &other)?;
            }
            Manner::Short => {
                send(status, &range(start, end, total), &body[..body.len() / 2])?;
            }
            Manner::OtherLength => send(status, &range(start, end, total + 1), body)?,
            Manner::OtherRange => send(status, &range(start + 1, end + 1, total), body)?,
            Manner::Status(status) => {
                let secret = "the body of an error ".repeat(1_000);
                send(&format!("{status} Some Reason"), "", secret.as_bytes())?;
            }
            Manner::Redirect => {
                let there = format!("location: /moved{}\r\n", request.path);
                send("302 Found", &there, b"")?;
            }
            Manner::Loop => {
                send("302 Found", &format!("location: {}\r\n", request.path), b"")?;
            }
            Manner::CutOff => {
                let (length, range) = (body.len(), range(start, end, total));
                let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{range}\r\n");
                stream.write_all(head.as_bytes())?;
                stream.write_all(&body[..length / 2])?;
                return Ok(false);
            }
            Manner::Endless => {
                let (length, range) = (u64::MAX / 2, range(start, end, total));
                let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{range}\r\n");
                stream.write_all(head.as_bytes())?;
                while !self.ended.load(SeqCst) {
                    stream.write_all(&[7; 1 << 16])?;
                }
                return Ok(false);
            }
            Manner::HangUp => return Ok(false),
            Manner::Stall => {
                while !self.ended.load(SeqCst) && self.manner(&request.path) == Manner::Stall {
                    thread::sleep(Duration::from_millis(5));
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn manner(&self, path: &str) -> Manner {
        let mut manners = self.manners.lock().unwrap();
        for (part, (manner, times)) in manners.iter_mut() {
            let moved = *manner == Manner::Redirect && path.starts_with("/moved");
            if path.contains(part.as_str()) && *times > 0 && !moved {
                *times -= usize::from(*times < usize::MAX);
                return *manner;
            }
        }
        Manner::Fine
    }
}
