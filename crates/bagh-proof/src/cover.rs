//! Which move to choose where several hold the claim: a greedy cover of the positions by shapes.
//!
//! A shape is what the selective side can keep the same: its own pieces up to symmetry, and how
//! many goats there are. The fewer shapes a ply has, the more of its positions merge later. So the
//! shape that most positions can go to is taken first, by all of them; then the one that most of
//! the others can go to; and so on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use crate::error::ProofError;

/// How many positions are looked at in one piece of work.
const PIECE: usize = 4096;

/// A move that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    /// The shape after it.
    pub shape: u32,
    /// Its number.
    pub number: u8,
    /// A hash of the position after it.
    pub after: u32,
}

/// The moves that may be chosen in each position of a ply.
pub struct Choices {
    /// Where the moves of each position begin; one more for the end.
    starts: Vec<u32>,
    numbers: Vec<u8>,
    /// Numbers of shapes, ascending for each position.
    shapes: Vec<u32>,
    after: Vec<u32>,
    /// The shapes, ascending.
    names: Vec<u32>,
}

#[derive(Default)]
struct Piece {
    lengths: Vec<u8>,
    numbers: Vec<u8>,
    shapes: Vec<u32>,
    after: Vec<u32>,
    names: Vec<u32>,
}

impl Choices {
    /// Lists the choices of so many positions. `list` gets the number of a position and a list to
    /// fill, with fewer than 256 choices.
    pub fn new<S>(
        positions: usize,
        start: impl Fn() -> S + Sync,
        list: impl Fn(&mut S, usize, &mut Vec<Choice>) -> Result<(), ProofError> + Sync,
    ) -> Result<Choices, ProofError> {
        let pieces: Vec<Piece> = (0..positions.div_ceil(PIECE))
            .into_par_iter()
            .map(|number| {
                let (mut piece, mut state) = (Piece::default(), start());
                let mut choices: Vec<Choice> = Vec::new();
                for position in number * PIECE..positions.min((number + 1) * PIECE) {
                    choices.clear();
                    list(&mut state, position, &mut choices)?;
                    choices.sort_unstable();
                    let length = u8::try_from(choices.len());
                    piece.lengths.push(length.map_err(|_| too_large(choices.len()))?);
                    piece.numbers.extend(choices.iter().map(|c| c.number));
                    piece.shapes.extend(choices.iter().map(|c| c.shape));
                    piece.after.extend(choices.iter().map(|c| c.after));
                }
                piece.names = piece.shapes.clone();
                piece.names.sort_unstable();
                piece.names.dedup();
                Ok(piece)
            })
            .collect::<Result<_, ProofError>>()?;
        let mut names: Vec<u32> = pieces.par_iter().flat_map_iter(|p| p.names.clone()).collect();
        names.par_sort_unstable();
        names.dedup();
        let total: usize = pieces.iter().map(|p| p.numbers.len()).sum();
        if u32::try_from(total.max(positions)).is_err() {
            return Err(too_large(total));
        }
        let mut all = Choices {
            starts: Vec::with_capacity(positions + 1),
            numbers: Vec::with_capacity(total),
            shapes: Vec::with_capacity(total),
            after: Vec::with_capacity(total),
            names,
        };
        let mut end = 0;
        all.starts.push(0);
        for piece in pieces {
            for length in piece.lengths {
                end += u32::from(length);
                all.starts.push(end);
            }
            all.numbers.extend(piece.numbers);
            all.shapes.extend(piece.shapes);
            all.after.extend(piece.after);
        }
        let names = &all.names;
        all.shapes.par_iter_mut().for_each(|shape| {
            *shape = names.binary_search(shape).expect("every shape is listed") as u32;
        });
        Ok(all)
    }

    fn positions(&self) -> usize {
        self.starts.len() - 1
    }

    fn range(&self, position: usize) -> std::ops::Range<usize> {
        self.starts[position] as usize..self.starts[position + 1] as usize
    }

    /// The numbers of the shapes of a position, none twice.
    fn shapes_of(&self, position: usize) -> impl Iterator<Item = u32> {
        let shapes = &self.shapes[self.range(position)];
        let first = move |i: &usize| *i == 0 || shapes[*i] != shapes[*i - 1];
        (0..shapes.len()).filter(first).map(move |i| shapes[i])
    }

