//! What must hold for any bytes in the place of a part of our files, for fuzzing. Not for use.
//!
//! Files have checksums and seals, which find damage and nothing else: whoever wants to do harm makes
//! them anew. So do these checks, that what is behind the checksums is tried.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bagh::{Game, Position};
use bagh_files::seal_json;
use serde_json::Value;

use crate::compression::{Compressor, Effort};
use crate::file::chunks::Unpacker;
use crate::file::format::{Contents, Header};
use crate::file::source::{Access, Source};
use crate::manifest::Manifest;
use crate::parts::Part;
use crate::plies::solve::solve_plies;
use crate::pocket::block::{Piece, pieces};
use crate::pocket::edition::List;
use crate::pocket::layer::{self, Layer, file_name};
use crate::pocket::threats::Hunters;
use crate::pocket::{self, LIST, Pocket};
use crate::site::layout::{
    CHECKSUM_DIGITS, Directory, PAGE_HEAD, PAGE_PIECES, PIECES, SiteFile, short_checksum,
};
use crate::site::{self, SiteTables, is_file_name};
use crate::solve::{Quiet, SolveOptions, solve};
use crate::store::folder_name;
use crate::tables::Tables;

/// Rounds of requests after which a lookup is given up: pages, blocks, plies, and some more.
const ROUNDS: usize = 8;

/// A check that panics where something does not hold.
pub type Target = fn(&Forger, &[u8]);

/// All checks, by their names.
pub const TARGETS: [(&str, Target); 8] = [
    ("codebook", Forger::codebook),
    ("manifest", Forger::manifest),
    ("pocket_block", Forger::pocket_block),
    ("pocket_header", Forger::pocket_header),
    ("pocket_list", Forger::pocket_list),
    ("site_directory", Forger::site_directory),
    ("site_page", Forger::site_page),
    ("site_piece", Forger::site_piece),
];

/// The tables, the site and the pocket edition of a small game, to put other bytes into.
pub struct Forger {
    game: Game,
    positions: Vec<Position>,
    manifest: Manifest,
    pocket: Pocket,
    /// The files of the pocket edition, and those of the site.
    files: BTreeMap<String, Vec<u8>>,
    directory: Directory,
    header: Header,
}

impl Forger {
    /// Solves a game, which has to be small.
    ///
    /// # Panics
    /// If it cannot be solved, or its files cannot be written.
    pub fn new(game: &Game) -> Forger {
        let folder = Folder::new();
        let tables = folder.0.as_path();
        solve(game, tables, SolveOptions::default(), &Quiet).expect("a small game is solved");
        solve_plies(game, tables, &Quiet).expect("its plies are solved");
        let opened = Tables::open(game, tables).expect("its tables open");
        pocket::make(&opened, tables, &[1, 3], &|_, _| true).expect("an edition is made");
        let site = folder.0.join("site");
        let written = site::write(&opened, &site, 1 << 30, true, &mut |_, _| {});
        let directory = &written.expect("a site is written").game.directory.name;
        let mut files = BTreeMap::new();
        for folder in [&site, &tables.join(folder_name(game))] {
            for entry in fs::read_dir(folder).expect("the folder is there") {
                let path = entry.expect("it can be read").path();
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                files.insert(name.unwrap_or_default(), fs::read(&path).expect("a file"));
            }
        }
        let directory = serde_json::from_slice(&files[directory]).expect("a directory is JSON");
        let header = {
            let contents = Contents::Placement { placed: game.goats() - 1 };
            let file = opened.table(contents).expect("the table is there");
            file.header().clone()
        };
        let mut positions = vec![game.start()];
        for at in 0..200 {
            let Some(position) = positions.get(at).copied() else { break };
            positions.extend(game.moves(&position).map(|mv| game.after(&position, mv)));
        }
        positions.truncate(400);
        let pocket = Pocket::open(game, tables, Access::Memory).expect("the edition opens");
        let (game, manifest) = (game.clone(), opened.manifest().clone());
        Forger { game, positions, manifest, pocket, files, directory, header }
    }

    /// Bytes that are right, to be changed.
    ///
    /// # Panics
    /// If there is no such target.
    pub fn seeds(&self, target: &str) -> Vec<Vec<u8>> {
        let json = |value: serde_json::Result<Vec<u8>>| vec![value.expect("it is JSON")];
        match target {
            "manifest" => json(serde_json::to_vec(&self.manifest)),
            "pocket_list" => {
                let text = String::from_utf8_lossy(&self.files[LIST]);
                let list = List::read(Path::new(LIST), &text, &self.game);
                json(serde_json::to_vec(&list.expect("the list is right")))
            }
            "site_directory" => json(serde_json::to_vec(&self.directory)),
            "site_page" => self.directory.tables.iter().map(|t| self.file(&t.pages)).collect(),
            "site_piece" => vec![vec![0; 64], (0..=255).collect(), vec![255; 4096]],
            "pocket_header" => vec![self.pocket_header_of(1), self.pocket_header_of(3)],
            "pocket_block" => {
                let layer = self.pocket.layer(0);
                (0..3).map(|block| layer.block(block).expect("the block is right")).collect()
            }
            "codebook" => vec![self.codebook_and_block()],
            other => panic!("{other}: there is no such target"),
        }
    }

