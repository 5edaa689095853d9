//! `bagh site`: pocket editions taken along.

use std::path::Path;

use serde_json::Value;

use crate::run::{Run, bagh_in};

const GAME: &str = "len-choa";

fn run(folder: &Path, args: &str) -> Run {
    bagh_in(folder, args.split(' '), "")
}

/// A folder with the tables of a small game.
fn solved() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let solve = run(folder.path(), &format!("solve --yes --game {GAME} --tables ."));
    assert_eq!(solve.code, 0, "{solve:?}");
    folder
}

/// Writes a site. A program that was built without its page writes the tables all the same, and then
/// says that the page is missing.
fn site(folder: &Path, options: &str) {
    let written = run(folder, &format!("site --out site --tables . {options}{GAME}"));
    let has_no_page = written.stderr.contains("the page has no head");
    assert!(written.code == 0 || has_no_page, "{written:?}");
}

fn edition(folder: &Path) {
    let make = run(folder, &format!("pocket make --out pocket --game {GAME} --tables ."));
    assert_eq!(make.code, 0, "{make:?}");
}

#[test]
fn a_site_takes_a_pocket_edition_along() {
    let folder = solved();
    let path = folder.path();
    edition(path);
    site(path, "");
    let index = || -> Value {
        let text = std::fs::read_to_string(path.join("site/tables/index.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    assert!(index()["games"][0].get("pocket").is_none());
    site(path, "--pocket pocket ");
    let listed = index()["games"][0]["pocket"].clone();
    let names: Vec<&str> =
        listed.as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pocket-02.bagh", "pocket-06.bagh", "pocket.json"]);
    for file in listed.as_array().unwrap() {
        let mut bytes = Vec::new();
        for pack in file["packs"].as_array().unwrap() {
            let name = pack["name"].as_str().unwrap();
            assert!(name.ends_with(".pack"), "{name}");
            bytes.extend(std::fs::read(path.join("site/tables").join(name)).unwrap());
        }
        let name = file["name"].as_str().unwrap();
        let original = std::fs::read(path.join("pocket/len-choa-3").join(name)).unwrap();
        assert!(bytes == original, "{name}");
    }
    // Without the edition its files go again.
    site(path, "");
    for file in listed.as_array().unwrap() {
        let name = file["packs"][0]["name"].as_str().unwrap();
        assert!(!path.join("site/tables").join(name).exists(), "{name}");
    }
}

#[test]
fn editions_that_are_missing_or_damaged_are_refused() {
    let folder = solved();
    let path = folder.path();
    let site = format!("site --out site --tables . --pocket pocket {GAME}");
    let refused = run(path, &site).refused();
    assert!(refused.contains("--pocket: found no edition of a game of this site in pocket"));
    edition(path);
    let file = path.join("pocket/len-choa-3/pocket-06.bagh");
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let refused = run(path, &site).refused();
    assert!(
        refused.contains("pocket-06.bagh") && refused.contains("bagh pocket make"),
        "{refused}"
    );
    #[cfg(unix)]
    {
        let elsewhere = path.join("elsewhere");
        std::fs::rename(&file, &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
        let refused = run(path, &site).refused();
        assert!(refused.contains("links and devices are refused"), "{refused}");
    }
    let serve = run(path, "serve --tables . --no-online --no-solve --address 0 --pocket pocket");
    assert!(serve.refused().contains("pocket: "));
    assert!(!path.join("site").exists());
}
