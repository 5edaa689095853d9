//! A stored layer of an edition: one file, a container of blocks.

use std::path::Path;

use bagh::Game;
use bagh::text::count_of;
use bagh_files::{BlockIndex, Container, IndexLayout};
use serde::{Deserialize, Serialize};

use super::model::Model;
use super::shape::{MOST_LOW_BITS, Order, Shape};
use crate::compression::{most_packed, unpack};
use crate::error::TableError;
use crate::file::format::rules_hash;
use crate::file::reader::container_error;
use crate::file::source::{Access, Source};
use crate::manifest::same;
use crate::space::{Space, label_order};

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// The container of a layer. Its first block is the model, compressed; then come the blocks of the
/// tiger placements.
pub(crate) const CONTAINER: Container = Container {
    magic: *b"\x89BAGP\r\n\x1a",
    oldest: VERSION,
    version: VERSION,
    index: IndexLayout::CountInHeader,
};

/// The header of a layer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    pub game: String,
    pub rules: String,
    pub captures: u8,
    /// Goats placed, with tiger to move; all goats for the sliding phase.
    pub placed: u8,
    /// The points in the order of the bits of an index.
    pub points: Vec<String>,
    /// Low bits of an index, in which the herds of a piece differ.
    pub low_bits: u32,
    pub order: Order,
    pub blocks: u64,
}

impl Header {
    pub(crate) fn new(space: &Space, placed: u8, low_bits: u32, order: Order) -> Header {
        let game = space.game();
        Header {
            game: game.name().to_owned(),
            rules: rules_hash(game),
            captures: game.captures(),
            placed,
            points: names(game),
            low_bits,
            order,
            blocks: space.blocks() as u64 + 1,
        }
    }

    pub(crate) fn shape(&self, space: &Space) -> Shape {
        Shape::new(space.game(), space.free(), self.placed, self.low_bits, self.order)
    }
}

fn names(game: &Game) -> Vec<String> {
    label_order(game).iter().map(|&point| game.point_name(point).to_owned()).collect()
}

/// The name of a layer's file.
pub(crate) fn file_name(placed: u8) -> String {
    format!("pocket-{placed:02}.bagh")
}

/// An open layer.
pub(crate) struct Layer {
    source: Source,
    index: BlockIndex,
    pub shape: Shape,
    pub model: Model,
}

impl Layer {
    /// Opens a layer: everything but the blocks of tiger placements is read and checked.
    pub(crate) fn open(
        mut source: Source,
        access: Access,
        space: &Space,
        placed: u8,
    ) -> Result<Layer, TableError> {
        let path = source.path().to_owned();
        let front = CONTAINER.read_front(&source).map_err(|error| container_error(&path, error))?;
        let header: Header = front.header;
        check(&header, &path, space, placed)?;
        let index = CONTAINER
            .read_index(&source, front.end, header.blocks)
            .map_err(|error| container_error(&path, error))?;
        let shape = header.shape(space);
        let most_block = shape.most_block_bytes();
        index
            .check_lengths(|number| match number {
                0 => most_packed(Model::bytes(&shape)) as u64,
                _ => most_block,
            })
            .map_err(|error| container_error(&path, error))?;
        source.load(access)?;
        let mut bytes = vec![0; Model::bytes(&shape)];
        let range = index.range(0);
        let is_right = source.with(range.start, index.length(0), |packed| {
            index.matches(0, packed) && unpack(packed, &mut bytes)
        })?;
        if !is_right {
            return Err(TableError::damaged(&path, "the model is damaged"));
        }
        Ok(Layer { source, index, shape, model: Model::from_bytes(&bytes) })
    }

    pub(crate) fn length(&self) -> u64 {
        self.source.len()
    }

    /// The bytes of a tiger placement's block, checked.
    pub(crate) fn block(&self, block: u32) -> Result<Vec<u8>, TableError> {
        let number = block as usize + 1;
        let start = self.index.range(number).start;
        let bytes = self.source.with(start, self.index.length(number), |bytes| {
            self.index.matches(number, bytes).then(|| bytes.to_vec())
        })?;
        bytes.ok_or_else(|| self.damaged(block))
    }

    /// The error about a block that is not what it should be.
    pub(crate) fn damaged(&self, block: u32) -> TableError {
        TableError::damaged(self.source.path(), format!("block {} is damaged", block + 1))
    }
}

/// Whether this is the header of a game's layer after this many goats.
fn check(header: &Header, path: &Path, space: &Space, placed: u8) -> Result<(), TableError> {
    let game = space.game();
    same(path, "game", &header.game.as_str(), &game.name())?;
    same(path, "captures to win", &header.captures, &game.captures())?;
    same(path, "rules", &header.rules, &rules_hash(game))?;
    same(path, "order of the points", &header.points.join(" "), &names(game).join(" "))?;
    if header.placed != placed {
        return Err(TableError::Misnamed {
            path: path.to_owned(),
            found: format!("{} placed", count_of(header.placed, "goat")),
            expected: format!("{} placed", count_of(placed, "goat")),
        });
    }
    let blocks = space.blocks() as u64 + 1;
    let most = space.free().min(MOST_LOW_BITS);
    if header.low_bits > most || header.blocks != blocks {
        let what = format!(
            "low_bits and blocks in the header: found {} and {}, expected at most {most} and {blocks}",
            header.low_bits, header.blocks
        );
        return Err(TableError::damaged(path, what));
    }
    Ok(())
}
