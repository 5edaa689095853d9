//! Looking positions up, and saying why where the tables do not tell.

use bagh::notation::ReadPosition;
use bagh::{Game, Move, Position};
use bagh_tables::answer::{LineEnd, LineEndReason, MoveAnswer, VerdictAnswer};
use bagh_tables::{MoveVerdict, Part, ProbeError, TableError, Tables};

use crate::answers::{LineAnswer, ProbeAnswer, Unknown, UnknownReason, obx};
use crate::error::ApiError;
use crate::variant::{Variant, Work};

/// Seconds after which to ask again if it is not known how long it takes.
const SOON: u32 = 5;

/// What the tables say of a position and, if asked, of its moves.
pub fn probe(variant: &Variant, read: &ReadPosition, moves: bool) -> Result<ProbeAnswer, ApiError> {
    let game = variant.game();
    let found = known(variant, &read.position, |tables| {
        let verdict = tables.probe(&read.position)?;
        let moves = moves.then(|| tables.moves(&read.position)).transpose()?;
        Ok((verdict, moves))
    })?;
    match found {
        Ok((verdict, moves)) => ProbeAnswer::known(game, read, verdict, moves),
        Err(why) => ProbeAnswer::unknown(game, read, why, moves),
    }
}

/// Best play from a position on.
pub fn line(variant: &Variant, read: &ReadPosition) -> Result<LineAnswer, ApiError> {
    let game = variant.game();
    let found = known(variant, &read.position, |tables| {
        let verdict = tables.probe(&read.position)?;
        let moves = tables.line(&read.position)?;
        let mut at = read.position;
        let mut told = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let before = at;
            game.play_unchecked(&mut at, mv);
            let verdict = MoveVerdict { mv, after: tables.probe(&at)? };
            told.push(MoveAnswer::new(game, &before, &verdict));
        }
        Ok((VerdictAnswer::new(game, &read.position, verdict), moves, told))
    })?;
    let position = obx(game, read)?;
    match found {
        Ok((VerdictAnswer { outcome, captures, plies }, moves, told)) => {
            let end = end_of(game, read, &moves);
            let reason = LineEndReason::of(game, &end.position);
            let end = LineEnd { position: obx(game, &end)?, reason };
            Ok(LineAnswer {
                position,
                known: true,
                outcome: Some(outcome),
                captures,
                plies,
                moves: told,
                end: Some(end),
                unknown: None,
            })
        }
        Err(why) => Ok(LineAnswer {
            position,
            known: false,
            outcome: None,
            captures: None,
            plies: None,
            moves: Vec::new(),
            end: None,
            unknown: Some(why),
        }),
    }
}

/// The position at the end of a line.
fn end_of(game: &Game, read: &ReadPosition, moves: &[Move]) -> ReadPosition {
    let Some(&last) = moves.last() else { return read.clone() };
    let position = moves.iter().fold(read.position, |at, &mv| game.after(&at, mv));
    let played = u32::try_from(moves.len()).ok();
    ReadPosition {
        last_move: Some(last),
        move_number: read.move_number.zip(played).and_then(|(n, more)| n.checked_add(more)),
        ..ReadPosition::new(game, position)
    }
}

/// What a look-up finds, or why the tables do not tell.
fn known<R>(
    variant: &Variant,
    position: &Position,
    look_up: impl FnOnce(&Tables) -> Result<R, ProbeError>,
) -> Result<Result<R, Unknown>, ApiError> {
    let part = || Some(Part::of(variant.game(), position).name());
    let Some(tables) = variant.tables()? else {
        return Ok(Err(why_not(variant, part())));
    };
    if !tables.is_quick(position) {
        return Ok(Err(Unknown {
            reason: UnknownReason::Untabled,
            message: "no game comes to this position with tigers in hand: no table holds it, and working it out would take long".to_owned(),
            part: None,
            seconds_left: None,
        }));
    }
    match look_up(&tables) {
        Ok(found) => Ok(Ok(found)),
        Err(ProbeError::Table(TableError::Missing { .. })) => Ok(Err(why_not(variant, part()))),
        Err(error) => Err(error.into()),
    }
}

/// Why tables are not there.
pub fn why_not(variant: &Variant, part: Option<String>) -> Unknown {
    let game = variant.game();
    let (reason, message, seconds_left) = match variant.work() {
        Work::Solving(tracker) => {
            let left = tracker.seconds_left().map(|left| left.ceil() as u32);
            let percent = (100.0 * tracker.share()).floor();
            (
                UnknownReason::Solving,
                format!("not solved yet: {percent} % of the game is done"),
                left,
            )
        }
        Work::Elsewhere => (
            UnknownReason::Solving,
            "not solved yet: another program is solving this game".to_owned(),
            None,
        ),
        Work::Waiting => (
            UnknownReason::Waiting,
            "not solved yet: other games are solved first".to_owned(),
            None,
        ),
        Work::Failed(why) => (UnknownReason::Failed, format!("not solved: {why}"), None),
        Work::None | Work::Done => {
            let captures = match variant.is_usual() {
                true => String::new(),
                false => format!(" --captures {}", game.captures()),
            };
            let name = match variant.is_built_in() {
                true => game.name(),
                false => "BOARD.toml",
            };
            (
                UnknownReason::Unsolved,
                format!("not solved: `bagh solve --game {name}{captures}` solves it"),
                None,
            )
        }
    };
    Unknown { reason, message, part, seconds_left }
}

impl Unknown {
    /// Seconds after which it is worth to ask again.
    pub fn ask_again(&self) -> Option<u32> {
        match self.reason {
            UnknownReason::Solving => {
                Some(self.seconds_left.map_or(SOON, |left| left.clamp(1, SOON)))
            }
            UnknownReason::Waiting => Some(SOON),
            _ => None,
        }
    }
}
