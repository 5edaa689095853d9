//! Accounts: guests, and people with a name.

use bagh_online::{Millis, PlayerId};

use crate::closed_challenges::{self, Closing, close};
use crate::database::{Changed, Tx};
use crate::error::StoreError;
use crate::name::Name;
use crate::store::{Store, tx};
use crate::value::{Row, Value, args};

/// Accounts that one statement looks up.
const ACCOUNTS: usize = 50;

/// An account. One without a name is a guest's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// What logs call the player.
    pub id: PlayerId,
    /// The name, if the player has one.
    pub name: Option<String>,
    /// The hash of the password, if there is one.
    pub password: Option<String>,
    /// When the account was made.
    pub created: Millis,
    /// When the player was last seen.
    pub seen: Millis,
    /// Why the player may not play, if so.
    pub banned: Option<String>,
    /// Whether a program plays with the account.
    pub bot: bool,
}

impl Account {
    pub(crate) const COLUMNS: &str = "accounts.id, accounts.name, accounts.password, \
        accounts.created, accounts.seen, accounts.banned, accounts.bot";

    pub(crate) fn read(row: &Row) -> Result<Account, StoreError> {
        Ok(Account {
            id: row.word(0)?,
            name: row.text_or_none(1)?,
            password: row.text_or_none(2)?,
            created: row.int(3)?,
            seen: row.int(4)?,
            banned: row.text_or_none(5)?,
            bot: row.flag(6)?,
        })
    }

    /// Whether the account has no name.
    pub fn is_guest(&self) -> bool {
        self.name.is_none()
    }
}

async fn find(
    tx: &mut dyn Tx,
    condition: &str,
    value: Value,
) -> Result<Option<Account>, StoreError> {
    let sql = format!("SELECT {} FROM accounts WHERE {condition}", Account::COLUMNS);
    tx.query(&sql, &[value]).await?.first().map(Account::read).transpose()
}

/// Keeps an account from being deleted until the transaction ends, so that what is written about it
/// is deleted with it. False if there is no such account (any more).
pub(crate) async fn hold(tx: &mut dyn Tx, id: &PlayerId) -> Result<bool, StoreError> {
    let sql = format!("SELECT id FROM accounts WHERE id = $1 {}", tx.for_key_share());
    Ok(!tx.query(&sql, args![id]).await?.is_empty())
}

/// [`hold`], where nothing can be written without the account.
pub(crate) async fn require(tx: &mut dyn Tx, id: &PlayerId) -> Result<(), StoreError> {
    if hold(tx, id).await? { Ok(()) } else { Err(StoreError::NotFound("account")) }
}

/// What is stored about accounts: tables, and their columns that name one.
const ABOUT: [(&str, &str); 12] = [
    ("recovery_codes", "account"),
    ("keys", "account"),
    ("passkeys", "account"),
    ("passkey_challenges", "account"),
    ("blocks", "account"),
    ("blocks", "blocked"),
    ("ratings", "account"),
    ("rating_history", "account"),
    ("marks", "account"),
    ("challenges", "account"),
    ("challenges", "opponent"),
    ("presence", "account"),
];

/// Deletes an account and everything about it but its games. False if there is no such account.
async fn delete(tx: &mut dyn Tx, id: &PlayerId, now: Millis) -> Result<bool, StoreError> {
    // This first: it waits for all that hold the account, and keeps others from it.
    if tx.execute("DELETE FROM accounts WHERE id = $1", args![id]).await? == 0 {
        return Ok(false);
    }
    // Those who challenged it hear that there will be no game.
    close(tx, "opponent = $1", args![id], |_| Closing::Declined, now).await?;
    closed_challenges::forget_account(tx, id).await?;
    for (table, column) in ABOUT {
        let sql = format!("DELETE FROM {table} WHERE {column} = $1");
        tx.execute(&sql, args![id]).await?;
    }
    Ok(true)
}

