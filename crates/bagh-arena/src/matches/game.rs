//! A game of a match: what came of it, and what each move was worth.

use bagh::{Outcome, Phase, Side};
use bagh_tables::Tables;
use serde::{Deserialize, Serialize};

use super::record::record;
use crate::judgement::Mark;
use crate::player::{Failure, ForfeitKind};
use crate::referee::{EndReason, Played};

/// A game of a match, for people and programs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchGame {
    /// The number of the game, from 0.
    pub game: usize,
    /// Who played the goats.
    pub goat: String,
    /// Who played the tigers.
    pub tiger: String,
    /// Whether the first player played the goats.
    pub first_is_goat: bool,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: EndReason,
    /// Goats captured.
    pub captures: u8,
    /// Plies, those of the opening included.
    pub plies: usize,
    /// Plies of the opening.
    pub opening_plies: usize,
    /// Who forfeited the game, and why.
    pub forfeit: Option<GameForfeit>,
    /// What each player lost, the first player first; empty without tables.
    pub marks: Vec<PlayerMarks>,
    /// The last move that turned a game that was not lost into one that is.
    pub losing_move: Option<LosingMove>,
    /// The record of the game, with the value and the time of each move as comments.
    pub record: String,
}

/// A forfeit in a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameForfeit {
    /// The name of the player.
    pub player: String,
    /// In which way.
    pub kind: ForfeitKind,
    /// What happened.
    pub message: String,
    /// What the player said last.
    pub said: String,
}

/// The moves of one player in a game that could have lost value: what each lost, in goats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlayerMarks {
    /// In the placement phase.
    pub placement: Vec<u8>,
    /// In the sliding phase.
    pub sliding: Vec<u8>,
}

/// The move that lost a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LosingMove {
    /// The name of the player.
    pub player: String,
    /// The ply of the game, from 1.
    pub ply: usize,
    /// The move.
    pub r#move: String,
}

/// The number of the player of a side, in a game in which player `goat` has the goats.
pub(super) fn player_of(side: Side, goat: usize) -> usize {
    if side == Side::Goat { goat } else { 1 - goat }
}

impl MatchGame {
    /// Describes game `number` of a match, in which player `goat` (0 or 1) had the goats. With
    /// tables, every move after the opening is marked.
    pub(super) fn new(
        number: usize,
        names: &[String; 2],
        goat: usize,
        played: &Played,
        tables: Option<&Tables>,
    ) -> Result<MatchGame, Failure> {
        let name = |side| names[player_of(side, goat)].clone();
        let game = played.history.game();
        let mut marks = Vec::new();
        let mut losing_move = None;
        let mut values = Vec::new();
        if let Some(tables) = tables {
            marks = vec![PlayerMarks::default(); 2];
            for ply in played.opening_plies..played.history.len() {
                let (position, mv) = (&played.history.before()[ply], played.history.moves()[ply]);
                let mark = Mark::new(tables, position, mv)
                    .map_err(|error| Failure::Broken(error.to_string()))?
                    .ok_or_else(|| Failure::Broken("a move in a game was not legal".to_owned()))?;
                values.push(mark.after);
                if mark.could_err {
                    marks[player_of(mark.side, goat)].add(&mark);
                }
                if played.outcome.winner() == Some(mark.side.other())
                    && mark.lost_outcome()
                    && mark.after.outcome() == played.outcome
                {
                    losing_move = Some(LosingMove {
                        player: name(mark.side),
                        ply: ply + 1,
                        r#move: game.move_text(position, mv),
                    });
                }
            }
        }
        Ok(MatchGame {
            game: number,
            goat: name(Side::Goat),
            tiger: name(Side::Tiger),
            first_is_goat: goat == 0,
            outcome: played.outcome,
            reason: played.reason,
            captures: played.history.position().captured(),
            plies: played.plies(),
            opening_plies: played.opening_plies,
            forfeit: played.forfeit.clone().map(|forfeit| GameForfeit {
                player: name(forfeit.side),
                kind: forfeit.kind,
                message: forfeit.message,
                said: forfeit.said,
            }),
            marks,
            losing_move,
            record: record(played, &name(Side::Goat), &name(Side::Tiger), number, &values),
        })
    }

    /// Points of the first player, in halves.
    pub fn half_points(&self) -> u32 {
        let side = if self.first_is_goat { Side::Goat } else { Side::Tiger };
        match self.outcome.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }
}

impl PlayerMarks {
    fn add(&mut self, mark: &Mark) {
        match mark.phase {
            Phase::Placement => self.placement.push(mark.lost),
            Phase::Sliding => self.sliding.push(mark.lost),
        }
    }
}
