//! Replays exported games and prints their records:
//! `bagh admin export --json | cargo run -p bagh-online --example replay`.

use std::io::BufRead;

use bagh_online::{Event, Names, OnlineGame};
use serde::Deserialize;

/// A line of the export.
#[derive(Deserialize)]
struct Exported {
    game: String,
    events: Vec<Event>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in std::io::stdin().lock().lines() {
        let exported: Exported = serde_json::from_str(&line?)?;
        // The log is all there is: every state of the game follows from it.
        let game = OnlineGame::replay(&exported.events)?;
        let reason = game.ending().map_or("running", |ending| ending.reason.word());
        println!("game {}, {} moves, {reason}", exported.game, game.ply());
        println!("{}\n", game.record(Names::default()).to_text());
    }
    Ok(())
}