    fn file(&self, file: &SiteFile) -> Vec<u8> {
        self.files[&file.name].clone()
    }

    /// A manifest with a right seal lists no names but those of the game.
    pub fn manifest(&self, bytes: &[u8]) {
        let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
        let text = seal_json(&value);
        for parts in [Part::all(&self.game), Part::plies(&self.game)] {
            let known = parts.iter().flat_map(|part| part.tables()).map(Contents::file_name);
            let known: Vec<String> = known.collect();
            let read = Manifest::read(&self.game, Path::new("manifest.json"), &text, &parts);
            if let Ok(manifest) = read {
                assert!(manifest.files().all(|file| known.contains(&file.name)));
                manifest.bytes();
            }
        }
    }

    /// A directory whose name is right leads to no files but those of sites.
    pub fn site_directory(&self, bytes: &[u8]) {
        let file = SiteFile::of(bytes, "json");
        if let Ok(tables) = SiteTables::open(&self.game, &file, bytes) {
            self.look_up(tables, |_| vec![7; 100]);
        }
    }

    /// Any page with the right checksum.
    pub fn site_page(&self, bytes: &[u8]) {
        let mut directory = self.directory.clone();
        for table in &mut directory.tables {
            let pages = table.checksums.len() / CHECKSUM_DIGITS;
            table.checksums = format!("{:08x}", short_checksum(bytes)).repeat(pages);
        }
        self.look_up(self.open(&directory), |_| bytes.to_vec());
    }

    /// Pieces of any bytes, with right checksums and pages.
    pub fn site_piece(&self, bytes: &[u8]) {
        let (mut directory, mut given) = (self.directory.clone(), BTreeMap::new());
        for table in &mut directory.tables {
            let header = Header::new(&self.game, table.contents, table.plies_bytes);
            let header = header.in_pieces(PIECES);
            let piece = bytes.iter().copied().chain(std::iter::repeat(0));
            let piece: Vec<u8> = piece.take(header.block_bytes()).collect();
            let packed = Compressor::new(Effort::Quick).compress(&piece);
            let mut pages = Vec::new();
            let mut checksums = String::new();
            for first in (0..header.blocks as usize).step_by(PAGE_PIECES) {
                let mut page = vec![0; PAGE_HEAD];
                page[..8].copy_from_slice(&((first * packed.len()) as u64).to_le_bytes());
                for _ in first..(header.blocks as usize).min(first + PAGE_PIECES) {
                    page.extend((packed.len() as u16).to_le_bytes());
                    page.extend(short_checksum(&packed).to_le_bytes());
                }
                checksums.push_str(&format!("{:08x}", short_checksum(&page)));
                pages.extend(page);
            }
            table.checksums = checksums;
            table.pages = SiteFile::of(&pages, "pages");
            let mut pack = SiteFile::of(&packed, "pack");
            pack.length = header.blocks * packed.len() as u64;
            given.insert(table.pages.name.clone(), pages);
            // Tables of other lengths may have the same pieces.
            given.insert(pack.name.clone(), packed);
            table.packs = vec![pack];
        }
        self.look_up(self.open(&directory), |fetch| {
            let bytes = &given[&fetch.file.name];
            let start = fetch.start as usize % bytes.len();
            bytes[start..start + fetch.length as usize].to_vec()
        });
    }

    fn open(&self, directory: &Directory) -> SiteTables {
        let bytes = serde_json::to_vec(directory).expect("a directory is JSON");
        SiteTables::open(&self.game, &SiteFile::of(&bytes, "json"), &bytes).expect("it fits")
    }

    /// Looks positions up, with whatever is answered to a request.
    fn look_up(&self, mut tables: SiteTables, answer: impl Fn(&site::Fetch) -> Vec<u8>) {
        let mut inquiry = tables.inquire(&self.positions, true);
        for _ in 0..ROUNDS {
            let needs = inquiry.needs(&tables);
            if needs.is_empty() {
                break;
            }
            for fetch in needs {
                assert!(is_file_name(&fetch.file.name));
                let _ = tables.give(&fetch, &answer(&fetch));
            }
        }
        let answers = inquiry.answers(&tables);
        assert_eq!(answers.len(), self.positions.len());
    }

    /// A codebook, its length before it, and a block packed with it.
    pub fn codebook(&self, bytes: &[u8]) {
        let Some((length, rest)) = bytes.split_first_chunk::<2>() else { return };
        let length = usize::from(u16::from_le_bytes(*length)).min(rest.len());
        let (codebook, packed) = rest.split_at(length);
        let shape = self.header.chunk_shape();
        let Some(unpacker) = Unpacker::new(shape, codebook) else { return };
        let mut block = vec![0; self.header.block_bytes()];
        unpacker.block(packed, &mut block);
        let whole = block.len() / crate::file::chunks::PIECES;
        for number in 0..crate::file::chunks::PIECES {
            unpacker.piece(packed, number, whole, &mut block[..whole]);
        }
    }