/// Gives an account a name, if no other account has it.
pub(crate) async fn set_name(
    tx: &mut dyn Tx,
    id: &PlayerId,
    name: &Name,
) -> Result<(), StoreError> {
    let taken = find(tx, "name_key = $1", name.key().into()).await?;
    // Identifiers are public. A name that is one would be taken for that account.
    let named = find(tx, "id = $1", name.as_str().into()).await?;
    if taken.into_iter().chain(named).any(|other| other.id != *id) {
        return Err(StoreError::NameTaken);
    }
    let sql = "UPDATE accounts SET name = $2, name_key = $3 WHERE id = $1";
    match tx.execute(sql, args![id, name.as_str(), name.key()]).await? {
        0 => Err(StoreError::NotFound("account")),
        _ => Ok(()),
    }
}

impl Store {
    /// Makes a guest account.
    pub async fn create_account(&self, id: &PlayerId, now: Millis) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(tx!(|tx| {
            let sql = "INSERT INTO accounts (id, created, seen) VALUES ($1, $2, $2)";
            tx.execute(sql, args![&id, now]).await.map(drop)
        }))
        .await
    }

    /// An account by its identifier.
    pub async fn account(&self, id: &PlayerId) -> Result<Option<Account>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| { find(tx, "id = $1", Value::from(&id)).await })).await
    }

    /// The accounts with these identifiers, in any order.
    pub async fn accounts(&self, ids: &[PlayerId]) -> Result<Vec<Account>, StoreError> {
        let ids: Vec<PlayerId> = ids.to_vec();
        self.read(tx!(|tx| {
            let mut found = Vec::new();
            for part in ids.chunks(ACCOUNTS) {
                // The same statement for any number: what is missing is filled with the first one.
                let values: Vec<Value> =
                    (0..ACCOUNTS).map(|i| Value::from(part.get(i).unwrap_or(&part[0]))).collect();
                let marks: Vec<String> = (1..=ACCOUNTS).map(|i| format!("${i}")).collect();
                let sql = format!(
                    "SELECT {} FROM accounts WHERE id IN ({})",
                    Account::COLUMNS,
                    marks.join(", ")
                );
                for row in tx.query(&sql, &values).await? {
                    found.push(Account::read(&row)?);
                }
            }
            Ok(found)
        }))
        .await
    }

    /// An account by its name, or one that looks like it.
    pub async fn account_by_name(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        let key = name.key().to_owned();
        self.read(tx!(|tx| { find(tx, "name_key = $1", Value::from(key)).await })).await
    }

    /// An account by its identifier or its name. Where a name is somebody's identifier, the
    /// identifier counts: no one can choose it.
    pub async fn account_by_id_or_name(&self, text: &str) -> Result<Option<Account>, StoreError> {
        if let Ok(id) = PlayerId::new(text)
            && let Some(account) = self.account(&id).await?
        {
            return Ok(Some(account));
        }
        match Name::new(text) {
            Ok(name) => self.account_by_name(&name).await,
            Err(_) => Ok(None),
        }
    }

    /// Notes that a player was seen.
    pub async fn note_seen(&self, id: &PlayerId, now: Millis) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(tx!(|tx| {
            let sql = "UPDATE accounts SET seen = $2 WHERE id = $1 AND seen < $2";
            tx.execute(sql, args![&id, now]).await.map(drop)
        }))
        .await
    }

    /// Turns a guest's account into one with a name, recovery codes, and a password unless it has
    /// passkeys. The identifier stays, and with it the games.
    pub async fn register(
        &self,
        id: &PlayerId,
        name: &Name,
        password_hash: Option<String>,
        recovery_hashes: Vec<String>,
    ) -> Result<(), StoreError> {
        let (id, name) = (id.clone(), name.clone());
        let result = self
            .write(tx!(|tx| {
                set_name(tx, &id, &name).await?;
                let sql = "UPDATE accounts SET password = $2 WHERE id = $1";
                tx.execute(sql, args![&id, password_hash]).await?;
                replace_codes(tx, &id, &recovery_hashes).await
            }))
            .await;
        taken_if_unique(result)
    }

    /// Gives an account another name.
    pub async fn rename(&self, id: &PlayerId, name: &Name) -> Result<(), StoreError> {
        let (id, name) = (id.clone(), name.clone());
        taken_if_unique(self.write(tx!(|tx| { set_name(tx, &id, &name).await })).await)
    }

    /// Sets the password of an account and ends its sessions, or all of its keys.
    pub async fn set_password(
        &self,
        id: &PlayerId,
        hash: String,
        tokens: bool,
    ) -> Result<(), StoreError> {
        let (id, account) = (id.clone(), id.clone());
        self.write::<(), _>(tx!(|tx| {
            let sql = "UPDATE accounts SET password = $2 WHERE id = $1";
            tx.execute(sql, args![&id, hash]).await?;
            let sql = "DELETE FROM keys WHERE account = $1 AND (kind = 'session' OR $2)";
            tx.execute(sql, args![&id, tokens]).await.map(drop)
        }))
        .await?;
        self.hint(Changed::Keys { account });
        Ok(())
    }

    /// Replaces the recovery codes of an account.
    pub async fn set_recovery_codes(
        &self,
        id: &PlayerId,
        hashes: Vec<String>,
    ) -> Result<(), StoreError> {
        let id = id.clone();
        self.write(tx!(|tx| {
            require(tx, &id).await?;
            replace_codes(tx, &id, &hashes).await
        }))
        .await
    }

    /// Uses up a recovery code. False if the account has no such code.
    pub async fn use_recovery_code(&self, id: &PlayerId, hash: &str) -> Result<bool, StoreError> {
        let (id, hash) = (id.clone(), hash.to_owned());
        self.write(tx!(|tx| {
            let sql = "DELETE FROM recovery_codes WHERE account = $1 AND hash = $2";
            Ok(tx.execute(sql, args![&id, &hash]).await? > 0)
        }))
        .await
    }

    /// How many recovery codes an account has left.
    pub async fn recovery_codes_left(&self, id: &PlayerId) -> Result<u64, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let sql = "SELECT count(*) FROM recovery_codes WHERE account = $1";
            tx.query(sql, args![&id]).await?.first().map_or(Ok(0), |row| row.int(0))
        }))
        .await
    }

    /// Bans an account for a reason, or lifts the ban. A ban ends all sessions and tokens.
    pub async fn ban(&self, id: &PlayerId, reason: Option<String>) -> Result<(), StoreError> {
        let (id, account) = (id.clone(), id.clone());
        self.write::<(), _>(tx!(|tx| {
            let sql = "UPDATE accounts SET banned = $2 WHERE id = $1";
            if tx.execute(sql, args![&id, reason.as_deref()]).await? == 0 {
                return Err(StoreError::NotFound("account"));
            }
            if reason.is_some() {
                tx.execute("DELETE FROM keys WHERE account = $1", args![&id]).await?;
                tx.execute(
                    "DELETE FROM challenges WHERE account = $1 AND game IS NULL",
                    args![&id],
                )
                .await?;
            }
            Ok(())
        }))
        .await?;
        self.hint(Changed::Keys { account });
        Ok(())
    }

    /// Deletes an account and everything about it. Its games stay, for the opponents' sake; they
    /// hold no more than an identifier that leads nowhere.
    pub async fn delete_account(&self, id: &PlayerId, now: Millis) -> Result<(), StoreError> {
        let (id, deleted) = (id.clone(), id.clone());
        self.write::<(), _>(tx!(|tx| {
            match delete(tx, &deleted, now).await? {
                true => Ok(()),
                false => Err(StoreError::NotFound("account")),
            }
        }))
        .await?;
        self.hint(Changed::Keys { account: id });
        Ok(())
    }

    /// Deletes guests that have not been seen since a moment and have no running game, and those
    /// that have not been seen since another moment, never had a game and have neither a passkey
    /// nor a challenge that waits. Returns how many there were: at most the limit.
    pub async fn delete_idle_guests(
        &self,
        since: Millis,
        without_games: Millis,
        limit: u32,
        now: Millis,
    ) -> Result<u64, StoreError> {
        self.write(tx!(|tx| {
            let games = "EXISTS (SELECT id FROM games WHERE tiger = accounts.id) \
                OR EXISTS (SELECT id FROM games WHERE goat = accounts.id)";
            let running = "EXISTS (SELECT id FROM games WHERE tiger = accounts.id AND reason IS NULL) \
                OR EXISTS (SELECT id FROM games WHERE goat = accounts.id AND reason IS NULL)";
            let kept = "EXISTS (SELECT id FROM passkeys WHERE account = accounts.id) \
                OR EXISTS (SELECT id FROM challenges WHERE account = accounts.id AND game IS NULL)";
            let sql = format!(
                "SELECT id FROM accounts WHERE name IS NULL AND \
                 ((seen < $1 AND NOT ({running})) \
                 OR (seen < $2 AND NOT ({games}) AND NOT ({kept}))) LIMIT $3 {}",
                tx.skip_locked()
            );
            let idle = tx.query(&sql, args![since, without_games, limit]).await?;
            for row in &idle {
                delete(tx, &row.word(0)?, now).await?;
            }
            Ok(idle.len() as u64)
        }))
        .await
    }

    /// Blocks a player, or lifts the block: the two are no longer paired, and challenges between
    /// them are refused.
    pub async fn block(
        &self,
        id: &PlayerId,
        other: &PlayerId,
        block: bool,
        now: Millis,
    ) -> Result<(), StoreError> {
        let (id, other) = (id.clone(), other.clone());
        self.write(tx!(|tx| {
            if block {
                require(tx, &id).await?;
                require(tx, &other).await?;
                let sql = "INSERT INTO blocks (account, blocked, created) VALUES ($1, $2, $3) \
                           ON CONFLICT DO NOTHING";
                tx.execute(sql, args![&id, &other, now]).await.map(drop)
            } else {
                let sql = "DELETE FROM blocks WHERE account = $1 AND blocked = $2";
                tx.execute(sql, args![&id, &other]).await.map(drop)
            }
        }))
        .await
    }

    /// The players that an account has blocked.
    pub async fn blocked_by(&self, id: &PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        let id = id.clone();
        self.read(tx!(|tx| {
            let sql = "SELECT blocked FROM blocks WHERE account = $1 ORDER BY created, blocked";
            tx.query(sql, args![&id]).await?.iter().map(|row| row.word(0)).collect()
        }))
        .await
    }

    /// Whether one of two players has blocked the other.
    pub async fn is_blocked(&self, a: &PlayerId, b: &PlayerId) -> Result<bool, StoreError> {
        let (a, b) = (a.clone(), b.clone());
        self.read(tx!(|tx| { blocked_between(tx, &a, &b).await })).await
    }
}

pub(crate) async fn blocked_between(
    tx: &mut dyn Tx,
    a: &PlayerId,
    b: &PlayerId,
) -> Result<bool, StoreError> {
    let sql = "SELECT account FROM blocks WHERE (account = $1 AND blocked = $2) \
               OR (account = $2 AND blocked = $1)";
    Ok(!tx.query(sql, args![a, b]).await?.is_empty())
}

async fn replace_codes(
    tx: &mut dyn Tx,
    id: &PlayerId,
    hashes: &[String],
) -> Result<(), StoreError> {
    tx.execute("DELETE FROM recovery_codes WHERE account = $1", args![id]).await?;
    for hash in hashes {
        let sql = "INSERT INTO recovery_codes (account, hash) VALUES ($1, $2)";
        tx.execute(sql, args![id, hash]).await?;
    }
    Ok(())
}

/// Two accounts that took a name at the same moment meet in the unique index.
pub(crate) fn taken_if_unique(result: Result<(), StoreError>) -> Result<(), StoreError> {
    match result {
        Err(StoreError::Conflict) => Err(StoreError::NameTaken),
        other => other,
    }
}
