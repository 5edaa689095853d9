//! Right tables pass, and whatever is wrong with others is found.

use std::fs;

use bagh::{Game, Side};

use super::*;
use crate::compression::{Compressor, Effort};
use crate::file::format::{Codec, Contents, Header};
use crate::file::streams::StreamLayout;
use crate::file::writer::Packed;
use crate::rank::Ranking;
use crate::testing::{Folder, Random, small_games};
use crate::twins::first_twin;
use crate::verify::classes::{Class, Positions};
use crate::{Quiet, SolveOptions, solve_plies};

fn solved(game: &Game, compact: bool) -> Folder {
    let folder = Folder::new();
    crate::solve(game, folder.path(), SolveOptions { compact }, &Quiet).unwrap();
    folder
}

fn full() -> VerifyOptions {
    VerifyOptions { extent: Extent::Full, ..VerifyOptions::default() }
}

#[test]
fn right_tables_pass() {
    for (number, game) in small_games(60, 5..=8, 404).into_iter().enumerate() {
        let folder = solved(&game, number % 3 == 0);
        for options in [full(), VerifyOptions::default()] {
            let report = verify(&game, folder.path(), &options, &Quiet).unwrap();
            assert!(report.is_fine(), "{report:?}");
            assert!(report.files > 0 && report.positions > 0 && report.classes > 0);
        }
    }
}

#[test]
fn one_part_can_be_checked_alone() {
    for game in small_games(10, 6..=8, 405) {
        for compact in [false, true] {
            let folder = solved(&game, compact);
            for part in Part::all(&game) {
                let options = VerifyOptions { parts: vec![part], ..full() };
                let report = verify(&game, folder.path(), &options, &Quiet).unwrap();
                assert!(report.is_fine(), "{report:?}");
            }
        }
    }
}

#[test]
fn every_flipped_byte_is_found() {
    let mut random = Random::new(11);
    for game in small_games(6, 5..=7, 406) {
        let folder = solved(&game, false);
        let directory = folder.path().join(crate::folder_name(&game));
        let options = VerifyOptions { extent: Extent::Sample(10), ..VerifyOptions::default() };
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            for _ in 0..bytes.len().min(120) {
                let at = random.below(bytes.len());
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << random.below(8);
                fs::write(&path, &flipped).unwrap();
                // An error is as good as a report.
                if let Ok(report) = verify(&game, folder.path(), &options, &Quiet) {
                    assert!(!report.is_fine(), "{}, byte {at}", path.display());
                }
            }
            // A file that is cut off, or that is not there, is found, too.
            if !bytes.is_empty() {
                fs::write(&path, &bytes[..random.below(bytes.len())]).unwrap();
                let cut_off = verify(&game, folder.path(), &options, &Quiet);
                assert!(cut_off.is_err() || !cut_off.unwrap().is_fine());
                fs::remove_file(&path).unwrap();
                let missing = verify(&game, folder.path(), &options, &Quiet);
                assert!(missing.is_err() || !missing.unwrap().is_fine());
            }
            fs::write(&path, &bytes).unwrap();
        }
        assert!(verify(&game, folder.path(), &options, &Quiet).unwrap().is_fine());
    }
}

/// Rewrites a table with one block changed, with checksums and hashes that are right for it.
fn forge(tables: &Tables, contents: Contents, number: usize, change: impl FnOnce(&mut [u8])) {
    let store = tables.store();
    let file = tables.open_table(contents).unwrap();
    let mut blocks: Vec<Vec<u8>> =
        (0..file.blocks()).map(|number| file.block(number).unwrap().to_vec()).collect();
    change(&mut blocks[number]);
    let mut compressor = Compressor::new(Effort::Quick);
    let blocks = blocks.iter().map(|block| compressor.compress(block)).collect();
    let header = Header { codec: Codec::Zstandard, ..file.header().clone() };
    let written = Packed::new(header, blocks).write(store.directory()).unwrap();
    let mut manifest = store.manifest().unwrap();
    let mut infos = manifest.parts.iter_mut().flat_map(|part| &mut part.files);
    let info = infos.find(|info| info.name == written.name).unwrap();
    *info = written;
    store.write_manifest(&manifest).unwrap();
}

/// Sets a position's code.
fn set(block: &mut [u8], header: &Header, at: usize, code: u8) {
    let width = header.code_bits;
    let per_byte = 8 / usize::from(width);
    let shift = at % per_byte * usize::from(width);
    block[at / per_byte] &= !(u8::MAX >> (8 - width) << shift);
    header.set_code_in(block, at, code);
}

