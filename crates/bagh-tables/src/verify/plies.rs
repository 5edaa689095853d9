//! Plies of the placement phase: their files, and a sample of positions.
//!
//! Recomputing one position takes the plies of some hundred others, which stand in a hundred
//! blocks. So positions are drawn in clusters that have their tigers in common, and with them most
//! of those blocks.

use rayon::prelude::*;

use super::classes::{Class, Positions};
use super::files::check_file;
use super::random::Random;
use super::recompute::recompute_with_plies;
use super::report::{Problem, VerifyReport};
use crate::error::TableError;
use crate::manifest::Manifest;
use crate::parts::Part;
use crate::solve::Progress;
use crate::tables::Tables;

const SEED: u64 = 2009;

/// Positions that have their tigers in common.
const CLUSTER: usize = 250;

/// Checks the files of plies that are listed.
pub(crate) fn check_files(tables: &Tables, manifest: &Manifest, report: &mut VerifyReport) {
    for part in Part::plies(tables.space().game()) {
        let Some(finished) = manifest.part(part) else {
            report.unsolved.push(part.name());
            continue;
        };
        // The names in a manifest are those of the part.
        for (info, contents) in finished.files.iter().zip(part.tables()) {
            let path = tables.store().directory().join(&info.name);
            let checked = tables
                .store()
                .open(manifest, contents, tables.access())
                .and_then(|file| check_file(tables, &file, info, &path));
            match checked {
                Ok(blocks) => {
                    report.files += 1;
                    report.bytes += info.length;
                    report.blocks += blocks;
                }
                Err(error) => report.problems.push(Problem::file(&error)),
            }
        }
    }
}

/// Recomputes about this many positions, spread over all classes whose plies are there.
pub(crate) fn check(
    tables: &Tables,
    number: usize,
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(), TableError> {
    let (game, space) = (tables.space().game(), tables.space());
    let parts = (0..game.goats()).rev().map(|placed| Part::Placement { placed });
    let opening = Part::all(game).into_iter().filter(|part| *part == Part::Opening);
    let classes: Vec<Class> = parts
        .chain(opening)
        .flat_map(|part| Class::of_part(game, part))
        .filter(|class| tables.knows_plies(class.placed, class.turn, class.is_opening(game)))
        .collect();
    let share = number.div_ceil(classes.len().max(1));
    let mut random = Random::new(SEED);
    progress.begin(number as u64, 0);
    for class in classes {
        let placed = class.placed;
        progress.start(if class.is_opening(game) {
            Part::PliesOpening
        } else {
            Part::Plies { placed }
        });
        let positions = Positions::new(space, class);
        let herds = positions.herds();
        let clusters: Vec<Vec<usize>> = if positions.len() <= share {
            vec![(0..positions.len()).collect()]
        } else {
            // Classes with few herds have more clusters.
            let size = CLUSTER.min(herds);
            let cluster = |random: &mut Random| {
                let first = random.below(positions.len() / herds) * herds;
                (0..size).map(|_| first + random.below(herds)).collect()
            };
            (0..share.div_ceil(size)).map(|_| cluster(&mut random)).collect()
        };
        let differing = clusters.par_iter().find_map_first(|cluster| {
            let mut cluster = cluster.iter().map(|&number| positions.get(number));
            cluster.find_map(|position| {
                let checked = tables.verdict(&position).and_then(|found| {
                    let expected =
                        recompute_with_plies(game, &position, |next| tables.verdict(next))?;
                    Ok((found != expected)
                        .then(|| Problem::position(game, &position, found, expected)))
                });
                checked.transpose()
            })
        });
        let checked = clusters.iter().map(Vec::len).sum::<usize>() as u64;
        report.plies += checked;
        progress.advance(checked);
        if let Some(problem) = differing {
            report.problems.push(problem?);
            return Ok(());
        }
    }
    Ok(())
}
