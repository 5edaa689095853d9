//! The other hunts: their boards against what their drawings show, counted by hand.

use bagh::{Game, Opening, Points, Side};

/// What a drawing shows: pairs of adjacent points, and jumps counted in both directions.
struct Drawing {
    name: &'static str,
    points: usize,
    adjacent: usize,
    jumps: usize,
    symmetries: usize,
    rows: &'static [usize],
    /// Tigers, goats and captures that win.
    numbers: (u8, u8, u8),
    tigers: &'static [&'static str],
}

const DRAWINGS: [Drawing; 3] = [
    // Five lines of four points: three steps and two jumps there and back on each. The star turns
    // five ways and has five mirrors.
    Drawing {
        name: "kaooa",
        points: 10,
        adjacent: 5 * 3,
        jumps: 2 * 5 * 2,
        symmetries: 10,
        rows: &[1, 4, 3, 2],
        numbers: (1, 7, 4),
        tigers: &[],
    },
    // Three lines of four points from the apex, and three of three across. One mirror: the middle
    // line is not like the sides.
    Drawing {
        name: "len-choa",
        points: 10,
        adjacent: 3 * 3 + 3 * 2,
        jumps: 2 * (3 * 2 + 3),
        symmetries: 2,
        rows: &[1, 3, 3, 3],
        numbers: (1, 6, 3),
        tigers: &["A1"],
    },
    // Three lines of five points from the apex, three of five across, the base of three, and two
    // short sides of three.
    Drawing {
        name: "pulijudamu",
        points: 19,
        adjacent: 6 * 4 + 3 * 2,
        jumps: 2 * (6 * 3 + 3),
        symmetries: 2,
        rows: &[1, 5, 5, 5, 3],
        numbers: (3, 15, 10),
        tigers: &["B0", "B2", "B4"],
    },
];

#[test]
fn boards_are_as_they_are_drawn() {
    for drawing in DRAWINGS {
        let game = Game::by_name(drawing.name).unwrap();
        let board = game.board();
        let name = drawing.name;
        assert_eq!(board.len(), drawing.points, "{name}");
        assert_eq!(board.rows(), drawing.rows, "{name}");
        assert_eq!(board.symmetries().len(), drawing.symmetries, "{name}");
        let steps: usize = board.all().iter().map(|p| board.neighbours(p).len()).sum();
        assert_eq!(steps, 2 * drawing.adjacent, "{name}");
        let jumps: usize = board
            .all()
            .iter()
            .flat_map(|from| {
                board.neighbours(from).iter().map(move |over| board.landings(from, over).len())
            })
            .sum();
        assert_eq!(jumps, drawing.jumps, "{name}");
        assert_eq!((game.tigers(), game.goats(), game.captures()), drawing.numbers, "{name}");
        let start = game.start();
        let tigers: Vec<&str> = start.tigers().iter().map(|p| game.point_name(p)).collect();
        assert_eq!(tigers, drawing.tigers, "{name}");
        let placed = *game.opening() == Opening::Placed;
        assert_eq!(placed, drawing.tigers.is_empty(), "{name}");
        assert_eq!(start.turn(), if placed { Side::Tiger } else { Side::Goat }, "{name}");
    }
}

/// Lines of a board file are straight where they are drawn, up to the rounding of coordinates.
#[test]
fn jumps_are_drawn_straight() {
    for drawing in DRAWINGS {
        let game = Game::by_name(drawing.name).unwrap();
        let board = game.board();
        for from in board.all() {
            for over in board.neighbours(from) {
                for to in board.landings(from, over) {
                    let [a, b, c] = [from, over, to].map(|p| (board.info(p).x, board.info(p).y));
                    let turn = (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
                    let names = [from, over, to].map(|p| game.point_name(p));
                    assert!(turn.abs() < 0.01, "{}: {names:?}", drawing.name);
                }
            }
        }
    }
}

/// The least goats that leave no tiger a move, wherever the tigers stand.
fn least_to_trap(game: &Game) -> usize {
    let board = game.board();
    let points: Vec<_> = board.all().iter().collect();
    let mut least = usize::MAX;
    for bits in 0u32..1 << points.len() {
        let tigers = Points::from_bits(bits);
        if tigers.len() != usize::from(game.tigers()) {
            continue;
        }
        // Goats must stand next to every tiger, and where one would land behind them.
        let mut goats = Points::EMPTY;
        for from in tigers {
            for over in board.neighbours(from).without(tigers) {
                goats |= over.set() | board.landings(from, over).without(tigers);
            }
        }
        least = least.min(goats.len());
    }
    least
}

/// The captures that win are those after which the goats cannot trap the tigers any more.
#[test]
fn captures_that_win_leave_too_few_goats() {
    for drawing in DRAWINGS {
        let game = Game::by_name(drawing.name).unwrap();
        let left = usize::from(game.goats() - game.captures());
        assert_eq!(left + 1, least_to_trap(&game), "{}", drawing.name);
    }
}

/// With fewer goats than these the tigers cannot lose any more: docs/RESULTS.md builds on it.
#[test]
fn the_large_games_need_ten_goats_and_six_to_trap() {
    assert_eq!(least_to_trap(Game::bagh_chal()), 10);
    assert_eq!(least_to_trap(&Game::by_name("aadu-puli").unwrap()), 6);
}
