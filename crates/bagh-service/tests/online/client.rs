//! A service with online play, and people who use it.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bagh_service::{OnlineSettings, Running, Settings, Unwatched};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes; a test that waits for it has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A service with a database in a folder of its own.
pub struct World {
    pub service: Running,
    pub folder: TempDir,
}

impl World {
    pub fn new() -> World {
        World::with(tempfile::tempdir().unwrap(), 100)
    }

    /// A service on what is in a folder, with rate limits raised this many times.
    pub fn with(folder: TempDir, rate: u32) -> World {
        World::tuned(folder, |online| online.rate = rate)
    }

    /// A service on what is in a folder, with settings of its own.
    pub fn tuned(folder: TempDir, tune: impl Fn(&mut OnlineSettings)) -> World {
        World::set_up(folder, |settings| settings.online.iter_mut().for_each(&tune))
    }

    /// The same with all settings.
    pub fn set_up(folder: TempDir, set_up: impl FnOnce(&mut Settings)) -> World {
        let mut settings = Settings::new(folder.path());
        settings.address = SocketAddr::from(([127, 0, 0, 1], 0));
        settings.solve = false;
        let mut online = OnlineSettings::new(database(folder.path()));
        online.rate = 100;
        settings.online = Some(online);
        set_up(&mut settings);
        let service = Running::start(settings, Arc::new(Unwatched)).unwrap();
        World { service, folder }
    }

    /// Does something to the database behind the service's back.
    pub fn sql(&self, sql: &str) {
        let database = rusqlite::Connection::open(self.folder.path().join("online.db")).unwrap();
        database.busy_timeout(PATIENCE).unwrap();
        database.execute_batch(sql).unwrap();
    }

    /// Looks something up in the database behind the service's back.
    pub fn number(&self, sql: &str) -> i64 {
        let database = rusqlite::Connection::open(self.folder.path().join("online.db")).unwrap();
        database.busy_timeout(PATIENCE).unwrap();
        database.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    pub fn guest(&self) -> Person {
        let mut person = self.visitor();
        let player = person.post("/api/online/guest", &json!({})).fine();
        person.id = player["player"]["id"].as_str().unwrap().to_owned();
        person
    }

    /// Someone without an account.
    pub fn visitor(&self) -> Person {
        Person { address: self.service.address(), cookie: None, id: String::new(), sent: 0 }
    }

    /// Two guests, and a game between them: the first has the goats.
    pub fn game(&self, time: Value) -> (Person, Person, String) {
        let (mut goat, mut tiger) = (self.guest(), self.guest());
        let setup = json!({ "game": "bagh-chal", "time": time });
        let new = json!({ "kind": "link", "setup": setup, "side": "goat" });
        let challenge = goat.post("/api/online/challenges", &new).fine();
        let id = challenge["challenge"]["id"].as_str().unwrap();
        let path = format!("/api/online/challenges/{id}/accept");
        let game = tiger.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();
        (goat, tiger, game)
    }
}

/// The address of the database in a folder.
pub fn database(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("online.db").display())
}

/// Someone with a browser.
#[derive(Clone)]
pub struct Person {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    pub id: String,
    sent: u32,
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Reply {
    #[track_caller]
    pub fn fine(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The error of a refusal with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        let json: Value = serde_json::from_str(&self.body).unwrap();
        let message = json["error"]["message"].as_str().unwrap_or_default();
        assert!(!message.is_empty() && message.len() < 1000, "{self:?}");
        json["error"].clone()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// A body that came in chunks.
fn whole(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        let Some(chunk) = rest.get(..length).filter(|chunk| !chunk.is_empty()) else { break };
        body.push_str(chunk);
        chunks = rest[length..].trim_start_matches("\r\n");
    }
    body
}

impl Person {
    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, &[], body.to_string().as_bytes())
    }

    pub fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        // A service that refuses a huge body may close before it has all of it.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { whole(body) } else { body.to_owned() };
        let status = head.get(9..12).and_then(|s| s.parse().ok()).unwrap_or(0);
        let reply = Reply { status, head: head.to_owned(), body };
        crate::described::check(method, path, reply.status, &reply.body);
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        reply
    }

    /// Sends a command with a fresh identifier.
    pub fn command(&mut self, game: &str, command: Value) -> Reply {
        self.sent += 1;
        let id = format!("c{}", self.sent);
        self.post(
            &format!("/api/online/games/{game}/commands"),
            &json!({ "id": id, "command": command }),
        )
    }

    pub fn play(&mut self, game: &str, ply: u32, text: &str) -> Reply {
        self.command(game, json!({ "type": "move", "ply": ply, "move": text }))
    }

    pub fn state(&mut self, game: &str) -> Value {
        self.get(&format!("/api/online/games/{game}")).fine()["state"].clone()
    }

    /// Opens the WebSocket.
    pub fn socket(&self) -> Socket {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = tungstenite::http::Request::builder()
            .uri("ws://localhost/api/online/socket")
            .header("Host", "localhost")
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", tungstenite::handshake::client::generate_key());
        if let Some(cookie) = &self.cookie {
            request = request.header("Cookie", cookie);
        }
        let (socket, _) = tungstenite::client(request.body(()).unwrap(), stream).unwrap();
        let mut socket = Socket { socket, events: VecDeque::new() };
        assert_eq!(socket.next()["type"], "hello");
        socket
    }
}

/// A WebSocket.
pub struct Socket {
    socket: WebSocket<TcpStream>,
    /// Events that came in the same message as one that was waited for.
    events: VecDeque<Value>,
}

impl Socket {
    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Sends a message. False if the connection is gone.
    pub fn try_send(&mut self, message: &Value) -> bool {
        self.socket.send(Message::text(message.to_string())).is_ok()
    }

    pub fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.socket.send(Message::binary(bytes.to_vec())).unwrap();
    }

    /// The code and the reason with which the service closes the connection.
    #[track_caller]
    pub fn closed(&mut self) -> (u16, String) {
        loop {
            match self.socket.read().unwrap() {
                Message::Close(Some(frame)) => {
                    return (frame.code.into(), frame.reason.as_str().to_owned());
                }
                Message::Close(None) => panic!("closed without a reason"),
                _ => {}
            }
        }
    }

    /// The next message, whatever it is.
    #[track_caller]
    pub fn next(&mut self) -> Value {
        // Pings come all the time: the time-out of the connection alone would never end this.
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            match self.socket.read().unwrap() {
                Message::Text(text) => {
                    let message = serde_json::from_str(text.as_str()).unwrap();
                    crate::described::check_message(&message);
                    return message;
                }
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
        panic!("no message came");
    }

    /// The next message of a type; others are passed over.
    #[track_caller]
    pub fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits for an event of a type.
    #[track_caller]
    pub fn event(&mut self, kind: &str) -> Value {
        loop {
            while let Some(event) = self.events.pop_front() {
                if event["type"] == kind {
                    return event;
                }
            }
            let message = self.next_of("events");
            self.events.extend(message["events"].as_array().unwrap().iter().cloned());
        }
    }

    pub fn follow(&mut self, game: &str, after: u32) {
        self.send(&json!({ "type": "follow", "game": game, "after": after }));
    }
}
