//! Making an edition from solved tables.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bagh::Game;
use bagh_files::{
    Durability, lock_folder, read_regular, remove_leftovers, replace_in_place, seal_json,
};
use rayon::prelude::*;
use thiserror::Error;

use super::block::{encode, learn};
use super::edition::{LIST, List, ListedLayer, check_game};
use super::layer::{CONTAINER, Header, Layer, file_name};
use super::model::Model;
use super::shape::{MOST_LOW_BITS, Order, Shape};
use super::threats::Hunters;
use super::train::Trainer;
use super::values::Values;
use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::file::source::{Access, Source};
use crate::manifest::TableFileInfo;
use crate::space::Space;
use crate::store::folder_name;
use crate::tables::Tables;
use crate::verify::random::Random;

/// Positions that a model learns from, about.
const SAMPLE: u64 = 24_000_000;
/// The bits of an index in which the herds of a piece differ. With two more, the edition of Bagh Chal
/// is 14 % smaller, but its longest searches take three times as long, since they decode whole
/// pieces of which they need a few values (docs/POCKET.md).
pub const PIECE_BITS: u32 = 10;
/// In layers from this many points in all that goats leave free, classes with few captures come
/// first.
const FEW_FREE: u32 = 5;

/// Why an edition could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PocketError {
    /// The tigers of the game are placed one by one.
    #[error(
        "game: found {game}, whose tigers are placed one by one, expected one whose tigers stand at the start, such as bagh-chal"
    )]
    TigersInHand {
        /// The game.
        game: String,
    },
    /// A layer that cannot be stored.
    #[error("layers: found {found}, expected numbers of goats from 1 to {most}")]
    Layer {
        /// What was found.
        found: u8,
        /// One goat less than the game has: the sliding phase is always stored.
        most: u8,
    },
    /// Pieces of a size that there is not.
    #[error("piece bits: found {found}, expected a number from 1 to {most}")]
    PieceBits {
        /// What was found.
        found: u32,
        /// The most.
        most: u32,
    },
    /// It was asked to stop. Layers that are finished stay.
    #[error("stopped; what is finished is kept")]
    Stopped,
    /// A table could not be read, or a file not written.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// An edition that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// Bytes of all its files.
    pub bytes: u64,
    /// How many goats were placed in each stored layer, and the bytes of its file.
    pub layers: Vec<(u8, u64)>,
}

/// The layers that are stored if none are named, all but the sliding phase.
///
/// The later the layer, the fewer placements there are, and the farther a search reaches: the
/// sliding phase is reached from three layers before, that after 16 goats from four.
pub fn default_layers(game: &Game) -> Vec<u8> {
    let goats = u32::from(game.goats());
    let mut layers: Vec<u8> = [4, 9, 13, 17]
        .into_iter()
        .filter_map(|left| goats.checked_sub(left))
        .filter(|&placed| placed > 0)
        .map(|placed| placed as u8)
        .collect();
    layers.reverse();
    layers
}

/// Makes the edition of a game in the folder of all editions, from its tables. Layers that are there
/// already and whole are kept. `told` hears of each layer that begins, of how much of it is done (from 0 to
/// 1), and says whether to go on.
pub fn make(
    tables: &Tables,
    folder: &Path,
    layers: &[u8],
    told: &(dyn Fn(u8, f64) -> bool + Sync),
) -> Result<Made, PocketError> {
    make_with(tables, folder, layers, PIECE_BITS, told)
}

/// The same with larger or smaller pieces: the herds of a piece differ in this many bits of their
/// index.
pub fn make_with(
    tables: &Tables,
    folder: &Path,
    layers: &[u8],
    piece_bits: u32,
    told: &(dyn Fn(u8, f64) -> bool + Sync),
) -> Result<Made, PocketError> {
    let (game, space) = (tables.game(), tables.space());
    check_game(game)?;
    if let Some(&found) = layers.iter().find(|&&placed| placed == 0 || placed >= game.goats()) {
        return Err(PocketError::Layer { found, most: game.goats() - 1 });
    }
    if piece_bits == 0 || piece_bits > MOST_LOW_BITS {
        return Err(PocketError::PieceBits { found: piece_bits, most: MOST_LOW_BITS });
    }
    let mut layers: Vec<u8> = layers.iter().copied().chain([game.goats()]).collect();
    layers.sort();
    layers.dedup();
    let folder = folder.join(folder_name(game));
    fs::create_dir_all(&folder).map_err(TableError::io("create", &folder))?;
    let _lock = lock_folder(&folder).ok_or(TableError::Locked { path: folder.clone() })?;
    remove_leftovers(&folder).map_err(TableError::io("clear", &folder))?;
    let mut listed = Vec::new();
    for &placed in &layers {
        let header = header(space, placed, piece_bits.min(space.free()));
        let path = folder.join(file_name(placed));
        let file = match kept(&path, space, &header) {
            Some(file) => file,
            None => write(tables, &path, &header, told)?,
        };
        listed.push(ListedLayer { placed, file });
    }
    let made = Made {
        bytes: listed.iter().map(|layer| layer.file.length).sum(),
        layers: listed.iter().map(|layer| (layer.placed, layer.file.length)).collect(),
    };
    let path = folder.join(LIST);
    let text = seal_json(&List::new(game, listed));
    replace_in_place(&path, Durability::Synced, |out| out.write_all(text.as_bytes()))
        .map_err(TableError::io("write", &path))?;
    Ok(made)
}

