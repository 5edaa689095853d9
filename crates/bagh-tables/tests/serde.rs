//! What the feature `serde` writes reads back as it was.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use bagh::Game;
use bagh_tables::{MoveVerdict, Value, Verdict};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The JSON of a value, which reads back as the same value.
fn round<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    text
}

#[test]
fn values_and_verdicts() {
    let game = Game::bagh_chal();
    let mv = game.moves(&game.start()).next().unwrap();
    for value in Value::all(game) {
        round::<Value>(&value);
        for plies in [None, Some(0), Some(u16::MAX)] {
            let after = Verdict { value, plies };
            round::<Verdict>(&after);
            round::<MoveVerdict>(&MoveVerdict { mv, after });
        }
    }
    let words = [Value::GoatWin, Value::Draw(3), Value::TigerWin].map(|value| round(&value));
    assert_eq!(words, [r#""goat-win""#, r#"{"draw":3}"#, r#""tiger-win""#]);
}
