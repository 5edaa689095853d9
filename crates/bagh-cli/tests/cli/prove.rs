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