#[test]
fn wrong_entries_with_right_checksums_are_found() {
    let mut random = Random::new(12);
    let mut forged = 0;
    for game in small_games(40, 5..=8, 407) {
        let folder = solved(&game, false);
        let captures = game.captures();
        for _ in 0..4 {
            let tables = Tables::open(&game, folder.path()).unwrap();
            let space = tables.space();
            let block = random.below(space.blocks()) as u32;
            // A wrong value in the placement phase.
            let placed = 1 + random.below(usize::from(game.goats()) - 1) as u8;
            let captured = random.below(usize::from(captures.min(placed))) as u8;
            let ranking = Ranking::new(space.free(), u32::from(placed - captured));
            let index = ranking.subsets()[random.below(ranking.len())];
            let rank = ranking.rank(first_twin(space, block, index));
            let layout = StreamLayout::new(space.game(), space.blocks(), u32::from(placed));
            let (number, at) = layout.locate(block, captured.into(), rank);
            let contents = Contents::Placement { placed };
            let header = tables.open_table(contents).unwrap().header().clone();
            let file = tables.open_table(contents).unwrap();
            let right = header.code_in(&file.block(number).unwrap(), at);
            let wrong =
                (right + 1 + random.below(usize::from(captures) + 1) as u8) % (captures + 2);
            let put = |code: u8| {
                forge(&tables, contents, number, |bytes| {
                    set(bytes, &header, at, code);
                });
            };
            put(wrong);
            expect_position(&game, &folder, &format!("{contents:?}: {right} became {wrong}"));
            put(right);

            // A wrong value, or wrong plies, in the sliding phase.
            let captured = random.below(usize::from(captures)) as u8;
            let turn = [Side::Tiger, Side::Goat][random.below(2)];
            let contents = Contents::Sliding { captured, turn };
            let file = tables.open_table(contents).unwrap();
            let (header, herds) = (file.header(), space.herds((game.goats() - captured).into()));
            let at = random.below(space.blocks() * herds);
            let size = header.block_positions as usize;
            let (number, at) = (at / size, at % size);
            let bytes = file.block(number).unwrap();
            let right = header.code_in(&bytes, at);
            let plies = header.plies_in(&bytes, at);
            let change = |code: u8, plies: u16| {
                forge(&tables, contents, number, |bytes| {
                    set(bytes, header, at, code);
                    let start = header.code_bytes() + at * usize::from(header.plies_bytes);
                    let width = usize::from(header.plies_bytes);
                    bytes[start..][..width].copy_from_slice(&plies.to_le_bytes()[..width]);
                });
            };
            let wrong =
                (right + 1 + random.below(usize::from(captures) + 1) as u8) % (captures + 2);
            let wrong_plies = random.below(20) as u16;
            change(wrong, wrong_plies);
            expect_position(&game, &folder, &format!("{contents:?}: {right} became {wrong}"));
            if right != captured + 1 {
                change(right, plies + 1);
                expect_position(&game, &folder, &format!("{contents:?}: {plies} plies and one"));
            }
            change(right, plies);
            forged += 1;
        }
        let report = verify(&game, folder.path(), &full(), &Quiet).unwrap();
        assert!(report.is_fine(), "{report:?}");
    }
    assert_eq!(forged, 160);
}

fn expect_position(game: &Game, folder: &Folder, what: &str) {
    let report = verify(game, folder.path(), &full(), &Quiet).unwrap();
    let named = report.problems.iter().any(|p| matches!(p, Problem::Position { .. }));
    assert!(named, "{what}: {report:?}");
}

#[test]
fn unfinished_tables_are_told() {
    let game = small_games(1, 7..=8, 408).remove(0);
    let folder = solved(&game, false);
    let tables = Tables::open(&game, folder.path()).unwrap();
    let mut manifest = tables.manifest().clone();
    let last = manifest.parts.pop().unwrap();
    tables.store().write_manifest(&manifest).unwrap();
    let report = verify(&game, folder.path(), &full(), &Quiet).unwrap();
    assert!(report.problems.is_empty(), "{report:?}");
    assert_eq!(report.unsolved, [Part::from_name(&game, &last.name).unwrap()]);
    assert!(!report.is_fine());
}

/// Only won positions have plies, and each counts once.
#[test]
fn plies_of_won_positions_are_counted_without_repetition() {
    for (number, game) in small_games(6, 7..=8, 409).into_iter().enumerate() {
        let folder = solved(&game, number % 2 == 1);
        solve_plies(&game, folder.path(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        let placement = (0..game.goats()).map(|placed| Part::Placement { placed });
        let opening = Part::all(&game).into_iter().filter(|part| *part == Part::Opening);
        let classes = placement.chain(opening).flat_map(|part| Class::of_part(&game, part));
        let mut won = 0;
        for class in classes {
            if !tables.knows_plies(class.placed, class.turn, class.is_opening(&game)) {
                continue;
            }
            let positions = Positions::new(tables.space(), class);
            let all = (0..positions.len()).map(|number| positions.get(number));
            let verdicts = all.map(|position| tables.verdict(&position).unwrap());
            won += verdicts.filter(|found| found.value.outcome().winner().is_some()).count();
        }
        let checked = |plies: usize| {
            let options = VerifyOptions { plies, ..VerifyOptions::default() };
            let report = verify(&game, folder.path(), &options, &Quiet).unwrap();
            assert!(report.is_fine(), "{report:?}");
            report.plies as usize
        };
        assert_eq!(checked(usize::MAX >> 8), won);
        let some = checked(won / 4);
        assert!((won / 5..=won).contains(&some), "{some} of {won}");
    }
}
