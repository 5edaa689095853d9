//! Simulates people who play over bad networks while nodes are killed, measures, and checks that
//! nothing is lost.
//!
//! `cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 60 --calm`
//! plays a thousand games at a time for a minute over good networks, which measures latency;
//! without `--calm` connections drop, and messages are repeated, delayed and reordered. `--pause`
//! sets the milliseconds between two moves of a game; with several, as in `--pause 3000,1000,300`,
//! each is kept for an equal part of the time and measured by itself. `--postgres` with `--nodes 2`
//! runs two nodes on a PostgreSQL server of its own. `--kill 10` lets something go wrong every 10
//! seconds: the node is killed and started again, and with two nodes one is also taken away until
//! the next time, PostgreSQL crashes and stands still, and one node does not reach it. `--idle
//! 10000` opens sockets on which nothing happens, and prints the memory of the node.

#[path = "../../tests/simulate/simulation/mod.rs"]
#[allow(dead_code, reason = "the test and the example use different parts")]
mod simulation;

use std::time::Duration;

use simulation::idle::{Idle, idle};
use simulation::{Fault, Plan, Until, run, serve_if_asked};

fn main() {
    serve_if_asked();
    let mut plan = Plan {
        seed: 1,
        tables: 100,
        until: Until::Time(Duration::from_secs(10)),
        plies: usize::MAX,
        pauses: vec![3_000],
        clock: (60, 2),
        calm: false,
        nodes: 1,
        postgres: false,
        synced: true,
        faults: Vec::new(),
        every: None,
    };
    let mut kill = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = || number(&arg, &args.next().unwrap_or_default());
        match arg.as_str() {
            "--games" => plan.tables = number(),
            "--seconds" => plan.until = Until::Time(Duration::from_secs(number())),
            "--pause" => plan.pauses = numbers(&arg, &args.next().unwrap_or_default()),
            "--seed" => plan.seed = number(),
            "--kill" => kill = Some(Duration::from_secs(number().max(1))),
            "--nodes" => plan.nodes = number().max(1) as usize,
            "--postgres" => plan.postgres = true,
            "--calm" => plan.calm = true,
            "--idle" => {
                let sockets = number() as usize;
                let Idle { before, opened, stayed, open } = idle(sockets);
                let [before, opened, stayed] = [before, opened, stayed].map(|n| n as f64 / 1e6);
                println!("without sockets           {before:7.0} MB");
                println!("{sockets:7} idle sockets      {opened:7.0} MB");
                println!("{open:7} after a minute     {stayed:7.0} MB");
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

/// What goes wrong in turn: a node is killed and started again; of several, one is gone for a
/// while; PostgreSQL crashes.
fn faults(plan: &Plan) -> Vec<Fault> {
    let pause = Duration::from_millis(500);
    let mut faults = vec![Fault::Kill(0, pause)];
    if plan.nodes > 1 {
        faults.extend([Fault::TakeAway(1), Fault::BringBack(1)]);
    }
    if plan.postgres {
        faults.extend([Fault::Postgres(pause), Fault::Freeze(Duration::from_secs(5))]);
    }
    if plan.nodes > 1 {
        faults.push(Fault::CutOff(0, Duration::from_secs(9)));
    }
    faults
}

fn number(what: &str, text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| fail(what, &format!("a number, found {text:?}")))
}

/// Numbers with commas between them, at least one.
fn numbers(what: &str, text: &str) -> Vec<u64> {
    text.split(',').map(|text| number(what, text)).collect()
}

fn fail(what: &str, expected: &str) -> ! {
    eprintln!("{what}: expected {expected}");
    std::process::exit(2)
}
