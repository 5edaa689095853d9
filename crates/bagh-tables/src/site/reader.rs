//! Answers from the files of a site, without input or output: an inquiry says which ranges of
//! which files it needs, and answers when it has them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bagh::text::count_of;
use bagh::{Game, Position, PositionError};
use quick_cache::sync::Cache;
use thiserror::Error;

use super::layout::{
    CHECKSUM_DIGITS, Directory, PAGE, PAGE_ENTRY, PAGE_HEAD, PAGE_PIECES, PIECES, SiteFile,
    TableEntry, VERSION, short_checksum,
};
use crate::compression::unpack;
use crate::file::format::{Contents, Header, rules_hash};
use crate::index::{BlockKey, Index};
use crate::limits::TooLarge;
use crate::lookups::{Lookups, Probed};
use crate::parts::Part;
use crate::plies::block::{Shape, decode};
use crate::plies::ends::DRAW;
use crate::plies::extent::Extent;
use crate::plies::lookup::winner_in;
use crate::space::Space;
use crate::store::tables_game;

/// Pieces that are kept at hand, decompressed, each of about 8 KiB: a browser has less memory than a
/// service.
const KEPT_PIECES: usize = 2048;

/// What is wrong with the files of a site, or with a question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The game is too large to have tables.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A file is not what it should be.
    #[error("{file}: {what}")]
    Damaged {
        /// The name of the file.
        file: String,
        /// What is wrong with it.
        what: String,
    },
    /// The position does not belong to this game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The site has no table with this position.
    #[error("no table of this site holds the position: {part}")]
    Missing {
        /// The part of the solution that would.
        part: Part,
    },
    /// No table holds the position, and working it out would take long.
    #[error(
        "no game comes to this position with tigers in hand: no table holds it, and working it out would take long"
    )]
    Untabled,
}

/// A range of a file that is needed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fetch {
    /// The file.
    pub file: SiteFile,
    /// The first byte.
    pub start: u64,
    /// How many bytes.
    pub length: u64,
    what: What,
}

/// What a range holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum What {
    Page { contents: Contents, page: usize },
    Block(BlockKey),
}

/// The tables of a game on a site.
pub struct SiteTables {
    index: Arc<Index>,
    tables: HashMap<Contents, SiteTable>,
    /// How far tables of plies go, if there are any.
    plies: Option<Extent>,
    kept: Cache<BlockKey, Arc<[u8]>>,
}

/// A table: its pages as far as they were given.
struct SiteTable {
    header: Header,
    /// Where positions stand, if it is a table of plies.
    shape: Option<Shape>,
    pages_file: SiteFile,
    checksums: Vec<u32>,
    packs: Vec<SiteFile>,
    pages: HashMap<usize, Page>,
}

/// A page of the index.
struct Page {
    /// Where each piece begins in the packs of the table, and the end of the last.
    starts: Vec<u64>,
    checksums: Vec<u32>,
}

impl SiteTables {
    /// Opens the tables of a game from the bytes of their directory.
    pub fn open(game: &Game, file: &SiteFile, bytes: &[u8]) -> Result<SiteTables, SiteError> {
        let damaged = |what: String| SiteError::Damaged { file: file.name.clone(), what };
        if SiteFile::of(bytes, "json") != *file {
            return Err(damaged("it does not have the contents that its name tells".to_owned()));
        }
        let directory: Directory =
            serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
        if directory.version != VERSION {
            let found = directory.version;
            return Err(damaged(format!("version {found}, this program reads {VERSION}")));
        }
        let solved = tables_game(game);
        let of = (directory.game.as_str(), directory.captures, directory.rules.as_str());
        let rules = rules_hash(&solved);
        if of != (solved.name(), solved.captures(), rules.as_str()) {
            let (found, expected) = (&directory.game, solved.name());
            let (rules_found, captures) = (&directory.rules, directory.captures);
            return Err(damaged(format!(
                "it has tables of {found} with {} and rules {rules_found}, expected {expected} with {} and {rules}",
                count_of(captures, "capture"),
                solved.captures()
            )));
        }
        let space = Arc::new(Space::new(&solved)?);
        let there = |parts: Vec<Part>| -> Vec<Contents> {
            let there = parts.into_iter().filter(|p| !p.is_left_out(&solved, directory.compact));
            there.flat_map(Part::tables).collect()
        };
        let (known, of_plies) = (there(Part::all(&solved)), there(Part::plies(&solved)));
        let mut tables = HashMap::new();
        for entry in directory.tables {
            let contents = entry.contents;
            if !known.contains(&contents) && !of_plies.contains(&contents) {
                return Err(damaged(format!("the game has no table {}", contents.title())));
            }
            let table = SiteTable::new(&space, entry).map_err(&damaged)?;
            tables.insert(contents, table);
        }
        if directory.plies
            && let Some(missing) = of_plies.iter().find(|of| !tables.contains_key(of))
        {
            return Err(damaged(format!("it lists no table {}", missing.title())));
        }
        let plies = directory.plies.then(|| {
            let parts = Part::plies(&solved);
            Extent::new(&solved, |part| parts.contains(&part))
        });
        let index = Arc::new(Index::new(game, space, directory.compact, PIECES));
        Ok(SiteTables { index, tables, plies, kept: Cache::new(KEPT_PIECES) })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.index.game()
    }

