//! Marking: how often a player throws value away, told by the tables.

use bagh::{Game, Move, Phase, Position, Side};
use bagh_tables::{ProbeError, Tables, Value};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use crate::contest::{Contestant, anybody, play};

/// A position to be marked on, with those before it in its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The position.
    pub position: Position,
    /// The positions before it.
    pub before: Vec<Position>,
}

/// The four kinds of tasks.
pub const KINDS: [(Phase, Side); 4] = [
    (Phase::Placement, Side::Goat),
    (Phase::Placement, Side::Tiger),
    (Phase::Sliding, Side::Goat),
    (Phase::Sliding, Side::Tiger),
];

/// Tasks from games between players of mixed strength, as many of each kind; the same for the
/// same seed. At most one of each kind comes from one game.
pub fn tasks(game: &Game, seed: u64, count: usize, done: impl Fn(usize) + Sync) -> Vec<Task> {
    let each = count.div_ceil(KINDS.len());
    let mut found: [Vec<Task>; 4] = Default::default();
    let mut number = 0u64;
    while found.iter().any(|kind| kind.len() < each) {
        let games: Vec<[Option<Task>; 4]> = (number..number + 64)
            .into_par_iter()
            .map(|number| of_game(game, Pcg64Mcg::seed_from_u64(seed ^ number << 24)))
            .collect();
        number += 64;
        for tasks in games {
            for (kind, task) in found.iter_mut().zip(tasks) {
                kind.extend(task.filter(|_| kind.len() < each));
            }
        }
        done(found.iter().map(Vec::len).sum());
    }
    let mut all: Vec<Task> = found.into_iter().flatten().collect();
    all.truncate(count);
    all
}

/// One position of each kind from one game.
fn of_game(game: &Game, mut rng: Pcg64Mcg) -> [Option<Task>; 4] {
    let (mut tiger, mut goat) = (anybody(game, &mut rng), anybody(game, &mut rng));
    let aimless = rng.random_range(0..6);
    let played = play(game, &mut *tiger, &mut *goat, rng.random(), aimless);
    let mut positions = played.history.before().to_vec();
    if played.stopped {
        positions.push(*played.history.position());
    }
    KINDS.map(|(phase, side)| {
        let fitting: Vec<usize> = (0..positions.len())
            .filter(|&i| game.phase(&positions[i]) == phase && positions[i].turn() == side)
            .filter(|&i| game.move_count(&positions[i]) > 1)
            .collect();
        let &at = fitting.choose(&mut rng)?;
        Some(Task { position: positions[at], before: positions[..at].to_vec() })
    })
}

/// What became of one task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The phase of the position.
    pub phase: Phase,
    /// Who was asked.
    pub side: Side,
    /// The value of the position.
    pub before: Value,
    /// The value after the move that was chosen.
    pub after: Value,
    /// Whether some legal move would have lost value.
    pub could_err: bool,
}

impl Mark {
    /// Whether the move lost value.
    pub fn is_error(&self) -> bool {
        self.before != self.after
    }

    /// What kind of error it was.
    pub fn error(&self) -> Option<Error> {
        if !self.is_error() {
            return None;
        }
        Some(match (self.before, self.after) {
            (Value::Draw(before), Value::Draw(after)) => Error::Goats(before.abs_diff(after)),
            (Value::Draw(_), _) => Error::DrawLost,
            (_, Value::Draw(_)) => Error::WinGiven,
            _ => Error::WinLost,
        })
    }
}

/// By how much a move lost value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Error {
    /// Of a draw: so many goats.
    Goats(u8),
    /// A win became a draw.
    WinGiven,
    /// A draw became a loss.
    DrawLost,
    /// A win became a loss.
    WinLost,
}

/// Marks one answer.
pub fn mark(tables: &Tables, position: &Position, mv: Move) -> Result<Mark, ProbeError> {
    let moves = tables.moves(position)?;
    let value_of = |found: &bagh_tables::MoveVerdict| found.after.value;
    let before = moves.first().map_or(Value::GoatWin, value_of);
    let after = moves.iter().find(|found| found.mv == mv).map_or(before, value_of);
    Ok(Mark {
        phase: tables.game().phase(position),
        side: position.turn(),
        before,
        after,
        could_err: moves.iter().any(|found| value_of(found) != before),
    })
}

/// Asks a player about every task, and marks the answers. `make` makes the player of one task,
/// by the number of the task, so that marks do not depend on the threads.
pub fn examine(
    tables: &Tables,
    tasks: &[Task],
    make: impl Fn(usize) -> Box<dyn Contestant> + Sync,
    done: impl Fn(usize) + Sync,
) -> Result<Vec<Mark>, ProbeError> {
    let finished = std::sync::atomic::AtomicUsize::new(0);
    tasks
        .par_iter()
        .enumerate()
        .with_max_len(1)
        .filter_map(|(number, task)| {
            let mv = make(number).choose(&task.position, &task.before)?;
            let mark = mark(tables, &task.position, mv);
            done(finished.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
            Some(mark)
        })
        .collect()
}

/// A share with its 95 % confidence interval (Wilson).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// How many of them.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// The share.
    pub fn value(&self) -> f64 {
        self.part as f64 / (self.of as f64).max(1.0)
    }

    /// The interval that holds the true share 19 times out of 20.
    pub fn interval(&self) -> (f64, f64) {
        if self.of == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z) = (self.of as f64, self.value(), 1.96);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

/// The share of errors among marks.
pub fn errors<'m>(marks: impl IntoIterator<Item = &'m Mark>) -> Share {
    let mut share = Share { part: 0, of: 0 };
    for mark in marks {
        share.of += 1;
        share.part += usize::from(mark.is_error());
    }
    share
}
