//! The parts of a solution, each finished and written on its own.

use std::fmt;

use bagh::{Game, Phase, Position, Side};
use serde::{Serialize, Serializer};

use crate::file::format::Contents;
use crate::opening::Opening;
use crate::rank::binomial;
use crate::space::Space;

/// A part of the solution. As text, in JSON too, it is its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The sliding phase after this many captures.
    Sliding {
        /// Goats captured.
        captured: u8,
    },
    /// The placement phase after this many goats were placed.
    Placement {
        /// Goats placed.
        placed: u8,
    },
    /// Positions with tigers in hand.
    Opening,
    /// Plies of wins in the placement phase after this many goats were placed.
    Plies {
        /// Goats placed.
        placed: u8,
    },
    /// Plies of wins with tigers in hand.
    PliesOpening,
}

impl Part {
    /// All parts of a game but the plies, in the order in which they are solved.
    pub fn all(game: &Game) -> Vec<Part> {
        let sliding = (0..game.captures()).rev().map(|captured| Part::Sliding { captured });
        let placement = (0..game.goats()).rev().map(|placed| Part::Placement { placed });
        let opening = Opening::is_of(game).then_some(Part::Opening);
        sliding.chain(placement).chain(opening).collect()
    }

    /// The parts that hold plies of the placement phase, in the order in which they are solved.
    pub fn plies(game: &Game) -> Vec<Part> {
        let layers = (1..game.goats()).rev().map(|placed| Part::Plies { placed });
        layers.chain(Opening::is_of(game).then_some(Part::PliesOpening)).collect()
    }

    /// The part that a position of a game belongs to. Once it is finished, the position and all
    /// that play can come to from it can be looked up.
    pub fn of(game: &Game, position: &Position) -> Part {
        let placed = game.goats() - position.goats_in_hand();
        match (game.phase(position), position.turn()) {
            (Phase::Sliding, _) => Part::Sliding { captured: position.captured() },
            _ if game.tigers_in_hand(position) > 0 => Part::Opening,
            (Phase::Placement, Side::Tiger) => Part::Placement { placed },
            // Values with goat to move come from the layer after the goat that is placed.
            (Phase::Placement, Side::Goat) if placed + 1 == game.goats() => {
                Part::Sliding { captured: position.captured() }
            }
            (Phase::Placement, Side::Goat) => Part::Placement { placed: placed + 1 },
        }
    }

    /// The name of the part.
    pub fn name(self) -> String {
        match self {
            Part::Sliding { captured } => format!("sliding-{captured:02}"),
            Part::Placement { placed } => format!("placement-{placed:02}"),
            Part::Opening => "opening".to_owned(),
            Part::Plies { placed } => format!("plies-{placed:02}"),
            Part::PliesOpening => "plies-opening".to_owned(),
        }
    }

    /// The part of a game with this name.
    pub fn from_name(game: &Game, name: &str) -> Option<Part> {
        let parts = Part::all(game).into_iter().chain(Part::plies(game));
        parts.into_iter().find(|part| part.name() == name)
    }

    /// Whether it holds a layer of the placement phase, of values or of plies, which is solved from
    /// the layer before.
    fn is_layer(self) -> bool {
        matches!(self, Part::Placement { .. } | Part::Plies { .. })
    }

    /// How many of these parts, from the first one on, can be gone on from, if `is_there` tells which
    /// of them are finished and have all their files. The layer that comes next is solved from the
    /// last one, which must not be one that is left out: that cannot be read back.
    pub(crate) fn to_go_on_from(
        game: &Game,
        compact: bool,
        parts: &[Part],
        is_there: impl Fn(Part) -> bool,
    ) -> usize {
        let mut count = 0;
        for (number, part) in parts.iter().enumerate() {
            if !is_there(*part) {
                break;
            }
            let is_read_back = parts.get(number + 1).is_some_and(|next| next.is_layer());
            if !part.is_left_out(game, compact) || !is_read_back {
                count = number + 1;
            }
        }
        count
    }

