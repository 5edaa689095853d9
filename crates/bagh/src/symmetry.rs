//! Symmetries of a board, found from its lines.

use std::fmt;

use crate::automorphisms::{MAX_STEPS, OutOfSteps, Structure};
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
pub(crate) fn group_of(board: &Board) -> Result<Vec<Symmetry>, OutOfSteps> {
    let group = |structure: Structure| structure.automorphisms(MAX_SYMMETRIES, MAX_STEPS);
    let mut images = group(Structure::of_lines(board))?;
    // A board such as a star of many equal rays has astronomically many symmetries. The ones of
    // its drawing are a group too, and nearly always a small one.
    if images.len() > MAX_SYMMETRIES {
        images = group(Structure::of_drawing(board))?;
    }
    if images.len() > MAX_SYMMETRIES {
        images = vec![board.all().iter().collect()];
    }
    Ok(images.iter().map(|images| Symmetry::from_images(images)).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Game;

    /// The plain twin of the search: images of the points in order, cut as soon as a pair or a
    /// jump is broken.
    fn plain_group(board: &Board) -> Vec<Vec<Point>> {
        fn fits(board: &Board, images: &[Point], image: Point) -> bool {
            let next = Point::new(images.len());
            let mapped = || images.iter().enumerate().map(|(i, &to)| (Point::new(i), to));
            let same = |from, over, to, f, o, t| {
                board.landings(from, over).contains(to) == board.landings(f, o).contains(t)
            };
            mapped().all(|(a, to_a)| {
                board.neighbours(next).contains(a) == board.neighbours(image).contains(to_a)
                    && mapped().all(|(b, to_b)| {
                        a == b
                            || same(next, a, b, image, to_a, to_b)
                                && same(a, next, b, to_a, image, to_b)
                    })
            })
        }
        fn extend(board: &Board, images: &mut Vec<Point>, found: &mut Vec<Vec<Point>>) {
            if images.len() == board.len() {
                found.push(images.clone());
            } else {
                for image in board.all() {
                    if !images.contains(&image) && fits(board, images, image) {
                        images.push(image);
                        extend(board, images, found);
                        images.pop();
                    }
                }
            }
        }
        let mut found = Vec::new();
        extend(board, &mut Vec::new(), &mut found);
        found
    }

    fn images(board: &Board) -> Vec<Vec<Point>> {
        let images = |s: &Symmetry| board.all().iter().map(|p| s.point(p)).collect();
        board.symmetries().iter().map(images).collect()
    }

    /// A board of these lines, its points drawn at these places.
    fn board(places: &[(i32, i32)], lines: &[Vec<usize>]) -> Board {
        let names: Vec<String> = (0..places.len()).map(|p| format!("\"A{p}\"")).collect();
        let xs: Vec<String> = places.iter().map(|(x, _)| x.to_string()).collect();
        let ys: Vec<String> = places.iter().map(|(_, y)| y.to_string()).collect();
        let line = |line: &Vec<usize>| {
            let names: Vec<String> = line.iter().map(|p| format!("A{p}")).collect();
            format!("\"{}\"", names.join(" "))
        };
        let lines: Vec<String> = lines.iter().map(line).collect();
        let text = format!(
            "name = \"x\"\ntigers = 1\ngoats = 1\ncaptures = 1\nopening = \"placed\"\nlines = [{}]\n[[rows]]\npoints = [{}]\nx = [{}]\ny = [{}]\n",
            lines.join(", "),
            names.join(", "),
            xs.join(", "),
            ys.join(", ")
        );
        Game::from_toml(&text).unwrap().board().clone()
    }

    /// Whether a list of permutations is closed under taking one after the other.
    fn is_group(all: &[Vec<Point>]) -> bool {
        let after = |a: &Vec<Point>, b: &Vec<Point>| a.iter().map(|p| b[p.index()]).collect();
        all.iter().all(|a| all.iter().all(|b| all.binary_search(&after(a, b)).is_ok()))
    }

    #[test]
    fn built_in_boards_have_the_symmetries_that_plain_search_finds() {
        for game in Game::names().filter_map(Game::by_name) {
            assert_eq!(images(game.board()), plain_group(game.board()), "{}", game.name());
        }
    }

    proptest! {
        #[test]
        fn small_boards_have_the_symmetries_that_plain_search_finds(
            points in 2..8usize,
            lines in prop::collection::vec(prop::collection::vec(0..8usize, 2..5), 1..8),
        ) {
            let mut lines: Vec<Vec<usize>> = lines
                .into_iter()
                .map(|line| {
                    let mut seen = Vec::new();
                    for point in line.into_iter().filter(|&p| p < points) {
                        if !seen.contains(&point) {
                            seen.push(point);
                        }
                    }
                    seen
                })
                .filter(|line| line.len() > 1)
                .collect();
            // Every point must be on a line.
            lines.extend((1..points).filter(|p| p % 2 == 1).map(|p| vec![p - 1, p]));
            lines.push(vec![0, points - 1]);
            let places: Vec<(i32, i32)> = (0..points as i32).map(|i| (i * i, i)).collect();
            let board = board(&places, &lines);
            let plain = plain_group(&board);
            if plain.len() <= MAX_SYMMETRIES {
                prop_assert_eq!(images(&board), plain);
            } else {
                prop_assert!(images(&board).len() <= MAX_SYMMETRIES);
            }
        }
    }

    /// Twenty points on two-point lines, numbered so that the first ten share no line: ten
    /// separate pairs, joined at their far ends to a path. Plain search tries 10! orders.
    fn comb() -> Vec<Vec<usize>> {
        let teeth = (0..10).map(|i| vec![i, 10 + (7 * i + 3) % 10]);
        let back = (0..9).map(|i| vec![10 + i, 11 + i]);
        teeth.chain(back).collect()
    }

    #[test]
    fn points_that_share_no_line_do_not_multiply_the_steps() {
        let places: Vec<(i32, i32)> = (0..20).map(|i| (i * i, 7 * i % 20)).collect();
        let board = board(&places, &comb());
        assert_eq!(board.symmetries().len(), 2, "the comb and its mirror image");
        let steps = Structure::of_lines(&board).automorphisms(MAX_SYMMETRIES, 100_000);
        assert_eq!(steps.map(|found| found.len()), Ok(2));
    }

    #[test]
    fn separate_pairs_have_the_symmetries_of_their_drawing() {
        // 2^10 × 10! symmetries of the lines; of the drawing, two rows of ten, only four.
        let places: Vec<(i32, i32)> = (0..20).map(|i| (i % 10, i / 10)).collect();
        let pairs: Vec<Vec<usize>> = (0..10).map(|i| vec![i, 10 + i]).collect();
        let group = images(&board(&places, &pairs));
        assert_eq!(group.len(), 4);
        assert!(is_group(&group));
        // All in one place: no drawing to go by.
        assert_eq!(images(&board(&[(0, 0); 20], &pairs)).len(), 1);
    }

    #[test]
    fn a_search_that_takes_too_long_ends() {
        let board = Game::bagh_chal().board();
        let group = Structure::of_lines(board).automorphisms(MAX_SYMMETRIES, 1000);
        assert_eq!(group, Err(OutOfSteps));
    }

    #[test]
    fn hard_boards_stay_within_the_steps() {
        // The graphs that refinement alone tells nothing about: every point has the same degree.
        let places = [(0, 0); 32];
        let cube = |bits: u32| {
            let edge =
                move |p: u32| (0..bits).map(move |b| vec![p as usize, (p ^ 1 << b) as usize]);
            (0..1u32 << bits).flat_map(edge).collect::<Vec<_>>()
        };
        // The hypercube has 3,840 symmetries, and every point drawn in one place.
        assert_eq!(board(&places, &cube(5)).symmetries().len(), 1);
        assert_eq!(board(&places[..8], &cube(3)).symmetries().len(), 48);
        // Circulant graphs: neighbours at these distances around a circle of 31 points.
        let circle = |steps: &[usize]| {
            let edge = |p: usize| steps.iter().map(move |s| vec![p, (p + s) % 31]);
            (0..31).flat_map(edge).collect::<Vec<_>>()
        };
        assert_eq!(board(&places[..31], &circle(&[1, 3, 8])).symmetries().len(), 62);
        // These are carried into each other by doubling, too: 310 symmetries are more than are used.
        assert_eq!(board(&places[..31], &circle(&[1, 2, 4, 8, 16])).symmetries().len(), 1);
    }
}
