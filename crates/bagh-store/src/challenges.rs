//! Challenges to a player or by link, and seeks that wait for an opponent who fits.

use bagh::Side;
use bagh_online::{GameId, Millis, PlayerId, Setup};
use serde::{Deserialize, Serialize};

use crate::accounts::{blocked_between, require};
use crate::closed_challenges::{forget, is_closed};
use crate::database::{Append, Changed, Tx};
use crate::error::StoreError;
use crate::games::append_to;
use crate::store::{Store, tx};
use crate::value::{Row, Value, args};

/// How an opponent is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeKind {
    /// By a link that the challenger passes on. Not listed.
    Link,
    /// One named player.
    Direct,
    /// Anyone who sees it in the lobby.
    Open,
    /// The first player with the same terms whose rating fits.
    Seek,
}

impl ChallengeKind {
    const fn word(self) -> &'static str {
        match self {
            ChallengeKind::Link => "link",
            ChallengeKind::Direct => "direct",
            ChallengeKind::Open => "open",
            ChallengeKind::Seek => "seek",
        }
    }
}

/// A challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct Challenge {
    /// Its identifier, which is also what a link holds.
    pub id: String,
    /// How an opponent is found.
    pub kind: ChallengeKind,
    /// The challenger.
    pub by: PlayerId,
    /// The player who is challenged, if it is one.
    pub opponent: Option<PlayerId>,
    /// The terms.
    pub setup: Setup,
    /// The side that the challenger wants; either if none.
    pub side: Option<Side>,
    /// The challenger's rating.
    pub rating: f64,
    /// How far the opponent's rating may be away from it, for seeks.
    pub range: f64,
    /// Whether it is for a match of two games with sides swapped.
    pub two_games: bool,
    /// The game that it is a rematch of.
    pub rematch_of: Option<GameId>,
    /// When it was made.
    pub created: Millis,
    /// When it ends by itself.
    pub expires: Millis,
    /// The game that it led to.
    pub game: Option<GameId>,
}

pub(crate) const COLUMNS: &str = "id, kind, account, opponent, terms, side, rating, range, two_games, \
                       rematch_of, created, expires, game";

impl Challenge {
    pub(crate) fn read(row: &Row) -> Result<Challenge, StoreError> {
        Ok(Challenge {
            id: row.text(0)?,
            kind: row.word(1)?,
            by: row.word(2)?,
            opponent: row.word_or_none(3)?,
            setup: serde_json::from_str(&row.text(4)?)?,
            side: row.word_or_none(5)?,
            rating: row.real(6)?,
            range: row.real(7)?,
            two_games: row.flag(8)?,
            rematch_of: row.word_or_none(9)?,
            created: row.int(10)?,
            expires: row.int(11)?,
            game: row.word_or_none(12)?,
        })
    }

    /// Its columns.
    pub(crate) fn values(&self) -> Result<Vec<Value>, StoreError> {
        let values = args![
            &self.id,
            self.kind.word(),
            &self.by,
            self.opponent.as_ref(),
            serde_json::to_string(&self.setup)?,
            self.side.map(Side::word),
            self.rating,
            self.range,
            self.two_games,
            self.rematch_of.as_ref(),
            self.created,
            self.expires,
            self.game.as_ref(),
        ];
        Ok(values.to_vec())
    }

    /// Inserts it, unless there is one with its identifier. Returns whether it did.
    async fn insert(&self, tx: &mut dyn Tx) -> Result<bool, StoreError> {
        for player in [Some(&self.by), self.opponent.as_ref()].into_iter().flatten() {
            require(tx, player).await?;
        }
        let sql = format!(
            "INSERT INTO challenges ({COLUMNS}) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) \
             ON CONFLICT (id) DO NOTHING"
        );
        Ok(tx.execute(&sql, &self.values()?).await? > 0)
    }

    /// Whether two seeks fit each other.
    fn fits(&self, other: &Challenge) -> bool {
        let apart = (self.rating - other.rating).abs();
        self.by != other.by
            && self.setup == other.setup
            && self.two_games == other.two_games
            && (self.side.is_none() || self.side != other.side)
            && apart <= self.range
            && apart <= other.range
    }
}

async fn select(
    tx: &mut dyn Tx,
    rest: &str,
    values: &[Value],
) -> Result<Vec<Challenge>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM challenges WHERE {rest}");
    tx.query(&sql, values).await?.iter().map(Challenge::read).collect()
}

impl Store {
    /// Adds a challenge. [`StoreError::Conflict`] if there is one with its identifier, as when both
    /// players offer a rematch at the same moment, or was and it was closed a short while ago; only
    /// a rematch may be offered again.
    pub async fn add_challenge(&self, challenge: Challenge) -> Result<(), StoreError> {
        let id = challenge.id.clone();
        self.write::<(), _>(tx!(|tx| {
            // The offer of a rematch has the identifier of the one before it, which may have expired
            // and not been removed yet.
            let sql = "DELETE FROM challenges WHERE id = $1 AND expires <= $2 AND game IS NULL";
            tx.execute(sql, args![&challenge.id, challenge.created]).await?;
            if challenge.rematch_of.is_some() {
                forget(tx, &challenge.id).await?;
            } else if is_closed(tx, &challenge.id).await? {
                return Err(StoreError::Conflict);
            }
            challenge.insert(tx).await?.then_some(()).ok_or(StoreError::Conflict)
        }))
        .await?;
        self.hint(Changed::Challenge { id });
        Ok(())
    }

    /// A challenge, unless it has expired.
    pub async fn challenge(&self, id: &str, now: Millis) -> Result<Option<Challenge>, StoreError> {
        let id = id.to_owned();
        self.read(tx!(|tx| {
            let found = select(tx, "id = $1 AND expires > $2", args![&id, now]).await?;
            Ok(found.into_iter().next())
        }))
        .await
    }

