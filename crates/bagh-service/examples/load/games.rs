//! Positions of realistic play: games in which both sides mostly play their best.

use std::collections::HashSet;

use bagh::{Game, Position};
use serde_json::Value;

use crate::Result;
use crate::client::{self, Client};

/// Games that are played at once, as many as a request may ask about.
const AT_ONCE: usize = 1_000;
/// Plies after which a game is left.
const PLIES: usize = 100;
/// How many of ten moves are among the best.
const BEST_OF_TEN: usize = 8;

/// A generator of random numbers, the same each time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end.max(1) as u64) as usize
    }
}

/// Plays games through the service, and gives all their positions, each once.
pub fn play(client: &mut Client, name: &str, games: usize) -> Result<Vec<String>> {
    let game = Game::by_name(name).ok_or_else(|| format!("no game is called {name}"))?;
    let mut random = Random::new(7);
    let mut seen: HashSet<Position> = HashSet::new();
    let mut left = games;
    while left > 0 {
        let mut at = vec![game.start(); left.min(AT_ONCE)];
        left -= at.len();
        for _ in 0..PLIES {
            at.retain(|position| game.result(position).is_none());
            if at.is_empty() {
                break;
            }
            let texts: Vec<String> = at.iter().map(|p| game.obx(p)).collect();
            let body = serde_json::json!({ "positions": texts }).to_string();
            let reply = client.send(&client::post(&format!("/api/v1/{name}/probe"), &body))?;
            let answers: Value = serde_json::from_slice(&reply.body)?;
            let answers = answers["answers"].as_array().ok_or("the service does not answer")?;
            for (position, answer) in at.iter_mut().zip(answers) {
                seen.insert(*position);
                let mv = choose(answer, &mut random).ok_or("the game is not solved")?;
                let mv = game.parse_move(position, mv)?;
                game.play_unchecked(position, mv);
            }
        }
    }
    Ok(seen.iter().map(|position| game.obx(position)).collect())
}

/// One of the best moves, or now and then any.
fn choose<'a>(answer: &'a Value, random: &mut Random) -> Option<&'a str> {
    let moves = answer["moves"].as_array()?;
    let worth = |mv: &Value| (mv["outcome"].clone(), mv["captures"].clone());
    let best = moves.first()?;
    let among = match random.below(10) < BEST_OF_TEN {
        true => moves.iter().take_while(|mv| worth(mv) == worth(best)).count(),
        false => moves.len(),
    };
    moves[random.below(among)]["move"].as_str()
}
