//! The map is true: docs/ARCHITECTURE.md and the README name every crate, every document and every
//! file at the top of a crate, and what they name exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MAP: &str = include_str!("../../../../docs/ARCHITECTURE.md");
const README: &str = include_str!("../../../../README.md");

/// Where an entry of a table of files stands.
const FILES: &str = "| file in `crates/";

/// What the build makes, and what stands for any name.
const NOT_FILES: &[&str] = &["web/dist", "commands/name.rs"];

/// Files at the top of each crate that need no name.
const PLAIN: &[&str] = &["lib.rs", "main.rs", "claims.toml"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names in a folder, folders with a slash at the end.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let name = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() { format!("{name}/") } else { name }
    };
    entries.map(|entry| name(entry.unwrap())).collect()
}

/// The crates, by name.
fn crates() -> Vec<String> {
    names(&root().join("crates")).iter().map(|name| name.trim_end_matches('/').to_owned()).collect()
}

/// What stands in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The targets of the links of a text that lead into the repository, without anchors.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.filter_map(|target| target.split('#').next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

/// The files that the map names for each crate: the first column of its tables.
fn mapped() -> BTreeMap<String, BTreeSet<String>> {
    let mut mapped: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = None;
    for line in MAP.lines() {
        if let Some(rest) = line.strip_prefix(FILES) {
            current = rest.split('/').next().map(str::to_owned);
        } else if !line.starts_with('|') {
            current = None;
        } else if let Some(name) = &current {
            let first = line.split('|').nth(1).unwrap();
            mapped.entry(name.clone()).or_default().extend(quoted(first).map(str::to_owned));
        }
    }
    mapped
}

#[test]
fn every_file_at_the_top_of_a_crate_is_on_the_map() {
    let mapped = mapped();
    let mut wrong = Vec::new();
    for name in crates() {
        let source = root().join("crates").join(&name).join("src");
        let there = names(&source);
        let named = mapped.get(&name).cloned().unwrap_or_default();
        for file in there.iter().filter(|file| !PLAIN.contains(&file.as_str())) {
            // A folder may be named by what is in it, or by the file that it belongs to; tests of a
            // whole crate go without saying.
            let module = file.strip_suffix('/').map(|module| format!("{module}.rs"));
            let inside = |named: &String| {
                module.is_some() && named.starts_with(file.as_str())
                    || module.as_ref() == Some(named)
            };
            let is_named = named.iter().any(|named| named == file || inside(named));
            if !is_named && !file.ends_with("_tests.rs") {
                wrong.push(format!("crates/{name}/src/{file} is not named"));
            }
        }
        for file in named.iter().filter(|file| !source.join(file).exists()) {
            wrong.push(format!("crates/{name}/src/{file} does not exist"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_and_documents_are_named_everywhere() {
    let mut wrong = Vec::new();
    let top = ["xtask", "fuzz", "web", "bots", "scripts", "packaging"].map(str::to_owned);
    for name in crates().iter().map(|name| format!("crates/{name}")).chain(top) {
        for (text, document) in [(MAP, "ARCHITECTURE.md"), (README, "README.md")] {
            if !quoted(text).any(|word| word == name) {
                wrong.push(format!("{document} does not name {name}"));
            }
        }
    }
    for name in names(&root().join("docs")).iter().filter(|name| name.ends_with(".md")) {
        if name != "ARCHITECTURE.md" && !links(MAP).any(|link| link == name) {
            wrong.push(format!("ARCHITECTURE.md does not name docs/{name}"));
        }
        if !links(README).any(|link| link.strip_prefix("docs/") == Some(name)) {
            wrong.push(format!("README.md does not name docs/{name}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_use_what_the_map_allows() {
    for name in crates().iter().filter(|name| *name != "bagh-cli") {
        let start = format!("| `crates/{name}` |");
        let row = MAP.lines().find(|line| line.starts_with(&start)).unwrap();
        let last = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let allowed: BTreeSet<&str> =
            quoted(last).filter(|word| word.starts_with("bagh")).collect();
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let used = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let used = used.take_while(|line| !line.starts_with('['));
        let used = used.filter_map(|line| line.split(['.', ' ', '=']).next());
        let used: BTreeSet<&str> = used.filter(|word| word.starts_with("bagh")).collect();
        assert_eq!(used, allowed, "{name}: what it uses, and what the map says");
    }
}

#[test]
fn what_the_map_names_exists() {
    let mut wrong = Vec::new();
    let top = names(&root());
    let sources = sources(&root());
    for (text, document, folder) in [(MAP, "ARCHITECTURE.md", "docs"), (README, "README.md", "")] {
        for link in links(text).filter(|link| !root().join(folder).join(link).exists()) {
            wrong.push(format!("{document} links to {link}"));
        }
        for word in quoted(text).filter(|word| !word.contains([' ', '\n', '<', '{', '*'])) {
            // Paths from the root of the repository, and names of files anywhere in it.
            let from_root = word
                .split_once('/')
                .is_some_and(|(first, _)| top.contains(&format!("{first}/")) && first != "target");
            let is_source = word.ends_with(".rs");
            let is_there = root().join(word).exists()
                || NOT_FILES.contains(&word)
                || (is_source && sources.iter().any(|path| path.ends_with(word)));
            if (from_root || is_source) && !is_there {
                wrong.push(format!("{document} names {word}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All files of Rust in the repository.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = ["crates", "xtask", "fuzz"].map(|name| root.join(name)).into();
    while let Some(folder) = folders.pop() {
        for name in names(&folder) {
            match name.strip_suffix('/') {
                Some("target" | "node_modules") => {}
                Some(name) => folders.push(folder.join(name)),
                None if name.ends_with(".rs") => found.push(folder.join(name)),
                None => {}
            }
        }
    }
    found
}
