//! Games, players and challenges as clients see them.

use bagh::Side;
use bagh_online::{OnlineGame, PlayerId};
use bagh_store::{Challenge, GameRow};
use serde_json::{Value, json};

use super::Online;
use super::error::OnlineError;

impl Online {
    /// A player: an identifier, and a name if there is one.
    pub(crate) async fn player(&self, id: Option<&PlayerId>) -> Result<Value, OnlineError> {
        let Some(id) = id else { return Ok(Value::Null) };
        let account = self.store.account(id).await?;
        Ok(match account {
            Some(account) => json!({
                "id": id, "name": account.name, "guest": account.is_guest(), "bot": account.bot,
            }),
            None => json!({ "id": id, "name": null, "deleted": true }),
        })
    }

    /// A player of a side of a game, with the rating there if it rests on any game.
    async fn seated(&self, game: &OnlineGame, side: Side) -> Result<Value, OnlineError> {
        let id = game.seats().get(side);
        let mut player = self.player(id).await?;
        if let Some(id) = id {
            let kind = &game.setup().game;
            let rows = self.store.ratings_of(id).await?;
            let row = rows.into_iter().find(|row| row.game == *kind && row.side == side);
            if let Some(row) = row.filter(|row| row.games > 0) {
                player["rating"] = row.rating.value.round().into();
                player["provisional"] = row.rating.is_provisional().into();
            }
        }
        Ok(player)
    }

    /// The state of a game with its players.
    pub(crate) async fn game_state(
        &self,
        id: &bagh_online::GameId,
        game: &OnlineGame,
        you: Option<Side>,
    ) -> Result<Value, OnlineError> {
        Ok(json!({
            "game": id,
            "you": you,
            "now": super::now(),
            "players": {
                "tiger": self.seated(game, Side::Tiger).await?,
                "goat": self.seated(game, Side::Goat).await?,
            },
            "state": game.snapshot(),
        }))
    }

    /// A game in a list.
    pub(crate) async fn game_row(&self, row: &GameRow) -> Result<Value, OnlineError> {
        Ok(json!({
            "game": row.id,
            "setup": row.setup,
            "players": {
                "tiger": self.player(row.tiger.as_ref()).await?,
                "goat": self.player(row.goat.as_ref()).await?,
            },
            "ply": row.ply,
            "turn": row.turn,
            "created": row.created,
            "updated": row.updated,
            "deadline": row.deadline,
            "outcome": row.outcome,
            "reason": row.reason,
        }))
    }

    /// A challenge.
    pub(crate) async fn challenge_json(&self, challenge: &Challenge) -> Result<Value, OnlineError> {
        Ok(json!({
            "id": challenge.id,
            "kind": challenge.kind,
            "by": self.player(Some(&challenge.by)).await?,
            "opponent": self.player(challenge.opponent.as_ref()).await?,
            "setup": challenge.setup,
            "side": challenge.side,
            "rating": challenge.rating.round(),
            "two_games": challenge.two_games,
            "rematch_of": challenge.rematch_of,
            "created": challenge.created,
            "expires": challenge.expires,
            "game": challenge.game,
        }))
    }
}
