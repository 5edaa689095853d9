//! Texts of moves, right and wrong.

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{Game, Move, Side};

#[test]
fn moves_are_read_in_many_forms() {
    let game = Game::bagh_chal();
    let position = game.parse_obx("TG2T/5/5/5/T3T t g19 c0 mB1 1").unwrap();
    let (a1, b1, c1, a2) = {
        let point = |name| game.board().point(name).unwrap();
        (point("A1"), point("B1"), point("C1"), point("A2"))
    };
    let jump = Move::Jump { from: a1, over: b1, to: c1 };
    for text in [
        "A1C1",
        "a1c1",
        "mA1C1",
        "Ma1C1",
        "A1xC1",
        "a1Xc1",
        "A1-C1",
        "A1C1(B1)",
        "a1 c1",
        "A1 x C1",
        " A1C1 ( b1 ) ",
    ] {
        assert_eq!(game.parse_move(&position, text), Ok(jump), "{text}");
    }
    assert_eq!(game.move_text(&position, jump), "A1C1");
    let slide = Move::Slide { from: a1, to: a2 };
    for text in ["A1A2", "A1-A2", "mA1A2"] {
        assert_eq!(game.parse_move(&position, text), Ok(slide), "{text}");
    }
}

#[test]
fn wrong_moves_say_what_is_wrong() {
    let tigers = "TG2T/5/5/5/T3T t g19 c0 mB1 1";
    let goats = "T1G1T/5/5/5/T3T g g19 c0 - 2";
    let sliding = "TGGGT/GGGGG/GGGGG/GGGG1/T2GT g g0 c2 - -";
    let over = "T3T/5/5/5/T3T g g15 c5 - -";
    let table = [
        (tigers, "", "expected a point to place on"),
        (tigers, "A1B", "expected a point"),
        (tigers, "A1C1(", "expected a point"),
        (tigers, "A1C1(B1", "expected a point"),
        (tigers, "A1C1(B1)!", "expected a point"),
        (tigers, "é1", "expected a point"),
        (tigers, "A1-", "expected a point"),
        (tigers, "Z1", "no point is called Z1"),
        (tigers, "A1Z1", "no point is called Z1"),
        (tigers, "A1xZ1", "no point is called Z1"),
        (tigers, "A1000000000000000000000", "no point is called A1000"),
        (tigers, "C3", "no tiger is left to place, expected two points"),
        (tigers, "C3C4", "nothing stands on C3"),
        (tigers, "B1C1", "the piece on B1 is not yours, expected a tiger"),
        (tigers, "A1B1", "B1 is occupied"),
        (tigers, "A1E5", "E5 is occupied"),
        (tigers, "A1D4", "A1 and D4 are not adjacent"),
        (tigers, "A1A3", "there is no goat on A2"),
        (tigers, "A1xA2", "no jump leads from A1 to A2"),
        (tigers, "A1C1(B2)", "no jump from A1 to C1 leads over B2"),
        (goats, "C1", "C1 is occupied"),
        (goats, "C1C2", "the goats may not move yet, 19 are still to be placed"),
        (sliding, "E4", "no goat is left to place"),
        (sliding, "B4D4", "D4 is occupied"),
        (sliding, "C4C5(B4)", "goats do not jump"),
        (sliding, "C3C5", "goats do not jump"),
        (sliding, "E3xE4", "goats do not jump"),
        (sliding, "A2E4", "A2 and E4 are not adjacent"),
        (over, "A2", "the game is over"),
    ];
    let game = Game::bagh_chal();
    for (position, text, message) in table {
        let position = game.parse_obx(position).unwrap();
        let error = game.parse_move(&position, text).expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        let legal = game.moves(&position).count();
        assert_eq!(error.legal().len(), legal.min(6));
        for mv in error.legal() {
            assert!(game.parse_move(&position, mv).is_ok());
        }
    }
    let long = game.parse_move(&game.start(), &"A1".repeat(100_000)).unwrap_err();
    assert!(long.to_string().len() < 300);
}

/// A board where two points can mean a slide, or either of two captures.
const MANY_WAYS: &str = r#"
name = "many-ways"
tigers = 1
goats = 2
captures = 2
opening = ["A1"]
lines = ["A1 B1 C1", "A1 B2 C1", "A1 C1", "B1 D1", "B2 D1"]
[[rows]]
points = ["A1", "B1", "C1", "B2", "D1"]
x = [0, 1, 2, 3, 4]
y = 0
"#;

#[test]
fn captures_are_told_apart_by_the_goat() {
    let game = Game::from_toml(MANY_WAYS).unwrap();
    let position = game.parse_obx("TG1G1 t g0 c0 - -").unwrap();
    let texts: Vec<String> = game.moves(&position).map(|m| game.move_text(&position, m)).collect();
    assert_eq!(texts, ["A1C1", "A1C1(B1)", "A1C1(B2)"]);
    for mv in game.moves(&position) {
        assert_eq!(game.parse_move(&position, &game.move_text(&position, mv)), Ok(mv));
        // And so in the last move of the position after.
        let read = ReadPosition {
            last_move: Some(mv),
            ..ReadPosition::new(&game, game.after(&position, mv))
        };
        let text = notation::write(&game, &read, Format::Obx1).unwrap();
        let again = notation::read(&game, &text, &ReadOptions::default()).unwrap();
        assert_eq!(again.last_move, Some(mv), "{text}");
    }
    let error = game.parse_move(&position, "A1xC1").unwrap_err();
    assert!(error.to_string().contains("name the goat, as in A1C1(B1)"), "{error}");
    let error = game.parse_obx("2T1G g g0 c1 mA1xC1 -").unwrap_err();
    assert!(error.to_string().contains("more than one jump"), "{error}");
}

#[test]
fn point_names_may_begin_with_the_marks() {
    let text = MANY_WAYS.replace("A1", "M1").replace("B1", "MX1").replace("C1", "XM1");
    let game = Game::from_toml(&text).unwrap();
    let position = game.parse_obx("TG1G1 t g0 c0 - -").unwrap();
    for mv in game.moves(&position) {
        assert_eq!(game.parse_move(&position, &game.move_text(&position, mv)), Ok(mv));
    }
    let jump = game.parse_move(&position, "mM1xXM1(MX1)").unwrap();
    assert!(jump.captured().is_some());
    assert_eq!(position.turn(), Side::Tiger);
}
