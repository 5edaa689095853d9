//! Solving a game: part after part, each written as soon as it is finished.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use bagh::{Game, Side};
use rayon::prelude::*;
use thiserror::Error;

use crate::census::{CensusRow, PlaneCensus, Tally, of_entries};
use crate::error::TableError;
use crate::file::format::{Contents, Header, plane_code, planes, value_code};
use crate::file::reader::{TableFile, code_in, plies_in};
use crate::file::source::Access;
use crate::file::writer::{Compressor, Effort, Packed, Written};
use crate::opening::Opening;
use crate::parts::Part;
use crate::place::layers::{Layers, set_code};
use crate::place::steps::Herds;
use crate::place::streams::{self, StreamLayout};
use crate::place::{dispatch, pack};
use crate::rank::Ranking;
use crate::slide::class::{self, Class};
use crate::slide::edges::Edges;
use crate::slide::entry::Entry;
use crate::space::Space;
use crate::store::{FinishedPart, Manifest, Store, TableFileInfo};
use crate::tables::Tables;
use crate::twins::{Twins, first_twin};

/// Positions of a compressed block of a sliding table.
const SLIDING_BLOCK: u32 = 1 << 14;

/// How to solve.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// Leave out what can be worked out quickly from the rest, and compress hard.
    pub compact: bool,
}

impl SolveOptions {
    fn effort(self) -> Effort {
        if self.compact { Effort::Hard } else { Effort::Quick }
    }
}

/// Hears how solving goes on.
pub trait Progress: Sync {
    /// Work in all, and how much of it was done by an earlier run.
    fn begin(&self, work: u64, done_before: u64);
    /// A part begins.
    fn start(&self, part: &str);
    /// Some work is done.
    fn advance(&self, work: u64);
    /// A part is finished, and its files are written.
    fn finish(&self, part: &str, bytes: u64);
}

/// Progress that nobody watches.
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _: u64, _: u64) {}
    fn start(&self, _: &str) {}
    fn advance(&self, _: u64) {}
    fn finish(&self, _: &str, _: u64) {}
}

/// Why solving stopped.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Lines are longer than the format can hold.
    #[error("this game has forced lines of more than 2,046 plies, more than tables can hold")]
    TooManyPlies,
    /// The tables in the folder are of the other kind.
    #[error(
        "the tables in {folder} are {found}; solve with the same option, or choose another folder with --tables"
    )]
    OtherKind {
        /// The folder.
        folder: String,
        /// What they are.
        found: &'static str,
    },
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Solved {
    /// All that is finished.
    pub manifest: Manifest,
    /// How many parts this run solved.
    pub parts: usize,
    /// Where the time went.
    pub times: Times,
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Solving.
    pub solving: f64,
    /// Putting in order and compressing.
    pub packing: f64,
    /// Waiting for files to be written.
    pub writing: f64,
}

/// What solving takes, as far as it can be told beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Positions in the index space.
    pub positions: u64,
    /// Bytes of memory at the most.
    pub memory: u64,
    /// Bytes on disk, about.
    pub disk: u64,
}

/// What solving a game takes.
pub fn needs(space: &Space, options: SolveOptions) -> Needs {
    let game = space.game();
    let parts = Part::all(game);
    let layer = layer_bytes(space);
    let sliding = (0..game.captures())
        .map(|captured| class::bytes(space, u32::from(game.goats() - captured)))
        .max()
        .unwrap_or(0);
    // Layers, the compressed layer that is being written and the one that is being made, and room
    // for plans and threads.
    let packed = parts.iter().map(|p| packed_bytes(space, *p)).max().unwrap_or(0);
    let memory = (layer + sliding).max(2 * layer) + 2 * packed + (256 << 20);
    let disk = parts
        .iter()
        .filter(|p| !p.is_left_out(game, options.compact))
        .map(|p| packed_bytes(space, *p))
        .sum::<u64>()
        + (1 << 20);
    Needs { positions: parts.iter().map(|p| p.positions(space)).sum(), memory, disk }
}

fn layer_bytes(space: &Space) -> u64 {
    let bits = space.free().max(9);
    ((space.blocks() as u64) << (bits - 3)) * u64::from(planes(space.game().captures()))
}

