//! `bagh prove` and `bagh check-proof`.

use std::fs;

use serde_json::Value;

use crate::small::{FIXED, small, solved};

#[test]
fn a_proof_is_told_and_its_certificate_passes() {
    let folder = solved(FIXED);
    let run = small(folder.path(), &["prove", "tiger-draws", "--plies", "--out", "a.proof"], "");
    assert_eq!(run.code, 0, "{run:?}");
    for part in ["tiger at least draws", "answer       proved", "databases", "ply   1", "a.proof"] {
        assert!(run.stdout.contains(part), "{part}: {run:?}");
    }
    assert!(!folder.path().join("a.proof.work").exists());
    let run = small(folder.path(), &["check-proof", "a.proof", "--plies"], "");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stdout.contains("answer       proved"), "{run:?}");
    let run = small(folder.path(), &["check-proof", "a.proof", "--json"], "");
    let checked: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(checked["proved"], true);
    // The prover and the checker walk through the same positions.
    let again = ["prove", "tiger-draws", "--out", "b.proof", "--json"];
    let proved: Value = serde_json::from_str(&small(folder.path(), &again, "").stdout).unwrap();
    let plies = proved["plies"].as_array().unwrap();
    let positions: u64 = plies.iter().map(|ply| ply["positions"].as_u64().unwrap()).sum();
    assert_eq!(checked["positions"], positions);
}

#[test]
fn what_is_not_so_is_no_error() {
    let folder = solved(FIXED);
    for claim in ["goat-wins", "tiger-wins"] {
        let run = small(folder.path(), &["prove", claim, "--out", "a.proof"], "");
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.stdout.contains("not so"), "{run:?}");
        assert!(!folder.path().join("a.proof").exists());
        assert!(!folder.path().join("a.proof.work").exists());
    }
}

#[test]
fn threads_and_a_second_run_do_not_change_the_certificate() {
    let folder = solved(FIXED);
    for claim in ["tiger-draws", "goat-draws"] {
        let bytes = ["1", "3", "2"].map(|threads| {
            let args = ["prove", claim, "--threads", threads, "--closing", "0", "--out", "a.proof"];
            assert_eq!(small(folder.path(), &args, "").code, 0);
            fs::read(folder.path().join("a.proof")).unwrap()
        });
        assert!(bytes[0] == bytes[1] && bytes[0] == bytes[2], "{claim}");
    }
}

#[test]
fn bad_input_is_told() {
    let folder = solved(FIXED);
    for (args, part) in [
        (&["prove", "tiger-captures", "--goats", "1"][..], "--by"),
        (&["prove", "tiger-captures", "--by", "3"], "--goats"),
        (&["prove", "goat-wins", "--by", "3"], "--by"),
        (&["prove", "tiger-captures", "--goats", "9", "--by", "3"], "goats: found 9"),
        (&["prove", "tiger-captures", "--goats", "1", "--by", "999"], "ply: found 999"),
        (&["prove", "tiger-draws", "--database", "x"], "--database"),
        (&["prove", "tiger-draws", "--greedy", "--patient"], "--patient"),
        (&["prove", "goat-draws", "--steady", "3"], "--steady: found with goat-draws"),
        (&["prove", "goat-draws", "--patient"], "--patient: found with goat-draws"),
        (
            &["prove", "goat-holds", "--goats", "1", "--until", "3", "--greedy"],
            "--greedy: found with goat-holds-1-until-3, in which the goats choose",
        ),
        (&["prove", "tiger-draws", "--give-up", "1"], "--give-up: found with tiger-draws"),
        (&["prove", "tiger-draws", "--out", "."], "--out"),
        (&["check-proof", "small.toml"], "small.toml"),
        (&["check-proof", "nothing.proof"], "nothing.proof"),
    ] {
        let run = small(folder.path(), args, "");
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.stderr.contains(part), "{args:?}: {run:?}");
    }
}

#[test]
fn damaged_files_are_refused_by_name() {
    let folder = solved(FIXED);
    let out = folder.path().join("a.proof");
    let prove = ["prove", "tiger-draws", "--closing", "0", "--out", "a.proof"];
    assert_eq!(small(folder.path(), &prove, "").code, 0);
    let whole = fs::read(&out).unwrap();
    for at in [3, 20, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&out, bytes).unwrap();
        let error = small(folder.path(), &["check-proof", "a.proof"], "").refused();
        assert!(error.contains("a.proof"), "{error}");
    }
    fs::write(&out, &whole).unwrap();
    assert_eq!(small(folder.path(), &["check-proof", "a.proof"], "").code, 0);
    // A certificate of another game.
    let other = ["check-proof", "a.proof", "--captures", "1"];
    let error = small(folder.path(), &other, "").refused();
    assert!(error.contains("captures to win: found 2, expected 1"), "{error}");
    // A checkpoint that is none.
    let work = folder.path().join("a.proof.work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("walk.bagh"), b"nothing").unwrap();
    let run = small(folder.path(), &prove, "");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("walk.bagh") && run.stderr.contains("delete it"), "{run:?}");
    fs::remove_file(work.join("walk.bagh")).unwrap();
    assert_eq!(small(folder.path(), &prove, "").code, 0);
    assert_eq!(fs::read(&out).unwrap(), whole);
}

