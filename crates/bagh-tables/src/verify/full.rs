//! Every position: part after part, the next half-layer or class at hand in memory.
//!
//! This is a second solution of the placement phase, by the plain rules, that must come to the
//! same values.

use rayon::prelude::*;

use super::classes::{Class, Positions};
use super::counts;
use super::layer::Layer;
use super::recompute::recompute;
use super::report::{Problem, VerifyReport};
use super::sliding::SlidingClass;
use crate::error::TableError;
use crate::parts::Part;
use crate::solve::Progress;
use crate::tables::Tables;

/// Checks all positions of these parts, which come in the order in which they are solved. Stops
/// at the first part that has a wrong one.
pub(crate) fn check(
    tables: &Tables,
    parts: &[Part],
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(), TableError> {
    let (game, space) = (tables.game(), tables.space());
    let positions = |part: Part| -> u64 {
        Class::of_part(game, part).into_iter().map(|class| class.len(space)).sum()
    };
    progress.begin(parts.iter().map(|&part| positions(part)).sum(), 0);
    let mut above: Option<SlidingClass> = None;
    let mut next: Option<Layer> = None;
    for &part in parts {
        progress.start(part);
        let problem = match part {
            Part::Sliding { captured } => {
                let class = SlidingClass::read(tables, captured)?;
                let wanted = captured + 1;
                if wanted == game.captures() {
                    above = None;
                } else if above.as_ref().is_none_or(|class| class.captured != wanted) {
                    above = Some(SlidingClass::read(tables, wanted)?);
                }
                let problem = class.check(space, above.as_ref(), progress);
                above = Some(class);
                problem
            }
            Part::Placement { placed } => {
                above = None;
                let after = match next.take().filter(|layer| layer.placed == placed + 1) {
                    Some(layer) => layer,
                    None => Layer::read(tables, placed + 1, progress)?,
                };
                let (layer, problem) = check_layer(tables, after, progress, report)?;
                next = Some(layer);
                problem
            }
            Part::Opening => check_opening(tables, progress)?,
            // Checked by a sample.
            Part::Plies { .. } | Part::PliesOpening => None,
        };
        if let Some(problem) = problem {
            report.problems.push(problem);
            return Ok(());
        }
        report.positions += positions(part);
        progress.finish(part, 0);
    }
    Ok(())
}

/// Checks the half-layers before a layer with tiger to move. Returns the one with tiger to move.
fn check_layer(
    tables: &Tables,
    after: Layer,
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(Layer, Option<Problem>), TableError> {
    let goat = Layer::goat(tables, &after, progress);
    // Half-layers are large: no more than two are kept.
    drop(after);
    count(tables, &goat, report);
    let (tiger, problem) = if Layer::is_left_out(tables, goat.placed) {
        (Layer::tiger(tables, &goat, progress), None)
    } else {
        let layer = Layer::read(tables, goat.placed, progress)?;
        let problem = layer.check(tables, &goat, progress);
        (layer, problem)
    };
    count(tables, &tiger, report);
    Ok((tiger, problem))
}

/// Compares the census of a half-layer with the manifest's.
fn count(tables: &Tables, layer: &Layer, report: &mut VerifyReport) {
    for (class, again) in layer.census(tables.space()) {
        if let Some(row) = counts::row_of(tables, class) {
            counts::compare_rows(class, row, &again, report);
        }
    }
}

fn check_opening(tables: &Tables, progress: &dyn Progress) -> Result<Option<Problem>, TableError> {
    let (game, space) = (tables.game(), tables.space());
    for class in Class::of_part(game, Part::Opening) {
        let positions = Positions::new(space, class);
        let differing = (0..positions.len()).into_par_iter().find_map_first(|number| {
            let position = positions.get(number);
            let checked = tables.value_verdict(&position).and_then(|found| {
                let expected = recompute(game, &position, |next| tables.value_verdict(next))?;
                Ok((found != expected).then(|| Problem::position(game, &position, found, expected)))
            });
            checked.transpose()
        });
        progress.advance(positions.len() as u64);
        if let Some(problem) = differing {
            return problem.map(Some);
        }
    }
    Ok(None)
}
