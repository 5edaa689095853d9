//! What benchmarks, and tests of other crates, need of the inside of the crate. Not for use.

use bagh::Game;
use rayon::prelude::*;

use crate::census::of_entries;
use crate::file::extract;
use crate::file::streams::StreamLayout;
use crate::place::dispatch;
use crate::place::moves::{BlockMoves, Way};
use crate::place::plan::Plan;
use crate::place::register::Plain;
use crate::place::steps::{self, Herds};
use crate::place::vector::{Codes, IN_VECTOR, Vector};
use crate::rank::Ranking;
use crate::slide::class;
use crate::slide::slides::Slides;
use crate::space::Space;
use crate::stats::CrossTable;
use crate::stats::cross::Recount;
use crate::stats::scan::each_image;

/// Blocks of a game with noise in them, to run the kernels on.
pub struct Kernels {
    space: Space,
    best: BlockMoves,
    plans: Vec<Plan>,
    all: Vec<Codes<3>>,
    own: Vec<Codes<3>>,
    scratch: Vec<Codes<3>>,
    bytes: Vec<u8>,
    layout: StreamLayout,
}

const PLACED: u32 = 12;
const HERDS: Herds = Herds { least: 8, most: 12 };

impl Kernels {
    /// The kernels on one block of Bagh Chal, with all moves into copies of one other block: about
    /// what a block costs when its sources are in the cache.
    pub fn new() -> Kernels {
        let space = Space::new(Game::bagh_chal()).expect("Bagh Chal can be solved");
        let block = space.blocks() as u32 / 2;
        let moves = space.tiger_moves(block);
        let of = |way| BlockMoves::new(&space, block, &moves, way).with_sources(|_| 0);
        let (best, plans) = (of(Way::fastest()), of(Way::Plans));
        let BlockMoves::Plans(plans) = plans else { unreachable!("they were asked for") };
        let vectors = 1 << (space.free() - IN_VECTOR);
        let mut word = 1u64;
        let mut noise = || {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            word ^ word >> 31
        };
        let all = (0..vectors)
            .map(|_| std::array::from_fn(|_| Vector(std::array::from_fn(|_| noise()))))
            .collect();
        let layout = StreamLayout::new(space.game(), space.blocks(), PLACED);
        Kernels {
            best,
            plans,
            all,
            own: vec![[Vector::ZERO; 3]; vectors],
            scratch: Vec::new(),
            bytes: vec![0; layout.words() * 32],
            layout,
            space,
        }
    }

    /// Positions that one step values.
    pub fn positions(&self) -> u64 {
        1 << self.space.free()
    }

    /// Tiger's step, with the best registers there are.
    pub fn tiger_best(&mut self) {
        let (own, scratch) = (&mut self.own, &mut self.scratch);
        self.best.step(own, &self.all, HERDS, 0, scratch);
    }

    /// Tiger's step, with the registers of AVX2 where there are any.
    pub fn tiger_avx2(&mut self) {
        let (own, scratch) = (&mut self.own, &mut self.scratch);
        tiger_step_avx2(own, &self.all, &self.plans, scratch);
    }

    /// Tiger's step, with plain words.
    pub fn tiger_plain(&mut self) {
        let (own, scratch) = (&mut self.own, &mut self.scratch);
        steps::tiger_step::<Plain, 3>(own, &self.all, &self.plans, HERDS, 0, scratch);
    }

    /// Goat's step, with the best registers there are.
    pub fn goat_best(&mut self) {
        self.own.copy_from_slice(&self.all);
        dispatch::goat_step(&mut self.own, self.space.free(), HERDS, 7);
    }

    /// Goat's step, with plain words.
    pub fn goat_plain(&mut self) {
        self.own.copy_from_slice(&self.all);
        steps::goat_step::<Plain, 3>(&mut self.own, self.space.free(), HERDS, 7);
    }

    /// Packing in the order of ranks, with the best instructions there are.
    pub fn pack_best(&mut self) {
        extract::extract(&self.all, &self.layout, &mut self.bytes);
    }

    /// Packing in the order of ranks, with tables.
    pub fn pack_plain(&mut self) {
        extract::extract_by_tables(&self.all, &self.layout, &mut self.bytes);
    }
}

bagh_simd::dispatch! {
    fn tiger_step_avx2(
        own: &mut [Codes<3>],
        all: &[Codes<3>],
        plans: &[Plan],
        scratch: &mut Vec<Codes<3>>,
    ) {
        avx2 => steps::tiger_step::<crate::place::avx2::Avx2, 3>(own, all, plans, HERDS, 0, scratch),
        plain => steps::tiger_step::<Plain, 3>(own, all, plans, HERDS, 0, scratch),
    }
}

impl Default for Kernels {
    fn default() -> Self {
        Kernels::new()
    }
}

/// The cross tables of the sliding phase, solved in memory.
///
/// # Panics
/// If the game is too large, or if the census of the solver, which uses the lemma of Burnside,
/// differs from a count position by position.
pub fn sliding_cross(game: &Game) -> Vec<CrossTable> {
    let space = Space::new(game).expect("a game that can be solved");
    let slides = Slides::new(&space, BlockMoves::of_all(&space, Way::fastest()).into());
    let mut above = None;
    let mut cross = Vec::new();
    for captured in (0..game.captures()).rev() {
        let class = class::solve(&space, &slides, captured, above.as_ref())
            .expect("the sliding phase fits into memory");
        let ranking = Ranking::new(space.free(), class.goats);
        let subsets = ranking.subsets();
        let recount = (0..space.blocks())
            .into_par_iter()
            .map(|block| {
                let mut sum = Recount::new(&space, captured);
                let start = block * subsets.len();
                let run = start..start + subsets.len();
                let (tiger, goat) = (&class.tiger[run.clone()], &class.goat[run]);
                each_image(&space, &subsets, start, tiger, goat, |pair| {
                    sum.add(pair, game.captures());
                });
                for (row, entries) in sum.rows.iter().zip([tiger, goat]) {
                    let rank = |herd| ranking.rank(herd);
                    let tally = of_entries(&space, block as u32, entries, class.goats, rank);
                    assert_eq!(*row, tally.row(game.goats(), captured, row.turn, true));
                }
                sum
            })
            .reduce(|| Recount::new(&space, captured), Recount::join);
        cross.push(recount.cross);
        above = Some(class);
    }
    cross
}
