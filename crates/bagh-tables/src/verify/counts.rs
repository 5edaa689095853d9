//! Counts in a second way: by the lemma of Burnside where the census looked at positions, and
//! position by position where the census used the lemma.

use bagh::Side;

use super::classes::Class;
use super::report::{Problem, VerifyReport, class_name};
use crate::burnside::images;
use crate::census::CensusRow;
use crate::error::TableError;
use crate::parts::Part;
use crate::stats::CrossTable;
use crate::stats::cross::Recount;
use crate::tables::Tables;

/// Checks the census of these parts. Returns the cross tables, for which the sliding tables were
/// read through anyway.
pub(crate) fn check(
    tables: &Tables,
    parts: &[Part],
    report: &mut VerifyReport,
) -> Result<Vec<CrossTable>, TableError> {
    let game = tables.game();
    let mut cross = Vec::new();
    for &part in parts {
        let recount = match part {
            Part::Sliding { captured } => Some(Recount::of_class(tables, captured)?),
            _ => None,
        };
        for class in Class::of_part(game, part) {
            if class.is_opening(game) {
                continue; // Too few to be counted.
            }
            let row = row_of(tables, class);
            let number = images(game.board(), usize::from(game.tigers()), class.goats() as usize);
            compare(class, row.map(|row| vec![row.positions()]), vec![number as u64], report);
            if let (Some(recount), Some(row)) = (&recount, row) {
                let again = &recount.rows[usize::from(class.turn == Side::Goat)];
                compare_rows(class, row, again, report);
            }
            report.classes += 1;
        }
        cross.extend(recount.map(|recount| recount.cross));
    }
    cross.sort_by_key(|table| table.captured);
    Ok(cross)
}

/// The census of a class, if there is one.
pub(crate) fn row_of(tables: &Tables, class: Class) -> Option<&CensusRow> {
    let mut rows = tables.manifest().parts.iter().flat_map(|part| &part.census);
    rows.find(|row| {
        (row.placed, row.captured, row.turn) == (class.placed, class.captured, class.turn)
    })
}

/// Compares the census with a second count.
pub(crate) fn compare_rows(
    class: Class,
    row: &CensusRow,
    again: &CensusRow,
    report: &mut VerifyReport,
) {
    compare(class, Some(row.counts.clone()), again.counts.clone(), report);
    let plies = |row: &CensusRow| row.longest.iter().map(|&n| u64::from(n)).collect();
    compare(class, Some(plies(row)), plies(again), report);
}

fn compare(class: Class, found: Option<Vec<u64>>, expected: Vec<u64>, report: &mut VerifyReport) {
    if found.as_ref() == Some(&expected) {
        return;
    }
    let text =
        |numbers: &Vec<u64>| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    report.problems.push(Problem::Count {
        class: class_name(class.placed, class.captured, class.turn),
        found: found.as_ref().map_or("nothing".to_owned(), text),
        expected: text(&expected),
    });
}
