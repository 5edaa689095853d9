//! Decisions: to which places the selective side goes.
//!
//! A ply has a list of shapes. Each position goes to the first shape of the list in which some
//! place holds the claim. So the shapes are gone through in that order; for each the places that
//! positions without a choice can reach are asked about, those that most can reach first. A place
//! is asked about once, however many positions lead to it, and not at all if it is no longer
//! needed, or if some position has no other.
//!
//! The prover answers from what it knows, and writes the answers down; the checker reads them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::cover::{Cover, Greedy};
use crate::error::ProofError;
use crate::paths::{Paths, Scratch};
use crate::walk::Captures;

/// Positions that are looked at in one piece of work.
const PIECE: usize = 512;
/// There is no further shape.
const NEVER: u32 = u32::MAX;

/// A question: does this place hold the claim?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The place.
    pub place: u64,
    /// Its shape.
    pub shape: u32,
    /// Positions that want to go there.
    pub wanted: u32,
    /// Whether one of them has nowhere else to go in this shape.
    pub only: bool,
    /// How many shapes the one of them that was refused most often has behind it.
    pub refused: u8,
    /// How many moves the one of them with the fewest has left, this one aside.
    pub left: u8,
    /// Whether one of them captures by it.
    pub capture: bool,
}

/// A shape that can be taken or left.
pub struct Offer<'a> {
    /// The positions without a choice that can go there.
    pub here: &'a [u32],
    /// Their moves: whose, by its place in that list, and what would be asked.
    pub wishes: Vec<(u32, Question)>,
    /// How many they are; half as many each time that the shape is offered again.
    pub wanted: f64,
    /// Whether it will not be offered again.
    pub last: bool,
}

/// Who answers.
pub trait Judge: Send {
    /// Whether a place holds the claim.
    fn holds(&mut self, question: &Question) -> bool;
    /// Whether a shape is taken, where there is no list of shapes.
    fn takes(&mut self, offer: &Offer<'_>) -> bool;
}

/// A move to a place, of a position of the shape at hand.
#[derive(Clone, Copy)]
struct Wish {
    place: u64,
    /// The number of the position among those at hand.
    who: u32,
    number: u8,
    capture: bool,
}

/// What a position can do after the shape at hand.
#[derive(Clone, Copy)]
struct Rest {
    /// Its next shape.
    next: u32,
    /// Its places that are still open: those of the shape at hand, and moves to later ones.
    open: u8,
    /// Those of the shape at hand.
    here: u8,
    /// Where its wishes begin.
    start: u32,
}

/// Positions of one turn, with what they wish.
#[derive(Default)]
struct Batch {
    here: Vec<u32>,
    wishes: Vec<Wish>,
    rests: Vec<Rest>,
}

impl Batch {
    /// What would be asked about each wish, with this shape.
    fn questions(&self, shape: u32, refused: &[u8]) -> Vec<(u32, Question)> {
        let question = |wish: &Wish| {
            let rest = self.rests[wish.who as usize];
            let question = Question {
                place: wish.place,
                shape,
                wanted: 1,
                only: rest.here == 1,
                refused: refused[self.here[wish.who as usize] as usize],
                left: rest.open - 1,
                capture: wish.capture,
            };
            (wish.who, question)
        };
        self.wishes.iter().map(question).collect()
    }

    fn add(&mut self, more: Batch) {
        let (who, start) = (self.here.len() as u32, self.wishes.len() as u32);
        self.here.extend(more.here);
        self.wishes.extend(more.wishes.into_iter().map(|w| Wish { who: who + w.who, ..w }));
        self.rests.extend(more.rests.into_iter().map(|r| Rest { start: start + r.start, ..r }));
    }
}

/// The order of shapes, looked up.
enum Ranks {
    Few(Vec<u32>),
    Many(std::collections::HashMap<u32, u32>),
}

impl Ranks {
    fn new(order: &[u32]) -> Ranks {
        let ranks = (0u32..).zip(order).map(|(rank, &shape)| (shape, rank));
        match order.iter().max() {
            Some(&most) if most >= 1 << 20 => Ranks::Many(ranks.collect()),
            most => {
                let mut few = vec![NEVER; most.map_or(0, |&most| most as usize + 1)];
                ranks.for_each(|(shape, rank)| few[shape as usize] = rank);
                Ranks::Few(few)
            }
        }
    }

