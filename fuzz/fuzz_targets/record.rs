//! Any text is a record that is written and read back the same, or an error that names a place.
#![no_main]

use bagh::Game;
use bagh::record::Record;
use bagh::record::baghchal::{self, Dialect};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});
