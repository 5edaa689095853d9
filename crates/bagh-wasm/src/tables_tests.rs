//! Questions to the tables of a site, as the page asks them.

use bagh::Game;
use bagh_tables::site::write;
use bagh_tables::{Quiet, SolveOptions, Tables, solve};
use serde_json::{Value, json};

use crate::tables;

fn ask(request: Value) -> Value {
    serde_json::from_str(&crate::call(&request.to_string())).unwrap()
}

/// A site with the small board.
struct Site {
    folder: tempfile::TempDir,
    directory: Value,
    game: Value,
}

impl Site {
    fn new() -> Site {
        let small = include_str!("../../../docs/small.toml");
        let game = Game::from_toml(small).unwrap();
        let (solved, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        solve(&game, solved.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, solved.path()).unwrap();
        let listed = write(&tables, folder.path(), 1 << 20, false, &mut |_, _| {}).unwrap().game;
        let directory = json!({"name": listed.directory.name, "length": listed.directory.length});
        Site { folder, directory, game: json!({"file": small}) }
    }

    fn read(&self, name: &Value) -> Vec<u8> {
        std::fs::read(self.folder.path().join(name.as_str().unwrap())).unwrap()
    }

    fn open(&self) {
        tables::bring(self.read(&self.directory["name"]));
        let open = json!({"op": "tables-open", "game": self.game, "directory": self.directory});
        assert_eq!(ask(open), json!({"ok": true}));
    }

    /// Asks about the first position, and says the number of the question.
    fn question(&self) -> Value {
        let position = "T2/3/2T g g5 c0 - 0";
        let asked = json!({
            "op": "tables-probe", "game": self.game, "positions": [position], "moves": true,
        });
        ask(asked)["ok"].clone()
    }

    fn needs(&self, number: &Value) -> Value {
        ask(json!({"op": "tables-needs", "game": self.game, "number": number}))
    }

    fn give(&self, range: &Value) -> Value {
        let bytes = self.read(&range["file"]);
        let start = range["start"].as_u64().unwrap() as usize;
        let length = range["length"].as_u64().unwrap() as usize;
        tables::bring(bytes[start..start + length].to_vec());
        ask(json!({"op": "tables-give", "game": self.game, "number": range["number"]}))
    }
}

#[test]
fn a_question_leaves_nothing_behind_however_it_ends() {
    let site = Site::new();
    site.open();
    // Answered.
    let number = site.question();
    let answer = loop {
        let needs = site.needs(&number)["ok"].clone();
        let Some(ranges) = needs["needs"].as_array() else { break needs };
        assert_eq!(tables::waiting(), ranges.len());
        for range in ranges {
            assert_eq!(site.give(range), json!({"ok": true}));
        }
    };
    assert_eq!(answer["probes"][0]["known"], true, "{answer}");
    assert_eq!(tables::waiting(), 0);
    // Asked again without an answer, then given up. What came is known by now, so it is opened anew.
    site.open();
    let number = site.question();
    let first = site.needs(&number)["ok"]["needs"].clone();
    let waiting = tables::waiting();
    assert!(waiting > 0 && waiting == first.as_array().unwrap().len());
    site.needs(&number);
    assert_eq!(tables::waiting(), waiting);
    assert_eq!(site.give(&first[0])["error"]["field"], "number");
    let drop = json!({"op": "tables-needs", "game": site.game, "number": number, "drop": true});
    ask(drop);
    assert_eq!(tables::waiting(), 0);
    // Asked before the tables were replaced.
    let number = site.question();
    let needs = site.needs(&number)["ok"]["needs"].clone();
    site.open();
    let refused = site.needs(&number);
    assert_eq!(refused["error"]["field"], "tables", "{refused}");
    assert_eq!(tables::waiting(), 0);
    assert_eq!(site.give(&needs[0])["error"]["field"], "number");
}

#[test]
fn a_game_is_answered_from_the_tables_that_hold_it() {
    let named = |game: Value| ask(json!({"op": "tables-name", "game": game}))["ok"].clone();
    let fixed = named(json!({"name": "aadu-puli-fixed"}));
    assert_eq!(fixed, json!({"game": "aadu-puli", "captures": 10}));
    let three = named(json!({"name": "bagh-chal", "captures": 3}));
    assert_eq!(three, json!({"game": "bagh-chal", "captures": 3}));
}
