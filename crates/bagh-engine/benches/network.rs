//! What wide registers and kept estimates are worth: `cargo bench -p bagh-engine --bench network`.
//!
//! `one position` compares the network with all registers of the processor and with those that
//! every processor of its kind has; `search` is a whole search with either, and with the
//! hand-written evaluation.

// What criterion's macros make has no documentation.
#![allow(missing_docs)]

use std::hint::black_box;
use std::sync::Arc;

use bagh::{Game, Position};
use bagh_engine::evaluation::network::Network;
use bagh_engine::{Engine, Evaluation, HandWritten, Limits, SearchOptions};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Positions from all parts of a game.
fn positions(game: &Game) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut position = game.start();
    for step in 0..60 {
        if game.result(&position).is_some() {
            break;
        }
        positions.push(position);
        let moves: Vec<_> = game.moves(&position).collect();
        position = game.after(&position, moves[step * 5 % moves.len()]);
    }
    positions
}

fn built_in(game: &Game) -> Network {
    let bytes = include_bytes!("../networks/bagh-chal.network");
    Network::from_bytes(game, bytes).expect("the built-in network fits the game")
}

fn one_position(c: &mut Criterion) {
    let game = Game::bagh_chal();
    let positions = positions(game);
    let mut group = c.benchmark_group("one position");
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, network) in [("wide", built_in(game)), ("plain", built_in(game).with_plain_kernel())]
    {
        group.bench_function(name, |b| {
            b.iter(|| positions.iter().map(|p| network.points(black_box(p))).sum::<i32>());
        });
    }
    group.finish();
}

fn search(c: &mut Criterion) {
    const NODES: u64 = 100_000;
    let game = Game::bagh_chal();
    let positions = positions(game);
    let mut group = c.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    let evaluations: [(&str, Arc<dyn Evaluation>); 3] = [
        ("wide", Arc::new(built_in(game))),
        ("plain", Arc::new(built_in(game).with_plain_kernel())),
        ("hand-written", Arc::new(HandWritten::new(game))),
    ];
    for (name, evaluation) in evaluations {
        let mut engine = Engine::with_evaluation(game, evaluation);
        group.bench_function(name, |b| {
            b.iter(|| {
                engine.clear();
                let limits = Limits::nodes(NODES);
                engine.search(&positions[20], SearchOptions { limits, ..Default::default() }).nodes
            });
        });
    }
    group.finish();
}

criterion_group!(benches, one_position, search);
criterion_main!(benches);
