//! Checkpoints: what the search knows, and how far the walk has come.

use std::path::{Path, PathBuf};

use bagh::{Game, Position};
use bagh_files::Durability;
use bagh_tables::rules_hash;
use serde::{Deserialize, Serialize};

use crate::answers::Answers;
use crate::certificate::{ChoicesInfo, Root};
use crate::claim::{Aim, Claim};
use crate::error::{ProofError, ProofFile};
use crate::file::{Blocks, Kind, compress, write};
use crate::transposition::Transposition;

const KIND: Kind = Kind {
    magic: *b"\x89BAGC\r\n\x1a",
    version: 2,
    file: ProofFile::Checkpoint,
    durability: Durability::Cached,
};

/// What a checkpoint of the search is of.
const SEARCH: &str = "search";

/// What a checkpoint is of, and what is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    what: String,
    game: String,
    rules: String,
    captures: u8,
    claim: Claim,
    enough: u8,
    root: Root,
    /// Positions looked at, in a checkpoint of the search.
    nodes: u64,
    /// Entries of the last block.
    entries: u64,
    /// Bytes of what was learned, in a checkpoint of the walk.
    learned: u64,
    /// Ply and positions, in a checkpoint of the walk.
    plies: Vec<(u32, u64)>,
    /// The plies with choices: one for each block but the last, or the last two of a walk.
    choices: Vec<ChoicesInfo>,
}

fn header(what: &str, game: &Game, root: &Position, aim: &Aim) -> Header {
    Header {
        what: what.to_owned(),
        game: game.name().to_owned(),
        rules: rules_hash(game),
        captures: game.captures(),
        claim: aim.claim,
        enough: aim.enough,
        root: Root::new(game, root),
        nodes: 0,
        entries: 0,
        learned: 0,
        plies: Vec::new(),
        choices: Vec::new(),
    }
}

/// Opens a checkpoint if it is there, and makes sure that it belongs to this proof.
fn open(path: &Path, expected: &Header) -> Result<Option<Blocks<Header>>, ProofError> {
    if !path.exists() {
        return Ok(None);
    }
    let file: Blocks<Header> = Blocks::read(path, &KIND)?;
    let found = &file.header;
    let plain = Header {
        nodes: 0,
        entries: 0,
        learned: 0,
        plies: Vec::new(),
        choices: Vec::new(),
        ..found.clone()
    };
    if plain != *expected {
        return Err(ProofError::Foreign {
            path: path.to_owned(),
            field: "contents",
            found: format!("{plain:?}"),
            expected: format!("{expected:?}"),
            file: KIND.file,
        });
    }
    let more = if found.what == SEARCH { 1 } else { 2 };
    if file.len() != found.choices.len() + more {
        return Err(file.damaged(format!("it has {} blocks", file.len())));
    }
    Ok(Some(file))
}

fn numbers(bytes: &[u8]) -> Vec<u64> {
    let number = |chunk: &[u8]| u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    bytes.chunks_exact(8).map(number).collect()
}

fn bytes_of(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|n| n.to_le_bytes()).collect()
}

/// The length of a block with this many numbers, or none if it overflows.
fn length<H>(file: &Blocks<H>, block: usize, entries: u64, size: u64) -> Result<usize, ProofError> {
    // Nothing is compressed to less than this.
    let most = (file.compressed(block) as u64 + 100).saturating_mul(1 << 16);
    entries
        .checked_mul(size)
        .filter(|&length| length <= most)
        .and_then(|length| usize::try_from(length).ok())
        .ok_or_else(|| file.damaged(format!("it cannot hold {entries} entries")))
}

/// The checkpoint of the search: its transposition table.
pub struct SearchPoint {
    path: PathBuf,
    header: Header,
}

impl SearchPoint {
    pub fn new(folder: &Path, game: &Game, root: &Position, aim: &Aim) -> SearchPoint {
        let header = header(SEARCH, game, root, aim);
        SearchPoint { path: folder.join("search.bagh"), header }
    }

    /// Fills the table; returns the positions looked at so far.
    pub fn restore(&self, table: &Transposition) -> Result<u64, ProofError> {
        let Some(file) = open(&self.path, &self.header)? else { return Ok(0) };
        let length = length(&file, 0, file.header.entries, 8)?;
        table.restore(&numbers(&file.block(0, length)?));
        Ok(file.header.nodes)
    }

    /// Saves the table.
    pub fn save(&self, table: &Transposition, nodes: u64) -> Result<(), ProofError> {
        let entries = table.entries();
        let header = Header { nodes, entries: entries.len() as u64, ..self.header.clone() };
        write(&self.path, &KIND, &header, &[compress(&bytes_of(&entries), 1)])?;
        Ok(())
    }
}

/// How far a walk has come.
pub struct Walked {
    /// Positions of the ply that is next.
    pub keys: Vec<u64>,
    /// Plies that are done, with their numbers of positions.
    pub plies: Vec<(u32, u64)>,
    /// Blocks of choices so far.
    pub choices: Vec<(ChoicesInfo, Vec<u8>)>,
}

/// The checkpoint of the walk.
pub struct WalkPoint {
    path: PathBuf,
    header: Header,
}

impl WalkPoint {
    /// `style` says how choices are made: a walk must not go on in another way.
    pub fn new(folder: &Path, game: &Game, root: &Position, aim: &Aim, style: &str) -> WalkPoint {
        let header = header(&format!("walk, {style}"), game, root, aim);
        WalkPoint { path: folder.join("walk.bagh"), header }
    }

    /// What was saved, if anything was. The answers get what they had learned from.
    pub fn restore(&self, answers: &mut Answers) -> Result<Option<Walked>, ProofError> {
        let Some(file) = open(&self.path, &self.header)? else { return Ok(None) };
        let (plies, last) = (file.header.choices.len(), file.len() - 1);
        let mut choices = Vec::new();
        for (number, &info) in file.header.choices.iter().enumerate() {
            choices.push((info, file.raw(number)?.to_vec()));
        }
        let learned = length(&file, plies, file.header.learned, 1)?;
        if !answers.restore(&file.block(plies, learned)?) {
            return Err(file.damaged("what was learned has another length".to_owned()));
        }
        let length = length(&file, last, file.header.entries, 8)?;
        let keys = numbers(&file.block(last, length)?);
        Ok(Some(Walked { keys, plies: file.header.plies.clone(), choices }))
    }

    /// Saves it.
    pub fn save(&self, walked: &Walked, answers: &Answers) -> Result<(), ProofError> {
        let header = Header {
            entries: walked.keys.len() as u64,
            plies: walked.plies.clone(),
            choices: walked.choices.iter().map(|(info, _)| *info).collect(),
            ..self.header.clone()
        };
        let learned = answers.to_bytes();
        let header = Header { learned: learned.len() as u64, ..header };
        let mut blocks: Vec<Vec<u8>> =
            walked.choices.iter().map(|(_, block)| block.clone()).collect();
        blocks.push(compress(&learned, 1));
        blocks.push(compress(&bytes_of(&walked.keys), 1));
        write(&self.path, &KIND, &header, &blocks)?;
        Ok(())
    }
}
