//! What docs/JSON.md promises: every key that is printed stands there with its type, and every key
//! that stands there is printed.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};

use bagh::{GameResult, Outcome, Phase, Reason, Side};
use bagh_arena::ForfeitKind;
use bagh_papers::published::Agreement;
use bagh_puzzles::Kind;
use serde_json::Value;

use crate::run::shell;
use crate::{admin, small};

const DOCUMENT: &str = include_str!("../../../../docs/JSON.md");

/// A key of the document.
struct Documented {
    types: BTreeSet<String>,
    is_optional: bool,
}

/// A section about one command.
#[derive(Default)]
struct Section {
    name: String,
    examples: Vec<String>,
    keys: BTreeMap<String, Documented>,
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in DOCUMENT.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            sections.push(Section { name: name.to_owned(), ..Section::default() });
        }
        let Some(section) = sections.last_mut().filter(|s| s.name.starts_with("bagh ")) else {
            continue;
        };
        if let Some(example) = line.strip_prefix("$ ") {
            section.examples.push(example.to_owned());
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, key, types, meaning, _] = cells[..]
            && let Some(key) = key.strip_prefix('`').and_then(|key| key.strip_suffix('`'))
        {
            let types = types.split(" or ").map(str::to_owned).collect();
            let is_optional = meaning.ends_with("optional");
            section.keys.insert(key.to_owned(), Documented { types, is_optional });
        }
    }
    sections.retain(|section| section.name.starts_with("bagh "));
    sections
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Enters the keys below a value, and the types of what they hold.
fn collect(value: &Value, path: &str, found: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                found.entry(path.clone()).or_default().insert(type_of(value));
                collect(value, &path, found);
            }
        }
        Value::Array(elements) => {
            let path = format!("{path}[]");
            for element in elements {
                if !matches!(element, Value::Object(_) | Value::Array(_)) {
                    found.entry(path.clone()).or_default().insert(type_of(element));
                }
                collect(element, &path, found);
            }
        }
        _ => {}
    }
}

/// The name that the document has for a key: `*` stands for any.
fn documented_name(section: &Section, key: &str) -> String {
    let any = key.rsplit_once('.').map(|(object, _)| format!("{object}.*"));
    match any {
        Some(any) if section.keys.contains_key(&any) => any,
        _ => key.to_owned(),
    }
}

