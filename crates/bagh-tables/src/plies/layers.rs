//! A half-layer of ends in memory.
//!
//! Unlike values, ends take eight planes: two half-layers of Bagh Chal would take 7 GB. So there
//! is one, with goat to move. Tiger's step reads all of it and packs what it makes, a block at a
//! time, into a file; when all of the layer is packed, it is unpacked into the same memory, with
//! Goat's step on the way.

use std::ops::Range;
use std::path::Path;

use bagh::Side;
use rayon::prelude::*;

use super::block::{PLACES, Shape, Winner, bytes_of, decode, encode};
use super::ends::{DRAW, after_placement, from_here, from_start, win};
use super::insert::{PLANES, insert};
use super::spill::{Spill, Spilled};
use crate::compression::{Compressor, Effort, unpack};
use crate::error::TableError;
use crate::file::extract::extract;
use crate::file::format::{Contents, Header};
use crate::file::sliding::all_entries;
use crate::file::streams::WORD;
use crate::manifest::TableFileInfo;
use crate::memory::Slab;
use crate::place::dispatch;
use crate::place::layers::set_code;
use crate::place::moves::{BlockMoves, Way};
use crate::place::vector::{Codes, IN_VECTOR, Vector};
use crate::rank::Ranking;
use crate::slide::entry::Entry;
use crate::solve::{Progress, herds};
use crate::space::Space;
use crate::tables::Tables;
use crate::twins::{Twins, first_twin};
use crate::value::Value;

/// Places of outcomes in a byte.
const OUTCOMES: usize = 4;

/// One half-layer, and what is needed to come from one to the next.
pub(super) struct EndLayers<'s> {
    space: &'s Space,
    moves: Vec<BlockMoves>,
    twins: Twins,
    vectors: usize,
    codes: Slab<Codes<PLANES>>,
}

/// A layer with tiger to move, packed: the blocks of its file, and who wins where.
pub(super) struct PackedLayer<'p> {
    spill: &'p Spill,
    header: Header,
    plies: Vec<Spilled>,
    outcomes: Vec<Spilled>,
}

impl PackedLayer<'_> {
    /// Writes the file of the layer.
    pub(super) fn write(&self, directory: &Path) -> Result<TableFileInfo, TableError> {
        self.spill.write(&self.header, &self.plies, directory)
    }
}

/// A group of tiger placements, packed.
#[derive(Default)]
struct PackedGroup {
    plies: Vec<Spilled>,
    outcomes: Vec<Spilled>,
}

/// What a thread needs to pack groups.
struct Buffer {
    own: Vec<Codes<PLANES>>,
    scratch: Vec<Codes<PLANES>>,
    codes: Vec<u8>,
    block: Vec<u8>,
    outcomes: Vec<u8>,
    compressor: Compressor,
    quick: Compressor,
}

