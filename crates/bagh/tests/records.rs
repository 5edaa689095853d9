//! Records of whole games, right and wrong.

use bagh::record::baghchal::{self, Dialect};
use bagh::record::{NodeId, Record, RecordError, ResultError, TagError};
use bagh::{Game, History, Move, Outcome, Reason};

fn read(text: &str) -> Result<Record, RecordError> {
    Record::parse(Game::bagh_chal(), text)
}

#[test]
fn a_record_is_written_as_the_manual_says() {
    let game = Game::bagh_chal();
    let mut record = Record::new(game.clone());
    record.set_tag("Goats", "Maya \"the herd\" Rai").unwrap();
    record.set_tag("Note", "two\nlines").unwrap();
    let mut node = NodeId::ROOT;
    let mut nodes = Vec::new();
    for text in ["C1", "E1D1", "B1"] {
        let mv = game.parse_move(record.node(node).position(), text).unwrap();
        node = record.add(node, mv).unwrap();
        nodes.push(node);
    }
    let other = game.parse_move(record.node(nodes[0]).position(), "A1B1").unwrap();
    let other = record.add(nodes[0], other).unwrap();
    record.comment_before(other, "or");
    record.comment(other, "a {brace} and a \\");
    record.comment(NodeId::ROOT, "a short game");
    record.declare(Some(Outcome::GoatWin), Some(Reason::Resignation)).unwrap();
    let text = r#"[Game "bagh-chal"]
[Goats "Maya \"the herd\" Rai"]
[Note "two\nlines"]
[Reason "resignation"]

{a short game} 1. C1 E1D1 ({or} 1... A1B1 {a \{brace\} and a \\}) 2. B1 goat-win
"#;
    assert_eq!(record.to_text(), text);
    let again = read(text).unwrap();
    assert_eq!(again, record);
    assert_eq!(again.tag("Note"), Some("two\nlines"));
    assert_eq!(again.reason(), Some(Reason::Resignation));
}

#[test]
fn other_games_and_starts_are_named() {
    let game = Game::aadu_puli().clone().with_captures(6).unwrap();
    let start = game.parse_obx("T/2TT2/6/6/4 g g15 c0 - 0").unwrap();
    let mut history = History::new(game.clone(), start);
    for text in ["B2", "B0B8", "B22"] {
        let mv = game.parse_move(history.position(), text).unwrap();
        history.play(mv).unwrap();
    }
    let record = Record::from_history(&history);
    let text = "[Game \"aadu-puli\"]\n[Captures \"6\"]\n[Position \"T/2TT2/6/6/4 g g15 c0 - -\"]\n\n1. B2 B0B8 2. B22 *\n";
    assert_eq!(record.to_text(), text);
    // The record names its game, whatever the reader has at hand.
    let again = read(text).unwrap();
    assert_eq!(again, record);
    assert_eq!(again.game().captures(), 6);
    assert_eq!(again.history().moves(), history.moves());
    assert_eq!(again, Record::parse_with(text, Game::by_name).unwrap());
    // Without the tag it means the usual number of captures, whatever the reader's game has.
    let three = Game::bagh_chal().clone().with_captures(3).unwrap();
    let usual = Record::parse(&three, "[Game \"bagh-chal\"] *").unwrap();
    assert_eq!(usual.game().captures(), 5);
    assert_eq!(Record::parse(&three, "*").unwrap().game().captures(), 3);
}

#[test]
fn results_come_from_the_rules() {
    let dandee = "[Position \"TGGGG/GTGGG/GGTGG/GGG1G/1GGTG g g0 c1 - -\"]\n";
    let trapped = "[Position \"TGGGG/GTGGG/GGTGG/1GGTG/GGGGG t g0 c0 - -\"]\n";
    assert!(read(&format!("{dandee}*")).is_ok());
    let record = read(&format!("{trapped}[Reason \"dandee\"] goat-win")).unwrap();
    assert_eq!(record.over().map(|r| r.worth()), Some(12));
    // The reason may be left out, and is known all the same.
    let record = read(&format!("{trapped}goat-win")).unwrap();
    assert_eq!(record.reason(), Some(Reason::Dandee));
    for (text, message) in [
        ("[Reason \"dandee\"] goat-win".to_owned(), "the last position does not say so"),
        ("[Reason \"captures\"] tiger-win".to_owned(), "does not say so"),
        ("[Reason \"repetition\"] draw".to_owned(), "does not say so"),
        ("[Reason \"resignation\"] draw".to_owned(), "does not say so"),
        ("[Reason \"agreement\"] goat-win".to_owned(), "does not say so"),
        ("[Reason \"agreement\"] *".to_owned(), "does not say so"),
        (format!("{trapped}tiger-win"), "by the rules the last position is goat-win by dandee"),
        (format!("{trapped}*"), "by the rules the last position is goat-win by dandee"),
        (format!("{trapped}[Reason \"tigers-trapped\"] goat-win"), "goat-win by dandee"),
    ] {
        let error = read(&text).expect_err(&text);
        assert!(error.problem.to_string().contains(message), "{text}: {error}");
    }
    for text in ["goat-win", "tiger-win", "draw", "*", "[Reason \"agreement\"] draw"] {
        assert!(read(text).is_ok(), "{text}");
    }
}

