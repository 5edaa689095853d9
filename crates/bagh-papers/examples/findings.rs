//! How what the papers say compares with what is known now, and what of it is wrong:
//! `cargo run --release -p bagh-papers --example findings [TABLES]`.

use std::path::PathBuf;

use bagh::Game;
use bagh_papers::{Finding, rows};
use bagh_tables::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let tables = folder.map(|folder| Tables::open(Game::bagh_chal(), &folder)).transpose()?;

    let rows = rows(tables.as_ref(), &[])?;
    for finding in Finding::ALL {
        let count = rows.iter().filter(|row| row.finding == finding).count();
        println!("{:<14}{count:>5}", finding.word());
    }
    let wrong = rows.iter().filter(|row| row.finding == Finding::Refuted);
    for row in wrong {
        let ours = row.ours.as_deref().unwrap_or("nothing yet");
        println!(
            "\n{}, {}: {}\n  printed: {}\n  ours: {ours}",
            row.paper, row.place, row.what, row.printed
        );
    }
    Ok(())
}