    /// Begins to look positions up, with or without their moves.
    pub fn inquire(&self, positions: &[Position], moves: bool) -> Inquiry {
        let is_there = |contents| self.tables.contains_key(&contents);
        let lookups = Lookups::new(&self.index, positions, moves, self.plies, is_there);
        let missing = (0..lookups.blocks()).collect();
        Inquiry { lookups, missing, missing_plies: None, damaged: None }
    }

    /// Takes the bytes of a range that was needed.
    pub fn give(&mut self, fetch: &Fetch, bytes: &[u8]) -> Result<(), SiteError> {
        let damaged = |what: &str| {
            let (start, end) = (fetch.start, fetch.start.saturating_add(fetch.length));
            let what = format!("bytes {start} to {end}: {what}");
            SiteError::Damaged { file: fetch.file.name.clone(), what }
        };
        if bytes.len() as u64 != fetch.length {
            return Err(damaged(&format!("{} came, expected {}", bytes.len(), fetch.length)));
        }
        let wrong = "they are not what they should be (the checksum is wrong)";
        match fetch.what {
            What::Page { contents, page } => {
                let table = self.tables.get_mut(&contents).ok_or_else(|| damaged("no table"))?;
                if table.checksums.get(page) != Some(&short_checksum(bytes)) {
                    return Err(damaged(wrong));
                }
                let read = Page::read(bytes).ok_or_else(|| damaged("they are no page"))?;
                table.pages.insert(page, read);
            }
            What::Block(key) => {
                let table = self.tables.get(&key.contents()).ok_or_else(|| damaged("no table"))?;
                let page = table.pages.get(&(key.block() / PAGE_PIECES));
                let expected = page.map(|page| page.checksums[key.block() % PAGE_PIECES]);
                if expected != Some(short_checksum(bytes)) {
                    return Err(damaged(wrong));
                }
                let mut block = vec![0; table.header.block_bytes()];
                if !unpack(bytes, &mut block) {
                    return Err(damaged("they cannot be unpacked"));
                }
                self.kept.insert(key, block.into());
            }
        }
        Ok(())
    }

    /// A piece that is at hand, and its table.
    fn piece(&self, key: BlockKey) -> Option<(&SiteTable, Arc<[u8]>)> {
        Some((self.tables.get(&key.contents())?, self.kept.get(&key)?))
    }

    /// What is said of a block that has the right checksum and cannot be read.
    fn unreadable(&self, key: BlockKey) -> SiteError {
        let file = match self.fetch(key) {
            Some(fetch) => fetch.file.name,
            None => key.contents().file_name(),
        };
        SiteError::Damaged { file, what: format!("piece {} cannot be read", key.block()) }
    }

    /// The range that holds a block, or the page that says where it is.
    fn fetch(&self, key: BlockKey) -> Option<Fetch> {
        let (contents, block) = (key.contents(), key.block());
        let table = self.tables.get(&contents)?;
        let number = block / PAGE_PIECES;
        let Some(page) = table.pages.get(&number) else {
            let start = (number * PAGE) as u64;
            let length = table.pages_file.length.saturating_sub(start).min(PAGE as u64);
            let (file, what) = (table.pages_file.clone(), What::Page { contents, page: number });
            return Some(Fetch { file, start, length, what });
        };
        let mut start = page.starts[block % PAGE_PIECES];
        let length = page.starts[block % PAGE_PIECES + 1] - start;
        // No block lies in two packs.
        for file in &table.packs {
            if start < file.length {
                return Some(Fetch { file: file.clone(), start, length, what: What::Block(key) });
            }
            start -= file.length;
        }
        None
    }
}

impl SiteTable {
    fn new(space: &Space, entry: TableEntry) -> Result<SiteTable, String> {
        let (game, title) = (space.game(), entry.contents.title());
        let header = Header::new(game, entry.contents, entry.plies_bytes);
        if let Some((name, found, expected)) = header.wrong_number(game) {
            return Err(format!("{title}: {name}: found {found}, expected {expected}"));
        }
        let header = header.in_pieces(PIECES);
        let checksums: Option<Vec<u32>> = entry
            .checksums
            .as_bytes()
            .chunks(CHECKSUM_DIGITS)
            .map(|digits| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok())
            .collect();
        let blocks = header.blocks as usize;
        let checksums = checksums
            .filter(|sums| sums.len() == blocks.div_ceil(PAGE_PIECES))
            .ok_or_else(|| format!("{title}: its checksums are not those of its pages"))?;
        let expected = (checksums.len() * PAGE_HEAD + blocks * PAGE_ENTRY) as u64;
        if entry.pages.length != expected {
            let found = entry.pages.length;
            return Err(format!("{title}: pages of {found} bytes, expected {expected}"));
        }
        if let Some(file) =
            entry.packs.iter().chain([&entry.pages]).find(|file| !file.is_well_named())
        {
            return Err(format!("{title}: found a file {:?}, which is no name", file.name));
        }
        let (pages_file, packs, pages) = (entry.pages, entry.packs, HashMap::new());
        let shape = match entry.contents {
            Contents::Plies { placed } => Some(Shape::new(space, placed, PIECES)),
            _ => None,
        };
        Ok(SiteTable { header, shape, pages_file, checksums, packs, pages })
    }
}