#[test]
fn the_main_line_ends_with_the_third_repetition() {
    let game = Game::bagh_chal().clone().with_captures(20).unwrap();
    let head =
        "[Game \"bagh-chal\"]\n[Captures \"20\"]\n[Position \"T3T/5/2G2/5/T3T g g0 c19 - -\"]\n\n";
    let shuffle = "C3C2 A1A2 C2C3 A2A1 ";
    let record = Record::parse(&game, &format!("{head}{}draw", shuffle.repeat(2))).unwrap();
    assert_eq!(record.reason(), Some(Reason::Repetition));
    assert_eq!(record.history().result(), record.over());
    let error = Record::parse(&game, &format!("{head}{}*", shuffle.repeat(3))).unwrap_err();
    assert_eq!((error.line, error.column), (5, 41));
    assert!(error.problem.to_string().contains("the game is over"), "{error}");
    // A variation may go on.
    let varied = format!("{head}C3C2 (C3C4 {}) *", "A1A2 C4C3 A2A1 C3C4 ".repeat(4));
    assert!(Record::parse(&game, &varied).is_ok());
}

#[test]
fn wrong_records_name_the_place() {
    let table: &[(&str, usize, usize, &str)] = &[
        ("", 1, 1, "the record ends without a result"),
        ("1. C1", 1, 6, "the record ends without a result"),
        ("1. C1\n  E1D1 Q", 2, 8, "expected a point"),
        ("1. C1 1... E1C1 *", 1, 12, "C1 is occupied"),
        ("2. C1 *", 1, 1, "expected 1."),
        ("1... C1 *", 1, 1, "expected 1."),
        ("1. C1 2. E1D1 *", 1, 7, "expected 1..."),
        ("99999999999999999999. C1 *", 1, 1, "expected 1."),
        ("1. C1 * C2", 1, 9, "found more after the result"),
        ("1. C1 goat-wins", 1, 7, "expected a point"),
        ("(C1) *", 1, 1, "no move before it"),
        ("1. C1 ((C2)) *", 1, 8, "no move before it"),
        ("1. C1 () *", 1, 8, "this variation has no move"),
        ("1. C1 ({so} ) *", 1, 13, "this variation has no move"),
        ("1. C1 ) *", 1, 7, "closes no variation"),
        ("1. C1 (1. C2 *", 1, 14, "in a variation"),
        ("1. C1 (1. C2", 1, 13, "ends without a result"),
        ("1. C1 {never closed", 1, 7, "this comment has no end; add }"),
        ("1. C1 {never closed \\", 1, 7, "this comment has no end; add }"),
        ("1. C1 } *", 1, 7, "nothing opened"),
        ("[Game \"chess\"] *", 1, 7, "tag Game: found \"chess\", expected bagh-chal, aadu-puli"),
        ("[Game \"bagh-chal\"]\n[Game \"bagh-chal\"] *", 2, 1, "stands twice"),
        ("[Game bagh-chal] *", 1, 7, "expected a tag such as"),
        ("[Game \"bagh-chal] *", 1, 7, "has no end; add \""),
        ("[Game \"bagh-chal\" *", 1, 19, "has no end; add ]"),
        ("[Captures \"many\"] *", 1, 11, "tag Captures: found \"many\""),
        ("[Captures \"0\"] *", 1, 11, "tag Captures: captures to win: found 0"),
        ("[Captures \"300\"] *", 1, 11, "tag Captures: found \"300\""),
        ("[Position \"T3T\"] *", 1, 11, "tag Position: pieces: found 1 row"),
        ("[Reason \"boredom\"] *", 1, 9, "tag Reason: found \"boredom\""),
        ("[1st \"x\"] *", 1, 1, "tag name"),
        ("1. C1 [Late \"x\"] *", 1, 7, "found a tag after the first move"),
        ("\0 *", 1, 1, "expected a point"),
    ];
    for &(text, line, column, message) in table {
        let error = read(text).expect_err(text);
        assert!(error.problem.to_string().contains(message), "{text}: {error}");
        assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
    }
    assert!(Record::parse_with("*", Game::by_name).is_err());
}

