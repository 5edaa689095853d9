//! One game: its stream, and the moves of the bot.

use std::sync::Arc;
use std::time::Duration;

use bagh::History;
use bagh_arena::{Budget, ClockSetting, Clocks};

use crate::backoff::Backoff;
use crate::bot::Reporter;
use crate::connection::Connection;
use crate::error::BotError;
use crate::protocol::{GameLine, Seat, State};
use crate::random;
use crate::report::{Ended, Report};
use crate::thinker::{Maker, Presence, Thinker};

/// What is kept back of the clock for the way to the service and back.
const NETWORK: Duration = Duration::from_millis(150);
/// How often a move is refused before the bot gives up the game.
const REFUSALS: u32 = 3;

/// A game that is being played.
pub(crate) struct Play {
    pub connection: Connection,
    /// The id of the bot's account.
    pub me: String,
    pub id: String,
    pub maker: Arc<Maker>,
    /// For the thread of the player.
    pub presence: Presence,
    /// Time for each move where there is no clock.
    pub move_time: Duration,
    pub reporter: Reporter,
}

/// Where a game is.
struct Table {
    seat: Seat,
    thinker: Thinker,
    /// The move that was chosen last, with its number: it is sent again, never replaced.
    chosen: Option<(u32, String)>,
    refusals: u32,
}

impl Play {
    /// Plays the game to its end. The connection may break meanwhile.
    pub async fn run(self) -> Option<Ended> {
        let mut backoff = Backoff::default();
        let mut table = None;
        loop {
            match self.follow(&mut table, &mut backoff).await {
                Ok(Some(ended)) => return Some(ended),
                Ok(None) => backoff.wait(None).await,
                Err(error) if error.is_temporary() => {
                    let pause = backoff.next(error.wait());
                    self.trouble(format!("{error}; trying again in {:.1} s", pause.as_secs_f64()));
                    tokio::time::sleep(pause).await;
                }
                Err(error) => {
                    self.trouble(error.to_string());
                    return None;
                }
            }
        }
    }

    fn trouble(&self, message: String) {
        self.reporter.tell(Report::Trouble { id: self.id.clone(), message });
    }

    fn path(&self, what: &str) -> String {
        format!("api/bot/game/{}/{what}", self.id)
    }

    /// Follows the stream of the game until it breaks or the game ends.
    async fn follow(
        &self,
        table: &mut Option<Table>,
        backoff: &mut Backoff,
    ) -> Result<Option<Ended>, BotError> {
        let mut lines = self.connection.stream(&format!("api/bot/game/stream/{}", self.id)).await?;
        while let Some(line) = lines.next::<GameLine>().await? {
            backoff.reset();
            let state = match line {
                GameLine::GameFull(full) => {
                    if table.is_none() {
                        let seat = full.seat(&self.me)?;
                        self.reporter.tell(Report::Started {
                            id: self.id.clone(),
                            side: seat.side,
                            opponent: seat.opponent.name(),
                            ply: full.state.moves.split_whitespace().count() as u32,
                        });
                        let seed = random::number();
                        let (maker, presence) = (self.maker.clone(), self.presence.clone());
                        let thinker = Thinker::start(maker, seat.game.clone(), seed, presence);
                        *table = Some(Table { seat, thinker, chosen: None, refusals: 0 });
                    }
                    full.state
                }
                GameLine::GameState(state) => state,
                GameLine::OpponentGone { gone: true, claim } => {
                    self.claim_later(claim);
                    continue;
                }
                GameLine::OpponentGone { .. } | GameLine::Other => continue,
            };
            let table = table
                .as_mut()
                .ok_or_else(|| BotError::Protocol("a state before the game".to_owned()))?;
            let history = replay(&table.seat, &state)?;
            if state.is_over() {
                return Ok(Some(self.ended(&table.seat, &state, history.len() as u32)));
            }
            self.answer(&table.seat, &state).await?;
            if history.position().turn() == table.seat.side && history.result().is_none() {
                self.move_once(table, history, &state).await?;
            }
        }
        Ok(None)
    }

