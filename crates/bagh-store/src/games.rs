//! Games: their logs, and lists of them.

use bagh::{Outcome, Side};
use bagh_online::{EndReason, Event, GameId, Millis, OnlineGame, PlayerId, Setup};

use crate::database::{Append, Tx};
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, Value, args};

/// A game as lists and deadlines need it. It follows from the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// The game.
    pub id: GameId,
    /// The number of its last event.
    pub number: u32,
    /// The player of the tigers.
    pub tiger: Option<PlayerId>,
    /// The player of the goats.
    pub goat: Option<PlayerId>,
    /// When the last event happened.
    pub updated: Millis,
    /// How many moves stand.
    pub ply: u32,
    /// The side to move.
    pub turn: Side,
    /// When something happens by itself.
    pub deadline: Option<Millis>,
    /// The result, if there is one.
    pub outcome: Option<Outcome>,
    /// Why the game ended; none while it runs.
    pub reason: Option<EndReason>,
    /// The terms.
    pub setup: Setup,
    /// When the game was created.
    pub created: Millis,
}

impl GameRow {
    /// The row of a game.
    pub fn of(id: &GameId, game: &OnlineGame) -> GameRow {
        let ending = game.ending();
        GameRow {
            id: id.clone(),
            number: game.number(),
            tiger: game.seats().tiger.clone(),
            goat: game.seats().goat.clone(),
            updated: game.last_at(),
            ply: game.ply(),
            turn: game.turn(),
            deadline: game.deadline(),
            outcome: ending.and_then(|e| e.outcome),
            reason: ending.map(|e| e.reason),
            setup: game.setup().clone(),
            created: game.created(),
        }
    }

    /// The columns that events change, in the order of the statements that set them.
    pub(crate) fn changing_values(&self) -> [Value; 10] {
        [
            self.number.into(),
            self.tiger.as_ref().into(),
            self.goat.as_ref().into(),
            self.updated.into(),
            self.ply.into(),
            self.turn.word().into(),
            self.deadline.into(),
            self.outcome.map(Outcome::word).into(),
            self.reason.map(EndReason::word).into(),
            (self.setup.rated && self.outcome.is_some()).into(),
        ]
    }

    /// The columns that stay.
    pub(crate) fn fixed_values(&self) -> [Value; 4] {
        [
            (&self.setup.game).into(),
            serde_json::to_string(&self.setup).expect("a setup is plain data").into(),
            self.setup.rated.into(),
            self.created.into(),
        ]
    }

    const COLUMNS: &str = "id, last, tiger, goat, updated, ply, turn, deadline, outcome, reason, \
                           setup, created";

    fn read(row: &Row) -> Result<GameRow, StoreError> {
        Ok(GameRow {
            id: row.word(0)?,
            number: row.small(1)?,
            tiger: row.word_or_none(2)?,
            goat: row.word_or_none(3)?,
            updated: row.int(4)?,
            ply: row.small(5)?,
            turn: row.word(6)?,
            deadline: row.int_or_none(7)?,
            outcome: row.word_or_none(8)?,
            reason: row.word_or_none(9)?,
            setup: serde_json::from_str(&row.text(10)?)?,
            created: row.int(11)?,
        })
    }
}

/// Appends events in a transaction.
pub(crate) async fn append_to(tx: &mut dyn Tx, append: Append) -> Result<(), StoreError> {
    let row = &append.row;
    let changed = if append.after == 0 {
        let mut values: Vec<Value> = vec![(&row.id).into()];
        values.extend(row.changing_values());
        values.extend(row.fixed_values());
        let sql = "INSERT INTO games (id, last, tiger, goat, updated, ply, turn, deadline, \
                   outcome, reason, to_rate, game, setup, rated, created) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) \
                   ON CONFLICT (id) DO NOTHING";
        tx.execute(sql, &values).await?
    } else {
        let mut values: Vec<Value> = vec![(&row.id).into(), append.after.into()];
        values.extend(row.changing_values());
        let sql = "UPDATE games SET last = $3, tiger = $4, goat = $5, updated = $6, ply = $7, \
                   turn = $8, deadline = $9, lease = NULL, outcome = $10, reason = $11, \
                   to_rate = $12 WHERE id = $1 AND last = $2";
        tx.execute(sql, &values).await?
    };
    if changed == 0 {
        return Err(StoreError::Conflict);
    }
    for event in &append.events {
        let body = serde_json::to_string(event)?;
        let sql = "INSERT INTO events (game, number, body) VALUES ($1, $2, $3)";
        tx.execute(sql, args![&row.id, event.number, body]).await?;
    }
    Ok(())
}

impl Store {
    /// The events of a game after a number. None of them if there is no such game.
    pub async fn events(&self, game: &GameId, after: u32) -> Result<Vec<Event>, StoreError> {
        let game = game.clone();
        self.read(tx!(|tx| {
            let sql = "SELECT body FROM events WHERE game = $1 AND number > $2 ORDER BY number";
            let rows = tx.query(sql, args![&game, after]).await?;
            rows.iter().map(|row| Ok(serde_json::from_str::<Event>(&row.text(0)?)?)).collect()
        }))
        .await
    }

