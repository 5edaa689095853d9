//! Ratings, and how they came about.

use bagh::{Outcome, Side};
use bagh_online::rating::{PROVISIONAL, Rating, rate};
use bagh_online::{GameId, Millis, PlayerId};

use crate::accounts::hold;
use crate::database::Tx;
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, args};

/// The rating of a player on one side of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// The player.
    pub account: PlayerId,
    /// The game, such as `bagh-chal`.
    pub game: String,
    /// The side.
    pub side: Side,
    /// The rating.
    pub rating: Rating,
    /// How many games it rests on.
    pub games: u64,
    /// When it last changed.
    pub updated: Millis,
}

impl RatingRow {
    /// The rating at a moment: it gets less certain while nobody plays.
    pub fn now(&self, now: Millis) -> Rating {
        self.rating.after_idle(now.saturating_sub(self.updated))
    }
}

/// A rating after a game.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    /// The game that was played.
    pub played: GameId,
    /// When.
    pub at: Millis,
    /// The rating from then on.
    pub value: f64,
    /// Its uncertainty.
    pub deviation: f64,
}

/// A rated game that has ended.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedGame {
    /// The game that was played.
    pub id: GameId,
    /// What was played, such as `bagh-chal`.
    pub game: String,
    /// The player of the tigers.
    pub tiger: PlayerId,
    /// The player of the goats.
    pub goat: PlayerId,
    /// The result.
    pub outcome: Outcome,
    /// When it ended.
    pub at: Millis,
}

const COLUMNS: &str = "account, game, side, value, deviation, volatility, games, updated";

fn read(row: &Row) -> Result<RatingRow, StoreError> {
    Ok(RatingRow {
        account: row.word(0)?,
        game: row.text(1)?,
        side: row.word(2)?,
        rating: Rating { value: row.real(3)?, deviation: row.real(4)?, volatility: row.real(5)? },
        games: row.int(6)?,
        updated: row.int(7)?,
    })
}

/// The rating of a player, made if there is none, and kept from changing until the transaction
/// ends.
async fn locked(
    tx: &mut dyn Tx,
    account: &PlayerId,
    game: &str,
    side: Side,
    now: Millis,
) -> Result<RatingRow, StoreError> {
    let new = Rating::default();
    let sql = format!(
        "INSERT INTO ratings ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, 0, $7) ON CONFLICT DO NOTHING"
    );
    let word = side.word();
    let values = args![account, game, word, new.value, new.deviation, new.volatility, now];
    tx.execute(&sql, values).await?;
    let sql = format!(
        "SELECT {COLUMNS} FROM ratings WHERE account = $1 AND game = $2 AND side = $3 {}",
        tx.for_update()
    );
    let rows = tx.query(&sql, args![account, game, word]).await?;
    rows.first().map(read).unwrap_or(Err(StoreError::NotFound("rating")))
}

async fn store(
    tx: &mut dyn Tx,
    was: &RatingRow,
    is: Rating,
    played: &RatedGame,
) -> Result<(), StoreError> {
    let sql = "UPDATE ratings SET value = $4, deviation = $5, volatility = $6, games = games + 1, \
               updated = $7 WHERE account = $1 AND game = $2 AND side = $3";
    let (account, word) = (&was.account, was.side.word());
    let values = args![account, &was.game, word, is.value, is.deviation, is.volatility, played.at];
    tx.execute(sql, values).await?;
    let sql = "INSERT INTO rating_history (account, played, game, side, at, value, deviation) \
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let values = args![account, &played.id, &was.game, word, played.at, is.value, is.deviation];
    tx.execute(sql, values).await.map(drop)
}

