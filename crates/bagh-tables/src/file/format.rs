//! The format of a table file; `docs/FORMAT.md` describes it for other readers.

use bagh::text::count_of;
use bagh::{Game, Opening as GameOpening, Side};
use bagh_files::{Container, IndexLayout};
use serde::{Deserialize, Serialize};

use super::chunks::{self, Shape};
use super::codes::{planes, width};
use super::streams::{self, StreamLayout};
use crate::burnside;
use crate::compression::most_packed;
use crate::opening::Opening;
use crate::rank::binomial;
use crate::space::label_order;

/// The version of the format.
pub(crate) const VERSION: u32 = 2;
/// The container of a table. No text file begins with its magic, and transfers that change line
/// ends break it visibly.
pub(crate) const CONTAINER: Container = Container {
    magic: *b"\x89BAGH\r\n\x1a",
    oldest: 1,
    version: VERSION,
    index: IndexLayout::CountInHeader,
};
/// Bytes of an entry of the block index: length and checksum of the compressed block.
pub(crate) const INDEX_ENTRY: usize = CONTAINER.index.entry();
/// Positions of a compressed block of a sliding table.
pub(crate) const SLIDING_BLOCK: usize = 1 << 14;
/// Positions of a compressed block of a placement table.
pub(crate) const PLACEMENT_BLOCK: usize = streams::BLOCK_WORDS * streams::WORD;
/// Positions of a compressed block of an opening table.
pub(crate) const OPENING_BLOCK: usize = 1 << 14;

/// Bits of a place in a table of plies: which of the frequent plies, or that they are rare.
pub(crate) const PLIES_BITS: u8 = 4;

/// What a table holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(crate) enum Contents {
    /// Tiger to move after this many goats were placed: values.
    Placement {
        /// Goats placed.
        placed: u8,
    },
    /// The sliding phase after this many captures: values and plies.
    Sliding {
        /// Goats captured.
        captured: u8,
        /// Who moves.
        turn: Side,
    },
    /// Positions with tigers in hand: values.
    Opening,
    /// Tiger to move after this many goats were placed: plies of wins.
    Plies {
        /// Goats placed.
        placed: u8,
    },
    /// Positions with tigers in hand: values and plies of wins.
    PliesOpening,
}

impl Contents {
    /// The name of the file.
    pub(crate) fn file_name(self) -> String {
        match self {
            Contents::Placement { placed } => format!("placement-{placed:02}.bagh"),
            Contents::Sliding { captured, turn } => format!("sliding-{captured:02}-{turn}.bagh"),
            Contents::Opening => "opening.bagh".to_owned(),
            Contents::Plies { placed } => format!("plies-{placed:02}.bagh"),
            Contents::PliesOpening => "plies-opening.bagh".to_owned(),
        }
    }

    /// The table that holds the plies of a table's positions.
    pub(crate) fn plies(self) -> Contents {
        match self {
            Contents::Placement { placed } => Contents::Plies { placed },
            Contents::Opening => Contents::PliesOpening,
            other => other, // It holds its plies itself.
        }
    }

    /// A few words for people.
    pub(crate) fn title(self) -> String {
        match self {
            Contents::Placement { placed } => {
                format!("placement, {} placed", count_of(placed, "goat"))
            }
            Contents::Sliding { captured, turn } => {
                format!("sliding, {captured} captured, {turn} to move")
            }
            Contents::Opening => "opening".to_owned(),
            Contents::Plies { placed } => format!("plies, {} placed", count_of(placed, "goat")),
            Contents::PliesOpening => "plies of the opening".to_owned(),
        }
    }
}

/// The header of a table, as JSON in the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The name of the game.
    pub game: String,
    /// A hash of everything that the rules depend on.
    pub rules: String,
    /// Captures to win.
    pub captures: u8,
    /// What the table holds.
    #[serde(flatten)]
    pub contents: Contents,
    /// The points in the order of the bits of an index.
    pub points: Vec<String>,
    /// Bits of a position's code.
    pub code_bits: u8,
    /// Bytes of a position's plies: 0, 1 or 2.
    pub plies_bytes: u8,
    /// Positions of a compressed block.
    pub block_positions: u32,
    /// Tiger placements that share compressed blocks; each such group begins a new block.
    pub group: u32,
    /// How many compressed blocks there are.
    pub blocks: u64,
    /// How blocks are compressed. Version 1 knew one way.
    #[serde(default)]
    pub codec: Codec,
}

/// How the blocks of a table are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Codec {
    /// Each is a Zstandard frame.
    #[default]
    Zstandard,
    /// Each consists of pieces that are decoded one by one; see [`chunks`](super::chunks). After
    /// the blocks comes their codebook.
    Chunks,
}

