//! Exact answers from a pocket edition that the browser has kept.
//!
//! `pocket-open` takes the list of its layers and a number for each of its files, from which ranges
//! are read as they are needed ([`KeptFile`]). `pocket-probe` answers by searching between the
//! stored layers: the value of a position at once, its moves one in each call, so that the page may
//! do other things in between. `pocket-close` lets go of it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};

use bagh::Game;
use bagh::notation::{self, ReadOptions};
use bagh_tables::answer::ProbeAnswer;
use bagh_tables::pocket::{Pocket, PocketFile, PocketProber};
use bagh_tables::{MoveVerdict, ProbeError, Value, Verdict};
use serde::Serialize;
use serde_json::Value as Json;

use crate::error::Fault;
use crate::games::game;
use crate::kept_file::KeptFile;
use crate::request::{Part, Parts};

/// The editions that are open, each with what was read and decoded last.
type Shelf = HashMap<String, PocketProber>;

static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(|e| e.into_inner())
}

fn key(game: &Game) -> String {
    format!("{} {}", game.name(), game.captures())
}

/// A file of an edition.
struct File {
    name: String,
    /// What the page calls it.
    number: u32,
    length: u64,
}

impl Part for File {
    const KIND: &'static str = "a file";

    fn read(value: &Json) -> Option<File> {
        let parts = Parts::of(value)?;
        Some(File {
            name: parts.get("name").ok()?,
            number: parts.get("number").ok()?,
            length: parts.get("length").ok()?,
        })
    }
}

/// Opens an edition, from the text of its `pocket.json` and its files.
pub fn open(parts: &Parts<'_>) -> Result<bool, Fault> {
    let game = game(parts)?;
    let (list, files): (String, Vec<File>) = (parts.get("list")?, parts.get("files")?);
    let file = |file: File| PocketFile {
        name: file.name,
        length: file.length,
        reader: Arc::new(KeptFile(file.number)),
    };
    let files: Vec<PocketFile> = files.into_iter().map(file).collect();
    let opened = Pocket::from_files(&game, &list, &files);
    let pocket = opened.map_err(|error| Fault::new("pocket", error.to_string()))?;
    shelf().insert(key(&game), PocketProber::new(&pocket));
    Ok(true)
}

/// Closes an edition, if it is open.
pub fn close(parts: &Parts<'_>) -> Result<bool, Fault> {
    Ok(shelf().remove(&key(&game(parts)?)).is_some())
}

/// The answer, or how much is to be done for it.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Positions that are to be looked up first: the same question goes on with them.
    Left(usize),
    Probe(Box<ProbeAnswer>),
}

/// The value of a position, and its moves if they are wanted.
pub fn probe(parts: &Parts<'_>) -> Result<Asked, Fault> {
    let game = game(parts)?;
    let (position, wants_moves): (String, bool) =
        (parts.get("position")?, parts.or_default("moves")?);
    let mut shelf = shelf();
    let Some(prober) = shelf.get_mut(&key(&game)) else {
        return Err(Fault::new(
            "game",
            "its pocket edition is not open: `pocket-open` comes first",
        ));
    };
    let read = notation::read(&game, &position, &ReadOptions::default())
        .map_err(|error| Fault::notation("position", &error))?;
    let fault = |error: ProbeError| match error {
        ProbeError::Position(error) => Fault::new("position", error.to_string()),
        error => Fault::new("pocket", error.to_string()),
    };
    let verdict = |value: Value| Verdict { value, plies: None };
    let found = verdict(prober.value(&read.position).map_err(fault)?);
    let mut moves = None;
    if wants_moves {
        let left = prober.advance(&read.position).map_err(fault)?;
        if left > 0 {
            return Ok(Asked::Left(left));
        }
        let all = prober.moves(&read.position).map_err(fault)?.into_iter();
        moves = Some(all.map(|(mv, value)| MoveVerdict { mv, after: verdict(value) }).collect());
    }
    ProbeAnswer::known(&game, &read, found, moves)
        .map(|answer| Asked::Probe(Box::new(answer)))
        .map_err(|error| Fault::notation("position", &error))
}

#[cfg(test)]
mod tests {
    use bagh_tables::pocket::{LIST, PocketFiles, make};
    use bagh_tables::{Quiet, SolveOptions, Tables, solve};
    use serde_json::{Value, json};

    use super::*;
    use crate::kept_file::testing;

    fn ask(request: Value) -> Value {
        serde_json::from_str(&crate::call(&request.to_string())).unwrap()
    }

    /// What an open edition says of a position and its moves, step by step.
    fn probe(game: &Value, position: &str) -> Value {
        loop {
            let asked = ask(json!({
                "op": "pocket-probe", "game": game, "position": position, "moves": true,
            }));
            match asked["ok"].get("left") {
                Some(left) => assert!(left.as_u64().unwrap() > 0),
                None => return asked,
            }
        }
    }

    #[test]
    fn an_edition_is_read_where_it_is() {
        let small = include_str!("../../../docs/small.toml");
        let game = Game::from_toml(small).unwrap();
        let folder = tempfile::tempdir().unwrap();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        make(&tables, folder.path(), &[1, 3], &|_, _| true).unwrap();
        let edition = PocketFiles::find(&game, folder.path()).unwrap().unwrap();
        let read = |name: &str| std::fs::read(edition.directory().join(name)).unwrap();
        let mut files = Vec::new();
        for (number, info) in (100u32..).zip(edition.files()) {
            if info.name != LIST {
                testing::files().insert(number, read(&info.name));
                files.push(json!({"name": info.name, "number": number, "length": info.length}));
            }
        }
        let reference = json!({"file": small});
        let list = String::from_utf8(read(LIST)).unwrap();
        let open = json!({"op": "pocket-open", "game": reference, "list": list, "files": files});
        assert_eq!(ask(open.clone()), json!({"ok": true}));
        let start = game.start();
        let mut position = start;
        for _ in 0..12 {
            let found = probe(&reference, &game.obx(&position))["ok"]["probe"].clone();
            let expected = tables.probe(&position).unwrap();
            assert_eq!(found["outcome"], expected.value.outcome().word(), "{found}");
            let moves = tables.moves(&position).unwrap();
            assert_eq!(found["moves"].as_array().unwrap().len(), moves.len());
            let Some(best) = moves.first() else { break };
            assert_eq!(found["moves"][0]["outcome"], best.after.value.outcome().word());
            position = game.after(&position, best.mv);
        }
        // Once it was dropped by the browser, the file is named; and once it is closed, nothing is
        // known of it.
        testing::files().clear();
        let gone = ask(open);
        assert_eq!(gone["error"]["field"], "pocket");
        let message = gone["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("pocket-01.bagh: ") && message.contains("any more"));
        assert_eq!(ask(json!({"op": "pocket-close", "game": reference})), json!({"ok": true}));
        assert_eq!(probe(&reference, &game.obx(&start))["error"]["field"], "game");
        assert_eq!(ask(json!({"op": "pocket-close", "game": reference})), json!({"ok": false}));
    }

    #[test]
    fn what_is_no_edition_is_refused() {
        let game = json!({"name": "bagh-chal"});
        let opened = ask(json!({
            "op": "pocket-open", "game": game, "list": "nothing of ours", "files": [],
        }));
        assert_eq!(opened["error"]["field"], "pocket", "{opened}");
        let message = opened["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("pocket.json: "), "{message}");
        let start = "T3T/5/5/5/T3T g g20 c0 - 0";
        assert_eq!(probe(&game, start)["error"]["field"], "game");
    }
}
