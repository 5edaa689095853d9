//! Plies of all positions against plain look-ahead, on small random boards.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bagh::{Game, Opening, Outcome, Position};
use rayon::prelude::*;

use super::solve::solve_plies;
use crate::testing::{Folder, games_with_few_goats, small_games};
use crate::verify::{VerifyOptions, verify};
use crate::{
    Batch, Part, Progress, Quiet, SolveError, SolveOptions, Store, TableError, Tables, Verdict,
    naive, solve,
};

fn solved(game: &Game, compact: bool) -> Folder {
    let folder = Folder::new();
    solve(game, folder.path(), SolveOptions { compact }, &Quiet).unwrap();
    folder
}

/// Verdicts on all positions, with plies of wins in both phases.
fn with_plies(game: &Game) -> HashMap<Position, Verdict> {
    let known = naive::solve(game);
    let mut memo = HashMap::new();
    let verdicts = known.iter().map(|(position, verdict)| {
        let plies = match (verdict.plies, verdict.value.outcome()) {
            (None, Outcome::TigerWin | Outcome::GoatWin) => {
                Some(naive::plies_ahead(game, position, &known, &mut memo) as u16)
            }
            (plies, _) => plies,
        };
        (*position, Verdict { plies, ..*verdict })
    });
    verdicts.collect()
}

#[test]
fn plies_of_all_positions_equal_looking_ahead() {
    let mut games = small_games(60, 5..=7, 4711);
    games.extend(games_with_few_goats(8, 9..=10, 4, 4712));
    let counted: Vec<(usize, usize)> = games
        .par_iter()
        .enumerate()
        .map(|(number, game)| {
            let folder = solved(game, number % 3 == 0);
            solve_plies(game, folder.path(), &Quiet).unwrap();
            let tables = Tables::open(game, folder.path()).unwrap();
            assert!(tables.has_plies());
            let expected = with_plies(game);
            for (position, expected) in &expected {
                let found = tables.probe(position).unwrap();
                assert_eq!(found, *expected, "game {number}: {}", game.obx(position));
            }
            let placing =
                expected.iter().filter(|(p, v)| p.goats_in_hand() > 0 && v.plies > Some(0));
            (placing.count(), usize::from(*game.opening() == Opening::Placed))
        })
        .collect();
    let won: usize = counted.iter().map(|(won, _)| won).sum();
    let placed: usize = counted.iter().map(|(_, placed)| placed).sum();
    assert!(won > 20_000, "only {won} positions");
    assert!((10..games.len() - 10).contains(&placed), "{placed} games whose tigers are placed");
}

#[test]
fn batches_and_lines_know_plies() {
    for (number, game) in small_games(9, 6..=7, 4713).into_iter().enumerate() {
        let folder = solved(&game, number % 3 == 2);
        solve_plies(&game, folder.path(), &Quiet).unwrap();
        let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
        let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
        let batch = Batch::new(&tables, &positions, true);
        batch.read_all().unwrap();
        for (position, answer) in positions.iter().zip(batch.answers()) {
            let answer = answer.unwrap();
            assert_eq!(answer.verdict, tables.probe(position).unwrap());
            assert_eq!(answer.moves, tables.moves(position).unwrap());
            // The best move comes first, and a best line is as long as it must be.
            let (value, plies) = (answer.verdict.value, answer.verdict.plies);
            if let (Outcome::TigerWin | Outcome::GoatWin, Some(plies)) = (value.outcome(), plies) {
                assert_eq!(tables.line(position).unwrap().len(), usize::from(plies));
                assert_eq!(crate::plies_to_end(&tables, position).unwrap(), Some(plies.into()));
            }
        }
    }
}

/// Stops after a number of reports.
struct Stopping(AtomicUsize);

