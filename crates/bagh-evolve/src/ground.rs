//! A board as the features see it: sets of points, jumps and distances, worked out once.

use bagh::{Game, Point};

/// A jump as two sets of one point each, for tests by bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub a: u32,
    pub b: u32,
}

/// Lists of pairs, one list for each point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    pairs: Vec<Pair>,
}

impl Lists {
    fn new(lists: &[Vec<Pair>]) -> Lists {
        let mut made = Lists { starts: vec![0], pairs: Vec::new() };
        for list in lists {
            made.pairs.extend(list);
            made.starts.push(made.pairs.len() as u32);
        }
        made
    }

    #[inline]
    pub fn of(&self, point: usize) -> &[Pair] {
        &self.pairs[self.starts[point] as usize..self.starts[point + 1] as usize]
    }
}

/// What features need to know of a board.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub all: u32,
    pub neighbours: [u32; 32],
    /// For a tiger on the point: the goat and the landing of each jump.
    pub jumps: Lists,
    /// For the point that is jumped over: the tiger and the landing.
    pub jumps_over: Lists,
    /// For the landing: the tiger and the goat.
    pub jumps_to: Lists,
    /// The points next to a set, eight points of it at a time.
    spread: Box<[[u32; 256]; 4]>,
    /// Tenths of the distance along x and y.
    pub distances: Box<[[i32; 32]; 32]>,
    /// The points where the outline of the board turns, and all on the outline.
    pub corners: u32,
    pub rim: u32,
    /// The points with the most neighbours.
    pub crossings: u32,
    /// Bit by bit, how many neighbours each point has.
    degrees: [u32; 5],
}

impl Ground {
    pub fn new(game: &Game) -> Ground {
        let board = game.board();
        let points = board.len();
        let mut neighbours = [0; 32];
        let mut jumps = vec![Vec::new(); points];
        let mut jumps_over = vec![Vec::new(); points];
        let mut jumps_to = vec![Vec::new(); points];
        for from in board.all() {
            neighbours[from.index()] = board.neighbours(from).bits();
            for over in board.neighbours(from) {
                for to in board.landings(from, over) {
                    let bit = |point: Point| point.set().bits();
                    jumps[from.index()].push(Pair { a: bit(over), b: bit(to) });
                    jumps_over[over.index()].push(Pair { a: bit(from), b: bit(to) });
                    jumps_to[to.index()].push(Pair { a: bit(from), b: bit(over) });
                }
            }
        }
        let mut spread = Box::new([[0; 256]; 4]);
        for (part, table) in spread.iter_mut().enumerate() {
            for (set, out) in table.iter_mut().enumerate() {
                *out = (0..8)
                    .filter(|bit| set >> bit & 1 == 1)
                    .fold(0, |near, bit| near | neighbours[8 * part + bit]);
            }
        }
        let mut distances = Box::new([[0; 32]; 32]);
        for a in board.all() {
            for b in board.all() {
                let (p, q) = (board.info(a), board.info(b));
                let apart = (p.x - q.x).abs() + (p.y - q.y).abs();
                distances[a.index()][b.index()] = (10.0 * apart).round() as i32;
            }
        }
        let mut degrees = [0; 5];
        for (point, around) in neighbours.iter().enumerate() {
            for (bit, plane) in degrees.iter_mut().enumerate() {
                *plane |= (around.count_ones() >> bit & 1) << point;
            }
        }
        let most = neighbours.iter().map(|around| around.count_ones()).max();
        let crossings = (0..points)
            .filter(|&point| Some(neighbours[point].count_ones()) == most)
            .fold(0, |set, point| set | 1 << point);
        let (corners, rim) = outline(game);
        Ground {
            all: board.all().bits(),
            neighbours,
            jumps: Lists::new(&jumps),
            jumps_over: Lists::new(&jumps_over),
            jumps_to: Lists::new(&jumps_to),
            spread,
            distances,
            corners,
            rim,
            crossings,
            degrees,
        }
    }

    /// The points next to a point of the set.
    #[inline]
    pub fn near(&self, set: u32) -> u32 {
        let [a, b, c, d] = set.to_le_bytes();
        let tables = &*self.spread;
        tables[0][usize::from(a)]
            | tables[1][usize::from(b)]
            | tables[2][usize::from(c)]
            | tables[3][usize::from(d)]
    }

    /// How many neighbours the points of the set have together.
    #[inline]
    pub fn degree_sum(&self, set: u32) -> u32 {
        (0..5).map(|bit| (set & self.degrees[bit]).count_ones() << bit).sum()
    }
}

/// The outline of the drawing, the smallest convex shape around all points: the points where it
/// turns, and all that lie on it.
fn outline(game: &Game) -> (u32, u32) {
    let board = game.board();
    // Rounding in the file must not bend a straight side.
    const NEARLY: f64 = 1e-6;
    let at = |point: Point| (board.info(point).x, board.info(point).y);
    let turn = |a: Point, b: Point, c: Point| {
        let ((ax, ay), (bx, by), (cx, cy)) = (at(a), at(b), at(c));
        (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    };
    // A pair is a side if no point lies to its right.
    let mut rim = 0;
    let mut corners = 0;
    for a in board.all() {
        let on_side = |b: Point| board.all().iter().all(|c| turn(a, b, c) > -NEARLY);
        let on_other_side = |b: Point| board.all().iter().all(|c| turn(a, b, c) < NEARLY);
        let before: Vec<Point> = board.all().iter().filter(|&b| b != a && on_side(b)).collect();
        let after: Vec<Point> =
            board.all().iter().filter(|&b| b != a && on_other_side(b)).collect();
        if before.is_empty() && after.is_empty() {
            continue;
        }
        rim |= a.set().bits();
        let straight = before.iter().any(|&b| {
            after.iter().any(|&c| {
                let ((ax, ay), (bx, by), (cx, cy)) = (at(a), at(b), at(c));
                turn(b, a, c).abs() < NEARLY && (bx - ax) * (cx - ax) + (by - ay) * (cy - ay) < 0.0
            })
        });
        if !straight {
            corners |= a.set().bits();
        }
    }
    (corners, rim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_bagh_chal_is_a_square() {
        let ground = Ground::new(Game::bagh_chal());
        assert_eq!(ground.corners, 0b10001_00000_00000_00000_10001);
        assert_eq!(ground.rim, 0b11111_10001_10001_10001_11111);
        assert_eq!(ground.crossings, 0b00000_01010_00100_01010_00000);
        assert_eq!(ground.distances[0][24], 80);
        assert_eq!(ground.degree_sum(ground.all), 2 * 56);
        assert_eq!((0..25).map(|point| ground.jumps.of(point).len()).sum::<usize>(), 80);
    }

    #[test]
    fn every_built_in_board_has_an_outline() {
        for name in Game::names() {
            let game = Game::by_name(name).unwrap();
            let ground = Ground::new(&game);
            assert!(ground.corners.count_ones() >= 3, "{name}");
            assert_eq!(ground.rim & ground.corners, ground.corners, "{name}");
        }
    }

    #[test]
    fn sets_spread_to_their_neighbours() {
        let ground = Ground::new(Game::aadu_puli());
        for set in [0u32, 1, 0b1010_0001, 0x7f_ffff, 0x40_0100] {
            let plain = (0..23)
                .filter(|point| set >> point & 1 == 1)
                .fold(0, |near, point| near | ground.neighbours[point]);
            assert_eq!(ground.near(set), plain);
        }
    }
}
