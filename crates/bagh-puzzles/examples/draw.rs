//! Draws puzzles of Bagh Chal from its solved tables:
//! `cargo run --release -p bagh-puzzles --example draw -- TABLES [HOW_MANY]`.

use std::path::PathBuf;

use bagh::Game;
use bagh_puzzles::{Collection, Kind, Order, draw};
use bagh_tables::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let folder = args.next().map(PathBuf::from).ok_or("expected the folder of the tables")?;
    let count = args.next().map_or(Ok(8), |count| count.to_string_lossy().parse())?;

    let game = Game::bagh_chal();
    let tables = Tables::open(game, &folder)?;
    let order = Order { count, seed: 1, kinds: Kind::ALL.to_vec() };
    let puzzles = draw(&tables, &order, |games, most| eprint!("\r{games} of {most} games"))?;
    eprintln!();
    for puzzle in &puzzles {
        let (kind, line) = (puzzle.kind.word(), puzzle.line.join(" "));
        println!("{kind}, grade {}: {}, solved by {line}", puzzle.grade, puzzle.position);
    }

    // Collections from elsewhere are checked by the rules and the tables.
    let (name, captures) = (game.name().to_owned(), game.captures());
    Collection { game: name, captures, puzzles }.check(game, Some(&tables))?;
    Ok(())
}
