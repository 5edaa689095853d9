//! A second solver, naive and short, for small boards: one position at a time, over and over,
//! with the plain rules only.

use std::collections::HashMap;

use bagh::plain::PlainPosition;
use bagh::{Game, Move, Opening, Outcome, Points, Position, Side};

use crate::rank::Ranking;
use crate::value::Value;
use crate::verdict::Verdict;

/// Verdicts on every position of a small game, plies only in the sliding phase.
pub(crate) fn solve(game: &Game) -> HashMap<Position, Verdict> {
    let mut known = HashMap::new();
    for captured in (0..game.captures()).rev() {
        sliding(game, captured, &mut known);
    }
    for in_hand in 0..=game.goats() {
        // Goat waits for fewer goats in hand, or, having none, for Tiger; Tiger waits for fewer
        // tigers in hand, or, having none, for Goat.
        let turns =
            if in_hand == 0 { [Side::Tiger, Side::Goat] } else { [Side::Goat, Side::Tiger] };
        let all_stand = if in_hand == 0 { game.tigers() } else { game.tigers() + 1 };
        for tigers in (0..all_stand).rev() {
            for captured in (0..game.captures()).rev() {
                for position in
                    turns.iter().flat_map(|&turn| positions(game, tigers, in_hand, captured, turn))
                {
                    let verdict = placement(game, &position, &known);
                    known.insert(position, verdict);
                }
            }
        }
    }
    known
}

/// All positions with these numbers, reached or not.
fn positions(game: &Game, tigers: u8, in_hand: u8, captured: u8, turn: Side) -> Vec<Position> {
    let Some(on_board) = game.goats().checked_sub(in_hand + captured) else { return Vec::new() };
    if tigers < game.tigers() && *game.opening() != Opening::Placed {
        return Vec::new();
    }
    let points = game.board().len() as u32;
    let mut all = Vec::new();
    for tigers in Ranking::new(points, u32::from(tigers)).subsets() {
        for goats in Ranking::new(points, u32::from(on_board)).subsets() {
            if tigers & goats == 0 {
                let (tigers, goats) = (Points::from_bits(tigers), Points::from_bits(goats));
                all.push(Position::from_parts(tigers, goats, turn, in_hand, captured));
            }
        }
    }
    all
}

fn successors(game: &Game, position: &Position) -> Vec<(Move, Position)> {
    let plain = PlainPosition::new(game, position);
    plain.moves(game).into_iter().map(|mv| (mv, plain.after(mv).position())).collect()
}

fn look_up(game: &Game, position: &Position, known: &HashMap<Position, Verdict>) -> Verdict {
    if position.captured() >= game.captures() {
        return Verdict { value: Value::TigerWin, plies: Some(0) };
    }
    known[position]
}

fn best(turn: Side, values: impl Iterator<Item = Value>) -> Option<Value> {
    match turn {
        Side::Tiger => values.max(),
        Side::Goat => values.min(),
    }
}

fn lost(turn: Side) -> Value {
    match turn {
        Side::Tiger => Value::GoatWin,
        Side::Goat => Value::TigerWin,
    }
}

fn placement(game: &Game, position: &Position, known: &HashMap<Position, Verdict>) -> Verdict {
    let next = successors(game, position);
    let values = next.iter().map(|(_, p)| look_up(game, p, known).value);
    match best(position.turn(), values) {
        Some(value) => Verdict { value, plies: None },
        None => Verdict { value: lost(position.turn()), plies: Some(0) },
    }
}

/// One class of the sliding phase: values by iteration from "a draw with what was captured", then
/// plies by counting up.
fn sliding(game: &Game, captured: u8, known: &mut HashMap<Position, Verdict>) {
    let class: Vec<(Position, Vec<(Move, Position)>)> = [Side::Tiger, Side::Goat]
        .into_iter()
        .flat_map(|turn| positions(game, game.tigers(), 0, captured, turn))
        .map(|p| (p, successors(game, &p)))
        .collect();
    let settled = Value::Draw(captured);
    known.extend(class.iter().map(|(p, _)| (*p, Verdict { value: settled, plies: None })));
    loop {
        let mut changed = false;
        for (position, next) in &class {
            let values = next.iter().map(|(_, p)| look_up(game, p, known).value);
            let value = best(position.turn(), values).unwrap_or(lost(position.turn()));
            changed |=
                known.insert(*position, Verdict { value, plies: None }).unwrap().value != value;
        }
        if !changed {
            break;
        }
    }
    for plies in 0u16.. {
        let mut waiting = 0;
        let mut found = Vec::new();
        for (position, next) in &class {
            let verdict = known[position];
            if verdict.value == settled || verdict.plies.is_some() {
                continue;
            }
            waiting += 1;
            if next.is_empty() {
                found.push(*position);
                continue;
            }
            // Only moves that keep the value count. A capture ends the wait of a draw.
            let kept =
                next.iter().filter_map(|(mv, p)| {
                    let after = look_up(game, p, known);
                    let is_draw = after.value.outcome() == Outcome::Draw;
                    (after.value == verdict.value).then_some(
                        if is_draw && mv.captured().is_some() { Some(0) } else { after.plies },
                    )
                });
            let aims = match verdict.value {
                Value::GoatWin => Side::Goat,
                _ => Side::Tiger,
            };
            let through: Vec<Option<u16>> = kept.collect();
            let now = if position.turn() == aims {
                through.iter().flatten().min().copied()
            } else if through.contains(&None) {
                None
            } else {
                through.iter().flatten().max().copied()
            };
            if now.is_some_and(|n| n + 1 == plies) {
                found.push(*position);
            }
        }
        for position in &found {
            known.get_mut(position).unwrap().plies = Some(plies);
        }
        if waiting == found.len() {
            break;
        }
        assert!(plies < 4000, "plies do not come to an end");
    }
}

