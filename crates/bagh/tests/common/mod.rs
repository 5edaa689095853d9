//! Random play and random boards for the properties.
#![allow(dead_code)] // Each test file uses its part.

use bagh::{Game, Move, Position};
use proptest::prelude::*;

/// The built-in games and random boards, the latter as text so that a failure shows it.
pub fn games() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => Just(file("bagh-chal")),
        1 => Just(file("aadu-puli")),
        1 => Just(file("aadu-puli-fixed")),
        3 => random_board(),
    ]
}

/// The built-in games only.
pub fn built_in_games() -> impl Strategy<Value = String> {
    let names: Vec<&str> = Game::names().collect();
    prop::sample::select(names).prop_map(file)
}

fn file(name: &str) -> String {
    Game::file_of(name).unwrap().to_owned()
}

/// The text of a board of 5 to 14 points, every one of them on some line.
pub fn random_board() -> impl Strategy<Value = String> {
    (5usize..=14).prop_flat_map(|points| {
        let order = Just((0..points).collect::<Vec<usize>>()).prop_shuffle();
        let more_lines = prop::collection::vec(
            (Just((0..points).collect::<Vec<usize>>()).prop_shuffle(), 2usize..=5),
            0..6,
        );
        (
            Just(points),
            order,
            2usize..=5,
            more_lines,
            1usize..=3,
            any::<prop::sample::Index>(),
            any::<prop::sample::Index>(),
            any::<bool>(),
            1usize..=points,
        )
            .prop_map(|(points, order, length, more, tigers, goats, captures, placed, row)| {
                let name = |i: usize| format!("P{i}");
                let line = |of: &[usize]| {
                    let names: Vec<String> = of.iter().map(|&i| name(i)).collect();
                    format!("{:?}", names.join(" "))
                };
                // Lines that overlap by a point reach every point, and none is too short.
                let mut lines = Vec::new();
                let mut at = 0;
                while at + 1 < points {
                    lines.push(line(&order[at..(at + length).min(points)]));
                    at += length - 1;
                }
                lines.extend(more.iter().map(|(all, n)| line(&all[..*n])));
                let goats = 1 + goats.index(points - tigers);
                let captures = 1 + captures.index(goats);
                let opening = if placed {
                    "\"placed\"".to_owned()
                } else {
                    let names: Vec<String> = (0..tigers).map(|i| format!("\"P{i}\"")).collect();
                    format!("[{}]", names.join(", "))
                };
                let mut text = format!(
                    "name = \"random\"\ntigers = {tigers}\ngoats = {goats}\ncaptures = {captures}\nopening = {opening}\nlines = [{}]\n",
                    lines.join(", ")
                );
                for (y, row) in (0..points).collect::<Vec<usize>>().chunks(row).enumerate() {
                    let names: Vec<String> = row.iter().map(|i| format!("\"P{i}\"")).collect();
                    let xs: Vec<String> = (0..row.len()).map(|x| x.to_string()).collect();
                    text.push_str(&format!(
                        "[[rows]]\npoints = [{}]\nx = [{}]\ny = {y}\n",
                        names.join(", "),
                        xs.join(", ")
                    ));
                }
                text
            })
    })
}

/// Choices of moves, for [`walk`].
pub fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..90)
}

/// Plays random moves from the start, and calls `visit` with each position on the way and, but
/// for the last, the move that is played from it.
pub fn walk(
    game: &Game,
    choices: &[prop::sample::Index],
    mut visit: impl FnMut(&Position, Option<Move>),
) {
    let mut position = game.start();
    for choice in choices {
        let moves: Vec<Move> = game.moves(&position).collect();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        visit(&position, Some(mv));
        position = game.after(&position, mv);
    }
    visit(&position, None);
}
