//! Games, players and challenges as clients see them.

use std::collections::{BTreeSet, HashMap};

use bagh::Side;
use bagh_online::{OnlineGame, PlayerId};
use bagh_store::{Account, Challenge, GameRow};
use serde_json::{Value, json};

use super::Online;
use super::error::OnlineError;

/// Accounts by identifier, looked up together.
pub(crate) type People = HashMap<PlayerId, Account>;

/// A player: an identifier, and a name if there is one.
fn player_answer(id: Option<&PlayerId>, people: &People) -> Value {
    let Some(id) = id else { return Value::Null };
    match people.get(id) {
        Some(account) => json!({
            "id": id, "name": account.name, "guest": account.is_guest(), "bot": account.bot,
        }),
        None => json!({ "id": id, "name": null, "deleted": true }),
    }
}

/// A game in a list.
pub(crate) fn row_answer(row: &GameRow, people: &People) -> Value {
    json!({
        "game": row.id,
        "setup": row.setup,
        "players": {
            "tiger": player_answer(row.tiger.as_ref(), people),
            "goat": player_answer(row.goat.as_ref(), people),
        },
        "ply": row.ply,
        "turn": row.turn,
        "created": row.created,
        "updated": row.updated,
        "deadline": row.deadline,
        "outcome": row.outcome,
        "reason": row.reason,
    })
}

/// A challenge.
pub(crate) fn challenge_answer(challenge: &Challenge, people: &People) -> Value {
    json!({
        "id": challenge.id,
        "kind": challenge.kind,
        "by": player_answer(Some(&challenge.by), people),
        "opponent": player_answer(challenge.opponent.as_ref(), people),
        "setup": challenge.setup,
        "side": challenge.side,
        "rating": challenge.rating.round(),
        "two_games": challenge.two_games,
        "rematch_of": challenge.rematch_of,
        "created": challenge.created,
        "expires": challenge.expires,
        "game": challenge.game,
    })
}

impl Online {
    /// The accounts of players, by one look at the store.
    pub(crate) async fn people(&self, ids: BTreeSet<PlayerId>) -> Result<People, OnlineError> {
        let ids: Vec<PlayerId> = ids.into_iter().collect();
        let accounts = self.store.accounts(&ids).await?;
        Ok(accounts.into_iter().map(|account| (account.id.clone(), account)).collect())
    }

    /// A player: an identifier, and a name if there is one.
    pub(crate) async fn player(&self, id: Option<&PlayerId>) -> Result<Value, OnlineError> {
        let Some(id) = id else { return Ok(Value::Null) };
        let account = self.store.account(id).await?;
        Ok(player_answer(Some(id), &account.into_iter().map(|a| (id.clone(), a)).collect()))
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
                let rating = row.now(super::now());
                player["rating"] = rating.value.round().into();
                player["provisional"] = rating.is_provisional().into();
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
        // Those who watch a rated game see it as it was, and so are its clocks.
        let late = you.is_none() && game.setup().rated && game.ending().is_none();
        Ok(json!({
            "game": id,
            "you": you,
            "now": super::now(),
            "delay": if late { self.watch_delay } else { 0 },
            "players": {
                "tiger": self.seated(game, Side::Tiger).await?,
                "goat": self.seated(game, Side::Goat).await?,
            },
            "state": game.snapshot(),
        }))
    }

    /// Games in a list.
    pub(crate) async fn game_rows(&self, rows: &[GameRow]) -> Result<Vec<Value>, OnlineError> {
        let people = self.people(rows.iter().flat_map(seats_of).collect()).await?;
        Ok(rows.iter().map(|row| row_answer(row, &people)).collect())
    }

    /// A challenge.
    pub(crate) async fn challenge_json(&self, challenge: &Challenge) -> Result<Value, OnlineError> {
        let people = self.people(concerned(challenge).collect()).await?;
        Ok(challenge_answer(challenge, &people))
    }
}

/// The players of a game.
pub(crate) fn seats_of(row: &GameRow) -> impl Iterator<Item = PlayerId> + use<> {
    [row.tiger.clone(), row.goat.clone()].into_iter().flatten()
}

/// Whom a challenge is between.
pub(crate) fn concerned(challenge: &Challenge) -> impl Iterator<Item = PlayerId> + use<> {
    [Some(challenge.by.clone()), challenge.opponent.clone()].into_iter().flatten()
}
