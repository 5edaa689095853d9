//! Experiment.
use bagh::Game;
use bagh_engine::*;
use bagh_tables::Tables;
use bagh_train::exam::*;
use std::sync::Arc;
use std::time::{Duration, Instant};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Game::by_name(&args[1]).unwrap();
    let n: usize = args[2].parse().unwrap();
    let tables = Tables::open(&game, std::path::Path::new("/tmp/tables")).unwrap();
    let t = Instant::now();
    let tasks = tasks(&game, 42, n, |_| ());
    println!("tasks {:?}", t.elapsed());
    for name in &args[4..] {
        let ev: Arc<dyn Evaluation> = if name == "hand" {
            Arc::new(HandWritten::new(&game))
        } else {
            Arc::new(Network::from_bytes(&game, &std::fs::read(name).unwrap()).unwrap())
        };
        let limits = if let Some(ms) = args[3].strip_suffix("ms") {
            Limits::time(Duration::from_millis(ms.parse().unwrap()))
        } else if let Some(d) = args[3].strip_prefix("d") {
            Limits::depth(d.parse().unwrap())
        } else {
            Limits::nodes(args[3].parse().unwrap())
        };
        let t = Instant::now();
        let marks = examine(
            &tables,
            &tasks,
            |_| {
                Box::new(
                    Player::with_evaluation(&game, Level::STRONGEST, 1, ev.clone())
                        .with_limits(limits),
                )
            },
            |_| (),
        )
        .unwrap();
        println!("{name} {:?}", t.elapsed());
        let all = errors(&marks);
        println!("all {:?} {:.4} {:?}", all, all.value(), all.interval());
        for (phase, side) in KINDS {
            let some: Vec<_> =
                marks.iter().filter(|m| m.phase == phase && m.side == side).collect();
            let e = errors(some.iter().copied());
            let could = some.iter().filter(|m| m.could_err).count();
            let mut kinds = std::collections::BTreeMap::new();
            for m in &some {
                if let Some(e) = m.error() {
                    *kinds.entry(e).or_insert(0) += 1;
                }
            }
            println!("{phase:?} {side:?} {e:?} {:.4} could {could} {kinds:?}", e.value());
        }
    }
}
