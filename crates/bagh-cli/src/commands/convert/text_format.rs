//! The notations that can be named, of positions and of whole games.

use bagh::notation::Format;
use bagh::record::baghchal::Dialect;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A notation for positions or for whole games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextFormat {
    Position(Format),
    Record(RecordFormat),
}

/// A notation for whole games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordFormat {
    /// The records of this program.
    Own,
    /// Those of the baghchal package.
    Baghchal(Dialect),
}

impl RecordFormat {
    const ALL: [RecordFormat; 3] = [
        RecordFormat::Own,
        RecordFormat::Baghchal(Dialect::RowColumn),
        RecordFormat::Baghchal(Dialect::Ids),
    ];

    /// The word for this notation.
    pub fn word(self) -> &'static str {
        match self {
            RecordFormat::Own => "record",
            RecordFormat::Baghchal(dialect) => dialect.word(),
        }
    }
}

/// Takes the word for a notation.
pub fn parser() -> impl TypedValueParser<Value = TextFormat> {
    let positions = Format::ALL.map(|f| (f.word(), TextFormat::Position(f)));
    let records = RecordFormat::ALL.map(|f| (f.word(), TextFormat::Record(f)));
    let all: Vec<(&str, TextFormat)> = positions.into_iter().chain(records).collect();
    let words: Vec<PossibleValue> = all.iter().map(|(word, _)| PossibleValue::new(word)).collect();
    PossibleValuesParser::new(words).try_map(move |word| {
        let found = all.iter().find(|(w, _)| *w == word);
        found.map(|(_, format)| *format).ok_or_else(|| format!("no notation is called {word}"))
    })
}
