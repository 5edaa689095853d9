//! Tiger's step by shuffles: a tile of a block after the other, all moves into each.
//!
//! A tile is as much of a block as stays in the first cache while all moves are merged into it, so
//! that only the sources come from far away. They are asked for some groups ahead, and into the
//! second cache: on Zen 4 the first has too few requests under way for that, and takes two thirds
//! more time.

use super::parts::Part;
use super::register::ByteRegister;
use super::shuffle::{Group, Shuffle, Tile, tile_bits};
use super::steps::{Herds, Numbering, load, max_into, prefetch_later, set_everywhere, store};
use super::vector::{Codes, Vector};

/// Groups between asking for sources and reading them. Anything from 24 to 48 takes the same time.
const AHEAD: usize = 32;

/// The moves of a block, and where they read.
#[derive(Clone, Copy)]
pub(crate) struct Moves<'s, const P: usize, N: ?Sized> {
    /// The codes of all blocks.
    pub all: &'s [Codes<P>],
    /// How many vectors a block has in there.
    pub vectors: usize,
    /// Where in a block the vector with an address stands.
    pub numbers: &'s N,
    pub shuffles: &'s [Shuffle],
    /// The blocks that slides lead to, if other moves do not count.
    pub slides_to: Option<&'s [bool]>,
    pub herds: Herds,
}

impl<'s, const P: usize, N: Numbering + ?Sized> Moves<'s, P, N> {
    #[inline(always)]
    fn is_wanted(&self, shuffle: &Shuffle) -> bool {
        match self.slides_to {
            Some(blocks) => !shuffle.is_jump && blocks[shuffle.source as usize],
            None => true,
        }
    }

    #[inline(always)]
    fn source(&self, shuffle: &Shuffle) -> &'s [Codes<P>] {
        &self.all[shuffle.source as usize * self.vectors..][..self.vectors]
    }
}

/// Tiger's step for one block, see [`steps::tiger_step`](super::steps::tiger_step), which gives the
/// same: all moves are merged into `own`, after it was set to the code `trapped` everywhere. A whole
/// block has this many addresses; `own` has all of its vectors, or some.
#[inline(always)]
pub(crate) fn tiger_step<R: ByteRegister, const P: usize, N: Numbering + ?Sized>(
    own: &mut [Codes<P>],
    moves: &Moves<'_, P, N>,
    addresses: usize,
    trapped: u8,
) {
    set_everywhere::<R, P>(own, trapped);
    let in_tile = tile_bits(addresses);
    let mut ahead = Ahead { moves, addresses, in_tile, next: (0, 0), source: &[], tile: None };
    for _ in 0..AHEAD {
        ahead.ask();
    }
    for address in (0..addresses as u32).step_by(1 << in_tile) {
        for shuffle in moves.shuffles {
            if !moves.is_wanted(shuffle) {
                continue;
            }
            let tile = shuffle.tile(address, in_tile, moves.herds);
            if !tile.groups.is_empty() {
                merge_tile::<R, P, N>(own, address, tile, moves, &mut ahead);
            }
        }
    }
}

/// Merges a move into a tile.
#[inline(always)]
fn merge_tile<R: ByteRegister, const P: usize, N: Numbering + ?Sized>(
    own: &mut [Codes<P>],
    address: u32,
    tile: Tile<'_>,
    moves: &Moves<'_, P, N>,
    ahead: &mut Ahead<'_, '_, P, N>,
) {
    let shuffle = tile.shuffle;
    let shape = (shuffle.sources.len(), shuffle.targets.len(), shuffle.parts_each());
    macro_rules! groups {
        ($sources:literal, $targets:literal, $parts:literal, $bits:literal) => {
            merge_groups::<R, P, N, $sources, $targets, $parts, $bits>(
                own, address, tile, moves, ahead,
            )
        };
    }
    // Of Bagh Chal's and Aadu Puli Attam's moves, all but a few in a hundred.
    match (shape, shuffle.keeps_bits()) {
        ((1, 1, 1), true) => groups!(1, 1, 1, false),
        ((1, 1, 1), false) => groups!(1, 1, 1, true),
        ((1, 1, 2), _) => groups!(1, 1, 2, true),
        ((1, 2, 1), true) => groups!(1, 2, 1, false),
        ((1, 2, 1), false) => groups!(1, 2, 1, true),
        ((1, 2, 2), _) => groups!(1, 2, 2, true),
        ((2, 1, 1), true) => groups!(2, 1, 1, false),
        ((2, 1, 1), false) => groups!(2, 1, 1, true),
        ((2, 1, 2), _) => groups!(2, 1, 2, true),
        ((2, 2, 1), _) => groups!(2, 2, 1, true),
        ((2, 2, 2), _) => groups!(2, 2, 2, true),
        _ => merge_any::<R, P, N>(own, address, tile, moves, ahead),
    }
}