impl Page {
    fn read(bytes: &[u8]) -> Option<Page> {
        let (head, entries) = bytes.split_first_chunk::<PAGE_HEAD>()?;
        let mut at = u64::from_le_bytes(*head);
        let (mut starts, mut checksums) = (vec![at], Vec::new());
        for entry in entries.chunks_exact(PAGE_ENTRY) {
            let (length, sum) = entry.split_first_chunk::<2>()?;
            at = at.checked_add(u16::from_le_bytes(*length).into())?;
            starts.push(at);
            checksums.push(u32::from_le_bytes(sum.try_into().ok()?));
        }
        Some(Page { starts, checksums })
    }
}

/// Positions that are being looked up.
pub struct Inquiry {
    lookups: Lookups,
    /// Blocks that were not entered yet.
    missing: Vec<usize>,
    /// Blocks whose plies were not entered yet, which is known when all values are.
    missing_plies: Option<Vec<usize>>,
    /// A piece with the right checksum that cannot be read: it was written wrongly.
    damaged: Option<SiteError>,
}

impl Inquiry {
    /// What is needed now: pages first, then blocks; those of plies when the values are there.
    /// Nothing is left when it can be answered.
    pub fn needs(&mut self, tables: &SiteTables) -> Vec<Fetch> {
        let mut needs = Needs::default();
        let (lookups, damaged) = (&self.lookups, &mut self.damaged);
        self.missing.retain(|&number| {
            let key = lookups.block(number);
            match tables.piece(key) {
                Some((table, bytes)) => lookups.enter_bytes(number, &table.header, &bytes),
                None => return needs.add(tables, key),
            }
            false
        });
        if self.missing.is_empty() {
            let all = || lookups.plies_blocks().to_vec();
            self.missing_plies.get_or_insert_with(all).retain(|&number| {
                let values = lookups.block(number);
                let plies = BlockKey::new(values.contents().plies(), values.block());
                match (tables.piece(values), tables.piece(plies)) {
                    (Some((table, values)), Some((of_plies, bytes))) => {
                        let values = (&table.header, &values[..]);
                        if !enter_plies(lookups, number, values, of_plies, &bytes) {
                            *damaged = Some(tables.unreadable(plies));
                        }
                        false
                    }
                    (values_there, plies_there) => {
                        // Values may have had to make room for others.
                        if values_there.is_none() {
                            needs.add(tables, values);
                        }
                        if plies_there.is_none() {
                            needs.add(tables, plies);
                        }
                        true
                    }
                }
            });
        }
        needs.list
    }

    /// The answers, in the order of the positions, once nothing is needed any more.
    pub fn answers(&self, tables: &SiteTables) -> Vec<Result<Probed, SiteError>> {
        (0..self.lookups.len())
            .map(|number| {
                if let Some(probed) = self.lookups.answer(number) {
                    return Ok(probed);
                }
                let (game, position) = (tables.game(), self.lookups.position(number));
                game.check(position)?;
                if let Some(damaged) = &self.damaged {
                    return Err(damaged.clone());
                }
                match tables.index.is_quick(position) {
                    true => Err(SiteError::Missing { part: Part::of(game, position) }),
                    false => Err(SiteError::Untabled),
                }
            })
            .collect()
    }
}

/// What is needed, each range once.
#[derive(Default)]
struct Needs {
    list: Vec<Fetch>,
    known: HashSet<Fetch>,
}

impl Needs {
    /// Adds what leads to a block. It stays missing.
    fn add(&mut self, tables: &SiteTables, key: BlockKey) -> bool {
        if let Some(fetch) = tables.fetch(key)
            && self.known.insert(fetch.clone())
        {
            self.list.push(fetch);
        }
        true
    }
}

/// Enters a piece of plies, with the piece of values of the same positions. False if it cannot be
/// read.
fn enter_plies(
    lookups: &Lookups,
    number: usize,
    (header, values): (&Header, &[u8]),
    table: &SiteTable,
    bytes: &[u8],
) -> bool {
    let Some(shape) = &table.shape else {
        lookups.enter_plies(number, |at| table.header.plies_in(bytes, at));
        return true;
    };
    let mut codes = vec![DRAW; shape.places()];
    let runs = shape.runs(lookups.block(number).block());
    let decoded = decode(bytes, &runs, &mut codes, |at| winner_in(header, values, at));
    if decoded.is_some() {
        lookups.enter_plies(number, |at| codes[at].into());
    }
    decoded.is_some()
}