/// Bytes of a part's files, about: measured on Bagh Chal, 0.65 bits for a position of the
/// placement phase with tiger to move, and 3 bits for one of the sliding phase.
fn packed_bytes(space: &Space, part: Part) -> u64 {
    match part {
        Part::Sliding { .. } => part.positions(space) * 3 / 8,
        Part::Placement { .. } => part.positions(space) / 2 * 65 / 800,
        Part::Opening => 1 << 20,
    }
}

/// Solves a game into a folder, going on from what is finished there.
pub fn solve(
    game: &Game,
    tables: &Path,
    options: SolveOptions,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    let space = Space::new(game);
    let store = Store::new(game, tables);
    store.create()?;
    let _lock = store.lock()?;
    let manifest = match store.manifest() {
        Ok(manifest) if manifest.compact != options.compact => {
            return Err(SolveError::OtherKind {
                folder: store.directory().display().to_string(),
                found: if manifest.compact { "compact" } else { "not compact" },
            });
        }
        Ok(manifest) => manifest,
        Err(TableError::Missing { .. }) => store.new_manifest(options.compact),
        Err(error) => return Err(error.into()),
    };
    let run = Run {
        space: &space,
        store,
        options,
        progress,
        manifest,
        solved: 0,
        times: Times::default(),
    };
    match planes(game.captures()) {
        2 => run.run::<2>(),
        3 => run.run::<3>(),
        4 => run.run::<4>(),
        _ => run.run::<5>(),
    }
}

struct Run<'a> {
    space: &'a Space,
    store: Store,
    options: SolveOptions,
    progress: &'a dyn Progress,
    manifest: Manifest,
    solved: usize,
    times: Times,
}

/// A part whose files are being written.
struct Pending<'s> {
    part: Part,
    census: Vec<CensusRow>,
    thread: std::thread::ScopedJoinHandle<'s, Result<Vec<Written>, TableError>>,
}

