//! `bagh line`.

use bagh::record::Record;
use bagh::{Game, Phase};
use serde_json::Value;

use crate::small::{FIXED, placed, positions, small, solved};

/// Every move of a line is the first that `bagh probe` lists, and what it says is the same.
#[test]
fn a_line_never_contradicts_the_verdicts() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        let game = Game::from_toml(&board).unwrap();
        let all = positions(&game);
        for position in all.iter().step_by(all.len() / 60) {
            let start = game.obx(position);
            let text = small(folder.path(), &["line", "--json", &start], "").fine();
            let line: Value = serde_json::from_str(&text).unwrap();
            let moves = line["moves"].as_array().unwrap();
            // All positions of the line, asked about at once.
            let (mut at, mut asked) = (*position, game.obx(position));
            for row in moves {
                let mv = game.parse_move(&at, row["move"].as_str().unwrap()).unwrap();
                at = game.after(&at, mv);
                asked += &format!("\n{}", game.obx(&at));
            }
            let answers = small(folder.path(), &["probe", "-", "--json"], &asked).fine();
            let answers: Vec<Value> =
                answers.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
            for key in ["position", "outcome", "captures", "plies"] {
                assert_eq!(line[key], answers[0][key]);
            }
            for (row, answer) in moves.iter().zip(&answers) {
                assert_eq!(*row, answer["moves"][0], "{start}");
                assert_eq!(answer["outcome"], line["outcome"], "{start}");
                assert_eq!(answer["captures"], line["captures"], "{start}");
            }
            let plies = line["plies"].as_u64().filter(|_| line["outcome"] != "draw");
            assert!(plies.is_none_or(|plies| plies == moves.len() as u64), "{line}");
            let reason = line["end"]["reason"].as_str().unwrap();
            match game.result(&at) {
                Some(result) => assert_eq!(reason, result.reason.word()),
                None => {
                    assert_eq!((reason, game.phase(&at)), ("settled", Phase::Sliding));
                    assert_eq!(line["captures"], at.captured());
                }
            }
        }
    }
}

#[test]
fn people_see_numbered_moves_and_why_the_line_ends() {
    let folder = solved(FIXED);
    let text = small(folder.path(), &["line"], "").fine();
    assert!(text.contains("   1. C1 "), "{text}");
    assert!(text.contains("After 9 plies: here the draw settles"), "{text}");
    let win = small(folder.path(), &["line", "T2/GG1/T2 t g3 c0"], "").fine();
    assert!(win.contains("captures (1)"), "{win}");
    // A game that is over has no moves, and no draw settles.
    let game = Game::from_toml(FIXED).unwrap();
    let over = *positions(&game).iter().find(|p| game.result(p).is_some()).unwrap();
    let text = small(folder.path(), &["line", &game.obx(&over)], "").fine();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.contains("The game is over: the "), "{text}");
    let text = small(folder.path(), &["line", "--json", &game.obx(&over)], "").fine();
    let line: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&line["moves"], &line["plies"]), (&Value::Array(Vec::new()), &0.into()));
    assert_eq!(line["end"]["reason"], game.result(&over).unwrap().reason.word());
}

#[test]
fn a_line_can_be_a_record() {
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let text = small(folder.path(), &["line", "--record"], "").fine();
    let record = Record::parse(&game, &text).unwrap();
    assert_eq!(record.main_line().count(), 9);
    let value = small(folder.path(), &["line", "--record", "--json"], "").fine();
    let value: Value = serde_json::from_str(&value).unwrap();
    assert_eq!(value["record"], text);
    assert_eq!(value["moves"].as_array().unwrap().len(), 9);
}