    /// How many files the part has, where none are left out.
    pub fn files(self) -> usize {
        self.tables().len()
    }

    /// The tables of the part.
    pub(crate) fn tables(self) -> Vec<Contents> {
        match self {
            Part::Sliding { captured } => {
                [Side::Tiger, Side::Goat].map(|turn| Contents::Sliding { captured, turn }).to_vec()
            }
            Part::Placement { placed } => vec![Contents::Placement { placed }],
            Part::Opening => vec![Contents::Opening],
            Part::Plies { placed } => vec![Contents::Plies { placed }],
            Part::PliesOpening => vec![Contents::PliesOpening],
        }
    }

    /// Whether the part's tables are left out of compact tables: every second placement layer is
    /// worked out from the next.
    pub(crate) fn is_left_out(self, game: &Game, compact: bool) -> bool {
        match self {
            Part::Sliding { .. } | Part::Opening | Part::PliesOpening => false,
            Part::Placement { placed } | Part::Plies { placed } => {
                compact && (game.goats() - placed) % 2 == 1
            }
        }
    }

    /// Positions of the part in the index space, with both sides to move.
    pub fn positions(self, space: &Space) -> u64 {
        let (game, free) = (space.game(), space.free());
        let herds: u64 = match self {
            Part::Sliding { captured } => binomial(free, u32::from(game.goats() - captured)),
            Part::Placement { placed } | Part::Plies { placed } => {
                (0..game.captures().min(placed.max(1)))
                    .map(|captured| binomial(free, u32::from(placed - captured)))
                    .sum()
            }
            // Few, and none of them in a block.
            Part::Opening | Part::PliesOpening => 0,
        };
        2 * herds * space.blocks() as u64
    }

    /// How much work the part is: nanoseconds of one processor, about. The rates were measured
    /// with Bagh Chal and Aadu Puli Attam, on a processor with AVX-512.
    pub(crate) fn work(self, space: &Space, compact: bool) -> u64 {
        let slots = (space.blocks() as u64) << space.free().max(9);
        match self {
            // Sets of herds where many become known at once, else one herd at a time.
            Part::Sliding { .. } => self.positions(space) * 45,
            // Whole blocks, then the positions to be compressed.
            Part::Placement { .. } => {
                let packing = if compact { 24 } else { 10 };
                (slots * 4 + self.positions(space) * packing) / 10
            }
            Part::Opening | Part::PliesOpening => slots / 2,
            // As above with more planes; the positions are unpacked again, too.
            Part::Plies { .. } => (slots * 45 + self.positions(space) * 95) / 10,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, Tables, naive};

    #[test]
    fn parts_are_found_by_their_names() {
        for name in Game::names() {
            let game = Game::by_name(name).unwrap();
            for part in Part::all(&game).into_iter().chain(Part::plies(&game)) {
                assert_eq!(Part::from_name(&game, &part.to_string()), Some(part));
            }
            assert_eq!(Part::from_name(&game, "sliding-99"), None);
        }
    }

    /// With the files of all later parts taken away, what a finished part promises still holds.
    #[test]
    fn a_finished_part_answers_for_its_positions() {
        for game in small_games(12, 5..=7, 51) {
            let folder = Folder::new();
            crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let mut positions: Vec<Position> = naive::solve(&game).into_keys().collect();
            positions.retain(|p| p.captured() < game.captures());
            for part in Part::all(&game).into_iter().rev() {
                let tables = Tables::open(&game, folder.path()).unwrap();
                for position in positions.iter().filter(|p| Part::of(&game, p) == part) {
                    tables.probe(position).unwrap();
                    tables.moves(position).unwrap();
                }
                for contents in part.tables() {
                    let file = tables.store().directory().join(contents.file_name());
                    std::fs::remove_file(file).unwrap();
                }
            }
        }
    }
}