impl<'a> Run<'a> {
    fn run<const P: usize>(mut self) -> Result<Solved, SolveError> {
        let game = self.space.game();
        let parts = Part::all(game);
        let finished = self.finished(&parts)?;
        let work = |parts: &[Part]| parts.iter().map(|p| p.work(self.space)).sum();
        self.progress.begin(work(&parts), work(&parts[..finished]));
        if finished == parts.len() {
            return Ok(Solved { manifest: self.manifest, parts: 0, times: self.times });
        }
        std::thread::scope(|scope| {
            let mut layers = Layers::<P>::new(self.space);
            let edges = Edges::new(self.space);
            let twins = Twins::new(self.space);
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
                                self.progress.advance(part.work(self.space));
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
                        self.progress.advance(part.work(self.space));
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
            let whole = known.files.iter().all(|info| {
                let path = self.store.directory().join(&info.name);
                std::fs::metadata(path).is_ok_and(|m| m.len() == info.length)
            });
            if !whole {
                break;
            }
            finished = number + 1;
        }
        self.manifest.parts.truncate(finished);
        Ok(finished)
    }

    fn timed<R>(&mut self, which: fn(&mut Times) -> &mut f64, f: impl FnOnce(&Self) -> R) -> R {
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
            files: written
                .into_iter()
                .map(|w| TableFileInfo { name: w.name, length: w.length, blake3: w.hash })
                .collect(),
            census: pending.census,
        });
        self.store.write_manifest(&self.manifest)?;
        self.times.writing += start.elapsed().as_secs_f64();
        self.solved += 1;
        self.progress.finish(&pending.part.name(), bytes);
        Ok(())
    }

    /// One layer: Tiger's step, and while each block is at hand, its place in the file, its part
    /// of the census, and Goat's step of the next layer.
    fn solve_layer<const P: usize>(
        &mut self,
        layers: &mut Layers<'_, P>,
        twins: &Twins,
        placed: u8,
    ) -> (Vec<Packed>, Vec<CensusRow>) {
        let start = Instant::now();
        let space = self.space;
        let part = Part::Placement { placed };
        let left_out = part.is_left_out(space.game(), self.options.compact);
        let layout = StreamLayout::new(space, u32::from(placed));
        let contents = Contents::Placement { placed };
        let groups = space.blocks().div_ceil(layout.group());
        let blocks = if left_out { 0 } else { groups * layout.group_blocks() };
        let header = Header::new(
            space,
            contents,
            0,
            (streams::BLOCK_WORDS * streams::WORD) as u32,
            layout.group() as u32,
            blocks as u64,
        );
        let (group, block_bytes) = (layout.group(), header.block_bytes());
        let packing = AtomicU64::new(0);
        let census = PlaneCensus::new(space, placed, Side::Tiger);
        let next = placed.checked_sub(1).map(|p| (p, PlaneCensus::new(space, p, Side::Goat)));
        let per_block = part.work(space) / space.blocks() as u64;

        let compressed = layers.tiger_step(
            herds(space, placed),
            TRAPPED,
            group,
            || {
                let bytes = if left_out { 0 } else { layout.group_blocks() * block_bytes };
                (vec![0u8; bytes], Compressor::new(self.options.effort()))
            },
            |(bytes, _), block, codes| {
                census.add(block, codes);
                if !left_out {
                    let start = Instant::now();
                    let length = layout.words() * block_bytes / streams::BLOCK_WORDS;
                    let bytes = &mut bytes[block as usize % group * length..][..length];
                    dispatch::extract(codes, &layout, bytes);
                    for captured in 0..layout.streams() {
                        let goats = u32::from(placed) - captured;
                        let start = layout.start(captured) * streams::WORD;
                        twins.blur(block, goats, bytes, header.code_bits, start);
                    }
                    packing.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
                }
                if let Some((placed, census)) = &next {
                    dispatch::goat_step(codes, space.free(), herds(space, *placed), won::<P>());
                    census.add(block, codes);
                }
                self.progress.advance(per_block);
            },
            |(bytes, compressor), number| {
                let start = Instant::now();
                // The last group may have fewer members than the buffer has room for.
                let members = group.min(space.blocks() - number * group);
                let used = members * layout.words() * block_bytes / streams::BLOCK_WORDS;
                if members < group && !left_out {
                    bytes[used..].fill(0);
                }
                let blocks = bytes.chunks_exact(block_bytes);
                let blocks: Vec<Vec<u8>> = blocks.map(|b| compressor.compress(b)).collect();
                packing.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
                blocks
            },
        );
        let packing = packing.into_inner() as f64 / 1e9 / rayon::current_num_threads() as f64;
        self.times.packing += packing;
        self.times.solving += start.elapsed().as_secs_f64() - packing;
        let mut rows = census.rows();
        if let Some((_, census)) = next {
            rows.extend(census.rows());
        }
        let packed =
            (!left_out).then(|| Packed::new(header, compressed.into_iter().flatten().collect()));
        (packed.into_iter().collect(), rows)
    }

    /// Puts a class in the order of the file and compresses it, and counts its positions.
    fn pack_class(&self, class: &Class) -> (Vec<Packed>, Vec<CensusRow>) {
        let space = self.space;
        let ranking = Ranking::new(space.free(), class.goats);
        let (mut packed, mut rows) = (Vec::new(), Vec::new());
        for (turn, entries) in [(Side::Tiger, &class.tiger), (Side::Goat, &class.goat)] {
            let tally = entries
                .par_chunks_exact(ranking.len())
                .enumerate()
                .map(|(block, entries)| {
                    of_entries(space, block as u32, entries, class.goats, |h| ranking.rank(h))
                })
                .reduce(
                    || Tally::new(usize::from(space.game().captures()) + 2),
                    |mut a, b| {
                        a.add(&b);
                        a
                    },
                );
            let row = tally.row(space.game().goats(), class.captured, turn, true);
            let most = row.longest.iter().copied().max().unwrap_or(0);
            rows.push(row);
            let header = Header::new(
                space,
                Contents::Sliding { captured: class.captured, turn },
                if most < 256 { 1 } else { 2 },
                SLIDING_BLOCK,
                space.blocks() as u32,
                entries.len().div_ceil(SLIDING_BLOCK as usize) as u64,
            );
            let effort = if self.options.compact { Effort::Hard } else { Effort::Medium };
            let blocks = entries
                .par_chunks(SLIDING_BLOCK as usize)
                .map_init(
                    || (Compressor::new(effort), vec![0; header.block_bytes()]),
                    |(compressor, bytes), entries| {
                        sliding_block(&header, entries, bytes);
                        compressor.compress(bytes)
                    },
                )
                .collect();
            packed.push(Packed::new(header, blocks));
        }
        (packed, rows)
    }

    fn solve_opening(&self) -> Result<Packed, TableError> {
        let space = Space::new(self.space.game());
        let (store, manifest) = (self.store.clone(), self.manifest.clone());
        Opening::solve(&Tables::from_parts(space, store, manifest, Access::Map))
    }

    fn load_class(&self, captured: u8) -> Result<Class, TableError> {
        let goats = u32::from(self.space.game().goats() - captured);
        let positions = self.space.blocks() * self.space.herds(goats);
        let entries = |turn: Side| {
            let contents = Contents::Sliding { captured, turn };
            sliding_entries(&self.store.open(contents, Access::Map)?, positions)
        };
        Ok(Class { captured, goats, tiger: entries(Side::Tiger)?, goat: entries(Side::Goat)? })
    }

    fn load_layer<const P: usize>(
        &self,
        layers: &mut Layers<'_, P>,
        placed: u8,
    ) -> Result<(), TableError> {
        let file = self.store.open(Contents::Placement { placed }, Access::Map)?;
        let (header, layout) = (file.header(), StreamLayout::new(self.space, u32::from(placed)));
        let sizes: Vec<(Ranking, Vec<u32>)> = (0..layout.streams())
            .map(|captured| Ranking::new(self.space.free(), u32::from(placed) - captured))
            .map(|ranking| (ranking.clone(), ranking.subsets()))
            .collect();
        layers.blocks_mut().enumerate().try_for_each(|(block, codes)| {
            let mut at_hand = (usize::MAX, vec![0; header.block_bytes()]);
            for (captured, (ranking, subsets)) in sizes.iter().enumerate() {
                for &index in subsets {
                    let first = first_twin(self.space, block as u32, index);
                    let rank = ranking.rank(first);
                    let (number, position) = layout.locate(block as u32, captured as u32, rank);
                    if at_hand.0 != number {
                        file.block_into(number, &mut at_hand.1)?;
                        at_hand.0 = number;
                    }
                    set_code(codes, index, code_in(&at_hand.1, header, position));
                }
            }
            Ok(())
        })
    }
}

