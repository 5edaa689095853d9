//! Looking positions up in an edition: stored values, decoded pieces at hand, and searches between.

use std::collections::HashMap;
use std::ops::Range;

use bagh::{Move, Position, Side};

use super::block::{Piece, pieces};
use super::edition::Pocket;
use super::search::{Ground, Search, Standing};
use super::threats::Hunters;
use crate::error::TableError;
use crate::space::{bits, squeeze};
use crate::tables::ProbeError;
use crate::value::Value;

/// Decoded pieces that are kept at hand: 4 kB each.
const MOST_PIECES: usize = 8_192;
/// Blocks that are kept at hand: up to a hundred kilobytes each.
const MOST_BLOCKS: usize = 512;

/// What look-ups took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Positions that were searched.
    pub nodes: u64,
    /// Pieces of which something was decoded.
    pub pieces: u64,
    /// Values that were decoded.
    pub values: u64,
}

/// Looks positions up, one after the other. What was decoded for one is at hand for the next.
pub struct PocketProber<'p> {
    pocket: &'p Pocket,
    ground: Ground,
    stored: Stored<'p>,
    nodes: u64,
}

impl<'p> PocketProber<'p> {
    /// A prober with nothing at hand.
    pub fn new(pocket: &'p Pocket) -> PocketProber<'p> {
        PocketProber {
            pocket,
            ground: Ground::new(pocket.space()),
            stored: Stored::new(pocket),
            nodes: 0,
        }
    }

    /// What look-ups took so far.
    pub fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, ..self.stored.effort }
    }

    /// Forgets what is at hand.
    pub fn forget(&mut self) {
        self.stored.blocks.clear();
        self.stored.pieces.clear();
    }

    /// The value of a position.
    pub fn value(&mut self, position: &Position) -> Result<Value, ProbeError> {
        self.pocket.game().check(position)?;
        Ok(self.code(position).map(|code| Value::from_code(code, self.pocket.game().captures()))?)
    }

    /// The value after every legal move, the best first.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<(Move, Value)>, ProbeError> {
        let game = self.pocket.game();
        game.check(position)?;
        let mut moves = game
            .moves(position)
            .map(|mv| Ok((mv, self.value(&game.after(position, mv))?)))
            .collect::<Result<Vec<_>, ProbeError>>()?;
        moves.sort_by_key(|&(_, value)| match position.turn() {
            Side::Tiger => u8::MAX - value.code(game.captures()),
            Side::Goat => value.code(game.captures()),
        });
        Ok(moves)
    }

    fn code(&mut self, position: &Position) -> Result<u8, TableError> {
        let (game, space) = (self.pocket.game(), self.pocket.space());
        let top = game.captures() + 1;
        if position.captured() >= game.captures() {
            return Ok(top);
        }
        let placed = u32::from(game.goats() - position.goats_in_hand());
        let captured = u32::from(position.captured());
        let goat = position.turn() == Side::Goat;
        if goat && position.goats_in_hand() == 0 {
            // Sliding: the worst for Tiger of the goats' moves.
            let mut worst = top;
            for mv in game.moves(position) {
                worst = worst.min(self.code(&game.after(position, mv))?);
            }
            return Ok(worst);
        }
        let layer = self.pocket.layer_from(placed + u32::from(goat));
        let shape = &self.pocket.layer(layer).shape;
        if !goat && shape.placed == placed && captured < shape.classes {
            let (block, index) = space.locate(position);
            return self.stored.value(layer, block, index, captured);
        }
        // A herd that is all captured is in no stored layer, but those after it are.
        let layer = self.pocket.layer_from(placed + 1);
        let at = Standing {
            tigers: space.labels_of(position.tigers()),
            herd: space.labels_of(position.goats()),
            placed,
            captured,
        };
        let mut search = Search::new(&self.ground, &mut self.stored, layer);
        let value = search.value(at, goat);
        self.nodes += search.nodes;
        value
    }
}

/// Stored values, with what is at hand of them.
pub(crate) struct Stored<'p> {
    pocket: &'p Pocket,
    blocks: HashMap<(usize, u32), Block>,
    pieces: HashMap<(usize, u32, u32), Piece>,
    effort: Effort,
}

/// The bytes of a block.
struct Block {
    bytes: Vec<u8>,
    pieces: Vec<Range<usize>>,
    hunters: Hunters,
}

impl<'p> Stored<'p> {
    fn new(pocket: &'p Pocket) -> Stored<'p> {
        let effort = Effort::default();
        Stored { pocket, blocks: HashMap::new(), pieces: HashMap::new(), effort }
    }

    /// Goats placed in a layer.
    pub(crate) fn placed(&self, layer: usize) -> u32 {
        self.pocket.layer(layer).shape.placed
    }

    /// A stored value.
    pub(crate) fn value(
        &mut self,
        layer: usize,
        block: u32,
        index: u32,
        captured: u32,
    ) -> Result<u8, TableError> {
        let number = layer;
        let layer = self.pocket.layer(number);
        let (high, low) = (index >> layer.shape.low, index & ((1 << layer.shape.low) - 1));
        let key = (number, block, high);
        if let Some(piece) = self.pieces.get(&key)
            && piece.has(&layer.shape, captured)
        {
            return Ok(piece.value(low));
        }
        if self.blocks.len() >= MOST_BLOCKS {
            self.blocks.clear();
        }
        let at_hand = match self.blocks.entry((number, block)) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                let bytes = layer.block(block)?;
                let pieces = pieces(&layer.shape, &bytes).ok_or_else(|| layer.damaged(block))?;
                let hunters = Hunters::new(self.pocket.space(), block);
                entry.insert(Block { bytes, pieces, hunters })
            }
        };
        if self.pieces.len() >= MOST_PIECES && !self.pieces.contains_key(&key) {
            self.pieces.clear();
        }
        let piece = self.pieces.entry(key).or_insert_with(|| {
            self.effort.pieces += 1;
            Piece::new(&layer.shape, &at_hand.hunters, high)
        });
        let bytes = &at_hand.bytes[at_hand.pieces[high as usize].clone()];
        self.effort.values += piece.decode(&layer.shape, &layer.model, bytes, captured);
        Ok(piece.value(low))
    }

    /// With goat to place, and all placements leading to a stored layer: the least value if it is
    /// at least `least`, or one that is less. What is decoded already is looked at first.
    pub(crate) fn least_after_placement(
        &mut self,
        layer: usize,
        at: Standing,
        least: u8,
    ) -> Result<u8, TableError> {
        let space = self.pocket.space();
        let shape = &self.pocket.layer(layer).shape;
        let (block, symmetry) = space.block_of(at.tigers);
        let base = squeeze(space.map(symmetry).set(at.herd), space.tigers(block));
        let mut best = shape.top;
        let mut later = 0u32;
        for place in bits(!base & ((1 << space.free()) - 1)) {
            let index = base | 1 << place;
            let key = (layer, block, index >> shape.low);
            match self.pieces.get(&key) {
                Some(piece) if piece.has(shape, at.captured) => {
                    best = best.min(piece.value(index & ((1 << shape.low) - 1)));
                    if best < least {
                        return Ok(best);
                    }
                }
                _ => later |= 1 << place,
            }
        }
        for place in bits(later) {
            best = best.min(self.value(layer, block, base | 1 << place, at.captured)?);
            if best < least {
                break;
            }
        }
        Ok(best)
    }
}
