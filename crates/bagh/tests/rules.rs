//! Properties of the rules over random play, on the built-in games and on random boards.

mod common;

use std::collections::HashSet;

use bagh::plain::PlainPosition;
use bagh::{Game, Move, Position};
use common::{choices, games, walk};
use proptest::prelude::*;

fn canonical_successors(game: &Game, position: &Position) -> Vec<Position> {
    let mut forms: Vec<Position> =
        game.moves(position).map(|m| game.canonical(&game.after(position, m))).collect();
    forms.sort();
    forms
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(384))]

    #[test]
    fn moves_undo_exactly_and_positions_stay_valid(text in games(), choices in choices()) {
        let game = Game::from_toml(&text).unwrap();
        walk(&game, &choices, |position, _| {
            assert_eq!(game.check(position), Ok(()));
            for mv in game.moves(position) {
                assert!(game.is_legal(position, mv));
                let mut played = *position;
                game.play_unchecked(&mut played, mv);
                assert_eq!(game.check(&played), Ok(()));
                assert_eq!(played, game.after(position, mv));
                assert_ne!(&played, position);
                game.undo(&mut played, mv);
                assert_eq!(&played, position);
            }
        });
    }

    #[test]
    fn the_plain_twin_agrees(text in games(), choices in choices()) {
        let game = Game::from_toml(&text).unwrap();
        walk(&game, &choices, |position, played| {
            let plain = PlainPosition::new(&game, position);
            assert_eq!(&plain.position(), position);
            let mut fast: Vec<Move> = game.moves(position).collect();
            assert_eq!(game.move_count(position), fast.len() as u64);
            assert_eq!(game.can_move(position), !fast.is_empty());
            fast.sort();
            assert_eq!(fast, plain.moves(&game));
            assert_eq!(game.result(position).map(|r| r.outcome), plain.winner(&game));
            if let Some(mv) = played {
                assert_eq!(plain.after(mv).position(), game.after(position, mv));
            }
        });
    }

    #[test]
    fn equivalent_positions_have_equivalent_successors(text in games(), choices in choices()) {
        let game = Game::from_toml(&text).unwrap();
        walk(&game, &choices, |position, _| {
            let form = game.canonical(position);
            assert_eq!(game.canonical(&form), form);
            let successors = canonical_successors(&game, position);
            for symmetry in game.board().symmetries().iter().take(16) {
                let image = position.transformed(symmetry);
                assert_eq!(game.canonical(&image), form);
                assert_eq!(canonical_successors(&game, &image), successors);
                assert_eq!(image.transformed(&symmetry.inverse()), *position);
                assert_eq!(
                    game.result(&image).map(|r| r.outcome),
                    game.result(position).map(|r| r.outcome)
                );
            }
        });
    }

    #[test]
    fn inequivalent_moves_cover_all_and_repeat_none(text in games(), choices in choices()) {
        let game = Game::from_toml(&text).unwrap();
        walk(&game, &choices, |position, _| {
            let kept: Vec<Position> = game
                .inequivalent_moves(position)
                .map(|m| game.canonical(&game.after(position, m)))
                .collect();
            let set: HashSet<Position> = kept.iter().copied().collect();
            assert_eq!(set.len(), kept.len());
            assert_eq!(set, canonical_successors(&game, position).into_iter().collect());
            // The paper's generator leaves out no position either.
            let avoiding: HashSet<Position> = game
                .symmetry_avoiding_moves(position)
                .map(|m| game.canonical(&game.after(position, m)))
                .collect();
            assert_eq!(avoiding, set);
        });
    }

    #[test]
    fn symmetries_are_a_group_that_keeps_the_lines(text in games()) {
        let game = Game::from_toml(&text).unwrap();
        let board = game.board();
        let group = board.symmetries();
        prop_assert!(group[0].is_identity());
        let images: HashSet<Vec<usize>> = group
            .iter()
            .map(|s| board.all().iter().map(|p| s.point(p).index()).collect())
            .collect();
        prop_assert_eq!(images.len(), group.len());
        for a in group {
            for from in board.all() {
                prop_assert_eq!(a.points(from.set()), a.point(from).set());
                let neighbours = board.neighbours(from);
                prop_assert_eq!(a.points(neighbours), board.neighbours(a.point(from)));
                for over in neighbours {
                    prop_assert_eq!(
                        a.points(board.landings(from, over)),
                        board.landings(a.point(from), a.point(over))
                    );
                }
            }
            for b in group {
                let product: Vec<usize> =
                    board.all().iter().map(|p| b.point(a.point(p)).index()).collect();
                prop_assert!(images.contains(&product));
            }
        }
    }
}
