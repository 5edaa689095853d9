//! How many positions a second the move generator counts, in one thread and at depth 7.
#![allow(missing_docs)] // Made by the macros.

use std::hint::black_box;
use std::time::Duration;

use bagh::Game;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const DEPTH: u32 = 7;

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for game in [Game::bagh_chal(), Game::aadu_puli()] {
        let start = game.start();
        // Aadu Puli Attam has many first placements: a ply less is as much work.
        let depth = if game.name() == "bagh-chal" { DEPTH } else { DEPTH - 1 };
        group.throughput(Throughput::Elements(game.perft(&start, depth)));
        group.bench_function(format!("{} depth {depth}", game.name()), |b| {
            b.iter(|| game.perft(black_box(&start), depth));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