/// The code of a win for the goats.
const TRAPPED: u8 = 0;

/// The code of a win for the tigers.
const fn won<const P: usize>() -> u8 {
    (1 << P) - 1
}

/// The herds that matter after this many goats were placed.
pub(crate) fn herds(space: &Space, placed: u8) -> Herds {
    let captures = i32::from(space.game().captures());
    Herds { least: i32::from(placed) - captures + 1, most: i32::from(placed) }
}

/// Enters the values of a sliding class, tiger to move, into the last layer.
fn fill<const P: usize>(layers: &mut Layers<'_, P>, space: &Space, class: &Class) {
    let ranking = Ranking::new(space.free(), class.goats);
    let subsets = ranking.subsets();
    let captures = space.game().captures();
    layers.blocks_mut().zip(class.tiger.par_chunks_exact(ranking.len())).for_each(
        |(codes, entries)| {
            for (&index, &bits) in subsets.iter().zip(entries) {
                let code = plane_code(Entry::from_bits(bits).code(), captures);
                set_code(codes, index, code);
            }
        },
    );
}

/// The bytes of one block of a sliding table.
fn sliding_block(header: &Header, entries: &[u16], bytes: &mut [u8]) {
    bytes.fill(0);
    let (codes, plies) = bytes.split_at_mut(header.code_bytes());
    let width = usize::from(header.plies_bytes);
    for (at, &bits) in entries.iter().enumerate() {
        let entry = Entry::from_bits(bits);
        let code = plane_code(entry.code(), header.captures);
        pack::set_code_in(codes, header.code_bits, at, code);
        plies[at * width..][..width].copy_from_slice(&entry.plies().to_le_bytes()[..width]);
    }
}

/// All entries of a sliding table.
pub(crate) fn sliding_entries(file: &TableFile, positions: usize) -> Result<Vec<u16>, TableError> {
    let header = file.header();
    let mut entries = vec![0; positions];
    entries.par_chunks_mut(header.block_positions as usize).enumerate().try_for_each(
        |(number, entries)| {
            let block = file.block(number)?;
            for (at, entry) in entries.iter_mut().enumerate() {
                let code = value_code(code_in(&block, header, at), header.captures);
                *entry = Entry::new(code, plies_in(&block, header, at)).bits();
            }
            Ok(())
        },
    )?;
    Ok(entries)
}
