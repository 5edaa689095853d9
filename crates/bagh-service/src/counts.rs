//! Counts for which the sliding tables are read through: made once, and kept beside the tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bagh::{Outcome, Side};
use bagh_tables::stats::{self, CrossTable, Distances, LongestWin};
use bagh_tables::{Manifest, TableError, Tables};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::variant::Variant;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

    fn file(self) -> &'static str {
        match self {
            Scan::Cross => "counted-cross.json",
            Scan::Distances => "counted-distances.json",
            Scan::Longest => "counted-longest.json",
        }
    }
}

/// What was counted, as it is answered.
pub type Rows = Arc<Vec<Value>>;

/// Board images by the outcome with either side to move.
#[derive(Serialize, ToSchema)]
pub struct CrossRow {
    /// Goats captured.
    captured: u8,
    /// The outcome with goat to move.
    #[schema(value_type = String, example = "draw")]
    goat_to_move: Outcome,
    /// The outcome with tiger to move.
    #[schema(value_type = String, example = "tiger-win")]
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
    #[schema(value_type = String, example = "tiger")]
    turn: Side,
    /// Who wins.
    #[schema(value_type = String, example = "tiger-win")]
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
    #[schema(value_type = String, example = "tiger")]
    turn: Side,
    /// Who wins.
    #[schema(value_type = String, example = "goat-win")]
    outcome: Outcome,
    /// Plies to the end of the game.
    plies: u16,
    /// The position.
    position: String,
}

/// The rows, if the sliding phase is solved.
pub fn rows(variant: &Variant, scan: Scan) -> Result<Option<Rows>, ApiError> {
    let Some(tables) = variant.tables()? else { return Ok(None) };
    let found = variant.scanned(scan, || {
        let kept = variant.manifest()?.map(|manifest| Kept::new(variant, &manifest, scan));
        if let Some(rows) = kept.as_ref().and_then(Kept::read) {
            return Ok(rows);
        }
        let rows = count(&tables, scan)?;
        if let (Some(kept), true) = (kept, variant.may_write()) {
            kept.write(&rows);
        }
        Ok(rows)
    });
    match found {
        Ok(rows) => Ok(Some(rows)),
        Err(TableError::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn count(tables: &Tables, scan: Scan) -> Result<Vec<Value>, TableError> {
    Ok(match scan {
        Scan::Cross => stats::cross(tables)?.iter().flat_map(cross_rows).map(plain).collect(),
        Scan::Distances => {
            stats::distances(tables)?.into_iter().map(distance_row).map(plain).collect()
        }
        Scan::Longest => {
            stats::longest_wins(tables)?.iter().map(|w| plain(longest_row(tables, w))).collect()
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

fn longest_row(tables: &Tables, win: &LongestWin) -> LongestRow {
    LongestRow {
        captured: win.position.captured(),
        turn: win.position.turn(),
        outcome: win.outcome,
        plies: win.plies,
        position: tables.game().obx(&win.position),
    }
}

/// The file of counts that were made before.
struct Kept {
    path: PathBuf,
    /// Which tables they are of.
    of: String,
}

/// Such a file, as it is written.
#[derive(Serialize, Deserialize)]
struct KeptFile {
    /// The program that counted: another may count other things.
    version: String,
    /// A hash of the tables.
    of: String,
    rows: Vec<Value>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Kept {
    fn new(variant: &Variant, manifest: &Manifest, scan: Scan) -> Kept {
        let mut hash = blake3::Hasher::new();
        hash.update(manifest.rules.as_bytes());
        for part in manifest.parts.iter().filter(|part| part.name.starts_with("sliding")) {
            hash.update(part.name.as_bytes());
            for file in &part.files {
                hash.update(file.blake3.as_bytes());
            }
        }
        let of = hash.finalize().to_hex().to_string();
        Kept { path: variant.store().directory().join(scan.file()), of }
    }

    /// The rows, if they are there and of these tables.
    fn read(&self) -> Option<Vec<Value>> {
        let file: KeptFile = serde_json::from_slice(&fs::read(&self.path).ok()?).ok()?;
        (file.version == VERSION && file.of == self.of).then_some(file.rows)
    }

    /// Keeps rows. Where that fails they are counted again next time, and nothing is lost.
    fn write(&self, rows: &[Value]) {
        let file =
            KeptFile { version: VERSION.to_owned(), of: self.of.clone(), rows: rows.to_vec() };
        let Ok(text) = serde_json::to_vec(&file) else { return };
        let _ = replace(&self.path, &text);
    }
}

/// Writes a file whole or not at all.
fn replace(path: &Path, text: &[u8]) -> std::io::Result<()> {
    let part = path.with_extension(format!("part-{}", std::process::id()));
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagh::Game;
    use bagh_tables::{Quiet, SolveOptions, solve};

    fn variant(game: &Game, folder: &Path) -> Variant {
        Variant::new(game.clone(), game.captures(), false, folder.to_owned())
    }

    #[test]
    fn counts_are_kept_and_believed_only_for_their_tables() {
        let game = Game::by_name("kaooa").unwrap();
        let folder = tempfile::tempdir().unwrap();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let answer = |may_write: bool| {
            let variant = variant(&game, folder.path());
            if may_write {
                variant.let_write();
            }
            let rows = rows(&variant, Scan::Cross).unwrap().unwrap();
            (variant.store().directory().join(Scan::Cross.file()), rows)
        };
        let (path, counted) = answer(false);
        assert!(!path.exists(), "a service that does not solve writes nothing");
        assert_eq!(answer(true).1, counted);
        let text = fs::read_to_string(&path).unwrap();

        // What is kept is what is answered.
        let mut file: KeptFile = serde_json::from_str(&text).unwrap();
        file.rows.truncate(1);
        fs::write(&path, serde_json::to_vec(&file).unwrap()).unwrap();
        assert_eq!(answer(true).1.len(), 1);

        // Of other tables, of another version, or damaged: counted again, and kept again.
        let others = [
            serde_json::to_vec(&KeptFile { of: "other".to_owned(), ..file }).unwrap(),
            text.replace(VERSION, "0.0.0").into_bytes(),
            text.as_bytes()[..text.len() / 2].to_vec(),
            Vec::new(),
        ];
        for other in others {
            fs::write(&path, other).unwrap();
            assert_eq!(answer(true).1, counted);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
