//! Accuracy: what the tables say of the moves of games that are over.

use bagh::Side;
use bagh_online::{GameId, OnlineGame};
use bagh_store::{Account, Mark};
use serde_json::{Value, json};

use super::Online;
use super::error::OnlineError;
use crate::fair_play::{Tally, judge_game};

/// Games that are marked when a profile is looked at. Each is marked once.
const AT_ONCE: u32 = 20;

impl Online {
    /// How accurately a player has played, for each side of each game, as far as tables tell.
    pub(crate) async fn accuracy(&self, account: &Account) -> Result<Vec<Value>, OnlineError> {
        for id in self.store.games_to_mark(&account.id, AT_ONCE).await? {
            self.mark(&id).await?;
        }
        let rows = self.store.marks_of(&account.id).await?;
        Ok(rows
            .iter()
            .map(|row| {
                let Mark { moves, keeping, only_moves, only_found } = row.mark;
                json!({
                    "game": row.game, "side": row.side, "games": row.games, "moves": moves,
                    "keeping": keeping, "accuracy": share(keeping, moves),
                    "only_moves": only_moves, "only_found": only_found,
                })
            })
            .collect())
    }

    /// Marks a game that is over, if its tables are there.
    async fn mark(&self, id: &GameId) -> Result<(), OnlineError> {
        let Some(row) = self.store.game(id).await? else { return Ok(()) };
        if row.reason.is_none() {
            return Ok(());
        }
        let Ok(variant) = self.app.catalogue.variant(&row.setup.game, row.setup.captures) else {
            return Ok(());
        };
        let Ok(Some(tables)) = variant.tables() else { return Ok(()) };
        let log = self.store.events(id, 0).await?;
        let game = OnlineGame::replay(&log)?;
        // Look-ups may have to wait for the disk: one game at a time.
        let _permit = self.judging.acquire().await;
        let judged = tokio::task::spawn_blocking(move || judge_game(&tables, &log)).await;
        let judged = judged.map_err(|error| OnlineError::Internal(error.to_string()))?;
        // Where a part of the tables is missing, the game is marked when it is there.
        let Ok(moves) = judged else { return Ok(()) };
        for side in [Side::Tiger, Side::Goat] {
            let Some(player) = game.seats().get(side) else { continue };
            let Tally { moves, keeping, only, found } = Tally::of(&moves, side);
            let mark = Mark { moves, keeping, only_moves: only, only_found: found };
            self.store.add_mark(id, side, player, &row.setup.game, mark).await?;
        }
        Ok(())
    }
}

/// A share, rounded to thousandths; none of nothing.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| (part as f64 / whole as f64 * 1000.0).round() / 1000.0)
}
