//! Solving a game: part after part, each written as soon as it is finished.

use std::path::Path;

use bagh::{Game, Side};
use rayon::prelude::*;
use thiserror::Error;

use crate::census::{CensusRow, PlaneCensus, Tally, of_entries};
use crate::error::TableError;
use crate::file::format::{Contents, Header, plane_code, planes, value_code};
use crate::file::reader::{TableFile, code_in, plies_in};
use crate::file::source::Access;
use crate::file::writer::{Packed, Written};
use crate::parts::Part;
use crate::place::layers::{Layers, set_code};
use crate::place::raw::RawLayers;
use crate::place::steps::Herds;
use crate::place::streams::{self, StreamLayout};
use crate::rank::Ranking;
use crate::slide::class::{self, Class};
use crate::slide::edges::Edges;
use crate::slide::entry::Entry;
use crate::space::Space;
use crate::store::{FinishedPart, Manifest, Store, TableFileInfo};

/// Positions of a compressed block of a placement table.
const PLACEMENT_BLOCK: u32 = 1 << 16;
/// Positions of a compressed block of a sliding table.
const SLIDING_BLOCK: u32 = 1 << 14;

/// How to solve.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// Leave out what can be worked out quickly from the rest, and compress hard.
    pub compact: bool,
}

impl SolveOptions {
    fn level(self) -> i32 {
        if self.compact { 19 } else { 1 }
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
    /// Seconds spent solving, compressing, and waiting for files to be written.
    pub times: Times,
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Solving.
    pub solving: f64,
    /// Putting in order and compressing.
    pub compressing: f64,
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
    let packing = parts.iter().map(|p| packed_bytes(space, *p)).max().unwrap_or(0);
    let memory = (layer + sliding + packing / 2).max(2 * layer + packing) + (64 << 20);
    // Measured on Bagh Chal: about 0.68 bits for a position of the placement phase with tiger to
    // move, and 4 bits for one of the sliding phase.
    let disk = parts
        .iter()
        .filter(|p| !p.is_left_out(game, options.compact))
        .map(|p| match p {
            Part::Sliding { .. } => p.positions(space) / 2,
            Part::Placement { .. } => p.positions(space) / 2 * 68 / 800,
        })
        .sum::<u64>()
        + (1 << 20);
    Needs { positions: parts.iter().map(|p| p.positions(space)).sum(), memory, disk }
}

fn layer_bytes(space: &Space) -> u64 {
    let bits = space.free().max(9);
    ((space.blocks() as u64) << (bits - 3)) * u64::from(planes(space.game().captures()))
}

/// Bytes of a part before compression, and about as much again for what comes out of it.
fn packed_bytes(space: &Space, part: Part) -> u64 {
    let planes = u64::from(planes(space.game().captures()));
    match part {
        Part::Sliding { .. } => part.positions(space) * (planes + 8) / 8,
        Part::Placement { .. } => part.positions(space) / 2 * planes / 8 * 5 / 4,
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
            let most_words = (0..game.goats())
                .map(|p| StreamLayout::new(self.space.free(), p.into(), game.captures().into()))
                .map(|layout| layout.words())
                .max();
            let mut raw = RawLayers::<P>::new(self.space.blocks(), most_words.unwrap_or(0));
            let edges = Edges::new(self.space);
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
                        let out = (!is_finished).then(|| {
                            self.timed(|t| &mut t.compressing, |run| run.pack_class(&class))
                        });
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
                                self.load_layer(&mut layers, &mut raw, placed)?;
                            }
                            continue;
                        }
                        self.progress.start(&part.name());
                        self.solve_layer(&mut layers, &mut raw, placed)
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
        let start = std::time::Instant::now();
        let result = f(self);
        *which(&mut self.times) += start.elapsed().as_secs_f64();
        result
    }

    /// Waits for a part's files and enters them into the manifest.
    fn complete(&mut self, pending: Pending<'_>) -> Result<(), SolveError> {
        let start = std::time::Instant::now();
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

    /// One layer: Goat's step, Tiger's step, and both censuses.
    fn solve_layer<const P: usize>(
        &mut self,
        layers: &mut Layers<'_, P>,
        raw: &mut RawLayers<P>,
        placed: u8,
    ) -> (Vec<Packed>, Vec<CensusRow>) {
        let start = std::time::Instant::now();
        let space = self.space;
        let captures = space.game().captures();
        let part = Part::Placement { placed };
        let herds =
            Herds { least: i32::from(placed) - i32::from(captures) + 1, most: i32::from(placed) };
        let census = PlaneCensus::new(u32::from(placed), captures);
        let per_block = part.work(space) / (2 * space.blocks() as u64);
        let mut rows = Vec::new();

        let goat = TallySum::new(census.classes(Side::Goat), captures);
        layers.goat_step(herds, |block, codes| {
            goat.add(&census.of_block(space, block, codes, Side::Goat));
            self.progress.advance(per_block / 4);
        });
        rows.extend(goat.rows(placed, Side::Goat));

        let left_out = part.is_left_out(space.game(), self.options.compact);
        let layout = StreamLayout::new(space.free(), u32::from(placed), u32::from(captures));
        let tiger = TallySum::new(census.classes(Side::Tiger), captures);
        layers.tiger_step(herds, raw.blocks_mut(&layout, space.blocks()), |block, codes, words| {
            tiger.add(&census.of_block(space, block, codes, Side::Tiger));
            if !left_out {
                streams::extract(codes, &layout, |word, bits: [u64; P]| {
                    for plane in 0..P {
                        words[plane * layout.words() + word] = bits[plane];
                    }
                });
            }
            self.progress.advance(per_block);
        });
        rows.extend(tiger.rows(placed, Side::Tiger));
        self.times.solving += start.elapsed().as_secs_f64();
        if left_out {
            return (Vec::new(), rows);
        }
        let contents = Contents::Placement { placed };
        let positions = (space.blocks() * layout.words() * streams::WORD) as u64;
        let header = Header::new(space, contents, 0, PLACEMENT_BLOCK, positions);
        let level = self.options.level();
        let block_words = PLACEMENT_BLOCK as usize / streams::WORD;
        let packed = self.timed(
            |t| &mut t.compressing,
            |_| {
                Packed::new(header, level, |number, bytes| {
                    raw.file_block(&layout, space.blocks(), number * block_words, bytes);
                })
            },
        );
        (vec![packed], rows)
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
            let contents = Contents::Sliding { captured: class.captured, turn };
            let plies_bytes = if most < 256 { 1 } else { 2 };
            let header =
                Header::new(space, contents, plies_bytes, SLIDING_BLOCK, entries.len() as u64);
            let layout = header.clone();
            packed.push(Packed::new(header, self.options.level().max(3), |number, bytes| {
                sliding_block(&layout, entries, number, bytes);
            }));
        }
        (packed, rows)
    }

    fn load_class(&self, captured: u8) -> Result<Class, TableError> {
        let entries = |turn: Side| {
            let contents = Contents::Sliding { captured, turn };
            sliding_entries(&self.store.open(contents, Access::Map)?)
        };
        Ok(Class {
            captured,
            goats: u32::from(self.space.game().goats() - captured),
            tiger: entries(Side::Tiger)?,
            goat: entries(Side::Goat)?,
        })
    }

    fn load_layer<const P: usize>(
        &self,
        layers: &mut Layers<'_, P>,
        raw: &mut RawLayers<P>,
        placed: u8,
    ) -> Result<(), TableError> {
        let file = self.store.open(Contents::Placement { placed }, Access::Map)?;
        let captures = self.space.game().captures();
        let layout = StreamLayout::new(self.space.free(), u32::from(placed), u32::from(captures));
        raw.load(&layout, self.space.blocks(), &file)?;
        let raw = &*raw;
        layers.blocks_mut().enumerate().for_each(|(block, codes)| {
            streams::insert(codes, &layout, |word| raw.word(&layout, block, word));
        });
        Ok(())
    }
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
fn sliding_block(header: &Header, entries: &[u16], number: usize, bytes: &mut [u8]) {
    let positions = header.block_positions as usize;
    let plane_bytes = positions / 8;
    let (codes, plies) = bytes.split_at_mut(plane_bytes * usize::from(header.planes));
    codes.fill(0);
    plies.fill(0);
    let entries = &entries[number * positions..];
    for (at, &bits) in entries.iter().take(positions).enumerate() {
        let entry = Entry::from_bits(bits);
        let code = plane_code(entry.code(), header.captures);
        for plane in 0..usize::from(header.planes) {
            codes[plane * plane_bytes + at / 8] |= (code >> plane & 1) << (at % 8);
        }
        let width = usize::from(header.plies_bytes);
        plies[at * width..][..width].copy_from_slice(&entry.plies().to_le_bytes()[..width]);
    }
}

/// All entries of a sliding table.
fn sliding_entries(file: &TableFile) -> Result<Vec<u16>, TableError> {
    let header = file.header();
    let mut entries = vec![0; header.positions as usize];
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

/// Sums tallies from many threads.
struct TallySum {
    sums: std::sync::Mutex<Vec<Tally>>,
}

impl TallySum {
    fn new(classes: u32, captures: u8) -> TallySum {
        let tally = Tally::new(usize::from(captures) + 2);
        TallySum { sums: std::sync::Mutex::new(vec![tally; classes as usize]) }
    }

    fn add(&self, tallies: &[Tally]) {
        let mut sums = self.sums.lock().expect("nobody panics while holding it");
        for (sum, tally) in sums.iter_mut().zip(tallies) {
            sum.add(tally);
        }
    }

    fn rows(self, placed: u8, turn: Side) -> Vec<CensusRow> {
        let sums = self.sums.into_inner().expect("nobody panics while holding it");
        let rows = sums.into_iter().enumerate();
        rows.map(|(captured, tally)| tally.row(placed, captured as u8, turn, false)).collect()
    }
}
