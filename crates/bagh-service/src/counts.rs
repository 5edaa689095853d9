//! Counts for which the sliding tables are read through: made once, and kept beside the tables.

use std::sync::Arc;

use bagh::{Outcome, Side};
use bagh_tables::answer::openapi;
use bagh_tables::stats::{CrossTable, Distances, LongestWin, stored_or_counted};
use bagh_tables::{TableError, Tables};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::variant::Variant;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scan {
    /// Outcomes with either side to move.
    Cross,
    /// Wins by their plies.
    Distances,
    /// The longest wins.
    Longest,
}

impl Scan {
    /// All of them.
    pub const ALL: [Scan; 3] = [Scan::Cross, Scan::Distances, Scan::Longest];
}

/// What was counted, as it is answered.
pub type Rows = Arc<Vec<Value>>;

/// Board images by the outcome with either side to move.
#[derive(Serialize, ToSchema)]
pub struct CrossRow {
    /// Goats captured.
    captured: u8,
    /// The outcome with goat to move.
    #[schema(schema_with = openapi::outcome)]
    goat_to_move: Outcome,
    /// The outcome with tiger to move.
    #[schema(schema_with = openapi::outcome)]
    tiger_to_move: Outcome,
    /// Board images up to symmetry.
    images: u64,
}

/// Wins of one class by their plies.
#[derive(Serialize, ToSchema)]
pub struct DistanceRow {
    /// Goats captured.
    captured: u8,
    /// Who moves.
    #[schema(schema_with = openapi::side)]
    turn: Side,
    /// Who wins.
    #[schema(schema_with = openapi::outcome)]
    outcome: Outcome,
    /// Positions up to symmetry that are won in 0, 1, 2, … plies.
    positions: Vec<u64>,
}

/// A win that takes as long as any in its class.
#[derive(Serialize, ToSchema)]
pub struct LongestRow {
    /// Goats captured.
    captured: u8,
    /// Who moves.
    #[schema(schema_with = openapi::side)]
    turn: Side,
    /// Who wins.
    #[schema(schema_with = openapi::outcome)]
    outcome: Outcome,
    /// Plies to the end of the game.
    plies: u16,
    /// The position.
    position: String,
}

/// The rows, if the sliding phase is solved. The first request counts; others wait for it without
/// holding a worker. The count goes on when the client leaves, so that it is there next time.
pub async fn rows(app: &App, variant: &Arc<Variant>, scan: Scan) -> Result<Option<Rows>, ApiError> {
    if let Some(rows) = variant.counted(scan).get() {
        return Ok(Some(rows.clone()));
    }
    let (app, variant) = (app.clone(), variant.clone());
    let counting = tokio::spawn(async move {
        let cell = variant.counted(scan);
        let count = || async {
            let variant = variant.clone();
            // On another machine nothing is counted, but what was is waited for.
            let host = variant.clone();
            let class = host.host().map_or(&app.counts, |host| &host.pieces);
            match class.run(move || Ok(count(&variant, scan)?)).await? {
                Some(rows) => Ok(rows),
                None => Err(NotCounted::Unsolved),
            }
        };
        match cell.get_or_try_init(count).await {
            Ok(rows) => Ok(Some(rows.clone())),
            Err(NotCounted::Unsolved) => Ok(None),
            Err(NotCounted::Failed(error)) => Err(error),
        }
    });
    counting.await.map_err(|error| ApiError::Internal(format!("the count failed: {error}")))?
}

/// Why there are no rows.
enum NotCounted {
    Unsolved,
    Failed(ApiError),
}

impl From<ApiError> for NotCounted {
    fn from(error: ApiError) -> NotCounted {
        NotCounted::Failed(error)
    }
}

/// Counts, or reads what was counted before; nothing if the sliding phase is not solved. Takes
/// half of the processors, so that lookups go on meanwhile.
pub fn count(variant: &Variant, scan: Scan) -> Result<Option<Rows>, TableError> {
    let Some(tables) = variant.tables()? else { return Ok(None) };
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
    let pool = rayon::ThreadPoolBuilder::new().num_threads((processors / 2).max(1)).build();
    let keep = variant.may_write();
    let counted = match pool {
        Ok(pool) => pool.install(|| rows_of(&tables, scan, keep)),
        Err(_) => rows_of(&tables, scan, keep),
    };
    match counted {
        Ok(rows) => Ok(Some(Arc::new(rows))),
        Err(TableError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn rows_of(tables: &Tables, scan: Scan, keep: bool) -> Result<Vec<Value>, TableError> {
    Ok(match scan {
        Scan::Cross => {
            let cross = stored_or_counted::<CrossTable>(tables, keep)?;
            cross.iter().flat_map(cross_rows).map(plain).collect()
        }
        Scan::Distances => {
            let distances = stored_or_counted::<Distances>(tables, keep)?;
            distances.into_iter().map(distance_row).map(plain).collect()
        }
        Scan::Longest => {
            let wins = stored_or_counted::<LongestWin>(tables, keep)?;
            wins.into_iter().map(longest_row).map(plain).collect()
        }
    })
}

fn plain(row: impl Serialize) -> Value {
    serde_json::to_value(row).unwrap_or_default()
}

fn cross_rows(table: &CrossTable) -> Vec<CrossRow> {
    let mut rows = Vec::new();
    for goat_to_move in CrossTable::OUTCOMES {
        for tiger_to_move in CrossTable::OUTCOMES {
            let images = table.get(goat_to_move, tiger_to_move);
            rows.push(CrossRow { captured: table.captured, goat_to_move, tiger_to_move, images });
        }
    }
    rows
}

fn distance_row(distances: Distances) -> DistanceRow {
    let Distances { captured, turn, outcome, positions } = distances;
    DistanceRow { captured, turn, outcome, positions }
}

fn longest_row(win: LongestWin) -> LongestRow {
    let LongestWin { captured, turn, outcome, plies, position } = win;
    LongestRow { captured, turn, outcome, plies, position }
}