impl Store {
    /// Changes the ratings of both players by a game, once however often this is called. False
    /// if that was done before. Accounts that were deleted in the meantime stay deleted.
    pub async fn rate_game(&self, played: RatedGame) -> Result<bool, StoreError> {
        self.write(tx!(|tx| {
            let sql = "UPDATE games SET to_rate = FALSE WHERE id = $1 AND to_rate";
            if tx.execute(sql, args![&played.id]).await? == 0 {
                return Ok(false);
            }
            if !hold(tx, &played.tiger).await? || !hold(tx, &played.goat).await? {
                return Ok(false);
            }
            // Both rows are locked in the same order by every node.
            let mut sides = [(&played.tiger, Side::Tiger), (&played.goat, Side::Goat)];
            sides.sort();
            let mut rows = Vec::new();
            for (account, side) in sides {
                rows.push(locked(tx, account, &played.game, side, played.at).await?);
            }
            rows.sort_by_key(|row| row.side);
            let (tiger, goat) = (rows[0].now(played.at), rows[1].now(played.at));
            let (tiger, goat) = rate(tiger, goat, played.outcome);
            store(tx, &rows[0], tiger, &played).await?;
            store(tx, &rows[1], goat, &played).await?;
            Ok(true)
        }))
        .await
    }

    /// Rated games that ended without changing ratings yet, because a node stopped in between.
    pub async fn games_to_rate(&self, limit: u32) -> Result<Vec<RatedGame>, StoreError> {
        self.read(tx!(|tx| {
            let sql = "SELECT id, game, tiger, goat, outcome, updated FROM games WHERE to_rate \
                       ORDER BY id LIMIT $1";
            let rows = tx.query(sql, args![limit]).await?;
            rows.iter()
                .map(|row| {
                    Ok(RatedGame {
                        id: row.word(0)?,
                        game: row.text(1)?,
                        tiger: row.word(2)?,
                        goat: row.word(3)?,
                        outcome: row.word(4)?,
                        at: row.int(5)?,
                    })
                })
                .collect()
        }))
        .await
    }

    /// The ratings of a player.
    pub async fn ratings_of(&self, id: &PlayerId) -> Result<Vec<RatingRow>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let sql =
                format!("SELECT {COLUMNS} FROM ratings WHERE account = $1 ORDER BY game, side");
            tx.query(&sql, args![&id]).await?.iter().map(read).collect()
        }))
        .await
    }

    /// How a player's rating changed, the latest first.
    pub async fn rating_history(
        &self,
        id: &PlayerId,
        game: &str,
        side: Side,
        limit: u32,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        let (id, game) = (id.clone(), game.to_owned());
        self.read(tx!(|tx| {
            let sql = "SELECT played, at, value, deviation FROM rating_history \
                       WHERE account = $1 AND game = $2 AND side = $3 \
                       ORDER BY at DESC, played LIMIT $4";
            let rows = tx.query(sql, args![&id, &game, side.word(), limit]).await?;
            rows.iter()
                .map(|row| {
                    Ok(RatingPoint {
                        played: row.word(0)?,
                        at: row.int(1)?,
                        value: row.real(2)?,
                        deviation: row.real(3)?,
                    })
                })
                .collect()
        }))
        .await
    }

    /// A player's rating after a rated game; the rating of a newcomer if that game changed none.
    pub async fn rating_after(&self, id: &PlayerId, played: &GameId) -> Result<f64, StoreError> {
        let (id, played) = (id.clone(), played.clone());
        self.read(tx!(|tx| {
            let sql = "SELECT value FROM rating_history WHERE account = $1 AND played = $2";
            let rows = tx.query(sql, args![&id, &played]).await?;
            rows.first().map_or(Ok(Rating::default().value), |row| row.real(0))
        }))
        .await
    }

    /// The best people, or the best bots, of a side whose ratings are certain enough, with their
    /// names.
    pub async fn leaderboard(
        &self,
        game: &str,
        side: Side,
        bots: bool,
        limit: u32,
    ) -> Result<Vec<(String, RatingRow)>, StoreError> {
        let game = game.to_owned();
        self.read(tx!(|tx| {
            let sql = "SELECT account, game, side, value, deviation, volatility, games, updated, name \
                       FROM ratings JOIN accounts ON accounts.id = ratings.account \
                       WHERE game = $1 AND side = $2 AND deviation <= $3 AND name IS NOT NULL \
                       AND banned IS NULL AND bot = $4 ORDER BY value DESC, account LIMIT $5";
            let rows = tx.query(sql, args![&game, side.word(), PROVISIONAL, bots, limit]).await?;
            rows.iter().map(|row| Ok((row.text(8)?, read(row)?))).collect()
        }))
        .await
    }
}
