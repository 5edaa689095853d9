//! Any text is a board that can be played on, or an error that names a line.
#![no_main]

use bagh::Game;
use bagh::plain::PlainPosition;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Game::from_toml(text) {
        Err(error) => assert!(error.line >= 1 && !error.message.is_empty()),
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
});