    /// Challenges that anyone can take, the oldest first.
    pub async fn open_challenges(
        &self,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Challenge>, StoreError> {
        self.read(tx!(|tx| {
            let rest = "kind IN ('open', 'seek') AND game IS NULL AND expires > $1 \
                        ORDER BY created, id LIMIT $2";
            select(tx, rest, args![now, limit]).await
        }))
        .await
    }

    /// Challenges that a player made or is asked to answer: those that wait, the oldest first, then
    /// those that led to games, the newest first.
    pub async fn challenges_of(
        &self,
        id: &PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let rest = "(account = $1 OR opponent = $1) AND expires > $2 \
                        ORDER BY game IS NOT NULL, \
                                 CASE WHEN game IS NULL THEN created ELSE -created END, id \
                        LIMIT 200";
            select(tx, rest, args![&id, now]).await
        }))
        .await
    }

    /// How many challenges of a player wait for an opponent.
    pub async fn count_open_challenges(
        &self,
        by: &PlayerId,
        now: Millis,
    ) -> Result<u64, StoreError> {
        let by = by.clone();
        self.read(tx!(|tx| {
            let sql = "SELECT count(*) FROM challenges \
                       WHERE account = $1 AND game IS NULL AND expires > $2";
            tx.query(sql, args![&by, now]).await?.first().map_or(Ok(0), |row| row.int(0))
        }))
        .await
    }

    /// Takes a challenge and creates its game, both or neither. [`StoreError::Conflict`] if
    /// another player was faster or the challenge is gone.
    pub async fn take_challenge(
        &self,
        id: &str,
        game: Append,
        now: Millis,
    ) -> Result<(), StoreError> {
        let (taken, started) = (Changed::Challenge { id: id.to_owned() }, Changed::by(&game));
        let id = id.to_owned();
        self.write::<(), _>(tx!(|tx| {
            let sql =
                "UPDATE challenges SET game = $2 WHERE id = $1 AND game IS NULL AND expires > $3";
            if tx.execute(sql, args![&id, &game.row.id, now]).await? == 0 {
                return Err(StoreError::Conflict);
            }
            append_to(tx, game).await
        }))
        .await?;
        self.hint(taken);
        self.hint(started);
        Ok(())
    }

    /// Lets a challenge of this player last longer, unless it has ended or led to a game. Gives it
    /// as it is now, if it is there.
    pub async fn renew_challenge(
        &self,
        id: &str,
        by: &PlayerId,
        now: Millis,
        expires: Millis,
    ) -> Result<Option<Challenge>, StoreError> {
        let (id, by) = (id.to_owned(), by.clone());
        self.write(tx!(|tx| {
            let sql = "UPDATE challenges SET expires = $4 WHERE id = $1 AND account = $2 \
                       AND game IS NULL AND expires > $3 AND expires < $4";
            tx.execute(sql, args![&id, &by, now, expires]).await?;
            let rest = "id = $1 AND account = $2 AND expires > $3";
            Ok(select(tx, rest, args![&id, &by, now]).await?.into_iter().next())
        }))
        .await
    }

    /// Finds a seek that fits this one and creates their game; or else leaves this one to be
    /// found. `start` makes the game from the seek that was found.
    pub async fn seek(
        &self,
        seek: Challenge,
        now: Millis,
        start: impl FnOnce(&Challenge) -> Result<Append, StoreError> + Send + 'static,
    ) -> Result<Option<Challenge>, StoreError> {
        let paired = self
            .write::<Option<(Challenge, Changed)>, _>(tx!(|tx| {
                let terms = serde_json::to_string(&seek.setup)?;
                // Two that look at the same time would not see each other, and both wait for ever.
                tx.take_turns(&format!("seek {terms}")).await?;
                // A player waits for one opponent at a time.
                let sql =
                    "DELETE FROM challenges WHERE account = $1 AND kind = 'seek' AND game IS NULL";
                tx.execute(sql, args![&seek.by]).await?;
                let rest = format!(
                    "kind = 'seek' AND terms = $1 AND game IS NULL AND expires > $2 \
                 ORDER BY created, id LIMIT 100 {}",
                    // One that is just being renewed is waited for: nobody looks again later.
                    tx.for_update()
                );
                let waiting = select(tx, &rest, args![terms, now]).await?;
                let mut fitting: Vec<Challenge> =
                    waiting.into_iter().filter(|other| seek.fits(other)).collect();
                fitting.sort_by(|a, b| {
                    (a.rating - seek.rating).abs().total_cmp(&(b.rating - seek.rating).abs())
                });
                for mut found in fitting {
                    if blocked_between(tx, &seek.by, &found.by).await? {
                        continue;
                    }
                    let game = start(&found)?;
                    let sql = "UPDATE challenges SET game = $2 WHERE id = $1";
                    tx.execute(sql, args![&found.id, &game.row.id]).await?;
                    found.game = Some(game.row.id.clone());
                    let started = Changed::by(&game);
                    append_to(tx, game).await?;
                    return Ok(Some((found, started)));
                }
                seek.insert(tx).await?.then_some(None).ok_or(StoreError::Conflict)
            }))
            .await?;
        Ok(paired.map(|(found, started)| {
            self.hint(started);
            found
        }))
    }

    /// Removes challenges that have expired.
    pub async fn remove_expired_challenges(&self, now: Millis) -> Result<u64, StoreError> {
        self.write(tx!(|tx| {
            tx.execute("DELETE FROM challenges WHERE expires <= $1", args![now]).await
        }))
        .await
    }
}
