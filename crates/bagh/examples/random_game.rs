//! Plays a game of random moves and prints its record:
//! `cargo run -p bagh --example random_game -- aadu-puli`.

use bagh::record::Record;
use bagh::{Game, History};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "bagh-chal".to_owned());
    let game = Game::by_name(&name).ok_or("expected the name of a built-in game")?;
    let mut history = History::new(game.clone(), game.start());
    let mut random = 1u64;
    while history.result().is_none() {
        let moves: Vec<_> = game.moves(history.position()).collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        history.play(moves[(random >> 33) as usize % moves.len()])?;
    }
    print!("{}", Record::from_history(&history).to_text());
    Ok(())
}
