//! What the placement phase costs beside what the machine can do:
//! `cargo run --release -p bagh-tables --example roofline [-- GAME]`.
//!
//! For every layer: the bytes that Tiger's and Goat's steps move and the vector instructions that
//! they take, counted from the plans of the moves, and the time that both steps take in memory,
//! without packing and writing. Then the same in all, and how fast the threads read memory in
//! order, which no step can exceed.

use std::time::Duration;

use bagh::Game;
use bagh_tables::Space;
use bagh_tables::roofline::{Cost, Roofline};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "bagh-chal".to_owned());
    let game = Game::by_name(&name).ok_or_else(|| format!("no game is called {name:?}"))?;
    let goats = game.goats();
    let space = Space::new(&game)?;
    let mut roofline = Roofline::new(&space)?;
    let (bytes, reading) = best_of_three(|| roofline.time_reading());
    println!("placed  positions  tiger ms  goat ms  layer GB  cache GB  instructions/position");
    let (mut all, mut steps, mut positions) = (Cost::default(), Duration::ZERO, 0);
    for placed in (1..=goats).rev() {
        let cost = roofline.tiger_cost(placed) + roofline.goat_cost(placed - 1);
        let (tiger, goat) = (roofline.time_tiger(placed), roofline.time_goat(placed - 1));
        let count = roofline.positions(placed) + roofline.positions(placed - 1);
        println!(
            "{placed:6}  {count:9}  {:8.0}  {:7.0}  {:8.2}  {:8.2}  {:.3}",
            1e3 * tiger.as_secs_f64(),
            1e3 * goat.as_secs_f64(),
            cost.layer_bytes as f64 / 1e9,
            cost.cache_bytes as f64 / 1e9,
            cost.instructions as f64 / count as f64,
        );
        (all, steps, positions) = (all + cost, steps + tiger + goat, positions + count);
    }
    let seconds = steps.as_secs_f64();
    let rate = |count: u64| count as f64 / 1e9 / seconds;
    println!("positions                  {positions}");
    println!("both steps                 {seconds:.1} s");
    println!("bytes of layers            {:.1} GB/s", rate(all.layer_bytes));
    println!("bytes in caches            {:.1} GB/s", rate(all.cache_bytes));
    println!("vector instructions        {:.2} billion a second", rate(all.instructions));
    println!("instructions a position    {:.3}", all.instructions as f64 / positions as f64);
    println!("reading memory in order    {:.1} GB/s", bytes as f64 / 1e9 / reading.as_secs_f64());
    Ok(())
}

/// The shortest of three times.
fn best_of_three(measure: impl Fn() -> (u64, Duration)) -> (u64, Duration) {
    (0..3).map(|_| measure()).min_by_key(|(_, time)| *time).expect("three")
}
