//! Networks that live and have offspring.

use bagh::Side;

use crate::network::{Network, WEIGHTS};
use crate::random::{Purpose, Stream};

/// How many networks a side has.
pub const POPULATION: usize = 20;
/// How many of them are kept from one generation to the next.
pub const KEPT: usize = 10;

/// The first weights are drawn from −0.2 to 0.2, the first step sizes are 0.05 (Chellapilla and
/// Fogel, 1999).
const FIRST_WEIGHT: f64 = 0.2;
const FIRST_STEP: f32 = 0.05;

/// A network with the step sizes of its mutations.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Individual {
    /// The generation in which it first played.
    pub born: u32,
    pub weights: [f32; WEIGHTS],
    pub steps: [f32; WEIGHTS],
}

impl Individual {
    fn first(seed: u64, side: Side, index: usize) -> Individual {
        let mut stream = Stream::new(seed, Purpose::Birth, number(side), index as u64);
        let weights = std::array::from_fn(|_| ((2.0 * stream.unit() - 1.0) * FIRST_WEIGHT) as f32);
        Individual { born: 1, weights, steps: [FIRST_STEP; WEIGHTS] }
    }

    pub fn network(&self) -> Network {
        Network::from_weights(&self.weights)
    }

    /// A mutated copy: each step size is multiplied by a random factor, and each weight makes a
    /// random step of that size.
    fn offspring(&self, born: u32, stream: &mut Stream) -> Individual {
        let rate = 1.0 / libm::sqrt(2.0 * libm::sqrt(WEIGHTS as f64));
        let mut child = Individual { born, ..self.clone() };
        for (weight, step) in child.weights.iter_mut().zip(&mut child.steps) {
            *step = (f64::from(*step) * libm::exp(rate * stream.normal())) as f32;
            *weight += (f64::from(*step) * stream.normal()) as f32;
        }
        child
    }
}

/// All networks of one side.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Population {
    pub members: Vec<Individual>,
}

impl Population {
    pub fn first(seed: u64, side: Side) -> Population {
        let members = (0..POPULATION).map(|index| Individual::first(seed, side, index));
        Population { members: members.collect() }
    }

    /// The member with the best score; among equals the one that has lived longest.
    pub fn best(&self, scores: &[i32]) -> usize {
        let key =
            |&index: &usize| (scores[index], -i64::from(self.members[index].born), -(index as i64));
        (0..self.members.len()).max_by_key(key).expect("a population has members")
    }

    /// The next generation: the best are kept, among equals some at random, and each has one
    /// offspring.
    pub fn next(&self, scores: &[i32], seed: u64, generation: u32, side: Side) -> Population {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        Stream::new(seed, Purpose::Selection, u64::from(generation), number(side))
            .shuffle(&mut order);
        order.sort_by_key(|&index| -scores[index]);
        let mut members: Vec<Individual> =
            order[..KEPT].iter().map(|&index| self.members[index].clone()).collect();
        for index in 0..KEPT {
            let which = number(side) << 32 | index as u64;
            let mut stream = Stream::new(seed, Purpose::Mutation, u64::from(generation), which);
            members.push(members[index].offspring(generation + 1, &mut stream));
        }
        Population { members }
    }

    /// The mean of all step sizes: how bold mutations are.
    pub fn mean_step(&self) -> f64 {
        let steps = self.members.iter().flat_map(|member| &member.steps);
        steps.map(|&step| f64::from(step)).sum::<f64>() / (POPULATION * WEIGHTS) as f64
    }
}

pub(crate) fn number(side: Side) -> u64 {
    match side {
        Side::Tiger => 0,
        Side::Goat => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_and_have_offspring() {
        let population = Population::first(1, Side::Goat);
        let mut scores = [0; POPULATION];
        for (index, score) in scores.iter_mut().enumerate() {
            *score = if index % 2 == 0 { 4 } else { -8 };
        }
        let next = population.next(&scores, 1, 1, Side::Goat);
        assert_eq!(next.members.len(), POPULATION);
        for (index, member) in population.members.iter().enumerate() {
            assert_eq!(next.members[..KEPT].contains(member), index % 2 == 0);
        }
        for (parent, child) in next.members[..KEPT].iter().zip(&next.members[KEPT..]) {
            assert_eq!((parent.born, child.born), (1, 2));
            let changed = parent.weights.iter().zip(&child.weights).filter(|(a, b)| a != b);
            assert_eq!(changed.count(), WEIGHTS);
            // A step of 0.05 rarely leads further than 0.3.
            let far = parent.weights.iter().zip(&child.weights);
            assert!(far.map(|(a, b)| (a - b).abs()).fold(0.0, f32::max) < 0.5);
        }
    }

    #[test]
    fn the_oldest_of_the_best_is_the_champion() {
        let mut population = Population::first(1, Side::Tiger);
        for (index, member) in population.members.iter_mut().enumerate() {
            member.born = 30 - index as u32;
        }
        let mut scores = [0; POPULATION];
        scores[3] = 2;
        scores[7] = 2;
        assert_eq!(population.best(&scores), 7);
    }
}