    fn codebook_and_block(&self) -> Vec<u8> {
        let contents = Contents::Placement { placed: self.game.goats() - 1 };
        let file = &self.files[&contents.file_name()];
        let source = Source::in_memory(Path::new("table"), file.clone());
        let opened = crate::file::reader::TableFile::open(source, Access::Memory, |_, _| Ok(()));
        let opened = opened.expect("the table is right");
        let packed = |number| opened.packed(number).expect("the block is right");
        let (codebook, block) = (packed(opened.blocks()), packed(0));
        let mut bytes = (codebook.len() as u16).to_le_bytes().to_vec();
        bytes.extend(codebook);
        bytes.extend(block);
        bytes
    }

    /// A list of layers with a right seal.
    pub fn pocket_list(&self, bytes: &[u8]) {
        let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
        if let Ok(list) = List::read(Path::new(LIST), &seal_json(&value), &self.game) {
            assert!(list.layers.iter().all(|layer| layer.file.name == file_name(layer.placed)));
        }
    }

    /// The block of a tiger placement: its values are those of the game, whatever its bytes.
    pub fn pocket_block(&self, bytes: &[u8]) {
        let (space, top) = (self.pocket.space(), self.game.captures() + 1);
        for number in 0..self.pocket.layers().count() {
            let layer = self.pocket.layer(number);
            let Some(ranges) = pieces(&layer.shape, bytes) else { continue };
            for (high, range) in (0u32..).zip(ranges) {
                let mut piece = Piece::new(&layer.shape, &Hunters::new(space, 0), high);
                for class in 0..layer.shape.classes {
                    let captured = layer.shape.captured(class);
                    let bytes = &bytes[range.clone()];
                    piece.decode(&layer.shape, &layer.model, bytes, captured);
                }
                assert!((0..1 << layer.shape.low).all(|low| piece.value(low) <= top));
            }
        }
    }

    fn pocket_header_of(&self, placed: u8) -> Vec<u8> {
        let bytes = &self.files[&file_name(placed)];
        let length = u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
        bytes[16..16 + length].to_vec()
    }

    /// The header of a layer, with as many blocks as it says.
    pub fn pocket_header(&self, bytes: &[u8]) {
        let Ok(header) = serde_json::from_slice::<Value>(bytes) else { return };
        let blocks = header["blocks"].as_u64().unwrap_or(0).min(1_000) as usize;
        let mut file = Vec::new();
        let written = layer::CONTAINER.write(&mut file, &header, &vec![vec![1; 30]; blocks]);
        written.expect("it is short enough");
        for placed in [1, 3] {
            let source = Source::in_memory(Path::new("layer"), file.clone());
            let opened = Layer::open(source, Access::Memory, self.pocket.space(), placed);
            if let Ok(layer) = opened {
                let _ = layer.block(0);
            }
        }
    }
}

/// A folder that goes with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let name = format!("bagh-fuzzing-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the temporary folder can be written to");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// Bytes with a few changes, of which some keep JSON what it is.
    fn changed(seed: &[u8], random: &mut Random) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len() + 1);
            let end = (at + random.below(9)).min(bytes.len());
            match random.below(6) {
                0 => drop(bytes.drain(at..end)),
                1 => drop(bytes.splice(at..at, seed[..end.min(seed.len())].to_vec())),
                2 => bytes[at..end].iter_mut().for_each(|byte| *byte = random.next() as u8),
                3 => bytes[at..end].fill(if random.below(2) == 0 { 0 } else { 0xff }),
                4 => {
                    let numbers = ["0", "-1", "1e99", "18446744073709551615", "null", "[]"];
                    let number = numbers[random.below(numbers.len())];
                    let is_digit = |byte: &u8| byte.is_ascii_digit();
                    let start = (at..bytes.len()).find(|&at| is_digit(&bytes[at]));
                    let Some(start) = start else { continue };
                    let digits = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
                    bytes.splice(start..start + digits, number.bytes());
                }
                _ => bytes.truncate(at),
            }
        }
        bytes
    }

    #[test]
    fn parsers_hold_for_changed_parts_with_right_checksums() {
        const CASES: usize = 300;
        let forger =
            Forger::new(&Game::from_toml(include_str!("../../../docs/small.toml")).unwrap());
        let mut random = Random::new(1);
        for (name, target) in TARGETS {
            let seeds = forger.seeds(name);
            assert!(!seeds.is_empty());
            seeds.iter().for_each(|seed| target(&forger, seed));
            for _ in 0..CASES {
                let bytes = changed(&seeds[random.below(seeds.len())], &mut random);
                let check = std::panic::AssertUnwindSafe(|| target(&forger, &bytes));
                let held = std::panic::catch_unwind(check);
                assert!(held.is_ok(), "{name}: {bytes:?}");
            }
        }
    }
}
