//! Checking tables: their files, their positions, their counts.
//!
//! Positions are checked with the plain rules ([`bagh::plain`]), which share nothing with the
//! kernels that solved them: see `recompute`. A sample of positions is checked, or all of them.

pub(crate) mod classes;
mod counts;
mod files;
mod full;
mod layer;
mod plies;
pub(crate) mod random;
mod recompute;
mod report;
mod sample;
pub(crate) mod sliding;
#[cfg(test)]
mod tests;

use std::path::Path;

use bagh::Game;

pub use report::{Problem, VerdictText, VerifyReport};

use crate::error::TableError;
use crate::parts::Part;
use crate::solve::Progress;
use crate::stats::stored::check_stored;
use crate::stats::{CrossTable, Distances, LongestWin};
use crate::store::tables_game;
use crate::tables::Tables;

/// How many positions are checked if nothing else is asked for.
pub const SAMPLE: usize = 20_000;

/// Which positions to check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// About this many, spread over all classes; always the same ones.
    Sample(usize),
    /// Every position of every class.
    Full,
}

/// What to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyOptions {
    /// Which positions.
    pub extent: Extent,
    /// Only positions of these parts; of all parts if there are none.
    pub parts: Vec<Part>,
    /// How many won positions of the placement phase to check for their plies, if tables hold them.
    pub plies: usize,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        VerifyOptions { extent: Extent::Sample(SAMPLE), parts: Vec::new(), plies: SAMPLE }
    }
}

impl VerifyOptions {
    fn wants(&self, part: Part) -> bool {
        self.parts.is_empty() || self.parts.contains(&part)
    }
}

/// Checks the tables of a game in the folder of all tables.
///
/// Whatever is wrong with them stands in the report. An error is something that kept them from
/// being looked at: that there are none, or that they are of another game.
pub fn verify(
    game: &Game,
    tables: &Path,
    options: &VerifyOptions,
    progress: &dyn Progress,
) -> Result<VerifyReport, TableError> {
    // What is verified is the tables, with all that they hold.
    let game = &tables_game(game);
    let mut report = VerifyReport::new(options.extent);
    let tables = match Tables::open(game, tables) {
        Ok(tables) => tables,
        Err(error @ TableError::Damaged { .. }) => {
            report.problems.push(Problem::file(&error));
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    let parts: Vec<Part> = Part::all(game)
        .into_iter()
        .filter(|part| tables.manifest().part(*part).is_some())
        .collect();
    report.unsolved = Part::all(game).into_iter().filter(|part| !parts.contains(part)).collect();
    files::check(&tables, &parts, &mut report);
    if let Some(error) = tables.plies_trouble() {
        report.problems.push(Problem::file(error));
    }
    if let Some(plies) = tables.plies() {
        plies::check_files(&tables, plies.manifest(), &mut report);
    }
    // What cannot be read cannot be counted or recomputed.
    if report.problems.is_empty() {
        let checked = check_contents(&tables, &parts, options, progress, &mut report);
        let checked = checked.and_then(|()| {
            // Plies rest on values.
            match report.problems.is_empty() && tables.plies().is_some() {
                true => plies::check(&tables, options.plies, progress, &mut report),
                false => Ok(()),
            }
        });
        if let Err(error) = checked {
            report.problems.push(Problem::file(&error));
        }
    }
    Ok(report)
}

fn check_contents(
    tables: &Tables,
    parts: &[Part],
    options: &VerifyOptions,
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(), TableError> {
    let cross = counts::check(tables, parts, report)?;
    check_stored_counts(tables, report);
    if report.unsolved.is_empty() {
        report.cross = Some(cross);
    }
    let wanted: Vec<Part> = parts.iter().copied().filter(|&part| options.wants(part)).collect();
    match options.extent {
        Extent::Sample(number) => sample::check(tables, &wanted, number, progress, report),
        Extent::Full => full::check(tables, &wanted, progress, report),
    }
}

/// Checks the counts that are kept beside the tables, if all sliding tables are there to count.
fn check_stored_counts(tables: &Tables, report: &mut VerifyReport) {
    if report.unsolved.iter().any(|part| matches!(part, Part::Sliding { .. })) {
        return;
    }
    type Check = fn(&Tables) -> Result<bool, TableError>;
    let checks: [Check; 3] =
        [check_stored::<CrossTable>, check_stored::<Distances>, check_stored::<LongestWin>];
    for check in checks {
        match check(tables) {
            Ok(kept) => report.stored_counts += u64::from(kept),
            Err(error) => report.problems.push(Problem::file(&error)),
        }
    }
}
