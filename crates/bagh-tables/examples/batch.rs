//! Lookups one by one, as they come, beside the same lookups in batches:
//! `cargo run --release -p bagh-tables --example batch -- TABLES [POSITIONS [values]]`.
//!
//! Random positions of Bagh Chal, half of them of each phase. One by one, nearly every lookup
//! unpacks blocks of its own; a batch unpacks each block once. Both must say the same. With `values`
//! only the values are looked up, of positions with all of them equally likely.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use bagh::{Game, Point, Position, Side};
use bagh_tables::{Batch, Class, Part, Positions, Probed, Tables};

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

/// The values of positions as they are, without anything to compare with.
fn values_only(tables: &Arc<Tables>, count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let game = tables.game();
    // By the number of positions that each class has.
    let parts = Part::all(game).into_iter().filter(|part| *part != Part::Opening);
    let classes: Vec<Class> = parts.flat_map(|part| Class::of_part(game, part)).collect();
    let total: u64 = classes.iter().map(|class| class.len(tables.space())).sum();
    let mut random = Random(1);
    let mut positions = Vec::with_capacity(count);
    for class in classes {
        let all = Positions::new(tables.space(), class);
        let share = (count as u128 * all.len() as u128).div_ceil(u128::from(total)) as usize;
        positions.extend((0..share).map(|_| all.get(random.below(all.len()))));
    }
    positions.truncate(count);
    Batch::new(tables, &positions, false).read_all()?;
    tables.forget();
    let start = Instant::now();
    let batch = Batch::new(tables, &positions, false);
    batch.read_all()?;
    drop(batch.answers());
    let speed = positions.len() as f64 / start.elapsed().as_secs_f64();
    println!("{:<28} {speed:>10.0} positions a second", "in a batch, values only");
    Ok(())
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
    if args.next().is_some() {
        return values_only(&tables, count);
    }
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