#[test]
fn every_key_is_documented_and_every_documented_key_is_printed() {
    let sections = sections();
    assert!(sections.len() > 20);
    let mut wrong = Vec::new();
    for section in &sections {
        let folder = small::solved(small::FIXED);
        admin::make_empty(folder.path());
        let mut found = BTreeMap::new();
        for example in &section.examples {
            let run = shell(folder.path(), example);
            assert!(run.code == 0, "{example}: {run:?}");
            // One document, or one a line.
            let documents = serde_json::Deserializer::from_str(&run.stdout).into_iter::<Value>();
            for document in documents {
                let document = document.unwrap_or_else(|error| panic!("{example}: {error}"));
                collect(&document, "", &mut found);
            }
        }
        let mut seen = BTreeSet::new();
        for (key, types) in &found {
            let name = documented_name(section, key);
            match section.keys.get(&name) {
                None => wrong.push(format!("{}: {key} is not documented", section.name)),
                Some(documented) => {
                    for found in types {
                        // A number may happen to be whole.
                        let fits = documented.types.contains(*found)
                            || (*found == "integer" && documented.types.contains("number"));
                        if !fits {
                            wrong.push(format!("{}: {key} is {found}", section.name));
                        }
                    }
                }
            }
            seen.insert(name);
        }
        for (key, documented) in &section.keys {
            // What is below something that can be missing need not be there.
            let parents: Vec<&str> =
                key.match_indices(['.', '[']).map(|(at, _)| &key[..at]).collect();
            let may_miss = parents.iter().any(|parent| {
                section.keys.get(*parent).is_some_and(|parent| {
                    parent.types.contains("null") || parent.types.contains("array")
                })
            });
            if !documented.is_optional && !may_miss && !seen.contains(key) {
                wrong.push(format!("{}: {key} is documented and not printed", section.name));
            }
        }
        // A section whose examples print nothing of what is optional would be of no use. What is
        // below an object that only tables bring, or an array that is empty here, does not count.
        let root = |key: &str| key.split(['.', '[']).next().unwrap_or_default().to_owned();
        let can_be_seen = |key: &String| match root(key) {
            root if root.is_empty() || root == *key => true,
            root if key[root.len()..].starts_with('[') => {
                seen.iter().any(|seen| seen.starts_with(&format!("{root}[]")))
            }
            root => seen.contains(&root),
        };
        let documented = section.keys.keys().filter(|key| can_be_seen(key)).count();
        assert!(seen.len() * 2 > documented, "{}: {seen:?}", section.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn captures_mean_one_thing() {
    // Files of puzzles keep their old key.
    for section in sections().iter().filter(|section| section.name != "bagh puzzles") {
        if let Some(captures) = section.keys.get("captures") {
            let ending = section.keys.contains_key("outcome");
            assert!(ending, "{}: captures without an outcome", section.name);
            assert!(captures.types.contains("integer"));
        }
    }
}

/// The words in backticks of a row of this section.
fn words(section: &str, key: &str) -> BTreeSet<String> {
    let text = DOCUMENT.split("\n## ").find(|text| text.lines().next() == Some(section));
    let text = text.unwrap_or_else(|| panic!("{section} is missing"));
    let row = text.lines().find(|line| line.starts_with(&format!("| `{key}` |")));
    let row = row.unwrap_or_else(|| panic!("{section}: {key} is missing"));
    // What follows a semicolon says more, and lists nothing.
    let meaning = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
    let list = meaning.split(';').next().unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn words_are_those_of_the_code() {
    let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let reasons: BTreeSet<String> = set(&Reason::ALL.map(Reason::word));
    // Those that a position itself decides.
    let by_position = |reason: &Reason| match reason {
        Reason::Captures | Reason::TigersTrapped | Reason::Dandee | Reason::LockedGoats => true,
        Reason::Repetition | Reason::Resignation | Reason::Agreement => false,
    };
    let decided: Vec<&str> = Reason::ALL
        .iter()
        .filter(|reason| by_position(reason))
        .map(|reason| reason.word())
        .collect();
    let everywhere = "What keys mean everywhere";
    assert_eq!(words(everywhere, "reason"), reasons);
    let outcomes = [Outcome::GoatWin, Outcome::Draw, Outcome::TigerWin];
    assert_eq!(words(everywhere, "outcome"), set(&outcomes.map(Outcome::word)));
    assert_eq!(words("bagh show", "result.reason"), set(&decided));
    let ends = [decided.as_slice(), &["settled"]].concat();
    assert_eq!(words("bagh line", "end.reason"), set(&ends));
    let played = ["reason", "ply-limit", "adjudication", "forfeit"];
    assert_eq!(words("bagh match", "reason"), set(&played));
    let forfeit = ["player", "kind", "message", "said"];
    let forfeits = [forfeit.as_slice(), &ForfeitKind::ALL.map(ForfeitKind::word)].concat();
    assert_eq!(words("bagh match", "forfeit"), set(&forfeits));
    assert_eq!(words("bagh puzzles", "puzzles[].kind"), set(&Kind::ALL.map(Kind::word)));
    let agreements = Agreement::ALL.map(Agreement::word);
    assert_eq!(words("bagh verify", "published[].agreement"), set(&agreements));
    let sides = [Side::Goat, Side::Tiger].map(|side| side.to_string());
    let phases = [Phase::Placement, Phase::Sliding].map(|phase| phase.word().to_owned());
    let row =
        DOCUMENT.lines().find(|line| line.starts_with("| `phase`, `turn`, `side` |")).unwrap();
    for word in sides.iter().chain(&phases) {
        assert!(row.contains(&format!("`{word}`")), "{word}");
    }
}

#[test]
fn the_worth_of_wins_is_that_of_the_code() {
    let worth = |reason| GameResult { outcome: Outcome::TigerWin, reason }.worth();
    let (usual, grand) = (worth(Reason::Captures), worth(Reason::LockedGoats));
    let row = DOCUMENT.lines().find(|line| line.starts_with("| `result.worth` |")).unwrap();
    assert!(row.contains(&format!(": {usual}, or {grand} if it is grand")), "{row}");
}
