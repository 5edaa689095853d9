//! One run of the solver: goes on from what is finished, part by part.

use std::sync::Arc;
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
use crate::slide::class::{self, Class, ClassError};
use crate::slide::slides::Slides;
use crate::space::Space;
use crate::store::Store;
use crate::tables::Tables;
use crate::twins::Twins;

pub(super) struct Run<'a> {
    pub space: &'a Arc<Space>,
    pub store: Store,
    pub options: SolveOptions,
    pub progress: &'a dyn Progress,
    pub manifest: Manifest,
    pub solved: usize,
    pub times: Times,
}

/// A part that was solved: its files, and the count of its positions.
pub(super) struct SolvedPart {
    pub files: Vec<Packed>,
    pub census: Vec<CensusRow>,
}

/// A part whose files are being written.
struct Pending<'s> {
    part: Part,
    census: Vec<CensusRow>,
    thread: std::thread::ScopedJoinHandle<'s, Result<Vec<TableFileInfo>, TableError>>,
}

/// What is in memory while a game is solved.
struct Memory<'a, const P: usize> {
    layers: Layers<'a, P>,
    /// Goes with the last class.
    slides: Option<Slides>,
    /// The sliding class with one capture more.
    above: Option<Class>,
}

impl<'a> Run<'a> {
    pub(super) fn run<const P: usize>(mut self) -> Result<Solved, SolveError> {
        let parts = Part::all(self.space.game());
        let finished = self.finished(&parts);
        let compact = self.options.compact;
        let work = |parts: &[Part]| parts.iter().map(|p| p.work(self.space, compact)).sum::<u64>();
        let set_up = if finished == parts.len() { 0 } else { estimate::set_up(self.space) };
        self.progress.begin(set_up + work(&parts), work(&parts[..finished]));
        if finished == parts.len() {
            return Ok(Solved { manifest: self.manifest, parts: 0, times: self.times });
        }
        let layers = Layers::<P>::new(self.space)?;
        let slides = matches!(parts[finished], Part::Sliding { .. })
            .then(|| Slides::new(self.space, Arc::clone(layers.moves())));
        let mut memory = Memory { layers, slides, above: None };
        let twins = Twins::new(self.space);
        self.progress.advance(set_up);
        self.load(&mut memory, &parts[..finished])?;
        std::thread::scope(|scope| {
            let mut pending: Option<Pending<'_>> = None;
            for &part in &parts[finished..] {
                // The opening is worked out from the files of the other parts.
                if let Some(pending) = pending.take_if(|_| part == Part::Opening) {
                    self.complete(pending)?;
                }
                self.check_stopped()?;
                self.progress.start(part);
                let SolvedPart { files, census } = match part {
                    Part::Sliding { captured } => self.solve_class(&mut memory, captured)?,
                    Part::Placement { placed } => self.solve_placement(&mut memory, &twins, placed),
                    Part::Opening => self.solve_opening()?,
                    Part::Plies { .. } | Part::PliesOpening => unreachable!("plies hold no values"),
                };
                // What was solved since is not whole.
                self.check_stopped()?;
                // One part is written while the next is solved.
                if let Some(pending) = pending.take() {
                    self.complete(pending)?;
                }
                let directory = self.store.directory().to_owned();
                let write = move || files.iter().map(|file| file.write(&directory)).collect();
                pending = Some(Pending { part, census, thread: scope.spawn(write) });
            }
            pending.map_or(Ok(()), |pending| self.complete(pending))
        })?;
        Ok(Solved { manifest: self.manifest, parts: self.solved, times: self.times })
    }

    fn check_stopped(&self) -> Result<(), SolveError> {
        match self.progress.is_stopped() {
            true => Err(SolveError::Stopped),
            false => Ok(()),
        }
    }

