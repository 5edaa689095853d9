//! Answers to the questions of a ply, as they stand in a certificate.
//!
//! A block has: what the tigers think of captures (1 byte), how many shapes there are (4), the
//! length of their list as it is compressed (4), that list, and the answers to the end.

use bagh::Game;
use bagh_tables::Space;

use crate::coder::{Decoder, Encoder};
use crate::contexts::{CONTEXTS, SELECTORS, Views};
use crate::decide::{Decisions, Judge, Question};
use crate::error::ProofError;
use crate::file::compress;
use crate::model::Model;
use crate::paths::Paths;
use crate::walk::Captures;

/// The most slots a context may have.
const MOST: usize = 1 << 22;
/// How hard lists of shapes are compressed.
const LEVEL: i32 = 19;
/// Where the list of shapes begins.
const FRONT: usize = 9;

/// What was learned from the answers so far, from ply to ply.
pub struct Answers {
    /// The model.
    pub model: Model,
    views: Views,
    contexts: [u64; CONTEXTS],
}

impl Answers {
    /// For a game with this index space; nothing is learned yet.
    pub fn new(game: &Game, space: &Space) -> Answers {
        Answers {
            model: Model::new(CONTEXTS, SELECTORS),
            views: Views::new(game, space),
            contexts: [0; CONTEXTS],
        }
    }

    /// Makes room for what can be learned from so many positions.
    fn grow(&mut self, positions: usize) {
        self.model.grow(positions.saturating_mul(4).min(MOST));
    }

    fn likely(&mut self, space: Option<&Space>, question: &Question) -> u32 {
        let selector = self.views.look(space, question, &mut self.contexts);
        self.model.probability(&self.contexts, selector)
    }

    /// Makes the choices of a ply by asking an oracle, and a block of the answers.
    pub fn write(
        &mut self,
        paths: Paths<'_>,
        keys: &[u64],
        order: &[u32],
        captures: Captures,
        oracle: impl FnMut(&Question) -> bool + Send,
    ) -> Result<(Vec<u8>, Vec<u8>), ProofError> {
        let space = paths.space(keys);
        self.grow(keys.len());
        let mut judge = Writing { answers: self, space, encoder: Encoder::new(), oracle };
        let choices = Decisions::new(paths, keys, order, captures).choices(&mut judge, &|_| ())?;
        let answers = judge.encoder.finish();
        let list: Vec<u8> = order.iter().flat_map(|shape| shape.to_le_bytes()).collect();
        let list = compress(&list, LEVEL);
        let mut block = vec![captures as u8];
        block.extend((order.len() as u32).to_le_bytes());
        block.extend((list.len() as u32).to_le_bytes());
        block.extend(list);
        block.extend(answers);
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
        let front = block.get(..FRONT).ok_or("its front is cut off")?;
        let captures = Captures::from_number(front[0])
            .ok_or_else(|| format!("found {} for captures, expected 0 to 2", front[0]))?;
        let number = |at: usize| -> usize {
            front[at..at + 4].iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
        };
        let (shapes, length) = (number(1), number(5));
        // Each shape is there for some position: a longer list would only take memory.
        if shapes > keys.len() {
            return Err(format!("found {shapes} shapes for {} positions", keys.len()));
        }
        let rest = &block[FRONT..];
        let list = rest.get(..length).ok_or("its list of shapes is cut off")?;
        let list = zstd::bulk::decompress(list, 4 * shapes)
            .map_err(|error| format!("its list of shapes cannot be unpacked: {error}"))?;
        if list.len() != 4 * shapes {
            return Err(format!("its list of shapes has {} bytes", list.len()));
        }
        let shape = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let order: Vec<u32> = list.chunks_exact(4).map(shape).collect();
        let space = paths.space(keys);
        self.grow(keys.len());
        let mut judge = Reading { answers: self, space, decoder: Decoder::new(&rest[length..]) };
        let choices = Decisions::new(paths, keys, &order, captures)
            .choices(&mut judge, progress)
            .map_err(|error| error.to_string())?;
        if !judge.decoder.is_finished() {
            return Err("it has more answers than there are questions".to_owned());
        }
        Ok(choices)
    }
}

struct Writing<'a, F> {
    answers: &'a mut Answers,
    space: Option<&'a Space>,
    encoder: Encoder,
    oracle: F,
}

impl<F: FnMut(&Question) -> bool + Send> Judge for Writing<'_, F> {
    fn holds(&mut self, question: &Question) -> bool {
        let likely = self.answers.likely(self.space, question);
        let holds = (self.oracle)(question);
        self.encoder.write(holds, likely);
        self.answers.model.learn(holds);
        holds
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
}
