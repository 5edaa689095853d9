//! Editions of small random games, every position compared with a naive solver.

use std::io;
use std::sync::Arc;

use bagh::{Opening, Position};

use super::check::check;
use super::edition::{LIST, Pocket, PocketFile};
use super::files::PocketFiles;
use super::make::{PocketError, make, make_with};
use super::prober::PocketProber;
use crate::file::source::{Access, ReadRange};
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

/// A file of an edition, in memory.
#[derive(Clone, Debug)]
struct Held {
    name: String,
    bytes: Vec<u8>,
}

impl ReadRange for Held {
    fn read(&self, start: u64, into: &mut [u8]) -> io::Result<()> {
        let there = self.bytes.get(start as usize..start as usize + into.len());
        into.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Opens an edition that is not on disk.
fn open(game: &bagh::Game, files: Vec<Held>) -> Result<Pocket, TableError> {
    let (list, layers): (Vec<Held>, Vec<Held>) =
        files.into_iter().partition(|file| file.name == LIST);
    let list = String::from_utf8_lossy(&list[0].bytes).into_owned();
    let layers: Vec<PocketFile> = layers
        .into_iter()
        .map(|file| {
            let (name, length) = (file.name.clone(), file.bytes.len() as u64);
            PocketFile { name, length, reader: Arc::new(file) }
        })
        .collect();
    Pocket::from_files(game, &list, &layers)
}

fn files(folder: &std::path::Path) -> Vec<Held> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    entries
        .filter(|path| name(path).starts_with("pocket"))
        .map(|path| Held { name: name(&path), bytes: std::fs::read(&path).unwrap() })
        .collect()
}

#[test]
fn what_is_finished_is_kept_and_what_is_damaged_made_anew() {
    let (game, folder, tables) = edition();
    let directory = folder.path().join(folder_name(&game));
    let before = files(&directory);
    let bytes = |files: &[Held], name: &str| {
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
        let Ok(pocket) = open(&game, changed) else {
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

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let (game, folder, tables) = edition();
    let directory = folder.path().join(folder_name(&game));
    let whole = files(&directory);
    let start = game.start();
    let expected = tables.probe(&start).unwrap().value;
    let pocket = open(&game, whole.clone()).unwrap();
    assert_eq!(PocketProber::new(&pocket).value(&start).unwrap(), expected);
    let mut lacking = whole.clone();
    lacking.retain(|file| file.name != "pocket-02.bagh");
    let error = open(&game, lacking).unwrap_err();
    assert!(matches!(&error, TableError::Missing { path, .. } if path.ends_with("pocket-02.bagh")));
    /// A file that is gone when it is read.
    #[derive(Debug)]
    struct Gone;
    impl ReadRange for Gone {
        fn read(&self, _: u64, _: &mut [u8]) -> io::Result<()> {
            Err(io::Error::other("it is gone"))
        }
    }
    let list = std::fs::read_to_string(directory.join(LIST)).unwrap();
    let gone: Vec<PocketFile> = whole
        .iter()
        .map(|file| {
            let (name, length) = (file.name.clone(), file.bytes.len() as u64);
            PocketFile { name, length, reader: Arc::new(Gone) }
        })
        .collect();
    let error = Pocket::from_files(&game, &list, &gone).unwrap_err().to_string();
    assert!(error.contains("pocket-01.bagh") && error.contains("it is gone"), "{error}");
}

#[test]
fn moves_are_looked_up_one_by_one() {
    let (game, folder, _) = edition();
    let pocket = Pocket::open(&game, folder.path(), Access::Read).unwrap();
    let (mut slowly, mut at_once) = (PocketProber::new(&pocket), PocketProber::new(&pocket));
    let mut before = usize::MAX;
    loop {
        let left = slowly.advance(&game.start()).unwrap();
        assert!(left < before);
        before = left;
        if left == 0 {
            break;
        }
    }
    let nodes = slowly.effort().nodes;
    let moves = slowly.moves(&game.start()).unwrap();
    assert_eq!(slowly.effort().nodes, nodes);
    assert_eq!(moves, at_once.moves(&game.start()).unwrap());
}

#[test]
fn only_whole_editions_are_handed_on() {
    let (game, folder, _) = edition();
    let directory = folder.path().join(folder_name(&game));
    let found = PocketFiles::find(&game, folder.path()).unwrap().unwrap();
    let names: Vec<&str> = found.files().iter().map(|file| file.name.as_str()).collect();
    let last = format!("pocket-{:02}.bagh", game.goats());
    assert_eq!(names, ["pocket-01.bagh", "pocket-02.bagh", &last, LIST]);
    for file in found.files() {
        let bytes = std::fs::read(directory.join(&file.name)).unwrap();
        assert_eq!(blake3::hash(&bytes).to_hex().as_str(), file.blake3);
        assert_eq!(found.open_file(file).unwrap().metadata().unwrap().len(), file.length);
    }
    assert!(found.file("pocket.lock").is_none());
    // Another length since then, and damage where only a look-up would find it.
    let path = directory.join("pocket-02.bagh");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = PocketFiles::find(&game, folder.path()).unwrap_err().to_string();
    assert!(error.contains("pocket-02.bagh") && error.contains("BLAKE3"), "{error}");
    bytes.pop();
    std::fs::write(&path, &bytes).unwrap();
    assert!(found.open_file(found.file("pocket-02.bagh").unwrap()).is_err());
    std::fs::remove_file(directory.join(LIST)).unwrap();
    assert!(PocketFiles::find(&game, folder.path()).unwrap().is_none());
}
