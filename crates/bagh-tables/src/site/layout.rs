//! The files of a site: what is in them, and their names.

use serde::{Deserialize, Serialize};

use bagh_files::checksum;

use crate::file::format::Contents;

/// The version of the layout.
pub(crate) const VERSION: u32 = 1;
/// Pieces that a block of a table is cut into. A lookup needs few positions of a block, so that
/// small pieces spare a page most of the bytes.
pub(crate) const PIECES: usize = 4;
/// Pieces that a page of the index is about.
pub(crate) const PAGE_PIECES: usize = 256;
/// Bytes of a page before its entries: where its first piece begins in the table's packs.
pub(crate) const PAGE_HEAD: usize = 8;
/// Bytes of an entry: the length of a compressed piece (2), and its checksum (4).
pub(crate) const PAGE_ENTRY: usize = 6;
/// Bytes of a page with all its entries.
pub(crate) const PAGE: usize = PAGE_HEAD + PAGE_PIECES * PAGE_ENTRY;
/// Hexadecimal digits of a page's checksum.
pub(crate) const CHECKSUM_DIGITS: usize = 8;

/// The checksum of a page or of a piece: the low half of XXH3-64.
pub(crate) fn short_checksum(bytes: &[u8]) -> u32 {
    checksum(bytes) as u32
}

/// Hexadecimal digits of a hash in a file's name.
const HASH_DIGITS: usize = 32;

/// The list of games with tables on a site: the one file whose name does not follow from what is
/// in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteIndex {
    /// The version of the layout.
    pub version: u32,
    /// The games.
    pub games: Vec<SiteGame>,
}

impl SiteIndex {
    /// A site with these games.
    pub fn new(games: Vec<SiteGame>) -> SiteIndex {
        SiteIndex { version: VERSION, games }
    }
}

/// A game with tables on a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SiteGame {
    /// The name of the game.
    pub game: String,
    /// Captures to win.
    pub captures: u8,
    /// The directory of its tables.
    pub directory: SiteFile,
    /// Bytes of all files of its tables.
    pub bytes: u64,
    /// The files of its pocket edition, if the site has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pocket: Option<Vec<SitePocketFile>>,
}

/// A file of a pocket edition on a site, cut into files of limited size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SitePocketFile {
    /// Its name in the edition.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// The files that make it up, one after the other.
    pub packs: Vec<SiteFile>,
}

/// A file of a site.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SiteFile {
    /// Its name, which follows from its contents.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
}

impl SiteFile {
    /// The file that holds these bytes.
    pub(crate) fn of(bytes: &[u8], ending: &str) -> SiteFile {
        let hash = blake3::hash(bytes).to_hex();
        SiteFile { name: format!("{}.{ending}", &hash[..HASH_DIGITS]), length: bytes.len() as u64 }
    }

    /// Whether its name is one of ours: nothing in a directory may name a file elsewhere.
    pub(crate) fn is_well_named(&self) -> bool {
        is_file_name(&self.name)
    }
}

/// Whether a file of a site, other than its index, may have this name.
pub fn is_file_name(name: &str) -> bool {
    name.split_once('.').is_some_and(|(hash, ending)| {
        hash.len() == HASH_DIGITS
            && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            && matches!(ending, "json" | "pages" | "pack")
    })
}

/// The tables of a game on a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Directory {
    pub version: u32,
    pub game: String,
    pub rules: String,
    pub captures: u8,
    pub compact: bool,
    /// Whether plies of wins in the placement phase are there, too.
    #[serde(default)]
    pub plies: bool,
    pub tables: Vec<TableEntry>,
}

/// A table on a site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TableEntry {
    #[serde(flatten)]
    pub contents: Contents,
    /// Bytes of a position's plies.
    pub plies_bytes: u8,
    /// The pages of the index, one after the other.
    pub pages: SiteFile,
    /// The checksums of the pages, 8 hexadecimal digits each.
    pub checksums: String,
    /// The compressed pieces. None lies in two packs.
    pub packs: Vec<SiteFile>,
}