    /// The row of a game.
    pub async fn game(&self, id: &GameId) -> Result<Option<GameRow>, StoreError> {
        let id = id.clone();
        let rows = self.games_where("id = $1", vec![Value::from(&id)]).await?;
        Ok(rows.into_iter().next())
    }

    /// The games of a player, the newest first, created before a moment. There may be more than
    /// the limit: games that were created in the same millisecond as the last one are among them,
    /// so that the list goes on before that moment without leaving any out.
    pub async fn games_of(
        &self,
        player: &PlayerId,
        before: Millis,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let condition =
            "(tiger = $1 OR goat = $1) AND created < $2 ORDER BY created DESC, id LIMIT $3";
        let mut rows = self.games_where(condition, args![player, before, limit].to_vec()).await?;
        if let Some(last) = rows.last().filter(|_| rows.len() >= limit as usize) {
            let condition = "(tiger = $1 OR goat = $1) AND created = $2 AND id > $3 ORDER BY id";
            let values = args![player, last.created, &last.id].to_vec();
            rows.extend(self.games_where(condition, values).await?);
        }
        Ok(rows)
    }

    /// The running games of a player, those that wait longest first.
    pub async fn running_games_of(&self, player: &PlayerId) -> Result<Vec<GameRow>, StoreError> {
        let condition = "(tiger = $1 OR goat = $1) AND reason IS NULL ORDER BY updated LIMIT 500";
        self.games_where(condition, args![player].to_vec()).await
    }

    /// The running games in which it is a player's turn or something has happened since a time, those
    /// that wait longest first.
    pub async fn games_that_wait_for(
        &self,
        player: &PlayerId,
        since: Millis,
    ) -> Result<Vec<GameRow>, StoreError> {
        let condition = "((tiger = $1 AND (turn = 'tiger' OR updated >= $2)) \
                         OR (goat = $1 AND (turn = 'goat' OR updated >= $2))) \
                         AND reason IS NULL ORDER BY updated LIMIT 500";
        self.games_where(condition, args![player, since].to_vec()).await
    }

    /// Running games with both players in which something has happened since a moment, the latest
    /// first.
    pub async fn live_games(&self, since: Millis, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let condition = "reason IS NULL AND tiger IS NOT NULL AND goat IS NOT NULL \
                         AND updated >= $1 ORDER BY updated DESC LIMIT $2";
        self.games_where(condition, args![since, limit].to_vec()).await
    }

    /// All games in the order of their identifiers, after one of them.
    pub async fn games_after(
        &self,
        after: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let after = after.map_or("", GameId::as_str);
        self.games_where("id > $1 ORDER BY id LIMIT $2", args![after, limit].to_vec()).await
    }

    pub(crate) async fn games_where(
        &self,
        condition: &'static str,
        args: Vec<Value>,
    ) -> Result<Vec<GameRow>, StoreError> {
        self.read(tx!(|tx| {
            let sql = format!("SELECT {} FROM games WHERE {condition}", GameRow::COLUMNS);
            tx.query(&sql, &args).await?.iter().map(GameRow::read).collect()
        }))
        .await
    }

    /// In how many running games something has happened since a moment.
    pub async fn count_live(&self, since: Millis) -> Result<u64, StoreError> {
        self.read(tx!(|tx| {
            let sql = "SELECT count(*) FROM games WHERE reason IS NULL AND updated >= $1";
            let rows = tx.query(sql, args![since]).await?;
            rows.first().map_or(Ok(0), |row| row.int(0))
        }))
        .await
    }

    /// Notes the deadline of a game whose last event has this number. It follows from the log; what
    /// an older version noted may be wrong.
    pub async fn note_deadline(
        &self,
        game: &GameId,
        last: u32,
        deadline: Option<Millis>,
    ) -> Result<(), StoreError> {
        let game = game.clone();
        self.write(tx!(|tx| {
            let sql = "UPDATE games SET deadline = $3, lease = NULL WHERE id = $1 AND last = $2";
            tx.execute(sql, args![&game, last, deadline]).await.map(drop)
        }))
        .await
    }

    /// Takes games whose deadline has passed, each for one node at a time. A node that dies with
    /// them gives them back when the lease ends.
    pub async fn take_due(
        &self,
        now: Millis,
        lease: Millis,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.write(tx!(|tx| {
            let sql = format!(
                "SELECT id FROM games WHERE deadline <= $1 AND (lease IS NULL OR lease <= $1) \
                 ORDER BY deadline LIMIT $2 {}",
                tx.skip_locked()
            );
            let mut due = Vec::new();
            for row in tx.query(&sql, args![now, limit]).await? {
                let id: GameId = row.word(0)?;
                let sql = "UPDATE games SET lease = $2 WHERE id = $1";
                tx.execute(sql, args![&id, now + lease]).await?;
                due.push(id);
            }
            Ok(due)
        }))
        .await
    }
}
