//! Counts of positions against the paper, and against counting by brute force.

mod common;

use std::collections::{HashMap, HashSet};

use bagh::plain::{Piece, PlainPosition};
use bagh::{Game, Move, PerftRow, Position};
use proptest::prelude::*;

/// Table 5 of Lim and Nievergelt, "Tigers and Goats is a draw" (2009).
const TABLE_5: [(u64, u64, u64); 6] = [
    (21, 5, 5),
    (252, 36, 33),
    (5_052, 695, 354),
    (68_204, 9_245, 2_709),
    (1_304_788, 173_356, 18_906),
    (18_592_000, 2_441_126, 93_812),
];

#[test]
fn table_5_of_the_paper() {
    let game = Game::bagh_chal();
    let rows: Vec<PerftRow> = game.perft_rows(&game.start()).take(6).collect();
    let expected: Vec<PerftRow> = (1..)
        .zip(TABLE_5)
        .map(|(ply, (naive, symmetry_avoiding, distinct))| PerftRow {
            ply,
            naive,
            symmetry_avoiding,
            distinct,
        })
        .collect();
    assert_eq!(rows, expected);
}

/// The mirror images and rotations of a board, by where its points stand in their rows.
///
/// They are listed here by hand, so that the counts do not lean on the search for symmetries.
fn images(game: &Game) -> Vec<Vec<usize>> {
    if game.board().len() == 25 {
        type Turn = fn(usize, usize) -> (usize, usize);
        let turns: [Turn; 8] = [
            |r, c| (r, c),
            |r, c| (c, 4 - r),
            |r, c| (4 - r, 4 - c),
            |r, c| (4 - c, r),
            |r, c| (r, 4 - c),
            |r, c| (4 - r, c),
            |r, c| (c, r),
            |r, c| (4 - c, 4 - r),
        ];
        let image =
            |turn: Turn| (0..25).map(|i| turn(i / 5, i % 5)).map(|(r, c)| 5 * r + c).collect();
        turns.into_iter().map(image).collect()
    } else if game.name() == "kaooa" {
        // The tips and the crossings of the star, each clockwise from the top, as points stand in
        // their rows. Tip `i` lies between crossings `i` and `i - 1`.
        const TIPS: [usize; 5] = [0, 4, 9, 8, 1];
        const CROSSINGS: [usize; 5] = [3, 7, 6, 5, 2];
        let turned = |by: usize, mirrored: bool| {
            let mut to = vec![0; 10];
            for i in 0..5 {
                let (tip, crossing) = if mirrored { (5 - i, 4 - i) } else { (i, i) };
                to[TIPS[i]] = TIPS[(tip + by) % 5];
                to[CROSSINGS[i]] = CROSSINGS[(crossing + by) % 5];
            }
            to
        };
        (0..5).flat_map(|by| [turned(by, false), turned(by, true)]).collect()
    } else {
        let mut mirror = Vec::new();
        for &length in game.board().rows() {
            let first = mirror.len();
            mirror.extend((0..length).rev().map(|i| first + i));
        }
        vec![(0..mirror.len()).collect(), mirror]
    }
}

fn image(position: &PlainPosition, to: &[usize]) -> PlainPosition {
    let mut pieces = vec![Piece::Empty; to.len()];
    for (i, &piece) in position.pieces.iter().enumerate() {
        pieces[to[i]] = piece;
    }
    PlainPosition { pieces, ..position.clone() }
}

/// Sequences of moves, sequences where one of equivalent pieces moves, and inequivalent positions,
/// all counted a position at a time.
fn brute_force(game: &Game, start: &Position, plies: u32) -> Vec<(u64, u64, u64)> {
    let images = images(game);
    let start = PlainPosition::new(game, start);
    let mut all = HashMap::from([(start.clone(), 1u64)]);
    let mut avoiding = HashMap::from([(start, 1u64)]);
    let mut rows = Vec::new();
    for _ in 0..plies {
        all = layer(game, &all, |_, _| true);
        avoiding = layer(game, &avoiding, |position, mv| {
            let point = mv.from().unwrap_or(mv.to()).index();
            // The piece moves unless a symmetry of the position takes it to an earlier point.
            images.iter().all(|to| image(position, to) != *position || to[point] >= point)
        });
        let mut distinct = 0;
        let mut counted: HashSet<PlainPosition> = HashSet::new();
        for position in all.keys() {
            if !counted.contains(position) {
                distinct += 1;
                counted.extend(images.iter().map(|to| image(position, to)));
            }
        }
        rows.push((all.values().sum(), avoiding.values().sum(), distinct));
    }
    rows
}

fn layer(
    game: &Game,
    from: &HashMap<PlainPosition, u64>,
    moves: impl Fn(&PlainPosition, Move) -> bool,
) -> HashMap<PlainPosition, u64> {
    let mut next = HashMap::new();
    for (position, sequences) in from {
        for mv in position.moves(game) {
            if moves(position, mv) {
                *next.entry(position.after(mv)).or_default() += sequences;
            }
        }
    }
    next
}

fn fast(game: &Game, start: &Position, plies: u32) -> Vec<(u64, u64, u64)> {
    let rows = game.perft_rows(start).take(plies as usize);
    rows.map(|row| (row.naive, row.symmetry_avoiding, row.distinct)).collect()
}

#[test]
fn aadu_puli_agrees_with_brute_force() {
    let game = Game::aadu_puli();
    assert_eq!(fast(game, &game.start(), 5), brute_force(game, &game.start(), 5));
    let game = Game::by_name("aadu-puli-fixed").unwrap();
    assert_eq!(fast(&game, &game.start(), 4), brute_force(&game, &game.start(), 4));
}

#[test]
fn other_hunts_agree_with_brute_force() {
    for (name, plies) in [("kaooa", 7), ("len-choa", 7), ("pulijudamu", 4)] {
        let game = Game::by_name(name).unwrap();
        assert_eq!(
            fast(&game, &game.start(), plies),
            brute_force(&game, &game.start(), plies),
            "{name}"
        );
    }
}

#[test]
fn bagh_chal_agrees_with_brute_force() {
    let game = Game::bagh_chal();
    assert_eq!(fast(game, &game.start(), 4), brute_force(game, &game.start(), 4));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Late in the game, too, with captures and sliding goats.
    #[test]
    fn counts_agree_anywhere(text in common::built_in_games(), choices in common::choices()) {
        let game = Game::from_toml(&text).unwrap();
        let mut last = game.start();
        common::walk(&game, &choices, |position, _| last = *position);
        prop_assert_eq!(fast(&game, &last, 2), brute_force(&game, &last, 2));
    }
}
