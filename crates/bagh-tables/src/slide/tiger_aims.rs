//! What Tiger aims at: its win, and draws in which more goats fall.
//!
//! A level makes positions known in two steps, block by block: those with tiger to move that have a
//! slide, or a capture, to what is known; and those with goat to move whose slides all lead to
//! what is known. Where many herds of a block have become known they go on as a set, 512 at a time,
//! as in the placement phase; where only some have, one after the other. After the first levels it
//! is mostly some.

use std::sync::Mutex;

use rayon::prelude::*;

use super::class::{Class, ClassError, Work};
use super::entry::{Entry, MAX_PLIES};
use super::goat_slides::all_lead_into;
use super::herds::each;
use crate::memory::Slab;
use crate::place::moves::SomeVectors;
use crate::place::vector::{Codes, Vector};
#[cfg(target_arch = "x86_64")]
use crate::space::Instruction;
use crate::space::{BitMoves, Looped};

/// From how many herds of a block on they go on as a set, which takes a time of its own for each
/// vector, however many herds are in it.
#[derive(Clone, Copy)]
pub(super) struct Crossover {
    /// How many vectors go through all goat slides in the time of one herd.
    goat_vectors: usize,
    /// How many vectors go through all tiger slides in the time of one herd.
    tiger_vectors: usize,
}

impl Crossover {
    pub(super) const MEASURED: Crossover = Crossover { goat_vectors: 8, tiger_vectors: 4 };

    fn goats_slide_as_set(self, herds: usize, vectors: usize) -> bool {
        herds.saturating_mul(self.goat_vectors) > vectors
    }

    fn tigers_slide_as_set(self, herds: usize, vectors: usize) -> bool {
        herds.saturating_mul(self.tiger_vectors) > vectors
    }
}

/// Spreads all that Tiger aims at. `best` is what captures lead to.
pub(super) fn spread(work: Work<'_>, best: &[u16], class: &mut Class) -> Result<(), ClassError> {
    let (space, herds) = (work.space, work.herds);
    let captured = class.captured;
    let win = space.game().captures() + 1;
    let none = || Slab::new(space.blocks() * herds.vectors()).map_err(ClassError::Memory);
    let (mut known_tiger, mut known_goat) = (none()?, none()?);
    let (mut now, mut next) = (Wave::new(work)?, Wave::new(work)?);
    let mut blocks: Vec<Block<'_>> = class
        .tiger
        .chunks_mut(herds.len())
        .zip(class.goat.chunks_mut(herds.len()))
        .zip(known_tiger.chunks_mut(herds.vectors()).zip(known_goat.chunks_mut(herds.vectors())))
        .zip(best.chunks(herds.len()))
        .map(|(((tiger, goat), (known_tiger, known_goat)), best)| Block {
            tiger,
            goat,
            known_tiger,
            known_goat,
            best,
            late: Vec::new(),
        })
        .collect();
    for code in (captured + 2..=win).rev() {
        let mut late = 0;
        if code == win {
            late = each_block(&mut blocks, &mut now, |number, block, front, others, buffer| {
                block.list_late_captures(work, code);
                block.add_locked_herds(work, number, code, front, others, buffer);
                block.late.len()
            });
        }
        for level in (1..).step_by(2) {
            // The plies of a position with tiger to move.
            if level > MAX_PLIES - 1 {
                return Err(ClassError::TooManyPlies);
            }
            let is_over = level > 1 && usize::from(level) >= late && now.is_empty();
            if is_over {
                break;
            }
            each_block(&mut blocks, &mut next, |number, block, front, others, buffer| {
                block.add_tigers(work, number, Entry::new(code, level), &now, buffer);
                let after = Entry::new(code, level + 1);
                block.add_goats(work, number, after, front, others, buffer);
                0
            });
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(())
}

/// What is known of a block.
struct Block<'c> {
    /// Entries by rank.
    tiger: &'c mut [u16],
    goat: &'c mut [u16],
    /// The herds with an entry.
    known_tiger: &'c mut [Vector],
    known_goat: &'c mut [Vector],
    /// What captures lead to, by rank.
    best: &'c [u16],
    /// For each level, herds whose captures win then, from the second level on.
    late: Vec<Vec<u32>>,
}

/// Positions with goat to move that became known at one level, and what they make known.
struct Wave {
    /// Whether the herds of a block are a set.
    is_set: Vec<bool>,
    /// The sets of these blocks.
    sets: Slab<Vector>,
    /// For each block, herds with tiger to move that a slide leads from to the others.
    reached: Vec<Mutex<Vec<u32>>>,
}

/// A block's part of a wave that is being made.
struct Front<'w> {
    is_set: &'w mut bool,
    set: &'w mut [Vector],
}

