//! The records of docs/records replay, and end as docs/RESULTS.md says.

use std::path::Path;

use bagh::record::Record;
use bagh::{Game, Outcome};

const RECORDS: [(&str, Option<Outcome>, usize, u8); 5] = [
    ("longest-tiger-win-1-captured", Some(Outcome::TigerWin), 137, 5),
    ("longest-tiger-win-2-captured", Some(Outcome::TigerWin), 137, 5),
    ("longest-goat-win-0-captured", Some(Outcome::GoatWin), 116, 4),
    ("longest-goat-win-1-captured", Some(Outcome::GoatWin), 116, 4),
    ("start", None, 42, 3),
];

#[test]
fn records_replay() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records");
    for (name, outcome, plies, captured) in RECORDS {
        let text = std::fs::read_to_string(folder.join(format!("{name}.bagh"))).unwrap();
        // Every move is checked when a record is read.
        let record = Record::parse(Game::bagh_chal(), &text).unwrap();
        let end = record.node(record.end());
        let result = record.game().result(end.position()).map(|result| result.outcome);
        assert_eq!(result, outcome, "{name}");
        assert_eq!(record.main_line().count(), plies, "{name}");
        assert_eq!(end.position().captured(), captured, "{name}");
    }
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, RECORDS.len(), "a record is not replayed");
}
