//! What a simulation measured.

use std::fmt;
use std::time::Duration;

use super::plan::Plan;
use super::player::Notes;

/// What a simulation measured.
pub struct Figures {
    site: String,
    tables: u64,
    elapsed: Duration,
    /// Seconds for which no node could be used.
    down: f64,
    moves: usize,
    games: usize,
    reconnects: u64,
    repeats: u64,
    /// Milliseconds from sending a move to the opponent's seeing it: half of all, and 99 in 100.
    latency: [f64; 2],
    /// Megabytes of all nodes after a quarter of the time, and at the end.
    memory: [f64; 2],
}

impl Figures {
    pub(super) fn new(
        plan: &Plan,
        notes: &mut Notes,
        elapsed: Duration,
        down: &[(u64, u64)],
        memory: &[u64],
    ) -> Figures {
        notes.latencies.sort_unstable();
        let latency = [0.5, 0.99].map(|share| {
            let index = notes.latencies.len().saturating_sub(1) as f64 * share;
            notes.latencies.get(index as usize).map_or(0.0, |t| t.as_secs_f64() * 1e3)
        });
        let megabytes = |index: usize| memory.get(index).map_or(0.0, |&bytes| bytes as f64 / 1e6);
        let kind = if plan.postgres { "PostgreSQL" } else { "SQLite" };
        Figures {
            site: format!("{kind}, {} node(s)", plan.nodes),
            tables: plan.tables,
            elapsed,
            down: down.iter().map(|(from, until)| until - from).sum::<u64>() as f64 / 1e3,
            moves: notes.acknowledged_moves(),
            games: notes.games(),
            reconnects: notes.reconnects,
            repeats: notes.repeats,
            latency,
            memory: [megabytes(memory.len() / 4), megabytes(memory.len().saturating_sub(1))],
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        writeln!(f, "{}; {} games at a time for {seconds:.0} s", self.site, self.tables)?;
        writeln!(f, "down                       {:10.1} s", self.down)?;
        let rate = self.moves as f64 / seconds;
        writeln!(f, "games                      {:10}", self.games)?;
        writeln!(f, "moves acknowledged         {:10}   {rate:.0} a second", self.moves)?;
        writeln!(f, "connections lost           {:10}", self.reconnects)?;
        writeln!(f, "messages sent again        {:10}", self.repeats)?;
        writeln!(f, "move to the other's screen {:10.1} ms at the median", self.latency[0])?;
        writeln!(f, "                           {:10.1} ms at 99 %", self.latency[1])?;
        writeln!(f, "memory of the nodes        {:10.0} MB after a quarter", self.memory[0])?;
        writeln!(f, "                           {:10.0} MB at the end", self.memory[1])
    }
}