/// What a thread uses again and again.
#[derive(Default)]
struct Buffer {
    fresh: Vec<u32>,
    goats: Vec<u32>,
    found: Vec<(u32, Vector)>,
    own: Vec<Codes<1>>,
    scratch: Vec<Codes<1>>,
    images: Vec<u32>,
    reached: Vec<u32>,
}

impl Wave {
    fn new(work: Work<'_>) -> Result<Wave, ClassError> {
        let blocks = work.space.blocks();
        Ok(Wave {
            is_set: vec![false; blocks],
            sets: Slab::new(blocks * work.herds.vectors()).map_err(ClassError::Memory)?,
            reached: (0..blocks).map(|_| Mutex::default()).collect(),
        })
    }

    fn is_empty(&mut self) -> bool {
        !self.is_set.contains(&true)
            && self.reached.iter_mut().all(|list| lock_mut(list).is_empty())
    }

    fn clear(&mut self) {
        self.is_set.fill(false);
        for list in &mut self.reached {
            lock_mut(list).clear();
        }
    }
}

fn lock_mut(list: &mut Mutex<Vec<u32>>) -> &mut Vec<u32> {
    list.get_mut().expect("no thread panics while holding it")
}

/// Does something with every block and its part of the wave that comes of it, on all threads; the
/// greatest result.
fn each_block(
    blocks: &mut [Block<'_>],
    wave: &mut Wave,
    f: impl Fn(u32, &mut Block<'_>, Front<'_>, &[Mutex<Vec<u32>>], &mut Buffer) -> usize + Sync,
) -> usize {
    let vectors = wave.sets.len() / blocks.len();
    let reached = &wave.reached;
    let fronts = wave.is_set.par_iter_mut().zip(wave.sets.par_chunks_exact_mut(vectors));
    blocks
        .par_iter_mut()
        .zip(fronts)
        .enumerate()
        .map_init(Buffer::default, |buffer, (number, (block, (is_set, set)))| {
            f(number as u32, block, Front { is_set, set }, reached, buffer)
        })
        .max()
        .unwrap_or(0)
}

impl Block<'_> {
    /// Lists the captures that win later than at once.
    fn list_late_captures(&mut self, work: Work<'_>, code: u8) {
        for (&best, &index) in self.best.iter().zip(&work.herds.subsets) {
            let best = Entry::from_bits(best);
            if best.is_known() && best.code() == code && best.plies() > 1 {
                let level = usize::from(best.plies());
                if self.late.len() <= level {
                    self.late.resize(level + 1, Vec::new());
                }
                self.late[level].push(index);
            }
        }
    }

    /// Makes herds known that cannot move.
    fn add_locked_herds(
        &mut self,
        work: Work<'_>,
        number: u32,
        code: u8,
        front: Front<'_>,
        others: &[Mutex<Vec<u32>>],
        buffer: &mut Buffer,
    ) {
        let slides = &work.slides.goats[number as usize];
        // Nothing is known yet, so those whose slides all lead into it have none.
        all_lead_into(work.herds, slides, self.known_tiger, self.known_goat, &mut buffer.found);
        self.enter_found(work, Entry::new(code, 0), buffer);
        pass_on(work, number, front, others, buffer);
    }

    /// Makes positions with tiger to move known, and lists their herds in the buffer.
    fn add_tigers(
        &mut self,
        work: Work<'_>,
        number: u32,
        entry: Entry,
        wave: &Wave,
        buffer: &mut Buffer,
    ) {
        let herds = work.herds;
        buffer.fresh.clear();
        let moves = &work.slides.moves[number as usize];
        if moves.slide_to(&wave.is_set) {
            let (own, scratch) = (&mut buffer.own, &mut buffer.scratch);
            own.resize(herds.vectors(), [Vector::ZERO]);
            let some = SomeVectors { vectors: herds.vectors(), numbers: &herds.numbers };
            let all = bytemuck::cast_slice(&wave.sets);
            moves.slides_of_some::<1>(own, all, some, &wave.is_set, herds.sizes(), scratch);
            let vectors = buffer.own.iter().zip(self.known_tiger.iter_mut());
            for (&address, ([found], known)) in herds.addresses.iter().zip(vectors) {
                let fresh = found.and(*herds.within(address)).and_not(*known);
                if fresh != Vector::ZERO {
                    *known = known.or(fresh);
                    each(address, &fresh, |index| buffer.fresh.push(index));
                }
            }
        }
        let mut add = |index: u32| {
            if herds.insert(self.known_tiger, index) {
                buffer.fresh.push(index);
            }
        };
        let reached = &wave.reached[number as usize];
        for &index in &*reached.lock().expect("no thread panics while holding it") {
            add(index);
        }
        if entry.plies() == 1 {
            for (&best, &index) in self.best.iter().zip(&herds.subsets) {
                if best == entry.bits() {
                    add(index);
                }
            }
        } else if let Some(late) = self.late.get_mut(usize::from(entry.plies())) {
            std::mem::take(late).into_iter().for_each(add);
        }
        for &index in &buffer.fresh {
            self.tiger[herds.ranking.rank(index) as usize] = entry.bits();
        }
    }

    /// Makes positions with goat to move known, after those with tiger to move in the buffer.
    fn add_goats(
        &mut self,
        work: Work<'_>,
        number: u32,
        entry: Entry,
        front: Front<'_>,
        others: &[Mutex<Vec<u32>>],
        buffer: &mut Buffer,
    ) {
        if buffer.fresh.is_empty() {
            return;
        }
        let herds = work.herds;
        let slides = &work.slides.goats[number as usize];
        if work.crossover.goats_slide_as_set(buffer.fresh.len(), herds.vectors()) {
            all_lead_into(herds, slides, self.known_tiger, self.known_goat, &mut buffer.found);
            self.enter_found(work, entry, buffer);
        } else {
            buffer.goats.clear();
            for &index in &buffer.fresh {
                slides.neighbours(index, |before| {
                    if !herds.contains(self.known_goat, before)
                        && slides.all_lead_into(herds, self.known_tiger, before)
                    {
                        herds.insert(self.known_goat, before);
                        self.goat[herds.ranking.rank(before) as usize] = entry.bits();
                        buffer.goats.push(before);
                    }
                });
            }
        }
        pass_on(work, number, front, others, buffer);
    }

    /// Enters the herds of the vectors that were found, and lists them.
    fn enter_found(&mut self, work: Work<'_>, entry: Entry, buffer: &mut Buffer) {
        let herds = work.herds;
        buffer.goats.clear();
        for (address, vector) in &buffer.found {
            let known = &mut self.known_goat[herds.numbers[*address as usize] as usize];
            *known = known.or(*vector);
            each(*address, vector, |index| {
                self.goat[herds.ranking.rank(index) as usize] = entry.bits();
                buffer.goats.push(index);
            });
        }
    }
}