fn header(space: &Space, placed: u8, low_bits: u32) -> Header {
    let order = match space.free().saturating_sub(u32::from(placed)) <= FEW_FREE {
        true => Order::FewestCapturedFirst,
        false => Order::MostCapturedFirst,
    };
    Header::new(space, placed, low_bits, order)
}

/// What the list says of a file that is there already, if it is whole and the right one.
fn kept(path: &Path, space: &Space, header: &Header) -> Option<TableFileInfo> {
    let source = Source::open(path).ok()?;
    let found: Header = CONTAINER.read_front(&source).ok()?.header;
    if found != *header {
        return None;
    }
    let length = source.len();
    let layer = Layer::open(source, Access::Read, space, header.placed).ok()?;
    (0..space.blocks() as u32)
        .into_par_iter()
        .try_for_each(|block| layer.block(block).map(|_| ()))
        .ok()?;
    let bytes = read_regular(path, length).ok()?;
    let blake3 = blake3::hash(&bytes).to_hex().to_string();
    Some(TableFileInfo { name: file_name(header.placed), length: bytes.len() as u64, blake3 })
}

/// Makes a layer's file.
fn write(
    tables: &Tables,
    path: &Path,
    header: &Header,
    told: &(dyn Fn(u8, f64) -> bool + Sync),
) -> Result<TableFileInfo, PocketError> {
    let space = tables.space();
    let values = Values::open(tables, header.placed)?;
    let shape = header.shape(space);
    let go_on = |share: f64| match told(header.placed, share) {
        true => Ok(()),
        false => Err(PocketError::Stopped),
    };
    go_on(0.0)?;
    let model = train(space, &values, &shape, &go_on)?;
    let done = AtomicU64::new(0);
    let blocks: Vec<Vec<u8>> = (0..space.blocks() as u32)
        .into_par_iter()
        .map(|block| {
            let codes = values.block(space, block)?;
            let bytes = encode(&shape, &model, &Hunters::new(space, block), &codes);
            let done = done.fetch_add(1, Relaxed) + 1;
            go_on(done as f64 / space.blocks() as f64)?;
            Ok(bytes)
        })
        .collect::<Result<_, PocketError>>()?;
    let packed = Compressor::new(Effort::Hard).compress(&model.to_bytes());
    let blocks: Vec<Vec<u8>> = std::iter::once(packed).chain(blocks).collect();
    let written =
        replace_in_place(path, Durability::Synced, |out| CONTAINER.write(out, header, &blocks))
            .map_err(TableError::io("write", path))?;
    let name = file_name(header.placed);
    Ok(TableFileInfo { name, length: written.length, blake3: written.blake3 })
}

/// Learns a layer's model from pieces of all blocks, or of as many as are needed.
fn train(
    space: &Space,
    values: &Values<'_>,
    shape: &Shape,
    go_on: &dyn Fn(f64) -> Result<(), PocketError>,
) -> Result<Model, PocketError> {
    let herds: u64 = (0..shape.classes).map(|c| space.herds(shape.placed - c) as u64).sum();
    let blocks = space.blocks() as u64;
    let share = (herds * blocks).div_ceil(SAMPLE).max(1);
    let mut random = Random::new(u64::from(shape.placed));
    let mut order: Vec<u32> = (0..space.blocks() as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    let mut trainer = Trainer::new(shape);
    // Some blocks at a time are read by several threads.
    for some in order.chunks(32) {
        let codes: Vec<Vec<u8>> = some
            .par_iter()
            .map(|&block| values.block(space, block))
            .collect::<Result<_, TableError>>()?;
        for (&block, codes) in some.iter().zip(&codes) {
            let hunters = Hunters::new(space, block);
            for high in 0..shape.pieces() as u32 {
                if random.next().is_multiple_of(share) {
                    learn(shape, &hunters, high, codes, &mut trainer);
                }
            }
        }
        go_on(0.0)?;
    }
    Ok(trainer.finish())
}
