//! The values of a block as they stand in a file: pieces, coded one by one.
//!
//! First come the lengths of all pieces, each in groups of seven bits, the low ones first, the
//! highest bit saying that more follow; then their bytes.

use std::ops::Range;

use super::class::settle;
use super::model::Model;
use super::shape::Shape;
use super::threats::{Hunters, Threats};
use super::train::Trainer;
use crate::coder::{Bookmark, Decoder, Encoder};

/// A piece, decoded as far as was needed.
pub(crate) struct Piece {
    high: u32,
    threats: Threats,
    values: Box<[u8]>,
    /// How many classes are decoded.
    done: u32,
    at: Option<Bookmark>,
}

impl Piece {
    pub(crate) fn new(shape: &Shape, hunters: &Hunters, high: u32) -> Piece {
        Piece {
            high,
            threats: Threats::new(hunters, high, shape.low),
            values: vec![shape.top; 1 << shape.low].into(),
            done: 0,
            at: None,
        }
    }

    /// Whether the class with this many captures is decoded.
    #[inline]
    pub(crate) fn has(&self, shape: &Shape, captured: u32) -> bool {
        shape.turn_of(captured) < self.done
    }

    /// The value of a herd of a class that is decoded.
    #[inline]
    pub(crate) fn value(&self, low: u32) -> u8 {
        self.values[low as usize]
    }

    /// Decodes up to the class with this many captures. Returns how many values that took.
    pub(crate) fn decode(
        &mut self,
        shape: &Shape,
        model: &Model,
        bytes: &[u8],
        captured: u32,
    ) -> u64 {
        let mut decoder = match self.at {
            Some(at) => Decoder::resume(bytes, at),
            None => Decoder::new(bytes),
        };
        let mut decoded = 0;
        while !self.has(shape, captured) {
            let captured = shape.captured(self.done);
            let values = &mut self.values;
            settle(shape, &self.threats, self.high, captured, values, |question| {
                decoder.read(model.probability(question.number, question.contexts))
            });
            decoded += shape.lows(self.high, captured).len() as u64;
            self.done += 1;
        }
        self.at = Some(decoder.bookmark());
        decoded
    }
}

/// Asks all questions of a piece about values that are known: index to value of the whole block.
#[inline(always)]
fn ask_all(
    shape: &Shape,
    hunters: &Hunters,
    high: u32,
    known: &[u8],
    mut answered: impl FnMut(usize, &super::model::Contexts, bool),
) {
    let threats = Threats::new(hunters, high, shape.low);
    let known = &known[(high as usize) << shape.low..][..1 << shape.low];
    let mut values = vec![shape.top; 1 << shape.low];
    for number in 0..shape.classes {
        let captured = shape.captured(number);
        settle(shape, &threats, high, captured, &mut values, |question| {
            let yes = known[question.low as usize] == question.value;
            answered(question.number, question.contexts, yes);
            yes
        });
    }
}

/// Lets a trainer learn the values of a piece.
pub(crate) fn learn(
    shape: &Shape,
    hunters: &Hunters,
    high: u32,
    known: &[u8],
    trainer: &mut Trainer,
) {
    ask_all(shape, hunters, high, known, |number, contexts, yes| {
        trainer.learn(number, contexts, yes);
    });
}

/// The bytes of a block whose values are known.
pub(crate) fn encode(shape: &Shape, model: &Model, hunters: &Hunters, known: &[u8]) -> Vec<u8> {
    let (mut lengths, mut bytes) = (Vec::new(), Vec::new());
    for high in 0..shape.pieces() as u32 {
        let mut encoder = Encoder::new();
        ask_all(shape, hunters, high, known, |number, contexts, yes| {
            encoder.write(yes, model.probability(number, contexts));
        });
        let piece = encoder.finish();
        let mut length = piece.len();
        while length > 127 {
            lengths.push(128 | (length & 127) as u8);
            length >>= 7;
        }
        lengths.push(length as u8);
        bytes.extend(piece);
    }
    lengths.extend(bytes);
    lengths
}

/// Where the pieces of a block are in its bytes; nothing if these are not the bytes of a block.
pub(crate) fn pieces(shape: &Shape, bytes: &[u8]) -> Option<Vec<Range<usize>>> {
    let (mut at, mut lengths) = (0, Vec::with_capacity(shape.pieces()));
    for _ in 0..shape.pieces() {
        let (mut length, mut shift) = (0usize, 0);
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            length |= usize::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
            shift += 7;
            if shift > 21 {
                return None;
            }
        }
        lengths.push(length);
    }
    let ranges: Vec<Range<usize>> = lengths
        .into_iter()
        .map(|length| {
            at += length;
            at - length..at
        })
        .collect();
    (at == bytes.len()).then_some(ranges)
}