/// Passes the goats in the buffer on: as a set, or to the blocks that slides come from.
fn pass_on(
    work: Work<'_>,
    number: u32,
    front: Front<'_>,
    others: &[Mutex<Vec<u32>>],
    buffer: &mut Buffer,
) {
    let Buffer { goats, images, reached, .. } = buffer;
    if work.crossover.tigers_slide_as_set(goats.len(), work.herds.vectors()) {
        *front.is_set = true;
        front.set.fill(Vector::ZERO);
        for &index in &*goats {
            work.herds.insert(front.set, index);
        }
    } else if !goats.is_empty() {
        reach_tigers(work, number, goats, others, images, reached);
    }
}

bagh_simd::dispatch! {
    /// Tells other blocks which of their herds a slide leads from to these goats.
    fn reach_tigers(
        work: Work<'_>,
        number: u32,
        goats: &[u32],
        others: &[Mutex<Vec<u32>>],
        images: &mut Vec<u32>,
        reached: &mut Vec<u32>,
    ) {
        avx512 => reach_tigers_with::<Instruction>(work, number, goats, others, images, reached),
        plain => reach_tigers_with::<Looped>(work, number, goats, others, images, reached),
    }
}

#[inline(always)]
fn reach_tigers_with<B: BitMoves>(
    work: Work<'_>,
    number: u32,
    goats: &[u32],
    others: &[Mutex<Vec<u32>>],
    images: &mut Vec<u32>,
    reached: &mut Vec<u32>,
) {
    let tigers = work.space.tigers(number);
    for group in &work.slides.into[number as usize] {
        let map = work.space.inverse(group.symmetry);
        images.clear();
        for &index in goats {
            images.push(map.set(B::spread(index, tigers)));
        }
        for origin in &group.origins {
            reached.clear();
            for &image in &*images {
                if image & origin.left == 0 {
                    reached.push(B::squeeze(image, origin.tigers));
                }
            }
            if !reached.is_empty() {
                let list = &others[origin.block as usize];
                list.lock().expect("no thread panics while holding it").extend_from_slice(reached);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::super::class::solve_by;
    use super::super::slides::Slides;
    use super::*;
    use crate::place::moves::{BlockMoves, Way};
    use crate::space::Space;
    use crate::testing::small_games;

    /// Sets all the time.
    const SETS: Crossover = Crossover { goat_vectors: usize::MAX, tiger_vectors: usize::MAX };
    /// One herd after the other.
    const ONE_BY_ONE: Crossover = Crossover { goat_vectors: 0, tiger_vectors: 0 };

    /// The entries of all classes, from the most captures down.
    fn entries(game: &Game, crossover: Crossover) -> Vec<(Vec<u16>, Vec<u16>)> {
        let space = Space::new(game).unwrap();
        let slides = Slides::new(&space, BlockMoves::of_all(&space, Way::fastest()).into());
        let mut classes: Vec<Class> = Vec::new();
        for captured in (0..game.captures()).rev() {
            let class = solve_by(&space, &slides, captured, classes.last(), crossover);
            classes.push(class.unwrap_or_else(|error| panic!("{error:?}")));
        }
        classes.into_iter().map(|class| (class.tiger, class.goat)).collect()
    }

    #[test]
    fn sets_of_herds_equal_herds_one_by_one() {
        let mut with_known = 0;
        let mut games = small_games(25, 7..=12, 61);
        games.extend(small_games(5, 13..=15, 67));
        for game in &games {
            let one_by_one = entries(game, ONE_BY_ONE);
            assert!(entries(game, SETS) == one_by_one, "{game:?}");
            assert!(entries(game, Crossover::MEASURED) == one_by_one, "{game:?}");
            // A class in which play decides something beyond captures and locked herds.
            let is_deep = |bits: &u16| Entry::from_bits(*bits).plies() > 2;
            with_known +=
                usize::from(one_by_one.iter().any(|(tiger, _)| tiger.iter().any(is_deep)));
        }
        assert!(with_known > games.len() / 2, "{with_known}");
    }
}