impl Progress for Stopping {
    fn begin(&self, _: u64, _: u64) {}
    fn start(&self, _: Part) {
        let _ = self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
    }
    fn advance(&self, _: u64) {
        let _ = self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
    }
    fn finish(&self, _: Part, _: u64) {}
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

#[test]
fn what_was_stopped_goes_on_and_ends_the_same() {
    for (number, game) in small_games(6, 7..=8, 4714).into_iter().enumerate() {
        let compact = number % 2 == 1;
        let (whole, pieces) = (solved(&game, compact), solved(&game, compact));
        let expected = solve_plies(&game, whole.path(), &Quiet).unwrap().manifest;
        let read = |store: &Store| std::fs::read(store.directory().join("manifest.json")).unwrap();
        let store = Store::new(&game, pieces.path());
        let values = read(&store);
        let known = with_plies(&game);
        let mut stops = 0;
        let found = loop {
            match solve_plies(&game, pieces.path(), &Stopping(AtomicUsize::new(2 + stops / 2))) {
                Ok(solved) => break solved.manifest,
                Err(SolveError::Stopped) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            // What is finished is right, and what is not has no plies.
            let tables = Tables::open(&game, pieces.path()).unwrap();
            for (position, expected) in known.iter().take(200) {
                let found = tables.probe(position).unwrap();
                assert_eq!(found.value, expected.value);
                assert!(found.plies.is_none() || found.plies == expected.plies);
            }
        };
        assert!(stops > 1 || Part::plies(&game).len() < 3, "{stops} stops");
        assert_eq!(found, expected);
        assert_eq!(store.plies_manifest().unwrap(), Some(expected));
        // Nothing changed for those who know nothing of plies.
        assert_eq!(read(&store), values);
        // A file that is gone is solved again, and nothing else.
        let Some(gone) = found.files().last() else { continue }; // All layers were left out.
        std::fs::remove_file(store.directory().join(&gone.name)).unwrap();
        let again = solve_plies(&game, pieces.path(), &Quiet).unwrap();
        assert_eq!(again.manifest, found);
        // Compact tables go on from the last layer that was not left out, which may be none.
        assert!(compact || again.parts < found.parts.len() || found.parts.len() < 2);
        assert_eq!(solve_plies(&game, pieces.path(), &Quiet).unwrap().parts, 0);
    }
}

#[test]
fn plies_come_after_values() {
    let game = small_games(1, 7..=7, 4715).remove(0);
    let folder = Folder::new();
    assert!(matches!(
        solve_plies(&game, folder.path(), &Quiet),
        Err(SolveError::Table(TableError::Missing { .. }))
    ));
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let store = Store::new(&game, folder.path());
    let mut unfinished = store.manifest().unwrap();
    unfinished.parts.pop();
    store.write_manifest(&unfinished).unwrap();
    let error = solve_plies(&game, folder.path(), &Quiet).unwrap_err();
    assert!(matches!(error, SolveError::NoValues { .. }), "{error}");
}

/// A manifest is foreign input: its names, its kind, and the files that it lists.
#[test]
fn bad_files_are_noticed() {
    let game = small_games(1, 8..=8, 4716).remove(0);
    let folder = solved(&game, false);
    let manifest = solve_plies(&game, folder.path(), &Quiet).unwrap().manifest;
    let directory = Store::new(&game, folder.path()).directory().to_owned();
    let mut changed = manifest.clone();
    changed.parts[0].files[0].name = "../secret".to_owned();
    std::fs::write(directory.join("plies.json"), changed.to_text()).unwrap();
    // Values are told all the same, and what is wrong with the plies.
    let tables = Tables::open(&game, folder.path()).unwrap();
    assert!(matches!(tables.plies_trouble(), Some(TableError::Damaged { .. })));
    assert!(!tables.has_plies() && tables.probe(&game.start()).is_ok());
    let report = verify(&game, folder.path(), &VerifyOptions::default(), &Quiet).unwrap();
    assert!(report.problems[0].to_string().contains("plies.json"), "{:?}", report.problems);
    std::fs::write(directory.join("plies.json"), manifest.to_text()).unwrap();
    assert!(Tables::open(&game, folder.path()).unwrap().plies_trouble().is_none());
    // Bytes of a table of plies, one after the other: an error, never a wrong number of plies.
    let known = with_plies(&game);
    let mut won: Vec<_> = known
        .into_iter()
        .filter(|(p, v)| {
            p.goats_in_hand() > 0 && v.plies > Some(0) && v.value.outcome() != Outcome::Draw
        })
        .collect();
    won.sort_by_key(|(position, _)| *position);
    for file in manifest.files() {
        let path = directory.join(&file.name);
        let bytes = std::fs::read(&path).unwrap();
        for at in (0..bytes.len()).step_by(bytes.len() / 7 + 1) {
            let mut bad = bytes.clone();
            bad[at] ^= 0x10;
            std::fs::write(&path, &bad).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            for (position, expected) in won.iter().step_by(won.len() / 300 + 1) {
                if let Ok(found) = tables.probe(position) {
                    assert_eq!(found, *expected);
                }
            }
        }
        std::fs::write(&path, &bytes).unwrap();
    }
}