    /// Reads back as much of what is finished as the next part needs.
    fn load<const P: usize>(
        &self,
        memory: &mut Memory<'_, P>,
        finished: &[Part],
    ) -> Result<(), TableError> {
        match finished.last() {
            Some(&Part::Placement { placed }) => {
                // Before the first layer there is only the opening, which needs none in memory.
                if let Some(before) = placed.checked_sub(1) {
                    self.load_layer(&mut memory.layers, placed)?;
                    memory.layers.goat_step(herds(self.space, before), won::<P>());
                }
            }
            // The first layer is made of all classes.
            Some(Part::Sliding { .. }) => {
                for part in finished {
                    if let Part::Sliding { captured } = *part {
                        let class = self.load_class(captured)?;
                        fill(&mut memory.layers, self.space, &class);
                        memory.above = Some(class);
                    }
                }
            }
            Some(Part::Opening | Part::Plies { .. } | Part::PliesOpening) | None => {}
        }
        Ok(())
    }

    /// Solves a class of the sliding phase, and enters it into the first layer.
    fn solve_class<const P: usize>(
        &mut self,
        memory: &mut Memory<'_, P>,
        captured: u8,
    ) -> Result<SolvedPart, SolveError> {
        let slides = memory.slides.as_ref().expect("slides are kept until the last class");
        let class = self
            .timed(
                |t| &mut t.solving,
                |run| class::solve(run.space, slides, captured, memory.above.as_ref()),
            )
            .map_err(|error| match error {
                ClassError::TooManyPlies => SolveError::TooManyPlies,
                ClassError::Memory(error) => error.into(),
            })?;
        fill(&mut memory.layers, self.space, &class);
        let solved = self.timed(|t| &mut t.packing, |run| run.pack_class(&class));
        memory.above = Some(class);
        self.advance(Part::Sliding { captured });
        Ok(solved)
    }

    /// Solves a layer of the placement phase.
    fn solve_placement<const P: usize>(
        &mut self,
        memory: &mut Memory<'_, P>,
        twins: &Twins,
        placed: u8,
    ) -> SolvedPart {
        (memory.above, memory.slides) = (None, None);
        let mut first = Vec::new();
        if placed + 1 == self.space.game().goats() {
            first = self.first_goat_step(&mut memory.layers, placed);
        }
        let mut solved = self.solve_layer(&mut memory.layers, twins, placed);
        first.append(&mut solved.census);
        SolvedPart { census: first, ..solved }
    }

    /// Goat's step from the sliding phase to the last layer, and its count.
    fn first_goat_step<const P: usize>(
        &self,
        layers: &mut Layers<'_, P>,
        placed: u8,
    ) -> Vec<CensusRow> {
        layers.goat_step(herds(self.space, placed), won::<P>());
        let census = PlaneCensus::new(self.space, placed, Side::Goat);
        layers.blocks().enumerate().for_each(|(block, codes)| census.add(block as u32, codes));
        census.rows()
    }

    /// Solves the opening, from the files of the other parts.
    fn solve_opening(&mut self) -> Result<SolvedPart, SolveError> {
        let packed = self.timed(
            |t| &mut t.solving,
            |run| {
                let (store, manifest) = (run.store.clone(), run.manifest.clone());
                let space = Arc::clone(run.space);
                let game = space.game().clone();
                Opening::solve(&Tables::from_parts(&game, space, store, manifest, Access::Read))
            },
        )?;
        self.advance(Part::Opening);
        Ok(SolvedPart { files: vec![packed], census: Vec::new() })
    }

    fn advance(&self, part: Part) {
        self.progress.advance(part.work(self.space, self.options.compact));
    }

    /// How many parts are finished and can be gone on from.
    fn finished(&mut self, parts: &[Part]) -> usize {
        let status = self.store.status_of(parts.to_vec(), Some(self.manifest.clone()));
        self.manifest.parts.truncate(status.whole_parts());
        status.whole_parts()
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
        self.progress.finish(pending.part, bytes);
        Ok(())
    }
}
