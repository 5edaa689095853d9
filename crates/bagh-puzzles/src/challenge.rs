//! The challenge of Lim and Nievergelt.
//!
//! Figure 1b of *Computing Tigers and Goats* (2004) has this caption: "Tigers to move can capture a
//! goat, but thereafter the goats suffocate the tigers with a forcing sequence of 5 plies
//! (challenge: find it)."
//!
//! The drawing itself is not in the texts of the paper that we have. So the position here is one
//! for which the caption is true word by word, found among all positions in which the whole herd
//! stands on the board: [`all`] finds 17, up to symmetry, among 33,481.

use bagh::notation::{self, ReadOptions};
use bagh::{Game, Move, Points, Position, Side};
use bagh_tables::{ProbeError, Tables, Value};
use rayon::prelude::*;

use crate::collection::Puzzle;
use crate::draw::{short_obx, texts};
use crate::grade::{examiner, grade};
use crate::kind::Kind;
use crate::line::{Step, line};

/// The name of the puzzle.
pub const NAME: &str = "challenge-2004";

/// The plies of the forcing sequence.
const PLIES: usize = 5;

/// The captures of which the caption is true: after each one exactly one move of the goats wins, and
/// it begins a sequence of five plies in which the tigers never have a choice.
pub fn answers(
    tables: &Tables,
    position: &Position,
) -> Result<Vec<(Move, Vec<String>)>, ProbeError> {
    let game = tables.game();
    let mut fitting = Vec::new();
    if position.turn() != Side::Tiger {
        return Ok(fitting);
    }
    for mv in game.moves(position).filter(|mv| mv.captured().is_some()) {
        let after = game.after(position, mv);
        if game.result(&after).is_none()
            && tables.probe(&after)?.value == Value::GoatWin
            && let Some(steps) = line(tables, Kind::Trap, &after)?
            && 2 * steps.len() - 1 == PLIES
            && is_forcing(game, &steps)
        {
            fitting.push((mv, texts(game, &steps)));
        }
    }
    Ok(fitting)
}

/// Whether the tigers never have a choice.
fn is_forcing(game: &Game, steps: &[Step]) -> bool {
    steps.iter().filter(|step| step.answer.is_some()).all(|step| {
        step.right.len() == 1 && game.move_count(&game.after(&step.position, step.right[0])) == 1
    })
}

/// The position of the puzzle, one of those that [`all`] finds.
const POSITION: &str = "GTGGT/G1GTG/GGGGG/GTGGG/GGGGG t g0 c0";

/// The challenge as a puzzle: it begins with the capture. Only in Bagh Chal as the paper has it.
pub fn puzzle(tables: &Tables) -> Result<Option<Puzzle>, ProbeError> {
    let game = tables.game();
    let Ok(read) = notation::read(game, POSITION, &ReadOptions::default()) else { return Ok(None) };
    if game.name() != Game::bagh_chal().name() || game.captures() != Game::bagh_chal().captures() {
        return Ok(None);
    }
    let Some((capture, texts)) = answers(tables, &read.position)?.into_iter().next() else {
        return Ok(None);
    };
    let after = game.after(&read.position, capture);
    let steps = line(tables, Kind::Trap, &after)?.unwrap_or_default();
    Ok(Some(Puzzle {
        name: Some(NAME.to_owned()),
        kind: Kind::Trap,
        grade: grade(game, &mut examiner(game), &steps),
        position: short_obx(game, &read.position),
        first: Some(game.move_text(&read.position, capture)),
        line: texts,
    }))
}

/// All positions with the whole herd on the board, up to symmetry, of which the caption is true.
pub fn all(tables: &Tables) -> Result<Vec<Position>, ProbeError> {
    let game = tables.game();
    let board = game.board().all();
    let tigers: Vec<Points> = subsets(board, game.tigers());
    let found: Vec<Vec<Position>> = tigers
        .par_iter()
        .map(|&tigers| {
            let mut found = Vec::new();
            for goats in subsets(board.without(tigers), game.goats()) {
                let position = Position::from_parts(tigers, goats, Side::Tiger, 0, 0);
                if game.canonical(&position) == position && !answers(tables, &position)?.is_empty()
                {
                    found.push(position);
                }
            }
            Ok::<_, ProbeError>(found)
        })
        .collect::<Result<_, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// All sets of this many of these points.
fn subsets(points: Points, count: u8) -> Vec<Points> {
    let mut sets = vec![Points::from_bits(0)];
    for left in (0..count).rev() {
        let mut longer = Vec::new();
        for set in sets {
            // Points are added in rising order, and enough are left for the rest.
            let above = Points::from_bits(points.bits() & !below(set));
            let room = above.len().saturating_sub(usize::from(left));
            longer.extend(above.iter().take(room).map(|point| set | point.set()));
        }
        sets = longer;
    }
    sets
}

/// The bits up to the highest point of a set.
fn below(set: Points) -> u32 {
    u32::MAX.checked_shr(set.bits().leading_zeros()).unwrap_or(0)
}