    fn get(&self, shape: u32) -> u32 {
        match self {
            Ranks::Few(few) => few.get(shape as usize).copied().unwrap_or(NEVER),
            Ranks::Many(many) => many.get(&shape).copied().unwrap_or(NEVER),
        }
    }
}

/// The decisions of one ply.
pub struct Decisions<'a> {
    paths: Paths<'a>,
    keys: &'a [u64],
    order: &'a [u32],
    ranks: Ranks,
    captures: Captures,
}

impl<'a> Decisions<'a> {
    /// For these positions, with this order of shapes.
    pub fn new(
        paths: Paths<'a>,
        keys: &'a [u64],
        order: &'a [u32],
        captures: Captures,
    ) -> Decisions<'a> {
        Decisions { paths, keys, order, ranks: Ranks::new(order), captures }
    }

    /// When a path is tried: the rank of its shape, captures after or before all others if asked.
    fn turn(&self, shape: u32, capture: bool) -> u32 {
        let rank = self.ranks.get(shape);
        let late = match self.captures {
            Captures::Any => false,
            Captures::Last => capture,
            Captures::First => !capture,
        };
        if late && rank != NEVER { rank + self.order.len() as u32 } else { rank }
    }

    /// The number of the chosen move for each position. `progress` hears of positions that have
    /// theirs.
    pub fn choices(
        &self,
        judge: &mut impl Judge,
        progress: &dyn Fn(u64),
    ) -> Result<Vec<u8>, ProofError> {
        let mut choices = vec![0u8; self.keys.len()];
        let mut refused = vec![0u8; self.keys.len()];
        let mut waiting = self.first(&mut choices)?;
        let mut ahead = Batch::default();
        for turn in 0..waiting.len() {
            let mut batch = std::mem::take(&mut ahead);
            batch.add(self.batch(std::mem::take(&mut waiting[turn]), turn)?);
            // While one thread asks, others look ahead at those who wait for the next turn.
            let next = waiting.get_mut(turn + 1).map(std::mem::take).unwrap_or_default();
            let shape = self.order[turn % self.order.len()];
            let (done, found) = rayon::join(
                || ask(shape, &mut batch, &refused, judge, &mut choices),
                || self.batch(next, turn + 1),
            );
            ahead = found?;
            progress(done);
            for (&position, rest) in batch.here.iter().zip(&batch.rests) {
                if rest.open != DONE {
                    refused[position as usize] = refused[position as usize].saturating_add(1);
                    waiting[rest.next as usize].push(position);
                }
            }
        }
        Ok(choices)
    }

    /// The same without a list of shapes: that which most positions without a choice could go to
    /// comes next, and is taken or left.
    pub fn by_popularity(
        &self,
        judge: &mut impl Judge,
        progress: &dyn Fn(u64),
    ) -> Result<Vec<u8>, ProofError> {
        let positions = self.keys.len();
        let mut choices = vec![0u8; positions];
        let settled: Vec<AtomicU8> = (0..positions).map(|_| AtomicU8::new(0)).collect();
        let list = |scratch: &mut Scratch, number: usize, shapes: &mut Vec<u32>| {
            let position = self.paths.ply.position(self.paths.game, self.keys[number]);
            match self.paths.list(&position, scratch)? {
                Some(choice) => settled[number].store(choice, Relaxed),
                None if scratch.paths.is_empty() => return Err(NO_CHOICE),
                None => shapes.extend(scratch.paths.iter().map(|path| path.shape)),
            }
            Ok(())
        };
        let legal = Cover::new(positions, Scratch::default, list)?;
        choices.iter_mut().zip(settled).for_each(|(choice, number)| *choice = number.into_inner());
        let mut refused = vec![0u8; positions];
        // How many shapes are still to come for each position.
        let mut left: Vec<u8> = (0..positions).map(|p| legal.shapes_of(p).len() as u8).collect();
        let mut greedy = Greedy::new(&legal, |_| 1.0);
        let mut offers = vec![0u8; legal.len()];
        while let Some(shape) = greedy.next() {
            let here = greedy.open(shape);
            let last = offers[shape as usize] + 1 == OFFERS;
            offers[shape as usize] += 1;
            let name = legal.name(shape);
            let turn = |of: u32, _| if of == name { 0 } else { NEVER };
            let mut batch = self.batch_of(here, 0, turn)?;
            for (position, rest) in batch.here.iter().zip(&mut batch.rests) {
                rest.open += left[*position as usize] - 1;
            }
            // Where somebody has no other shape left, nothing is asked.
            let needed = batch.here.iter().any(|&position| left[position as usize] == 1);
            let takes = needed || {
                let (wishes, wanted) = (batch.questions(name, &refused), greedy.count(shape));
                judge.takes(&Offer { here: &batch.here, wishes, wanted, last })
            };
            if !takes && !last {
                greedy.later(shape);
                continue;
            }
            batch.here.iter().for_each(|&position| left[position as usize] -= 1);
            if !takes {
                continue;
            }
            progress(ask(name, &mut batch, &refused, judge, &mut choices));
            for (&position, rest) in batch.here.iter().zip(&batch.rests) {
                if rest.open == DONE {
                    greedy.cover(position);
                } else {
                    let count = &mut refused[position as usize];
                    *count = count.saturating_add(1);
                }
            }
        }
        Ok(choices)
    }

    /// The positions by the shape that they want to go to first.
    fn first(&self, choices: &mut [u8]) -> Result<Vec<Vec<u32>>, ProofError> {
        let mut turns = vec![NEVER; self.keys.len()];
        turns
            .par_chunks_mut(PIECE)
            .zip(choices.par_chunks_mut(PIECE))
            .zip(self.keys.par_chunks(PIECE))
            .try_for_each_init(Scratch::default, |scratch, ((turns, choices), keys)| {
                for ((turn, choice), &key) in turns.iter_mut().zip(choices).zip(keys) {
                    let position = self.paths.ply.position(self.paths.game, key);
                    match self.paths.list(&position, scratch)? {
                        Some(number) => *choice = number,
                        None => {
                            let paths = scratch.paths.iter();
                            *turn = paths
                                .map(|path| self.turn(path.shape, path.capture))
                                .min()
                                .filter(|&turn| turn != NEVER)
                                .ok_or(NO_CHOICE)?;
                            continue;
                        }
                    }
                }
                Ok::<(), ProofError>(())
            })?;
        let mut counts = vec![0usize; 2 * self.order.len()];
        turns.iter().filter(|&&turn| turn != NEVER).for_each(|&turn| counts[turn as usize] += 1);
        let mut waiting: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        for (position, turn) in (0u32..).zip(turns) {
            if turn != NEVER {
                waiting[turn as usize].push(position);
            }
        }
        Ok(waiting)
    }

    /// Where these positions can go at this turn, and what they can do later.
    fn batch(&self, here: Vec<u32>, turn: usize) -> Result<Batch, ProofError> {
        self.batch_of(here, turn, |shape, capture| self.turn(shape, capture))
    }

    /// The same, for the selective side's own turns.
    fn batch_of(
        &self,
        here: Vec<u32>,
        turn: usize,
        turn_of: impl Fn(u32, bool) -> u32 + Sync,
    ) -> Result<Batch, ProofError> {
        let look = |here: &[u32]| {
            let mut batch = Batch { here: here.to_vec(), ..Batch::default() };
            let mut scratch = Scratch::default();
            for (who, &position) in (0u32..).zip(here) {
                let key = self.keys[position as usize];
                let position = self.paths.ply.position(self.paths.game, key);
                self.paths.list(&position, &mut scratch)?;
                let start = batch.wishes.len();
                let mut rest = Rest { next: NEVER, open: 0, here: 0, start: start as u32 };
                for path in &scratch.paths {
                    let then = turn_of(path.shape, path.capture);
                    if then == turn as u32 {
                        let mv = scratch.moves[usize::from(path.number)];
                        let place = self.paths.place(&self.paths.game.after(&position, mv));
                        let mine = &batch.wishes[start..];
                        // Twins among the moves lead to the same place.
                        if mine.iter().all(|wish| wish.place != place) {
                            let (number, capture) = (path.number, path.capture);
                            batch.wishes.push(Wish { place, who, number, capture });
                        }
                    } else if then > turn as u32 && then != NEVER {
                        rest.open += 1;
                        rest.next = rest.next.min(then);
                    }
                }
                rest.here = (batch.wishes.len() - start) as u8;
                rest.open += rest.here;
                batch.rests.push(rest);
            }
            Ok(batch)
        };
        if here.len() <= PIECE {
            return look(&here);
        }
        let batches: Vec<Batch> =
            here.par_chunks(PIECE).map(look).collect::<Result<_, ProofError>>()?;
        let mut all = Batch::default();
        batches.into_iter().for_each(|batch| all.add(batch));
        Ok(all)
    }
}

