//! Answers to the questions of a ply, as they stand in a certificate.
//!
//! A block has: what the tigers think of captures (1 byte), how many shapes there are (4), the
//! length of their list as it is compressed (4), that list, and the answers to the end. Or the
//! number 3 (1 byte) instead of all that: there is no list, and the answers tell which shapes are
//! taken.

use bagh::text::count_of;
use bagh::{Game, Side};
use bagh_tables::Space;

use crate::contexts::{CONTEXTS, SELECTORS, Views};
use crate::cover::Cover;
use crate::decide::Decisions;
use crate::error::ProofError;
use crate::file::compress;
use crate::model::Model;
use crate::paths::Paths;
use crate::questions::{Judge, Offer, Question};
use crate::walk::Captures;
use bagh_tables::coder::{Decoder, Encoder};

/// The most slots a context may have.
const MOST: usize = 1 << 22;
/// How hard lists of shapes are compressed.
const LEVEL: i32 = 19;
/// Where the list of shapes begins.
const FRONT: usize = 9;
/// The first byte of a block without a list.
const UNLISTED: u8 = 3;
/// The most positions for which there may be no list: it takes memory to do without.
const MOST_UNLISTED: usize = 1 << 24;
/// The share of the positions for which a shape must be good.
const ENOUGH: f64 = 0.7;
/// Contexts of an offer.
const OFFERED: usize = 4;
/// Places that are looked at to judge an offer.
const SAMPLE: usize = 4;

/// What was learned from the answers so far, from ply to ply.
pub struct Answers {
    model: Model,
    /// The model of which shapes are taken.
    shapes: Model,
    views: Views,
    contexts: [u64; CONTEXTS],
}

impl Answers {
    /// For a game with this index space; nothing is learned yet.
    pub fn new(game: &Game, space: &Space) -> Answers {
        Answers {
            model: Model::new(CONTEXTS, SELECTORS),
            shapes: {
                let mut shapes = Model::new(OFFERED, 1);
                shapes.grow(1 << 10);
                shapes
            },
            views: Views::new(game, space),
            contexts: [0; CONTEXTS],
        }
    }

    /// Makes room for what can be learned from this many positions.
    fn grow(&mut self, positions: usize) {
        self.model.grow(positions.saturating_mul(4).min(MOST));
    }

    /// How likely a shape is taken.
    fn likely_taken(&mut self, space: Option<&Space>, offer: &Offer<'_>) -> u32 {
        let sample = offer.wishes.len().min(SAMPLE);
        let step = offer.wishes.len() / sample.max(1);
        let all: u32 = (0..sample).map(|at| self.likely(space, &offer.wishes[at * step].1)).sum();
        // In steps that are finer at the ends.
        let mean = all / sample.max(1) as u32;
        let steps = |p: u32| u64::from(16 - (p | 1).leading_zeros().saturating_sub(16));
        let mean = if mean < 1 << 15 { steps(mean) } else { 32 - steps((1 << 16) - mean) };
        let again = (offer.here.len() as f64 / offer.wanted) as u64;
        let mean = mean << 8 | again;
        let crowd = u64::from(usize::BITS - offer.here.len().leading_zeros());
        let least = offer.wishes.iter().map(|(_, q)| u64::from(q.left)).min().unwrap_or(0);
        let contexts = [mean, mean << 8 | crowd, least << 8 | crowd, mean << 8 | least.min(15)];
        self.shapes.probability(&contexts, 0)
    }

