//! Short simulations: people play over bad networks while nodes and PostgreSQL are killed.
//!
//! This test has no harness, since it starts itself as the nodes that it kills. The example
//! `simulate` runs longer simulations and measures.

#[allow(dead_code, reason = "the test and the example use different parts")]
mod simulation;

use std::time::Duration;

use simulation::{Fault, Plan, Until, run, serve_if_asked};

fn main() {
    serve_if_asked();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    for (name, plan) in [("simulate_sqlite", sqlite()), ("simulate_postgres", postgres())] {
        if args.iter().any(|arg| arg == "--list") {
            println!("{name}: test");
        } else if filters.is_empty() || filters.iter().any(|filter| name.contains(*filter)) {
            match run(&plan) {
                Some(figures) => print!("{name}: {figures}"),
                None => println!("{name}: PostgreSQL is missing"),
            }
        }
    }
}

/// One node on SQLite is killed three times, the first time for longer than the clocks last.
fn sqlite() -> Plan {
    let kill = |milliseconds| Fault::Kill(0, Duration::from_millis(milliseconds));
    Plan {
        seed: 16,
        tables: 8,
        until: Until::Games(2),
        plies: 40,
        pauses: vec![20],
        clock: (5, 3),
        calm: false,
        nodes: 1,
        postgres: false,
        synced: false,
        faults: vec![(20, kill(9_000)), (100, kill(0)), (200, kill(300))],
        every: None,
    }
}

/// PostgreSQL is away for longer than the clocks last at that time; then one of two nodes is taken
/// away, PostgreSQL stands still, then crashes, and the node comes back.
fn postgres() -> Plan {
    let long = Fault::Postgres(Duration::from_secs(9));
    let still = Fault::Freeze(Duration::from_secs(4));
    let crash = Fault::Postgres(Duration::from_millis(500));
    Plan {
        nodes: 2,
        postgres: true,
        faults: vec![
            (20, long),
            (60, Fault::TakeAway(0)),
            (80, still),
            (100, crash),
            (160, Fault::BringBack(0)),
            (220, Fault::TakeAway(1)),
        ],
        ..sqlite()
    }
}
