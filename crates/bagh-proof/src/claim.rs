//! What can be claimed, and when it is settled.

use std::fmt;

use bagh::text::count_of;
use bagh::{Game, Position, Side};
use bagh_tables::{Value, Verdict};
use serde::{Deserialize, Serialize};

/// What the tigers may be able to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// At least a draw with this many goats captured in the end.
    Draw {
        /// Goats captured in the end.
        captured: u8,
    },
    /// A win, within this many plies if a number is given.
    Win {
        /// Plies from the position of the claim.
        by: Option<u16>,
    },
    /// A number of goats captured in total, within a number of plies.
    Captures {
        /// Goats captured, those captured before among them.
        goats: u8,
        /// Plies from the position of the claim.
        by: u16,
    },
}

/// A claim about a position: that the tigers reach a goal, or that the goats keep them from it.
///
/// The side that claims is the selective player of the proof; its opponent plays every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Who claims: the tigers, that they reach the goal; the goats, that the tigers do not.
    pub side: Side,
    /// The tigers' goal.
    pub goal: Goal,
}

impl Claim {
    /// "Goat at least draws": the tigers do not win.
    pub const GOAT_DRAWS: Claim = Claim { side: Side::Goat, goal: Goal::Win { by: None } };
    /// "Tiger at least draws": the goats do not win.
    pub const TIGER_DRAWS: Claim = Claim { side: Side::Tiger, goal: Goal::Draw { captured: 0 } };

    /// "The tigers capture N goats by this ply."
    pub const fn tiger_captures(goats: u8, by: u16) -> Claim {
        Claim { side: Side::Tiger, goal: Goal::Captures { goats, by } }
    }

    /// "The tigers do not capture N goats by this ply."
    pub const fn goat_holds(goats: u8, until: u16) -> Claim {
        Claim { side: Side::Goat, goal: Goal::Captures { goats, by: until } }
    }

    /// The opposite claim, made by the other side.
    pub const fn opposite(self) -> Claim {
        Claim { side: self.side.other(), goal: self.goal }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goats = |n: u8| count_of(n, "goat");
        match (self.side, self.goal) {
            (Side::Tiger, Goal::Draw { captured: 0 }) => write!(f, "tiger at least draws"),
            (Side::Tiger, Goal::Draw { captured }) => {
                write!(f, "tiger at least draws, with {} captured", goats(captured))
            }
            (Side::Goat, Goal::Draw { captured: 0 }) => write!(f, "goat wins"),
            (Side::Goat, Goal::Draw { captured }) => {
                write!(f, "goat at least draws, with fewer than {} captured", goats(captured))
            }
            (Side::Tiger, Goal::Win { by: None }) => write!(f, "tiger wins"),
            (Side::Goat, Goal::Win { by: None }) => write!(f, "goat at least draws"),
            (Side::Tiger, Goal::Win { by: Some(by) }) => write!(f, "tiger wins by ply {by}"),
            (Side::Goat, Goal::Win { by: Some(by) }) => {
                write!(f, "tiger does not win by ply {by}")
            }
            (Side::Tiger, Goal::Captures { goats: n, by }) => {
                write!(f, "tiger captures {} by ply {by}", goats(n))
            }
            (Side::Goat, Goal::Captures { goats: n, by }) => {
                write!(f, "tiger does not capture {} by ply {by}", goats(n))
            }
        }
    }
}

/// Why a claim cannot be looked into.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// More goats than the game lets the tigers capture.
    #[error("goats: found {found}, expected 1 to {most} (captures that win the game)")]
    Goats {
        /// What was asked for.
        found: u8,
        /// The most that makes sense.
        most: u8,
    },
    /// A draw with more captures than a draw can have.
    #[error("goats captured in a draw: found {found}, expected 0 to {most}")]
    Draw {
        /// What was asked for.
        found: u8,
        /// The most that makes sense.
        most: u8,
    },
    /// Plies that reach into the sliding phase.
    #[error(
        "ply: found {found}, expected 1 to {most}: captures are counted up to the tigers' first move after the last goat is placed; for what comes later claim that the tigers win a game with fewer captures to win"
    )]
    TooLate {
        /// What was asked for.
        found: u16,
        /// The last ply that can be asked about.
        most: u16,
    },
    /// The sliding phase has begun.
    #[error(
        "position: found one of the sliding phase, expected one in which goats are in hand: in the sliding phase the tables answer"
    )]
    Sliding,
}

