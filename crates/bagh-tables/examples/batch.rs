//! Lookups one by one, as they come, beside the same lookups in batches:
//! `cargo run --release -p bagh-tables --example batch -- TABLES [POSITIONS]`.
//!
//! Random positions of Bagh Chal, half of them of each phase. One by one, nearly every lookup
//! unpacks blocks of its own; a batch unpacks each block once. Both must say the same.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use bagh::{Game, Point, Position, Side};
use bagh_tables::{Batch, Probed, Tables};

/// A generator of random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as usize
    }

    /// A random position of Bagh Chal, whether play reaches it or not.
    fn position(&mut self, game: &Game) -> Position {
        loop {
            let captured = self.below(usize::from(game.captures())) as u8;
            let most = game.goats() - captured;
            let on_board = match self.below(2) {
                0 => most,
                _ => self.below(usize::from(most)) as u8,
            };
            let mut points: Vec<Point> = game.board().all().iter().collect();
            let mut draw = |count: u8, random: &mut Random| {
                (0..count).map(|_| points.swap_remove(random.below(points.len()))).collect()
            };
            let (tigers, goats) = (draw(game.tigers(), self), draw(on_board, self));
            let turn = if self.below(2) == 0 { Side::Goat } else { Side::Tiger };
            if let Ok(position) = game.position(tigers, goats, turn, most - on_board, captured) {
                return position;
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let folder = args.next().map(PathBuf::from).ok_or("expected the folder of the tables")?;
    let count = match args.next() {
        Some(count) => count.to_string_lossy().parse()?,
        None => 100_000,
    };
    let game = Game::bagh_chal();
    let tables = Arc::new(Tables::open(game, &folder)?);
    let mut random = Random(1);
    let positions: Vec<Position> = (0..count).map(|_| random.position(game)).collect();
    // Once over everything, so that the files are in memory.
    Batch::new(&tables, &positions, true).read_all()?;

    let time = |name: &str, work: &mut dyn FnMut()| {
        tables.forget();
        let start = Instant::now();
        work();
        let speed = count as f64 / start.elapsed().as_secs_f64();
        println!("{name:<28} {speed:>10.0} positions a second");
        speed
    };
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    let one_by_one = time("one by one, with moves", &mut || {
        let look_up = |p| Ok(Probed { verdict: tables.probe(p)?, moves: tables.moves(p)? });
        alone = positions
            .iter()
            .map(look_up)
            .collect::<Result<Vec<_>, bagh_tables::ProbeError>>()
            .expect("tables");
    });
    let moves = time("in a batch, with moves", &mut || {
        let batch = Batch::new(&tables, &positions, true);
        batch.read_all().expect("tables");
        together = batch.answers().into_iter().collect::<Result<_, _>>().expect("tables");
    });
    let values = time("in a batch, values only", &mut || {
        let batch = Batch::new(&tables, &positions, false);
        batch.read_all().expect("tables");
        drop(batch.answers());
    });
    assert_eq!(alone, together, "a batch says what single lookups say");
    println!(
        "with moves {:.1} times, values only {:.1} times",
        moves / one_by_one,
        values / one_by_one
    );
    Ok(())
}
