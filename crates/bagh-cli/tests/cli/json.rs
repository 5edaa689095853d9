//! What docs/JSON.md promises: every key that is printed stands there with its type, and every key
//! that stands there is printed.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};

use bagh::{GameResult, Outcome, Phase, Reason, Side};
use bagh_arena::ForfeitKind;
use bagh_papers::published::Agreement;
use bagh_puzzles::Kind;
use serde_json::Value;

use crate::documented::COMMANDS;
use crate::run::{program, shell};
use crate::{admin, small};

const DOCUMENT: &str = include_str!("../../../../docs/JSON.md");

/// A key of the document.
struct Documented {
    types: BTreeSet<String>,
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
        if let [_, key, types, _, _] = cells[..]
            && let Some(key) = key.strip_prefix('`').and_then(|key| key.strip_suffix('`'))
        {
            let types = types.split(" or ").map(str::to_owned).collect();
            section.keys.insert(key.to_owned(), Documented { types });
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

/// Sections whose objects other tests collect, since it takes more than an example to get them.
const ELSEWHERE: [&str; 4] =
    ["bagh puzzles --challenge", "bagh admin export", "bagh serve", "bagh bot"];

/// Commands without a section: `ugi` has no JSON, and the help of no command does.
const WITHOUT_JSON: [&str; 1] = ["ugi"];

/// Keys whose contents another document describes, by section.
const BELOW_ELSEWHERE: [(&str, &str); 1] = [("bagh admin export", "events[]")];

/// Keys that no example prints, by section: what is below them counts, too. Players that fail,
/// tables that are damaged, the tables of Bagh Chal and rated games have tests of their own.
const NOT_PRINTED: &[(&str, &[&str])] = &[
    ("bagh admin", &["players[]"]),
    ("bagh arena", &["ratings[].forfeits.*"]),
    ("bagh exam", &["failed.*"]),
    ("bagh mark", &["failed[]"]),
    ("bagh papers", &["halfway"]),
    ("bagh verify", &["problems[]", "published[]", "unsolved[]"]),
];

/// What is wrong with the objects that a command has printed, compared with its section: keys that
/// are not documented, other types, and documented keys that none of the objects has.
fn differences(name: &str, printed: &[Value]) -> Vec<String> {
    let sections = sections();
    let section = sections.iter().find(|section| section.name == name);
    let section = section.unwrap_or_else(|| panic!("docs/JSON.md has no section {name}"));
    let mut found = BTreeMap::new();
    printed.iter().for_each(|document| collect(document, "", &mut found));
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (key, types) in &found {
        if BELOW_ELSEWHERE.iter().any(|(at, above)| *at == name && key.starts_with(above)) {
            continue;
        }
        let documented = documented_name(section, key);
        match section.keys.get(&documented) {
            None => wrong.push(format!("{name}: {key} is not documented")),
            Some(documented) => {
                for found in types {
                    // A number may happen to be whole.
                    let fits = documented.types.contains(*found)
                        || (*found == "integer" && documented.types.contains("number"));
                    if !fits {
                        wrong.push(format!("{name}: {key} is {found}"));
                    }
                }
            }
        }
        seen.insert(documented);
    }
    let listed = NOT_PRINTED.iter().find(|(section, _)| *section == name);
    let listed = listed.map_or(&[][..], |(_, keys)| keys);
    for key in section.keys.keys() {
        let is_below = |other: &&&str| {
            let rest = key.strip_prefix(**other);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        match (seen.contains(key), listed.iter().find(is_below)) {
            (false, None) => wrong.push(format!("{name}: {key} is documented and not printed")),
            (true, Some(other)) => {
                wrong.push(format!("{name}: {key} is printed: take {other} off NOT_PRINTED"));
            }
            _ => {}
        }
    }
    wrong
}

/// Compares what a command has printed with its section.
#[track_caller]
pub fn check(name: &str, printed: &[Value]) {
    let wrong = differences(name, printed);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_key_is_documented_and_every_documented_key_is_printed() {
    let mut wrong = Vec::new();
    for section in &sections() {
        if ELSEWHERE.contains(&section.name.as_str()) {
            continue;
        }
        let folder = small::solved(small::FIXED);
        admin::make_empty(folder.path());
        let mut printed = Vec::new();
        for example in &section.examples {
            let run = shell(folder.path(), example);
            assert!(run.code == 0, "{example}: {run:?}");
            // One document, or one a line.
            let documents = serde_json::Deserializer::from_str(&run.stdout).into_iter::<Value>();
            let documents = documents.collect::<Result<Vec<Value>, _>>();
            printed.extend(documents.unwrap_or_else(|error| panic!("{example}: {error}")));
        }
        wrong.extend(differences(&section.name, &printed));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_has_a_section() {
    let commands: BTreeSet<String> = sections()
        .iter()
        .filter_map(|section| section.name.split(' ').nth(1).map(str::to_owned))
        .collect();
    let expected = COMMANDS.iter().filter(|command| !WITHOUT_JSON.contains(command));
    assert_eq!(commands, expected.map(|command| (*command).to_owned()).collect());
    for name in ELSEWHERE {
        assert!(sections().iter().any(|section| section.name == name), "{name}");
    }
}

#[test]
fn the_challenge_is_documented_on_tables() {
    let Some(tables) = std::env::var_os("BAGH_TABLES") else { return };
    if !std::path::Path::new(&tables).join("bagh-chal-5/manifest.json").exists() {
        return;
    }
    let mut program = program();
    program.args(["puzzles", "--challenge", "--json", "--tables"]).arg(tables);
    let output = program.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    check("bagh puzzles --challenge", &lines.collect::<Vec<Value>>());
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
