//! Texts of positions, right and wrong.

use bagh::Game;
use bagh::notation::{self, Format, NotationError, ReadOptions, ReadPosition};

fn read(text: &str) -> Result<ReadPosition, NotationError> {
    notation::read(Game::bagh_chal(), text, &ReadOptions::default())
}

fn read_as(text: &str, format: Format) -> Result<ReadPosition, NotationError> {
    let options = ReadOptions { lenient: false, format: Some(format) };
    notation::read(Game::bagh_chal(), text, &options)
}

fn mend(text: &str) -> Result<ReadPosition, NotationError> {
    let options = ReadOptions { lenient: true, format: None };
    notation::read(Game::bagh_chal(), text, &options)
}

fn obx(read: &ReadPosition) -> String {
    notation::write(Game::bagh_chal(), read, Format::Obx1).unwrap()
}

#[test]
fn words_name_formats() {
    for format in Format::ALL {
        assert_eq!(Format::from_word(format.word()), Some(format));
        assert!(!format.description().is_empty());
    }
    assert_eq!(Format::from_word("pgn"), None);
}

#[test]
fn every_notation_says_the_same() {
    // Two goats and a tiger's move, in each notation.
    let table = [
        (Format::Obx1, "T1GT1/1G3/5/5/T3T t g18 c0 mB2 3"),
        (Format::Obx1X, "TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 3"),
        (Format::Obx2Early, "TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t c0 mB2 #g2"),
        (Format::Obx2, "TXGTX/XGXXX/XXXXX/XXXXX/TXXXT t @18 c0 mB2 #g2"),
        (Format::BaghchalFen, "B1GB1/1G3/5/5/B3B B 2"),
        (Format::CapturedFen, "B1GB1/1G3/5/5/B3B B 0"),
        (Format::GamesCrafters, "2_T-GT--G-------------T---T1800"),
    ];
    let full = read(table[0].1).unwrap();
    assert_eq!(full.move_number, Some(3));
    for (format, text) in table {
        let found = read_as(text, format).unwrap();
        assert_eq!(found.position, full.position, "{text}");
        assert_eq!(found.move_number, Some(3), "{text}");
        assert_eq!(notation::write(Game::bagh_chal(), &full, format).unwrap(), text);
        // All but the two kinds of FEN are known by their looks.
        match format {
            Format::BaghchalFen | Format::CapturedFen => {
                let error = read(text).unwrap_err();
                assert_eq!(error.choices(), [Format::BaghchalFen, Format::CapturedFen], "{error}");
            }
            _ => assert_eq!(read(text).unwrap().format, format, "{text}"),
        }
    }
}

