//! Records of the games of a match.

use bagh::record::Record;
use bagh_tables::Value;

use crate::referee::{EndReason, Played};

/// The record of a game, with the value and the time of each move as comments.
pub(super) fn record(
    played: &Played,
    goat: &str,
    tiger: &str,
    number: usize,
    values: &[Value],
) -> String {
    let mut record = Record::from_history(&played.history);
    let tags = [
        ("Round", (number + 1).to_string()),
        ("Goat", goat.to_owned()),
        ("Tiger", tiger.to_owned()),
        ("Termination", played.reason.word().to_owned()),
    ];
    for (tag, value) in tags {
        // A name that no tag can hold is left out.
        let _ = record.set_tag(tag, value.replace(['"', '\n'], " "));
    }
    let nodes: Vec<_> =
        record.main_nodes().filter(|&id| record.node(id).played().is_some()).collect();
    for (at, id) in nodes.into_iter().skip(played.opening_plies).enumerate() {
        let time = played.times.get(at).map(|time| format!("{} ms", time.as_millis()));
        let value = values.get(at).map(|&value| value_text(value));
        let comment: Vec<String> = [value, time].into_iter().flatten().collect();
        if !comment.is_empty() {
            record.comment(id, comment.join(", "));
        }
    }
    if played.history.result().is_none() {
        // Who won by forfeit or adjudication is not in the moves.
        let reason = match played.reason {
            EndReason::Forfeit => bagh::Reason::Resignation,
            _ => bagh::Reason::Agreement,
        };
        let _ = record.declare(Some(played.outcome), Some(reason));
    }
    record.to_text()
}

/// A value in words.
pub fn value_text(value: Value) -> String {
    match value {
        Value::GoatWin => "goats win".to_owned(),
        Value::Draw(captured) => format!("draw with {captured}"),
        Value::TigerWin => "tigers win".to_owned(),
    }
}
