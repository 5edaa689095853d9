//! Passkeys, and the challenges that authenticators sign.

use bagh_online::{Millis, PlayerId};

use crate::accounts::require;
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, args};

/// A public key that signs an account in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// The identifier of the credential, in base64url.
    pub id: String,
    /// Whose it is.
    pub account: PlayerId,
    /// The public key as COSE, in base64url.
    pub public_key: String,
    /// The signatures that the authenticator has counted; 0 if it counts none.
    pub counter: u32,
    /// What its owner calls it.
    pub label: String,
    /// When it was added.
    pub created: Millis,
    /// When it last signed the account in.
    pub used: Option<Millis>,
}

const COLUMNS: &str = "id, account, public_key, counter, label, created, used";

fn read(row: &Row) -> Result<Passkey, StoreError> {
    Ok(Passkey {
        id: row.text(0)?,
        account: row.word(1)?,
        public_key: row.text(2)?,
        counter: row.small(3)?,
        label: row.text(4)?,
        created: row.int(5)?,
        used: row.int_or_none(6)?,
    })
}

impl Store {
    /// Adds a passkey.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if there is one with its identifier, of this account or another.
    pub async fn add_passkey(&self, passkey: Passkey) -> Result<(), StoreError> {
        self.write(tx!(|tx| {
            require(tx, &passkey.account).await?;
            let sql = format!(
                "INSERT INTO passkeys ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7) \
                 ON CONFLICT DO NOTHING"
            );
            let args = args![
                &passkey.id,
                &passkey.account,
                &passkey.public_key,
                passkey.counter,
                &passkey.label,
                passkey.created,
                passkey.used
            ];
            match tx.execute(&sql, args).await? {
                0 => Err(StoreError::Conflict),
                _ => Ok(()),
            }
        }))
        .await
    }

    /// A passkey by its identifier.
    pub async fn passkey(&self, id: &str) -> Result<Option<Passkey>, StoreError> {
        let id = id.to_owned();
        self.read(tx!(|tx| {
            let sql = format!("SELECT {COLUMNS} FROM passkeys WHERE id = $1");
            tx.query(&sql, args![&id]).await?.first().map(read).transpose()
        }))
        .await
    }

    /// The passkeys of an account, the oldest first.
    pub async fn passkeys_of(&self, account: &PlayerId) -> Result<Vec<Passkey>, StoreError> {
        let account = account.clone();
        self.read(tx!(|tx| {
            let sql =
                format!("SELECT {COLUMNS} FROM passkeys WHERE account = $1 ORDER BY created, id");
            tx.query(&sql, args![&account]).await?.iter().map(read).collect()
        }))
        .await
    }

    /// Notes that a passkey has signed its account in. False if it is gone, or if the counter has
    /// not grown: then the authenticator was copied, or the answer was sent twice.
    pub async fn use_passkey(
        &self,
        id: &str,
        counter: u32,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let id = id.to_owned();
        self.write(tx!(|tx| {
            let sql = "UPDATE passkeys SET counter = $2, used = $3 \
                       WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))";
            Ok(tx.execute(sql, args![&id, counter, now]).await? > 0)
        }))
        .await
    }

    /// Removes a passkey of an account. False if it has no such passkey.
    pub async fn remove_passkey(&self, account: &PlayerId, id: &str) -> Result<bool, StoreError> {
        let (account, id) = (account.clone(), id.to_owned());
        self.write(tx!(|tx| {
            let sql = "DELETE FROM passkeys WHERE account = $1 AND id = $2";
            Ok(tx.execute(sql, args![&account, &id]).await? > 0)
        }))
        .await
    }

    /// Keeps the hash of a challenge until it expires: for an account that adds a passkey, or for
    /// anyone who signs in.
    pub async fn add_passkey_challenge(
        &self,
        hash: &str,
        account: Option<&PlayerId>,
        expires: Millis,
    ) -> Result<(), StoreError> {
        let (hash, account) = (hash.to_owned(), account.cloned());
        self.write(tx!(|tx| {
            if let Some(account) = &account {
                require(tx, account).await?;
            }
            let sql = "INSERT INTO passkey_challenges (hash, account, expires) VALUES ($1, $2, $3)";
            tx.execute(sql, args![&hash, account.as_ref(), expires]).await.map(drop)
        }))
        .await
    }

    /// Uses up a challenge. False if it was never given to this account, has expired, or was used.
    pub async fn take_passkey_challenge(
        &self,
        hash: &str,
        account: Option<&PlayerId>,
        now: Millis,
    ) -> Result<bool, StoreError> {
        let (hash, account) = (hash.to_owned(), account.cloned());
        self.write(tx!(|tx| {
            // An empty text stands for none: identifiers are never empty.
            let sql = "DELETE FROM passkey_challenges WHERE hash = $1 \
                       AND coalesce(account, '') = $2 AND expires > $3";
            let account = account.as_ref().map_or("", PlayerId::as_str);
            Ok(tx.execute(sql, args![&hash, account, now]).await? > 0)
        }))
        .await
    }
}