    /// All that was learned, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.shapes.to_bytes();
        bytes.extend(self.model.to_bytes());
        bytes
    }

    /// Takes it back from a checkpoint; says whether it has a length that can be.
    #[must_use]
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let shapes = self.shapes.to_bytes().len();
        bytes
            .split_at_checked(shapes)
            .is_some_and(|(shapes, model)| self.shapes.restore(shapes) && self.model.restore(model))
    }

    fn likely(&mut self, space: Option<&Space>, question: &Question) -> u32 {
        let selector = self.views.look(space, question, &mut self.contexts);
        self.model.probability(&self.contexts, selector)
    }

    /// Makes the choices of a ply by asking an oracle, and a block of the answers. `cover` is of
    /// the shapes that hold the claim, `order` says in which order they are taken.
    pub fn write(
        &mut self,
        paths: Paths<'_>,
        keys: &[u64],
        cover: Cover,
        order: impl Fn(&Cover) -> Vec<u32>,
        captures: Captures,
        oracle: impl FnMut(&Question) -> bool + Send,
    ) -> Result<(Vec<u8>, Vec<u8>), ProofError> {
        let space = paths.space(keys);
        self.grow(keys.len());
        // The goats' shapes are many, and lists of them long.
        let unlisted = paths.aim.claim.side == Side::Goat && keys.len() <= MOST_UNLISTED;
        let (order, good) = match unlisted {
            true => (Vec::new(), (0..keys.len()).map(|p| cover.shapes_of(p).len() as u8).collect()),
            false => (order(&cover), Vec::new()),
        };
        drop(cover);
        let mut judge = Writing { answers: self, space, encoder: Encoder::new(), oracle, good };
        let decisions = Decisions::new(paths, keys, &order, captures);
        if unlisted {
            let choices = decisions.by_popularity(&mut judge, &|_| ())?;
            let mut block = vec![UNLISTED];
            block.extend(judge.encoder.finish());
            return Ok((choices, block));
        }
        let choices = decisions.choices(&mut judge, &|_| ())?;
        let list: Vec<u8> = order.iter().flat_map(|shape| shape.to_le_bytes()).collect();
        let list = compress(&list, LEVEL);
        let mut block = vec![captures as u8];
        block.extend((order.len() as u32).to_le_bytes());
        block.extend((list.len() as u32).to_le_bytes());
        block.extend(list);
        block.extend(judge.encoder.finish());
        Ok((choices, block))
    }

    /// The choices of a ply, from a block. An error is a text that says what is wrong with it.
    pub fn read(
        &mut self,
        paths: Paths<'_>,
        keys: &[u64],
        block: &[u8],
        progress: &dyn Fn(u64),
    ) -> Result<Vec<u8>, String> {
        let (order, captures, answers) = match block.split_first() {
            Some((&UNLISTED, answers)) => (None, Captures::Any, answers),
            _ => {
                let (order, captures, answers) = listed(block, keys.len())?;
                (Some(order), captures, answers)
            }
        };
        if order.is_none() && keys.len() > MOST_UNLISTED {
            return Err(format!(
                "it has no list of shapes for {}",
                count_of(keys.len() as u64, "position")
            ));
        }
        let space = paths.space(keys);
        self.grow(keys.len());
        let mut judge = Reading { answers: self, space, decoder: Decoder::new(answers) };
        let decisions = Decisions::new(paths, keys, order.as_deref().unwrap_or(&[]), captures);
        let choices = match order {
            Some(_) => decisions.choices(&mut judge, progress),
            None => decisions.by_popularity(&mut judge, progress),
        };
        let choices = choices.map_err(|error| error.to_string())?;
        if !judge.decoder.is_finished() {
            return Err("it has more answers than there are questions".to_owned());
        }
        Ok(choices)
    }
}

/// The list of shapes in a block of a number of positions, what the tigers think of captures, and
/// the answers.
fn listed(block: &[u8], positions: usize) -> Result<(Vec<u32>, Captures, &[u8]), String> {
    let front = block.get(..FRONT).ok_or("its front is cut off")?;
    let captures = Captures::from_number(front[0])
        .ok_or_else(|| format!("its first byte: found {}, expected 0 to 3", front[0]))?;
    let number = |at: usize| -> usize {
        front[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    let (shapes, length) = (number(1), number(5));
    // Each shape is there for some position: a longer list would only take memory.
    if shapes > positions {
        return Err(format!(
            "found {} for {}",
            count_of(shapes as u64, "shape"),
            count_of(positions as u64, "position")
        ));
    }
    let rest = &block[FRONT..];
    let list = rest.get(..length).ok_or("its list of shapes is cut off")?;
    let list = zstd::bulk::decompress(list, 4 * shapes)
        .map_err(|error| format!("its list of shapes cannot be unpacked: {error}"))?;
    if list.len() != 4 * shapes {
        return Err(format!("its list of shapes has {} bytes", list.len()));
    }
    let shape = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    Ok((list.chunks_exact(4).map(shape).collect(), captures, &rest[length..]))
}

struct Writing<'a, F> {
    answers: &'a mut Answers,
    space: Option<&'a Space>,
    encoder: Encoder,
    oracle: F,
    /// How many shapes that hold the claim are still to come for each position, where there is no
    /// list.
    good: Vec<u8>,
}

impl<F: FnMut(&Question) -> bool + Send> Judge for Writing<'_, F> {
    fn holds(&mut self, question: &Question) -> bool {
        let likely = self.answers.likely(self.space, question);
        let holds = (self.oracle)(question);
        self.encoder.write(holds, likely);
        self.answers.model.learn(holds);
        holds
    }

    /// A shape is taken if it is good for most of those that it is offered for, or if somebody
    /// needs it.
    fn takes(&mut self, offer: &Offer<'_>) -> bool {
        let mut holds = vec![false; offer.here.len()];
        for (who, question) in &offer.wishes {
            holds[*who as usize] |= (self.oracle)(question);
        }
        let good = holds.iter().filter(|&&holds| holds).count();
        let mut takes = good as f64 >= ENOUGH * offer.wanted;
        if offer.last {
            for (&position, _) in offer.here.iter().zip(&holds).filter(|(_, holds)| **holds) {
                let good = &mut self.good[position as usize];
                takes |= *good == 1;
                *good = good.saturating_sub(1);
            }
        }
        let likely = self.answers.likely_taken(self.space, offer);
        self.encoder.write(takes, likely);
        self.answers.shapes.learn(takes);
        takes
    }
}

struct Reading<'a> {
    answers: &'a mut Answers,
    space: Option<&'a Space>,
    decoder: Decoder<'a>,
}

impl Judge for Reading<'_> {
    fn holds(&mut self, question: &Question) -> bool {
        let likely = self.answers.likely(self.space, question);
        let holds = self.decoder.read(likely);
        self.answers.model.learn(holds);
        holds
    }

    fn takes(&mut self, offer: &Offer<'_>) -> bool {
        let likely = self.answers.likely_taken(self.space, offer);
        let takes = self.decoder.read(likely);
        self.answers.shapes.learn(takes);
        takes
    }
}
