//! Positions with their exact values, to learn from.
//!
//! They come from games in which each side errs at a rate of its own. The
//! positions after all moves of such a game are taken, and some of those after the answers to
//! them: these are the positions that a search compares with each other.

use bagh::{Game, History, Move, Phase, Points, Position, Side};
use bagh_tables::{ProbeError, Tables};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// A position that is not over, with the number of its value (see [`bagh_tables::Value::code`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    tigers: u32,
    goats: u32,
    in_hand: u8,
    captured: u8,
    goat_moves: bool,
    /// The number of the value.
    pub value: u8,
}

impl Sample {
    /// A position with its value.
    pub fn new(position: &Position, value: u8) -> Sample {
        Sample {
            tigers: position.tigers().bits(),
            goats: position.goats().bits(),
            in_hand: position.goats_in_hand(),
            captured: position.captured(),
            goat_moves: position.turn() == Side::Goat,
            value,
        }
    }

    /// The sample in twelve bytes.
    pub fn to_bytes(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.tigers.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.goats.to_le_bytes());
        let rest = [self.in_hand, self.captured, self.goat_moves.into(), self.value];
        bytes[8..].copy_from_slice(&rest);
        bytes
    }

    /// A sample from twelve bytes.
    pub fn from_bytes(bytes: &[u8; 12]) -> Sample {
        let word = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Sample {
            tigers: word(0),
            goats: word(4),
            in_hand: bytes[8],
            captured: bytes[9],
            goat_moves: bytes[10] != 0,
            value: bytes[11],
        }
    }

    /// The position.
    #[inline]
    pub fn position(&self) -> Position {
        Position::from_parts(
            Points::from_bits(self.tigers),
            Points::from_bits(self.goats),
            if self.goat_moves { Side::Goat } else { Side::Tiger },
            self.in_hand,
            self.captured,
        )
    }
}

/// How often the two sides of a game may err.
const ERRORS: [f64; 6] = [0.0, 0.05, 0.15, 0.3, 0.6, 1.0];

/// The share of the answers that is kept: they are many, and much alike.
const KEPT: f64 = 0.3;

/// Plies of the sliding phase that a game is followed for.
const SLIDING_PLIES: usize = 30;

/// Games that samples are made from at a time.
pub const GAMES_IN_LOT: u64 = 1024;

/// The samples of some thousand games, always the same for the same seed and number.
pub fn lot(tables: &Tables, seed: u64, number: u64) -> Result<Vec<Sample>, ProbeError> {
    let first = number * GAMES_IN_LOT;
    let games: Vec<Vec<Sample>> = (first..first + GAMES_IN_LOT)
        .into_par_iter()
        .map(|game| of_game(tables, Pcg64Mcg::seed_from_u64(seed << 40 ^ game)))
        .collect::<Result<_, _>>()?;
    Ok(games.into_iter().flatten().collect())
}

/// The samples of one game.
fn of_game(tables: &Tables, mut rng: Pcg64Mcg) -> Result<Vec<Sample>, ProbeError> {
    let game = tables.game();
    let mut errors = [0.0; 2];
    errors.fill_with(|| *ERRORS.choose(&mut rng).unwrap_or(&1.0));
    let mut history = History::new(game.clone(), game.start());
    let mut sliding = 0;
    let mut samples = Vec::new();
    while history.result().is_none() && sliding < SLIDING_PLIES {
        let position = *history.position();
        sliding += usize::from(game.phase(&position) == Phase::Sliding);
        let moves = tables.moves(&position)?;
        // A look at a position where a goat is placed reads all that may come next from one
        // place, so the answers cost little more than the moves.
        let answers = match position.turn() {
            Side::Tiger => &moves[..],
            Side::Goat => moves.choose(&mut rng).map_or(&[][..], std::slice::from_ref),
        };
        for found in &moves {
            push(&mut samples, game, &game.after(&position, found.mv), found.after.value);
        }
        for answer in answers {
            let next = game.after(&position, answer.mv);
            if game.result(&next).is_none() {
                for found in tables.moves(&next)? {
                    if rng.random_bool(KEPT) {
                        push(&mut samples, game, &game.after(&next, found.mv), found.after.value);
                    }
                }
            }
        }
        let errs = rng.random_bool(errors[position.turn() as usize]);
        let best = moves.first().map(|m| m.after.value);
        let good: Vec<Move> =
            moves.iter().filter(|m| errs || Some(m.after.value) == best).map(|m| m.mv).collect();
        let Some(&mv) = good.choose(&mut rng) else { break };
        if history.play(mv).is_err() {
            break;
        }
    }
    Ok(samples)
}

fn push(samples: &mut Vec<Sample>, game: &Game, position: &Position, value: bagh_tables::Value) {
    if game.result(position).is_none() {
        samples.push(Sample::new(position, value.code(game.captures())));
    }
}
