//! How games end.

use bagh::{Game, GameResult, History, Outcome, PlayError, Reason};

fn result(text: &str) -> Option<GameResult> {
    let game = Game::bagh_chal();
    game.result(&game.parse_obx(text).unwrap())
}

fn ended(outcome: Outcome, reason: Reason) -> Option<GameResult> {
    Some(GameResult { outcome, reason })
}

#[test]
fn trapped_tigers_lose() {
    // The four points beside the centre may be empty: no tiger on a corner reaches them.
    let text = "TGGGT/GG1GG/G1G1G/GG1GG/TGGGT t g2 c1 - -";
    assert_eq!(result(text), ended(Outcome::GoatWin, Reason::TigersTrapped));
    assert_eq!(result(text).unwrap().worth(), 1);
    // With the goats to move the game goes on.
    assert_eq!(result("TGGGT/GG1GG/G1G1G/GG1GG/TGGGT g g2 c1 - -"), None);
}

#[test]
fn dandee_is_four_trapped_tigers_in_a_row_on_a_diagonal() {
    for text in [
        "TGGGG/GTGGG/GGTGG/1GGTG/GGGGG t g0 c0 - -",
        "GGGGG/GTGGG/GGTGG/1GGTG/GGGGT t g0 c0 - -",
        "GGGGT/GGGTG/GGTGG/GTGG1/GGGGG t g0 c0 - -",
    ] {
        assert_eq!(result(text), ended(Outcome::GoatWin, Reason::Dandee), "{text}");
        assert!(result(text).unwrap().is_grand());
        assert_eq!(result(text).unwrap().worth(), 12);
    }
    // Four on one diagonal with a gap are just trapped.
    let text = "TGGGG/GTGGG/GGGGG/1GGTG/GGGGT t g0 c0 - -";
    assert_eq!(result(text), ended(Outcome::GoatWin, Reason::TigersTrapped));
}

#[test]
fn no_four_points_named_in_the_obx_manual_make_a_dandee() {
    // B1 C2 D3 E4 is not a line of the board: no two of them are adjacent.
    let board = Game::bagh_chal().board();
    let points = ["B1", "C2", "D3", "E4"].map(|name| board.point(name).unwrap());
    for a in points {
        for b in points {
            assert!(!board.neighbours(a).contains(b));
        }
    }
    // Trapped there, the tigers lose as anywhere else.
    let trapped = "GTGGG/GGTGG/GGGTG/GGGGT/1GGGG t g0 c0 - -";
    assert_eq!(result(trapped), ended(Outcome::GoatWin, Reason::TigersTrapped));
}

#[test]
fn locked_goats_win_for_the_tigers() {
    let text = "1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g g0 c0 - -";
    assert_eq!(result(text), ended(Outcome::TigerWin, Reason::LockedGoats));
    assert_eq!(result(text).unwrap().worth(), 12);
    // With a goat in hand it can still be placed.
    assert_eq!(result("1TGGG/TTGGG/GGGGG/GGGG1/GGGGT g g1 c0 - -"), None);
}

#[test]
fn captures_win_for_the_tigers() {
    assert_eq!(result("T3T/5/5/5/T3T g g15 c5 - -"), ended(Outcome::TigerWin, Reason::Captures));
    assert_eq!(result("T3T/5/5/5/T3T g g16 c4 - -"), None);
    let three = Game::bagh_chal().clone().with_captures(3).unwrap();
    let position = three.parse_obx("T3T/5/5/5/T3T g g17 c3 - -").unwrap();
    assert_eq!(three.result(&position).unwrap().reason, Reason::Captures);
    assert_eq!(three.moves(&position).count(), 0);
}

#[test]
fn the_third_time_a_sliding_position_stands_is_a_draw() {
    let game = Game::bagh_chal().clone().with_captures(20).unwrap();
    let start = game.parse_obx("T3T/5/2G2/5/T3T g g0 c19 - -").unwrap();
    let mut history = History::new(game.clone(), start);
    for round in 1..=2 {
        assert_eq!((history.occurrences(), history.result()), (round, None));
        for text in ["C3C2", "A1A2", "C2C3", "A2A1"] {
            let mv = game.parse_move(history.position(), text).unwrap();
            history.play(mv).unwrap();
        }
    }
    assert_eq!(history.result(), ended(Outcome::Draw, Reason::Repetition));
    assert_eq!(history.result().unwrap().worth(), 0);
    let mv = game.parse_move(history.position(), "C3C2").unwrap();
    assert!(matches!(history.play(mv), Err(PlayError::Over { .. })));
    history.undo();
    assert_eq!(history.result(), None);
}

#[test]
fn aadu_puli_begins_with_the_tigers_and_places_them() {
    let game = Game::aadu_puli();
    let mut position = game.start();
    for text in ["B0", "B1", "B3", "B2", "B4", "B22"] {
        let mv = game.parse_move(&position, text).unwrap();
        assert_eq!(mv.from(), None);
        game.play_unchecked(&mut position, mv);
    }
    // All three stand: now they move. B0 is beside B2, B3, B4, B5, and jumps over B2 to B8.
    assert!(game.parse_move(&position, "B6").is_err());
    assert!(game.parse_move(&position, "B0B8").is_ok());
    assert_eq!(game.obx(&position), "T/GGTT2/6/6/3G t g12 c0 - 6");
}

/// A herd smaller than the pack is all placed while tigers are still in hand.
#[test]
fn goats_can_be_locked_while_tigers_are_placed() {
    let game = Game::from_toml(
        r#"
name = "one-goat"
tigers = 3
goats = 1
captures = 1
opening = "placed"
lines = ["A1 B1 C1 D1 E1"]
[[rows]]
points = ["A1", "B1", "C1", "D1", "E1"]
x = [0, 1, 2, 3, 4]
y = 0
"#,
    )
    .unwrap();
    let position = game.parse_obx("GTT2 g g0 c0 - -").unwrap();
    assert_eq!(game.tigers_in_hand(&position), 1);
    assert_eq!(game.result(&position), ended(Outcome::TigerWin, Reason::LockedGoats));
}
