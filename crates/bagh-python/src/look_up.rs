//! Look-ups without the GIL: of many positions in batches, and of those that take long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bagh::Position;
use bagh_tables::{Batch, MoveVerdict, Probed, Tables, Value, Verdict};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::filled;
use crate::errors::bad;
use crate::work::{detached, interruptible, stopped};

/// Positions that are looked up together: enough that each block is unpacked about once.
const TOGETHER: usize = 1 << 20;

/// The same where the value after every move is asked for.
const TOGETHER_WITH_MOVES: usize = 1 << 16;

/// Blocks that are read before a look at signals.
const PIECE: usize = 16;

/// What is asked about positions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Their values.
    Values,
    /// Values and plies.
    Plies,
    /// Values, and those after every move.
    Moves,
}

impl Question {
    fn together(self) -> usize {
        match self {
            Question::Values | Question::Plies => TOGETHER,
            Question::Moves => TOGETHER_WITH_MOVES,
        }
    }

    fn batch(self, tables: &Arc<Tables>, positions: &[Position]) -> Batch {
        match self {
            Question::Values => Batch::of_values(tables, positions, false),
            Question::Plies => Batch::new(tables, positions, false),
            Question::Moves => Batch::of_values(tables, positions, true),
        }
    }
}

/// A value as a number: -1 if the goats win, in a draw the goats that are captured in the end, and
/// the captures that win if the tigers do.
pub fn number(value: Value, captures: u8) -> i8 {
    value.code(captures) as i8 - 1
}

/// Looks many positions up, and writes each answer to its `width` places of `out`. Called on the
/// pool; ends early once `stop` is set.
pub fn look_up<T: Send>(
    tables: &Arc<Tables>,
    positions: &[Position],
    question: Question,
    stop: &AtomicBool,
    (out, width): (&mut [T], usize),
    write: impl Fn(&mut [T], Probed) + Sync,
) -> PyResult<()> {
    let go_on = || if stop.load(Relaxed) { Err(stopped()) } else { Ok(()) };
    let together = question.together();
    for (positions, out) in positions.chunks(together).zip(out.chunks_mut(together * width)) {
        let batch = question.batch(tables, positions);
        let pieces: Vec<_> = batch.pieces(PIECE).collect();
        pieces.into_par_iter().try_for_each(|piece| {
            go_on()?;
            batch.read(piece).map_err(bad)
        })?;
        // The values say whose plies are needed.
        let pieces: Vec<_> = batch.plies_pieces(PIECE).collect();
        pieces.into_par_iter().try_for_each(|piece| {
            go_on()?;
            batch.read_plies(piece);
            PyResult::Ok(())
        })?;
        let out = out.par_chunks_mut(width).zip(positions).enumerate();
        out.try_for_each(|(number, (out, position))| {
            go_on()?;
            let probed = match tables.is_quick(position) {
                true => batch.answer_of(number).map_err(bad)?,
                false => Probed {
                    verdict: verdict(tables, position, stop)?,
                    moves: match question {
                        Question::Moves => moves(tables, position, stop)?,
                        Question::Values | Question::Plies => Vec::new(),
                    },
                },
            };
            write(out, probed);
            PyResult::Ok(())
        })?;
    }
    Ok(())
}

/// The values of many positions as numbers. Called on the pool; ends early once `stop` is set.
pub fn values_of(
    tables: &Arc<Tables>,
    positions: &[Position],
    stop: &AtomicBool,
) -> PyResult<Vec<i8>> {
    let captures = tables.game().captures();
    let mut values = filled(positions.len(), 1, 0i8)?;
    look_up(tables, positions, Question::Values, stop, (&mut values, 1), |out, probed| {
        out[0] = number(probed.verdict.value, captures);
    })?;
    Ok(values)
}

/// Asks about one position without the GIL. Some positions with tigers in hand that no game comes
/// to take minutes; Ctrl-C ends those.
pub fn ask<T: Send>(
    py: Python<'_>,
    tables: &Tables,
    position: &Position,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    match tables.is_quick(position) {
        true => detached(py, || work(&AtomicBool::new(false))),
        false => interruptible(py, work),
    }
}

/// The verdict on a position. One that is not quick is worked out from its moves.
pub fn verdict(tables: &Tables, position: &Position, stop: &AtomicBool) -> PyResult<Verdict> {
    if tables.is_quick(position) {
        return match stop.load(Relaxed) {
            true => Err(stopped()),
            false => tables.probe(position).map_err(bad),
        };
    }
    let moves = moves(tables, position, stop)?;
    // Without a move the game is over, which takes no look-up.
    let Some(best) = moves.first() else { return tables.probe(position).map_err(bad) };
    let best = best.after.value;
    let keeping = || moves.iter().filter(|found| found.after.value == best);
    let plies: Option<Vec<u16>> = keeping().map(|found| found.after.plies).collect();
    // As `bagh probe` does: plies of wins are told where they were solved.
    let winner = best.outcome().winner().filter(|_| tables.has_plies());
    let plies = winner.zip(plies).and_then(|(winner, plies)| match winner == position.turn() {
        true => plies.into_iter().min(),
        false => plies.into_iter().max(),
    });
    Ok(Verdict { value: best, plies: plies.map(|plies| plies + 1) })
}

/// The verdicts on all legal moves, the best first.
pub fn moves(
    tables: &Tables,
    position: &Position,
    stop: &AtomicBool,
) -> PyResult<Vec<MoveVerdict>> {
    let game = tables.game();
    if tables.is_quick(position) {
        return tables.moves(position).map_err(bad);
    }
    let legal: Vec<bagh::Move> = game.moves(position).collect();
    let found = legal.into_par_iter().map(|mv| {
        let after = verdict(tables, &game.after(position, mv), stop)?;
        Ok(MoveVerdict { mv, after })
    });
    let mut found = found.collect::<PyResult<Vec<_>>>()?;
    found.sort_by_key(|found| found.key(position.turn()));
    Ok(found)
}

/// A line of best play. Only its first moves can be slow to find.
pub fn line(tables: &Tables, position: &Position, stop: &AtomicBool) -> PyResult<Vec<bagh::Move>> {
    let (mut at, mut line) = (*position, Vec::new());
    while !tables.is_quick(&at) {
        let Some(best) = moves(tables, &at, stop)?.first().copied() else { break };
        line.push(best.mv);
        tables.game().play_unchecked(&mut at, best.mv);
    }
    line.extend(tables.line(&at).map_err(bad)?.into_iter().map(|best| best.mv));
    Ok(line)
}

/// The value that a move loses, in goats.
pub fn regret(
    tables: &Tables,
    position: &Position,
    mv: bagh::Move,
    stop: &AtomicBool,
) -> PyResult<u8> {
    let captures = tables.game().captures();
    let value = |position: &Position| match tables.is_quick(position) {
        true => tables.value(position).map_err(bad),
        false => Ok(verdict(tables, position, stop)?.value),
    };
    let before = value(position)?.code(captures);
    let after = value(&tables.game().after(position, mv))?.code(captures);
    Ok(before.abs_diff(after))
}