impl<'s> EndLayers<'s> {
    pub(super) fn new(space: &'s Space) -> Result<EndLayers<'s>, TableError> {
        let vectors = 1usize << (space.free().max(IN_VECTOR) - IN_VECTOR);
        let codes = Slab::new(space.blocks() * vectors)?;
        let moves = BlockMoves::of_all(space, Way::fastest());
        Ok(EndLayers { space, moves, twins: Twins::new(space), vectors, codes })
    }

    /// Enters the sliding phase, tiger to move, and makes Goat's step to the last layer.
    pub(super) fn fill_sliding(&mut self, tables: &Tables) -> Result<(), TableError> {
        let game = self.space.game();
        for captured in 0..game.captures() {
            let ranking = Ranking::new(self.space.free(), u32::from(game.goats() - captured));
            let subsets = ranking.subsets();
            let file = tables.open_table(Contents::Sliding { captured, turn: Side::Tiger })?;
            let entries = all_entries(&file, self.space.blocks() * subsets.len())?;
            let end = |bits: u16| {
                let entry = Entry::from_bits(bits);
                match Value::from_code(entry.code(), game.captures()).outcome().winner() {
                    Some(winner) => after_placement(game, winner, entry.plies()),
                    None => DRAW,
                }
            };
            let blocks = self.codes.par_chunks_exact_mut(self.vectors);
            blocks.zip(entries.par_chunks_exact(subsets.len())).for_each(|(codes, entries)| {
                for (&index, &bits) in subsets.iter().zip(entries) {
                    set_code(codes, index, end(bits));
                }
            });
        }
        let last = game.goats() - 1;
        let space = self.space;
        self.codes
            .par_chunks_exact_mut(self.vectors)
            .for_each(|codes| goat_step(space, codes, last));
        Ok(())
    }

    /// Tiger's step: from goat to move after the goats of this shape, to tiger to move, packed
    /// into `spill`. Nothing if `progress` says to stop.
    pub(super) fn tiger_step<'p>(
        &self,
        shape: &Shape,
        effort: Effort,
        spill: &'p Spill,
        progress: &dyn Progress,
        work: u64,
    ) -> Result<Option<PackedLayer<'p>>, TableError> {
        let header = Header::new(self.space.game(), Contents::Plies { placed: shape.placed }, 1);
        // Codes of one byte, for herds that repeat others.
        let bytes = Header { code_bits: 8, ..header.clone() };
        let groups = (0..shape.groups())
            .into_par_iter()
            .map_init(
                || self.buffer(shape, effort),
                |buffer, group| {
                    if progress.is_stopped() {
                        return Ok(PackedGroup::default()); // The layer is not used.
                    }
                    let packed = self.pack_group(shape, group, buffer, &bytes, spill)?;
                    progress.advance(work / shape.groups() as u64);
                    Ok(packed)
                },
            )
            .collect::<Result<Vec<PackedGroup>, TableError>>()?;
        if progress.is_stopped() {
            return Ok(None);
        }
        let (mut plies, mut outcomes) = (Vec::new(), Vec::new());
        for group in groups {
            plies.extend(group.plies);
            outcomes.extend(group.outcomes);
        }
        Ok(Some(PackedLayer { spill, header, plies, outcomes }))
    }

    fn buffer(&self, shape: &Shape, effort: Effort) -> Buffer {
        Buffer {
            own: vec![[Vector::ZERO; PLANES]; self.vectors],
            scratch: Vec::new(),
            codes: vec![0; shape.layout.group_blocks() * PLACES],
            block: vec![0; bytes_of(PLACES)],
            outcomes: vec![0; PLACES / OUTCOMES],
            compressor: Compressor::new(effort),
            quick: Compressor::new(Effort::Quick),
        }
    }

    fn pack_group(
        &self,
        shape: &Shape,
        group: usize,
        buffer: &mut Buffer,
        header: &Header,
        spill: &Spill,
    ) -> Result<PackedGroup, TableError> {
        let placed = shape.placed;
        let places = shape.member_places();
        for (member, block) in shape.members(group).enumerate() {
            let (herds, trapped) = (herds(self.space, placed), win(Side::Goat, placed));
            let Buffer { own, scratch, .. } = buffer;
            self.moves[block as usize].step(own, &self.codes, herds, trapped, scratch);
            let codes = &mut buffer.codes[member * places..][..places];
            extract(own, &shape.layout, codes);
            for captured in 0..shape.layout.streams() {
                let start = shape.layout.start(captured) * WORD;
                let goats = u32::from(placed) - captured;
                self.twins.blur(block, goats, codes, header, start);
            }
            codes.iter_mut().for_each(|code| *code = from_here(*code, placed));
        }
        let mut packed = PackedGroup::default();
        let first = group * shape.layout.group_blocks();
        for (number, codes) in buffer.codes.chunks_exact(PLACES).enumerate() {
            let runs = shape.runs(first + number);
            encode(codes, &runs, &mut buffer.block);
            packed.plies.push(spill.put(&buffer.compressor.compress(&buffer.block))?);
            pack_outcomes(codes, &runs, &mut buffer.outcomes);
            packed.outcomes.push(spill.put(&buffer.quick.compress(&buffer.outcomes))?);
        }
        Ok(packed)
    }

    /// Unpacks a layer that was just packed, with Goat's step to the layer before.
    pub(super) fn unpack(
        &mut self,
        shape: &Shape,
        layer: &PackedLayer<'_>,
    ) -> Result<(), TableError> {
        let new = || (Vec::new(), vec![0; bytes_of(PLACES)], vec![0; PLACES / OUTCOMES]);
        self.fill(shape, new, |(packed, bytes, outcomes), number, runs, codes| {
            layer.spill.get(layer.plies[number], packed)?;
            assert!(unpack(packed, bytes), "it was packed here");
            layer.spill.get(layer.outcomes[number], packed)?;
            assert!(unpack(packed, outcomes), "it was packed here");
            let winner = |at: usize| match outcomes[at / OUTCOMES] >> (2 * (at % OUTCOMES)) & 3 {
                0 => Winner::Goat,
                1 => Winner::Neither,
                _ => Winner::Tiger,
            };
            decode(bytes, runs, codes, winner).expect("it was packed here");
            Ok(())
        })
    }

    /// Reads a layer back from its files, with Goat's step to the layer before.
    pub(super) fn load(&mut self, shape: &Shape, tables: &Tables) -> Result<(), TableError> {
        self.fill(
            shape,
            || (),
            |(), number, _, codes| {
                codes.copy_from_slice(&tables.plies_codes(shape.placed, number, true)?);
                Ok(())
            },
        )
    }

    /// Fills the half-layer with goat to move one goat earlier. `read` puts the codes of a
    /// compressed block into their places.
    fn fill<B>(
        &mut self,
        shape: &Shape,
        new: impl Fn() -> B + Sync + Send,
        read: impl Fn(&mut B, usize, &[Range<usize>], &mut [u8]) -> Result<(), TableError> + Sync,
    ) -> Result<(), TableError> {
        let (space, twins, vectors) = (self.space, &self.twins, self.vectors);
        let placed = shape.placed;
        let rankings: Vec<(Ranking, Vec<u32>)> = (0..shape.layout.streams())
            .map(|captured| Ranking::new(space.free(), u32::from(placed) - captured))
            .map(|ranking| (ranking.clone(), ranking.subsets()))
            .collect();
        let blocks = shape.layout.group_blocks();
        let groups = self.codes.par_chunks_mut(vectors * shape.layout.group()).enumerate();
        groups.try_for_each_init(
            || (new(), vec![0; blocks * PLACES]),
            |(buffer, codes), (group, planes)| {
                for (number, codes) in codes.chunks_exact_mut(PLACES).enumerate() {
                    let number = group * blocks + number;
                    read(buffer, number, &shape.runs(number), codes)?;
                }
                let members = codes.chunks_exact_mut(shape.member_places());
                let members = members.zip(planes.chunks_exact_mut(vectors));
                for (block, (codes, planes)) in shape.members(group).zip(members) {
                    for (captured, (ranking, subsets)) in rankings.iter().enumerate() {
                        let start = shape.layout.start(captured as u32) * WORD;
                        let goats = u32::from(placed) - captured as u32;
                        twins.each_later(block, goats, |rank| {
                            let first = first_twin(space, block, subsets[rank]);
                            codes[start + rank] = codes[start + ranking.rank(first) as usize];
                        });
                    }
                    codes.iter_mut().for_each(|code| *code = from_start(*code, placed));
                    insert(codes, &shape.layout, planes);
                    goat_step(space, planes, placed - 1);
                }
                Ok(())
            },
        )
    }
}

/// Goat's step in one block, to the layer after this many goats.
fn goat_step(space: &Space, codes: &mut [Codes<PLANES>], placed: u8) {
    let won = win(Side::Tiger, placed);
    dispatch::goat_step(codes, space.free(), herds(space, placed), won);
}

/// Packs who wins at each place of a block: the goats 0, neither side 1, the tigers 2.
fn pack_outcomes(codes: &[u8], runs: &[Range<usize>], bytes: &mut [u8]) {
    bytes.fill(0);
    for run in runs {
        for (&code, at) in codes[run.clone()].iter().zip(run.clone()) {
            bytes[at / OUTCOMES] |= (Winner::of(code) as u8) << (2 * (at % OUTCOMES));
        }
    }
}

/// Bytes of memory that a half-layer takes, without plans.
pub(super) fn layer_bytes(space: &Space) -> u64 {
    (space.blocks() as u64) << space.free().max(IN_VECTOR)
}
