//! A sample of positions, spread over all classes and always the same.

use rayon::prelude::*;

use super::classes::{Class, Positions};
use super::random::Random;
use super::recompute::recompute;
use super::report::{Problem, VerifyReport};
use crate::error::TableError;
use crate::parts::Part;
use crate::solve::Progress;
use crate::tables::Tables;

const SEED: u64 = 1951;

/// Checks about `number` positions of these parts. Half of them are of the sliding phase, where
/// plies are checked too. Classes with fewer positions than their share are checked whole.
pub(crate) fn check(
    tables: &Tables,
    parts: &[Part],
    number: usize,
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(), TableError> {
    let game = tables.game();
    let is_sliding = |part: &Part| matches!(part, Part::Sliding { .. });
    let classes_of = |sliding: bool| -> usize {
        let parts = parts.iter().filter(|part| is_sliding(part) == sliding);
        parts.map(|&part| Class::of_part(game, part).len()).sum()
    };
    let classes = [classes_of(false), classes_of(true)];
    let halves = if classes.contains(&0) { 1 } else { 2 };
    let share = |sliding: bool| (number / halves).div_ceil(classes[usize::from(sliding)].max(1));
    progress.begin(number as u64, 0);
    let mut random = Random::new(SEED);
    for &part in parts {
        progress.start(part);
        for class in Class::of_part(game, part) {
            let positions = Positions::new(tables.space(), class);
            let share = share(is_sliding(&part));
            let mut numbers: Vec<usize> = if positions.len() <= share {
                (0..positions.len()).collect()
            } else {
                (0..share).map(|_| random.below(positions.len())).collect()
            };
            // Neighbours share blocks of the file.
            numbers.sort_unstable();
            let differing = numbers.par_iter().find_map_first(|&number| {
                let position = positions.get(number);
                let checked = tables.value_verdict(&position).and_then(|found| {
                    let expected = recompute(game, &position, |next| tables.value_verdict(next))?;
                    Ok((found != expected)
                        .then(|| Problem::position(game, &position, found, expected)))
                });
                checked.transpose()
            });
            report.positions += numbers.len() as u64;
            progress.advance(numbers.len() as u64);
            if let Some(problem) = differing {
                report.problems.push(problem?);
                return Ok(());
            }
        }
        progress.finish(part, 0);
    }
    Ok(())
}
