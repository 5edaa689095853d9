//! A service that speaks OBX over HTTP, as a player.

use std::time::{Duration, Instant};

use bagh::notation::{self, ReadOptions};
use bagh::{Game, History, Move};
use serde::{Deserialize, Serialize};

use crate::player::{Choice, Failure, ForfeitKind, Player};
use crate::time::Budget;

/// The largest answer that is read, in bytes.
const MAX_ANSWER: u64 = 64 << 10;

/// A service at an address that the user typed: `{"obx": …}` is posted to it, and
/// `{"move": …, "obx": …}` comes back. Redirections are not followed.
pub struct ObxPlayer {
    address: String,
    agent: ureq::Agent,
}

#[derive(Serialize)]
struct Asked {
    obx: String,
}

#[derive(Deserialize)]
struct Answered {
    r#move: Option<String>,
    obx: Option<String>,
}

impl ObxPlayer {
    /// A player at this address.
    pub fn new(address: &str) -> ObxPlayer {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_connect(Some(Duration::from_secs(5)))
            .build();
        ObxPlayer { address: address.to_owned(), agent: config.into() }
    }

    fn ask(&self, obx: String, wait: Duration) -> Result<String, Failure> {
        let body =
            serde_json::to_string(&Asked { obx }).map_err(|e| Failure::Broken(e.to_string()))?;
        let sent = self
            .agent
            .post(&self.address)
            .config()
            .timeout_global(Some(wait))
            .build()
            .header("content-type", "application/json")
            .send(&body);
        let mut response = match sent {
            Ok(response) => response,
            Err(ureq::Error::Timeout(_)) => {
                return Err(Failure::forfeit(ForfeitKind::Stall, "did not answer"));
            }
            Err(error) => {
                let message = format!("cannot be reached: {error}");
                return Err(Failure::forfeit(ForfeitKind::Crash, message));
            }
        };
        let status = response.status();
        let text = response.body_mut().with_config().limit(MAX_ANSWER).read_to_string();
        let text = text.map_err(|error| match error {
            ureq::Error::Timeout(_) => Failure::forfeit(ForfeitKind::Stall, "did not answer"),
            other => Failure::forfeit(ForfeitKind::Protocol, format!("answer: {other}")),
        })?;
        if status.as_u16() != 200 {
            let message = format!("answered with status {status}, expected 200");
            return Err(said(ForfeitKind::Protocol, message, &text));
        }
        Ok(text)
    }
}

fn said(kind: ForfeitKind, message: String, text: &str) -> Failure {
    Failure::Forfeit { kind, message, said: text.chars().take(300).collect() }
}

impl Player for ObxPlayer {
    fn name(&self) -> String {
        format!("obx:{}", self.address)
    }

    fn is_per_game(&self) -> bool {
        false
    }

    fn choose(&mut self, history: &History, budget: &Budget) -> Result<Choice, Failure> {
        let (game, position) = (history.game(), history.position());
        let asked = Instant::now();
        let text = self.ask(game.obx(position), budget.stall_limit(position.turn()))?;
        let time = Some(asked.elapsed());
        let answer: Answered = serde_json::from_str(&text)
            .map_err(|error| said(ForfeitKind::Protocol, format!("answer: {error}"), &text))?;
        match answered_move(game, history, &answer) {
            Some(mv) => Ok(Choice { mv, time }),
            None => {
                let message = format!("its move is not legal in {}", game.obx(position));
                Err(said(ForfeitKind::IllegalMove, message, &text))
            }
        }
    }
}

/// The move of an answer: by its text, or by the position that it leads to.
fn answered_move(game: &Game, history: &History, answer: &Answered) -> Option<Move> {
    let position = history.position();
    if let Some(text) = &answer.r#move {
        let mv = game.parse_move(position, text).ok()?;
        return game.is_legal(position, mv).then_some(mv);
    }
    let after = notation::read(game, answer.obx.as_deref()?, &ReadOptions::default()).ok()?;
    game.moves(position).find(|&mv| game.after(position, mv) == after.position)
}
