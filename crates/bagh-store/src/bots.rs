//! Accounts of bots.

use bagh_online::{Millis, PlayerId};

use crate::accounts::{Account, set_name, taken_if_unique};
use crate::error::StoreError;
use crate::name::Name;
use crate::store::{Store, tx};
use crate::value::args;

impl Store {
    /// Makes an account for a bot.
    pub async fn create_bot(
        &self,
        id: &PlayerId,
        name: &Name,
        now: Millis,
    ) -> Result<(), StoreError> {
        let (id, name) = (id.clone(), name.clone());
        let result = self
            .write(tx!(|tx| {
                let sql = "INSERT INTO accounts (id, created, seen, bot) VALUES ($1, $2, $2, TRUE)";
                tx.execute(sql, args![&id, now]).await?;
                set_name(tx, &id, &name).await
            }))
            .await;
        taken_if_unique(result)
    }

    /// Makes the account of a bot that belongs to the site, unless it exists. Its name may be one
    /// that no player can choose.
    pub async fn create_house_bot(
        &self,
        id: &PlayerId,
        name: &str,
        now: Millis,
    ) -> Result<(), StoreError> {
        let (id, name) = (id.clone(), name.to_owned());
        self.write(tx!(|tx| {
            let sql = "INSERT INTO accounts (id, name, name_key, created, seen, bot) \
                       VALUES ($1, $2, $3, $4, $4, TRUE) ON CONFLICT DO NOTHING";
            tx.execute(sql, args![&id, &name, name.to_lowercase(), now]).await.map(drop)
        }))
        .await
    }

    /// Bots that were seen since a moment, by name.
    pub async fn bots(&self, since: Millis, limit: u32) -> Result<Vec<Account>, StoreError> {
        self.read(tx!(|tx| {
            let sql = format!(
                "SELECT {} FROM accounts WHERE bot AND seen >= $1 AND banned IS NULL \
                 ORDER BY name, id LIMIT $2",
                Account::COLUMNS
            );
            tx.query(&sql, args![since, limit]).await?.iter().map(Account::read).collect()
        }))
        .await
    }
}
