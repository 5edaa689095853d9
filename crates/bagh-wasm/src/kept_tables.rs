//! Exact answers from whole table files that the browser has kept: `kept-add` adds them, `kept-probe`
//! and `kept-line` ask them and answer at once, `kept-close` lets go of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{LazyLock, Mutex, MutexGuard};

use bagh::notation::ReadPosition;
use bagh_tables::answer::{LineAnswer, ProbeAnswer, Unknown, UnknownReason};
use bagh_tables::{MemoryTables, Part, ProbeError, TableError};

use crate::error::Fault;
use crate::games::game;
use crate::request::Parts;
use crate::tables::{Asking, brought, key, read_all};

static KEPT: LazyLock<Mutex<HashMap<String, MemoryTables>>> = LazyLock::new(Mutex::default);

fn kept() -> MutexGuard<'static, HashMap<String, MemoryTables>> {
    KEPT.lock().unwrap_or_else(|e| e.into_inner())
}

fn none() -> Fault {
    Fault::new("game", "none of its tables are kept: `kept-add` comes first")
}

/// Adds a table file that was kept.
pub fn add(parts: &Parts<'_>) -> Result<bool, Fault> {
    let game = game(parts)?;
    let name: String = parts.get("name")?;
    let fault = |error: TableError| Fault::new("tables", error.to_string());
    let mut kept = kept();
    let kept = match kept.entry(key(&game)) {
        Entry::Occupied(kept) => kept.into_mut(),
        Entry::Vacant(place) => place.insert(MemoryTables::new(&game).map_err(fault)?),
    };
    kept.add(&name, brought()).map_err(fault)?;
    Ok(true)
}

/// Lets go of the table files of a game that were kept.
pub fn close(parts: &Parts<'_>) -> Result<bool, Fault> {
    Ok(kept().remove(&key(&game(parts)?)).is_some())
}

impl Asking {
    /// What files that were kept say of positions.
    pub fn kept_probe(&self) -> Result<Vec<ProbeAnswer>, Fault> {
        let game = &self.game;
        let kept = kept();
        let kept = kept.get(&key(game)).ok_or_else(none)?;
        let answer = |read: &ReadPosition| {
            match kept.probe(&read.position, self.moves) {
                Ok(found) => {
                    let moves = self.moves.then_some(found.moves);
                    ProbeAnswer::known(game, read, found.verdict, moves)
                }
                Err(error) => ProbeAnswer::unknown(game, read, not_kept(error)?, self.moves),
            }
            .map_err(|error| Fault::notation("position", &error))
        };
        read_all(game, &self.positions)?.iter().map(answer).collect()
    }

    /// What files that were kept say of best play.
    pub fn kept_line(&self) -> Result<LineAnswer, Fault> {
        let game = &self.game;
        let kept = kept();
        let read = read_all(game, &self.positions)?;
        let [read] = read.as_slice() else {
            return Err(Fault::new("positions", format!("found {}, expected one", read.len())));
        };
        match kept.get(&key(game)).ok_or_else(none)?.line(&read.position) {
            Ok((verdict, line)) => LineAnswer::known(game, read, verdict, &line),
            Err(error) => LineAnswer::unknown(game, read, not_kept(error)?),
        }
        .map_err(|error| Fault::notation("position", &error))
    }
}

/// Why files that were kept do not say, unless they are damaged or the question was wrong.
fn not_kept(error: ProbeError) -> Result<Unknown, Fault> {
    match error {
        ProbeError::Table(TableError::Missing { part, .. }) => Ok(Unknown {
            reason: UnknownReason::Unsolved,
            message: "this part of the tables is not kept for offline use".to_owned(),
            part: part.map(Part::name),
            seconds_left: None,
        }),
        ProbeError::Position(error) => Err(Fault::new("position", error.to_string())),
        error => Err(Fault::new("tables", error.to_string())),
    }
}
