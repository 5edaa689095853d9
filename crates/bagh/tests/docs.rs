//! The examples of the documents that are not Rust: boards, positions and records.

use bagh::Game;
use bagh::notation::{self, Format, ReadOptions};
use bagh::record::Record;
use bagh::record::baghchal::{self, Dialect};

const DOCS: [&str; 2] =
    [include_str!("../../../docs/NOTATION.md"), include_str!("../../../docs/RULES.md")];

/// The blocks of code, each with the words after its opening fence.
fn blocks(text: &str) -> Vec<(Vec<&str>, String)> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(words) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            blocks.push((words.split_whitespace().collect(), block.join("\n") + "\n"));
        }
    }
    blocks
}

#[test]
fn examples_in_the_documents_are_right() {
    let mut checked = 0;
    for (words, block) in DOCS.into_iter().flat_map(blocks) {
        let game = words
            .get(1)
            .map_or_else(|| Game::bagh_chal().clone(), |name| Game::by_name(name).unwrap());
        let kind = words[0];
        if let Some(format) = Format::from_word(kind) {
            for line in block.lines() {
                let options = ReadOptions { lenient: false, format: Some(format) };
                let read = notation::read(&game, line, &options).expect(line);
                assert_eq!(notation::write(&game, &read, format).unwrap(), line);
                if !matches!(format, Format::BaghchalFen | Format::CapturedFen) {
                    let found = notation::read(&game, line, &ReadOptions::default());
                    assert_eq!(found, Ok(read));
                }
            }
        } else if let Some(dialect) = Dialect::from_word(kind) {
            for line in block.lines() {
                let record = baghchal::read(&game, line, dialect).expect(line);
                assert_eq!(baghchal::write(&record, dialect).unwrap(), format!("{line}\n"));
            }
        } else {
            match kind {
                "toml" => drop(Game::from_toml(&block).unwrap()),
                "record" => {
                    let record = Record::parse(&game, &block).unwrap();
                    assert_eq!(Record::parse(&game, &record.to_text()).unwrap(), record);
                }
                "rust" => continue, // Run as doc tests.
                other => panic!("no test for examples of {other:?}"),
            }
        }
        checked += 1;
    }
    assert!(checked >= 12, "found {checked} examples");
}
