//! Features beside the same from the rules alone.

use bagh::{Move, Phase, Point, Side};

use super::*;
use crate::random::Stream;

/// The features from the rules alone, one sentence each.
fn plain(game: &Game, position: &Position) -> Counts {
    let board = game.board();
    let tigers: Vec<Point> = position.tigers().iter().collect();
    let goats: Vec<Point> = position.goats().iter().collect();
    let empty: Vec<Point> = game.empty(position).iter().collect();
    let hunt = position.with_turn(Side::Tiger);
    let moves: Vec<Move> = if tigers.len() == usize::from(game.tigers()) {
        game.moves(&hunt).collect()
    } else {
        Vec::new()
    };
    let of = |tiger: Point| moves.iter().filter(|m| m.from() == Some(tiger)).count() as i32;
    let adjacent = |a: Point, b: Point| board.neighbours(a).contains(b);
    let count = |list: &[Point], test: &dyn Fn(Point) -> bool| {
        list.iter().filter(|&&point| test(point)).count() as i32
    };
    let outline = |list: &[Point], set: u32| count(list, &|p| set & p.set().bits() != 0);
    let ground = Ground::new(game);
    let herd = position.with_turn(Side::Goat);
    let captures = |at: &Position| game.moves(at).any(|m| m.captured().is_some());
    let mut reached: Vec<Point> = tigers.clone();
    let mut next = 0;
    while next < reached.len() {
        for &point in &empty {
            if adjacent(reached[next], point) && !reached.contains(&point) {
                reached.push(point);
            }
        }
        next += 1;
    }
    let pairs = |list: &[Point]| {
        let list = list.to_vec();
        (0..list.len())
            .flat_map(move |i| {
                let list = list.clone();
                (0..i).map(move |j| (list[i], list[j]))
            })
            .collect::<Vec<_>>()
    };
    let apart: Vec<i32> = pairs(&tigers)
        .into_iter()
        .map(|(a, b)| {
            let (p, q) = (board.info(a), board.info(b));
            (((p.x - q.x).abs() + (p.y - q.y).abs()) * 10.0).round() as i32
        })
        .collect();
    let mut blocked = 0;
    for &tiger in &tigers {
        for &goat in goats.iter().filter(|&&goat| adjacent(tiger, goat)) {
            blocked += (board.landings(tiger, goat) & position.goats()).len() as i32;
        }
    }
    let mobility: Vec<i32> = tigers.iter().map(|&t| of(t)).collect();
    let mut counts = [0; FEATURES];
    counts[TIGER_MOVES] = moves.len() as i32;
    counts[JUMPS] = moves.iter().filter(|m| m.captured().is_some()).count() as i32;
    counts[SAFE] = game.moves(&herd).filter(|&m| !captures(&game.after(&herd, m))).count() as i32;
    counts[APART] = apart.iter().sum();
    counts[NEAREST] = apart.iter().copied().min().unwrap_or(0);
    counts[IN_HAND] = i32::from(position.goats_in_hand());
    counts[GOATS_CORNERS] = outline(&goats, ground.corners);
    counts[GOATS_RIM] = outline(&goats, ground.rim & !ground.corners);
    counts[GOATS_INSIDE] = outline(&goats, !ground.rim);
    counts[HANGING] = count(&goats, &|g| moves.iter().any(|m| m.captured() == Some(g)));
    counts[TOUCHED] = count(&goats, &|g| tigers.iter().any(|&t| adjacent(t, g)));
    counts[STRAYS] = count(&goats, &|g| !goats.iter().any(|&h| adjacent(h, g)));
    counts[SIDE_BY_SIDE] =
        pairs(&goats).into_iter().filter(|&(a, b)| adjacent(a, b)).count() as i32;
    counts[GOAT_SLIDES] = goats.iter().map(|&g| count(&empty, &|e| adjacent(g, e))).sum();
    counts[BLOCKED_JUMPS] = blocked;
    counts[CALM] = count(&empty, &|e| !tigers.iter().any(|&t| adjacent(t, e)));
    counts[CLOSED] = count(&empty, &|e| !reached.contains(&e));
    counts[TIGERS_CORNERS] = outline(&tigers, ground.corners);
    counts[TIGERS_RIM] = outline(&tigers, ground.rim);
    counts[TIGERS_CROSSINGS] = outline(&tigers, ground.crossings);
    counts[LEAST_MOBILE] = mobility.iter().copied().min().unwrap_or(0);
    counts[MOST_MOBILE] = mobility.iter().copied().max().unwrap_or(0);
    counts[ONE_LEFT] = mobility.iter().filter(|&&n| n == 1).count() as i32;
    counts[HUNTERS] =
        count(&tigers, &|t| moves.iter().any(|m| m.from() == Some(t) && m.captured().is_some()));
    counts[CAPTURED] = i32::from(position.captured());
    counts[TRAPPED] = mobility.iter().filter(|&&n| n == 0).count() as i32;
    counts
}

