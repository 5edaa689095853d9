//! Looking positions up, and saying why where the tables do not tell.

use std::sync::Arc;

use bagh::Position;
use bagh::notation::ReadPosition;
use bagh_tables::answer::{LineAnswer, ProbeAnswer, Unknown, UnknownReason};
use bagh_tables::{BestLine, Part, ProbeError, RemoteFault, TableError, Tables};

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

/// Moves of a line that are looked up in one piece of work. Each takes as long as a lookup with its
/// moves.
const MOVES: usize = 8;

/// Best play from a position on, as far as it is looked up.
pub enum Line {
    /// To the end.
    Over(LineAnswer),
    /// The next piece goes on from here.
    Begun(BegunLine),
}

/// A line that is not over, and the tables that it was looked up in.
#[derive(Clone)]
pub struct BegunLine {
    tables: Arc<Tables>,
    line: BestLine,
}

/// The next piece of best play from a position on.
pub fn line(
    variant: &Variant,
    read: &ReadPosition,
    begun: Option<&BegunLine>,
) -> Result<Line, ApiError> {
    let game = variant.game();
    let found = known(variant, &read.position, |tables| {
        // In tables that are not those of the last piece it begins anew.
        let mut line = match begun.filter(|begun| Arc::ptr_eq(&begun.tables, tables)) {
            Some(begun) => begun.line.clone(),
            None => BestLine::new(tables, &read.position)?,
        };
        let over = line.follow(tables, MOVES)?;
        Ok((BegunLine { tables: tables.clone(), line }, over))
    })?;
    Ok(match found {
        Ok((BegunLine { line, .. }, true)) => {
            Line::Over(LineAnswer::known(game, read, line.verdict(), line.moves())?)
        }
        Ok((begun, false)) => Line::Begun(begun),
        Err(why) => Line::Over(LineAnswer::unknown(game, read, why)?),
    })
}

/// What a look-up finds, or why the tables do not tell.
fn known<R>(
    variant: &Variant,
    position: &Position,
    look_up: impl Fn(&Arc<Tables>) -> Result<R, ProbeError>,
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
        Err(ProbeError::Table(error)) if may_be_replaced(&error) => {
            match variant.renewed(&tables, do_differ(&error)) {
                Ok(Some(tables)) => look_up(&tables),
                _ => Err(error.into()),
            }
        }
        found => found,
    };
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(ProbeError::Table(TableError::Missing { .. })) => Ok(Err(why_not(variant, part()))),
        Err(error) => Err(error.into()),
    }
}

/// Whether tables that say this may have been replaced by others.
fn may_be_replaced(error: &TableError) -> bool {
    do_differ(error) || matches!(error, TableError::Missing { .. })
}

/// Whether tables on another machine are not those that were opened.
pub fn do_differ(error: &TableError) -> bool {
    matches!(error, TableError::Remote { fault: RemoteFault::Differs, .. })
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
