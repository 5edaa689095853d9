//! Nodes: which are alive, and which players are connected to them.

use bagh_online::{GameId, Millis, PlayerId};

use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::args;

impl Store {
    /// When any node was last alive; none if there never was one.
    pub async fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        self.read(tx!(|tx| {
            let rows = tx.query("SELECT max(alive) FROM nodes", &[]).await?;
            rows.first().map_or(Ok(None), |row| row.int_or_none(0))
        }))
        .await
    }

    /// Notes that a node is alive, and how many are connected to it.
    pub async fn note_alive(&self, node: &str, now: Millis, here: u64) -> Result<(), StoreError> {
        let node = node.to_owned();
        self.write(tx!(|tx| {
            let sql = "INSERT INTO nodes (id, alive, here) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET alive = excluded.alive, here = excluded.here";
            tx.execute(sql, args![&node, now, here]).await.map(drop)
        }))
        .await
    }

    /// How many are connected to other nodes that have been alive since a moment.
    pub async fn here_elsewhere(&self, node: &str, since: Millis) -> Result<u64, StoreError> {
        let node = node.to_owned();
        self.read(tx!(|tx| {
            // A sum is of a wider type in PostgreSQL.
            let sql = "SELECT CAST(coalesce(sum(here), 0) AS BIGINT) FROM nodes \
                       WHERE id <> $1 AND alive >= $2";
            tx.query(sql, args![&node, since]).await?.first().map_or(Ok(0), |row| row.int(0))
        }))
        .await
    }

    /// Forgets nodes that have not been alive since a moment, and who was connected to them.
    pub async fn forget_nodes(&self, since: Millis) -> Result<(), StoreError> {
        self.write(tx!(|tx| {
            let sql =
                "DELETE FROM presence WHERE node NOT IN (SELECT id FROM nodes WHERE alive >= $1)";
            tx.execute(sql, args![since]).await?;
            // The newest stays: it tells when the service was last alive.
            let sql = "DELETE FROM nodes WHERE alive < $1 \
                       AND alive < (SELECT max(alive) FROM nodes)";
            tx.execute(sql, args![since]).await.map(drop)
        }))
        .await
    }

    /// Notes that a player of a game is connected to a node, or no longer is.
    pub async fn note_presence(
        &self,
        game: &GameId,
        player: &PlayerId,
        node: &str,
        present: bool,
    ) -> Result<(), StoreError> {
        let (game, player, node) = (game.clone(), player.clone(), node.to_owned());
        self.write(tx!(|tx| {
            let sql = if present {
                "INSERT INTO presence (game, account, node) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
            } else {
                "DELETE FROM presence WHERE game = $1 AND account = $2 AND node = $3"
            };
            tx.execute(sql, args![&game, &player, &node]).await.map(drop)
        }))
        .await
    }

    /// Whether a player of a game is connected to any node that has been alive since a moment.
    pub async fn is_present(
        &self,
        game: &GameId,
        player: &PlayerId,
        since: Millis,
    ) -> Result<bool, StoreError> {
        let (game, player) = (game.clone(), player.clone());
        self.read(tx!(|tx| {
            let sql = "SELECT game FROM presence WHERE game = $1 AND account = $2 \
                       AND node IN (SELECT id FROM nodes WHERE alive >= $3)";
            Ok(!tx.query(sql, args![&game, &player, since]).await?.is_empty())
        }))
        .await
    }
}
