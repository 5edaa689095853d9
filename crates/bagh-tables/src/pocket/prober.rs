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
/// Values that are kept at hand: a position is often asked about together with its neighbours.
const MOST_VALUES: usize = 4_096;

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
pub struct PocketProber {
    pocket: Pocket,
    ground: Ground,
    stored: Stored,
    values: HashMap<Position, Value>,
    nodes: u64,
}

impl PocketProber {
    /// A prober with nothing at hand.
    pub fn new(pocket: &Pocket) -> PocketProber {
        PocketProber {
            pocket: pocket.clone(),
            ground: Ground::new(pocket.space()),
            stored: Stored::new(pocket),
            values: HashMap::new(),
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
        self.values.clear();
    }

    /// The value of a position.
    pub fn value(&mut self, position: &Position) -> Result<Value, ProbeError> {
        if let Some(&known) = self.values.get(position) {
            return Ok(known);
        }
        self.pocket.game().check(position)?;
        let value = Value::from_code(self.code(position)?, self.pocket.game().captures());
        if self.values.len() >= MOST_VALUES {
            self.values.clear();
        }
        self.values.insert(*position, value);
        Ok(value)
    }

    /// Looks up one position after a legal move whose value is not at hand yet, and tells how many
    /// are left. Once none is, [`moves`](PocketProber::moves) answers at once: so a program may do
    /// other things in between.
    pub fn advance(&mut self, position: &Position) -> Result<usize, ProbeError> {
        let pocket = self.pocket.clone();
        let game = pocket.game();
        game.check(position)?;
        let after = game.moves(position).map(|mv| game.after(position, mv));
        let unknown: Vec<Position> = after.filter(|next| !self.values.contains_key(next)).collect();
        if let Some(next) = unknown.first() {
            self.value(next)?;
        }
        Ok(unknown.len().saturating_sub(1))
    }

    /// The value after every legal move, the best first.
    pub fn moves(&mut self, position: &Position) -> Result<Vec<(Move, Value)>, ProbeError> {
        let pocket = self.pocket.clone();
        let game = pocket.game();
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
        let pocket = self.pocket.clone();
        let (game, space) = (pocket.game(), pocket.space());
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
        let layer = pocket.layer_from(placed + u32::from(goat));
        let shape = &pocket.layer(layer).shape;
        if !goat && shape.placed == placed && captured < shape.classes {
            let (block, index) = space.locate(position);
            return self.stored.value(layer, block, index, captured);
        }
        // A herd that is all captured is in no stored layer, but those after it are.
        let layer = pocket.layer_from(placed + 1);
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
pub(crate) struct Stored {
    pocket: Pocket,
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

impl Stored {
    fn new(pocket: &Pocket) -> Stored {
        let (pocket, effort) = (pocket.clone(), Effort::default());
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
        // A handle of its own, since looking a value up changes what is at hand.
        let pocket = self.pocket.clone();
        let (space, shape) = (pocket.space(), &pocket.layer(layer).shape);
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
