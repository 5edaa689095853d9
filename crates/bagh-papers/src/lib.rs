//! Every number and every claim of the papers, ours beside it.
//!
//! [`rows`] lists them. Numbers of the papers' tables come from [`published`]; claims stand in
//! `claims.toml`, each with what we found. Whatever can be computed in a moment, or looked up in
//! solved tables, is computed again whenever the list is made and compared with the recorded
//! result. [`tree_size`] estimates the size of game trees, as the papers did.
//!
//! ```
//! use bagh_papers::Finding;
//!
//! // Without tables, which settle most of the rest.
//! let rows = bagh_papers::rows(None, &[])?;
//! assert!(rows.iter().all(|row| row.finding != Finding::Differs));
//! let first = rows.iter().find(|row| row.what == "tiger placements").unwrap();
//! assert_eq!((first.printed.as_str(), first.ours.as_deref()), ("1666", Some("1666")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod checks;
mod claims;
mod counting;
mod figure_1b;
pub mod published;
mod table_5;
pub mod tree_size;

use bagh::{Game, Side};
use bagh_tables::stats::{self, ClassRow};
use bagh_tables::{ProbeError, Tables};
use serde::{Deserialize, Serialize};

use crate::published::{Agreement, HALFWAY, PublishedNumber};

/// How what a paper says compares with what we know.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// It is right.
    Equal,
    /// Something was printed wrongly.
    Misprint,
    /// It is right as far as it goes, and we know more: an estimate, a part, a bound.
    Refined,
    /// It is wrong.
    Refuted,
    /// Not settled: we have nothing to put beside it yet, or cannot tell why ours is another.
    Open,
    /// Ours takes tables, and there are none.
    NeedsTables,
    /// A recorded result no longer holds: something is wrong with this program.
    Differs,
}

impl Finding {
    /// All of them.
    pub const ALL: [Finding; 7] = [
        Finding::Equal,
        Finding::Misprint,
        Finding::Refined,
        Finding::Refuted,
        Finding::Open,
        Finding::NeedsTables,
        Finding::Differs,
    ];

    /// The word for this in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Finding::Equal => "equal",
            Finding::Misprint => "misprint",
            Finding::Refined => "refined",
            Finding::Refuted => "refuted",
            Finding::Open => "open",
            Finding::NeedsTables => "needs-tables",
            Finding::Differs => "differs",
        }
    }
}

impl From<Agreement> for Finding {
    fn from(agreement: Agreement) -> Finding {
        match agreement {
            Agreement::Equal => Finding::Equal,
            Agreement::Misprint => Finding::Misprint,
            Agreement::Estimate | Agreement::Part => Finding::Refined,
            Agreement::Differs => Finding::Differs,
            Agreement::NeedsTables => Finding::NeedsTables,
        }
    }
}

/// Where ours comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Worked out just now.
    Computed,
    /// Measured once, and written down.
    Recorded,
    /// Not there.
    Nothing,
}

/// Something that a paper says, and what we know of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PaperRow {
    /// The paper.
    pub paper: String,
    /// The table or section.
    pub place: String,
    /// What it is about.
    pub what: String,
    /// What is printed.
    pub printed: String,
    /// Ours.
    pub ours: Option<String>,
    /// How they compare.
    pub finding: Finding,
    /// Why, where that needs a word.
    pub note: Option<String>,
    /// Where ours comes from.
    pub basis: Basis,
    /// What repeats it.
    pub command: String,
}

impl PaperRow {
    fn of_number(number: PublishedNumber) -> PaperRow {
        let (paper, place) =
            number.source.split_once(", ").unwrap_or((number.source.as_str(), "text"));
        let command = match place {
            "Table 1" | "text" => "bagh count",
            "title" => "bagh probe",
            "Table 4" => "bagh stats",
            _ => "bagh stats --cross",
        };
        let known = !number.ours.is_empty();
        PaperRow {
            paper: paper.to_owned(),
            place: place.to_owned(),
            what: number.what,
            printed: number.printed,
            ours: known.then_some(number.ours),
            finding: number.agreement.into(),
            note: number.note.map(str::to_owned),
            basis: if known { Basis::Computed } else { Basis::Nothing },
            command: command.to_owned(),
        }
    }
}

/// Everything that the papers say, in the order of the papers. The tables are those of Bagh Chal
/// with five captures to win; without them some of ours are left out. `fewer` are tables with fewer
/// captures to win and with plies, as far as they are there: they tell how soon the tigers can force
/// so many captures.
pub fn rows(tables: Option<&Tables>, fewer: &[Tables]) -> Result<Vec<PaperRow>, ProbeError> {
    let tables = tables.filter(|tables| tables.is_complete());
    let numbers = match tables {
        Some(tables) => published::compare(tables, &stats::cross(tables)?)?,
        None => published::without_tables(),
    };
    let mut rows: Vec<PaperRow> = numbers.into_iter().map(PaperRow::of_number).collect();
    rows.extend(table_5::rows(Game::bagh_chal()));
    rows.extend(claims::rows(tables, fewer)?);
    // Stable: within a place the order is that of the paper.
    rows.sort_by_key(|row| claims::PAPERS.iter().position(|(_, paper)| *paper == row.paper));
    Ok(rows)
}

/// All positions halfway, ten goats placed and tiger to move, by value: the split of which the
/// paper of 2009 computed a part (its Table 4).
pub fn halfway(tables: &Tables) -> Vec<ClassRow> {
    let mut rows = stats::rows(tables.game(), tables.manifest());
    rows.retain(|row| (row.placed, row.turn) == (HALFWAY, Side::Tiger));
    rows.sort_by_key(|row| std::cmp::Reverse(row.captured));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_tables_nothing_is_wrong() {
        let rows = rows(None, &[]).unwrap();
        let wrong: Vec<&PaperRow> =
            rows.iter().filter(|row| row.finding == Finding::Differs).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        let count = |paper: &str| rows.iter().filter(|row| row.paper.contains(paper)).count();
        assert!(count("2004") > 150 && count("2009") > 100, "{} {}", count("2004"), count("2009"));
        assert!(count("Shouthiri") > 5 && count("Sapkota") > 5);
    }

    #[test]
    fn words_are_those_of_the_interface() {
        for finding in Finding::ALL {
            let json = serde_json::to_string(&finding).unwrap();
            assert_eq!(json, format!("\"{}\"", finding.word()));
        }
    }
}
