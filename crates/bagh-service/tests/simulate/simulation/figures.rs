//! What a simulation measured.

use std::fmt;
use std::time::{Duration, Instant};

use super::World;
use super::nodes::Nodes;
use super::player::Notes;

/// A look at the nodes.
pub struct Sample {
    /// When, from the beginning.
    pub at: Duration,
    memory: u64,
    processor: Duration,
}

impl Sample {
    pub fn take(begun: Instant, nodes: &Nodes) -> Sample {
        Sample { at: begun.elapsed(), memory: nodes.memory(), processor: nodes.processor() }
    }
}

/// What was measured at one pace. Its first quarter is not counted: people arrive then, or still
/// think as long as before.
struct Pace {
    /// Milliseconds between two moves of a game.
    pause: u64,
    /// Moves in a second.
    rate: f64,
    /// Milliseconds from sending a move to the opponent's seeing it: half of all, 99 in 100, all.
    latency: [f64; 3],
    /// Cores that the nodes together kept busy.
    cores: f64,
}

/// What a simulation measured.
pub struct Figures {
    site: String,
    tables: u64,
    elapsed: Duration,
    /// Seconds for which no node could be used.
    down: f64,
    moves: usize,
    games: usize,
    /// Games that were lost on time, each of which the service was there for.
    timeouts: usize,
    reconnects: u64,
    repeats: u64,
    paces: Vec<Pace>,
    /// Megabytes of all nodes after each tenth of the time.
    memory: Vec<f64>,
}

impl Figures {
    pub(super) fn new(
        world: &World,
        notes: &mut Notes,
        timeouts: usize,
        elapsed: Duration,
        down: &[(u64, u64)],
        samples: &[Sample],
    ) -> Figures {
        let plan = &world.plan;
        let kind = if plan.postgres { "PostgreSQL" } else { "SQLite" };
        let part = plan.part().unwrap_or(elapsed);
        let paces = plan.pauses.iter().zip(0..).map(|(&pause, number)| {
            let end = part * (number + 1);
            pace(world, notes, samples, pause, end - part * 3 / 4..end)
        });
        let total = part * plan.pauses.len() as u32;
        let memory = (1..=10).filter_map(|tenth| {
            let sample = samples.iter().rfind(|sample| sample.at <= total * tenth / 10)?;
            Some(sample.memory as f64 / 1e6)
        });
        Figures {
            site: format!("{kind}, {} node(s)", plan.nodes),
            tables: plan.tables,
            elapsed,
            down: down.iter().map(|(from, until)| until - from).sum::<u64>() as f64 / 1e3,
            moves: notes.acknowledged_moves(),
            games: notes.games(),
            timeouts,
            reconnects: notes.reconnects,
            repeats: notes.repeats,
            paces: paces.collect(),
            memory: memory.collect(),
        }
    }
}

fn pace(
    world: &World,
    notes: &Notes,
    samples: &[Sample],
    pause: u64,
    span: std::ops::Range<Duration>,
) -> Pace {
    let sent = |left: &Instant| span.contains(&left.duration_since(world.begun));
    let mut latencies: Vec<Duration> =
        notes.latencies.iter().filter(|(left, _)| sent(left)).map(|&(_, taken)| taken).collect();
    latencies.sort_unstable();
    let latency = [0.5, 0.99, 1.0].map(|share| {
        let index = latencies.len().saturating_sub(1) as f64 * share;
        latencies.get(index as usize).map_or(0.0, |taken| taken.as_secs_f64() * 1e3)
    });
    let looks: Vec<&Sample> = samples.iter().filter(|sample| span.contains(&sample.at)).collect();
    // A node that was started anew has used less than before.
    let used = looks.windows(2).map(|two| two[1].processor.saturating_sub(two[0].processor));
    let cores = match (looks.first(), looks.last()) {
        (Some(first), Some(last)) if last.at > first.at => {
            used.sum::<Duration>().as_secs_f64() / (last.at - first.at).as_secs_f64()
        }
        _ => 0.0,
    };
    let rate = latencies.len() as f64 / (span.end - span.start).as_secs_f64();
    Pace { pause, rate, latency, cores }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs_f64();
        writeln!(f, "{}; {} games at a time for {seconds:.0} s", self.site, self.tables)?;
        writeln!(f, "down                   {:10.1} s", self.down)?;
        writeln!(f, "games                  {:10}", self.games)?;
        writeln!(f, "lost on time           {:10}", self.timeouts)?;
        writeln!(f, "moves acknowledged     {:10}", self.moves)?;
        writeln!(f, "connections lost       {:10}", self.reconnects)?;
        writeln!(f, "messages sent again    {:10}", self.repeats)?;
        write!(f, "memory of the nodes    ")?;
        for megabytes in &self.memory {
            write!(f, " {megabytes:.0}")?;
        }
        writeln!(f, " MB after each tenth")?;
        writeln!(f, "  pause  moves/s   median      99 %   slowest  cores of the nodes")?;
        for Pace { pause, rate, latency: [median, most, all], cores } in &self.paces {
            writeln!(
                f,
                "{pause:7} {rate:8.0} {median:5.1} ms {most:6.1} ms {all:6.0} ms  {cores:.2}"
            )?;
        }
        Ok(())
    }
}
