//! Look-ups in solved tables of Bagh Chal: `BAGH_TABLES=DIR cargo bench -p bagh-tables --bench
//! probe`. Without tables there is nothing to measure.
//!
//! Cold means that no block is at hand decompressed: each look-up decompresses what it needs, as
//! the first one after opening does. Warm means a game stepped through, position after position.

// The harness makes public functions without documentation.
#![allow(missing_docs)]

use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bagh::{Game, Position};
use bagh_tables::Tables;
use criterion::{Criterion, criterion_group, criterion_main};

/// A generator of random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }
}

/// Positions of games of random moves, from all phases of the game.
fn game_of_random_moves(game: &Game, random: &mut Random, plies: usize) -> Vec<Position> {
    let mut positions = vec![game.start()];
    for _ in 0..plies {
        let here = *positions.last().expect("there is a first");
        let moves: Vec<_> = game.moves(&here).collect();
        if moves.is_empty() {
            break;
        }
        positions.push(game.after(&here, moves[random.below(moves.len())]));
    }
    positions
}

fn probes(c: &mut Criterion) {
    let folder = std::env::var_os("BAGH_TABLES").map(PathBuf::from);
    let game = Game::bagh_chal();
    let Some(tables) = folder.and_then(|folder| Tables::open(game, &folder).ok()) else {
        println!("no tables of bagh-chal under BAGH_TABLES: nothing to measure");
        return;
    };
    let mut random = Random(1);
    let games: Vec<Vec<Position>> =
        (0..200).map(|_| game_of_random_moves(game, &mut random, 60)).collect();
    let scattered: Vec<Position> = games.iter().map(|g| g[random.below(g.len())]).collect();

    let mut group = c.benchmark_group("probe");
    let cold = |look_up: &dyn Fn(&Position)| {
        let mut times: Vec<Duration> = scattered
            .iter()
            .map(|position| {
                tables.forget();
                let start = Instant::now();
                look_up(position);
                start.elapsed()
            })
            .collect();
        times.sort();
        times[times.len() / 2]
    };
    // Once over everything, so that the files are in memory: cold is about decompression.
    scattered.iter().for_each(|p| drop(tables.moves(p)));
    let value = cold(&|p| drop(black_box(tables.probe(p))));
    let moves = cold(&|p| drop(black_box(tables.moves(p))));
    println!("cold, median of {}: value {value:?}, all moves {moves:?}", scattered.len());

    let game = &games[0];
    let mut at = 0;
    let mut step = |look_up: &dyn Fn(&Position)| {
        at = (at + 1) % game.len();
        look_up(&game[at]);
    };
    group.bench_function("value, warm, a game stepped through", |b| {
        b.iter(|| step(&|p| drop(black_box(tables.probe(p)))));
    });
    group.bench_function("all moves, warm, a game stepped through", |b| {
        b.iter(|| step(&|p| drop(black_box(tables.moves(p)))));
    });
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
