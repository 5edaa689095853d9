//! Simulates people who play over bad networks while nodes are killed, measures, and checks that
//! nothing is lost.
//!
//! `cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 60 --calm`
//! plays a thousand games at a time for a minute over good networks, which measures latency;
//! without `--calm` connections drop, and messages are repeated, delayed and reordered. `--pause`
//! sets the milliseconds between moves, `--kill 10` kills a node every 10 seconds and starts it
//! again, and `--postgres` with `--nodes 2` runs two nodes on a PostgreSQL server of its own,
//! which is killed in turn with them. `--idle 10000` opens sockets on which nothing happens, and
//! prints the memory of the node.

#[path = "../../tests/simulate/simulation/mod.rs"]
#[allow(dead_code, reason = "the test and the example use different parts")]
mod simulation;

use std::time::Duration;

use simulation::idle::idle;
use simulation::{Fault, Plan, Until, run, serve_if_asked};

fn main() {
    serve_if_asked();
    let mut plan = Plan {
        seed: 1,
        tables: 100,
        until: Until::Time(Duration::from_secs(10)),
        plies: usize::MAX,
        pause: 3_000,
        clock: (60, 2),
        calm: false,
        nodes: 1,
        postgres: false,
        faults: Vec::new(),
        every: None,
    };
    let mut kill = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || {
            let text = args.next().unwrap_or_default();
            text.parse::<u64>().unwrap_or_else(|_| fail(&arg, &format!("a number, found {text:?}")))
        };
        match arg.as_str() {
            "--games" => plan.tables = number(),
            "--seconds" => plan.until = Until::Time(Duration::from_secs(number())),
            "--pause" => plan.pause = number(),
            "--seed" => plan.seed = number(),
            "--kill" => kill = Some(Duration::from_secs(number().max(1))),
            "--nodes" => plan.nodes = number().max(1) as usize,
            "--postgres" => plan.postgres = true,
            "--calm" => plan.calm = true,
            "--idle" => {
                let sockets = number();
                let [before, after] = idle(sockets as usize).map(|bytes| bytes as f64 / 1e6);
                println!("{sockets} idle sockets: {after:.0} MB, without them {before:.0} MB");
                return;
            }
            _ => fail(
                &arg,
                "--games, --seconds, --pause, --seed, --kill, --nodes, --postgres, --calm or --idle",
            ),
        }
    }
    if plan.nodes > 1 && !plan.postgres {
        fail("--nodes", "--postgres, which several nodes need");
    }
    plan.every = kill.map(|every| (every, faults(&plan)));
    match run(&plan) {
        Some(figures) => print!("{figures}"),
        None => fail("--postgres", "an installed PostgreSQL"),
    }
}

/// Each node in turn, and PostgreSQL.
fn faults(plan: &Plan) -> Vec<Fault> {
    let pause = Duration::from_millis(500);
    let nodes = (0..plan.nodes).map(|node| Fault::Kill(node, pause));
    nodes.chain(plan.postgres.then_some(Fault::Postgres(pause))).collect()
}

fn fail(what: &str, expected: &str) -> ! {
    eprintln!("{what}: expected {expected}");
    std::process::exit(2)
}
