//! What to simulate.

use std::time::Duration;

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
    /// Milliseconds between an opponent's move and the answer, on average.
    pub pause: u64,
    /// The clock: seconds at the beginning and for each move.
    pub clock: (u64, u64),
    /// Networks that neither drop connections nor repeat, delay or reorder messages.
    pub calm: bool,
    /// Nodes, on PostgreSQL if there are several.
    pub nodes: usize,
    /// PostgreSQL instead of SQLite.
    pub postgres: bool,
    /// What goes wrong, and after how many acknowledged moves.
    pub faults: Vec<(u64, Fault)>,
    /// What goes wrong again and again, in turn.
    pub every: Option<(Duration, Vec<Fault>)>,
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
}