/// Merges a move with this many sources, targets and parts into a tile. Whether bits change their
/// place in the byte is told apart: most moves have one part, in which none does.
#[inline(always)]
fn merge_groups<
    R: ByteRegister,
    const P: usize,
    N: Numbering + ?Sized,
    const SOURCES: usize,
    const TARGETS: usize,
    const PARTS: usize,
    const BITS: bool,
>(
    own: &mut [Codes<P>],
    address: u32,
    tile: Tile<'_>,
    moves: &Moves<'_, P, N>,
    ahead: &mut Ahead<'_, '_, P, N>,
) {
    let Tile { shuffle, from, parts, groups } = tile;
    let source = moves.source(shuffle);
    let valid = R::load(&shuffle.valid);
    let mut ways = [[Way::<R>::none(); PARTS]; TARGETS];
    for target in 0..TARGETS {
        for part in 0..PARTS {
            ways[target][part] = Way::new(&parts[target * PARTS + part]);
        }
    }
    for &group in groups {
        ahead.ask();
        let mut made = [[R::splat(0); P]; TARGETS];
        let mut rows: [&Codes<P>; SOURCES] = [&source[0]; SOURCES];
        for at in 0..SOURCES {
            rows[at] = &source[moves.numbers.of(from + group.source() + shuffle.sources[at])];
        }
        for plane in 0..P {
            let first = R::load(&rows[0][plane]);
            let second = R::load(&rows[SOURCES - 1][plane]);
            for target in 0..TARGETS {
                let ways = &ways[target];
                let mut bits = ways[0].of::<SOURCES, BITS>(first, second);
                for part in 1..PARTS {
                    let way = &ways[part];
                    bits = way.mask.select(way.of::<SOURCES, BITS>(first, second), bits);
                }
                made[target][plane] = bits;
            }
        }
        for target in 0..TARGETS {
            let at = address + group.own() + shuffle.targets[target];
            merge(&mut own[moves.numbers.of(at)], &made[target], valid);
        }
    }
}

/// The same for any number of sources, targets and parts.
#[inline(always)]
fn merge_any<R: ByteRegister, const P: usize, N: Numbering + ?Sized>(
    own: &mut [Codes<P>],
    address: u32,
    tile: Tile<'_>,
    moves: &Moves<'_, P, N>,
    ahead: &mut Ahead<'_, '_, P, N>,
) {
    let Tile { shuffle, from, parts, groups } = tile;
    let source = moves.source(shuffle);
    let valid = R::load(&shuffle.valid);
    for &group in groups {
        ahead.ask();
        let row = |number: usize| {
            let offset = shuffle.sources[number.min(shuffle.sources.len() - 1)];
            &source[moves.numbers.of(from + group.source() + offset)]
        };
        for (target, parts) in parts.chunks_exact(shuffle.parts_each()).enumerate() {
            let mut made = [R::splat(0); P];
            for (number, part) in parts.iter().enumerate() {
                let way = Way::<R>::new(part);
                let (first, second) = (row(part.pair as usize), row(part.pair as usize + 1));
                for plane in 0..P {
                    let (first, second) = (R::load(&first[plane]), R::load(&second[plane]));
                    let bits = first.permute2(way.index, second).permute_bits(way.matrix);
                    made[plane] = match number {
                        0 => bits,
                        _ => way.mask.select(bits, made[plane]),
                    };
                }
            }
            let at = address + group.own() + shuffle.targets[target];
            merge(&mut own[moves.numbers.of(at)], &made, valid);
        }
    }
}

#[inline(always)]
fn merge<R: ByteRegister, const P: usize>(own: &mut Codes<P>, made: &[R; P], valid: R) {
    let mut best: [R; P] = load(own);
    max_into(&mut best, made, valid);
    store(&best, own);
}

/// A part in registers.
#[derive(Clone, Copy)]
struct Way<R> {
    index: R,
    matrix: R,
    mask: R,
}

impl<R: ByteRegister> Way<R> {
    #[inline(always)]
    fn new(part: &Part) -> Way<R> {
        Way {
            index: R::load(&part.index),
            matrix: R::splat(part.matrix),
            mask: R::load(&part.mask),
        }
    }

    #[inline(always)]
    fn none() -> Way<R> {
        let zero = R::load(&Vector::ZERO);
        Way { index: zero, matrix: zero, mask: zero }
    }

    /// What the part makes of one source or two.
    #[inline(always)]
    fn of<const SOURCES: usize, const BITS: bool>(&self, first: R, second: R) -> R {
        let bytes = match SOURCES {
            1 => first.permute(self.index),
            _ => first.permute2(self.index, second),
        };
        if BITS { bytes.permute_bits(self.matrix) } else { bytes }
    }
}

