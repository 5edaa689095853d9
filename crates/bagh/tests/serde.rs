//! What the feature `serde` writes reads back as it was.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use bagh::{Game, MAX_POINTS, Move, Point, Points, Position};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The JSON of a value, which reads back as the same value.
fn round<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn positions_and_moves_of_whole_games() {
    for name in Game::names() {
        let game = Game::by_name(name).unwrap();
        let mut at = game.start();
        for ply in 0..80 {
            round::<Position>(&at);
            let moves: Vec<Move> = game.moves(&at).collect();
            for mv in &moves {
                round::<Move>(mv);
            }
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            at = game.after(&at, mv);
        }
    }
}

#[test]
fn points_and_sets_of_them() {
    for index in 0..MAX_POINTS {
        assert_eq!(round(&Point::new(index)), index.to_string());
    }
    assert!(serde_json::from_str::<Point>("32").is_err());
    assert!(serde_json::from_str::<Point>("-1").is_err());
    for bits in [0, 1, 0b1010_0101, u32::MAX] {
        assert_eq!(round(&Points::from_bits(bits)), bits.to_string());
    }
}
