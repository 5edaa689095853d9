//! What a service is asked to do, and within which limits.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bagh::Game;
use bagh_remote::RemoteTables;

use crate::access::AllowedOrigins;
use crate::place::Place;

/// What a service is asked to do.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen. Port 0 takes any that is free.
    pub address: SocketAddr,
    /// The folder of all tables.
    pub tables: PathBuf,
    /// Tables in a bucket or on a web host, read instead of that folder. Nothing is solved then.
    pub remote: Option<Arc<RemoteTables>>,
    /// A folder of pocket editions to be offered; none without it.
    pub pocket: Option<PathBuf>,
    /// Whether to solve games whose tables are missing.
    pub solve: bool,
    /// Threads that solve; as many as there are processors by default.
    pub threads: Option<usize>,
    /// Games beside the built-in ones.
    pub boards: Vec<BoardFile>,
    /// Games to solve in addition to the usual ones: built-in games or boards, perhaps with
    /// another number of captures.
    pub also: Vec<Game>,
    /// Names that the service answers to. On a loopback address it answers to those of this
    /// machine and to these; elsewhere to any name if there are none.
    pub hosts: Vec<String>,
    /// Pages of other origins that may ask for what costs much.
    pub origins: AllowedOrigins,
    /// Whether other machines may read `/metrics`.
    pub public_metrics: bool,
    /// What is refused.
    pub limits: Limits,
    /// Online play; none without it.
    pub online: Option<crate::online::OnlineSettings>,
}

impl Settings {
    /// The usual settings, with tables in this folder.
    pub fn new(tables: impl Into<PathBuf>) -> Settings {
        Settings {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)),
            tables: tables.into(),
            remote: None,
            pocket: None,
            solve: true,
            threads: None,
            boards: Vec::new(),
            also: Vec::new(),
            hosts: Vec::new(),
            origins: AllowedOrigins::default(),
            public_metrics: false,
            limits: Limits::default(),
            online: None,
        }
    }
}

impl Settings {
    /// Where tables are read.
    pub(crate) fn place(&self) -> Place {
        match &self.remote {
            Some(remote) => Place::Remote(remote.clone()),
            None => Place::Folder(self.tables.clone()),
        }
    }
}

/// A game with the file that describes it.
#[derive(Clone, Debug)]
pub struct BoardFile {
    /// The game.
    pub game: Game,
    /// The text of the file.
    pub text: String,
}

/// What is refused, and after which time a client is given up.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a body.
    pub body: usize,
    /// Bytes of an address (path and parameters).
    pub address: usize,
    /// Positions in one request.
    pub positions: usize,
    /// Connections at a time. Fewer if the system allows fewer open files.
    pub connections: usize,
    /// Requests that wait for a lookup at a time.
    pub waiting: usize,
    /// Requests that wait for a piece of a line at a time.
    pub lines: usize,
    /// Requests with many positions at a time, from the last byte of their bodies on.
    pub batches: usize,
    /// Blocks that are unpacked for a batch in one piece of work, in a few milliseconds: single
    /// lookups and other batches have their turn after each piece.
    pub blocks: usize,
    /// The same for blocks of plies, each of which takes several times as long.
    pub plies_blocks: usize,
    /// Bytes of all bodies that are on their way.
    pub body_memory: usize,
    /// Requests that wait for counts of whole tables at a time.
    pub counts: usize,
    /// Requests that wait for the engine at a time.
    pub searches: usize,
    /// Time for the head of a request, for its body, and for the next request on an open
    /// connection.
    pub head: Duration,
    /// Time until a request is answered, from the end of its head on.
    pub request: Duration,
    /// Time in which nothing at all comes or can be sent.
    pub idle: Duration,
    /// Bytes a second that a client must read while there is something to send, averaged over
    /// `idle`.
    pub least_rate: u64,
    /// Time for the last answers when the service is stopped.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 256 << 10,
            address: 8 << 10,
            positions: 1_000,
            connections: 16_384,
            waiting: 4_096,
            lines: 256,
            batches: 64,
            blocks: 200,
            plies_blocks: 40,
            body_memory: 64 << 20,
            counts: 64,
            searches: 8,
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            idle: Duration::from_secs(60),
            least_rate: 1 << 10,
            farewell: Duration::from_secs(5),
        }
    }
}
