//! Trains a network for a small game, on exact values, in a few seconds:
//! `cargo run --release -p bagh-train --example train [EPOCHS]`.

use bagh::Game;
use bagh_engine::evaluation::network::Features;
use bagh_tables::{Quiet, SolveOptions, Tables, solve};
use bagh_train::{Plan, Pupil, sample};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let epochs = std::env::args().nth(1).map_or(Ok(5), |epochs| epochs.parse())?;

    // Kaooa has one tiger and ten points, and is solved in a moment.
    let game = Game::by_name("kaooa").ok_or("it is built in")?;
    let folder = tempfile::tempdir()?;
    solve(&game, folder.path(), SolveOptions::default(), &Quiet)?;
    let tables = Tables::open(&game, folder.path())?;

    // One lot of games to learn from, and another one to be tested on.
    let (lessons, test) = (sample::lot(&tables, 1, 0)?, sample::lot(&tables, 1, 1)?);
    let features = Features::new(&game).ok_or("the board is small enough")?;
    let mut pupil = Pupil::new(&features, Plan { seed: 1, epochs, rate: 0.002 });
    while !pupil.is_done() {
        let epoch = pupil.learn(&lessons, |_| ());
        let skill = pupil.skill(&test);
        println!(
            "epoch {}: loss {:.3}; of positions that it has not seen {:.1} % are right",
            epoch.number,
            epoch.loss,
            100.0 * skill.right
        );
    }
    Ok(())
}