/// Asks about the places of one turn. Returns how many positions have their choice now.
///
/// First come the places without which some position has nowhere to go in this shape: it has
/// to be asked about in any case. Of the others that which most positions want comes first.
fn ask(
    shape: u32,
    batch: &mut Batch,
    refused: &[u8],
    judge: &mut impl Judge,
    choices: &mut [u8],
) -> u64 {
    let Batch { here, wishes, rests } = batch;
    let mut sorted: Vec<(u64, u32)> =
        (0u32..).zip(&*wishes).map(|(number, wish)| (scrambled(wish.place), number)).collect();
    if sorted.len() > 1 << 14 {
        sorted.par_sort_unstable();
    } else {
        sorted.sort_unstable();
    }
    let groups: Vec<&[(u64, u32)]> = sorted.chunk_by(|a, b| a.0 == b.0).collect();
    let mut group_of = vec![0u32; wishes.len()];
    for (number, group) in (0u32..).zip(&groups) {
        group.iter().for_each(|&(_, wish)| group_of[wish as usize] = number);
    }
    let wish_of = |&(_, wish): &(u64, u32)| &wishes[wish as usize];
    let worth = |group: &[(u64, u32)], rests: &[Rest]| {
        let open = group.iter().map(|w| rests[wish_of(w).who as usize]);
        open.filter(|rest| rest.open != DONE)
            .fold((false, 0u32), |(only, count), rest| (only | (rest.here == 1), count + 1))
    };
    let mut heap: BinaryHeap<((bool, u32), Reverse<u32>)> =
        (0u32..).zip(&groups).map(|(n, group)| (worth(group, rests), Reverse(n))).collect();
    let mut answered = vec![false; groups.len()];
    let mut done = 0;
    while let Some((before, Reverse(number))) = heap.pop() {
        if answered[number as usize] {
            continue;
        }
        let group = groups[number as usize];
        let now = worth(group, rests);
        if now.1 == 0 {
            continue;
        }
        if now < before {
            heap.push((now, Reverse(number)));
            continue;
        }
        answered[number as usize] = true;
        let mut question = Question {
            place: wish_of(&group[0]).place,
            shape,
            wanted: now.1,
            only: now.0,
            refused: 0,
            left: u8::MAX,
            capture: false,
        };
        for wish in group.iter().map(wish_of) {
            let rest = rests[wish.who as usize];
            if rest.open != DONE {
                question.left = question.left.min(rest.open - 1);
                let before = refused[here[wish.who as usize] as usize];
                question.refused = question.refused.max(before);
                question.capture |= wish.capture;
            }
        }
        // Where somebody has no other place left, nothing is asked.
        let holds = question.left == 0 || judge.holds(&question);
        for wish in group.iter().map(wish_of) {
            let rest = &mut rests[wish.who as usize];
            if rest.open == DONE {
                continue;
            }
            if holds {
                choices[here[wish.who as usize] as usize] = wish.number;
                rest.open = DONE;
                done += 1;
                continue;
            }
            rest.open -= 1;
            rest.here -= 1;
            if rest.here == 1 {
                // The last one has become more urgent.
                let mine = (rest.start as usize..).map(|at| group_of[at]);
                let last = mine.into_iter().find(|&group| !answered[group as usize]);
                if let Some(last) = last {
                    heap.push(((true, u32::MAX), Reverse(last)));
                }
            }
        }
    }
    done
}

const NO_CHOICE: ProofError = ProofError::Broken("a position has no choice");

/// How often a shape is offered.
const OFFERS: u8 = 5;

/// A position that has its choice.
const DONE: u8 = u8::MAX;

/// Another number for each place: between places that as many want there is no preference.
fn scrambled(place: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    place.wrapping_mul(ODD).rotate_left(32).wrapping_mul(ODD)
}