    /// A choice for each position. `weight` says how welcome a shape is.
    pub fn best(&self, weight: impl Fn(u32) -> f64) -> Result<Vec<u8>, ProofError> {
        let taken = self.cover(weight);
        // Of several moves to the same shape, the one to the position that most others go to.
        let slots = (8 * self.positions()).next_power_of_two().clamp(1 << 10, 1 << 28);
        let popular: Vec<AtomicU32> = (0..slots).map(|_| AtomicU32::new(0)).collect();
        let slot = |after: u32| &popular[after as usize & (slots - 1)];
        let own = |position: usize| {
            let shape = taken[position];
            self.range(position).filter(move |&at| self.shapes[at] == shape)
        };
        let positions = || (0..self.positions()).into_par_iter().with_min_len(PIECE);
        positions().for_each(|position| {
            // Where there is only one such move, it will be made.
            let votes = if own(position).nth(1).is_none() { 1000 } else { 1 };
            own(position).for_each(|at| {
                slot(self.after[at]).fetch_add(votes, Relaxed);
            });
        });
        positions()
            .map(|position| {
                let best = own(position).max_by_key(|&at| {
                    let after = self.after[at];
                    (slot(after).load(Relaxed), after, Reverse(self.numbers[at]))
                });
                let best = best.ok_or(ProofError::Broken("a position has no choice"))?;
                Ok(self.numbers[best])
            })
            .collect()
    }

    /// The number of the shape that each position goes to.
    fn cover(&self, weight: impl Fn(u32) -> f64) -> Vec<u32> {
        let mut counts = vec![0u32; self.names.len()];
        for position in 0..self.positions() {
            self.shapes_of(position).for_each(|shape| counts[shape as usize] += 1);
        }
        // The positions of each shape, one list after the other.
        let mut ends: Vec<usize> = counts
            .iter()
            .scan(0, |end, &count| {
                let start = *end;
                *end += count as usize;
                Some(start)
            })
            .collect();
        let mut lists = vec![0u32; counts.iter().map(|&c| c as usize).sum()];
        for position in 0..self.positions() {
            for shape in self.shapes_of(position) {
                lists[ends[shape as usize]] = position as u32;
                ends[shape as usize] += 1;
            }
        }
        let firsts: Vec<usize> =
            ends.iter().zip(&counts).map(|(end, &count)| end - count as usize).collect();
        let weights: Vec<f64> = self.names.iter().map(|&name| weight(name)).collect();
        // Numbers that are not negative are in the order of their bits.
        let worth = |shape: u32, counts: &[u32]| {
            (f64::from(counts[shape as usize]) * weights[shape as usize]).to_bits()
        };
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = (0..self.names.len() as u32)
            .map(|shape| (worth(shape, &counts), Reverse(shape)))
            .collect();
        let mut taken = vec![u32::MAX; self.positions()];
        while let Some((before, Reverse(shape))) = heap.pop() {
            if counts[shape as usize] == 0 {
                continue;
            }
            let now = worth(shape, &counts);
            if now < before {
                heap.push((now, Reverse(shape)));
                continue;
            }
            for &position in &lists[firsts[shape as usize]..ends[shape as usize]] {
                if taken[position as usize] == u32::MAX {
                    taken[position as usize] = shape;
                    self.shapes_of(position as usize).for_each(|s| counts[s as usize] -= 1);
                }
            }
        }
        taken
    }
}

fn too_large(found: usize) -> ProofError {
    ProofError::TooLarge(format!("{found} choices"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(lists: &[&[u32]]) -> Choices {
        let list = |(): &mut (), position: usize, out: &mut Vec<Choice>| {
            let numbered = (0..).zip(lists[position]);
            out.extend(numbered.map(|(number, &shape)| Choice { shape, number, after: shape }));
            Ok(())
        };
        Choices::new(lists.len(), || (), list).unwrap()
    }

    #[test]
    fn shapes_that_most_can_go_to_come_first() {
        let lists: [&[u32]; 5] = [&[7, 9], &[9, 4], &[4, 7, 9], &[7], &[4, 4, 5]];
        // Three can go to each of 4, 7 and 9: the least comes first.
        assert_eq!(choices(&lists).best(|_| 1.0).unwrap(), [0, 1, 0, 0, 0]);
        // A shape that is more welcome comes before.
        let nine = |shape| if shape == 9 { 2.0 } else { 1.0 };
        assert_eq!(choices(&lists).best(nine).unwrap(), [1, 0, 2, 0, 0]);
        assert!(choices(&[&[1], &[]]).best(|_| 1.0).is_err());
    }

    #[test]
    fn many_positions_are_covered_whatever_the_number_of_threads() {
        let list = |(): &mut (), position: usize, out: &mut Vec<Choice>| {
            for number in 0..1 + position as u32 % 5 {
                let after = (position as u32).wrapping_mul(2_654_435_761 + number) % 5000;
                out.push(Choice { shape: after % 97, number: number as u8, after });
            }
            Ok(())
        };
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Choices::new(20_000, || (), list).unwrap().best(|_| 1.0).unwrap())
        };
        let best = run(1);
        assert_eq!(best, run(3));
        assert!(best.iter().enumerate().all(|(position, &n)| usize::from(n) <= position % 5));
    }
}