    /// Claims the game once the opponent has been away long enough. If the opponent comes back,
    /// the service refuses.
    fn claim_later(&self, seconds: Option<u64>) {
        let Some(seconds) = seconds else { return };
        let (connection, path) = (self.connection.clone(), self.path("claim-victory"));
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds) + NETWORK).await;
            let _ = connection.command(&path).await;
        });
    }

    /// Declines offers: a bot plays on.
    async fn answer(&self, seat: &Seat, state: &State) -> Result<(), BotError> {
        let white = seat.game.start().turn() == seat.side;
        let (draw, takeback) = match white {
            true => (state.bdraw, state.btakeback),
            false => (state.wdraw, state.wtakeback),
        };
        for (offered, path) in [(draw, "draw/no"), (takeback, "takeback/no")] {
            if offered {
                match self.connection.command(&self.path(path)).await {
                    // The offer may be gone by now.
                    Ok(_) | Err(BotError::Refused { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn move_once(
        &self,
        table: &mut Table,
        history: History,
        state: &State,
    ) -> Result<(), BotError> {
        let ply = history.len() as u32;
        let chosen = table.chosen.take().filter(|(at, _)| *at == ply);
        let text = match chosen {
            Some((_, text)) => text,
            None => match self.think(table, history, state).await? {
                Some(text) => text,
                None => return Ok(()),
            },
        };
        table.chosen = Some((ply, text.clone()));
        let path = self.path(&format!("move/{text}?ply={ply}"));
        match self.connection.command(&path).await {
            Ok(_) => {
                table.refusals = 0;
                Ok(())
            }
            Err(BotError::Refused { message, .. }) => {
                // The game may have ended, which the stream tells; otherwise something is wrong.
                table.chosen = None;
                table.refusals += 1;
                self.trouble(format!("{text} was refused: {message}"));
                if table.refusals >= REFUSALS {
                    self.resign().await?;
                }
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    async fn think(
        &self,
        table: &Table,
        history: History,
        state: &State,
    ) -> Result<Option<String>, BotError> {
        let budget = self.budget(&table.seat, state);
        let (game, position) = (history.game().clone(), *history.position());
        match table.thinker.choose(history, budget).await {
            Ok(choice) => Ok(Some(game.move_text(&position, choice.mv))),
            Err(failure) => {
                self.trouble(format!("the player failed, the game is given up: {failure}"));
                self.resign().await?;
                Ok(None)
            }
        }
    }

    async fn resign(&self) -> Result<(), BotError> {
        match self.connection.command(&self.path("resign")).await {
            Ok(_) | Err(BotError::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What the player may use for this move.
    fn budget(&self, seat: &Seat, state: &State) -> Budget {
        if !seat.has_clock {
            return Budget::move_time(self.move_time);
        }
        let first = seat.game.start().turn();
        let increment = Duration::from_millis(state.winc);
        let mut clocks = Clocks::new(ClockSetting { base: Duration::ZERO, increment });
        for (side, left) in [(first, state.wtime), (first.other(), state.btime)] {
            let left = Duration::from_millis(left);
            let kept = if side == seat.side { NETWORK.min(left / 2) } else { Duration::ZERO };
            clocks.set(side, left - kept);
        }
        Budget { clocks: Some(clocks), ..Budget::default() }
    }

    fn ended(&self, seat: &Seat, state: &State, plies: u32) -> Ended {
        let white = seat.game.start().turn() == seat.side;
        let won = state.winner.as_deref().map(|winner| (winner == "white") == white);
        Ended {
            id: self.id.clone(),
            side: seat.side,
            opponent: seat.opponent.name(),
            won,
            reason: state.reason.clone().unwrap_or_else(|| state.status.clone()),
            plies,
        }
    }
}

/// The game up to now. The service is believed in nothing that the rules decide.
fn replay(seat: &Seat, state: &State) -> Result<History, BotError> {
    let mut history = History::new(seat.game.clone(), seat.game.start());
    for text in state.moves.split_whitespace() {
        let wrong = |message: String| BotError::Protocol(format!("move {text}: {message}"));
        let mv =
            seat.game.parse_move(history.position(), text).map_err(|e| wrong(e.to_string()))?;
        history.play(mv).map_err(|error| wrong(error.to_string()))?;
    }
    Ok(history)
}

#[cfg(test)]
mod tests {
    use bagh::Side;

    use super::*;
    use crate::protocol::GameFull;

    #[test]
    fn the_moves_of_the_service_are_replayed_by_the_rules() {
        let full: GameFull = serde_json::from_value(serde_json::json!({
            "variant": { "key": "bagh-chal" }, "white": { "id": "a" }, "black": { "id": "b" },
            "state": { "moves": "C1 A1B1", "wtime": 1, "btime": 1, "status": "started" },
        }))
        .unwrap();
        let seat = full.seat("b").unwrap();
        assert_eq!(seat.side, Side::Tiger);
        assert!(full.seat("c").is_err());
        let history = replay(&seat, &full.state).unwrap();
        assert_eq!((history.len(), history.position().turn()), (2, Side::Goat));
        let wrong = State { moves: "C1 A1A5".to_owned(), ..full.state };
        assert!(replay(&seat, &wrong).unwrap_err().to_string().contains("A1A5"));
    }
}
