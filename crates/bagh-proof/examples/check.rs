//! Checks a certificate with the plain rules:
//! `cargo run --release -p bagh-proof --example check -- goat-draws.proof TABLES`.
//!
//! The tables are those of the sliding phase; a claim that ends before it needs none.

use std::path::Path;

use bagh::Game;
use bagh_proof::{Certificate, Quiet, check};
use bagh_tables::SlidingTables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let file = args.first().ok_or("expected a certificate, and a folder of tables")?;
    let game = Game::bagh_chal();
    let tables = match args.get(1) {
        Some(folder) => Some(SlidingTables::open(game, Path::new(folder))?),
        None => None,
    };
    let certificate = Certificate::open(Path::new(file))?;
    let checked = check(&certificate, game, tables.as_ref(), &Quiet)?;
    println!("the claim holds: {} positions were played out", checked.positions);
    Ok(())
}
