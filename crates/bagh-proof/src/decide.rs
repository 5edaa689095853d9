//! Decisions: to which places the selective side goes.
//!
//! A ply has a list of shapes. Each position goes to the first shape of the list in which some
//! place holds the claim. So the shapes are gone through in that order; for each the places that
//! positions without a choice can reach are asked about, those that most can reach first. A place
//! is asked about once, however many positions lead to it, and not at all if it is no longer
//! needed, or if some position has no other.
//!
//! The prover answers from what it knows, and writes the answers down; the checker reads them.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::cover::{Cover, Greedy};
use crate::error::ProofError;
use crate::paths::{Paths, Scratch};
use crate::questions::{Batch, DONE, Judge, Offer, Rest, Wish, ask};
use crate::walk::Captures;

/// Positions that are looked at in one piece of work.
const PIECE: usize = 512;
/// There is no further shape.
const NEVER: u32 = u32::MAX;

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

const NO_CHOICE: ProofError = ProofError::Broken("a position has no choice");

/// How often a shape is offered.
const OFFERS: u8 = 5;