/// Goes over the groups before they are carried out, and asks for their sources.
struct Ahead<'m, 's, const P: usize, N: ?Sized> {
    moves: &'m Moves<'s, P, N>,
    addresses: usize,
    in_tile: u32,
    /// The tile and the number of the shuffle that come next.
    next: (u32, usize),
    source: &'s [Codes<P>],
    /// What is left of a tile.
    tile: Option<Tile<'s>>,
}

impl<const P: usize, N: Numbering + ?Sized> Ahead<'_, '_, P, N> {
    /// Asks for the sources of the next group.
    #[inline(always)]
    fn ask(&mut self) {
        let Some(group) = self.group() else { return };
        let Some(tile) = &self.tile else { return };
        for offset in &tile.shuffle.sources {
            prefetch_later(
                &self.source[self.moves.numbers.of(tile.from + group.source() + offset)],
            );
        }
    }

    #[inline(always)]
    fn group(&mut self) -> Option<Group> {
        loop {
            if let Some(tile) = &mut self.tile
                && let Some((&group, rest)) = tile.groups.split_first()
            {
                tile.groups = rest;
                return Some(group);
            }
            self.step()?;
        }
    }

    /// Goes to the next shuffle, or to the first of the next tile.
    #[inline(always)]
    fn step(&mut self) -> Option<()> {
        let (address, number) = self.next;
        if address as usize >= self.addresses {
            self.tile = None;
            return None;
        }
        let Some(shuffle) = self.moves.shuffles.get(number) else {
            self.next = (address + (1 << self.in_tile), 0);
            self.tile = None;
            return Some(());
        };
        self.next.1 += 1;
        if self.moves.is_wanted(shuffle) {
            self.source = self.moves.source(shuffle);
            self.tile = Some(shuffle.tile(address, self.in_tile, self.moves.herds));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::place::moves::{BlockMoves, Way};
    use crate::place::register::Plain;
    use crate::place::steps::{self, InOrder};
    use crate::space::Space;
    use crate::testing::{Random, small_games};

    /// Blocks of both games and of random ones, by shuffles and by plans: with plain words, and with
    /// the registers at hand. The sources are noise, and all moves read the same one.
    #[test]
    fn shuffles_equal_plans() {
        let mut random = Random::new(31);
        let mut games = small_games(40, 5..=14, 37);
        games.extend([Game::bagh_chal(), Game::aadu_puli()].map(Clone::clone));
        for game in &games {
            let space = Space::new(game).unwrap();
            let address_bits = space.free().max(super::super::vector::IN_VECTOR);
            let vectors = 1usize << (address_bits - super::super::vector::IN_VECTOR);
            let source: Vec<Codes<3>> = (0..vectors)
                .map(|_| std::array::from_fn(|_| Vector(std::array::from_fn(|_| random.next()))))
                .collect();
            let most = space.free() as i32;
            for _ in 0..6 {
                let block = random.below(space.blocks()) as u32;
                let moves = space.tiger_moves(block);
                let of = |way| BlockMoves::new(&space, block, &moves, way).with_sources(|_| 0);
                let (BlockMoves::Plans(plans), BlockMoves::Shuffles(shuffles)) =
                    (of(Way::Plans), of(Way::Shuffles))
                else {
                    unreachable!("they were asked for")
                };
                for herds in [
                    Herds { least: 0, most },
                    Herds { least: most / 2 - 2, most: most / 2 + 2 },
                    Herds { least: 1, most: 3 },
                ] {
                    let mut expected = vec![[Vector::ONES; 3]; vectors];
                    steps::tiger_step::<Plain, 3>(
                        &mut expected,
                        &source,
                        &plans,
                        herds,
                        0,
                        &mut Vec::new(),
                    );
                    let mut plain = vec![[Vector::ONES; 3]; vectors];
                    let moves = Moves {
                        all: &source,
                        vectors,
                        numbers: &InOrder,
                        shuffles: &shuffles,
                        slides_to: None,
                        herds,
                    };
                    tiger_step::<Plain, 3, _>(&mut plain, &moves, vectors, 0);
                    let mut fast = vec![[Vector::ONES; 3]; vectors];
                    BlockMoves::Shuffles(shuffles.clone()).step(
                        &mut fast,
                        &source,
                        herds,
                        0,
                        &mut Vec::new(),
                    );
                    assert!(plain == fast);
                    // What is no herd that matters may differ.
                    for (address, (expected, found)) in expected.iter().zip(&plain).enumerate() {
                        let ones = (address as u32).count_ones() as i32;
                        let at_most = |n: i32| Vector::where_at_most(n - ones);
                        let matters = at_most(herds.most).and_not(at_most(herds.least - 1));
                        for plane in 0..3 {
                            let (expected, found) = (expected[plane], found[plane]);
                            assert!(expected.and(matters) == found.and(matters), "block {block}");
                        }
                    }
                }
            }
        }
    }
}