#[test]
fn good_positions() {
    let table = [
        // The examples of the OBX manual.
        ("T3T/5/5/5/T3T g g20 c0 - 0", "T3T/5/5/5/T3T g g20 c0 - 0"),
        ("T1G1T/5/5/5/T3T t g19 c0 mC1 1", "T1G1T/5/5/5/T3T t g19 c0 mC1 1"),
        ("T1GT1/5/5/5/T3T g g19 c0 mE1D1 2", "T1GT1/5/5/5/T3T g g19 c0 mE1D1 2"),
        (
            "GTGG1/TGGGG/GGGGG/T1T1G/GGGGG g g1 c1 mD4C4 -",
            "GTGG1/TGGGG/GGGGG/T1T1G/GGGGG g g1 c1 mD4C4 -",
        ),
        // Optional fields, either case, space around, any move number.
        ("T3T/5/5/5/T3T g g20 c0", "T3T/5/5/5/T3T g g20 c0 - -"),
        ("T3T/5/5/5/T3T g g20 c0 -", "T3T/5/5/5/T3T g g20 c0 - -"),
        ("  t3t/5/5/5/t3t G G20 C0 - -\n", "T3T/5/5/5/T3T g g20 c0 - -"),
        ("T1g1T/5/5/5/T3T T g19 c0 Mc1 0", "T1G1T/5/5/5/T3T t g19 c0 mC1 0"),
        ("T3T/5/5/5/T3T g g20 c0 - 4294967295", "T3T/5/5/5/T3T g g20 c0 - 4294967295"),
        // Captures, with and without the captured goat.
        ("2T1T/5/5/5/T3T g g19 c1 mA1C1 2", "2T1T/5/5/5/T3T g g19 c1 mA1C1 2"),
        ("2T1T/5/5/5/T3T g g19 c1 mA1C1(B1) 2", "2T1T/5/5/5/T3T g g19 c1 mA1C1 2"),
        // A position that no play can reach is still one to analyse.
        ("TTTT1/5/5/5/5 t g20 c0 - -", "TTTT1/5/5/5/5 t g20 c0 - -"),
    ];
    for (text, expected) in table {
        let found = read(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(obx(&found), expected, "{text}");
        assert!(found.warnings.is_empty());
    }
}

#[test]
fn wrong_positions_name_their_field() {
    let both = "goats left, captured goats";
    let table = [
        ("", "position", "found nothing, expected a position such as T3T"),
        (" \n", "position", "found nothing"),
        ("hello", "pieces", "found 1 row, expected 5 rows"),
        ("T3T/5/5/5 g g20 c0 - 0", "pieces", "found 4 rows, expected 5"),
        ("T3T/5/5/5/T3T/5 g g20 c0 - 0", "pieces", "found 6 rows, expected 5"),
        ("T3T/5/5/5/T2T g g20 c0 - 0", "pieces", "row 5 (\"T2T\"): found 4 points, expected 5"),
        ("T3T/5/6/5/T3T g g20 c0 - 0", "pieces", "row 3 (\"6\"): found more than 5 points"),
        ("T3T/5/5/99999999999999999999/T3T g g20 c0", "pieces", "more than 5 points"),
        ("T3T/5/0/5/T3T g g20 c0 - 0", "pieces", "found 0"),
        ("T3T/11111/5/5/T3T g g20 c0 - 0", "pieces", "row 2 (\"11111\"): found more than 5"),
        ("T3T/5/5//T3T g g20 c0 - 0", "pieces", "found 0 points, expected 5"),
        ("T3T/5/W4/5/T3T g g20 c0 - 0", "pieces", "found 'W', expected T (tiger)"),
        ("T3T/5/５/5/T3T g g20 c0 - 0", "pieces", "found '５'"),
        ("T3T/5/XXXXX/5/T3T g g20 c0 - 0", "pieces", "found 'X'"),
        ("T3T/5/5/5/T3\0T g g20 c0 - 0", "pieces", "found '\\0'"),
        ("T4/5/5/5/T3T g g20 c0 - 0", "pieces", "tigers on the board: found 3, expected 4"),
        ("TT2T/5/5/5/T3T g g20 c0 - 0", "pieces", "found 5, expected 4"),
        ("T3T/5/5/5/T3T", "turn", "found nothing"),
        ("T3T/5/5/5/T3T x g20 c0 - 0", "turn", "found \"x\", expected g"),
        ("T3T/5/5/5/T3T gt g20 c0 - 0", "turn", "found \"gt\""),
        ("T3T/5/5/5/T3T g", "goats left", "found nothing, expected g0 to g20"),
        ("T3T/5/5/5/T3T g g21 c0 - 0", "goats left", "found \"g21\", expected g0 to g20"),
        ("T3T/5/5/5/T3T g g c0 - 0", "goats left", "found \"g\""),
        ("T3T/5/5/5/T3T g g+9 c0 - 0", "goats left", "found \"g+9\""),
        ("T3T/5/5/5/T3T g g999999999999 c0 - 0", "goats left", "found \"g999999999999\""),
        ("T3T/5/5/5/T3T g 20 c0 - 0", "position", "found a FEN"),
        ("T3T/5/5/5/T3T g g20", "captured goats", "found nothing, expected c0 to c20"),
        ("T3T/5/5/5/T3T g g20 0 - 0", "captured goats", "found \"0\""),
        ("T3T/5/5/5/T3T g g14 c6 - 0", "captured goats", "found 6, expected at most 5"),
        ("T3T/5/5/5/T3T g g20 c1 - 0", both, "which are 21, expected 20"),
        ("T1G1T/5/5/5/T3T t g20 c0 - 0", both, "found 1 goat on the board, 20 left"),
        ("T3T/5/5/5/T3T g g20 c0 - 4294967296", "move number", "found \"4294967296\""),
        ("T3T/5/5/5/T3T g g20 c0 - -1", "move number", "found \"-1\""),
        ("T3T/5/5/5/T3T g g20 c0 - #", "move number", "found \"#\""),
        ("T3T/5/5/5/T3T g g20 c0 - 0 0", "fields", "found \"0\", expected no such field"),
        ("T3T/5/5/5/T3T  g g20 c0 - 0", "fields", "more than one space"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - 5", "move number", "expected #g1"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #g0", "move number", "expected #g1"),
        ("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT g @20 c0 - #g4294967295", "move number", "expected"),
        ("TXXXT/XXXXX/5/XXXXX/TXXXT g @20 c0 - #", "pieces", "found '5'"),
        ("1_T---T---------------T---T200", "position", "found 30 characters, expected 31"),
        ("1_T---T---------------T---T20000", "position", "found 32 characters"),
        ("3_T---T---------------T---T2000", "turn", "expected 1_ (goats move next)"),
        ("1_T---T--------W------T---T2000", "pieces", "D3: found 'W'"),
        ("1_T---T---------------T---TAA00", "goats left", "found \"AA\""),
        ("1_T---T---------------T---T2001", both, "expected 20"),
    ];
    for (text, field, message) in table {
        let error = read(text).expect_err(text);
        assert_eq!(error.field(), field, "{text}: {error}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    assert_eq!(read(&"T".repeat(1 << 20)).unwrap_err().field(), "position");
}

#[test]
fn last_moves_that_the_board_denies() {
    let table = [
        // The fourth example of the OBX manual: the goat stands on B1.
        ("TGGT1/5/5/5/T3T t g18 c0 mB2 3", "B2 holds nothing, expected a goat"),
        ("T1G1T/5/5/5/T3T t g19 c0 mE1 1", "E1 holds a tiger, expected a goat"),
        ("T1G1T/5/5/5/T3T g g19 c0 mC1 1", "C1 holds a goat, expected a tiger"),
        ("T1G1T/5/5/5/T3T t g19 c0 mC2C1 1", "a goat slid with 19 still to be placed"),
        ("T3T/5/5/5/T3T g g20 c0 mA1 1", "tigers are not placed in this game"),
        ("T1GT1/5/5/5/T3T g g19 c0 mA5D1 2", "A5 holds a tiger, expected it to be empty"),
        ("T1GT1/5/5/5/T3T g g19 c0 mB5D1 2", "B5 and D1 are not adjacent"),
        ("T1T2/5/5/5/T3T g g20 c0 mE1C1 2", "is a jump, but no goat is captured"),
        ("T1TG1/5/5/5/T3T g g18 c1 mE1C1 2", "is not empty"),
        ("T1T2/5/5/5/T3T g g19 c1 mE1C1(D2) 2", "does not lead over D2"),
        ("T1G1T/5/5/5/T3T t g19 c0 mZ9 1", "no point is called Z9"),
        ("T1G1T/5/5/5/T3T t g19 c0 C1 1", "expected m and the points"),
        ("T1G1T/5/5/5/T3T t g19 c0 m 1", "expected m and the points"),
        ("T1G1T/5/5/5/T3T t g19 c0 mC1C2C3 1", "expected m and the points"),
        // Five captures ended the game before this slide.
        ("T2T1/5/5/5/T3T g g15 c5 mE1D1 2", "not legal before it was played"),
    ];
    for (text, message) in table {
        let error = read(text).expect_err(text);
        assert_eq!(error.field(), "last move", "{text}: {error}");
        assert!(error.to_string().contains(message), "{text}: {error}");
        // A lenient reader keeps the board and drops the move.
        let mended = mend(text).unwrap();
        assert_eq!(mended.last_move, None);
        assert_eq!(mended.warnings.len(), 1, "{:?}", mended.warnings);
        let field = if text.contains(" C1 ") { "fields: " } else { "last move: " };
        assert!(mended.warnings[0].starts_with(field), "{:?}", mended.warnings);
    }
}

#[test]
fn what_can_be_mended_is_mended_and_said() {
    let start = "T3T/5/5/5/T3T g g20 c0 - 0";
    let table = [
        ("T3T/5/5/5/T3T   g\tg20 c0 - 0", start, "fields"),
        ("T3T/5/5/5/T3T g g20 c0 - 0 junk", start, "fields"),
        ("T3T555T3T g g20 c0 - 0", start, "pieces"),
        ("T3T/5/XXXXX/5/T3T g g20 c0 - 0", start, "pieces"),
        ("T3T/5/5/5/T3T g c0 - 0", start, "goats left"),
        ("T3T/5/5/5/T3T g g20 - 0", start, "captured goats"),
        ("T3T/5/5/5/T3T g g19 c0 - 0", start, "goats left, captured goats"),
        ("T3T/5/5/5/T3T g g20 c0 - x", "T3T/5/5/5/T3T g g20 c0 - -", "fields"),
        ("T3T/5/5/5/T3T g g20 c0 - 99999999999", "T3T/5/5/5/T3T g g20 c0 - -", "move number"),
        ("T3T/5/5/5/T3T g g20 c0 - #", start, "move number"),
        ("T3T/5/5/5/T3T g @20 c0 - #", start, "pieces"),
        (
            "GGGGT/GGGGG/GGGGG/5/T2TT t g5 c9 - -",
            "GGGGT/GGGGG/GGGGG/5/T2TT t g5 c1 - -",
            "goats left, captured goats",
        ),
        ("1_T---T---------------T---T2000!", start, "position"),
    ];
    for (text, expected, field) in table {
        read(text).expect_err(text);
        let mended = mend(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(obx(&mended), expected, "{text}");
        assert!(mended.warnings.iter().any(|w| w.starts_with(field)), "{:?}", mended.warnings);
    }
}

#[test]
fn what_cannot_be_mended_is_refused() {
    for text in [
        "",
        "hello",
        "T3T/5/5/5 g g20 c0",
        "T3T/5/5/5/T3T",
        "T3T/5/5/5/T3T g",
        "T3T/5/5/5/T3T g20 c0",
        "T4/5/5/5/T3T g g20 c0 - 0",
        "T3T/5/5/5/T3T g g14 c6 - 0",
        "B3B/5/5/5/B3B G 0",
        "T3T/5/5/5/T3T g g999 c0 - 0",
    ] {
        mend(text).expect_err(text);
    }
}

#[test]
fn fens_count_goat_moves_or_captured_goats() {
    let found = read_as("G1G1B/2B2/5/5/B3B G 2", Format::BaghchalFen).unwrap();
    assert_eq!(obx(&found), "G1G1T/2T2/5/5/T3T g g18 c0 - 4");
    let found = read_as("G1G1B/2B2/5/5/B3B G 2", Format::CapturedFen).unwrap();
    assert_eq!(obx(&found), "G1G1T/2T2/5/5/T3T g g16 c2 - 8");
    // In the sliding phase the count of moves goes on beyond the herd.
    let found = read_as("BGGGB/GGGGG/GGGGG/GGG2/B3B B 35", Format::BaghchalFen).unwrap();
    assert_eq!(obx(&found), "TGGGT/GGGGG/GGGGG/GGG2/T3T t g0 c4 - 69");
    let again = notation::write(Game::bagh_chal(), &found, Format::BaghchalFen).unwrap();
    assert_eq!(again, "BGGGB/GGGGG/GGGGG/GGG2/B3B B 35");
    for (text, format, field) in [
        ("G1G1B/2B2/5/5/B3B G 1", Format::BaghchalFen, "goat moves"),
        ("G1G1B/2B2/5/5/B3B G x", Format::BaghchalFen, "goat moves"),
        ("G1G1B/2B2/5/5/B3B G", Format::BaghchalFen, "goat moves"),
        ("G1G1B/2B2/5/5/B3B G 99999999999", Format::BaghchalFen, "goat moves"),
        ("G1G1B/2B2/5/5/B3B G 9", Format::BaghchalFen, "goat moves"),
        ("G1G1B/2B2/5/5/B3B G 6", Format::CapturedFen, "captured goats"),
        ("G1G1B/2B2/5/5/B3B G 300", Format::CapturedFen, "captured goats"),
        ("G1G1B/2B2/5/5/B3B T 0", Format::CapturedFen, "turn"),
        ("G1G1T/2T2/5/5/T3T G 0", Format::CapturedFen, "pieces"),
    ] {
        let error = read_as(text, format).expect_err(text);
        assert_eq!(error.field(), field, "{text}: {error}");
    }
    let placed = Game::aadu_puli();
    let start = ReadPosition::new(placed, placed.start());
    for format in [Format::BaghchalFen, Format::CapturedFen, Format::GamesCrafters] {
        assert_eq!(notation::write(placed, &start, format).unwrap_err().field(), "format");
    }
}

#[test]
fn aadu_puli_has_rows_of_its_own() {
    let game = Game::aadu_puli();
    assert_eq!(game.obx(&game.start()), "1/6/6/6/4 t g15 c0 - 0");
    let text = "T/2TT2/6/6/4 g g15 c0 - 0";
    let found = notation::read(game, text, &ReadOptions::default()).unwrap();
    assert_eq!(game.tigers_in_hand(&found.position), 0);
    assert_eq!(notation::write(game, &found, Format::Obx1).unwrap(), text);
    // A tiger placed as the last move, and moves counted from the tigers' first.
    let text = "X/XXTGXX/XXXXXX/XXXXXX/XXXX t @14 c0 mB4 #g1";
    let found = notation::read(game, text, &ReadOptions::default()).unwrap();
    assert_eq!(found.move_number, Some(2));
    assert_eq!(notation::write(game, &found, Format::Obx2).unwrap(), text);
    assert_eq!(game.obx(&found.position), "1/2TG2/6/6/4 t g14 c0 - 2");
}

#[test]
fn the_move_number_is_known_only_while_goats_are_placed() {
    let game = Game::bagh_chal();
    for (text, expected) in [
        ("T1G1T/5/5/5/T3T t g19 c0 - 9", "1"),
        ("T1GT1/5/5/5/T3T g g19 c0 - 9", "2"),
        // No move was made, yet the tigers are to move, or have left their corners.
        ("T3T/5/5/5/T3T t g20 c0 - 9", "-"),
        ("T2T1/5/5/5/T3T g g20 c0 - 9", "-"),
        // More captures than moves of the tigers.
        ("T3T/5/5/5/T3T g g18 c2 - 9", "4"),
        ("T3T/5/5/5/T3T t g18 c2 - 9", "-"),
        ("TGGGT/GGGGG/GGGGG/GGGGG/T1GGT t g0 c0 - 39", "-"),
    ] {
        let position = game.parse_obx(text).unwrap();
        let written = game.obx(&position);
        assert_eq!(written.rsplit(' ').next(), Some(expected), "{text}");
        assert_eq!(game.parse_obx(&written), Ok(position));
    }
}
