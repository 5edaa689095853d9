//! The example bot in Rust, played against.
#![cfg(unix)]

use bagh::Game;
use bagh_arena::players::RandomPlayer;
use bagh_arena::{Opening, Rules, UgiPlayer, referee};

/// Examples are built beside the tests.
fn example() -> String {
    let tests = std::env::current_exe().unwrap();
    let built = tests.parent().unwrap().parent().unwrap().join("examples/bot");
    assert!(built.exists(), "{} is built by `cargo test -p bagh-arena`", built.display());
    built.display().to_string()
}

#[test]
fn the_example_plays_either_side_from_any_position() {
    let game = Game::bagh_chal();
    let mut bot = UgiPlayer::start(game, &example()).unwrap();
    let mut random = RandomPlayer::new(1);
    let opening = Opening::parse(game, "TG2T/5/5/5/T3T t g19 c0").unwrap();
    for opening in [Opening::random(game, 1, 4), opening] {
        let played = referee::play(&mut bot, &mut random, &opening, &Rules::default()).unwrap();
        assert_eq!(played.forfeit, None);
        let played = referee::play(&mut random, &mut bot, &opening, &Rules::default()).unwrap();
        assert_eq!(played.forfeit, None);
    }
    assert_eq!(bot.handshake.name.as_deref(), Some("Example"));
    assert!(bot.quit());
}
