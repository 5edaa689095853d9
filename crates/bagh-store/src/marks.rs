//! Marks: what the tables say of the moves of games that are over.

use bagh::Side;
use bagh_online::{GameId, Millis, PlayerId};

use crate::accounts::hold;
use crate::error::StoreError;
use crate::games::GameRow;
use crate::store::{Store, tx};
use crate::value::args;

/// What a side's moves were worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// Moves.
    pub moves: u64,
    /// Moves that could have lost value: some other move would have.
    pub could_err: u64,
    /// Those of them that lost none.
    pub keeping: u64,
    /// Positions with one right move among several.
    pub only_moves: u64,
    /// Such positions in which it was found.
    pub only_found: u64,
}

/// The marks of a player on one side of a game, added up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkRow {
    /// The game, such as `bagh-chal`.
    pub game: String,
    /// The side.
    pub side: Side,
    /// How many games were marked.
    pub games: u64,
    /// Their marks, added up.
    pub mark: Mark,
}

impl Store {
    /// Notes what one side's moves in a game were worth. What was noted before stays, and so does
    /// the silence about deleted accounts.
    pub async fn add_mark(
        &self,
        game: &GameId,
        side: Side,
        account: &PlayerId,
        kind: &str,
        mark: Mark,
    ) -> Result<(), StoreError> {
        let (game, account, kind) = (game.clone(), account.clone(), kind.to_owned());
        self.write(tx!(|tx| {
            if !hold(tx, &account).await? {
                return Ok(());
            }
            let sql = "INSERT INTO marks (game, side, account, kind, moves, keeping, only_moves, only_found, could_err) \
                       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
            let Mark { moves, could_err, keeping, only_moves, only_found } = mark;
            let args = args![
                &game,
                side.word(),
                &account,
                &kind,
                moves,
                keeping,
                only_moves,
                only_found,
                could_err
            ];
            tx.execute(sql, args).await.map(drop)
        }))
        .await
    }

    /// Games of a player that are over and have no mark yet, the newest first, from where the
    /// last look ended: the time and the identifier of the last game that it saw.
    pub async fn games_to_mark(
        &self,
        account: &PlayerId,
        after: Option<(Millis, GameId)>,
        limit: u32,
    ) -> Result<Vec<GameRow>, StoreError> {
        let condition = "(tiger = $1 OR goat = $1) AND reason IS NOT NULL \
                         AND ply > 0 AND NOT EXISTS \
                         (SELECT game FROM marks WHERE marks.game = games.id AND marks.account = $1) \
                         AND (created < $2 OR (created = $2 AND id > $3)) \
                         ORDER BY created DESC, id LIMIT $4";
        let (created, id) = match &after {
            Some((created, id)) => (*created, id.as_str()),
            None => (Millis::MAX, ""),
        };
        self.games_where(condition, args![account, created, id, limit].to_vec()).await
    }

    /// The marks of a player, added up for each side of each game.
    pub async fn marks_of(&self, account: &PlayerId) -> Result<Vec<MarkRow>, StoreError> {
        let account = account.clone();
        self.read(tx!(|tx| {
            // A sum is of a wider type in PostgreSQL.
            let sql = "SELECT kind, side, count(*), CAST(sum(moves) AS BIGINT), \
                       CAST(sum(keeping) AS BIGINT), CAST(sum(only_moves) AS BIGINT), \
                       CAST(sum(only_found) AS BIGINT), CAST(sum(could_err) AS BIGINT) FROM marks WHERE account = $1 \
                       GROUP BY kind, side ORDER BY kind, side";
            let rows = tx.query(sql, args![&account]).await?;
            rows.iter()
                .map(|row| {
                    Ok(MarkRow {
                        game: row.text(0)?,
                        side: row.word(1)?,
                        games: row.int(2)?,
                        mark: Mark {
                            moves: row.int(3)?,
                            keeping: row.int(4)?,
                            only_moves: row.int(5)?,
                            only_found: row.int(6)?,
                            could_err: row.int(7)?,
                        },
                    })
                })
                .collect()
        }))
        .await
    }
}
