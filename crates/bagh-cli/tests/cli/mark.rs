//! `bagh mark`.

use std::fs;

use bagh::Game;
use serde_json::Value;

use crate::run::bagh_in;
use crate::small::{FIXED, folder, small, solved};

/// A game with mistakes of both sides.
fn record(game: &Game) -> String {
    let mut history = bagh::History::new(game.clone(), game.start());
    let mut number = 5usize;
    while history.result().is_none() && history.len() < 24 {
        let moves: Vec<_> = game.moves(history.position()).collect();
        number = (number * 31 + 7) % 1009;
        history.play(moves[number % moves.len()]).unwrap();
    }
    bagh::record::Record::from_history(&history).to_text()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn every_move_is_marked_as_the_tables_say() {
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let text = record(&game);
    fs::write(folder.path().join("game.bagh"), &text).unwrap();
    let marked = json(&small(folder.path(), &["mark", "game.bagh", "--json"], "").fine());
    assert_eq!((&marked["record"], &marked["game"]), (&"game.bagh".into(), &"small".into()));
    let moves = marked["moves"].as_array().unwrap();
    let played = bagh::record::Record::parse(&game, &text).unwrap();
    assert_eq!(moves.len(), played.main_line().count());
    // One goat is one step; a goat win is one less than none captured.
    let worth = |verdict: &Value| match verdict["outcome"].as_str() {
        Some("goat-win") => -1,
        _ => verdict["captures"].as_i64().unwrap(),
    };
    let mut counted = [(0, 0, 0, 0); 2];
    for (row, mv) in moves.iter().zip(played.main_line()) {
        let position = row["position"].as_str().unwrap();
        let probed = json(&small(folder.path(), &["probe", "--json", position], "").fine());
        let read = bagh::notation::read(&game, position, &Default::default()).unwrap().position;
        assert_eq!(row["move"], game.move_text(&read, mv));
        assert_eq!(row["side"], read.turn().word());
        for key in ["outcome", "captures", "plies"] {
            assert_eq!(row["before"][key], probed[key]);
        }
        let rows = probed["moves"].as_array().unwrap();
        let this = rows.iter().find(|r| r["move"] == row["move"]).unwrap();
        assert_eq!(row["after"]["captures"], this["captures"]);
        let thrown = (worth(&row["before"]) - worth(&row["after"])).abs();
        assert_eq!(row["thrown"], thrown, "{row}");
        assert_eq!(row["keeps"], thrown == 0);
        let better: Vec<&Value> = rows.iter().filter(|r| worth(r) == worth(&probed)).collect();
        assert_eq!(row["keeping"], better.len());
        if thrown > 0 {
            assert_eq!(row["better"].as_array().unwrap().iter().collect::<Vec<_>>(), better);
        }
        let side = usize::from(row["side"] == "tiger");
        counted[side].0 += 1;
        // Where every move keeps the value there is no mistake to make.
        let could_err = better.len() < rows.len();
        counted[side].1 += i32::from(could_err);
        counted[side].2 += i32::from(could_err && thrown == 0);
        counted[side].3 += thrown;
    }
    for (side, (moves, could_err, keeping, thrown)) in ["goat", "tiger"].into_iter().zip(counted) {
        let tally = &marked[side];
        assert_eq!((&tally["moves"], &tally["keeping"]), (&moves.into(), &keeping.into()));
        assert_eq!((&tally["thrown"], &tally["could_err"]), (&thrown.into(), &could_err.into()));
        assert_eq!(tally["accuracy"], f64::from(keeping) / f64::from(could_err));
    }
    assert!(counted.iter().all(|side| side.3 > 0), "both make mistakes: {counted:?}");
}

#[test]
fn people_see_what_was_better_and_how_accurate_they_were() {
    let folder = solved(FIXED);
    let record = "1. B1 A1C1 (1... A1A2 {shy}) 2. A1 *";
    fs::write(folder.path().join("one.bagh"), record).unwrap();
    let text = small(folder.path(), &["mark", "one.bagh", "-"], "1. C1 *").fine();
    for part in [
        "file one.bagh: Small board",
        "   1. goat   B1      ",
        "throws away ",
        "; better: ",
        "   2. tiger  A1C1    ",
        "goats   ",
        " that could have lost value keep it (",
        "standard input: Small board",
        "tigers  no moves",
        "all 2 games",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("A1A2"), "variations are not marked: {text}");
}

#[test]
fn what_cannot_be_marked_is_refused() {
    let unsolved = folder(FIXED);
    fs::write(unsolved.path().join("game.bagh"), "1. C1 *").unwrap();
    let message = small(unsolved.path(), &["mark", "game.bagh"], "").refused();
    assert!(message.contains("tables of small with 2 captures to win"), "{message}");
    assert!(
        message.contains("not solved yet: run `bagh solve --game small.toml --tables .`"),
        "{message}"
    );

    let solved = solved(FIXED);
    let at = solved.path();
    fs::write(at.join("game.bagh"), "1. C1 A1B1 *").unwrap();
    fs::write(at.join("bad.bagh"), "1. Z9 *").unwrap();
    fs::write(at.join("other.bagh"), "[Game \"bagh-chal\"]\n\n1. C3 *").unwrap();
    for (args, part) in [
        (&["mark", "bad.bagh"][..], "file bad.bagh is not a record"),
        (&["mark", "none.bagh"], "cannot open file none.bagh"),
        (&["mark", "other.bagh"], "tables of bagh-chal with 5 captures to win"),
        (&["mark", "-", "-"], "found `-` 2 times"),
        (&["mark"], "RECORD"),
    ] {
        let run = bagh_in(at, args.iter().chain(&["--game", "small.toml", "--tables", "."]), "");
        let message = run.refused();
        assert!(message.contains(part), "{part}\n{message}");
    }

    // A part that is not there is named, and the move that needs it.
    for entry in fs::read_dir(at.join("small-2")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("placement") {
            fs::remove_file(path).unwrap();
        }
    }
    let message = small(at, &["mark", "game.bagh"], "").refused();
    assert!(message.contains("file game.bagh: ply 1, C1: "), "{message}");
    assert!(message.contains("not solved yet"), "{message}");
}
