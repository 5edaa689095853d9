//! Measures how much a database grows with each move.
//!
//! `cargo run --release -p bagh-store --example growth -- 1000` plays 1,000 games of 44 moves into
//! an SQLite file in the folder that `TMPDIR` names.

use bagh::Side;
use bagh_online::{Command, GameId, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl};
use bagh_store::{Append, GameRow, Store};

/// About as long as the games of the simulator.
const MOVES: u32 = 44;

#[tokio::main]
async fn main() {
    let games = std::env::args().nth(1).map_or(1_000, |n| n.parse::<u64>().expect("a number"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("growth.db");
    let store = Store::open_file(&path).await.expect("SQLite opens");
    let mut moves = 0;
    for number in 0..games {
        moves += u64::from(play(&store, number).await);
    }
    // The same content as one file, without a log beside it and without gaps.
    let size = rusqlite::Connection::open(&path)
        .and_then(|file| {
            file.busy_timeout(std::time::Duration::from_secs(60))?;
            file.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)")?;
            let pages: i64 = file.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let page: i64 = file.pragma_query_value(None, "page_size", |row| row.get(0))?;
            Ok((pages * page).unsigned_abs())
        })
        .expect("the size of the file");
    println!(
        "{games} games, {moves} moves, {:.1} MB: {} bytes a move, {} a game",
        size as f64 / 1e6,
        size / moves.max(1),
        size / games.max(1)
    );
}

/// Plays a game with the moves spread over what is legal. Gives the number of moves.
async fn play(store: &Store, number: u64) -> u32 {
    let id = GameId::new(format!("game{number:08}")).expect("an identifier");
    let players = ["t", "g"].map(|side| format!("{side}layer{:06}", number % 500));
    let [tiger, goat] = players.map(|id| PlayerId::new(id).expect("a player"));
    let seats = Seats { tiger: Some(tiger.clone()), goat: Some(goat.clone()) };
    let setup = Setup::new("bagh-chal", TimeControl::minutes(5, 3));
    // A time of today has as many digits as those that are stored.
    let begun = 1_780_000_000_000 + number * 1_000_000;
    let first = OnlineGame::create(setup, seats, None, begun).expect("a game");
    let mut game = OnlineGame::replay([&first]).expect("a game");
    store
        .append(Append { row: GameRow::of(&id, &game), after: 0, events: vec![first] })
        .await
        .expect("an append");
    while game.ending().is_none() && game.ply() < MOVES {
        let ply = game.ply();
        let legal: Vec<_> = game.game().moves(game.position()).collect();
        let mv = legal[(number as usize * 7 + ply as usize * 5) % legal.len()];
        let text = game.game().move_text(game.position(), mv);
        let by = if game.turn() == Side::Tiger { &tiger } else { &goat };
        let command = Command::Move { ply, text };
        let request = Request::new(by, &format!("{ply:012}"), command).expect("a request");
        let after = game.number();
        let events = game.decide(&request, begun + u64::from(ply) * 3_000).events;
        events.iter().for_each(|event| game.apply(event).expect("it follows"));
        store
            .append(Append { row: GameRow::of(&id, &game), after, events })
            .await
            .expect("an append");
    }
    game.ply()
}
