//! Measures durable appends a second, one event each, by many games at once.
//!
//! `cargo run --release -p bagh-store --example appends -- 200 10` runs 200
//! games for 10 seconds, on SQLite in the folder that `TMPDIR` names and on PostgreSQL.

use std::time::{Duration, Instant};

use bagh_online::{
    Command, GameId, OnlineGame, Phrase, PlayerId, Request, Seats, Setup, TimeControl,
};
use bagh_store::testing::PostgresServer;
use bagh_store::{Append, GameRow, Store};

#[tokio::main]
async fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a number"));
    let games = args.next().unwrap_or(200);
    let seconds = Duration::from_secs(args.next().unwrap_or(10));
    let folder = tempfile::tempdir().expect("a folder");
    let sqlite = Store::open_file(&folder.path().join("appends.db")).await.expect("SQLite opens");
    measure("sqlite", &sqlite, games, seconds).await;
    if let Some(server) = PostgresServer::start_synced() {
        let address = server.new_database("appends");
        let postgres = Store::open(&address).await.expect("PostgreSQL opens");
        measure("postgres", &postgres, games, seconds).await;
    }
}

async fn measure(name: &str, store: &Store, games: u64, seconds: Duration) {
    let begun = Instant::now();
    let tasks: Vec<_> = (0..games)
        .map(|g| {
            let store = store.clone();
            tokio::spawn(async move { play(&store, g, begun + seconds).await })
        })
        .collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a game ends well"));
    }
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{name}: {games} games, {} appends, {rate:.0} a second, p50 {:.1} ms, p99 {:.1} ms",
        times.len(),
        at(0.5),
        at(0.99)
    );
}

/// Appends to games one after another until the time is over, and gives the time that each
/// append took.
async fn play(store: &Store, index: u64, until: Instant) -> Vec<Duration> {
    let players = ["t", "g"].map(|name| PlayerId::new(name).expect("a player"));
    let mut times = Vec::new();
    for round in 0.. {
        let id = GameId::new(format!("{index}-{round}")).expect("an identifier");
        let seats = Seats { tiger: Some(players[0].clone()), goat: Some(players[1].clone()) };
        let setup = Setup::new("bagh-chal", TimeControl::minutes(5, 0));
        let first = OnlineGame::create(setup, seats, None, 0).expect("a game");
        let mut game = OnlineGame::replay([&first]).expect("a game");
        let mut next = vec![first];
        let mut after = 0;
        for n in 0..12_u64 {
            if Instant::now() > until {
                return times;
            }
            let row = GameRow::of(&id, &game);
            let begun = Instant::now();
            store.append(Append { row, after, events: next }).await.expect("an append");
            times.push(begun.elapsed());
            after = game.number();
            let say = Command::Say { phrase: Phrase::Hello };
            let by = &players[(n % 2) as usize];
            let request = Request::new(by, &format!("c{n}"), say).expect("a request");
            next = game.decide(&request, n).events;
            next.iter().for_each(|event| game.apply(event).expect("it follows"));
        }
    }
    times
}