/// Plies to the end of a won position, by looking ahead to the end.
pub(crate) fn plies_ahead(
    game: &Game,
    position: &Position,
    known: &HashMap<Position, Verdict>,
    memo: &mut HashMap<Position, u32>,
) -> u32 {
    let verdict = look_up(game, position, known);
    if let Some(plies) = verdict.plies {
        return u32::from(plies);
    }
    if let Some(&plies) = memo.get(position) {
        return plies;
    }
    let kept: Vec<Position> = successors(game, position)
        .into_iter()
        .map(|(_, p)| p)
        .filter(|p| look_up(game, p, known).value == verdict.value)
        .collect();
    let through = kept.iter().map(|p| 1 + plies_ahead(game, p, known, memo));
    let winner = verdict.value.outcome().winner().unwrap();
    let plies = if position.turn() == winner { through.min() } else { through.max() }.unwrap();
    memo.insert(*position, plies);
    plies
}

#[cfg(test)]
mod tests {
    use rayon::prelude::*;

    use super::*;
    use crate::testing::{Folder, games_with_few_goats, small_games};
    use crate::{Quiet, SolveOptions, Tables};

    #[test]
    fn plies_from_placement_equal_looking_ahead() {
        let mut asked = 0;
        for game in small_games(40, 5..=8, 77) {
            let folder = Folder::new();
            crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            let known = solve(&game);
            let mut memo = HashMap::new();
            let mut won: Vec<Position> = known
                .iter()
                .filter(|(p, v)| p.goats_in_hand() > 0 && v.value.outcome() != Outcome::Draw)
                .map(|(p, _)| *p)
                .collect();
            won.sort();
            let step = won.len().div_ceil(25).max(1);
            for position in won.into_iter().step_by(step).chain([game.start()]) {
                let expected = match look_up(&game, &position, &known).value.outcome() {
                    Outcome::Draw => None,
                    _ => Some(plies_ahead(&game, &position, &known, &mut memo)),
                };
                let found = crate::plies_to_end(&tables, &position).unwrap();
                assert_eq!(found, expected, "{}", game.obx(&position));
                asked += 1;
            }
        }
        assert!(asked > 500);
    }

    /// Everything at once: indexing, both phases, files and look-ups.
    #[test]
    fn tables_equal_the_naive_solver() {
        let mut games = small_games(160, 5..=8, 2024);
        for (points, most_goats, each) in [(9, 6, 2), (10, 5, 2), (11, 4, 1), (12, 4, 1)] {
            // One to three tigers, placed and standing.
            for tigers in 1..=3 {
                for placed in [true, false] {
                    let seed = 10 * points as u64 + u64::from(tigers);
                    let some = games_with_few_goats(200, points..=points, most_goats, seed);
                    let wanted = some.into_iter().filter(|game| {
                        let is_placed = *game.opening() == Opening::Placed;
                        game.tigers() == tigers && is_placed == placed
                    });
                    let before = games.len();
                    games.extend(wanted.take(each));
                    assert_eq!(games.len(), before + each);
                }
            }
        }
        let compared: usize = games
            .par_iter()
            .enumerate()
            .map(|(number, game)| {
                let folder = Folder::new();
                let compact = number % 3 == 0;
                crate::solve(game, folder.path(), SolveOptions { compact }, &Quiet).unwrap();
                let tables = Tables::open(game, folder.path()).unwrap();
                let known = solve(game);
                for (position, expected) in &known {
                    let found = tables.probe(position).unwrap();
                    assert_eq!(found, *expected, "game {number}: {}", game.obx(position));
                }
                known.len()
            })
            .sum();
        assert!(compared > 1_000_000, "only {compared} positions");
    }

    /// The small built-in hunts, for every number of captures that wins: every position's value
    /// and plies, and what `docs/HUNTS.md` says of the start.
    #[test]
    fn small_hunts_equal_the_naive_solver() {
        for name in ["kaooa", "len-choa"] {
            let usual = Game::by_name(name).unwrap();
            for captures in 1..=usual.goats() {
                let game = usual.clone().with_captures(captures).unwrap();
                let folder = Folder::new();
                crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
                let tables = Tables::open(&game, folder.path()).unwrap();
                let known = solve(&game);
                for (position, expected) in &known {
                    let found = tables.probe(position).unwrap();
                    assert_eq!(found, *expected, "{name}, {captures}: {}", game.obx(position));
                }
                assert_eq!(known[&game.start()].value, Value::GoatWin, "{name}, {captures}");
            }
        }
    }
}
