use std::collections::HashSet;
use std::path::Path;

use super::*;
use crate::testing::{Folder, small_games};
use crate::{Quiet, SolveOptions, Tables, naive, solve, solve_plies};
use bagh::{Game, Position};

/// Reads a range of a file, as a web host would.
fn read(folder: &Path, fetch: &Fetch) -> Vec<u8> {
    let bytes = std::fs::read(folder.join(&fetch.file.name)).unwrap();
    assert_eq!(bytes.len() as u64, fetch.file.length);
    bytes[fetch.start as usize..][..fetch.length as usize].to_vec()
}

/// Brings an inquiry all that it needs.
fn satisfy(tables: &mut SiteTables, folder: &Path, inquiry: &mut Inquiry) {
    for round in 0.. {
        let needs = inquiry.needs(tables);
        if needs.is_empty() {
            return;
        }
        // A page, then a piece: first of values, then of plies.
        assert!(round < 4, "{needs:?}");
        for fetch in needs {
            tables.give(&fetch, &read(folder, &fetch)).unwrap();
        }
    }
}

fn made(
    game: &Game,
    compact: bool,
    plies: bool,
    largest: u64,
) -> (Folder, Folder, SiteTables, SiteGame) {
    let (folder, site) = (Folder::new(), Folder::new());
    solve(game, folder.path(), SolveOptions { compact }, &Quiet).unwrap();
    if plies {
        solve_plies(game, folder.path(), &Quiet).unwrap();
    }
    let tables = Tables::open(game, folder.path()).unwrap();
    let mut last = (0, 0);
    let listed = write(&tables, site.path(), largest, plies, &mut |done, all| {
        assert!(done >= last.0 && done <= all);
        last = (done, all);
    })
    .unwrap();
    assert!(last.0 == last.1 && last.1 == bytes_to_read(&tables, plies));
    for file in &listed.files {
        assert!(is_file_name(file) && site.path().join(file).is_file(), "{file}");
    }
    let listed = listed.game;
    let bytes = std::fs::read(site.path().join(&listed.directory.name)).unwrap();
    let opened = SiteTables::open(game, &listed.directory, &bytes).unwrap();
    (folder, site, opened, listed)
}

#[test]
fn a_site_says_what_the_tables_say() {
    let mut with_plies = 0;
    for (number, game) in small_games(24, 5..=8, 901).into_iter().enumerate() {
        // The longest block of these boards has a few kilobytes.
        let largest = [6_000, 20_000, 1 << 20][number % 3];
        let (compact, plies) = (number % 3 == 2, number % 2 == 0);
        let (folder, site, mut opened, listed) = made(&game, compact, plies, largest);
        let on_disk: Vec<_> = std::fs::read_dir(site.path()).unwrap().map(|e| e.unwrap()).collect();
        let lengths = on_disk.iter().map(|e| e.metadata().unwrap().len());
        assert!(lengths.clone().sum::<u64>() <= listed.bytes);
        for file in &on_disk {
            let is_pack = file.path().extension().is_some_and(|e| e == "pack");
            assert!(!is_pack || file.metadata().unwrap().len() <= largest);
        }
        let tables = Tables::open(&game, folder.path()).unwrap();
        assert_eq!(tables.has_plies(), plies);
        let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
        for some in positions.chunks(50) {
            let mut inquiry = opened.inquire(some, true);
            satisfy(&mut opened, site.path(), &mut inquiry);
            for (position, probed) in some.iter().zip(inquiry.answers(&opened)) {
                if !tables.is_quick(position) {
                    assert_eq!(probed, Err(SiteError::Untabled));
                    continue;
                }
                let probed = probed.unwrap();
                let is_win = probed.verdict.value.outcome().winner().is_some();
                if is_win && position.goats_in_hand() > 0 && probed.verdict.plies > Some(0) {
                    with_plies += 1;
                }
                assert_eq!(probed.verdict, tables.probe(position).unwrap());
                assert_eq!(probed.moves, tables.moves(position).unwrap());
            }
        }
        let mut line = LineInquiry::new(&opened, &game.start());
        loop {
            let needs = line.needs(&opened).unwrap();
            if needs.is_empty() {
                break;
            }
            for fetch in needs {
                opened.give(&fetch, &read(site.path(), &fetch)).unwrap();
            }
        }
        let (verdict, moves) = line.line().unwrap();
        assert_eq!(verdict, tables.probe(&game.start()).unwrap());
        assert_eq!(moves, tables.line(&game.start()).unwrap());
    }
    assert!(with_plies > 1_000, "{with_plies} wins of the placement phase with plies");
}

