//! `bagh best`.

use bagh::Game;
use serde_json::Value;

use crate::run::{bagh, bagh_in};
use crate::small::{FIXED, folder, positions, small, solved};

#[track_caller]
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn a_goat_that_stands_alone_is_captured() {
    let position = "TG2T/5/5/5/T3T t g19 c0 mB1 1";
    let text = bagh(["best", position, "--depth", "4"]).fine();
    assert!(text.contains("best     A1C1\n"), "{text}");
    for part in ["score    ", "line     A1C1 ", "depth    4 plies", "a second", "by the evaluation"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn an_end_in_sight_is_told() {
    // Four captured, and one more at hand.
    let text = bagh(["best", "TG2T/5/5/5/T3T t g15 c4", "--depth", "3"]).fine();
    assert!(text.contains("score    the tigers win in 1 ply"), "{text}");
    let text = bagh(["best", "TG2T/5/5/5/T3T t g15 c4", "--depth", "3", "--json"]).fine();
    let value = json(&text);
    assert_eq!((&value["best"], &value["lines"][0]["plies"]), (&"A1C1".into(), &1.into()));
    assert_eq!(value["lines"][0]["outcome"], "tiger-win");
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let ask = || {
        let args = ["best", "--nodes", "20000", "--lines", "3", "--json", "--game", "aadu-puli"];
        let mut value = json(&bagh(args).fine());
        for key in ["seconds", "nodes_per_second"] {
            assert!(value[key].is_number());
            value[key] = Value::Null;
        }
        value
    };
    let value = ask();
    assert_eq!(value, ask());
    let lines = value["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!(value["best"], lines[0]["moves"][0]);
    let nodes = value["nodes"].as_u64().unwrap();
    assert!((1..=20_001).contains(&nodes), "{nodes}");
    assert_eq!(value["tables"], Value::Null);
}

/// With all tables one ply is enough to know the truth.
#[test]
fn tables_are_asked_where_they_are_wanted() {
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let all = positions(&game);
    let open = all.iter().filter(|p| game.result(p).is_none());
    let some: Vec<_> = open.step_by(all.len() / 25).collect();
    let mut draws = 0;
    for position in some {
        let text = game.obx(position);
        let probed = json(&small(folder.path(), &["probe", "--json", &text], "").fine());
        let args = ["best", "--json", "--depth", "1", "--with-tables", &text];
        let found = json(&small(folder.path(), &args, "").fine());
        assert_eq!(found["tables"], "all");
        let line = &found["lines"][0];
        if probed["outcome"] == "draw" {
            assert_eq!(line["expected_captures"].as_f64(), probed["captures"].as_f64(), "{text}");
            draws += 1;
        } else if probed["plies"].is_number() {
            assert_eq!((&line["outcome"], &line["plies"]), (&probed["outcome"], &probed["plies"]));
        }
    }
    assert!(draws > 3, "{draws}");
    // Who names the folder wants them; who does not, does not.
    let found = small(folder.path(), &["best", "--depth", "1", "--json"], "").fine();
    assert_eq!(json(&found)["tables"], "all");
    let args = ["best", "--depth", "1", "--json", "--with-tables=sliding"];
    assert_eq!(json(&small(folder.path(), &args, "").fine())["tables"], "sliding");
    let args = ["best", "--depth", "1", "--json", "--game", "small.toml"];
    assert_eq!(json(&bagh_in(folder.path(), args, "").fine())["tables"], Value::Null);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let position = "TGG2/GG3/G4/5/TT2T g g10 c5";
    let text = bagh(["best", position, "--depth", "2"]).fine();
    assert!(text.contains("no moves, the game is over: the tigers win"), "{text}");
    let value = json(&bagh(["best", position, "--depth", "2", "--json"]).fine());
    assert_eq!((&value["best"], &value["lines"]), (&Value::Null, &Value::Array(Vec::new())));
}

#[test]
fn bad_wishes_are_refused() {
    let here = folder(FIXED);
    std::fs::write(here.path().join("net.bin"), "no network").unwrap();
    for (args, part) in [
        (&["--time", "soon"][..], "expected a time such as 1s"),
        (&["--time", "0s"], "found 0, expected a time such as 1s"),
        (&["--nodes", "0"], "--nodes"),
        (&["--depth", "0"], "--depth"),
        (&["--lines", "0"], "--lines"),
        (&["--evaluation", "nothing"], "expected hand-written, network, evolved-tiger"),
        (&["--evaluation", "net.bin"], "found the header `no network`"),
        (&["--evaluation", "network", "--game", "small.toml"], "has none built in"),
        (&["--depth", "1", "--tables", "."], "not solved yet: run `bagh solve --tables .`"),
        (&["--with-tables=some"], "--with-tables"),
        (&["nonsense"], "expected 5 rows"),
    ] {
        let message = bagh_in(here.path(), ["best"].iter().chain(args), "").refused();
        assert!(message.contains(part), "{part}\n{message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_gives_the_best_so_far() {
    use std::process::{Command, Stdio};

    let child = crate::run::program()
        .args(["best", "--depth", "60", "--json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // An interrupt that comes before the program watches for it would end it without a word.
    let watched = format!("/proc/{}/status", child.id());
    let watches = || {
        let status = std::fs::read_to_string(&watched).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_none_or(|mask| u64::from_str_radix(mask.trim(), 16).unwrap_or(0) & 2 != 0)
    };
    if std::path::Path::new(&watched).exists() {
        while !watches() {
            std::thread::yield_now();
        }
    } else {
        std::thread::sleep(std::time::Duration::from_secs(2));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let value = json(&String::from_utf8(output.stdout).unwrap());
    assert!(value["best"].is_string(), "{value}");
    assert!(value["depth"].as_u64().unwrap() < 60);
}
