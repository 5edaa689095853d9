//! People who play over bad networks while nodes and the database are killed.
//!
//! Players and watchers use the real protocol over real connections. Their networks drop
//! connections, and repeat, delay and reorder messages, over the WebSocket and over HTTP. They offer
//! draws and take back moves, ask for the same game again and look at the lobby, and one client
//! never reads what it asked for. Nodes are processes that are killed with SIGKILL; PostgreSQL
//! crashes or stands still, or one node does not reach it.
//!
//! Checked at the end, against the database itself: every acknowledged move is in the log exactly
//! once, and no other is; what each player and each watcher saw is the log, and so is the record;
//! no one lost on time that the service was down.

mod check;
mod figures;
pub mod idle;
mod network;
mod nodes;
mod plan;
mod player;
mod proxy;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use bagh_store::testing::PostgresServer;

pub use figures::Figures;
pub use nodes::serve_if_asked;
pub use plan::{Fault, Plan, Until};

use figures::Sample;
use nodes::{Addresses, Nodes};
use player::Notes;
use proxy::Proxy;

/// The pause between two looks at the nodes.
const SAMPLES: Duration = Duration::from_secs(1);

/// What all players share.
pub struct World {
    plan: Plan,
    begun: Instant,
    addresses: Addresses,
    ending: AtomicBool,
    /// Moves that were acknowledged.
    moves: AtomicU64,
    notes: Mutex<Notes>,
}

impl World {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().expect("notes")
    }

    /// Milliseconds between two moves by now, on average.
    fn pause(&self) -> u64 {
        self.plan.pause(self.begun.elapsed())
    }
}

/// Milliseconds since the Unix epoch, as in logs.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// What the players play on.
struct Site {
    nodes: Nodes,
    postgres: Option<PostgresServer>,
    /// The ways of the nodes to PostgreSQL, where they have to be cut off at some time.
    ways: Vec<Proxy>,
    /// When the site was down: from the beginning of a fault until it was over.
    down: Vec<(u64, u64)>,
}

impl Site {
    fn suffer(&mut self, fault: Fault) {
        let begun = now();
        match fault {
            Fault::Kill(node, pause) => {
                self.nodes.take_away(node);
                let was_down = !self.nodes.any();
                std::thread::sleep(pause);
                self.nodes.bring_back(node);
                if was_down {
                    self.down.push((begun, now()));
                }
            }
            Fault::TakeAway(node) => {
                self.nodes.take_away(node);
                assert!(self.nodes.any(), "a node is left");
            }
            Fault::BringBack(node) => self.nodes.bring_back(node),
            Fault::Postgres(pause) => {
                let server = self.postgres.as_mut().expect("PostgreSQL");
                server.crash();
                std::thread::sleep(pause);
                server.launch();
                self.down.push((begun, now()));
            }
            Fault::Freeze(pause) => {
                let server = self.postgres.as_ref().expect("PostgreSQL");
                server.freeze();
                std::thread::sleep(pause);
                server.thaw();
                self.down.push((begun, now()));
            }
            Fault::CutOff(node, pause) => {
                self.ways[node].cut(true);
                std::thread::sleep(pause);
                self.ways[node].cut(false);
            }
        }
    }
}

/// Simulates, checks, and gives the figures. None if PostgreSQL is missing and may be.
///
/// # Panics
/// If anything that must hold does not.
pub fn run(plan: &Plan) -> Option<Figures> {
    assert!(plan.nodes == 1 || plan.postgres, "several nodes need PostgreSQL");
    let folder = tempfile::tempdir().expect("a folder");
    let postgres = if plan.postgres { Some(plan.server()?) } else { None };
    let database = match &postgres {
        Some(server) => server.new_database("simulate"),
        None => format!("sqlite://{}", folder.path().join("simulate.db").display()),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let ways: Vec<Proxy> = match &postgres {
        Some(server) if plan.cuts_off() => {
            (0..plan.nodes).map(|_| Proxy::start(&runtime, server.socket())).collect()
        }
        _ => Vec::new(),
    };
    let databases = match ways.len() {
        0 => vec![database.clone(); plan.nodes],
        _ => ways.iter().map(|way| format!("postgres://bagh@{}/simulate", way.address)).collect(),
    };
    let mut site = Site { nodes: Nodes::start(databases), postgres, ways, down: Vec::new() };
    let world = Arc::new(World {
        plan: plan.clone(),
        begun: Instant::now(),
        addresses: site.nodes.addresses.clone(),
        ending: AtomicBool::new(false),
        moves: AtomicU64::new(0),
        notes: Mutex::default(),
    });
    let tables: Vec<_> = (0..plan.tables)
        .map(|number| runtime.spawn(table::play_games(world.clone(), number)))
        .collect();
    let samples = supervise(&world, &mut site, || tables.iter().all(|t| t.is_finished()));
    for table in tables {
        runtime.block_on(table).expect("a table ends well");
    }
    let elapsed = world.begun.elapsed();
    let mut notes = std::mem::take(&mut *world.notes());
    let timeouts = runtime.block_on(check::check(&world, &database, &notes, &site.down));
    Some(Figures::new(&world, &mut notes, timeouts, elapsed, &site.down, &samples))
}

/// Makes things go wrong until all tables have ended. Looks at the nodes once a second.
fn supervise(world: &World, site: &mut Site, ended: impl Fn() -> bool) -> Vec<Sample> {
    let begun = world.begun;
    let mut faults = world.plan.faults.iter();
    let mut next = faults.next();
    let mut again = world.plan.every.iter().flat_map(|(_, faults)| faults).cycle();
    let mut repeated = 0;
    let mut samples: Vec<Sample> = Vec::new();
    while !ended() {
        std::thread::sleep(Duration::from_millis(5));
        if let Until::Time(time) = world.plan.until
            && begun.elapsed() >= time
        {
            world.ending.store(true, Ordering::Relaxed);
        }
        if samples.last().is_none_or(|last| begun.elapsed() >= last.at + SAMPLES) {
            samples.push(Sample::take(begun, &site.nodes));
        }
        if let Some(&(moves, fault)) = next
            && world.moves.load(Ordering::Relaxed) >= moves
        {
            site.suffer(fault);
            next = faults.next();
        }
        if let Some((every, _)) = &world.plan.every
            && begun.elapsed().as_secs_f64() / every.as_secs_f64() >= f64::from(repeated + 1)
            && !world.ending.load(Ordering::Relaxed)
            && let Some(&fault) = again.next()
        {
            site.suffer(fault);
            repeated += 1;
        }
    }
    assert!(next.is_none(), "the tables ended before {next:?}");
    samples
}