/// Plies on disk need not come along.
#[test]
fn plies_come_along_if_asked() {
    let game = small_games(1, 7..=7, 905).remove(0);
    let (folder, _, _, with) = made(&game, false, true, 1 << 20);
    let (tables, site) = (Tables::open(&game, folder.path()).unwrap(), Folder::new());
    let without = write(&tables, site.path(), 1 << 20, false, &mut |_, _| {}).unwrap().game;
    assert!(without.bytes < with.bytes);
    let bytes = std::fs::read(site.path().join(&without.directory.name)).unwrap();
    let mut opened = SiteTables::open(&game, &without.directory, &bytes).unwrap();
    let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
    let mut inquiry = opened.inquire(&positions, false);
    satisfy(&mut opened, site.path(), &mut inquiry);
    for (position, probed) in positions.iter().zip(inquiry.answers(&opened)) {
        let (Ok(probed), known) = (probed, tables.probe(position).unwrap()) else { continue };
        assert_eq!(probed.verdict.value, known.value);
        let is_over = game.result(position).is_some();
        let is_placing = position.goats_in_hand() > 0 || game.tigers_in_hand(position) > 0;
        if is_placing && !is_over {
            assert_eq!(probed.verdict.plies, None, "{}", game.obx(position));
        }
    }
}

#[test]
fn what_a_host_sends_is_checked() {
    let game = small_games(1, 8..=8, 902).remove(0);
    let (_folder, site, mut opened, listed) = made(&game, false, true, 1 << 20);
    let directory = std::fs::read(site.path().join(&listed.directory.name)).unwrap();
    for at in (0..directory.len()).step_by(7) {
        let mut changed = directory.clone();
        changed[at] ^= 1;
        assert!(SiteTables::open(&game, &listed.directory, &changed).is_err(), "byte {at}");
    }
    let other = small_games(2, 7..=7, 903).remove(1);
    assert!(SiteTables::open(&other, &listed.directory, &directory).is_err());
    let mut inquiry = opened.inquire(&[game.start()], true);
    let mut seen = HashSet::new();
    loop {
        let needs = inquiry.needs(&opened);
        if needs.is_empty() {
            break;
        }
        for fetch in needs {
            seen.insert(fetch.file.name.clone());
            let right = read(site.path(), &fetch);
            for at in (0..right.len()).step_by(11) {
                let mut changed = right.clone();
                changed[at] ^= 0x40;
                let error = opened.give(&fetch, &changed).unwrap_err();
                assert!(error.to_string().contains(&fetch.file.name), "{error}");
            }
            assert!(opened.give(&fetch, &right[1..]).is_err());
            assert!(opened.give(&fetch, b"<html>Not found</html>").is_err());
            opened.give(&fetch, &right).unwrap();
        }
    }
    assert!(seen.len() >= 2);
    assert!(inquiry.answers(&opened)[0].is_ok());
}

/// A directory whose name is right may still be anything: anyone can make one.
#[test]
fn directories_cannot_name_other_files() {
    let game = small_games(1, 7..=7, 904).remove(0);
    let (_folder, site, _, listed) = made(&game, false, true, 1 << 20);
    let text = std::fs::read_to_string(site.path().join(&listed.directory.name)).unwrap();
    let directory: serde_json::Value = serde_json::from_str(&text).unwrap();
    let changes: [fn(&mut serde_json::Value); 7] = [
        |d| d["tables"][0]["packs"][0]["name"] = "../secret.pack".into(),
        |d| d["tables"][0]["pages"]["name"] = "https://elsewhere/x.pages".into(),
        |d| d["tables"][0]["pages"]["length"] = 1.into(),
        |d| d["tables"][0]["plies_bytes"] = 7.into(),
        |d| d["tables"][0]["checksums"] = "zz".into(),
        |d| d["version"] = 2.into(),
        |d| drop(d["tables"].as_array_mut().unwrap().pop()),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut changed = directory.clone();
        change(&mut changed);
        let bytes = serde_json::to_vec(&changed).unwrap();
        let file = layout::SiteFile::of(&bytes, "json");
        assert!(SiteTables::open(&game, &file, &bytes).is_err(), "change {number}");
    }
}
