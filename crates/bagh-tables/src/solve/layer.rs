//! One layer of the placement phase: Tiger's step, and while each block is in the cache, its count,
//! its place in the file, and Goat's step to the layer before.

use std::time::Instant;

use bagh::Side;
use rayon::prelude::*;

use super::run::{Run, SolvedPart};
use crate::census::PlaneCensus;
use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::placement::{GroupBuffer, LayerPacker, LayerReader, PackedGroup};
use crate::file::source::Access;
use crate::file::streams::StreamLayout;
use crate::parts::Part;
use crate::place::dispatch;
use crate::place::layers::{BlockPass, Layers, set_code};
use crate::place::steps::Herds;
use crate::place::vector::Codes;
use crate::solve::Progress;
use crate::space::Space;
use crate::twins::Twins;

/// The code of a win for the goats.
const TRAPPED: u8 = 0;

/// The code of a win for the tigers.
pub(super) const fn won<const P: usize>() -> u8 {
    (1 << P) - 1
}

/// The herds that matter after this many goats were placed.
pub(crate) fn herds(space: &Space, placed: u8) -> Herds {
    let captures = i32::from(space.game().captures());
    Herds { least: i32::from(placed) - captures + 1, most: i32::from(placed) }
}

/// The pass over the blocks of a layer after Tiger's step.
struct LayerPass<'a> {
    space: &'a Space,
    /// Counts the layer.
    census: PlaneCensus<'a>,
    /// Packs the layer, unless tables leave it out.
    packer: Option<LayerPacker<'a>>,
    /// The layer before, unless this is the first.
    before: Option<Before<'a>>,
    progress: &'a dyn Progress,
    work_per_block: u64,
}

/// The layer with goat to move that comes before a layer with tiger to move.
struct Before<'a> {
    placed: u8,
    census: PlaneCensus<'a>,
}

impl<'a> LayerPass<'a> {
    fn new<'r: 'a>(run: &Run<'r>, twins: &'a Twins, placed: u8) -> LayerPass<'a> {
        let space: &'a Space = run.space;
        let (part, compact) = (Part::Placement { placed }, run.options.compact);
        let is_left_out = part.is_left_out(space.game(), compact);
        LayerPass {
            space,
            census: PlaneCensus::new(space, placed, Side::Tiger),
            packer: (!is_left_out)
                .then(|| LayerPacker::new(space, twins, placed, run.options.effort())),
            before: placed.checked_sub(1).map(|placed| Before {
                placed,
                census: PlaneCensus::new(space, placed, Side::Goat),
            }),
            progress: run.progress,
            work_per_block: part.work(space, compact) / space.blocks() as u64,
        }
    }

    fn pack<const P: usize>(
        &self,
        buffer: &mut Option<GroupBuffer>,
        block: u32,
        codes: &[Codes<P>],
    ) {
        if let (Some(packer), Some(buffer)) = (&self.packer, buffer) {
            packer.add(buffer, block, codes);
        }
    }

    /// Goat's step, in place: Tiger's next step reads the blocks with goat to move.
    fn goat_step<const P: usize>(&self, block: u32, codes: &mut [Codes<P>]) {
        if let Some(before) = &self.before {
            let herds = herds(self.space, before.placed);
            dispatch::goat_step(codes, self.space.free(), herds, won::<P>());
            before.census.add(block, codes);
        }
    }
}

impl<const P: usize> BlockPass<P> for LayerPass<'_> {
    type Buffer = Option<GroupBuffer>;
    type Group = Option<PackedGroup>;

    fn buffer(&self) -> Option<GroupBuffer> {
        self.packer.as_ref().map(LayerPacker::buffer)
    }

    fn block(&self, buffer: &mut Option<GroupBuffer>, block: u32, codes: &mut [Codes<P>]) {
        if self.progress.is_stopped() {
            return; // The layer is not used.
        }
        self.census.add(block, codes);
        self.pack(buffer, block, codes);
        self.goat_step(block, codes);
        self.progress.advance(self.work_per_block);
    }

    fn end_group(&self, buffer: &mut Option<GroupBuffer>, group: usize) -> Option<PackedGroup> {
        Some(self.packer.as_ref()?.finish_group(buffer.as_mut()?, group))
    }

    fn end_thread(&self, buffer: Option<GroupBuffer>) {
        if let (Some(packer), Some(buffer)) = (&self.packer, buffer) {
            packer.finish_sample(buffer);
        }
    }

    fn is_first(&self, group: usize) -> bool {
        self.packer.as_ref().is_some_and(|packer| packer.is_first(group))
    }

    fn end_first(&self) {
        self.packer.iter().for_each(LayerPacker::end_first);
    }
}

impl Run<'_> {
    /// Solves a layer: from goat to move after `placed` goats, to tiger to move, and on to goat to
    /// move in the layer before.
    pub(super) fn solve_layer<const P: usize>(
        &mut self,
        layers: &mut Layers<'_, P>,
        twins: &Twins,
        placed: u8,
    ) -> SolvedPart {
        let start = Instant::now();
        let space = self.space;
        let group = StreamLayout::new(space.game(), space.blocks(), u32::from(placed)).group();
        let pass = LayerPass::new(self, twins, placed);
        let groups = layers.tiger_step_with(herds(space, placed), TRAPPED, group, &pass);
        let LayerPass { census, packer, before, .. } = pass;
        let (files, packing) =
            match packer.map(|packer| packer.finish(groups.into_iter().flatten().collect())) {
                Some((packed, seconds)) => (vec![packed], seconds),
                None => (Vec::new(), 0.0),
            };
        let packing = packing / rayon::current_num_threads() as f64;
        self.times.packing += packing;
        self.times.solving += start.elapsed().as_secs_f64() - packing;
        let mut rows = census.rows();
        rows.extend(before.into_iter().flat_map(|before| before.census.rows()));
        SolvedPart { files, census: rows }
    }

    /// Reads a layer back.
    pub(super) fn load_layer<const P: usize>(
        &self,
        layers: &mut Layers<'_, P>,
        placed: u8,
    ) -> Result<(), TableError> {
        let file = self.store.open(&self.manifest, Contents::Placement { placed }, Access::Read)?;
        let reader = LayerReader::new(&file, self.space, placed)?;
        layers.blocks_mut().enumerate().try_for_each(|(block, codes)| {
            reader.read(block as u32, |index, code| set_code(codes, index, code))
        })
    }
}
