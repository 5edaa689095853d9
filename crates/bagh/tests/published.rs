//! What publications say about the boards, checked against the boards themselves.
//!
//! `docs/RULES.md` and `docs/NOTATION.md` list the mistakes that are found here. The publications
//! are "Tigers and Goats, a Board Game for Android" (P. Shouthiri), whose points and offsets are
//! typed in below as printed, the OBX manual (B. Sapkota, 2019), and "Tigers and Goats is a draw"
//! (Lim and Nievergelt, 2009).

use std::collections::BTreeSet;

use bagh::{Board, Game, Point, Points};

type Set = BTreeSet<usize>;

fn indices(points: Points) -> Set {
    points.iter().map(Point::index).collect()
}

/// The jumps from a point: over which point, to which.
fn jumps(board: &Board, from: Point) -> BTreeSet<(usize, usize)> {
    let mut all = BTreeSet::new();
    for over in board.neighbours(from) {
        all.extend(board.landings(from, over).iter().map(|to| (over.index(), to.index())));
    }
    all
}

/// The goats that it takes to trap tigers on these points, and each other's points left out.
fn trappers(board: &Board, tigers: Points) -> Points {
    let mut goats = Points::EMPTY;
    for from in tigers {
        for over in board.neighbours(from).without(tigers) {
            goats |= over.set() | board.landings(from, over).without(tigers);
        }
    }
    goats
}

/// All sets of `count` points.
fn sets(board: &Board, count: usize) -> impl Iterator<Item = Points> {
    let end = 1u32 << board.len();
    (0..end).filter(move |bits| bits.count_ones() as usize == count).map(Points::from_bits)
}

/// The offsets of the paper's test for a blocked tiger; `i - i` is written as the point B0.
const BLOCKED: &[(&[usize], &[i64], bool)] = &[
    (&[0], &[2, 3, 4, 5, 8, 9, 10, 11], false),
    (&[1], &[1, 2, 6, 12], false),
    (&[2], &[1, 2, -1, -2, 6, 12], false),
    (&[3, 4], &[1, -1, 2, -2, 6, 12], true),
    (&[5], &[1, -1, -2, 6, 12], false),
    (&[6], &[-1, -2, 6, 12], false),
    (&[7], &[-6, 6, 1, 2], false),
    (&[8], &[-1, 1, 2, -6, 6, 11], true),
    (&[9, 10], &[-1, -2, 1, 2, -6, 6, 11], true),
    (&[11], &[-1, 1, -2, -6, 6, 11], true),
    (&[12], &[-6, 6, -1, -2], false),
    (&[13], &[1, 2, -6, -12], false),
    (&[14], &[-1, 1, 2, -6, -12, 5], false),
    (&[15, 16], &[-1, -2, 1, 2, -6, -12, 5], false),
    (&[17], &[-1, 1, -2, -6, -12, 5], false),
    (&[18], &[-1, -2, -6, -12], false),
    (&[19], &[1, 2, -5, -11], false),
    (&[20], &[-1, -5, 1, 2, -11], false),
    (&[21], &[-1, -5, 1, -2, -11], false),
    (&[22], &[-1, -2, -5, -11], false),
];

#[test]
fn the_android_papers_test_for_a_blocked_tiger_is_wrong_at_b5() {
    let board = Game::aadu_puli().board();
    let mut wrong = Vec::new();
    for (points, offsets, apex) in BLOCKED {
        for &i in *points {
            let mut printed: Set = offsets.iter().map(|o| (i as i64 + o) as usize).collect();
            if *apex {
                printed.insert(0);
            }
            let from = Point::new(i);
            let needed = indices(trappers(board, from.set()));
            if printed != needed {
                wrong.push((i, needed.difference(&printed).copied().collect::<Vec<_>>()));
            }
        }
    }
    // A tiger on B5 can slide to the apex, which the test forgets.
    assert_eq!(wrong, [(5, vec![0])]);
}

/// The paper's captures, as offsets of the goat and of the landing; none for a landing on B0.
#[allow(clippy::type_complexity)]
const CAPTURES: &[(&[usize], &[(i64, Option<i64>)])] = &[
    (&[0], &[(2, Some(8)), (3, Some(9)), (4, Some(10)), (5, Some(11))]),
    (&[1, 2], &[(1, Some(2)), (6, Some(12))]),
    (&[3, 4], &[(1, Some(2)), (6, Some(12)), (-1, Some(-2))]),
    (&[5, 6], &[(-1, Some(-2)), (6, Some(12))]),
    (&[7], &[(1, Some(2))]),
    (&[8], &[(1, Some(2)), (6, Some(11)), (-6, None)]),
    (&[9, 10], &[(1, Some(2)), (-1, Some(-2)), (6, Some(11)), (-6, None)]),
    // Asked about -1 and -2, but played as +1 and +2.
    (&[11], &[(1, Some(2)), (6, Some(11)), (-6, None)]),
    (&[12], &[(-1, Some(-2))]),
    (&[13, 14], &[(1, Some(2)), (-6, Some(-12))]),
    (&[15, 16], &[(1, Some(2)), (-6, Some(-12)), (-1, Some(-2))]),
    (&[17, 18], &[(-1, Some(-2)), (-6, Some(-12))]),
    (&[19, 20], &[(1, Some(2)), (-5, Some(-11))]),
    (&[21, 22], &[(-1, Some(-2)), (-5, Some(-11))]),
];

