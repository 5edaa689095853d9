//! Editions of small random games, every position compared with a naive solver.

use bagh::{Opening, Position};

use super::check::check;
use super::edition::{LIST, Pocket, PocketFile};
use super::make::{PocketError, make, make_with};
use super::prober::PocketProber;
use crate::file::source::Access;
use crate::store::folder_name;
use crate::testing::{Folder, Random, games_with_few_goats, small_games};
use crate::{Quiet, SolveOptions, TableError, Tables, naive, solve};

fn fixed_games(count: usize, seed: u64) -> Vec<bagh::Game> {
    let mut games = small_games(4 * count, 5..=8, seed);
    games.extend(games_with_few_goats(count, 9..=11, 4, seed));
    games.retain(|game| *game.opening() != Opening::Placed);
    games
}

#[test]
fn every_position_is_what_the_naive_solver_says() {
    let mut random = Random::new(41);
    let (mut compared, mut searched) = (0, 0);
    for game in fixed_games(12, 4242) {
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        // Any choice of layers, and pieces of any size.
        let layers: Vec<u8> = (1..game.goats()).filter(|_| random.below(3) == 0).collect();
        let low = 1 + random.below(6) as u32;
        make_with(&tables, folder.path(), &layers, low, &|_, _| true).unwrap();
        let pocket = Pocket::open(&game, folder.path(), Access::Read).unwrap();
        let mut prober = PocketProber::new(&pocket);
        let known = naive::solve(&game);
        for (position, expected) in &known {
            let found = prober.value(position).unwrap();
            assert_eq!(found, expected.value, "{layers:?} {low} {}", game.obx(position));
            compared += 1;
        }
        searched += prober.effort().nodes;
        for position in known.keys().filter(|_| random.below(50) == 0) {
            let expected = tables.moves(position).unwrap();
            let found = prober.moves(position).unwrap();
            assert_eq!(found.len(), expected.len());
            let mut values: Vec<_> = expected.iter().map(|mv| mv.after.value).collect();
            values.sort_by_key(|value| value.code(game.captures()));
            let mut others: Vec<_> = found.iter().map(|&(_, value)| value).collect();
            others.sort_by_key(|value| value.code(game.captures()));
            assert_eq!(others, values);
            if let (Some(best), Some((_, first))) = (expected.first(), found.first()) {
                assert_eq!(best.after.value, *first);
            }
        }
    }
    assert!(compared > 100_000 && searched > 100_000, "{compared} {searched}");
}

/// A small game, its tables, and its edition.
fn edition() -> (bagh::Game, Folder, Tables) {
    let game = fixed_games(6, 77).into_iter().find(|game| game.goats() > 3).unwrap();
    let folder = Folder::new();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&game, folder.path()).unwrap();
    make(&tables, folder.path(), &[1, 2], &|_, _| true).unwrap();
    (game, folder, tables)
}

fn files(folder: &std::path::Path) -> Vec<PocketFile> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries
        .filter(|path| name(path).starts_with("pocket"))
        .map(|path| PocketFile { name: name(&path), bytes: std::fs::read(&path).unwrap() })
        .collect()
}

#[test]
fn what_is_finished_is_kept_and_what_is_damaged_made_anew() {
    let (game, folder, tables) = edition();
    let directory = folder.path().join(folder_name(&game));
    let before = files(&directory);
    let bytes = |files: &[PocketFile], name: &str| {
        files.iter().find(|file| file.name == name).unwrap().bytes.clone()
    };
    // Interrupted at a layer, the ones before are not made again.
    std::fs::remove_file(directory.join(LIST)).unwrap();
    let mut damaged = bytes(&before, "pocket-02.bagh");
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(directory.join("pocket-02.bagh"), damaged).unwrap();
    let begun = std::sync::Mutex::new(Vec::new());
    let stopped = make(&tables, folder.path(), &[1, 2], &|placed, _| {
        begun.lock().unwrap().push(placed);
        false
    });
    assert!(matches!(stopped, Err(PocketError::Stopped)));
    assert_eq!(*begun.lock().unwrap(), [2]);
    let missing = Pocket::open(&game, folder.path(), Access::Read).err().unwrap();
    assert!(matches!(missing, TableError::Missing { .. }), "{missing}");
    make(&tables, folder.path(), &[1, 2], &|_, _| true).unwrap();
    for file in files(&directory) {
        assert_eq!(bytes(&before, &file.name), file.bytes, "{}", file.name);
    }
}

#[test]
fn the_check_finds_what_differs() {
    let (game, folder, tables) = edition();
    let pocket = Pocket::open(&game, folder.path(), Access::Memory).unwrap();
    let layers: Vec<u8> = (1..=game.goats()).collect();
    let checked = check(&pocket, &tables, &layers, 300, 1, &|_| ()).unwrap();
    assert!(checked.positions > 300 && checked.difference.is_none(), "{checked:?}");
    // The same board with other captures to win has other values.
    let captures = if game.captures() == 1 { 2 } else { 1 };
    let other = game.clone().with_captures(captures).unwrap();
    solve(&other, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let others = Tables::open(&other, folder.path()).unwrap();
    for layers in [&layers[..], &[]] {
        let checked = check(&pocket, &others, layers, 300, 1, &|_| ());
        assert!(!matches!(checked, Ok(checked) if checked.difference.is_none()));
    }
}

#[test]
fn damage_is_noticed() {
    let (game, folder, tables) = edition();
    let directory = folder.path().join(folder_name(&game));
    let whole = files(&directory);
    let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
    let mut random = Random::new(3);
    let (mut refused, mut noticed) = (0, 0);
    for _ in 0..300 {
        let mut changed = whole.clone();
        let number = random.below(changed.len());
        let file = &mut changed[number];
        if file.bytes.is_empty() {
            continue;
        }
        // Most of a small edition is models: half of the damage is near the end, in the values.
        let length = file.bytes.len();
        let last = if random.below(2) == 0 { length } else { length.min(20) };
        let at = length - 1 - random.below(last);
        file.bytes[at] ^= 1 << random.below(8);
        let Ok(pocket) = Pocket::in_memory(&game, changed) else {
            refused += 1;
            continue;
        };
        let mut prober = PocketProber::new(&pocket);
        for position in positions.iter().step_by(17) {
            match prober.value(position) {
                Ok(value) => assert_eq!(value, tables.probe(position).unwrap().value),
                Err(_) => noticed += 1,
            }
        }
    }
    assert!(refused > 50 && noticed > 0, "{refused} {noticed}");
}

#[test]
fn games_and_layers_that_cannot_be_are_refused() {
    let (game, folder, tables) = edition();
    let most = game.goats();
    for layer in [0, most] {
        let error = make(&tables, folder.path(), &[layer], &|_, _| true).unwrap_err();
        assert!(error.to_string().contains(&format!("layers: found {layer}")), "{error}");
    }
    let placed = small_games(20, 5..=6, 9)
        .into_iter()
        .find(|game| *game.opening() == Opening::Placed)
        .unwrap();
    solve(&placed, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&placed, folder.path()).unwrap();
    let error = make(&tables, folder.path(), &[1], &|_, _| true).unwrap_err();
    assert!(matches!(error, PocketError::TigersInHand { .. }), "{error}");
}
