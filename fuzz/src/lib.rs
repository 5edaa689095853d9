//! What must hold for any text that a stranger gives us. `fuzz_targets` has one program for each of
//! these, for libFuzzer; `replay` runs them all on stored inputs and changed ones.

mod ugi;

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::plain::PlainPosition;
use bagh::record::Record;
use bagh::record::baghchal::{self, Dialect};
use bagh::{Game, History};

pub use ugi::ugi;

/// Tables of a small game, to put other bytes into. `seeds` gives inputs for each of their targets.
pub static FORGER: std::sync::LazyLock<bagh_tables::fuzzing::Forger> =
    std::sync::LazyLock::new(|| {
        let board = include_str!("../../docs/small.toml");
        bagh_tables::fuzzing::Forger::new(&Game::from_toml(board).expect("the board is right"))
    });

/// A check that panics where something does not hold.
pub type Target = fn(&str);

/// All checks, by the names of their folders of stored inputs, with how much longer each takes than
/// those that only read.
pub const TARGETS: [(&str, Target, u64); 5] = [
    ("board_file", board_file, 1),
    ("moves", moves, 1),
    ("position", position, 1),
    ("record", record, 1),
    ("ugi", ugi, 20),
];

/// Any text is a board that can be played on, or an error that names a line.
pub fn board_file(text: &str) {
    match Game::from_toml(text) {
        Err(error) => assert!(error.line >= 1 && !error.problem.to_string().is_empty()),
        Ok(game) => {
            let mut position = game.start();
            for ply in 0..32 {
                assert_eq!(game.check(&position), Ok(()));
                assert_eq!(game.parse_obx(&game.obx(&position)), Ok(position));
                let mut moves: Vec<_> = game.moves(&position).collect();
                moves.sort();
                assert_eq!(moves, PlainPosition::new(&game, &position).moves(&game));
                let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
                position = game.after(&position, mv);
            }
        }
    }
}

/// Lines of moves: each is legal and written and read back the same, or is refused.
pub fn moves(text: &str) {
    for game in [Game::bagh_chal(), Game::aadu_puli()] {
        let mut history = History::new(game.clone(), game.start());
        for line in text.lines().take(200) {
            let position = *history.position();
            match game.parse_move(&position, line) {
                Err(error) => {
                    for legal in error.legal() {
                        assert!(game.parse_move(&position, legal).is_ok());
                    }
                }
                Ok(mv) => {
                    assert!(game.is_legal(&position, mv));
                    let text = game.move_text(&position, mv);
                    assert_eq!(game.parse_move(&position, &text), Ok(mv));
                    if history.play(mv).is_err() {
                        break;
                    }
                }
            }
        }
    }
}

/// Any text is a position that is written and read back the same, or an error that names a field.
pub fn position(text: &str) {
    for game in [Game::bagh_chal(), Game::aadu_puli()] {
        for lenient in [false, true] {
            for format in [None].into_iter().chain(Format::ALL.map(Some)) {
                match notation::read(game, text, &ReadOptions { lenient, format }) {
                    Err(error) => assert!(!error.field().is_empty()),
                    Ok(read) => survives(game, &read, lenient),
                }
            }
        }
    }
}

fn survives(game: &Game, read: &ReadPosition, lenient: bool) {
    assert_eq!(game.check(&read.position), Ok(()));
    assert!(lenient || read.warnings.is_empty());
    for format in Format::ALL {
        let Ok(text) = notation::write(game, read, format) else { continue };
        let options = ReadOptions { lenient: false, format: Some(format) };
        let again = notation::read(game, &text, &options).expect("what was written is right");
        assert_eq!(again.position, read.position);
        if matches!(format, Format::Obx1 | Format::Obx1X) {
            assert_eq!((again.last_move, again.move_number), (read.last_move, read.move_number));
        }
    }
}

/// Any text is a record that is written and read back the same, or an error that names a place.
pub fn record(text: &str) {
    let game = Game::bagh_chal();
    match Record::parse(game, text) {
        Err(error) => assert!(error.line >= 1 && error.column >= 1),
        Ok(record) => {
            let again = Record::parse(game, &record.to_text());
            assert_eq!(again.as_ref(), Ok(&record));
            assert_eq!(record.history().result(), record.over());
        }
    }
    for dialect in Dialect::ALL {
        if let Ok(record) = baghchal::read(game, text, dialect) {
            let text = baghchal::write(&record, dialect).expect("the same game and start");
            assert_eq!(baghchal::read(game, &text, dialect), Ok(record));
        }
    }
}