impl Header {
    /// The header of a game's table. All but the width of plies follows from the game and the
    /// contents. The game is one that has an index space.
    pub(crate) fn new(game: &Game, contents: Contents, plies_bytes: u8) -> Header {
        let board = game.board();
        let placements = burnside::tiger_placements(game) as usize;
        let (block_positions, group, blocks) = match contents {
            // Plies stand in blocks of the same positions as the values.
            Contents::Placement { placed } | Contents::Plies { placed } => {
                let layout = StreamLayout::new(game, placements, u32::from(placed));
                let groups = placements.div_ceil(layout.group());
                (PLACEMENT_BLOCK, layout.group(), groups * layout.group_blocks())
            }
            Contents::Sliding { captured, .. } => {
                let free = board.len() - usize::from(game.tigers());
                let herds = binomial(free as u32, u32::from(game.goats() - captured)) as usize;
                (SLIDING_BLOCK, placements, (placements * herds).div_ceil(SLIDING_BLOCK))
            }
            Contents::Opening | Contents::PliesOpening => {
                (OPENING_BLOCK, 1, Opening::positions(game).div_ceil(OPENING_BLOCK))
            }
        };
        Header {
            game: game.name().to_owned(),
            rules: rules_hash(game),
            captures: game.captures(),
            contents,
            points: label_order(game).iter().map(|&p| board.name(p).to_owned()).collect(),
            code_bits: match contents {
                Contents::Plies { .. } => PLIES_BITS,
                _ => width(planes(game.captures())),
            },
            plies_bytes,
            block_positions: block_positions as u32,
            group: group as u32,
            blocks: blocks as u64,
            codec: Codec::Zstandard,
        }
    }

    /// Blocks of the file: those of the table, and a codebook if there is one.
    pub(crate) fn stored_blocks(&self) -> u64 {
        self.blocks.saturating_add(u64::from(self.codec == Codec::Chunks))
    }

    /// Bytes that a block has in the file at most, if the header is the right one.
    pub(crate) fn most_packed(&self, number: u64) -> u64 {
        let bytes = match self.codec {
            Codec::Zstandard => most_packed(self.block_bytes()),
            Codec::Chunks if number < self.blocks => chunks::MOST_BYTES,
            Codec::Chunks => self.chunk_shape().most_codebook_bytes(),
        };
        bytes as u64
    }

    /// How codes are cut into chunks.
    pub(crate) fn chunk_shape(&self) -> Shape {
        Shape { width: self.code_bits, planes: planes(self.captures) }
    }

    /// The first number of this header that is not that of the right one, if there is one: its
    /// name, what was found, and what was expected.
    pub(crate) fn wrong_number(&self, game: &Game) -> Option<(&'static str, u64, String)> {
        // Lines of more plies take two bytes.
        let plies = match self.contents {
            Contents::Sliding { .. } => 1..=2,
            Contents::Placement { .. } | Contents::Opening => 0..=0,
            Contents::Plies { .. } => 1..=1,
            Contents::PliesOpening => 2..=2,
        };
        if !plies.contains(&self.plies_bytes) {
            let expected = format!("{} to {}", plies.start(), plies.end());
            return Some(("plies_bytes", self.plies_bytes.into(), expected));
        }
        let right = Header::new(game, self.contents, self.plies_bytes);
        let numbers = |header: &Header| {
            [
                ("code_bits", u64::from(header.code_bits)),
                ("block_positions", u64::from(header.block_positions)),
                ("group", u64::from(header.group)),
                ("blocks", header.blocks),
            ]
        };
        let pairs = numbers(self).into_iter().zip(numbers(&right));
        pairs
            .filter(|(found, expected)| found != expected)
            .map(|((name, found), (_, expected))| (name, found, expected.to_string()))
            .next()
    }

    /// The header of the same table with each block cut into pieces.
    pub(crate) fn in_pieces(&self, pieces: usize) -> Header {
        Header {
            block_positions: self.block_positions / pieces as u32,
            blocks: self.blocks * pieces as u64,
            ..self.clone()
        }
    }

    /// A piece of a block, from the bytes of the block: its codes, then its plies.
    pub(crate) fn piece(&self, block: &[u8], pieces: usize, number: usize) -> Vec<u8> {
        let (codes, plies) = block.split_at(self.code_bytes());
        let part = |bytes: &[u8]| {
            let length = bytes.len() / pieces;
            bytes[number * length..][..length].to_vec()
        };
        [part(codes), part(plies)].concat()
    }

    /// Bytes of the codes of a block.
    pub(crate) fn code_bytes(&self) -> usize {
        self.block_positions as usize / 8 * usize::from(self.code_bits)
    }

    /// Bytes of a block before compression: codes first, then plies.
    pub(crate) fn block_bytes(&self) -> usize {
        self.code_bytes() + self.block_positions as usize * usize::from(self.plies_bytes)
    }
}

/// A hash of the board, the numbers that values depend on, and whether tigers may be in hand.
/// Where tigers of a fixed start stand is not among them: no position's value depends on it.
pub fn rules_hash(game: &Game) -> String {
    let board = game.board();
    let mut hash = blake3::Hasher::new();
    let mut add = |text: &str| {
        hash.update(text.as_bytes());
        hash.update(b"\n");
    };
    add(&format!("{} {} {}", game.tigers(), game.goats(), game.captures()));
    add(if *game.opening() == GameOpening::Placed { "placed" } else { "fixed" });
    for point in board.all() {
        add(board.name(point));
    }
    let mut links: Vec<String> = Vec::new();
    for a in board.all() {
        links.extend(board.neighbours(a).iter().map(|b| format!("{a:?}{b:?}")));
        for over in board.neighbours(a) {
            links.extend(board.landings(a, over).iter().map(|b| format!("{a:?}{over:?}{b:?}")));
        }
    }
    links.iter().for_each(|link| add(link));
    hash.finalize().to_hex()[..32].to_owned()
}
