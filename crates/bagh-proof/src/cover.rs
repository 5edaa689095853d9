//! Which shapes to go to where several hold the claim: a greedy cover of the positions.
//!
//! A shape is what the selective side can keep the same: its own pieces up to symmetry, and how
//! many goats there are. The fewer shapes a ply has, the more of its positions merge later. So the
//! shape that most positions can go to is taken first, by all of them; then the one that most of
//! the others can go to; and so on.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

use crate::error::ProofError;

/// How many positions are looked at in one piece of work.
const PIECE: usize = 4096;

/// The shapes that each position of a ply can go to.
pub struct Cover {
    /// Where the shapes of each position begin; one more for the end.
    starts: Vec<u32>,
    /// Numbers of shapes, ascending for each position.
    shapes: Vec<u32>,
    /// The shapes, ascending.
    names: Vec<u32>,
}

#[derive(Default)]
struct Piece {
    lengths: Vec<u8>,
    shapes: Vec<u32>,
    names: Vec<u32>,
}

impl Cover {
    /// Lists the shapes of this many positions. `list` gets the number of a position and a list to
    /// fill, with fewer than 256 shapes; it stays empty where nothing is to be chosen.
    pub fn new<S>(
        positions: usize,
        start: impl Fn() -> S + Sync,
        list: impl Fn(&mut S, usize, &mut Vec<u32>) -> Result<(), ProofError> + Sync,
    ) -> Result<Cover, ProofError> {
        let pieces: Vec<Piece> = (0..positions.div_ceil(PIECE))
            .into_par_iter()
            .map(|number| {
                let (mut piece, mut state) = (Piece::default(), start());
                let mut shapes: Vec<u32> = Vec::new();
                for position in number * PIECE..positions.min((number + 1) * PIECE) {
                    shapes.clear();
                    list(&mut state, position, &mut shapes)?;
                    shapes.sort_unstable();
                    shapes.dedup();
                    let length = u8::try_from(shapes.len());
                    piece.lengths.push(length.map_err(|_| too_large(shapes.len()))?);
                    piece.shapes.extend(&shapes);
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
        let total: usize = pieces.iter().map(|p| p.shapes.len()).sum();
        if u32::try_from(total.max(positions)).is_err() {
            return Err(too_large(total));
        }
        let mut all = Cover {
            starts: Vec::with_capacity(positions + 1),
            shapes: Vec::with_capacity(total),
            names,
        };
        let mut end = 0;
        all.starts.push(0);
        for piece in pieces {
            for length in piece.lengths {
                end += u32::from(length);
                all.starts.push(end);
            }
            all.shapes.extend(piece.shapes);
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

    /// The numbers of the shapes of a position.
    pub fn shapes_of(&self, position: usize) -> &[u32] {
        &self.shapes[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of the shape of this number.
    pub fn name(&self, shape: u32) -> u32 {
        self.names[shape as usize]
    }

    /// The shapes in the order in which they are taken. `weight` says how welcome a shape is.
    pub fn order(&self, weight: impl Fn(u32) -> f64) -> Vec<u32> {
        let mut greedy = Greedy::new(self, weight);
        let mut order = Vec::new();
        while let Some(shape) = greedy.next() {
            order.push(self.name(shape));
            for at in greedy.range(shape) {
                greedy.cover(greedy.lists[at]);
            }
        }
        order
    }
}

/// Goes through the shapes, that which most positions without a choice can go to first.
pub struct Greedy<'a> {
    cover: &'a Cover,
    /// How many positions without a choice can go to each shape.
    counts: Vec<u32>,
    weights: Vec<f64>,
    /// The positions of each shape, one list after the other, and where each list ends.
    lists: Vec<u32>,
    ends: Vec<usize>,
    heap: BinaryHeap<(u64, Reverse<u32>)>,
    covered: Vec<bool>,
}

impl<'a> Greedy<'a> {
    /// Nothing is taken yet.
    pub fn new(cover: &'a Cover, weight: impl Fn(u32) -> f64) -> Greedy<'a> {
        let mut counts = vec![0u32; cover.names.len()];
        cover.shapes.iter().for_each(|&shape| counts[shape as usize] += 1);
        let mut ends: Vec<usize> = counts
            .iter()
            .scan(0, |end, &count| {
                let start = *end;
                *end += count as usize;
                Some(start)
            })
            .collect();
        let mut lists = vec![0u32; cover.shapes.len()];
        for position in 0..cover.positions() {
            for &shape in cover.shapes_of(position) {
                lists[ends[shape as usize]] = position as u32;
                ends[shape as usize] += 1;
            }
        }
        let weights: Vec<f64> = cover.names.iter().map(|&name| weight(name)).collect();
        let covered = vec![false; cover.positions()];
        let mut greedy =
            Greedy { cover, counts, weights, lists, ends, heap: BinaryHeap::new(), covered };
        let shapes = 0..cover.names.len() as u32;
        greedy.heap = shapes.map(|shape| (greedy.worth(shape), Reverse(shape))).collect();
        greedy
    }

    fn worth(&self, shape: u32) -> u64 {
        // Numbers that are not negative are in the order of their bits.
        self.count(shape).to_bits()
    }

    /// What a shape counts for now.
    pub fn count(&self, shape: u32) -> f64 {
        f64::from(self.counts[shape as usize]) * self.weights[shape as usize]
    }

    /// A shape comes again later, as if only half as many could go there.
    pub fn later(&mut self, shape: u32) {
        self.weights[shape as usize] /= 2.0;
        self.heap.push((self.worth(shape), Reverse(shape)));
    }

    /// The next shape, if one is left that is of use.
    pub fn next(&mut self) -> Option<u32> {
        while let Some((before, Reverse(shape))) = self.heap.pop() {
            if self.counts[shape as usize] == 0 {
                continue;
            }
            let now = self.worth(shape);
            if now >= before {
                return Some(shape);
            }
            self.heap.push((now, Reverse(shape)));
        }
        None
    }

    fn range(&self, shape: u32) -> std::ops::Range<usize> {
        let start = shape.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        start..self.ends[shape as usize]
    }

    /// The positions without a choice that can go to a shape.
    pub fn open(&self, shape: u32) -> Vec<u32> {
        let all = self.lists[self.range(shape)].iter().copied();
        all.filter(|&position| !self.covered[position as usize]).collect()
    }

    /// A position has its choice.
    pub fn cover(&mut self, position: u32) {
        if !std::mem::replace(&mut self.covered[position as usize], true) {
            for &shape in self.cover.shapes_of(position as usize) {
                self.counts[shape as usize] -= 1;
            }
        }
    }
}

fn too_large(found: usize) -> ProofError {
    ProofError::TooLarge(format!("{found} choices"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(lists: &[&[u32]]) -> Cover {
        let list = |(): &mut (), position: usize, out: &mut Vec<u32>| {
            out.extend(lists[position]);
            Ok(())
        };
        Cover::new(lists.len(), || (), list).unwrap()
    }

    #[test]
    fn shapes_that_most_can_go_to_come_first() {
        let lists: [&[u32]; 6] = [&[7, 9], &[9, 4], &[4, 7, 9], &[7], &[4, 4, 5], &[]];
        // Three can go to each of 4, 7 and 9: the least comes first.
        assert_eq!(cover(&lists).order(|_| 1.0), [4, 7]);
        // A shape that is more welcome comes before.
        let nine = |shape| if shape == 9 { 2.0 } else { 1.0 };
        assert_eq!(cover(&lists).order(nine), [9, 4, 7]);
    }

    #[test]
    fn many_positions_are_covered_whatever_the_number_of_threads() {
        let list = |(): &mut (), position: usize, out: &mut Vec<u32>| {
            let shape = |n: u32| (position as u32).wrapping_mul(2_654_435_761 + n) % 97;
            out.extend((0..1 + position as u32 % 5).map(shape));
            Ok(())
        };
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| Cover::new(20_000, || (), list).unwrap().order(|_| 1.0))
        };
        let order = run(1);
        assert_eq!(order, run(3));
        let mut shapes = Vec::new();
        for position in 0..20_000 {
            shapes.clear();
            list(&mut (), position, &mut shapes).unwrap();
            assert!(shapes.iter().any(|shape| order.contains(shape)));
        }
    }
}
