//! What look-ups in tables at an address cost: time, requests and bytes, for whole games.
//!
//! ```text
//! cargo run -p bagh-remote --example measure -- http://127.0.0.1:8000 10
//! ```
//!
//! Games of Bagh Chal are played from the start, each move one of the three best, and every
//! position is looked up with all of its moves. Then all are looked up again: from memory, and from
//! the cache on disk.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use bagh::{Game, Position};
use bagh_remote::{Address, Counts, RemoteOptions, RemoteTables};
use bagh_tables::Tables;

/// Plies of a game, if it does not end before.
const PLIES: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "expected an address, and how many games";
    let address: Address = args.next().ok_or(usage)?.parse()?;
    let games: u64 = args.next().map_or(Ok(10), |text| text.parse()).map_err(|_| usage)?;
    let cache = tempfile::tempdir()?;
    let options =
        RemoteOptions { cache_folder: Some(cache.path().to_owned()), ..RemoteOptions::default() };
    let game = Game::bagh_chal();
    let remote = Arc::new(RemoteTables::open(&address, &options)?);
    let began = Instant::now();
    let tables = Tables::open_remote(game, remote.clone())?;
    println!("manifest: {:.1} ms", milliseconds(began));

    let mut looked_up = Vec::new();
    for seed in 0..games {
        let before = remote.counters().counts();
        let (positions, times) = play(&tables, game, seed)?;
        let after = remote.counters().counts();
        print!("game {}, {} positions: ", seed + 1, positions.len());
        tell(times, before, after);
        looked_up.extend(positions);
    }
    let counts = remote.counters().counts();
    println!("in all {} bytes, {} bytes of cache on disk", counts.bytes, counts.kept);
    print!("again, from memory: ");
    tell(look_up(&tables, &looked_up)?, counts, remote.counters().counts());

    drop((tables, remote));
    let remote = Arc::new(RemoteTables::open(&address, &options)?);
    let tables = Tables::open_remote(game, remote.clone())?;
    print!("again, from disk: ");
    let counts = remote.counters().counts();
    tell(look_up(&tables, &looked_up)?, counts, remote.counters().counts());
    Ok(())
}

/// Plays a game, and looks every position up: the positions, and the milliseconds of each.
fn play(
    tables: &Tables,
    game: &Game,
    seed: u64,
) -> Result<(Vec<Position>, Vec<f64>), Box<dyn Error>> {
    let (mut positions, mut times) = (Vec::new(), Vec::new());
    let (mut at, mut random) = (game.start(), seed);
    while positions.len() < PLIES {
        let began = Instant::now();
        let moves = tables.moves(&at)?;
        times.push(milliseconds(began));
        positions.push(at);
        // SplitMix64, of which the low bits are as good as the others.
        random = random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (random ^ random >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let Some(chosen) = moves.get((mixed >> 32) as usize % moves.len().clamp(1, 3)) else {
            break;
        };
        at = game.after(&at, chosen.mv);
    }
    Ok((positions, times))
}

fn look_up(tables: &Tables, positions: &[Position]) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut times = Vec::new();
    for position in positions {
        let began = Instant::now();
        tables.moves(position)?;
        times.push(milliseconds(began));
    }
    Ok(times)
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

fn tell(mut times: Vec<f64>, before: Counts, after: Counts) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "median {:.2} ms, 90 % within {:.2} ms, longest {:.1} ms; {} requests, {} bytes, {} hits and {} misses in the cache",
        at(0.5),
        at(0.9),
        at(1.0),
        after.requests - before.requests,
        after.bytes - before.bytes,
        after.hits - before.hits,
        after.misses - before.misses,
    );
}
