//! Solving that is killed at any moment goes on where it was, and ends in the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A game that takes some seconds to solve.
const GAME: [&str; 4] = ["--game", "aadu-puli", "--captures", "1"];

fn solve(tables: &Path, threads: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagh"));
    command.arg("solve").args(GAME).args(["--yes", "--threads", threads, "--tables"]).arg(tables);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Everything in the folder of the game, by name. Half-written files are not part of it.
fn contents(tables: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = tables.join("aadu-puli-1");
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
    let expected = contents(&undisturbed);
    assert!(expected.len() > 15, "one file for each layer, and more");

    let mut random = 88_260_972u64;
    for _ in 0..20 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut child = solve(&disturbed, "1").spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % 700));
        // On Unix this is SIGKILL: nothing can be tidied up.
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    assert!(solve(&disturbed, "1").status().expect("it starts").success());
    let found = contents(&disturbed);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
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
