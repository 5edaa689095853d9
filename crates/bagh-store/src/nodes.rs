//! Nodes: which are alive, when none was, and which players are connected to them.

use bagh_online::{GameId, Millis, PlayerId};

use crate::accounts::hold;
use crate::database::Tx;
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, args};

/// A node's sign of life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignOfLife {
    /// The node.
    pub node: String,
    /// The time now.
    pub at: Millis,
    /// How many are connected to it.
    pub here: u64,
    /// When a node was last alive, if this one knows that better than the database.
    pub last: Option<Millis>,
    /// If no node was alive for longer than this, there was an outage.
    pub patience: Millis,
    /// Outages that ended before this are known to the node.
    pub known: Millis,
}

/// What a node learns when it gives a sign of life.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Learned {
    /// The outage that this sign of life ended, if it did.
    pub ended: Option<Outage>,
    /// The outages that the node may not know, in the order in which they ended.
    pub outages: Vec<Outage>,
}

/// A time in which no node was alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Outage {
    /// When it ended.
    pub until: Millis,
    /// When a node had last been alive.
    pub from: Millis,
}

impl Outage {
    fn read(row: &Row) -> Result<Outage, StoreError> {
        Ok(Outage { until: row.int(0)?, from: row.int(1)? })
    }
}

async fn last_alive(tx: &mut dyn Tx) -> Result<Option<Millis>, StoreError> {
    let rows = tx.query("SELECT max(alive) FROM nodes", &[]).await?;
    rows.first().map_or(Ok(None), |row| row.int_or_none(0))
}

async fn outages_since(tx: &mut dyn Tx, since: Millis) -> Result<Vec<Outage>, StoreError> {
    let sql = "SELECT ended, begun FROM outages WHERE ended >= $1 ORDER BY ended, begun";
    tx.query(sql, args![since]).await?.iter().map(Outage::read).collect()
}

impl Store {
    /// When any node was last alive; none if there never was one.
    pub async fn last_alive(&self) -> Result<Option<Millis>, StoreError> {
        self.read(tx!(|tx| { last_alive(tx).await })).await
    }

    /// Notes that a node is alive. An outage that this ends is noted in the same transaction, so
    /// that a node that finds others alive finds the outages before, too.
    pub async fn come_alive(&self, sign: SignOfLife) -> Result<Learned, StoreError> {
        self.write(tx!(|tx| {
            let last = match sign.last {
                Some(last) => Some(last),
                None => last_alive(tx).await?,
            };
            let ended = last
                .filter(|&from| sign.at.saturating_sub(from) > sign.patience)
                .map(|from| Outage { until: sign.at, from });
            if let Some(Outage { until, from }) = ended {
                let sql =
                    "INSERT INTO outages (ended, begun) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                tx.execute(sql, args![until, from]).await?;
            }
            let sql = "INSERT INTO nodes (id, alive, here) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET alive = excluded.alive, here = excluded.here";
            tx.execute(sql, args![&sign.node, sign.at, sign.here]).await?;
            Ok(Learned { ended, outages: outages_since(tx, sign.known).await? })
        }))
        .await
    }

    /// The outages that ended at a moment or later, in the order in which they ended.
    pub async fn outages(&self, since: Millis) -> Result<Vec<Outage>, StoreError> {
        self.read(tx!(|tx| { outages_since(tx, since).await })).await
    }

    /// Forgets outages that ended before a moment, and all but this many of the latest.
    pub async fn forget_outages(&self, before: Millis, latest: u32) -> Result<(), StoreError> {
        self.write(tx!(|tx| {
            let sql = "DELETE FROM outages WHERE ended < $1 OR ended < \
                       (SELECT min(ended) FROM \
                       (SELECT ended FROM outages ORDER BY ended DESC LIMIT $2) AS latest)";
            tx.execute(sql, args![before, latest]).await.map(drop)
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
                // Of an account that was deleted in the meantime nothing is noted.
                if !hold(tx, &player).await? {
                    return Ok(());
                }
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
