//! The fingerprint of the engine's play: how many positions it looks at in a fixed search.
//!
//! A change that should not alter play must not alter these numbers. One that should, gives new
//! ones (`bagh bench --depth 6`), and says so.

use bagh::Game;
use bagh_engine::bench;

#[test]
fn the_engine_plays_as_before() {
    let nodes = |name: &str| bench(&Game::by_name(name).unwrap(), 6).nodes;
    assert_eq!(nodes("bagh-chal"), 43_268);
    assert_eq!(nodes("aadu-puli"), 41_262);
    assert_eq!(nodes("kaooa"), 8_271);
}
