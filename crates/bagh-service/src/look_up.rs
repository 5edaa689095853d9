//! Looking positions up, and saying why where the tables do not tell.

use bagh::Position;
use bagh::notation::ReadPosition;
use bagh_tables::answer::{LineAnswer, ProbeAnswer, Unknown, UnknownReason};
use bagh_tables::{Part, ProbeError, TableError, Tables};

use crate::error::ApiError;
use crate::variant::{Variant, Work};

/// Seconds after which to ask again if it is not known how long it takes.
const SOON: u32 = 5;

/// What the tables say of a position and, if asked, of its moves.
pub fn probe(variant: &Variant, read: &ReadPosition, moves: bool) -> Result<ProbeAnswer, ApiError> {
    let game = variant.game();
    let found = known(variant, &read.position, |tables| {
        tables.prepare(&read.position, moves)?;
        let verdict = tables.probe(&read.position)?;
        let moves = moves.then(|| tables.moves(&read.position)).transpose()?;
        Ok((verdict, moves))
    })?;
    Ok(match found {
        Ok((verdict, moves)) => ProbeAnswer::known(game, read, verdict, moves)?,
        Err(why) => ProbeAnswer::unknown(game, read, why, moves)?,
    })
}

/// Best play from a position on.
pub fn line(variant: &Variant, read: &ReadPosition) -> Result<LineAnswer, ApiError> {
    let game = variant.game();
    let found = known(variant, &read.position, |tables| {
        Ok((tables.probe(&read.position)?, tables.line(&read.position)?))
    })?;
    Ok(match found {
        Ok((verdict, line)) => LineAnswer::known(game, read, verdict, &line)?,
        Err(why) => LineAnswer::unknown(game, read, why)?,
    })
}

/// What a look-up finds, or why the tables do not tell.
fn known<R>(
    variant: &Variant,
    position: &Position,
    look_up: impl Fn(&Tables) -> Result<R, ProbeError>,
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
    let found = match look_up(&tables) {
        // Others were put there, perhaps: then these look-ups are answered from those.
        Err(ProbeError::Table(
            error @ (TableError::Remote { differs: true, .. } | TableError::Missing { .. }),
        )) => match variant.renewed(&tables) {
            Ok(Some(tables)) => look_up(&tables),
            _ => Err(error.into()),
        },
        found => found,
    };
    match found {
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
        Work::None | Work::Done if variant.is_remote() => (
            UnknownReason::Unsolved,
            "not solved: this service reads tables from another machine, which has none of this game".to_owned(),
            None,
        ),
        Work::None | Work::Done => (
            UnknownReason::Unsolved,
            format!(
                "not solved: this service has no tables of {} with captures to win = {}",
                game.name(),
                game.captures()
            ),
            None,
        ),
    };
    Unknown { reason, message, part, seconds_left }
}

/// Seconds after which it is worth to ask again.
pub fn ask_again(why: &Unknown) -> Option<u32> {
    match why.reason {
        UnknownReason::Solving => Some(why.seconds_left.map_or(SOON, |left| left.clamp(1, SOON))),
        UnknownReason::Waiting => Some(SOON),
        _ => None,
    }
}
