//! `bagh verify`.

use serde_json::Value;

use crate::small::{FIXED, folder, placed, small, solved};

#[test]
fn right_tables_are_right() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        for args in [&["verify"][..], &["verify", "--full", "--json"], &["verify", "--sample", "5"]]
        {
            let run = small(folder.path(), args, "");
            assert_eq!(run.code, 0, "{run:?}");
        }
        let json = small(folder.path(), &["verify", "--full", "--json"], "").fine();
        let report: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(report["fine"], true);
        assert_eq!(report["full"], true);
        assert!(report["positions"].as_u64().unwrap() > 1000);
        let people = small(folder.path(), &["verify", "--full"], "");
        assert!(people.stdout.ends_with("\nNothing is wrong.\n"), "{people:?}");
        assert!(people.stderr.contains("sliding-01: right"), "{people:?}");
    }
}

#[test]
fn one_part_alone() {
    let folder = solved(FIXED);
    let run = small(folder.path(), &["verify", "--full", "--json", "--part", "sliding-00"], "");
    let report: Value = serde_json::from_str(&run.fine()).unwrap();
    // 7 points for 5 goats, both sides to move, for each tiger placement.
    assert_eq!(report["positions"].as_u64().unwrap() % 42, 0);
    let error = small(folder.path(), &["verify", "--part", "sliding-07"], "").refused();
    assert!(error.contains("--part: found `sliding-07`, expected one of sliding-01,"), "{error}");
}

#[test]
fn damage_is_told_with_the_file() {
    let folder = solved(FIXED);
    for name in ["sliding-00-goat.bagh", "placement-03.bagh", "manifest.json"] {
        let path = folder.path().join("small-2").join(name);
        let bytes = std::fs::read(&path).unwrap();
        let mut damaged = bytes.clone();
        let middle = bytes.len() * 2 / 3;
        damaged[middle] ^= 4;
        std::fs::write(&path, damaged).unwrap();
        let run = small(folder.path(), &["verify"], "");
        assert_eq!((run.code, run.stderr.as_str()), (1, ""), "{run:?}");
        assert!(run.stdout.contains(name) && run.stdout.contains("Wrong:"), "{run:?}");
        let run = small(folder.path(), &["verify", "--json"], "");
        assert_eq!(run.code, 1);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(report["fine"], false);
        assert_eq!(report["problems"][0]["kind"], "file");
        std::fs::write(&path, bytes).unwrap();
    }
    assert_eq!(small(folder.path(), &["verify"], "").code, 0);
}

#[test]
fn bad_input_is_refused() {
    let unsolved = folder(FIXED);
    let error = small(unsolved.path(), &["verify"], "").refused();
    assert!(error.contains("run `bagh solve --game small.toml --tables .`"), "{error}");
    assert_eq!(small(unsolved.path(), &["verify", "--sample", "3", "--full"], "").code, 2);
    assert_eq!(small(unsolved.path(), &["verify", "--sample", "-3"], "").code, 2);
}

/// A manifest is foreign input: a name that does not follow from the game makes it damaged.
#[test]
fn a_manifest_that_names_other_files_is_wrong() {
    let folder = solved(FIXED);
    std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
    let path = folder.path().join("small-2/manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: bagh_tables::Manifest = serde_json::from_str(&text).unwrap();
    let hash = manifest.parts[0].files[0].blake3.clone();
    let name = "../secret.txt".to_owned();
    manifest.parts[0].files.push(bagh_tables::TableFileInfo { name, length: 6, blake3: hash });
    std::fs::write(&path, manifest.to_text()).unwrap();
    let run = small(folder.path(), &["verify"], "");
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stdout.contains("the manifest is damaged"), "{run:?}");
    assert!(!run.stdout.contains("Nothing is wrong"), "{run:?}");
}
