//! What to simulate.

use std::time::Duration;

use bagh_store::testing::PostgresServer;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where chance begins.
    pub seed: u64,
    /// Games at a time.
    pub tables: u64,
    /// When tables stop.
    pub until: Until,
    /// Plies after which the player to move resigns.
    pub plies: usize,
    /// Milliseconds between an opponent's move and the answer, on average. Several take turns,
    /// each for an equal part of the time.
    pub pauses: Vec<u64>,
    /// The clock: seconds at the beginning and for each move.
    pub clock: (u64, u64),
    /// Networks that neither drop connections nor repeat, delay or reorder messages.
    pub calm: bool,
    /// Nodes, on PostgreSQL if there are several.
    pub nodes: usize,
    /// PostgreSQL instead of SQLite.
    pub postgres: bool,
    /// Whether PostgreSQL waits for the disk, as it has to on a site.
    pub synced: bool,
    /// What goes wrong, and after how many acknowledged moves.
    pub faults: Vec<(u64, Fault)>,
    /// What goes wrong again and again, in turn.
    pub every: Option<(Duration, Vec<Fault>)>,
}

impl Plan {
    /// A PostgreSQL server of its own.
    pub fn server(&self) -> Option<PostgresServer> {
        if self.synced { PostgresServer::start_synced() } else { PostgresServer::start() }
    }

    /// Whether a node has to be cut off from PostgreSQL at some time.
    pub fn cuts_off(&self) -> bool {
        let again = self.every.iter().flat_map(|(_, faults)| faults);
        let once = self.faults.iter().map(|(_, fault)| fault);
        once.chain(again).any(|fault| matches!(fault, Fault::CutOff(..)))
    }

    /// How long each of the pauses lasts, where the time is limited.
    pub fn part(&self) -> Option<Duration> {
        match self.until {
            Until::Time(time) => Some(time / self.pauses.len().max(1) as u32),
            Until::Games(_) => None,
        }
    }

    /// The pause between moves at a time.
    pub fn pause(&self, elapsed: Duration) -> u64 {
        let part = self.part().map_or(0, |part| elapsed.as_nanos() / part.as_nanos().max(1));
        let last = self.pauses.len().saturating_sub(1);
        self.pauses.get((part as usize).min(last)).copied().unwrap_or(0)
    }
}

/// When tables stop.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After this many games each.
    Games(u64),
    /// After this time.
    Time(Duration),
}

/// Something that goes wrong.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// A node is killed with SIGKILL, and started again after a while.
    Kill(usize, Duration),
    /// A node is killed with SIGKILL.
    TakeAway(usize),
    /// A node that was taken away is started again.
    BringBack(usize),
    /// PostgreSQL is stopped as by a crash, and started again after a while.
    Postgres(Duration),
    /// PostgreSQL stands still for a while: it answers nothing, and refuses nothing.
    Freeze(Duration),
    /// A node does not reach PostgreSQL for a while, and others do. Nothing is refused; what was
    /// sent arrives later.
    CutOff(usize, Duration),
}
