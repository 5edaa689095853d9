//! Two players at a table, and someone who watches them.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bagh::Side;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::World;
use super::network::{Socket, get, post};
use super::plan::Until;
use super::player::{Luck, Player, Seat};

/// A connection that takes nothing for this long is full, and is held for so long.
const FULL: Duration = Duration::from_millis(200);
const DEAF: Duration = Duration::from_secs(3);
/// A site that does not come back for this long is given up.
const PATIENCE: Duration = Duration::from_secs(300);

/// Tries until it works: nodes come back.
pub async fn persist<T, F: Future<Output = io::Result<T>>>(mut attempt: impl FnMut(u64) -> F) -> T {
    let begun = Instant::now();
    let mut tries = 0;
    loop {
        match attempt(tries).await {
            Ok(value) => return value,
            Err(error) => {
                assert!(begun.elapsed() < PATIENCE, "the service does not come back: {error}");
                sleep(Duration::from_millis(20 + 10 * tries.min(20))).await;
            }
        }
        tries += 1;
    }
}

impl World {
    /// A node that runs; another one with each number.
    pub fn node(&self, number: u64) -> io::Result<SocketAddr> {
        let addresses = self.addresses.read().expect("addresses");
        let there: Vec<SocketAddr> = addresses.iter().flatten().copied().collect();
        let index = number as usize % there.len().max(1);
        there.get(index).copied().ok_or_else(|| io::Error::other("no node runs"))
    }

    async fn guest(&self) -> String {
        persist(async |n| {
            let (_, cookie) = post(self.node(n)?, None, "/api/online/guest", &Value::Null).await?;
            cookie.ok_or_else(|| io::Error::other("no cookie"))
        })
        .await
    }

    /// Sends a request until it is answered.
    pub async fn ask(&self, cookie: &str, path: &str, body: &Value) -> Value {
        persist(async |n| Ok(post(self.node(n)?, Some(cookie), path, body).await?.0)).await
    }

    /// Reads something, as anyone can.
    pub async fn read(&self, path: &str) -> String {
        persist(async |n| get(self.node(n)?, path).await).await
    }
}

/// Plays one game after another.
pub async fn play_games(world: Arc<World>, table: u64) {
    let mut luck = Luck::new(world.plan.seed, table);
    // Not everyone arrives at the same moment.
    sleep(Duration::from_millis(luck.below(world.pause()))).await;
    let cookies = [world.guest().await, world.guest().await];
    let deaf = (table == 0 && !world.plan.calm).then(|| tokio::spawn(be_deaf(world.clone())));
    play_all(&world, table, &cookies, &mut luck).await;
    if let Some(deaf) = deaf {
        deaf.abort();
    }
}

async fn play_all(world: &Arc<World>, table: u64, cookies: &[String; 2], luck: &mut Luck) {
    let mut played = 0;
    while !world.ending.load(Ordering::Relaxed) {
        if let Until::Games(games) = world.plan.until
            && played == games
        {
            return;
        }
        played += 1;
        let game = start(world, cookies).await;
        let seats = [
            Seat::Player(Side::Goat, cookies[0].clone()),
            Seat::Player(Side::Tiger, cookies[1].clone()),
            Seat::Watcher,
        ];
        let calm = world.plan.calm;
        let seats = seats.into_iter().filter(|seat| !calm || !matches!(seat, Seat::Watcher));
        let playing: Vec<_> = seats
            .map(|seat| {
                let luck = Luck::new(luck.below(u64::MAX), table);
                tokio::spawn(Player::new(world.clone(), game.clone(), seat, luck).play())
            })
            .collect();
        for player in playing {
            player.await.expect("a player and a watcher see the end");
        }
    }
}

/// A client that asks for much and reads nothing.
async fn be_deaf(world: Arc<World>) {
    // What it asks about comes back with the refusal.
    let ask = json!({ "type": "follow", "game": "x".repeat(3_000) });
    for number in 0.. {
        let Ok(node) = world.node(number) else { continue };
        if let Ok(mut socket) = Socket::open(node, None).await {
            for _ in 0..2_000 {
                // It cannot send either once the service has stopped reading.
                if !matches!(timeout(FULL, socket.send(&ask)).await, Ok(Ok(()))) {
                    break;
                }
            }
            sleep(DEAF).await;
        }
        sleep(FULL).await;
    }
}

/// A game by link between two guests.
async fn start(world: &World, cookies: &[String; 2]) -> String {
    let (base, increment) = world.plan.clock;
    let time = json!({ "type": "increment", "base": base, "increment": increment });
    let setup = json!({ "game": "bagh-chal", "time": time });
    let new = json!({ "kind": "link", "setup": setup, "side": "goat" });
    let challenge = world.ask(&cookies[0], "/api/online/challenges", &new).await;
    let id = challenge["challenge"]["id"].as_str().expect("an identifier").to_owned();
    let accept = format!("/api/online/challenges/{id}/accept");
    let game = world.ask(&cookies[1], &accept, &json!({})).await;
    game["game"].as_str().expect("a game").to_owned()
}
