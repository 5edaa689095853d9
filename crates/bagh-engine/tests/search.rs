//! What the search says, compared with what is true.

use bagh::{Game, History, Position, Side};
use bagh_engine::{Engine, Level, Limits, Player, Score, SearchOptions};

/// A position after some moves that look random.
fn somewhere(game: &Game, seed: usize, plies: usize) -> Option<Position> {
    let mut position = game.start();
    for ply in 0..plies {
        let moves: Vec<_> = game.moves(&position).collect();
        if moves.is_empty() {
            return None;
        }
        position = game.after(&position, moves[(seed * 31 + ply * 17) % moves.len()]);
    }
    game.result(&position).is_none().then_some(position)
}

fn depth(plies: u32) -> SearchOptions<'static> {
    SearchOptions { limits: Limits::depth(plies), ..SearchOptions::default() }
}

/// Whether a side can force a win within this many plies, by exhaustive search.
fn forced(game: &Game, position: &Position, side: Side, plies: u32) -> bool {
    if let Some(result) = game.result(position) {
        return result.outcome.winner() == Some(side);
    }
    if plies == 0 {
        return false;
    }
    let mut after = game.moves(position).map(|mv| game.after(position, mv));
    if position.turn() == side {
        after.any(|p| forced(game, &p, side, plies - 1))
    } else {
        after.all(|p| forced(game, &p, side, plies - 1))
    }
}

