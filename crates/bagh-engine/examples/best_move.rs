//! What the engine would play in a position, and why:
//! `cargo run --release -p bagh-engine --example best_move -- 'T3T/5/5/5/T3T g g20 c0 - 0'`.

use bagh::Game;
use bagh::notation::{self, ReadOptions};
use bagh_engine::{Engine, Limits, SearchOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Game::bagh_chal();
    let position = match std::env::args().nth(1) {
        Some(text) => notation::read(game, &text, &ReadOptions::default())?.position,
        None => game.start(),
    };
    let options = SearchOptions { limits: Limits::nodes(200_000), lines: 3, ..Default::default() };
    let report = Engine::new(game).search(&position, options);
    println!("depth {}, {} nodes", report.depth, report.nodes);
    for line in &report.lines {
        let mut at = position;
        let mut moves = Vec::new();
        for &mv in &line.moves {
            moves.push(game.move_text(&at, mv));
            game.play(&mut at, mv)?;
        }
        println!("{}: {}", line.score, moves.join(" "));
    }
    Ok(())
}
