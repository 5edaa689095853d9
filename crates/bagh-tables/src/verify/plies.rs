//! Plies of the placement phase: their files, and a sample of positions.
//!
//! Recomputing one position takes the plies of some hundred others, which stand in a hundred
//! blocks. So positions are drawn in clusters that have their tigers in common, and with them most
//! of those blocks.

use std::collections::HashSet;

use bagh::Position;
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

/// As many times as many positions are drawn of a class in which few are won.
const TRIES: usize = 8;

/// Clusters of which all positions were drawn before, until a class is given up.
const MISSES: usize = 100;

/// Checks the files of plies that are listed.
pub(crate) fn check_files(tables: &Tables, manifest: &Manifest, report: &mut VerifyReport) {
    for part in Part::plies(tables.space().game()) {
        let Some(finished) = manifest.part(part) else {
            report.unsolved.push(part);
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

/// Recomputes about this many won positions, spread over all classes whose plies are there, none of
/// them twice. What smaller classes have too few of is drawn from larger ones.
pub(crate) fn check(
    tables: &Tables,
    number: usize,
    progress: &dyn Progress,
    report: &mut VerifyReport,
) -> Result<(), TableError> {
    let (game, space) = (tables.space().game(), tables.space());
    let parts = (0..game.goats()).rev().map(|placed| Part::Placement { placed });
    let opening = Part::all(game).into_iter().filter(|part| *part == Part::Opening);
    let mut classes: Vec<Class> = parts
        .chain(opening)
        .flat_map(|part| Class::of_part(game, part))
        .filter(|class| tables.knows_plies(class.placed, class.turn, class.is_opening(game)))
        .collect();
    classes.sort_by_key(|class| class.len(space));
    let mut random = Random::new(SEED);
    progress.begin(number as u64, 0);
    let mut left = number;
    for (at, &class) in classes.iter().enumerate() {
        let placed = class.placed;
        progress.start(if class.is_opening(game) {
            Part::PliesOpening
        } else {
            Part::Plies { placed }
        });
        let share = left.div_ceil(classes.len() - at);
        let mut draw = Draw::new(Positions::new(space, class), share);
        let mut won = 0;
        while won < share {
            let clusters = draw.clusters(share - won, &mut random);
            if clusters.is_empty() {
                break;
            }
            let checked = clusters.par_iter().map(|cluster| check_cluster(tables, cluster));
            let checked: Vec<Checked> = checked.collect();
            let found = checked.iter().map(|checked| checked.won).sum::<usize>();
            won += found;
            report.plies += found as u64;
            progress.advance(found as u64);
            if let Some(problem) = checked.into_iter().find_map(|checked| checked.problem) {
                report.problems.push(problem?);
                return Ok(());
            }
        }
        left = left.saturating_sub(won);
    }
    Ok(())
}

/// What comes of a cluster.
struct Checked {
    /// Won positions that were recomputed.
    won: usize,
    /// The first that differs, or cannot be read.
    problem: Option<Result<Problem, TableError>>,
}

fn check_cluster(tables: &Tables, cluster: &[Position]) -> Checked {
    let game = tables.space().game();
    let mut won = 0;
    let mut cluster = cluster.iter();
    let problem = cluster.find_map(|position| {
        let checked = tables.verdict(position).and_then(|found| {
            if found.value.outcome().winner().is_none() {
                // Draws have no plies.
                return Ok(None);
            }
            won += 1;
            let expected = recompute_with_plies(game, position, |next| tables.verdict(next))?;
            Ok((found != expected).then(|| Problem::position(game, position, found, expected)))
        });
        checked.transpose()
    });
    Checked { won, problem }
}

/// Positions of a class that are drawn, none of them twice.
struct Draw<'s> {
    positions: Positions<'s>,
    drawn: HashSet<usize>,
    /// The most that are drawn, won or not.
    most: usize,
}

impl<'s> Draw<'s> {
    fn new(positions: Positions<'s>, share: usize) -> Draw<'s> {
        Draw {
            most: positions.len().min(share.saturating_mul(TRIES)),
            drawn: HashSet::new(),
            positions,
        }
    }

    /// Clusters with about this many positions that were not drawn before; none if enough were.
    fn clusters(&mut self, number: usize, random: &mut Random) -> Vec<Vec<Position>> {
        let (all, herds) = (self.positions.len(), self.positions.herds());
        if self.most == all && self.drawn.len() < all && number >= all - self.drawn.len() {
            // Those that are left.
            let left: Vec<usize> = (0..all).filter(|number| self.drawn.insert(*number)).collect();
            return left.chunks(CLUSTER).map(|some| self.get(some)).collect();
        }
        let number = number.min(self.most.saturating_sub(self.drawn.len()));
        // Classes with few herds have more clusters.
        let size = CLUSTER.min(herds);
        let mut clusters = Vec::new();
        let (mut found, mut misses) = (0, 0);
        while found < number && misses < MISSES {
            let first = random.below(all / herds) * herds;
            let herd = |_| first + random.below(herds);
            let mut some: Vec<usize> = (0..size).map(herd).collect();
            some.retain(|number| self.drawn.insert(*number));
            misses += usize::from(some.is_empty());
            found += some.len();
            clusters.push(self.get(&some));
        }
        clusters
    }

    fn get(&self, numbers: &[usize]) -> Vec<Position> {
        numbers.iter().map(|&number| self.positions.get(number)).collect()
    }
}
