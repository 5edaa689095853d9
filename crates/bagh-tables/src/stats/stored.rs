//! Counts for which all sliding tables are read through, kept beside the tables.

use std::path::PathBuf;

use bagh_files::{Durability, SealError, replace_in_place, seal_json, unseal_json};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{CrossTable, Distances, LongestWin, cross, distances, longest_wins};
use crate::error::{RemoteFault, TableError};
use crate::parts::Part;
use crate::tables::Tables;

/// Rows that are counted by reading all sliding tables through.
pub trait SlowCount: Serialize + DeserializeOwned + PartialEq + Sized {
    /// The file in which they are kept.
    const FILE: &'static str;

    /// Counts them.
    fn count(tables: &Tables) -> Result<Vec<Self>, TableError>;
}

impl SlowCount for CrossTable {
    const FILE: &'static str = "counted-cross.json";

    fn count(tables: &Tables) -> Result<Vec<CrossTable>, TableError> {
        cross(tables)
    }
}

impl SlowCount for Distances {
    const FILE: &'static str = "counted-distances.json";

    fn count(tables: &Tables) -> Result<Vec<Distances>, TableError> {
        distances(tables)
    }
}

impl SlowCount for LongestWin {
    const FILE: &'static str = "counted-longest.json";

    fn count(tables: &Tables) -> Result<Vec<LongestWin>, TableError> {
        longest_wins(tables)
    }
}

/// The file as it is written, before it is sealed.
#[derive(Serialize, Deserialize)]
struct Document<T> {
    /// The program that counted: another may count other things.
    program: String,
    /// A hash of the tables.
    tables: String,
    rows: Vec<T>,
}

const PROGRAM: &str = concat!("bagh ", env!("CARGO_PKG_VERSION"));

/// What was counted before, or what is counted now. With `keep`, a new count is kept beside the
/// tables; where that fails it is counted again next time, and nothing is lost.
pub fn stored_or_counted<T: SlowCount>(tables: &Tables, keep: bool) -> Result<Vec<T>, TableError> {
    if let Ok(Some(rows)) = stored(tables) {
        return Ok(rows);
    }
    if tables.store().is_remote() {
        // Every block of the sliding phase would be asked for, each by a request of its own.
        let what = "not there: a service that solves the game writes this file into the folder of its tables, from where it can be copied";
        let (path, what) = (path::<T>(tables), what.to_owned());
        return Err(TableError::Remote { path, what, fault: RemoteFault::Refused });
    }
    let rows = T::count(tables)?;
    if !keep {
        return Ok(rows);
    }
    let document = Document { program: PROGRAM.to_owned(), tables: tables_hash(tables), rows };
    let text = seal_json(&document);
    let path = path::<T>(tables);
    let _ = replace_in_place(&path, Durability::Cached, |out| out.write_all(text.as_bytes()));
    Ok(document.rows)
}

/// The rows that are kept, if there are any of these very tables by this version of the program.
fn stored<T: SlowCount>(tables: &Tables) -> Result<Option<Vec<T>>, TableError> {
    let path = path::<T>(tables);
    let text = match tables.store().document(T::FILE) {
        Err(TableError::Missing { .. }) => return Ok(None),
        text => text?,
    };
    let document: Document<T> = match unseal_json(&text) {
        Ok(document) => document,
        // Rows of another version may have other fields. They are counted anew.
        Err(SealError::Malformed(_)) if is_of_another_version(&text) => return Ok(None),
        Err(error) => return Err(TableError::damaged(&path, error.to_string())),
    };
    let fits = document.program == PROGRAM && document.tables == tables_hash(tables);
    Ok(fits.then_some(document.rows))
}

/// Makes sure that what is kept is what is counted. Returns whether anything is kept.
pub(crate) fn check_stored<T: SlowCount>(tables: &Tables) -> Result<bool, TableError> {
    match stored::<T>(tables)? {
        None => Ok(false),
        Some(rows) if rows == T::count(tables)? => Ok(true),
        Some(_) => {
            Err(TableError::damaged(&path::<T>(tables), "its counts are not those of the tables"))
        }
    }
}

fn path<T: SlowCount>(tables: &Tables) -> PathBuf {
    tables.store().path_of(T::FILE)
}

fn is_of_another_version(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Program {
        program: Option<String>,
    }
    let program = serde_json::from_str::<Program>(text).ok();
    program.is_some_and(|found| found.program.as_deref() != Some(PROGRAM))
}

/// A hash of the sliding tables, by the hashes of their files.
fn tables_hash(tables: &Tables) -> String {
    let manifest = tables.manifest();
    let mut hash = blake3::Hasher::new();
    hash.update(manifest.rules.as_bytes());
    let parts = Part::all(tables.store().game()).into_iter();
    let sliding = parts.filter(|part| matches!(part, Part::Sliding { .. }));
    let finished = sliding.filter_map(|part| manifest.part(part));
    for file in finished.flat_map(|part| &part.files) {
        hash.update(file.name.as_bytes());
        hash.update(file.blake3.as_bytes());
    }
    hash.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::verify::{VerifyOptions, verify};
    use crate::{Quiet, SolveOptions, solve};

    #[test]
    fn counts_are_kept_sealed_and_believed_only_for_their_tables() {
        let mut games = small_games(20, 8..=8, 611).into_iter();
        let game = games.find(|game| game.captures() >= 2).unwrap();
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        let counted = cross(&tables).unwrap();
        let path = path::<CrossTable>(&tables);
        let ask = |keep| stored_or_counted::<CrossTable>(&tables, keep).unwrap();
        let problems = || {
            let report = verify(&game, folder.path(), &VerifyOptions::default(), &Quiet).unwrap();
            report.problems.len()
        };
        assert_eq!(ask(false), counted);
        assert!(!path.exists());
        assert_eq!(ask(true), counted);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(problems(), 0);

        // What is kept is what is answered.
        let sealed = |program: &str, rows: &[CrossTable]| {
            let tables = tables_hash(&tables);
            seal_json(&Document { program: program.to_owned(), tables, rows: rows.to_vec() })
        };
        fs::write(&path, sealed(PROGRAM, &counted[..1])).unwrap();
        assert_eq!(ask(true), counted[..1]);
        assert_eq!(problems(), 1, "a wrong count with a right seal is found");

        // A digit that was changed, a file that was cut off: counted anew, and found.
        let digit = text.find("\"images\"").unwrap();
        let digit = digit + text[digit..].find(|c: char| c.is_ascii_digit()).unwrap();
        let mut changed = text.clone();
        changed.replace_range(digit..=digit, if &text[digit..=digit] == "1" { "2" } else { "1" });
        for damaged in [changed.as_str(), &text[..text.len() / 2], ""] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(problems(), 1);
            assert_eq!(ask(true), counted);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        // Of another version, or of other tables: counted anew, and no damage.
        let others = [sealed("bagh 0.0.0", &[]), text.replace("bagh ", "tiger "), {
            let rows = counted[..1].to_vec();
            let document = Document { program: PROGRAM.into(), tables: "others".into(), rows };
            seal_json(&document)
        }];
        for (number, other) in others.into_iter().enumerate() {
            fs::write(&path, other).unwrap();
            assert_eq!(problems(), usize::from(number == 1), "{number}");
            assert_eq!(ask(true), counted);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