#[test]
fn deep_and_long_records_do_no_harm() {
    let error = read(&"(".repeat(100_000)).unwrap_err();
    assert!(error.problem.to_string().contains("no move before it"));
    // Variations of variations, 50,000 deep.
    let deep = format!("1. C1 {}{} *", "(1. C2 ".repeat(50_000), ")".repeat(50_000));
    let record = read(&deep).unwrap();
    assert_eq!(record.node(NodeId::ROOT).children().len(), 50_001);
    // Each variation has a variation at its second move.
    let game = Game::bagh_chal().clone().with_captures(20).unwrap();
    let start = game.parse_obx("T3T/5/2G2/5/T3T g g0 c19 - -").unwrap();
    let mut record = Record::from_position(game.clone(), start).unwrap();
    let mut node = NodeId::ROOT;
    for _ in 0..20_000 {
        let moves: Vec<Move> =
            game.moves(record.node(node).position()).filter(|m| m.captured().is_none()).collect();
        record.add(node, moves[0]).unwrap();
        node = record.add(node, moves[1]).unwrap();
    }
    let text = record.to_text();
    assert!(text.contains(&")".repeat(20_000)));
    assert_eq!(Record::parse(&game, &text).unwrap(), record);
    drop(record);
    assert!(read(&format!("{{{}}} *", "x".repeat(1 << 20))).is_ok());
    assert!(read(&"1. ".repeat(100_000)).is_err());
}

#[test]
fn tags_of_the_record_itself_are_kept_apart() {
    let mut record = Record::new(Game::bagh_chal().clone());
    for name in ["Game", "Captures", "Position", "Reason"] {
        assert!(matches!(record.set_tag(name, "x"), Err(TagError::Reserved(_))));
    }
    for name in ["", "1st", "a b", "Bö", &"x".repeat(65)] {
        assert!(matches!(record.set_tag(name, "x"), Err(TagError::Name(_))), "{name}");
    }
    record.set_tag("Event", "one").unwrap();
    record.set_tag("Event", "two").unwrap();
    assert_eq!(record.tags().collect::<Vec<_>>(), [("Event", "two")]);
}

#[test]
fn going_on_takes_back_a_declared_result() {
    let game = Game::bagh_chal();
    let mut record = Record::new(game.clone());
    record.declare(Some(Outcome::Draw), Some(Reason::Agreement)).unwrap();
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    let mv = game.moves(record.start()).next().unwrap();
    record.add(record.end(), mv).unwrap();
    assert_eq!(record.outcome(), None);
    assert!(matches!(
        record.declare(Some(Outcome::GoatWin), Some(Reason::Dandee)),
        Err(ResultError::NotSo { .. })
    ));
}

#[test]
fn records_of_the_baghchal_package() {
    let game = Game::bagh_chal();
    let text = "1. G13 B1122 2. G11 B2223 3. G12 Bx2321 4. G15";
    assert!(baghchal::read(game, text, Dialect::RowColumn).is_err());
    let text = "1. G12 Bx1113 2. G14 Bx1513 3. G53";
    assert!(baghchal::read(game, text, Dialect::RowColumn).is_err());
    let text = "1. G12 Bx1113 2. G14";
    let record = baghchal::read(game, text, Dialect::RowColumn).unwrap();
    assert!(record.to_text().ends_with("1. B1 A1C1 2. D1 *\n"), "{}", record.to_text());
    assert_eq!(baghchal::write(&record, Dialect::RowColumn).unwrap(), format!("{text}\n"));
    let ids = "1. G01 Bx0002 2. G03\n";
    assert_eq!(baghchal::write(&record, Dialect::Ids).unwrap(), ids);
    assert_eq!(baghchal::read(game, ids, Dialect::Ids).unwrap(), record);
    // The same text means another game in the other dialect.
    let text = "1. G12 B0001";
    assert!(baghchal::read(game, text, Dialect::RowColumn).is_err());
    assert_eq!(
        baghchal::read(game, "1. G12", Dialect::Ids).unwrap().to_text(),
        "[Game \"bagh-chal\"]\n\n1. C3 *\n"
    );
    // Results, glued to the last move as the package writes them, or apart.
    for (text, outcome) in [
        ("1.G33 # 1-0", Outcome::GoatWin),
        ("1. G33# 0-1", Outcome::TigerWin),
        ("1. G33 B1112 # 1/2-1/2", Outcome::Draw),
        ("1. G33 1/2-1/2", Outcome::Draw),
    ] {
        let record = baghchal::read(game, text, Dialect::RowColumn).unwrap();
        assert_eq!(record.outcome(), Some(outcome), "{text}");
        let again = baghchal::write(&record, Dialect::RowColumn).unwrap();
        assert_eq!(baghchal::read(game, &again, Dialect::RowColumn).unwrap(), record);
    }
}

