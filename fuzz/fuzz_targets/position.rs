//! Any text is a position that is written and read back the same, or an error that names a field.
#![no_main]

use bagh::Game;
use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});

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
