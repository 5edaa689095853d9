//! Accuracy: what the tables say of the moves of games that are over.

use std::collections::HashMap;
use std::sync::Mutex;

use bagh::Side;
use bagh_online::{GameId, Millis, OnlineGame, PlayerId};
use bagh_store::{Account, GameRow, Mark};
use serde_json::{Value, json};

use super::Online;
use super::error::OnlineError;
use crate::fair_play::{Tally, judge_game};

/// Games that are marked when a profile is looked at. Each is marked once.
const AT_ONCE: usize = 20;
/// Games that are looked at for that, a page and all: many may have no tables.
const PAGE: u32 = 200;
const PAGES: u32 = 5;

/// Where the next look begins, of accounts whose games were too many for one.
pub(crate) type ToMark = Mutex<HashMap<PlayerId, (Millis, GameId)>>;

impl Online {
    /// How accurately a player has played, for each side of each game, as far as tables tell.
    pub(crate) async fn accuracy(&self, account: &Account) -> Result<Vec<Value>, OnlineError> {
        self.mark_some(&account.id).await?;
        let rows = self.store.marks_of(&account.id).await?;
        Ok(rows
            .iter()
            .map(|row| {
                let Mark { moves, could_err, keeping, only_moves, only_found } = row.mark;
                json!({
                    "game": row.game, "side": row.side, "games": row.games, "moves": moves,
                    "could_err": could_err, "keeping": keeping,
                    "accuracy": share(keeping, could_err),
                    "only_moves": only_moves, "only_found": only_found,
                })
            })
            .collect())
    }

    /// Marks some of the games of a player that have no mark. Those that cannot be marked are
    /// passed over, and do not keep older ones from their turn.
    async fn mark_some(&self, account: &PlayerId) -> Result<(), OnlineError> {
        let begins = || self.to_mark.lock().unwrap_or_else(|e| e.into_inner());
        let mut after = begins().remove(account);
        let mut marked = 0;
        for _ in 0..PAGES {
            let page = self.store.games_to_mark(account, after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            after = page.last().map(|row| (row.created, row.id.clone()));
            for row in &page {
                let done = self.mark(row).await;
                marked +=
                    usize::from(done.or_else(|error| error.unless_unavailable().map(|()| false))?);
                if marked == AT_ONCE {
                    return Ok(());
                }
            }
            if is_last {
                return Ok(());
            }
        }
        if let Some(after) = after {
            begins().insert(account.clone(), after);
        }
        Ok(())
    }

    /// Marks a game that is over, if its tables are there. False if they are not.
    async fn mark(&self, row: &GameRow) -> Result<bool, OnlineError> {
        let id = &row.id;
        let Ok(variant) = self.app.catalogue.variant(&row.setup.game, row.setup.captures) else {
            return Ok(false);
        };
        let Ok(Some(tables)) = variant.tables() else { return Ok(false) };
        let log = self.store.events(id, 0).await?;
        let game = OnlineGame::replay(&log)?;
        // Look-ups may have to wait for the disk: one game at a time.
        let _permit = self.judging.acquire().await;
        let judged = tokio::task::spawn_blocking(move || judge_game(&tables, &log)).await;
        let judged = judged.map_err(|error| OnlineError::Internal(error.to_string()))?;
        // Where a part of the tables is missing, the game is marked when it is there.
        let Ok(moves) = judged else { return Ok(false) };
        for side in [Side::Tiger, Side::Goat] {
            let Some(player) = game.seats().get(side) else { continue };
            let Tally { moves, could_err, keeping, only, found } = Tally::of(&moves, side);
            let mark = Mark { moves, could_err, keeping, only_moves: only, only_found: found };
            self.store.add_mark(id, side, player, &row.setup.game, mark).await?;
        }
        Ok(true)
    }
}

/// A share, rounded to thousandths; none of nothing.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| (part as f64 / whole as f64 * 1000.0).round() / 1000.0)
}
