//! Making the files of a site from tables on disk.

use std::fs;
use std::path::Path;

use bagh_files::{Durability, read_regular, replace_in_place};
use rayon::prelude::*;
use thiserror::Error;

use super::layout::{
    Directory, PAGE_PIECES, PIECES, SiteFile, SiteGame, TableEntry, VERSION, short_checksum,
};
use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::file::format::{Contents, rules_hash};
use crate::file::reader::TableFile;
use crate::parts::Part;
use crate::plies::block::{Shape, bytes_of, encode};
use crate::tables::Tables;

/// Why the files of a site could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A table cannot be read, or a file cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Files are to be smaller than a block.
    #[error("the largest file: found {largest} bytes, expected at least {least}")]
    TooSmall {
        /// Bytes that a file may have.
        largest: u64,
        /// Bytes that the longest block has.
        least: u64,
    },
}

/// The tables of a game, written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// What the index of the site lists.
    pub game: SiteGame,
    /// The names of all files, the directory among them.
    pub files: Vec<String>,
}

/// Writes the tables of a game into a folder, in files of at most `largest` bytes, and tells
/// `progress` how many bytes of how many are done. Files that are there already are left as they
/// are: their names say what is in them. With `plies`, tables that have plies of the placement
/// phase ([`Tables::has_plies`]) take them along.
pub fn write(
    tables: &Tables,
    folder: &Path,
    largest: u64,
    plies: bool,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Written, WriteError> {
    fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))?;
    let game = tables.space().game();
    let compact = tables.manifest().compact;
    let mut site = Site { folder, largest, bytes: 0, files: Vec::new() };
    let mut entries = Vec::new();
    let (mut done, all) = (0, bytes_to_read(tables, plies));
    let plies = plies && tables.has_plies();
    let of_plies = if plies { Part::plies(game) } else { Vec::new() };
    let parts = Part::all(game).into_iter().chain(of_plies);
    for part in parts.filter(|part| !part.is_left_out(game, compact)) {
        for contents in part.tables() {
            let file = tables.table(contents)?;
            entries.push(site.table(tables, file, &mut |read| progress(done + read, all))?);
            done += file.length();
        }
    }
    let directory = Directory {
        version: VERSION,
        game: game.name().to_owned(),
        rules: rules_hash(game),
        captures: game.captures(),
        compact,
        plies,
        tables: entries,
    };
    let text = serde_json::to_vec(&directory).expect("a directory is JSON");
    let directory = site.file(&text, "json")?;
    progress(all, all);
    let (game, captures) = (game.name().to_owned(), game.captures());
    let game = SiteGame { game, captures, directory, bytes: site.bytes, pocket: None };
    Ok(Written { game, files: site.files })
}

/// Bytes of the tables that [`write()`] reads.
pub fn bytes_to_read(tables: &Tables, plies: bool) -> u64 {
    let plies = tables.plies().filter(|_| plies && tables.has_plies());
    tables.manifest().bytes().saturating_add(plies.map_or(0, |plies| plies.manifest().bytes()))
}

struct Site<'f> {
    folder: &'f Path,
    largest: u64,
    /// Bytes of all files so far, and their names.
    bytes: u64,
    files: Vec<String>,
}

