//! Whatever is written is read back; whatever is read never panics.

mod common;

use bagh::Game;
use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use common::{choices, games, walk};
use proptest::prelude::*;

const OBX: [Format; 4] = [Format::Obx1, Format::Obx1X, Format::Obx2Early, Format::Obx2];

/// Text that is almost a position.
fn nearly() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("T3T/5/5/5/T3T".to_owned()),
        Just("TXXXT/XXXXX/XXXXX/XXXXX/TXXXT".to_owned()),
        Just("B3B/5/5/5/B3B".to_owned()),
        Just("1_T---T---------------T---T2000".to_owned()),
        "[TGXB0-9/]{0,30}",
        "[gtcm@#B]?[0-9]{0,11}",
        "m[A-F][0-6][A-F][0-6](\\([A-F][0-6]\\))?",
        Just("-".to_owned()),
        "\\PC{0,4}",
    ];
    prop::collection::vec(part, 0..9).prop_map(|parts| parts.join(" "))
}

fn never_panics(game: &Game, text: &str) {
    for lenient in [false, true] {
        for format in [None].into_iter().chain(Format::ALL.map(Some)) {
            if let Ok(read) = notation::read(game, text, &ReadOptions { lenient, format }) {
                assert_eq!(game.check(&read.position), Ok(()));
                let again = notation::write(game, &read, Format::Obx1).unwrap();
                assert_eq!(game.parse_obx(&again), Ok(read.position));
                assert!(lenient || read.warnings.is_empty());
                if !lenient {
                    let lenient = ReadOptions { lenient: true, format };
                    assert_eq!(notation::read(game, text, &lenient), Ok(read));
                }
            }
        }
    }
    let _ = game.parse_move(&game.start(), text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn positions_and_moves_survive(text in games(), choices in choices()) {
        let game = Game::from_toml(&text).unwrap();
        let mut last_move = None;
        let mut plies = 0;
        walk(&game, &choices, |position, next| {
            for mv in game.moves(position) {
                let text = game.move_text(position, mv);
                assert_eq!(game.parse_move(position, &text).as_ref(), Ok(&mv), "{text}");
                assert_eq!(game.parse_move(position, &format!("m{text}")).as_ref(), Ok(&mv));
            }
            assert_eq!(game.parse_obx(&game.obx(position)), Ok(*position));
            let whole = ReadPosition {
                position: *position,
                last_move,
                move_number: Some(plies),
                format: Format::Obx1,
                warnings: Vec::new(),
            };
            for format in OBX {
                let text = notation::write(&game, &whole, format).unwrap();
                let read = notation::read(&game, &text, &ReadOptions::default()).unwrap();
                assert_eq!(read, ReadPosition { format: read.format, ..whole.clone() }, "{text}");
                // A board in one row without empty points looks the same with and without X.
                let named = ReadOptions { lenient: false, format: Some(format) };
                assert_eq!(notation::read(&game, &text, &named).unwrap().format, format);
            }
            // In the placement phase the board tells the number of plies, and tells it right.
            let known = ReadPosition::new(&game, *position).move_number;
            assert!(known.is_none_or(|n| n == plies));
            assert_eq!(known.is_some(), position.goats_in_hand() > 0);
            for format in [Format::BaghchalFen, Format::CapturedFen, Format::GamesCrafters] {
                if let Ok(text) = notation::write(&game, &whole, format) {
                    let named = ReadOptions { lenient: false, format: Some(format) };
                    let read = notation::read(&game, &text, &named).unwrap();
                    assert_eq!(read.position, *position, "{text}");
                }
            }
            last_move = next;
            plies += 1;
        });
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        never_panics(Game::bagh_chal(), &text);
        never_panics(Game::aadu_puli(), &text);
    }

    #[test]
    fn nearly_right_text_is_read_or_refused(text in nearly()) {
        never_panics(Game::bagh_chal(), &text);
        never_panics(Game::aadu_puli(), &text);
    }

    #[test]
    fn any_board_file_is_read_or_refused(text in any::<String>()) {
        let _ = Game::from_toml(&text);
    }

    #[test]
    fn damaged_board_files_are_read_or_refused(
        text in games(),
        at in any::<prop::sample::Index>(),
        insert in "\\PC{0,3}",
        cut in 0usize..8,
    ) {
        let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
        let start = at.index(places.len());
        let end = (start + cut).min(places.len() - 1);
        let damaged = format!("{}{insert}{}", &text[..places[start]], &text[places[end]..]);
        if let Err(error) = Game::from_toml(&damaged) {
            prop_assert!(error.line >= 1 && error.line <= damaged.lines().count() + 1);
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
