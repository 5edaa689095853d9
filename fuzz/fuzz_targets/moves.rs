//! Lines of moves: each is legal and written and read back the same, or is refused.
#![no_main]

use bagh::{Game, History};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
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
});
