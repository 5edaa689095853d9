//! `bagh solve`.

use std::path::Path;

use serde_json::Value;

use crate::run::{bagh_in, program};
use crate::small::{FIXED, files, folder, placed, small, solved};

fn json(folder: &Path, args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&small(folder, &args, "").fine()).unwrap()
}

#[test]
fn a_solve_tells_what_it_takes_and_what_it_did() {
    let folder = folder(FIXED);
    let run = small(folder.path(), &["solve"], "");
    assert_eq!(run.code, 0, "{run:?}");
    for part in [
        "positions",
        "memory",
        "disk",
        "less than a second, with",
        "7 parts",
        "a second",
        "compressing",
        "small-2",
    ] {
        assert!(run.stdout.contains(part), "{part}: {run:?}");
    }
    assert!(run.stdout.contains("A draw with no goat captured."), "{run:?}");
    // One line for each part, since there is no terminal for a bar.
    assert_eq!(run.stderr.lines().count(), 7, "{run:?}");
    assert!(run.stderr.starts_with("1/7 sliding, 1 captured: "), "{run:?}");
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let folder = solved(FIXED);
    let before = files(folder.path());
    let text = small(folder.path(), &["solve"], "").fine();
    assert!(text.contains("7 of 7 parts") && text.contains("all was there already"), "{text}");
    assert_eq!(files(folder.path()), before);
    let value = json(folder.path(), &["solve"]);
    assert_eq!((&value["parts"], &value["parts_solved"]), (&7.into(), &0.into()));
    assert_eq!(value["start"]["outcome"], "draw");
}

#[test]
fn a_run_goes_on_from_what_is_there() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        let whole = files(folder.path());
        // As if the part had never been finished.
        std::fs::remove_file(folder.path().join("small-2/placement-02.bagh")).unwrap();
        let plan = json(folder.path(), &["solve", "--dry-run"]);
        assert_eq!(plan["parts_there"], 4);
        let value = json(folder.path(), &["solve"]);
        let parts = value["parts"].as_u64().unwrap();
        assert_eq!(value["parts_solved"], parts - 4);
        assert!(value["positions_solved"].as_u64() < value["positions"].as_u64());
        assert_eq!(files(folder.path()), whole);
    }
}

#[test]
fn threads_do_not_change_the_tables() {
    let (one, two) = (folder(FIXED), folder(FIXED));
    json(one.path(), &["solve", "--threads", "1"]);
    json(two.path(), &["solve", "--threads", "3"]);
    assert_eq!(files(one.path()), files(two.path()));
}

#[test]
fn the_other_kind_of_tables_is_refused() {
    let folder = solved(FIXED);
    let error = small(folder.path(), &["solve", "--compact"], "").refused();
    assert!(error.contains("not compact") && error.contains("--tables"), "{error}");
    let folder = crate::small::folder(FIXED);
    assert_eq!(json(folder.path(), &["solve", "--compact", "--yes"])["compact"], true);
    // Those that are not finished go on as they were begun: `bagh solve` is what errors name.
    let gone = folder.path().join("small-2").join("sliding-01-tiger.bagh");
    std::fs::remove_file(&gone).unwrap();
    assert_eq!(json(folder.path(), &["solve", "--yes"])["compact"], true);
    assert!(gone.exists());
    small(folder.path(), &["solve"], "").refused();
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder(FIXED);
    let text = small(folder.path(), &["solve", "--dry-run"], "").fine();
    assert!(text.contains("up to symmetry") && text.contains("memory"), "{text}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let value = json(folder.path(), &["solve", "--dry-run"]);
    for key in ["positions", "memory", "disk", "parts"] {
        assert!(value[key].as_u64().unwrap() > 0, "{key}: {value}");
    }
    assert!(value["seconds"].as_f64().unwrap() > 0.0 && value["seconds"].as_f64().unwrap() < 1.0);
    assert!(value["processors"].as_u64().unwrap() > 0);
}

/// A board in one row, with as many points as asked for.
fn row(points: usize, tigers: usize) -> String {
    let names: Vec<String> = (0..points).map(|p| format!("P{p}")).collect();
    let xs: Vec<String> = (0..points).map(|p| p.to_string()).collect();
    format!(
        "name = \"small\"\ntigers = {tigers}\ngoats = 8\ncaptures = 2\nopening = \"placed\"\nlines = [\"{}\"]\n[[rows]]\npoints = [\"{}\"]\nx = [{}]\ny = 0\n",
        names.join(" "),
        names.join("\", \""),
        xs.join(", ")
    )
}

#[test]
fn what_does_not_fit_is_refused_before_it_begins() {
    let folder = folder(&row(31, 4));
    let error = small(folder.path(), &["solve", "--yes"], "").refused();
    assert!(error.contains("memory: found") && error.contains("expected"), "{error}");
    assert!(error.contains("board: found 35,043,883,875 ways to stand with 8 goats"), "{error}");
    let run = small(folder.path(), &["solve", "--dry-run"], "");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("Cannot be solved here: memory"), "{run:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    for (points, tigers, part) in [(32, 2, "points: found 32"), (31, 10, "tigers: found 10")] {
        let folder = crate::small::folder(&row(points, tigers));
        let error = small(folder.path(), &["solve", "--yes"], "").refused();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn damaged_tables_are_named() {
    let folder = solved(FIXED);
    let manifest = folder.path().join("small-2/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replacen("\"captures\": 2", "\"captures\": 3", 1)).unwrap();
    let error = small(folder.path(), &["solve"], "").refused();
    assert!(error.contains("manifest.json") && error.contains("damaged"), "{error}");
}

#[test]
fn two_solves_into_one_folder_are_refused() {
    let folder = folder(FIXED);
    std::fs::create_dir(folder.path().join("small-2")).unwrap();
    let lock = std::fs::File::create(folder.path().join("small-2/solve.lock")).unwrap();
    lock.lock().unwrap();
    let error = small(folder.path(), &["solve"], "").refused();
    assert!(error.contains("another process is solving into this folder: wait for it"), "{error}");
    drop(lock);
    json(folder.path(), &["solve"]);
}

#[test]
fn bad_folders_are_refused() {
    let folder = folder(FIXED);
    std::fs::write(folder.path().join("file"), "").unwrap();
    let run = |tables: &str| {
        bagh_in(folder.path(), ["solve", "--game", "small.toml", "--tables", tables], "")
    };
    assert!(run("file").refused().contains("file"));
    run("").refused();
    assert!(small(folder.path(), &["solve", "--threads", "0"], "").refused().contains("--threads"));
}

/// The folder of all tables from the environment.
#[test]
fn the_environment_names_the_folder() {
    let folder = folder(FIXED);
    let run = |command: &str| {
        let mut program = program();
        program.current_dir(folder.path()).env("BAGH_TABLES", "there");
        let output = program.args([command, "--game", "small.toml", "--json"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    run("solve");
    assert!(folder.path().join("there/small-2/manifest.json").exists());
    run("probe");
    run("line");
}
