//! How large features become.

use bagh::Game;

use super::list::*;
use super::ones;
use crate::ground::Ground;

/// What brings each feature to about 0 to 1: one over what it can be at most, or usually is.
pub fn of(game: &Game, ground: &Ground) -> [f32; FEATURES] {
    let tigers = i32::from(game.tigers());
    let goats = i32::from(game.goats());
    let points = ones(ground.all);
    let degree = ground.neighbours.iter().map(|&around| ones(around)).max().unwrap_or(1);
    let lines = ground.degree_sum(ground.all) as i32 / 2;
    let farthest = ground.distances.iter().flatten().copied().max().unwrap_or(1);
    let mut most = [1; FEATURES];
    most[TIGER_MOVES] = tigers * degree;
    most[JUMPS] = 2 * tigers;
    most[SAFE] = points;
    // Four points at the corners of a square: four sides, two diagonals.
    most[APART] = tigers * (tigers - 1) / 2 * farthest;
    most[NEAREST] = farthest;
    most[IN_HAND] = goats;
    most[GOATS_CORNERS] = ones(ground.corners);
    most[GOATS_RIM] = ones(ground.rim & !ground.corners);
    most[GOATS_INSIDE] = ones(ground.all & !ground.rim);
    most[HANGING] = 2 * tigers;
    most[TOUCHED] = goats;
    most[STRAYS] = goats;
    most[SIDE_BY_SIDE] = lines;
    most[GOAT_SLIDES] = lines;
    most[BLOCKED_JUMPS] = tigers * degree;
    most[CALM] = points;
    most[CLOSED] = points;
    most[TIGERS_CORNERS] = tigers;
    most[TIGERS_RIM] = tigers;
    most[TIGERS_CROSSINGS] = tigers;
    most[LEAST_MOBILE] = degree;
    most[MOST_MOBILE] = degree;
    most[ONE_LEFT] = tigers;
    most[HUNTERS] = tigers;
    most[CAPTURED] = i32::from(game.captures());
    most[TRAPPED] = tigers;
    // A board may have no point inside, or one tiger alone.
    most.map(|most| 1.0 / most.max(1) as f32)
}