/// Positions of random play, up to this many plies, with all tigers on the board.
fn positions(game: &Game, games: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for number in 0..games {
        let mut stream = Stream::of_play(5, number);
        let mut position = game.start();
        for _ in 0..90 {
            let moves: Vec<Move> = game.moves(&position).collect();
            if moves.is_empty() {
                break;
            }
            // Captures are left out as a rule, so that herds grow.
            let quiet: Vec<Move> =
                moves.iter().copied().filter(|m| m.captured().is_none()).collect();
            let list = if quiet.is_empty() || stream.below(8) == 0 { &moves } else { &quiet };
            game.play_unchecked(&mut position, list[stream.below(list.len() as u32) as usize]);
            if position.captured() < game.captures() && game.tigers_in_hand(&position) == 0 {
                found.push(position);
            }
        }
    }
    found
}

#[test]
fn features_are_those_of_the_rules() {
    for name in Game::names() {
        let game = Game::by_name(name).unwrap();
        let eye = Eye::new(&game);
        let positions = positions(&game, 30);
        assert!(positions.iter().any(|p| game.phase(p) == Phase::Sliding), "{name}");
        for position in positions {
            let (fast, plain) = (eye.counts(&position), plain(&game, &position));
            for (feature, (fast, plain)) in fast.into_iter().zip(plain).enumerate() {
                assert_eq!(fast, plain, "{name}: {} of {position:?}", NAMES[feature]);
            }
            let (tiger, goat) = (position.with_turn(Side::Tiger), position.with_turn(Side::Goat));
            assert_eq!(eye.is_trapped(&fast), !game.can_move(&tiger));
            assert_eq!(eye.is_locked(&fast), !game.can_move(&goat));
        }
    }
}

#[test]
fn slides_that_are_safe_are_counted_the_same_in_both_ways() {
    let game = Game::bagh_chal();
    let eye = Eye::new(game);
    for position in positions(game, 30) {
        let (tigers, goats) = (position.tigers().bits(), position.goats().bits());
        let empty = game.empty(&position).bits();
        assert_eq!(
            eye.safe_slides(tigers, goats, empty),
            eye.safe_slides_plain(tigers, goats, empty)
        );
    }
}

#[test]
fn no_symmetry_changes_a_feature() {
    let game = Game::bagh_chal();
    let eye = Eye::new(game);
    for position in positions(game, 10) {
        for symmetry in game.board().symmetries() {
            assert_eq!(eye.counts(&position.transformed(symmetry)), eye.counts(&position));
        }
    }
}

#[test]
fn features_are_of_about_the_same_size() {
    let game = Game::bagh_chal();
    let eye = Eye::new(game);
    for position in positions(game, 10) {
        for (feature, value) in eye.features(&position).into_iter().enumerate() {
            assert!((0.0..=2.0).contains(&value), "{}: {value}", NAMES[feature]);
        }
    }
}
