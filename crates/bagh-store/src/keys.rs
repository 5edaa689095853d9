//! Sessions of browsers and tokens of programs, by the hash of what they present.

use bagh_online::{Millis, PlayerId};
use serde::{Deserialize, Serialize};

use crate::accounts::{Account, require};
use crate::database::{Changed, Tx};
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::args;

/// What a key is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyKind {
    /// A browser, by its cookie.
    Session,
    /// A program, by its bearer token.
    Token,
}

impl KeyKind {
    const fn word(self) -> &'static str {
        match self {
            KeyKind::Session => "session",
            KeyKind::Token => "token",
        }
    }
}

/// A session or token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Key {
    /// The hash of the secret.
    pub hash: String,
    /// Whose it is.
    pub account: PlayerId,
    /// What it is for.
    pub kind: KeyKind,
    /// What its owner calls it.
    pub label: String,
    /// When it was made.
    pub created: Millis,
    /// When it ends, if it does.
    pub expires: Option<Millis>,
}

const COLUMNS: &str = "keys.hash, keys.account, keys.kind, keys.label, keys.created, keys.expires";

async fn insert(tx: &mut dyn Tx, key: &Key) -> Result<(), StoreError> {
    require(tx, &key.account).await?;
    let sql = "INSERT INTO keys (hash, account, kind, label, created, expires) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    let args =
        args![&key.hash, &key.account, key.kind.word(), &key.label, key.created, key.expires];
    tx.execute(sql, args).await.map(drop)
}

impl Store {
    /// Adds a session or token.
    pub async fn add_key(&self, key: Key) -> Result<(), StoreError> {
        self.write(tx!(|tx| { insert(tx, &key).await })).await
    }

    /// Adds a session, and ends the oldest ones of its account if there are more than this many.
    pub async fn add_session(&self, key: Key, most: u32) -> Result<(), StoreError> {
        self.write(tx!(|tx| {
            insert(tx, &key).await?;
            let sql = "DELETE FROM keys WHERE account = $1 AND kind = 'session' AND hash <> $2 \
                       AND hash NOT IN (SELECT hash FROM keys WHERE account = $1 \
                       AND kind = 'session' ORDER BY created DESC, hash LIMIT $3)";
            tx.execute(sql, args![&key.account, &key.hash, most]).await.map(drop)
        }))
        .await
    }

    /// The account that a key opens, unless it has expired.
    pub async fn account_by_key(
        &self,
        hash: &str,
        now: Millis,
    ) -> Result<Option<Account>, StoreError> {
        let hash = hash.to_owned();
        self.read(tx!(|tx| {
            let sql = format!(
                "SELECT {} FROM keys JOIN accounts ON accounts.id = keys.account \
                 WHERE keys.hash = $1 AND (keys.expires IS NULL OR keys.expires > $2)",
                Account::COLUMNS
            );
            tx.query(&sql, args![&hash, now]).await?.first().map(Account::read).transpose()
        }))
        .await
    }

    /// The sessions and tokens of an account, the oldest first.
    pub async fn keys_of(&self, id: &PlayerId) -> Result<Vec<Key>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let sql =
                format!("SELECT {COLUMNS} FROM keys WHERE account = $1 ORDER BY created, hash");
            let rows = tx.query(&sql, args![&id]).await?;
            rows.iter()
                .map(|row| {
                    Ok(Key {
                        hash: row.text(0)?,
                        account: row.word(1)?,
                        kind: row.word(2)?,
                        label: row.text(3)?,
                        created: row.int(4)?,
                        expires: row.int_or_none(5)?,
                    })
                })
                .collect()
        }))
        .await
    }

    /// Ends a session or token of an account. False if it has no such key.
    pub async fn remove_key(&self, id: &PlayerId, hash: &str) -> Result<bool, StoreError> {
        let (id, hash) = (id.clone(), hash.to_owned());
        let account = id.clone();
        let found = self
            .write::<bool, _>(tx!(|tx| {
                let sql = "DELETE FROM keys WHERE account = $1 AND hash = $2";
                Ok(tx.execute(sql, args![&id, &hash]).await? > 0)
            }))
            .await?;
        if found {
            self.hint(Changed::Keys { account });
        }
        Ok(found)
    }

    /// Lets a session last until another moment, if that is later by more than this. True if it
    /// does now.
    pub async fn renew_session(
        &self,
        hash: &str,
        expires: Millis,
        by_more_than: Millis,
    ) -> Result<bool, StoreError> {
        let hash = hash.to_owned();
        self.write(tx!(|tx| {
            let sql = "UPDATE keys SET expires = $2 \
                       WHERE hash = $1 AND kind = 'session' AND expires < $3";
            let earlier = expires.saturating_sub(by_more_than);
            Ok(tx.execute(sql, args![&hash, expires, earlier]).await? > 0)
        }))
        .await
    }

    /// Removes keys and challenges for passkeys that have expired. Returns how many keys.
    pub async fn remove_expired_keys(&self, now: Millis) -> Result<u64, StoreError> {
        self.write(tx!(|tx| {
            let sql = "DELETE FROM passkey_challenges WHERE expires <= $1";
            tx.execute(sql, args![now]).await?;
            tx.execute("DELETE FROM keys WHERE expires <= $1", args![now]).await
        }))
        .await
    }
}
