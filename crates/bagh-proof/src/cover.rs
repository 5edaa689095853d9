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
    /// Lists the shapes of so many positions. `list` gets the number of a position and a list to
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
    fn shapes_of(&self, position: usize) -> &[u32] {
        &self.shapes[self.starts[position] as usize..self.starts[position + 1] as usize]
    }

    /// The shapes in the order in which they are taken. `weight` says how welcome a shape is.
    pub fn order(&self, weight: impl Fn(u32) -> f64) -> Vec<u32> {
        let mut counts = vec![0u32; self.names.len()];
        self.shapes.iter().for_each(|&shape| counts[shape as usize] += 1);
        // The positions of each shape, one list after the other.
        let mut ends: Vec<usize> = counts
            .iter()
            .scan(0, |end, &count| {
                let start = *end;
                *end += count as usize;
                Some(start)
            })
            .collect();
        let mut lists = vec![0u32; self.shapes.len()];
        for position in 0..self.positions() {
            for &shape in self.shapes_of(position) {
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
        let mut taken = vec![false; self.positions()];
        let mut order = Vec::new();
        while let Some((before, Reverse(shape))) = heap.pop() {
            if counts[shape as usize] == 0 {
                continue;
            }
            let now = worth(shape, &counts);
            if now < before {
                heap.push((now, Reverse(shape)));
                continue;
            }
            order.push(self.names[shape as usize]);
            for &position in &lists[firsts[shape as usize]..ends[shape as usize]] {
                if !std::mem::replace(&mut taken[position as usize], true) {
                    self.shapes_of(position as usize).iter().for_each(|&s| counts[s as usize] -= 1);
                }
            }
        }
        order
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
