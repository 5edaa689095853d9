//! The puzzles that the page ships, and puzzles of a small board.

use std::path::{Path, PathBuf};

use bagh::Game;
use bagh_puzzles::{CheckError, Collection, Kind, Order, challenge, draw};
use bagh_tables::{Quiet, SolveOptions, Tables, solve};

fn shipped(game: &str) -> Collection {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/learn/puzzles");
    let text = std::fs::read_to_string(folder.join(format!("{game}.json"))).unwrap();
    let collection = Collection::parse(&text).unwrap();
    assert_eq!(collection.to_text(), text, "the file is as the command writes it");
    collection
}

/// The tables of a game, where `BAGH_TABLES` says that they are.
fn tables(game: &Game) -> Option<Tables> {
    let folder = PathBuf::from(std::env::var_os("BAGH_TABLES")?);
    Tables::open(game, &folder).ok().filter(Tables::is_complete)
}

#[test]
fn the_shipped_puzzles_are_right() {
    for (game, least) in [(Game::bagh_chal(), 200), (Game::aadu_puli(), 100)] {
        let collection = shipped(game.name());
        assert!(collection.puzzles.len() >= least, "{}", game.name());
        collection.check(game, tables(game).as_ref()).unwrap();
        for kind in Kind::ALL {
            let some = collection.puzzles.iter().filter(|puzzle| puzzle.kind == kind);
            assert!(some.count() > 10, "{}: {kind}", game.name());
        }
    }
    let first = &shipped("bagh-chal").puzzles[0];
    assert_eq!(first.name.as_deref(), Some(challenge::NAME));
}

/// The small board of the documents, solved.
fn small() -> (tempfile::TempDir, Tables) {
    let text = include_str!("../../../docs/small.toml");
    let game = Game::from_toml(text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&game, folder.path()).unwrap();
    (folder, tables)
}

fn order(seed: u64) -> Order {
    Order { count: 8, seed, kinds: Kind::ALL.to_vec() }
}

#[test]
fn the_same_seed_draws_the_same_puzzles() {
    let (_folder, tables) = small();
    let first = draw(&tables, &order(1), |_, _| ()).unwrap();
    assert!(!first.is_empty());
    assert_eq!(first, draw(&tables, &order(1), |_, _| ()).unwrap());
    let game = tables.game();
    let (name, captures) = (game.name().to_owned(), game.captures());
    let collection = Collection { game: name, captures, puzzles: first };
    collection.check(game, Some(&tables)).unwrap();
    assert_eq!(Collection::parse(&collection.to_text()).unwrap(), collection);
}

#[test]
fn a_wrong_puzzle_is_found() {
    let (_folder, tables) = small();
    let game = tables.game();
    let puzzles = draw(&tables, &order(1), |_, _| ()).unwrap();
    let whole = Collection { game: game.name().to_owned(), captures: game.captures(), puzzles };
    let field = |change: &dyn Fn(&mut Collection)| {
        let mut changed = whole.clone();
        change(&mut changed);
        match changed.check(game, Some(&tables)) {
            Err(CheckError::Puzzle { number: _, field, message: _ }) => field,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(field(&|c| c.puzzles[0].grade = 6), "grade");
    assert_eq!(field(&|c| c.puzzles[0].position = "nowhere".to_owned()), "position");
    assert_eq!(field(&|c| c.puzzles.push(c.puzzles[0].clone())), "position");
    assert_eq!(field(&|c| c.puzzles[0].line[0] = "A9".to_owned()), "move 1");
    assert_eq!(field(&|c| c.puzzles[0].line.push("A1".to_owned())), "line");
    let other = Collection { captures: whole.captures + 1, ..whole.clone() };
    assert!(matches!(other.check(game, None), Err(CheckError::Game { .. })));
}
