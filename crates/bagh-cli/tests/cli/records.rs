//! The records of docs/records replay, and end as docs/RESULTS.md says.

use std::path::Path;

use bagh::record::Record;
use bagh::{Game, Outcome};

/// Name, outcome, plies, goats captured in the end.
const RECORDS: [(&str, Option<Outcome>, usize, u8); 9] = [
    ("longest-tiger-win-1-captured", Some(Outcome::TigerWin), 137, 5),
    ("longest-tiger-win-2-captured", Some(Outcome::TigerWin), 137, 5),
    ("longest-goat-win-0-captured", Some(Outcome::GoatWin), 116, 4),
    ("longest-goat-win-1-captured", Some(Outcome::GoatWin), 116, 4),
    ("start", None, 42, 3),
    ("aadu-puli-start", None, 30, 0),
    ("aadu-puli-first-tiger-on-b7", Some(Outcome::GoatWin), 61, 1),
    ("aadu-puli-longest-goat-win-0-captured", Some(Outcome::GoatWin), 210, 3),
    ("aadu-puli-longest-tiger-win-8-captured", Some(Outcome::TigerWin), 156, 10),
];

#[test]
fn records_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records");
    for (name, outcome, plies, captured) in RECORDS {
        let text = std::fs::read_to_string(folder.join(format!("{name}.bagh"))).unwrap();
        let game = if name.starts_with("aadu-puli") { "aadu-puli" } else { "bagh-chal" };
        // Every move is checked when a record is read.
        let record = Record::parse(&Game::by_name(game).unwrap(), &text).unwrap();
        let end = record.node(record.end());
        let result = record.game().result(end.position()).map(|result| result.outcome);
        assert_eq!(result, outcome, "{name}");
        assert_eq!(record.main_line().count(), plies, "{name}");
        assert_eq!(end.position().captured(), captured, "{name}");
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, RECORDS.len(), "a record is not replayed");
}
