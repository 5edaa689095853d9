//! Certificates: the selective side's choices, and nothing else.

use std::path::{Path, PathBuf};

use bagh::{Game, Points, Position, Side};
use bagh_files::Durability;
use bagh_tables::rules_hash;
use serde::{Deserialize, Serialize};

use crate::claim::Claim;
use crate::error::{ProofError, ProofFile};
use crate::file::{Blocks, Kind, write};

const KIND: Kind = Kind {
    magic: *b"\x89BAGP\r\n\x1a",
    version: 2,
    file: ProofFile::Certificate,
    durability: Durability::Synced,
};

/// A position in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Root {
    tigers: Vec<String>,
    goats: Vec<String>,
    turn: Side,
    goats_in_hand: u8,
    captured: u8,
}

impl Root {
    /// A position of a game.
    pub fn new(game: &Game, position: &Position) -> Root {
        let names = |points: Points| points.iter().map(|p| game.point_name(p).to_owned()).collect();
        Root {
            tigers: names(position.tigers()),
            goats: names(position.goats()),
            turn: position.turn(),
            goats_in_hand: position.goats_in_hand(),
            captured: position.captured(),
        }
    }

    /// The position, if it is one of this game.
    pub fn position(&self, game: &Game) -> Option<Position> {
        let points = |names: &[String]| -> Option<Points> {
            names.iter().map(|name| game.board().point(name)).collect()
        };
        let (tigers, goats) = (points(&self.tigers)?, points(&self.goats)?);
        game.position(tigers, goats, self.turn, self.goats_in_hand, self.captured).ok()
    }
}

/// The choices at one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChoicesInfo {
    /// The ply, counted from the position of the claim.
    pub ply: u32,
    /// How many positions there are.
    pub positions: u64,
}

/// What a certificate says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CertificateHeader {
    /// The name of the game.
    pub game: String,
    /// A hash of everything that the rules depend on.
    pub rules: String,
    /// Captures that win the game.
    pub captures: u8,
    /// The claim.
    pub claim: Claim,
    /// The position that it is about.
    pub root: Root,
    /// The plies with choices, in the order of play.
    pub choices: Vec<ChoicesInfo>,
}

/// A certificate that was opened: its header is sound, its choices are read as they are needed.
pub struct Certificate {
    path: PathBuf,
    file: Blocks<CertificateHeader>,
}

impl Certificate {
    /// Opens a certificate. Nothing is proved by that.
    pub fn open(path: &Path) -> Result<Certificate, ProofError> {
        let file: Blocks<CertificateHeader> = Blocks::read(path, &KIND)?;
        if file.len() != file.header.choices.len() {
            return Err(file.damaged(format!(
                "it has {} blocks, expected {}, one for each ply with choices",
                file.len(),
                file.header.choices.len()
            )));
        }
        Ok(Certificate { path: path.to_owned(), file })
    }

    /// What it says of itself.
    pub fn header(&self) -> &CertificateHeader {
        &self.file.header
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the choices at a ply.
    pub fn bytes(&self, number: usize) -> u64 {
        self.file.compressed(number) as u64
    }

    /// The block of a ply with choices.
    pub(crate) fn block(&self, number: usize) -> Result<&[u8], ProofError> {
        self.file.raw(number)
    }

    /// An error about a block.
    pub(crate) fn damaged(&self, number: usize, what: &str) -> ProofError {
        self.file.damaged(format!("block {number}: {what}"))
    }

    /// Makes sure that it is one of this game, and finds its position.
    pub fn root(&self, game: &Game) -> Result<Position, ProofError> {
        let header = self.header();
        self.same("game", &header.game, &game.name().to_owned())?;
        self.same("captures to win", &header.captures, &game.captures())?;
        self.same("rules", &header.rules, &rules_hash(game))?;
        header.root.position(game).ok_or_else(|| {
            self.file
                .damaged(format!("its position does not belong to this game: {:?}", header.root))
        })
    }

    fn same<T: PartialEq + ToString>(
        &self,
        field: &'static str,
        found: &T,
        expected: &T,
    ) -> Result<(), ProofError> {
        if found == expected {
            return Ok(());
        }
        Err(ProofError::Foreign {
            path: self.path.clone(),
            field,
            found: found.to_string(),
            expected: expected.to_string(),
            file: KIND.file,
        })
    }

    /// Writes a certificate. Returns its length.
    pub(crate) fn write(
        path: &Path,
        game: &Game,
        root: &Position,
        claim: Claim,
        choices: Vec<(ChoicesInfo, Vec<u8>)>,
    ) -> Result<u64, ProofError> {
        let (choices, blocks): (Vec<_>, Vec<_>) = choices.into_iter().unzip();
        let header = CertificateHeader {
            game: game.name().to_owned(),
            rules: rules_hash(game),
            captures: game.captures(),
            claim,
            root: Root::new(game, root),
            choices,
        };
        write(path, &KIND, &header, &blocks)
    }
}
