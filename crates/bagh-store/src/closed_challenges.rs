//! Challenges that were declined or withdrawn.
//!
//! They are kept for a while, so that their end is something to be read, and not only an absence:
//! a player who never saw a challenge among those that wait still learns what became of it.

use bagh_online::{Millis, PlayerId};
use serde::{Deserialize, Serialize};

use crate::challenges::{COLUMNS, Challenge};
use crate::database::{Changed, Tx};
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, Value, args};

/// How long closed challenges are kept.
const KEPT: Millis = 10 * 60_000;
/// Closed challenges in a list.
const LIST: u32 = 500;

/// How a challenge was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closing {
    /// By the player who was challenged.
    Declined,
    /// By the challenger.
    Canceled,
}

impl Closing {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Closing::Declined => "declined",
            Closing::Canceled => "canceled",
        }
    }
}

/// A challenge that did not lead to a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ClosedChallenge {
    /// The challenge as it was.
    pub challenge: Challenge,
    /// How it was closed.
    pub closing: Closing,
}

impl ClosedChallenge {
    fn read(row: &Row) -> Result<ClosedChallenge, StoreError> {
        // The column after those of the challenge.
        let closing = row.word(COLUMNS.split(',').count())?;
        Ok(ClosedChallenge { challenge: Challenge::read(row)?, closing })
    }
}

async fn select(
    tx: &mut dyn Tx,
    rest: &str,
    values: &[Value],
) -> Result<Vec<ClosedChallenge>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, closing FROM closed_challenges WHERE {rest}");
    tx.query(&sql, values).await?.iter().map(ClosedChallenge::read).collect()
}

/// Closes challenges that wait, those that a condition is true of, and gives them.
pub(crate) async fn close(
    tx: &mut dyn Tx,
    condition: &str,
    values: &[Value],
    closing: impl Fn(&Challenge) -> Closing + Send,
    now: Millis,
) -> Result<Vec<ClosedChallenge>, StoreError> {
    let sql =
        format!("DELETE FROM challenges WHERE game IS NULL AND {condition} RETURNING {COLUMNS}");
    let mut closed = Vec::new();
    for row in tx.query(&sql, values).await? {
        let challenge = Challenge::read(&row)?;
        let closing = closing(&challenge);
        // The offer of a rematch may have been closed before, under the same identifier.
        forget(tx, &challenge.id).await?;
        let mut values = challenge.values()?;
        values.extend_from_slice(args![closing.word(), now]);
        let sql = format!(
            "INSERT INTO closed_challenges ({COLUMNS}, closing, closed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)"
        );
        tx.execute(&sql, &values).await?;
        closed.push(ClosedChallenge { challenge, closing });
    }
    Ok(closed)
}

/// Forgets that a challenge was closed. Returns whether it was.
pub(crate) async fn forget(tx: &mut dyn Tx, id: &str) -> Result<bool, StoreError> {
    let sql = "DELETE FROM closed_challenges WHERE id = $1";
    Ok(tx.execute(sql, args![id]).await? > 0)
}

/// Whether a challenge was closed, lately.
pub(crate) async fn is_closed(tx: &mut dyn Tx, id: &str) -> Result<bool, StoreError> {
    let sql = "SELECT id FROM closed_challenges WHERE id = $1";
    Ok(!tx.query(sql, args![id]).await?.is_empty())
}

/// Forgets the challenges of an account that were closed, and that it closed those to it.
pub(crate) async fn forget_account(tx: &mut dyn Tx, account: &PlayerId) -> Result<(), StoreError> {
    tx.execute("DELETE FROM closed_challenges WHERE account = $1", args![account]).await?;
    let sql = "UPDATE closed_challenges SET opponent = NULL WHERE opponent = $1";
    tx.execute(sql, args![account]).await.map(drop)
}

impl Store {
    /// Declines a challenge that waits if this player is asked, or withdraws it if this player
    /// made it. Returns whether there was one.
    pub async fn close_challenge(
        &self,
        id: &str,
        by: &PlayerId,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let closed = Changed::Challenge { id: id.to_owned() };
        let (id, by) = (id.to_owned(), by.clone());
        let found = self
            .write::<bool, _>(tx!(|tx| {
                let condition = "id = $1 AND (account = $2 OR opponent = $2)";
                let closing = |challenge: &Challenge| match challenge.by == by {
                    true => Closing::Canceled,
                    false => Closing::Declined,
                };
                let closed = close(tx, condition, args![&id, &by], closing, now).await?;
                Ok(!closed.is_empty())
            }))
            .await?;
        self.hint(closed);
        Ok(found)
    }

    /// A challenge that was declined or withdrawn a short while ago.
    pub async fn closed_challenge(&self, id: &str) -> Result<Option<ClosedChallenge>, StoreError> {
        let id = id.to_owned();
        self.read(tx!(|tx| { Ok(select(tx, "id = $1", args![&id]).await?.into_iter().next()) }))
            .await
    }

    /// The challenges of a player and to it that were declined or withdrawn since a moment, the
    /// newest first.
    pub async fn closed_challenges_of(
        &self,
        id: &PlayerId,
        since: Millis,
    ) -> Result<Vec<ClosedChallenge>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let rest = "(account = $1 OR opponent = $1) AND closed >= $2 \
                        ORDER BY closed DESC, id LIMIT $3";
            select(tx, rest, args![&id, since, LIST]).await
        }))
        .await
    }

    /// Forgets challenges that were closed a while ago.
    pub async fn forget_closed_challenges(&self, now: Millis) -> Result<u64, StoreError> {
        self.write(tx!(|tx| {
            let sql = "DELETE FROM closed_challenges WHERE closed < $1";
            tx.execute(sql, args![now.saturating_sub(KEPT)]).await
        }))
        .await
    }
}
