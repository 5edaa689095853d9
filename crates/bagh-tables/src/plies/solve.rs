//! Solving the plies of the placement phase: layer after layer, each written as soon as it is
//! finished.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bagh::Game;

use super::block::Shape;
use super::ends;
use super::layers::{EndLayers, layer_bytes};
use super::lookup::PliesTables;
use super::opening;
use super::spill::Spill;
use crate::compression::Effort;
use crate::file::source::Access;
use crate::manifest::{FinishedPart, Manifest, TableFileInfo};
use crate::parts::Part;
use crate::place::moves::move_bytes;
use crate::solve::{Progress, SolveError, SolveOptions, part_bytes};
use crate::space::Space;
use crate::store::{Store, tables_game};
use crate::tables::Tables;

/// What a run did.
#[derive(Clone, Debug)]
pub struct SolvedPlies {
    /// All plies that are finished.
    pub manifest: Manifest,
    /// How many parts this run solved.
    pub parts: usize,
    /// How long it took.
    pub time: Duration,
}

/// What solving plies takes, as far as it can be told beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PliesNeeds {
    /// Bytes of memory at the most.
    pub memory: u64,
    /// Bytes on disk, about.
    pub disk: u64,
    /// Time of one processor, about.
    pub time: Duration,
}

/// What solving the plies of a game takes.
pub fn plies_needs(space: &Space, compact: bool) -> PliesNeeds {
    let parts = Part::plies(space.game());
    let bytes = |part: &Part| part_bytes(space, *part, SolveOptions { compact });
    // A layer waits on disk, with who wins where, before it has its place there.
    let waiting = parts.iter().map(bytes).max().unwrap_or(0) * 3 / 2;
    PliesNeeds {
        memory: layer_bytes(space) + move_bytes(space) + (256 << 20),
        disk: parts.iter().map(bytes).sum::<u64>() + waiting,
        time: Duration::from_nanos(work(space, compact, &parts)),
    }
}

fn work(space: &Space, compact: bool, parts: &[Part]) -> u64 {
    parts.iter().map(|part| part.work(space, compact)).sum()
}

/// Solves the plies of won positions in the placement phase, into the folder of tables that hold
/// the values already. Goes on from what is finished there.
///
/// # Errors
/// If values are not solved, if lines are too long, and if a table cannot be read or written.
pub fn solve_plies(
    game: &Game,
    tables: &Path,
    progress: &dyn Progress,
) -> Result<SolvedPlies, SolveError> {
    let start = Instant::now();
    let game = &tables_game(game);
    let store = Store::new(game, tables);
    let values = store.manifest()?;
    if !store.status_of(Part::all(game), Some(values.clone())).is_whole() {
        return Err(SolveError::NoValues { folder: store.directory().display().to_string() });
    }
    let census = values.parts.iter().flat_map(|part| &part.census);
    if let Some((found, most)) = ends::too_long(game, census) {
        return Err(SolveError::LinesTooLong { found, most });
    }
    let _lock = store.lock()?;
    let manifest = match store.plies_manifest()? {
        Some(manifest) if manifest.compact == values.compact => manifest,
        // Tables of the other kind have other layers.
        _ => Manifest::new(game, values.compact),
    };
    let space = Arc::new(Space::new(game)?);
    let run = Run { space: &space, store, values, manifest, progress };
    let (manifest, parts) = run.run()?;
    Ok(SolvedPlies { manifest, parts, time: start.elapsed() })
}

struct Run<'a> {
    space: &'a Arc<Space>,
    store: Store,
    /// The manifest of the values.
    values: Manifest,
    manifest: Manifest,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    fn run(mut self) -> Result<(Manifest, usize), SolveError> {
        let game = self.space.game();
        let parts = Part::plies(game);
        let finished = self.finished(&parts);
        let compact = self.values.compact;
        let done = work(self.space, compact, &parts[..finished]);
        self.progress.begin(work(self.space, compact, &parts), done);
        let to_do = &parts[finished..];
        let layers: Vec<u8> = to_do.iter().filter_map(|part| layer_of(*part)).collect();
        if !layers.is_empty() {
            self.solve_layers(&layers)?;
        }
        if to_do.contains(&Part::PliesOpening) {
            self.check_stopped()?;
            self.progress.start(Part::PliesOpening);
            let file = opening::solve(&self.tables())?.write(self.store.directory())?;
            self.progress.advance(Part::PliesOpening.work(self.space, compact));
            self.complete(Part::PliesOpening, vec![file])?;
        }
        Ok((self.manifest, to_do.len()))
    }

    fn solve_layers(&mut self, placed: &[u8]) -> Result<(), SolveError> {
        let compact = self.values.compact;
        let effort = if compact { Effort::Hard } else { Effort::Medium };
        let (space, tables) = (self.space, self.tables());
        let mut layers = EndLayers::new(space)?;
        if placed[0] + 1 == space.game().goats() {
            layers.fill_sliding(&tables)?;
        } else {
            layers.load(&Shape::new(space, placed[0] + 1, 1), &tables)?;
        }
        drop(tables);
        let mut spill = Spill::new(self.store.directory())?;
        for &placed in placed {
            self.check_stopped()?;
            spill.clear();
            let part = Part::Plies { placed };
            self.progress.start(part);
            let shape = Shape::new(space, placed, 1);
            let work = part.work(space, compact);
            let packed = layers.tiger_step(&shape, effort, &spill, self.progress, work)?;
            let Some(packed) = packed else { return Err(SolveError::Stopped) };
            let is_left_out = part.is_left_out(space.game(), compact);
            let directory = self.store.directory();
            // The layer is written while it is unpacked for the one before.
            let (written, unpacked) = std::thread::scope(|scope| {
                let write = scope.spawn(|| match is_left_out {
                    true => Ok(Vec::new()),
                    false => packed.write(directory).map(|file| vec![file]),
                });
                let unpacked = match placed > 1 {
                    true => layers.unpack(&shape, &packed),
                    false => Ok(()),
                };
                (write.join().expect("writing does not panic"), unpacked)
            });
            self.complete(part, written?)?;
            unpacked?;
        }
        Ok(())
    }

    /// The tables as far as they are there.
    fn tables(&self) -> Tables {
        let (store, values) = (self.store.clone(), self.values.clone());
        let (game, space) = (self.space.game(), Arc::clone(self.space));
        let tables = Tables::from_parts(game, space, store, values, Access::Read);
        tables.and_plies(PliesTables::new(self.space, self.manifest.clone()))
    }

    fn check_stopped(&self) -> Result<(), SolveError> {
        match self.progress.is_stopped() {
            true => Err(SolveError::Stopped),
            false => Ok(()),
        }
    }

    /// How many parts are finished and can be gone on from.
    fn finished(&mut self, parts: &[Part]) -> usize {
        let status = self.store.status_of(parts.to_vec(), Some(self.manifest.clone()));
        self.manifest.parts.truncate(status.whole_parts());
        status.whole_parts()
    }

    /// Enters a part into the manifest.
    fn complete(&mut self, part: Part, files: Vec<TableFileInfo>) -> Result<(), SolveError> {
        let bytes = files.iter().map(|file| file.length).sum();
        self.manifest.parts.push(FinishedPart { name: part.name(), files, census: Vec::new() });
        self.store.write_plies_manifest(&self.manifest)?;
        self.progress.finish(part, bytes);
        Ok(())
    }
}

/// The layer that a part holds.
fn layer_of(part: Part) -> Option<u8> {
    match part {
        Part::Plies { placed } => Some(placed),
        _ => None,
    }
}
