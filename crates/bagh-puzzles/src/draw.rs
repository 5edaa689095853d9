//! Drawing puzzles from games.

use std::collections::HashSet;

use bagh::{Game, Position};
use bagh_arena::mixed_game;
use bagh_tables::{ProbeError, Tables};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use crate::collection::Puzzle;
use crate::grade::{GRADES, examiner, grade};
use crate::kind::Kind;
use crate::line::{Step, line};

/// What puzzles are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// How many.
    pub count: usize,
    /// The same seed draws the same puzzles.
    pub seed: u64,
    /// Of which kinds; equally many of each.
    pub kinds: Vec<Kind>,
}

/// Games that are played at a time.
const AT_A_TIME: u64 = 64;

/// Puzzles to choose from, for each one that is wanted.
const CHOICE: usize = 3;

/// Games that are played at the most, for each puzzle that is wanted.
const MOST_GAMES: u64 = 64;

/// Herds that differ on no more points than this are much alike.
const ALIKE: usize = 2;

/// A puzzle that was found in a game.
struct Found {
    kind: Kind,
    grade: u8,
    steps: Vec<Step>,
}

/// Draws puzzles from games between players of mixed strength: at most one of a kind from one game,
/// no two much alike, and of all grades as far as there are. `done` hears how many games of how many
/// at the most were played.
pub fn draw(
    tables: &Tables,
    order: &Order,
    done: impl Fn(u64, u64),
) -> Result<Vec<Puzzle>, ProbeError> {
    let game = tables.game();
    let each = order.count.div_ceil(order.kinds.len().max(1));
    let most = (order.count as u64 * MOST_GAMES).next_multiple_of(AT_A_TIME);
    let mut found: Vec<Found> = Vec::new();
    let mut number = 0;
    while number < most {
        let wanted: Vec<Kind> = order
            .kinds
            .iter()
            .copied()
            .filter(|&kind| found.iter().filter(|f| f.kind == kind).count() < each * CHOICE)
            .collect();
        if wanted.is_empty() {
            break;
        }
        let lots: Vec<Vec<Found>> = (number..number + AT_A_TIME)
            .into_par_iter()
            .map(|number| {
                of_game(tables, &wanted, Pcg64Mcg::seed_from_u64(order.seed ^ number << 24))
            })
            .collect::<Result<_, _>>()?;
        found.extend(lots.into_iter().flatten());
        number += AT_A_TIME;
        done(number, most);
    }
    let mut chosen = choose(game, found, order, each);
    chosen.sort_by_key(|found| (found.grade, found.kind));
    Ok(chosen.iter().map(|found| puzzle(game, found)).collect())
}

/// The puzzles of one game, at most one of each kind.
fn of_game(tables: &Tables, wanted: &[Kind], mut rng: Pcg64Mcg) -> Result<Vec<Found>, ProbeError> {
    let game = tables.game();
    let Some((history, _)) = mixed_game(game, &mut rng) else { return Ok(Vec::new()) };
    let mut positions = history.before().to_vec();
    positions.shuffle(&mut rng);
    let mut engine = None;
    let mut found: Vec<Found> = Vec::new();
    for position in positions {
        // Tigers in hand have the whole board to choose from.
        if game.tigers_in_hand(&position) > 0 || game.move_count(&position) < 3 {
            continue;
        }
        let Some(kind) = Kind::of(&position, tables.probe(&position)?.value) else { continue };
        if !wanted.contains(&kind) || found.iter().any(|f| f.kind == kind) {
            continue;
        }
        let Some(steps) = line(tables, kind, &position)? else { continue };
        if is_plain(game, kind, &steps) {
            continue;
        }
        let engine = engine.get_or_insert_with(|| examiner(game));
        found.push(Found { kind, grade: grade(game, engine, &steps), steps });
    }
    Ok(found)
}

/// Whether there is nothing to find: the only goat that can be taken is taken.
fn is_plain(game: &Game, kind: Kind, steps: &[Step]) -> bool {
    let Some(first) = steps.first() else { return true };
    let captures = game.moves(&first.position).filter(|m| m.captured().is_some()).count();
    matches!(kind, Kind::Eat | Kind::Win)
        && steps.len() == 1
        && first.right[0].captured().is_some()
        && captures == 1
}

/// As many puzzles of each kind as are wanted, the grades in turn.
fn choose(game: &Game, found: Vec<Found>, order: &Order, each: usize) -> Vec<Found> {
    let mut chosen: Vec<Found> = Vec::new();
    let mut seen = HashSet::new();
    let mut by_kind: Vec<Vec<Vec<Found>>> =
        order.kinds.iter().map(|_| GRADES.map(|_| Vec::new()).collect()).collect();
    for found in found {
        let Some(kind) = order.kinds.iter().position(|&kind| kind == found.kind) else { continue };
        by_kind[kind][usize::from(found.grade - GRADES.start())].push(found);
    }
    for grades in &mut by_kind {
        // The first found is the first taken.
        grades.iter_mut().for_each(|grade| grade.reverse());
        let mut taken: Vec<Found> = Vec::new();
        while taken.len() < each && grades.iter().any(|grade| !grade.is_empty()) {
            for grade in grades.iter_mut().filter(|grade| !grade.is_empty()) {
                while let Some(next) = grade.pop() {
                    let position = next.steps[0].position;
                    let alike =
                        taken.iter().any(|t| is_alike(game, &t.steps[0].position, &position));
                    if !alike && seen.insert(game.canonical(&position)) {
                        if taken.len() < each {
                            taken.push(next);
                        }
                        break;
                    }
                }
            }
        }
        chosen.extend(taken);
    }
    chosen.truncate(order.count);
    chosen
}

/// Whether two positions are the same but for a symmetry and a goat or so.
fn is_alike(game: &Game, one: &Position, other: &Position) -> bool {
    game.board().symmetries().iter().any(|symmetry| {
        let image = one.transformed(symmetry);
        image.tigers() == other.tigers() && (image.goats() ^ other.goats()).len() <= ALIKE
    })
}

fn puzzle(game: &Game, found: &Found) -> Puzzle {
    Puzzle {
        name: None,
        kind: found.kind,
        grade: found.grade,
        position: short_obx(game, &found.steps[0].position),
        first: None,
        line: texts(game, &found.steps),
    }
}

/// The position up to the captured goats.
pub(crate) fn short_obx(game: &Game, position: &Position) -> String {
    let text = game.obx(position);
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The moves of a line.
pub(crate) fn texts(game: &Game, steps: &[Step]) -> Vec<String> {
    let mut line = Vec::new();
    for step in steps {
        let right = step.right.iter().map(|&mv| game.move_text(&step.position, mv));
        line.push(right.collect::<Vec<_>>().join("|"));
        let after = game.after(&step.position, step.right[0]);
        line.extend(step.answer.map(|answer| game.move_text(&after, answer)));
    }
    line
}
