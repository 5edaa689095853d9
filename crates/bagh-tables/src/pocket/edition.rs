//! An edition: the list of its layers, and the layers, opened.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bagh::{Game, Opening, Position, Side};
use bagh_files::{SealError, unseal_json};
use serde::{Deserialize, Serialize};

use super::layer::{Layer, VERSION, file_name};
use super::make::PocketError;
use crate::error::TableError;
use crate::file::format::rules_hash;
use crate::file::source::{Access, ReadRange, Source, read_text};
use crate::manifest::{TableFileInfo, same};
use crate::space::Space;
use crate::store::folder_name;

/// The name of the list of layers. It is the last file of an edition to be written.
pub const LIST: &str = "pocket.json";
/// A longer list is not one of ours.
const LONGEST_LIST: u64 = 1 << 20;
/// A longer layer is no part of an edition that a phone could hold.
const LONGEST_LAYER: u64 = 1 << 30;

/// The list of an edition's layers. It is written last: an edition without it is not finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct List {
    pub version: u32,
    pub game: String,
    pub rules: String,
    pub captures: u8,
    pub layers: Vec<ListedLayer>,
}

/// A layer in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ListedLayer {
    pub placed: u8,
    #[serde(flatten)]
    pub file: TableFileInfo,
}

impl List {
    pub(crate) fn new(game: &Game, layers: Vec<ListedLayer>) -> List {
        let (game, rules, captures) = (game.name().to_owned(), rules_hash(game), game.captures());
        List { version: VERSION, game, rules, captures, layers }
    }

    /// The text of the list of a game's edition in a folder.
    pub(crate) fn text(path: &Path) -> Result<String, TableError> {
        read_text(path, LONGEST_LIST)
    }

    /// Reads a list. The file's name is only for messages.
    pub(crate) fn read(path: &Path, text: &str, game: &Game) -> Result<List, TableError> {
        let list: List = unseal_json(text).map_err(|error: SealError| {
            TableError::damaged(path, format!("the list of layers: {error}"))
        })?;
        if list.version > VERSION {
            let (found, known) = (list.version, VERSION);
            return Err(TableError::Newer { path: path.to_owned(), found, known });
        }
        same(path, "game", &list.game.as_str(), &game.name())?;
        same(path, "captures to win", &list.captures, &game.captures())?;
        same(path, "rules", &list.rules, &rules_hash(game))?;
        let placed: Vec<u8> = list.layers.iter().map(|layer| layer.placed).collect();
        let names_are_right =
            list.layers.iter().all(|layer| layer.file.name == file_name(layer.placed));
        if !placed.is_sorted_by(|a, b| a < b)
            || placed.last() != Some(&game.goats())
            || placed.first() == Some(&0)
            || !names_are_right
        {
            return Err(TableError::damaged(path, "the list of layers says impossible things"));
        }
        Ok(list)
    }
}

/// A file of an edition that only the caller can read.
#[derive(Clone, Debug)]
pub struct PocketFile {
    /// Its name in the edition's folder.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// Reads it.
    pub reader: Arc<dyn ReadRange>,
}

/// A pocket edition, open. [`PocketProber`](super::PocketProber) looks positions up. A clone is the
/// same edition.
#[derive(Clone)]
pub struct Pocket(Arc<Edition>);

struct Edition {
    game: Game,
    space: Space,
    layers: Vec<Layer>,
}

impl Pocket {
    /// Opens the edition of a game in the folder of all editions.
    pub fn open(game: &Game, folder: &Path, access: Access) -> Result<Pocket, TableError> {
        let folder = folder.join(folder_name(game));
        let path = folder.join(LIST);
        let text = List::text(&path)?;
        Pocket::from_list(game, &path, &text, access, |name| Source::open(&folder.join(name)))
    }

    /// The edition with this list ([`LIST`]), whose layers the caller reads. Only what a look-up
    /// needs is read, when it needs it.
    pub fn from_files(game: &Game, list: &str, files: &[PocketFile]) -> Result<Pocket, TableError> {
        Pocket::from_list(game, Path::new(LIST), list, Access::Read, |name| {
            let file = files.iter().find(|file| file.name == name);
            let file = file.ok_or_else(|| TableError::missing(name))?;
            Ok(Source::of_caller(Path::new(name), file.length, file.reader.clone()))
        })
    }

    fn from_list(
        game: &Game,
        path: &Path,
        text: &str,
        access: Access,
        mut open: impl FnMut(&str) -> Result<Source, TableError>,
    ) -> Result<Pocket, TableError> {
        let list = List::read(path, text, game)?;
        let space = Space::new(game)?;
        let mut layers = Vec::new();
        for listed in list.layers {
            let source = open(&listed.file.name)?;
            if listed.file.length > LONGEST_LAYER {
                let found = listed.file.length;
                let what = format!("it has {found} bytes, expected at most {LONGEST_LAYER}");
                return Err(TableError::damaged(source.path(), what));
            }
            if source.len() != listed.file.length {
                let (found, expected) = (source.len(), listed.file.length);
                let what = format!("it has {found} bytes, the list says {expected}");
                return Err(TableError::damaged(source.path(), what));
            }
            layers.push(Layer::open(source, access, &space, listed.placed)?);
        }
        Ok(Pocket(Arc::new(Edition { game: game.clone(), space, layers })))
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.0.game
    }

    /// The index space.
    pub fn space(&self) -> &Space {
        &self.0.space
    }

    /// How many goats were placed in each stored layer, and the bytes of its file. The last layer
    /// is the sliding phase.
    pub fn layers(&self) -> impl Iterator<Item = (u8, u64)> {
        self.0.layers.iter().map(|layer| (layer.shape.placed as u8, layer.length()))
    }

    /// The number of the first stored layer after at least this many goats.
    pub(crate) fn layer_from(&self, placed: u32) -> usize {
        self.0.layers.partition_point(|layer| layer.shape.placed < placed)
    }

    /// Whether the value of a position of the game is stored, so that it is not searched.
    pub(crate) fn is_stored(&self, position: &Position) -> bool {
        let placed = u32::from(self.0.game.goats() - position.goats_in_hand());
        let layer = self.layer(self.layer_from(placed));
        position.turn() == Side::Tiger && layer.shape.placed == placed
    }

    pub(crate) fn layer(&self, number: usize) -> &Layer {
        &self.0.layers[number]
    }
}

impl fmt::Debug for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers: Vec<_> = self.layers().collect();
        f.debug_struct("Pocket")
            .field("game", &self.0.game.name())
            .field("layers", &layers)
            .finish()
    }
}

/// Refuses games that no edition is made of.
pub(crate) fn check_game(game: &Game) -> Result<(), PocketError> {
    match game.opening() {
        Opening::Fixed(_) => Ok(()),
        Opening::Placed => Err(PocketError::TigersInHand { game: game.name().to_owned() }),
    }
}