impl Site<'_> {
    /// Writes the pages and packs of a table.
    fn table(
        &mut self,
        tables: &Tables,
        file: &TableFile,
        progress: &mut dyn FnMut(u64),
    ) -> Result<TableEntry, WriteError> {
        let (mut pages, mut checksums) = (Vec::new(), String::new());
        let (mut packs, mut pack) = (Vec::new(), Vec::new());
        let mut start = 0u64;
        let mut read = 0;
        const PAGE_BLOCKS: usize = PAGE_PIECES / PIECES;
        let pieces_of = Pieces::new(tables, file);
        for first in (0..file.blocks()).step_by(PAGE_BLOCKS) {
            let blocks = first..file.blocks().min(first + PAGE_BLOCKS);
            read += blocks.clone().map(|number| file.packed_length(number)).sum::<u64>();
            let pieces = blocks
                .into_par_iter()
                .map_init(
                    || Compressor::new(Effort::Hard),
                    |compressor, number| pieces_of.block(number, compressor),
                )
                .collect::<Result<Vec<Vec<Vec<u8>>>, TableError>>()?;
            let mut page = start.to_le_bytes().to_vec();
            for piece in pieces.into_iter().flatten() {
                if piece.len() as u64 > self.largest {
                    let least = piece.len() as u64;
                    return Err(WriteError::TooSmall { largest: self.largest, least });
                }
                if (pack.len() + piece.len()) as u64 > self.largest {
                    packs.push(self.file(&pack, "pack")?);
                    pack.clear();
                }
                let length = u16::try_from(piece.len()).expect("pieces are short");
                page.extend_from_slice(&length.to_le_bytes());
                page.extend_from_slice(&short_checksum(&piece).to_le_bytes());
                start += piece.len() as u64;
                pack.extend(piece);
            }
            checksums += &format!("{:08x}", short_checksum(&page));
            pages.extend(page);
            progress(read);
        }
        if !pack.is_empty() {
            packs.push(self.file(&pack, "pack")?);
        }
        let pages = self.file(&pages, "pages")?;
        let header = file.header();
        Ok(TableEntry {
            contents: header.contents,
            plies_bytes: header.plies_bytes,
            pages,
            checksums,
            packs,
        })
    }

    /// Writes a file under the name that follows from its contents.
    fn file(&mut self, bytes: &[u8], ending: &str) -> Result<SiteFile, TableError> {
        let file = write_file(self.folder, bytes, ending)?;
        self.bytes += file.length;
        self.files.push(file.name.clone());
        Ok(file)
    }
}

/// Writes a file into a folder under the name that follows from its contents, unless it is there.
pub(super) fn write_file(
    folder: &Path,
    bytes: &[u8],
    ending: &str,
) -> Result<SiteFile, TableError> {
    let file = SiteFile::of(bytes, ending);
    let path = folder.join(&file.name);
    let is_there = read_regular(&path, file.length).is_ok_and(|there| there == bytes);
    if !is_there {
        replace_in_place(&path, Durability::Cached, |out| out.write_all(bytes))
            .map_err(TableError::io("write", &path))?;
    }
    Ok(file)
}

/// Cuts the blocks of a table into pieces.
struct Pieces<'t> {
    tables: &'t Tables,
    file: &'t TableFile,
    /// The shape of the pieces, if the table is one of plies.
    shape: Option<Shape>,
}

impl<'t> Pieces<'t> {
    fn new(tables: &'t Tables, file: &'t TableFile) -> Pieces<'t> {
        let shape = match file.header().contents {
            Contents::Plies { placed } => Some(Shape::new(tables.space(), placed, PIECES)),
            _ => None,
        };
        Pieces { tables, file, shape }
    }

    /// The compressed pieces of a block.
    fn block(
        &self,
        number: usize,
        compressor: &mut Compressor,
    ) -> Result<Vec<Vec<u8>>, TableError> {
        let Some(shape) = &self.shape else {
            let (header, block) = (self.file.header(), self.file.block(number)?);
            let piece = |piece| compressor.compress(&header.piece(&block, PIECES, piece));
            return Ok((0..PIECES).map(piece).collect());
        };
        // Plies are listed one after the other: each piece has a list of its own.
        let codes = self.tables.plies_codes(shape.placed, number, true)?;
        let mut bytes = vec![0; bytes_of(shape.places())];
        let pieces = codes.chunks_exact(shape.places()).enumerate().map(|(piece, codes)| {
            encode(codes, &shape.runs(number * PIECES + piece), &mut bytes);
            compressor.compress(&bytes)
        });
        Ok(pieces.collect())
    }
}