#[test]
fn wrong_records_of_the_package_name_the_place() {
    for (text, column, message) in [
        ("1. G66", 4, "expected the row and column of a point"),
        ("1. G00", 4, "expected the row and column"),
        ("1. G1", 4, "expected two digits"),
        ("1. G1é", 4, "expected two digits"),
        ("1. Gé", 4, "expected the row and column"),
        ("1. Gé12", 4, "expected two digits"),
        ("1. Géé", 4, "expected two digits"),
        ("1. B1112", 4, "expected a move of the goats"),
        ("1. G11", 4, "A1 is occupied"),
        ("1. G1213", 4, "may not move yet"),
        ("1. g13", 4, "expected G13"),
        ("1. G13 Bx1112", 8, "this is a slide, expected B without x"),
        ("1. G12 B1113", 8, "this captures a goat, expected Bx"),
        ("2. G13", 1, "expected 1."),
        ("1. G13 # 1-0 2.", 14, "found more after the result"),
        ("1. G13 {x}", 8, "expected moves only"),
        ("[Game \"x\"]", 1, "expected moves only"),
    ] {
        let error = baghchal::read(Game::bagh_chal(), text, Dialect::RowColumn).expect_err(text);
        assert!(error.problem.to_string().contains(message), "{text}: {error}");
        assert_eq!((error.line, error.column), (1, column), "{text}: {error}");
    }
    assert!(baghchal::read(Game::aadu_puli(), "", Dialect::Ids).is_err());
    assert!(baghchal::write(&Record::new(Game::aadu_puli().clone()), Dialect::Ids).is_err());
    let game = Game::bagh_chal();
    let start = game.parse_obx("T1G1T/5/5/5/T3T t g19 c0 - 1").unwrap();
    let record = Record::from_position(game.clone(), start).unwrap();
    assert!(baghchal::write(&record, Dialect::Ids).is_err());
    assert_eq!(Dialect::from_word("baghchal-pgn"), Some(Dialect::RowColumn));
}

/// A record with this many tags.
fn tags(count: usize) -> String {
    let tags = (0..count).map(|number| format!("[T{number} \"{number}\"]\n"));
    tags.chain(["\n*\n".to_owned()]).collect()
}

#[test]
fn many_tags_are_read() {
    let text = tags(200_000);
    let mut record = read(&text).unwrap();
    assert_eq!(record.tags().count(), 200_000);
    assert_eq!(record.tag("T165432"), Some("165432"));
    record.set_tag("T165432", "again").unwrap();
    assert_eq!(record.tags().nth(165_432), Some(("T165432", "again")));
    assert_ne!(record, read(&text).unwrap());
}

/// As many tags in one record as in forty are a few times the work, since more memory is touched, and
/// not forty times. The time that this thread had on a processor is compared, which does not depend
/// on what else the machine does; and both are long, since it is not told exactly.
#[cfg(target_os = "linux")]
#[test]
fn the_work_for_tags_is_in_proportion() {
    const ALL: usize = 200_000;
    let worked = || -> Option<u64> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        told.split_whitespace().next()?.parse().ok().filter(|&nanoseconds| nanoseconds > 0)
    };
    let work = |count: usize| {
        let text = tags(count);
        let once = || {
            let before = worked()?;
            for _ in 0..ALL / count {
                let mut record = read(&text).unwrap();
                for number in (0..count).step_by(10) {
                    record.set_tag(&format!("T{number}"), "again").unwrap();
                    assert_eq!(record.tag(&format!("T{number}")), Some("again"));
                }
            }
            Some(worked()? - before)
        };
        (0..3).filter_map(|_| once()).min()
    };
    // Some kernels do not tell.
    let (Some(short), Some(long)) = (work(ALL / 40), work(ALL)) else { return };
    assert!(long < 15 * short, "{long} ns in one record, {short} ns in forty");
}
