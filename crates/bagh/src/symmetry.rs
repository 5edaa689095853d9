//! Symmetries of a board, found from its lines.

use std::fmt;

use crate::board::Board;
use crate::point::{MAX_POINTS, Point, Points};

/// Up to this order the whole symmetry group of the lines is used.
pub const MAX_SYMMETRIES: usize = 256;

/// A permutation of the points that keeps adjacency and jumps.
#[derive(Clone)]
pub struct Symmetry {
    images: [u8; MAX_POINTS],
    points: usize,
    /// Images of all subsets of each group of eight points, so that a set moves in four look-ups.
    octets: Box<[[u32; 256]; 4]>,
}

impl Symmetry {
    pub(crate) fn from_images(images: &[Point]) -> Symmetry {
        let mut map: [u8; MAX_POINTS] = std::array::from_fn(|i| i as u8);
        for (i, image) in images.iter().enumerate() {
            map[i] = image.index() as u8;
        }
        let mut octets = Box::new([[0u32; 256]; 4]);
        for (group, table) in octets.iter_mut().enumerate() {
            for (bits, entry) in table.iter_mut().enumerate() {
                *entry = (0..8)
                    .filter(|i| bits >> i & 1 == 1)
                    .fold(0, |set, i| set | 1 << map[8 * group + i]);
            }
        }
        Symmetry { images: map, points: images.len(), octets }
    }

    /// Where a point goes.
    #[inline]
    pub fn point(&self, point: Point) -> Point {
        Point::new(self.images[point.index()] as usize)
    }

    /// Where a set of points goes.
    #[inline]
    pub fn points(&self, points: Points) -> Points {
        let bits = points.bits();
        Points::from_bits(
            self.octets[0][(bits & 255) as usize]
                | self.octets[1][(bits >> 8 & 255) as usize]
                | self.octets[2][(bits >> 16 & 255) as usize]
                | self.octets[3][(bits >> 24) as usize],
        )
    }

    /// The symmetry that undoes this one.
    pub fn inverse(&self) -> Symmetry {
        let mut images = vec![Point::new(0); self.points];
        for i in 0..self.points {
            images[self.images[i] as usize] = Point::new(i);
        }
        Symmetry::from_images(&images)
    }

    /// Whether every point stays where it is.
    pub fn is_identity(&self) -> bool {
        (0..self.points).all(|i| self.images[i] as usize == i)
    }

    /// The lengths of the cycles of the permutation, fixed points included.
    pub fn cycle_lengths(&self) -> Vec<usize> {
        let mut seen = [false; MAX_POINTS];
        let mut lengths = Vec::new();
        for start in 0..self.points {
            let (mut at, mut length) = (start, 0);
            while !seen[at] {
                seen[at] = true;
                at = self.images[at] as usize;
                length += 1;
            }
            if length > 0 {
                lengths.push(length);
            }
        }
        lengths
    }
}

impl PartialEq for Symmetry {
    fn eq(&self, other: &Symmetry) -> bool {
        self.points == other.points && self.images == other.images
    }
}

impl Eq for Symmetry {}

impl fmt::Debug for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.images[..self.points]).finish()
    }
}

/// The symmetry group of the board's lines, the identity first.
pub(crate) fn group_of(board: &Board) -> Vec<Symmetry> {
    let all = Search::new(board, |_, _, _, _| true).run();
    if all.len() <= MAX_SYMMETRIES {
        return all;
    }
    // A board such as a star of many equal rays has astronomically many symmetries. The ones of
    // its drawing are a group too, and a small one.
    let distance = |a: Point, b: Point| {
        let (a, b) = (board.info(a), board.info(b));
        (a.x - b.x).hypot(a.y - b.y)
    };
    let drawn =
        Search::new(board, |a, b, to_a, to_b| (distance(a, b) - distance(to_a, to_b)).abs() < 1e-6)
            .run();
    if drawn.len() <= MAX_SYMMETRIES {
        return drawn;
    }
    let identity: Vec<Point> = board.all().iter().collect();
    vec![Symmetry::from_images(&identity)]
}

/// Backtracking over images of the points in order, cut as soon as a pair or a jump is broken.
struct Search<'b, F> {
    board: &'b Board,
    keeps: F,
    images: Vec<Point>,
    used: Points,
    found: Vec<Symmetry>,
}

impl<'b, F: Fn(Point, Point, Point, Point) -> bool> Search<'b, F> {
    fn new(board: &'b Board, keeps: F) -> Self {
        Search { board, keeps, images: Vec::new(), used: Points::EMPTY, found: Vec::new() }
    }

    fn run(mut self) -> Vec<Symmetry> {
        self.extend();
        self.found
    }

    fn extend(&mut self) {
        if self.found.len() > MAX_SYMMETRIES {
            return;
        }
        if self.images.len() == self.board.len() {
            self.found.push(Symmetry::from_images(&self.images));
            return;
        }
        let free = self.board.all().without(self.used);
        for image in free {
            if self.fits(image) {
                self.images.push(image);
                self.used |= image.set();
                self.extend();
                self.images.pop();
                self.used = self.used.without(image.set());
            }
        }
    }

    /// Whether the next point may go to `image`, as far as the points mapped so far can tell.
    fn fits(&self, image: Point) -> bool {
        let board = self.board;
        let next = Point::new(self.images.len());
        if board.neighbours(next).len() != board.neighbours(image).len() {
            return false;
        }
        let mapped = || self.images.iter().enumerate().map(|(i, &to)| (Point::new(i), to));
        for (a, to_a) in mapped() {
            if board.neighbours(next).contains(a) != board.neighbours(image).contains(to_a)
                || !(self.keeps)(next, a, image, to_a)
            {
                return false;
            }
            for (b, to_b) in mapped() {
                let same = |from: Point, over: Point, to: Point, f: Point, o: Point, t: Point| {
                    board.landings(from, over).contains(to) == board.landings(f, o).contains(t)
                };
                if a != b
                    && !(same(next, a, b, image, to_a, to_b) && same(a, next, b, to_a, image, to_b))
                {
                    return false;
                }
            }
        }
        true
    }
}
