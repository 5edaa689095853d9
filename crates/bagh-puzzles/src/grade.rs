//! How hard a puzzle is.

use bagh::{Game, Side};
use bagh_engine::{Engine, Limits, SearchOptions};

use crate::line::Step;

/// The grades, from the easiest to the hardest.
pub(crate) const GRADES: std::ops::RangeInclusive<u8> = 1..=5;

/// Memory of the engine that tries puzzles, in bytes: they are small.
const MEMORY: usize = 1 << 20;

/// An engine that tries puzzles.
pub(crate) fn examiner(game: &Game) -> Engine {
    Engine::new(game).with_hash_size(MEMORY)
}

/// The grade of a puzzle.
///
/// First counts how far ahead one has to look until the right move seems best: the plies after
/// which the engine finds it, and finds it again when it looks further. Then long lines are harder;
/// few legal moves, and goats that are simply there to be taken, make it easier; goats that must be
/// left alone make it harder.
pub(crate) fn grade(game: &Game, engine: &mut Engine, steps: &[Step]) -> u8 {
    let Some(first) = steps.first() else { return *GRADES.start() };
    let right = first.right[0];
    engine.clear();
    let mut seen = [false; 7];
    for (index, seen) in seen.iter_mut().enumerate() {
        let question =
            SearchOptions { limits: Limits::depth(index as u32 + 1), ..SearchOptions::default() };
        *seen = engine.search(&first.position, question).best() == Some(right);
    }
    // From there on it is found at every depth.
    let blind = seen.iter().rposition(|&seen| !seen).map_or(0, |index| index + 1);
    let mut grade: i32 = match blind {
        0 => 1,
        1 | 2 => 2,
        3 | 4 => 3,
        5 | 6 => 4,
        _ => 5,
    };
    grade += i32::from(steps.len() >= 3);
    let legal = game.move_count(&first.position);
    grade -= i32::from(legal <= 4);
    if first.position.turn() == Side::Tiger {
        let captures = game.moves(&first.position).filter(|m| m.captured().is_some()).count();
        match (right.captured().is_some(), captures) {
            (true, 1) => grade -= 1,
            (false, 1..) => grade += 1,
            _ => {}
        }
    }
    grade.clamp(i32::from(*GRADES.start()), i32::from(*GRADES.end())) as u8
}
