//! Nodes in processes of their own, which can be killed.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, RwLock};
use std::time::Duration;

use bagh_service::{OnlineSettings, Running, Settings, Unwatched};

/// The argument that makes this program a node.
const SERVE: &str = "--serve";

/// Where the nodes are that run.
pub type Addresses = Arc<RwLock<Vec<Option<SocketAddr>>>>;

/// The nodes of a site.
pub struct Nodes {
    /// The database as each node reaches it.
    databases: Vec<String>,
    children: Vec<Option<Child>>,
    pub addresses: Addresses,
}

/// Runs a node, if this process was started for that, until it is killed.
pub fn serve_if_asked() {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() != Some(SERVE) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::new(folder.path());
    settings.address = SocketAddr::from(([127, 0, 0, 1], 0));
    settings.solve = false;
    // Together no more than systems usually let a process have open.
    settings.limits.connections = 4_000;
    let mut online = OnlineSettings::new(args.next().expect("a database"));
    online.rate = 1_000;
    online.sockets = 15_000;
    settings.online = Some(online);
    let service = Running::start(settings, Arc::new(Unwatched)).expect("the service starts");
    println!("{}", service.address());
    service.wait().expect("the service runs");
    std::process::exit(0);
}

impl Nodes {
    /// Starts a node for each of these addresses of one database.
    pub fn start(databases: Vec<String>) -> Nodes {
        let count = databases.len();
        let children = (0..count).map(|_| None).collect();
        let addresses = Arc::new(RwLock::new(vec![None; count]));
        let mut nodes = Nodes { databases, children, addresses };
        for node in 0..count {
            nodes.bring_back(node);
        }
        nodes
    }

    /// Starts a node, and waits until it answers. It has another port each time: one that was
    /// given up may be taken.
    pub fn bring_back(&mut self, node: usize) {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args([SERVE, &self.databases[node]])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a node starts");
        let stdout = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("its address");
        let address = line.trim().parse().expect("an address");
        self.children[node] = Some(child);
        self.addresses.write().expect("addresses")[node] = Some(address);
    }

    /// Kills a node.
    pub fn take_away(&mut self, node: usize) {
        self.addresses.write().expect("addresses")[node] = None;
        if let Some(mut child) = self.children[node].take() {
            child.kill().expect("SIGKILL");
            child.wait().expect("it is gone");
        }
    }

    /// Whether any node runs.
    pub fn any(&self) -> bool {
        self.children.iter().any(Option::is_some)
    }

    /// Memory of all nodes, where the system tells.
    pub fn memory(&self) -> u64 {
        self.children.iter().flatten().map(|child| resident(child.id())).sum()
    }

    /// Processor time that the nodes that run have used, where the system tells.
    pub fn processor(&self) -> Duration {
        self.children.iter().flatten().map(|child| used(child.id())).sum()
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for child in self.children.iter_mut().flatten() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Linux counts processor time in hundredths of a second, on all machines that it is built for.
const TICK: Duration = Duration::from_millis(10);

fn used(process: u32) -> Duration {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses can have anything in it; user and system time follow as 12 and 13.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok()).map(|n| TICK * n).sum()
}

fn resident(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).map_or(0, |p: u64| p * 4096)
}