#[test]
fn the_android_papers_captures_are_wrong_at_b11() {
    let board = Game::aadu_puli().board();
    let mut wrong = Vec::new();
    let mut listed = Set::new();
    for (points, moves) in CAPTURES {
        for &i in *points {
            listed.insert(i);
            let at = |offset: i64| (i as i64 + offset) as usize;
            let printed: BTreeSet<(usize, usize)> =
                moves.iter().map(|&(over, to)| (at(over), to.map_or(0, at))).collect();
            if printed != jumps(board, Point::new(i)) {
                wrong.push(i);
            }
        }
    }
    assert_eq!(listed.len(), 23);
    // B11 over B10 to B9 is carried out over B12 to B13, which is in another row.
    assert_eq!(wrong, [11]);
    assert!(jumps(board, Point::new(11)).contains(&(10, 9)));
}

#[test]
fn six_goats_can_trap_three_tigers() {
    // The paper says that with ten goats or fewer a tiger can always move.
    let board = Game::aadu_puli().board();
    let fewest = sets(board, 3).map(|t| trappers(board, t).len()).min();
    assert_eq!(fewest, Some(6));
    let game = Game::aadu_puli();
    let trapped = game.parse_obx("1/TGG3/TGG3/TGG3/4 t g0 c9 - -").unwrap();
    assert!(!game.can_move(&trapped));
    assert_eq!(trapped.goats().len(), 6);
}

#[test]
fn ten_goats_can_trap_four_tigers() {
    // The OBX manual says that it is impossible after more than five captures.
    let board = Game::bagh_chal().board();
    let fewest = sets(board, 4).map(|t| trappers(board, t).len()).min();
    assert_eq!(fewest, Some(10));
}

/// The sizes of herds that tigers on these points can lock. A herd is locked if no goat is beside
/// an empty point: it fills some of the parts into which the tigers cut the board.
fn lockable(board: &Board, tigers: Points) -> Set {
    let mut sizes = Set::from([0]);
    let mut left = board.all().without(tigers);
    while let Some(first) = left.pop() {
        let mut part = first.set();
        let mut border = part;
        while let Some(point) = border.pop() {
            let more = board.neighbours(point) & left;
            left = left.without(more);
            part |= more;
            border |= more;
        }
        sizes.extend(sizes.clone().iter().map(|n| n + part.len()));
    }
    sizes
}

#[test]
fn locked_goats_cannot_happen_in_aadu_puli() {
    // The paper says that three tigers can surround twelve goats or more.
    let game = Game::aadu_puli();
    let sizes: Set = sets(game.board(), 3).flat_map(|t| lockable(game.board(), t)).collect();
    // A herd of the sliding phase has 15 goats less up to nine captures.
    let herds: Set = (6..=15).collect();
    assert_eq!(sizes.intersection(&herds).count(), 0, "{sizes:?}");
}

#[test]
fn locked_goats_need_eighteen_in_bagh_chal() {
    // As Lim and Nievergelt say: 17 goats or fewer can always move.
    let game = Game::bagh_chal();
    let sizes: Set = sets(game.board(), 4).flat_map(|t| lockable(game.board(), t)).collect();
    let herds: Set = (16..=20).collect();
    let found: Vec<usize> = sizes.intersection(&herds).copied().collect();
    assert_eq!(found, [18, 19, 20]);
}

#[test]
fn one_entry_of_the_obx_manuals_matrices_is_wrong() {
    let moves =
        [[3, 3, 5, 3, 3], [3, 8, 4, 8, 3], [5, 4, 8, 4, 5], [3, 8, 4, 8, 3], [3, 3, 5, 3, 3]];
    let captures =
        [[3, 2, 5, 2, 3], [2, 3, 3, 3, 2], [5, 3, 8, 3, 5], [2, 3, 3, 3, 2], [3, 2, 5, 2, 3]];
    let sums = [
        [6, 5, 5, 5, 6],
        [5, 11, 7, 11, 5],
        [10, 7, 16, 7, 10],
        [5, 11, 7, 11, 5],
        [6, 5, 10, 5, 6],
    ];
    let board = Game::bagh_chal().board();
    let mut wrong = Vec::new();
    for point in board.all() {
        let (row, column) = (point.index() / 5, point.index() % 5);
        let slides = board.neighbours(point).len();
        let jumps = jumps(board, point).len();
        assert_eq!(moves[row][column], slides);
        assert_eq!(captures[row][column], jumps);
        if sums[row][column] != slides + jumps {
            wrong.push((board.name(point), slides + jumps));
        }
    }
    // The sum for C1 is printed as 5.
    assert_eq!(wrong, [("C1", 10)]);
}

#[test]
fn the_obx_manuals_start_array_has_two_tigers_in_the_wrong_place() {
    let printed = [2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2];
    let board = Game::bagh_chal().board();
    assert_eq!((printed.len(), board.len()), (23, 25));
    let tigers: Vec<&str> = (0..printed.len())
        .filter(|&i| printed[i] == 2)
        .map(|i| board.name(Point::new(i)))
        .collect();
    assert_eq!(tigers, ["A1", "E1", "D4", "C5"]);
}
