//! `bagh papers`.

use std::path::Path;

use crate::run::{bagh, program, shell};

/// The tables of Bagh Chal, where somebody made them.
fn tables() -> Option<String> {
    let folder = std::env::var("BAGH_TABLES").ok()?;
    Path::new(&folder).join("bagh-chal-5/manifest.json").exists().then_some(folder)
}

fn json(args: &[&str]) -> Vec<serde_json::Value> {
    let output = program().args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What is written down of a row: all but where ours comes from.
fn line(row: &serde_json::Value) -> String {
    let text = |field: &str| row[field].as_str().unwrap_or("-").to_owned();
    ["paper", "place", "what", "printed", "ours", "finding", "command"].map(text).join(" | ")
}

/// Every row as it was when it was last looked at. After a change that is meant:
/// `BAGH_TABLES=… bagh papers --json` and this test's message show the new one.
#[test]
fn the_list_is_what_it_was_on_tables() {
    let Some(folder) = tables() else { return };
    let rows = json(&["papers", "--json", "--tables", &folder]);
    let lines: Vec<String> =
        rows.iter().filter(|row| row.get("halfway").is_none()).map(line).collect();
    let snapshot = include_str!("papers.snapshot");
    for (number, (found, expected)) in lines.iter().zip(snapshot.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(lines.len(), snapshot.lines().count());
    assert_eq!(rows.len() - lines.len(), 5);
}

/// The same without tables: a row either says what the snapshot says, or that it needs them.
#[test]
fn without_tables_rows_say_so() {
    let rows = json(&["papers", "--json", "--tables", "/nowhere"]);
    let snapshot: Vec<Vec<&str>> =
        include_str!("papers.snapshot").lines().map(|line| line.split(" | ").collect()).collect();
    assert_eq!(rows.len(), snapshot.len());
    let mut missing = 0;
    for (row, expected) in rows.iter().zip(snapshot) {
        let found = line(row);
        let found: Vec<&str> = found.split(" | ").collect();
        assert_eq!(found[..4], expected[..4]);
        if found[5] == "needs-tables" {
            missing += 1;
            assert_eq!(found[4], "-");
        } else {
            assert_eq!(found, expected);
        }
    }
    assert!(missing > 200, "{missing}");
}

#[test]
fn people_get_a_summary() {
    let text = bagh(["papers", "--tables", "/nowhere"]).fine();
    assert!(
        text.contains("Lim and Nievergelt 2009, Table 5\n  18 numbers: equal (bagh perft 6)"),
        "{text}"
    );
    assert!(text.contains("needs tables: `bagh solve --tables /nowhere`"), "{text}");
    let refuted = bagh(["papers", "--tables", "/nowhere", "--finding", "refuted"]).fine();
    assert!(refuted.contains("within 40 plies, and no sooner (measured)"), "{refuted}");
    assert!(!refuted.contains("equal"), "{refuted}");
}

/// A command that stands beside a claim is one that this program has.
#[cfg(unix)]
#[test]
fn commands_of_the_list_exist() {
    let folder = tempfile::tempdir().unwrap();
    let mut names: Vec<String> = json(&["papers", "--json", "--tables", "/nowhere"])
        .iter()
        .flat_map(|row| {
            row["command"].as_str().unwrap().split("; ").map(str::to_owned).collect::<Vec<_>>()
        })
        .filter_map(|command| {
            let name = command.strip_prefix("bagh ")?.split(' ').next()?;
            Some(name.to_owned())
        })
        .collect();
    names.sort();
    names.dedup();
    for name in names {
        let run = shell(folder.path(), &format!("bagh {name} --help"));
        assert_eq!(run.code, 0, "{name}");
    }
}
