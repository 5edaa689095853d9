//! Boards: points, the lines through them, and all that follows from the lines.

use crate::automorphisms::OutOfSteps;
use crate::point::{MAX_POINTS, Point, Points};
use crate::symmetry::{self, Symmetry};

/// A point as it is drawn and called.
#[derive(Clone, Debug, PartialEq)]
pub struct PointInfo {
    /// Letters and then digits, such as `A1`; unique on the board.
    pub name: String,
    /// Drawing coordinate, growing to the right.
    pub x: f64,
    /// Drawing coordinate, growing downwards.
    pub y: f64,
}

/// A board: named points in rows, and lines through them.
///
/// Two points are adjacent when they follow each other on a line; a jump leads over three points
/// that follow each other on a line. Adjacency, jumps and symmetries are computed from the lines.
///
/// ```
/// use bagh::Game;
///
/// let board = Game::bagh_chal().board().clone();
/// let corner = board.point("A1").unwrap();
/// assert_eq!(board.neighbours(corner).len(), 3);
/// assert_eq!(board.symmetries().len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    points: Vec<PointInfo>,
    rows: Vec<usize>,
    lines: Vec<Vec<Point>>,
    diagonals: Vec<Vec<Point>>,
    neighbours: [Points; MAX_POINTS],
    /// `landings[from][over]`: where a jump from one point over another may end.
    landings: Box<[[Points; MAX_POINTS]; MAX_POINTS]>,
    symmetries: Vec<Symmetry>,
}

impl Board {
    /// Whether another board has the same points, by name and in the same order, with the same
    /// lines and diagonals: every position on one is a position on the other.
    pub fn has_same_lines(&self, other: &Board) -> bool {
        let names = |board: &Board| -> Vec<String> {
            board.points.iter().map(|point| point.name.clone()).collect()
        };
        self.lines == other.lines
            && self.diagonals == other.diagonals
            && names(self) == names(other)
    }

    /// A board of these points, in rows of these lengths, with these lines. Diagonals are lines
    /// on which a Dandee can happen.
    ///
    /// The caller has checked the data: see [`Game::from_toml`](crate::Game::from_toml).
    pub(crate) fn new(
        points: Vec<PointInfo>,
        rows: Vec<usize>,
        lines: Vec<Vec<Point>>,
        diagonals: Vec<Vec<Point>>,
    ) -> Result<Board, OutOfSteps> {
        assert!(points.len() <= MAX_POINTS);
        assert_eq!(rows.iter().sum::<usize>(), points.len());
        let mut neighbours = [Points::EMPTY; MAX_POINTS];
        let mut landings = Box::new([[Points::EMPTY; MAX_POINTS]; MAX_POINTS]);
        for line in lines.iter().chain(&diagonals) {
            for pair in line.windows(2) {
                neighbours[pair[0].index()] |= pair[1].set();
                neighbours[pair[1].index()] |= pair[0].set();
            }
            for three in line.windows(3) {
                let (a, b, c) = (three[0], three[1], three[2]);
                landings[a.index()][b.index()] |= c.set();
                landings[c.index()][b.index()] |= a.set();
            }
        }
        let mut board =
            Board { points, rows, lines, diagonals, neighbours, landings, symmetries: Vec::new() };
        board.symmetries = symmetry::group_of(&board)?;
        Ok(board)
    }

    /// How many points the board has.
    #[inline]
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether the board has no point; never so for a board that was read from a file.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// All points of the board.
    #[inline]
    pub fn all(&self) -> Points {
        Points::first(self.points.len())
    }

    /// The lengths of the rows, from the top down.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Name and coordinates of a point.
    pub fn info(&self, point: Point) -> &PointInfo {
        &self.points[point.index()]
    }

    /// The name of a point.
    pub fn name(&self, point: Point) -> &str {
        &self.points[point.index()].name
    }

    /// The point with this name, in either case.
    pub fn point(&self, name: &str) -> Option<Point> {
        self.points.iter().position(|p| p.name.eq_ignore_ascii_case(name)).map(Point::new)
    }

    /// The lines that are not diagonals.
    pub fn lines(&self) -> &[Vec<Point>] {
        &self.lines
    }

    /// The lines on which a Dandee can happen.
    pub fn diagonals(&self) -> &[Vec<Point>] {
        &self.diagonals
    }

    /// Every line of the board.
    pub fn all_lines(&self) -> impl Iterator<Item = &[Point]> {
        self.lines.iter().chain(&self.diagonals).map(Vec::as_slice)
    }

    /// The points that a slide can reach from here.
    #[inline]
    pub fn neighbours(&self, point: Point) -> Points {
        self.neighbours[point.index()]
    }

    /// The points where a jump from one point over another may land.
    #[inline]
    pub fn landings(&self, from: Point, over: Point) -> Points {
        self.landings[from.index()][over.index()]
    }

    /// The symmetries of the board, the identity first.
    ///
    /// These are all permutations of the points that keep adjacency and jumps. Where they are
    /// more than [`symmetry::MAX_SYMMETRIES`], only those that also keep the drawing are used, and
    /// if those are too many as well, only the identity.
    #[inline]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}