/// A board of four by four points, with proofs that take long enough to be interrupted.
#[cfg(unix)]
fn larger() -> String {
    let name = |x: usize, y: usize| format!("{}{}", ["A", "B", "C", "D"][x], y + 1);
    let line = |points: Vec<String>| format!("\"{}\"", points.join(" "));
    let mut lines = Vec::new();
    for i in 0..4 {
        lines.push(line((0..4).map(|j| name(j, i)).collect()));
        lines.push(line((0..4).map(|j| name(i, j)).collect()));
    }
    lines.push(line((0..4).map(|i| name(i, i)).collect()));
    lines.push(line((0..4).map(|i| name(3 - i, i)).collect()));
    let row = |y: usize| {
        let names: Vec<String> = (0..4).map(|x| format!("\"{}\"", name(x, y))).collect();
        format!("[[rows]]\npoints = [{}]\nx = [0, 1, 2, 3]\ny = {y}\n", names.join(", "))
    };
    let rows: Vec<String> = (0..4).map(row).collect();
    format!(
        "name = \"small\"\ntigers = 2\ngoats = 8\ncaptures = 2\nopening = [\"A1\", \"D4\"]\nlines = [{}]\n{}",
        lines.join(", "),
        rows.concat()
    )
}

/// Begins a proof and sends it a signal as soon as it comes to a stage. Says whether it was
/// interrupted, and what it printed to the end.
#[cfg(unix)]
fn interrupted(
    folder: &std::path::Path,
    args: &[&str],
    stage: &str,
    signal: &str,
) -> (bool, String) {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = crate::run::program()
        .current_dir(folder)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    let mut sent = false;
    for line in BufReader::new(child.stderr.take().unwrap()).lines() {
        let line = line.unwrap();
        if !sent && line.starts_with(stage) {
            sent = true;
            let id = child.id().to_string();
            assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        }
        printed += &line;
        printed.push('\n');
    }
    let status = child.wait().unwrap();
    assert!(sent, "{stage}: {printed}");
    let done = status.success();
    if !done && signal == "-INT" {
        assert_eq!(status.code(), Some(2), "{printed}");
        assert!(printed.contains("the same command goes on from here"), "{printed}");
    }
    (!done, printed)
}

#[cfg(unix)]
#[test]
fn an_interrupted_proof_goes_on_where_it_was() {
    let folder = solved(&larger());
    let (out, work) = (folder.path().join("a.proof"), folder.path().join("a.proof.work"));
    for claim in ["tiger-draws", "goat-draws"] {
        let args = ["prove", claim, "--closing", "0", "--out", "a.proof"];
        let run = small(folder.path(), &args, "");
        if run.code == 1 {
            // One of them does not hold.
            continue;
        }
        assert_eq!(run.code, 0, "{run:?}");
        let whole = fs::read(&out).unwrap();
        let all: Vec<&str> =
            args.into_iter().chain(["--game", "small.toml", "--tables", "."]).collect();
        let mut stopped = 0;
        for stage in ["databases", "search", "ply 4", "ply 8", "ply 11", "ply 13"] {
            for signal in ["-KILL", "-INT"] {
                fs::remove_file(&out).unwrap();
                let (was, _) = interrupted(folder.path(), &all, stage, signal);
                if was {
                    stopped += 1;
                    assert!(!out.exists() && work.exists(), "{stage}, {signal}");
                    let run = small(folder.path(), &args, "");
                    assert_eq!(run.code, 0, "{run:?}");
                    if stage.starts_with("ply") && signal == "-INT" {
                        // The plies before stand in the checkpoint.
                        assert!(!run.stderr.contains("ply 0:"), "{run:?}");
                    }
                }
                assert!(!work.exists());
                assert!(fs::read(&out).unwrap() == whole, "{claim}, {stage}, {signal}");
            }
        }
        assert!(stopped > 3, "{claim}: stopped {stopped} times");
    }
}

/// A board that is one line of points.
fn line_board(points: usize, tigers: usize, goats: usize) -> String {
    let names: Vec<String> = (0..points).map(|p| format!("P{p}")).collect();
    format!(
        "name = \"long\"\ntigers = {tigers}\ngoats = {goats}\ncaptures = 1\nopening = \"placed\"\nlines = [\"{}\"]\n[[rows]]\npoints = [\"{}\"]\nx = {:?}\ny = 0\n",
        names.join(" "),
        names.join("\", \""),
        Vec::from_iter(0..points)
    )
}

#[test]
fn boards_beyond_the_limits_are_refused() {
    let claim = ["prove", "goat-holds", "--goats", "1", "--until", "12", "--out", "a.proof"];
    for (board, part) in [
        (line_board(32, 2, 8), "points: found 32, expected at most 31"),
        (line_board(31, 12, 8), "tigers: found 12 on 31 points"),
        // The databases alone would take 500 gigabytes.
        (line_board(31, 4, 8), "memory: found "),
    ] {
        let folder = crate::small::folder(&board);
        for command in [&claim[..], &["solve", "--yes"], &["solve", "--dry-run"]] {
            let run = small(folder.path(), command, "");
            assert!(run.code == 2 || command.contains(&"--dry-run"), "{command:?}: {run:?}");
            let told = run.stdout + &run.stderr;
            assert!(told.contains(part), "{command:?}: {told}");
            assert!(!told.contains("panicked"), "{told}");
        }
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "only the board file is left behind");
    }
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let folder = solved(FIXED);
    let args = ["prove", "tiger-draws", "--memory", "1048576", "--out", "a.proof"];
    let told = small(folder.path(), &args, "").refused();
    assert!(told.contains("memory: found ") && told.contains("lower --memory"), "{told}");
    assert!(!folder.path().join("a.proof.work").exists());
}
