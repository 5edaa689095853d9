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
fn a_player_is_marked_in_place_of_those_who_played() {
    let folder = solved(FIXED);
    let at = folder.path();
    let game = Game::from_toml(FIXED).unwrap();
    fs::write(at.join("game.bagh"), record(&game)).unwrap();
    let played = json(&small(at, &["mark", "game.bagh", "--json"], "").fine());
    assert_eq!(played["player"], Value::Null);
    let rows = |marked: &Value| marked["moves"].as_array().unwrap().clone();
    let could_err: Vec<Value> =
        rows(&played).into_iter().filter(|row| row["keeping"] != row["legal"]).collect();
    let mark = |player: &str, more: &[&str]| {
        let args = ["mark", "game.bagh", "--json", "--player", player];
        json(&small(at, &[&args[..], more].concat(), "").fine())
    };
    let program = format!("ugi:{} ugi --strength 3 --game small.toml", env!("CARGO_BIN_EXE_bagh"));
    for player in ["random", "3", "perfect", &program] {
        let marked = mark(player, &[]);
        assert_eq!(marked["player"], player);
        let moves = rows(&marked);
        // It is asked where some move loses value, and nowhere else.
        assert_eq!(moves.len(), could_err.len(), "{marked}");
        for (row, before) in moves.iter().zip(&could_err) {
            assert_eq!(row["played"], before["move"]);
            for key in ["ply", "position", "side", "before", "legal", "keeping"] {
                assert_eq!(row[key], before[key], "{key}");
            }
            if row["move"] == row["played"] {
                assert_eq!((&row["after"], &row["thrown"]), (&before["after"], &before["thrown"]));
            }
            assert!(player != "perfect" || row["keeps"] == true, "{row}");
        }
        for side in ["goat", "tiger"] {
            let of: Vec<&Value> = moves.iter().filter(|row| row["side"] == side).collect();
            let keeping = of.iter().filter(|row| row["keeps"] == true).count();
            let tally = &marked[side];
            assert_eq!(
                (&tally["moves"], &tally["could_err"]),
                (&of.len().into(), &of.len().into())
            );
            assert_eq!(tally["keeping"], keeping);
            assert_eq!(tally["could_err"], played[side]["could_err"]);
        }
    }
    assert_eq!(mark("random", &["--seed", "7"]), mark("random", &["--seed", "7"]));
    assert_ne!(mark("random", &["--seed", "7"]), mark("random", &["--seed", "8"]));
    assert_eq!(mark("8", &["--depth", "3"]), mark("8", &["--depth", "3"]));
}

#[test]
fn people_see_what_a_player_would_have_played() {
    let folder = solved(FIXED);
    let at = folder.path();
    fs::write(at.join("one.bagh"), "1. B1 A1C1 2. A1 *").unwrap();
    let args = ["mark", "one.bagh", "one.bagh", "--player", "perfect"];
    let text = small(at, &args, "").fine();
    for part in [
        "file one.bagh: Small board; what perfect would have played",
        "   1. goat   ",
        "; played: B1\n",
        " that could have lost value keep it (100.0 %); mistakes cost 0 goats",
        "all 2 games",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    fs::write(at.join("none.bagh"), "*").unwrap();
    let text = small(at, &["mark", "none.bagh", "--player", "perfect"], "").fine();
    assert!(text.contains("goats   no mistake to make"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_player_that_fails_is_named_with_the_position() {
    let folder = solved(FIXED);
    let at = folder.path();
    fs::write(at.join("one.bagh"), "1. B1 A1C1 2. A1 *").unwrap();
    let bot = |at_go: &str| {
        let script = format!(
            "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) {at_go};; quit) exit;; esac; done"
        );
        format!("ugi:sh -c '{script}'")
    };
    for (player, part) in [
        (bot("exit 3"), "crash: ended before it said bestmove"),
        (bot("echo bestmove Z9"), "bestmove Z9"),
        (bot("echo bestmove B1B2"), "illegal-move: "),
        (bot("echo bestmove"), "protocol: said bestmove without a move"),
        ("ugi:no-such-program".to_owned(), "crash: cannot start `no-such-program`"),
        ("evolved".to_owned(), "player evolved: plays bagh-chal with 5 captures to win only"),
        ("strong".to_owned(), "found `strong`, expected 1 to 8"),
    ] {
        let message = small(at, &["mark", "one.bagh", "--player", &player], "").refused();
        assert!(message.contains(part), "{part}\n{message}");
        if player.starts_with("ugi:sh") {
            assert!(message.contains("file one.bagh: position "), "{message}");
        }
    }
    let message = small(at, &["mark", "one.bagh", "--depth", "3"], "").refused();
    assert!(message.contains("name it with --player"), "{message}");
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
        "costs ",
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

/// Our engine in a shell that ends at every third question.
#[cfg(unix)]
fn failing(at: &std::path::Path) -> String {
    let engine = env!("CARGO_BIN_EXE_bagh");
    let script = format!(
        "while read -r line; do\n case $line in\n go*) n=$((n + 1)); [ $n = 3 ] && exit;;\n esac\n \
         echo \"$line\"\ndone | '{engine}' ugi --strength 2 --game small.toml\n"
    );
    fs::write(at.join("failing.sh"), script).unwrap();
    "ugi:sh failing.sh".to_owned()
}

/// A player that fails now and then is started again, and its failures are lost games.
#[cfg(unix)]
#[test]
fn failures_of_a_player_are_marked() {
    let folder = solved(FIXED);
    let at = folder.path();
    let player = failing(at);
    let args = ["exam", &player, "--positions", "60", "--json"];
    let exam = json(&small(at, &args, "").fine());
    let failed = exam["failed"]["crash"].as_u64().unwrap();
    let positions = exam["all"]["positions"].as_u64().unwrap();
    assert!(failed > 2 && failed * 3 <= positions, "{exam}");
    assert!(exam["all"]["errors"].as_u64() >= Some(failed), "{exam}");
    let people = small(at, &args[..4], "").fine();
    let line =
        format!("{failed} answers without a legal move count as lost games (crash {failed})");
    assert!(people.contains(&line), "{people}");

    let game = Game::from_toml(FIXED).unwrap();
    fs::write(at.join("game.bagh"), record(&game)).unwrap();
    let args = ["mark", "game.bagh", "--player", &player, "--json"];
    let marked = json(&small(at, &args, "").fine());
    let failed = marked["failed"].as_array().unwrap();
    assert!(!failed.is_empty(), "{marked}");
    for side in ["goat", "tiger"] {
        let of = |list: &Value, kept: &dyn Fn(&Value) -> bool| {
            let rows = list.as_array().unwrap().iter();
            rows.filter(|row| row["side"] == side && kept(row)).count()
        };
        let (failed, keeping) =
            (of(&marked["failed"], &|_| true), of(&marked["moves"], &|row| row["keeps"] == true));
        let tally = &marked[side];
        assert_eq!(tally["could_err"], of(&marked["moves"], &|_| true) + failed, "{marked}");
        assert_eq!(tally["keeping"], keeping, "{marked}");
    }
    let people = small(at, &args[..4], "").fine();
    assert!(people.contains("crash: ended before it said bestmove"), "{people}");

    // One that never answers is named, and not marked.
    let never = small(at, &["exam", "ugi:false", "--positions", "60"], "").refused();
    assert!(never.contains("player ugi:false: crash: "), "{never}");
}
