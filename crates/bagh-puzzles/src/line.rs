//! How a puzzle is solved: the line, looked up and looked ahead.

use bagh::{Game, Move, Phase, Position};
use bagh_tables::{MoveVerdict, ProbeError, Tables, Value};

use crate::kind::Kind;

/// Own moves of a line that is not followed to an end.
const FOLLOWED: usize = 3;

/// More right moves than this make no puzzle.
const MOST_RIGHT: usize = 6;

/// One own move of a line, and the answer to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Where it is made.
    pub position: Position,
    /// The right moves, the one of the line first.
    pub right: Vec<Move>,
    /// The answer, but for the last step.
    pub answer: Option<Move>,
}

/// The moves that keep what the position is worth, and that worth.
pub(crate) fn keeping(
    tables: &Tables,
    kind: Kind,
    position: &Position,
) -> Result<(Value, Vec<MoveVerdict>), ProbeError> {
    let mut moves = tables.moves(position)?;
    let best = moves.first().map_or(Value::GoatWin, |m| m.after.value);
    moves.retain(|m| kind.keeps(best, m.after.value));
    Ok((best, moves))
}

/// The line of a puzzle of this kind, if the position is one: exactly one first move is right.
pub(crate) fn line(
    tables: &Tables,
    kind: Kind,
    position: &Position,
) -> Result<Option<Vec<Step>>, ProbeError> {
    let (_, right) = keeping(tables, kind, position)?;
    if right.len() != 1 {
        return Ok(None);
    }
    if kind == Kind::Hold {
        return followed(tables, kind, position).map(Some);
    }
    if let Some(plies) = distance(tables, kind, position, horizon(tables.game(), kind, position))? {
        return forced(tables, kind, position, plies);
    }
    match kind {
        // A win that takes long is a puzzle as long as there is one right move at a time.
        Kind::Win => followed(tables, kind, position).map(Some),
        _ => Ok(None),
    }
}

/// How far is looked ahead, in plies: further where the tables know plies, or few moves are legal.
fn horizon(game: &Game, kind: Kind, position: &Position) -> u32 {
    match (kind, game.phase(position)) {
        (Kind::Hold, _) => 0,
        (Kind::Eat, _) => 5,
        (_, Phase::Placement) => 7,
        (_, Phase::Sliding) => 9,
    }
}

/// In how many plies the side to move reaches what is asked for, if within this many.
fn distance(
    tables: &Tables,
    kind: Kind,
    position: &Position,
    most: u32,
) -> Result<Option<u32>, ProbeError> {
    for plies in (1..=most).step_by(2) {
        if reaches(tables, kind, position, plies)? {
            return Ok(Some(plies));
        }
    }
    Ok(None)
}

/// Whether the side to move reaches what is asked for within this many plies, whatever the other
/// side does, and keeps the value all the time.
fn reaches(
    tables: &Tables,
    kind: Kind,
    position: &Position,
    plies: u32,
) -> Result<bool, ProbeError> {
    let (best, moves) = keeping(tables, kind, position)?;
    if kind == Kind::Eat && best <= Value::Draw(position.captured()) {
        return Ok(false);
    }
    for found in moves {
        // Plies that the tables know save the look ahead.
        let known = found.after.plies.map(u32::from).filter(|_| kind != Kind::Eat);
        if known.is_some_and(|known| known + 1 > plies) {
            continue;
        }
        if within(tables, kind, position, found.mv, plies)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a move reaches what is asked for within this many plies, counting itself.
fn within(
    tables: &Tables,
    kind: Kind,
    position: &Position,
    mv: Move,
    plies: u32,
) -> Result<bool, ProbeError> {
    let game = tables.game();
    let after = game.after(position, mv);
    if kind.is_reached(game, position, &after) {
        return Ok(true);
    }
    if plies < 3 || game.result(&after).is_some() {
        return Ok(false);
    }
    for answer in game.moves(&after) {
        let next = game.after(&after, answer);
        if game.result(&next).is_some() || !reaches(tables, kind, &next, plies - 2)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The line to what is asked for, which is this many plies away: the quickest moves, and the answers
/// that delay it longest.
fn forced(
    tables: &Tables,
    kind: Kind,
    position: &Position,
    plies: u32,
) -> Result<Option<Vec<Step>>, ProbeError> {
    let game = tables.game();
    let (mut at, mut left) = (*position, plies);
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let (_, moves) = keeping(tables, kind, &at)?;
        let mut right: Vec<Move> = moves.iter().map(|m| m.mv).collect();
        if left == 1 {
            right.retain(|&mv| kind.is_reached(game, &at, &game.after(&at, mv)));
            steps.push(Step { position: at, right, answer: None });
            return Ok(Some(steps));
        }
        let mut quickest = None;
        for (index, &mv) in right.iter().enumerate() {
            if within(tables, kind, &at, mv, left)? {
                quickest = Some(index);
                break;
            }
        }
        let Some(quickest) = quickest else { return Ok(None) };
        if right.len() > MOST_RIGHT {
            return Ok(None);
        }
        right[..=quickest].rotate_right(1);
        let after = game.after(&at, right[0]);
        let mut longest: Option<(u32, Move, Position)> = None;
        // The best answers come first, so that among equals the best is taken.
        for answer in tables.moves(&after)? {
            let next = game.after(&after, answer.mv);
            let Some(plies) = distance(tables, kind, &next, left - 2)? else { return Ok(None) };
            if longest.is_none_or(|(most, ..)| plies > most) {
                longest = Some((plies, answer.mv, next));
            }
        }
        let Some((plies, answer, next)) = longest else { return Ok(None) };
        steps.push(Step { position: at, right, answer: Some(answer) });
        (at, left) = (next, plies);
    }
}

/// The line as long as one move at a time is right. The other side answers so that it stays hard.
fn followed(tables: &Tables, kind: Kind, position: &Position) -> Result<Vec<Step>, ProbeError> {
    let game = tables.game();
    let mut at = *position;
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let (_, right) = keeping(tables, kind, &at)?;
        let right: Vec<Move> = right.iter().map(|m| m.mv).collect();
        let after = game.after(&at, right[0]);
        steps.push(Step { position: at, right, answer: None });
        if steps.len() == FOLLOWED || game.result(&after).is_some() {
            return Ok(steps);
        }
        let mut hard = None;
        for answer in tables.moves(&after)? {
            let next = game.after(&after, answer.mv);
            let worth_asking = game.result(&next).is_none() && game.move_count(&next) > 2;
            if worth_asking && keeping(tables, kind, &next)?.1.len() == 1 {
                hard = Some((answer.mv, next));
                break;
            }
        }
        // An answer that gives something away must not change what is asked for.
        let Some((answer, next)) = hard else { return Ok(steps) };
        let value = tables.probe(&next)?.value;
        if value.outcome() != tables.probe(&after)?.value.outcome() {
            return Ok(steps);
        }
        if let Some(last) = steps.last_mut() {
            last.answer = Some(answer);
        }
        at = next;
    }
}
