//! Solving that is killed at any moment goes on where it was, and ends in the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A game that takes some seconds to solve.
const GAME: [&str; 4] = ["--game", "aadu-puli", "--captures", "1"];

/// One whose plies take a second or two.
const WITH_PLIES: [&str; 4] = ["--game", "pulijudamu", "--captures", "2"];

fn solve(tables: &Path, threads: &str) -> Command {
    solve_game(&GAME, tables, &["--threads", threads])
}

fn solve_game(game: &[&str], tables: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagh"));
    command.arg("solve").args(game).args(args).args(["--yes", "--tables"]).arg(tables);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Kills it after a moment, which is another one each time. On Unix this is SIGKILL: nothing can be
/// tidied up.
fn kill(mut command: Command, random: &mut u64, longest: u64) {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    let mut child = command.spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(20 + (*random >> 33) % longest));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Everything in the folder of a game, by name. Half-written files are not part of it.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "bagh" || e == "json"))
        .map(|path| {
            let name = path.file_name().expect("it has one").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("it can be read"))
        })
        .collect()
}

#[test]
fn killed_twenty_times_the_tables_are_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (undisturbed, disturbed) = (folder.path().join("a"), folder.path().join("b"));
    assert!(solve(&undisturbed, "2").status().expect("it starts").success());
    let expected = contents(&undisturbed.join("aadu-puli-1"));
    assert!(expected.len() > 15, "one file for each layer, and more");

    let mut random = 88_260_972u64;
    for _ in 0..20 {
        kill(solve(&disturbed, "1"), &mut random, 700);
    }
    assert!(solve(&disturbed, "1").status().expect("it starts").success());
    let found = contents(&disturbed.join("aadu-puli-1"));
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
}

#[test]
fn killed_several_times_the_plies_are_the_same() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (undisturbed, disturbed) = (folder.path().join("a"), folder.path().join("b"));
    let plies = |tables: &Path| solve_game(&WITH_PLIES, tables, &["--plies"]);
    assert!(plies(&undisturbed).status().expect("it starts").success());
    let undisturbed = undisturbed.join("pulijudamu-2");
    let expected = contents(&undisturbed);
    // The values are there; what is disturbed is the solve of their plies.
    let there = disturbed.join("pulijudamu-2");
    fs::create_dir_all(&there).expect("a folder can be made");
    for (name, bytes) in expected.iter().filter(|(name, _)| !name.starts_with("plies")) {
        fs::write(there.join(name), bytes).expect("a table can be copied");
    }
    let mut random = 2_009u64;
    for _ in 0..8 {
        kill(plies(&disturbed), &mut random, 500);
    }
    assert!(plies(&disturbed).status().expect("it starts").success());
    let found = contents(&there);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    assert!(expected.keys().filter(|name| name.starts_with("plies")).count() > 10);
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
    let left =
        fs::read_dir(&there).expect("the folder is there").map(|entry| entry.unwrap().file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().ends_with(".partial")));
}

/// A disk that takes no more: here a limit on the size of files, which fails in the same place.
#[cfg(unix)]
#[test]
fn a_full_disk_is_named_and_what_was_finished_stays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tables = folder.path().join("tables");
    // The shell sets the limit, in blocks of 512 bytes, and ignores the signal that comes with it.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1000; exec '{}' solve {} --yes --tables '{}'",
        env!("CARGO_BIN_EXE_bagh"),
        GAME.join(" "),
        tables.display()
    );
    let limited = Command::new("sh").args(["-c", &script]).output().expect("a shell");
    let message = String::from_utf8_lossy(&limited.stderr);
    assert_eq!(limited.status.code(), Some(2), "{message}");
    assert!(message.contains("cannot write"), "{message}");
    assert!(message.contains(".bagh"), "{message}");
    // Nothing half-written is left under a table's name, and solving goes on.
    assert!(solve(&tables, "2").status().expect("it starts").success());
    let verify = Command::new(env!("CARGO_BIN_EXE_bagh"))
        .arg("verify")
        .args(GAME)
        .args(["--sample", "2000", "--tables"])
        .arg(&tables)
        .output()
        .expect("it starts");
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stderr));
}