/// A claim at work in a game: when it is settled, and for whom.
///
/// Plies are those of the game: two for each goat placed, less one with tiger to move.
#[derive(Clone, Debug)]
pub struct Aim {
    /// The claim.
    pub claim: Claim,
    /// The captures with which the tigers have reached their goal.
    pub enough: u8,
    /// The last ply at which the tigers can reach it by captures, if that ends before the tables.
    pub limit: Option<i32>,
    /// The last ply for a win in the tables.
    last: Option<i32>,
}

impl Aim {
    /// The aim of a claim about a position of a game.
    pub fn new(game: &Game, root: &Position, claim: Claim) -> Result<Aim, ClaimError> {
        let most = game.captures();
        let ply = ply_of(game, root);
        let end = 2 * i32::from(game.goats());
        let (enough, limit, last) = match claim.goal {
            Goal::Draw { captured } if captured >= most => {
                return Err(ClaimError::Draw { found: captured, most: most - 1 });
            }
            Goal::Draw { .. } | Goal::Win { by: None } => (most, None, None),
            Goal::Win { by: Some(by) } => {
                let last = ply + i32::from(by);
                if last >= end { (most, None, Some(last)) } else { (most, Some(last), None) }
            }
            Goal::Captures { goats, by } => {
                if goats == 0 || goats > most {
                    return Err(ClaimError::Goats { found: goats, most });
                }
                let limit = ply + i32::from(by);
                if limit > end || by == 0 {
                    let most = u16::try_from(end - ply).unwrap_or(0);
                    return Err(ClaimError::TooLate { found: by, most });
                }
                (goats, Some(limit), None)
            }
        };
        if game.phase(root) == bagh::Phase::Sliding {
            return Err(ClaimError::Sliding);
        }
        Ok(Aim { claim, enough, limit, last })
    }

    /// Whether sliding tables are needed.
    pub fn needs_tables(&self) -> bool {
        self.limit.is_none()
    }

    /// Whether the tigers reach the goal from a sliding position of this verdict, at this ply.
    pub fn reached_by(&self, verdict: Verdict, ply: i32) -> bool {
        match self.claim.goal {
            Goal::Draw { captured } => verdict.value >= Value::Draw(captured),
            Goal::Win { .. } | Goal::Captures { .. } => {
                let in_time = |last| ply + i32::from(verdict.plies.unwrap_or(0)) <= last;
                verdict.value == Value::TigerWin && self.last.is_none_or(in_time)
            }
        }
    }

    /// Whether the tigers have reached the goal when this side cannot move.
    pub fn when_stuck(&self, side: Side) -> bool {
        // A locked herd is a win, but captures no goat.
        side == Side::Goat && !matches!(self.claim.goal, Goal::Captures { .. })
    }

    /// Whether the tigers have reached the goal, or never will, as far as captures and plies tell.
    pub fn settled(&self, captured: u8, ply: i32) -> Option<bool> {
        if captured >= self.enough {
            return Some(true);
        }
        self.limit.is_some_and(|limit| ply >= limit).then_some(false)
    }
}

/// The ply at which a position stands: two for each goat placed, less one if the tigers' answer
/// is to come. Games whose tigers are placed begin at ply −1.
pub fn ply_of(game: &Game, position: &Position) -> i32 {
    let placed = i32::from(game.goats() - position.goats_in_hand());
    match position.turn() {
        Side::Goat => 2 * placed,
        Side::Tiger => 2 * placed - 1,
    }
}