#[test]
fn wins_that_are_seen_are_wins() {
    let small = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    let mut seen = 0;
    for seed in 0..300 {
        let Some(position) = somewhere(&small, seed, seed % 9) else { continue };
        let report = Engine::new(&small).search(&position, depth(5));
        if let Some((side, plies)) = report.lines[0].score.forced_win() {
            seen += 1;
            let plies = plies as u32;
            assert!(forced(&small, &position, side, plies), "{seed}");
            // Reductions may miss a quicker way, never claim one that is not there.
            assert!(report.lines[0].moves.len() as u32 <= plies);
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn short_wins_are_found() {
    let small = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    for seed in 0..200 {
        let Some(position) = somewhere(&small, seed, seed % 9) else { continue };
        let side = position.turn();
        if forced(&small, &position, side, 3) {
            let report = Engine::new(&small).search(&position, depth(3));
            let found = report.lines[0].score.forced_win();
            assert!(matches!(found, Some((winner, 1..=3)) if winner == side), "{seed} {found:?}");
        }
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let game = Game::bagh_chal();
    let position = somewhere(game, 3, 15).unwrap();
    let options =
        SearchOptions { limits: Limits::nodes(30_000), lines: 3, ..SearchOptions::default() };
    let mut engine = Engine::new(game);
    let first = engine.search(&position, options);
    engine.clear();
    let second = engine.search(&position, options);
    assert_eq!(first.lines, second.lines);
    assert_eq!((first.nodes, first.depth), (second.nodes, second.depth));
    assert!(first.nodes <= 30_000);
    assert!(
        first.lines.windows(2).all(|w| {
            w[0].score.for_side(position.turn()) >= w[1].score.for_side(position.turn())
        })
    );
    let firsts: std::collections::HashSet<_> = first.lines.iter().map(|l| l.moves[0]).collect();
    assert_eq!(firsts.len(), 3);
}

#[test]
fn every_line_is_legal() {
    for game in [Game::bagh_chal(), Game::aadu_puli()] {
        for seed in 0..12 {
            let Some(position) = somewhere(game, seed, 4 * seed) else { continue };
            let options = SearchOptions {
                limits: Limits::nodes(5_000),
                lines: 2,
                ..SearchOptions::default()
            };
            for line in Engine::new(game).search(&position, options).lines {
                let mut history = History::new(game.clone(), position);
                assert!(!line.moves.is_empty());
                line.moves.iter().for_each(|&mv| history.play(mv).unwrap());
            }
        }
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let game = Game::bagh_chal();
    let stop = std::sync::atomic::AtomicBool::new(true);
    let options = SearchOptions { stop: Some(&stop), ..SearchOptions::default() };
    let report = Engine::new(game).search(&game.start(), options);
    assert!(report.best().is_some());
    let over = Position::from_parts(
        game.start().tigers(),
        bagh::Points::EMPTY,
        Side::Goat,
        15,
        game.captures(),
    );
    assert!(Engine::new(game).search(&over, options).best().is_none());
}

#[test]
fn a_repetition_is_a_draw() {
    // All goats are placed, no goat can be jumped, and every position that a slide leads to has
    // stood twice before. Many captures may happen on the way.
    let game = &Game::bagh_chal().clone().with_captures(20).unwrap();
    let quiet = |p: &Position| {
        p.goats_in_hand() == 0
            && p.turn() == Side::Tiger
            && game.moves(p).all(|mv| mv.captured().is_none())
    };
    let position = (0..5000)
        .filter_map(|seed| somewhere(game, seed, 41 + 2 * (seed % 20)))
        .find(quiet)
        .expect("random play comes to a quiet position");
    let stood: Vec<Position> = game.moves(&position).map(|mv| game.after(&position, mv)).collect();
    // The line before the position must alternate sides: pad with the position itself.
    let before: Vec<Position> = stood.iter().flat_map(|&p| [position, p].repeat(2)).collect();
    let options =
        SearchOptions { limits: Limits::depth(3), before: &before, ..SearchOptions::default() };
    let report = Engine::new(game).search(&position, options);
    assert_eq!(report.lines[0].score, Score::draw(position.captured()));
}

#[test]
fn players_of_all_levels_play_whole_games() {
    let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    for level in Level::all() {
        let limits = Limits::nodes(2_000);
        let mut player = Player::new(&game, level, 5).with_limits(limits);
        let mut history = History::new(game.clone(), game.start());
        while history.result().is_none() && history.len() < 60 {
            let mv = player.choose(history.position(), history.before(), None).unwrap();
            history.play(mv).unwrap();
        }
        assert!(history.len() > 4);
    }
}

#[test]
fn threads_think_together_where_time_is_the_limit() {
    let game = Game::bagh_chal();
    for seed in 0..6 {
        let Some(position) = somewhere(game, seed, 8 + 5 * seed) else { continue };
        let options = |limits| SearchOptions { limits, ..SearchOptions::default() };
        let mut three = Engine::new(game).with_threads(3);
        let time = options(Limits::time(std::time::Duration::from_millis(60)));
        let report = three.search(&position, time);
        assert!(report.depth > 0);
        let mut line = position;
        for &mv in &report.lines[0].moves {
            assert!(game.moves(&line).any(|legal| legal == mv));
            line = game.after(&line, mv);
        }
        // A limit of positions promises the same answer each time.
        three.clear();
        let nodes = options(Limits::nodes(2_000));
        let (one, three) =
            (Engine::new(game).search(&position, nodes), three.search(&position, nodes));
        assert_eq!((one.lines, one.nodes), (three.lines, three.nodes));
    }
}

#[test]
fn threads_stop_when_told() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let game = Game::bagh_chal();
    let stop = AtomicBool::new(false);
    let report = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let options = SearchOptions { stop: Some(&stop), ..SearchOptions::default() };
        Engine::new(game).with_threads(2).search(&game.start(), options)
    });
    assert!(report.best().is_some() && report.nodes > 0);
}

#[test]
fn a_position_of_the_game_is_a_draw_when_it_stands_for_the_third_time() {
    let game = Game::bagh_chal();
    let read = |text| bagh::notation::read(game, text, &Default::default()).unwrap().position;
    let position = read("GGGTG/G1G1T/GGTGG/G1GGG/TGGGG t g0 c2");
    let draw = Score::draw(position.captured());
    let score_of = |mv, before: &[Position]| {
        let options = SearchOptions {
            limits: Limits::depth(4),
            lines: 99,
            before,
            ..SearchOptions::default()
        };
        let report = Engine::new(game).search(&position, options);
        report.lines.into_iter().find(|line| line.moves[0] == mv).unwrap().score
    };
    let mut compared = 0;
    for mv in game.moves(&position).filter(|mv| mv.captured().is_none()) {
        let after = game.after(&position, mv);
        let fresh = score_of(mv, &[]);
        if fresh == draw {
            continue;
        }
        assert_eq!(score_of(mv, &[after]), fresh, "{mv:?}");
        assert_eq!(score_of(mv, &[after, after]), draw, "{mv:?}");
        compared += 1;
    }
    assert!(compared > 2, "{compared}");
}
