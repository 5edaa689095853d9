//! One run of the solver: goes on from what is finished, part by part.

use std::time::Instant;

use bagh::Side;
use rayon::prelude::*;

use super::estimate;
use super::layer::{herds, won};
use super::sliding::fill;
use super::{Progress, SolveError, SolveOptions, Solved, Times};
use crate::census::{CensusRow, PlaneCensus};
use crate::error::TableError;
use crate::file::source::Access;
use crate::file::writer::Packed;
use crate::manifest::{FinishedPart, Manifest, TableFileInfo};
use crate::opening::Opening;
use crate::parts::Part;
use crate::place::layers::Layers;
use crate::slide::class::{self, Class};
use crate::slide::edges::Edges;
use crate::space::Space;
use crate::store::Store;
use crate::tables::Tables;
use crate::twins::Twins;

pub(super) struct Run<'a> {
    pub space: &'a Space,
    pub store: Store,
    pub options: SolveOptions,
    pub progress: &'a dyn Progress,
    pub manifest: Manifest,
    pub solved: usize,
    pub times: Times,
}

/// A part whose files are being written.
struct Pending<'s> {
    part: Part,
    census: Vec<CensusRow>,
    thread: std::thread::ScopedJoinHandle<'s, Result<Vec<TableFileInfo>, TableError>>,
}

impl<'a> Run<'a> {
    pub(super) fn run<const P: usize>(mut self) -> Result<Solved, SolveError> {
        let game = self.space.game();
        let parts = Part::all(game);
        let finished = self.finished(&parts)?;
        let compact = self.options.compact;
        let work = |parts: &[Part]| parts.iter().map(|p| p.work(self.space, compact)).sum::<u64>();
        let set_up = if finished == parts.len() { 0 } else { estimate::set_up(self.space) };
        self.progress.begin(set_up + work(&parts), work(&parts[..finished]));
        if finished == parts.len() {
            return Ok(Solved { manifest: self.manifest, parts: 0, times: self.times });
        }
        std::thread::scope(|scope| {
            let mut layers = Layers::<P>::new(self.space)?;
            let edges = Edges::new(self.space);
            let twins = Twins::new(self.space);
            self.progress.advance(set_up);
            let mut above: Option<Class> = None;
            let mut pending: Option<Pending<'_>> = None;
            for (number, &part) in parts.iter().enumerate() {
                let is_finished = number < finished;
                let (packed, census) = match part {
                    Part::Sliding { captured } => {
                        // A later placement layer, if there is one, makes this part unnecessary.
                        if is_finished && finished > usize::from(game.captures()) {
                            continue;
                        }
                        let class = if is_finished {
                            self.load_class(captured)?
                        } else {
                            self.progress.start(&part.name());
                            self.timed(
                                |t| &mut t.solving,
                                |run| class::solve(run.space, &edges, captured, above.as_ref()),
                            )
                            .map_err(|_| SolveError::TooManyPlies)?
                        };
                        fill(&mut layers, self.space, &class);
                        let out = (!is_finished)
                            .then(|| self.timed(|t| &mut t.packing, |run| run.pack_class(&class)));
                        above = Some(class);
                        match out {
                            Some(out) => {
                                self.progress.advance(part.work(self.space, compact));
                                out
                            }
                            None => continue,
                        }
                    }
                    Part::Placement { placed } => {
                        above = None;
                        if is_finished {
                            if number + 1 == finished {
                                self.load_layer(&mut layers, placed)?;
                                layers.goat_step(herds(self.space, placed - 1), won::<P>());
                            }
                            continue;
                        }
                        self.progress.start(&part.name());
                        let mut first_rows = Vec::new();
                        if number == usize::from(game.captures()) {
                            layers.goat_step(herds(self.space, placed), won::<P>());
                            let census = PlaneCensus::new(self.space, placed, Side::Goat);
                            layers.blocks().enumerate().for_each(|(block, codes)| {
                                census.add(block as u32, codes);
                            });
                            first_rows = census.rows();
                        }
                        let (packed, rows) = self.solve_layer(&mut layers, &twins, placed);
                        first_rows.extend(rows);
                        (packed, first_rows)
                    }
                    Part::Opening => {
                        if is_finished {
                            continue;
                        }
                        // The opening is worked out from the files of the other parts.
                        if let Some(pending) = pending.take() {
                            self.complete(pending)?;
                        }
                        self.progress.start(&part.name());
                        let packed = self.timed(|t| &mut t.solving, Run::solve_opening)?;
                        self.progress.advance(part.work(self.space, compact));
                        (vec![packed], Vec::new())
                    }
                };
                // One part is written while the next is solved.
                if let Some(pending) = pending.take() {
                    self.complete(pending)?;
                }
                let directory = self.store.directory().to_owned();
                pending = Some(Pending {
                    part,
                    census,
                    thread: scope
                        .spawn(move || packed.iter().map(|p| p.write(&directory)).collect()),
                });
            }
            pending.map_or(Ok(()), |pending| self.complete(pending))
        })?;
        Ok(Solved { manifest: self.manifest, parts: self.solved, times: self.times })
    }

    /// How many parts are finished and can be gone on from. In compact tables that is up to the
    /// last layer that was not left out.
    fn finished(&mut self, parts: &[Part]) -> Result<usize, SolveError> {
        let mut finished = 0;
        for (number, part) in parts.iter().enumerate() {
            let Some(known) = self.manifest.part(&part.name()) else { break };
            if part.is_left_out(self.space.game(), self.options.compact) {
                if number + 1 == parts.len() {
                    finished = number + 1;
                }
                continue;
            }
            if !known.files.iter().all(|info| self.store.open_file(info).is_ok()) {
                break;
            }
            finished = number + 1;
        }
        self.manifest.parts.truncate(finished);
        Ok(finished)
    }

    pub(super) fn timed<R>(
        &mut self,
        which: fn(&mut Times) -> &mut f64,
        f: impl FnOnce(&Self) -> R,
    ) -> R {
        let start = Instant::now();
        let result = f(self);
        *which(&mut self.times) += start.elapsed().as_secs_f64();
        result
    }

    /// Waits for a part's files and enters them into the manifest.
    fn complete(&mut self, pending: Pending<'_>) -> Result<(), SolveError> {
        let start = Instant::now();
        let written = pending.thread.join().expect("writing does not panic")?;
        let bytes = written.iter().map(|w| w.length).sum();
        self.manifest.parts.push(FinishedPart {
            name: pending.part.name(),
            files: written,
            census: pending.census,
        });
        self.store.write_manifest(&self.manifest)?;
        self.times.writing += start.elapsed().as_secs_f64();
        self.solved += 1;
        self.progress.finish(&pending.part.name(), bytes);
        Ok(())
    }

    fn solve_opening(&self) -> Result<Packed, TableError> {
        let space = Space::new(self.space.game())?;
        let (store, manifest) = (self.store.clone(), self.manifest.clone());
        Opening::solve(&Tables::from_parts(space, store, manifest, Access::Read))
    }
}
