//! The search for a board's symmetries: colour refinement first, backtracking for what is left.
//!
//! Points begin with one colour. A round of refinement gives two points different colours when
//! they differ in the colours of what surrounds them; rounds go on until nothing changes. A
//! symmetry keeps colours, so only points of one colour can be images of each other. Where several
//! points still share a colour, one of them is sent to each candidate in turn, and refinement
//! follows from there. On 32 points this leaves few dead ends; plain backtracking has exponentially
//! many.

use crate::board::Board;
use crate::point::{MAX_POINTS, Point};

/// Steps that a search may take. The boards that come with the library need fewer than 200,000.
pub(crate) const MAX_STEPS: u64 = 50_000_000;

/// The search took more steps than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfSteps;

type Colours = [u8; MAX_POINTS];

/// What a symmetry has to keep: the kind of each pair of points, and all jumps.
pub(crate) struct Structure {
    points: usize,
    pairs: Vec<[u32; MAX_POINTS]>,
    /// For each point, the points that a jump from it leads over and to.
    jumps_from: Vec<Vec<(u8, u8)>>,
    /// For each point, the two ends of the jumps over it.
    jumps_over: Vec<Vec<(u8, u8)>>,
}

impl Structure {
    /// Adjacency and jumps of a board.
    pub(crate) fn of_lines(board: &Board) -> Structure {
        let points = board.len();
        let mut structure = Structure {
            points,
            pairs: vec![[0; MAX_POINTS]; points],
            jumps_from: vec![Vec::new(); points],
            jumps_over: vec![Vec::new(); points],
        };
        for from in board.all() {
            for over in board.neighbours(from) {
                structure.pairs[from.index()][over.index()] = 1;
                for to in board.landings(from, over) {
                    let number = |point: Point| point.index() as u8;
                    structure.jumps_from[from.index()].push((number(over), number(to)));
                    structure.jumps_over[over.index()].push((number(from), number(to)));
                }
            }
        }
        structure
    }

    /// The same and the distances of the drawing.
    pub(crate) fn of_drawing(board: &Board) -> Structure {
        /// Distances that differ by less than this are drawn as the same.
        const CLOSE: f64 = 1e-6;
        let mut structure = Structure::of_lines(board);
        let mut distances: Vec<(f64, usize, usize)> = Vec::new();
        for a in board.all() {
            for b in board.all() {
                let (from, to) = (board.info(a), board.info(b));
                let distance = (from.x - to.x).hypot(from.y - to.y);
                insert_sorted(&mut distances, (distance, a.index(), b.index()));
            }
        }
        // Whether distances are the same must be an equivalence, or the permutations that keep
        // them are no group: neighbours in the sorted list that are close share a class.
        let (mut class, mut last) = (0, 0.0);
        for (distance, a, b) in distances {
            if distance - last >= CLOSE {
                class += 1;
            }
            last = distance;
            structure.pairs[a][b] += 2 * class;
        }
        structure
    }

    /// All permutations that keep the structure, in lexicographic order, the identity first; or
    /// the first `most + 1` that are found, if there are more than `most`.
    pub(crate) fn automorphisms(
        &self,
        most: usize,
        max_steps: u64,
    ) -> Result<Vec<Vec<Point>>, OutOfSteps> {
        let mut search = Search { structure: self, most, steps_left: max_steps, found: Vec::new() };
        search.extend([0; MAX_POINTS], [0; MAX_POINTS])?;
        let mut found = Vec::new();
        search.found.into_iter().for_each(|symmetry| insert_sorted(&mut found, symmetry));
        Ok(found)
    }

    /// What tells a point from others of its colour: its colour and those of what surrounds it.
    fn signature(&self, colours: &Colours, point: usize) -> Vec<u64> {
        let colour = |point: usize| u64::from(colours[point]);
        let mut signature = vec![colour(point)];
        let mut add = |codes: &mut dyn Iterator<Item = u64>| {
            let mut sorted = Vec::new();
            codes.for_each(|code| insert_sorted(&mut sorted, code));
            signature.extend(sorted);
        };
        let others = (0..self.points).filter(|&other| other != point);
        add(&mut others.map(|other| u64::from(self.pairs[point][other]) << 8 | colour(other)));
        let jumps = self.jumps_from[point].iter();
        add(&mut jumps.map(|&(over, to)| colour(over.into()) << 8 | colour(to.into())));
        // A jump can be made from either end, so each is listed in both directions.
        let jumps = self.jumps_over[point].iter();
        add(&mut jumps.map(|&(from, to)| colour(from.into()) << 8 | colour(to.into())));
        // The lengths, so that one list is not taken for the beginning of the next.
        signature.push(self.jumps_from[point].len() as u64);
        signature
    }
}

/// Inserts into a sorted list, behind its equals. The lists here are short, and each type that is
/// sorted by the standard library takes kilobytes of the page's wasm.
fn insert_sorted<T: PartialOrd>(list: &mut Vec<T>, item: T) {
    let place = list.partition_point(|other| *other <= item);
    list.insert(place, item);
}

struct Search<'s> {
    structure: &'s Structure,
    most: usize,
    steps_left: u64,
    found: Vec<Vec<Point>>,
}

impl Search<'_> {
    /// Finds the symmetries that carry the first colouring into the second.
    fn extend(&mut self, mut from: Colours, mut to: Colours) -> Result<(), OutOfSteps> {
        let Some(colours) = self.refine(&mut from, &mut to)? else { return Ok(()) };
        let points = self.structure.points;
        let with = |colouring: &Colours, colour: u8| -> Vec<usize> {
            (0..points).filter(|&p| colouring[p] == colour).collect()
        };
        if colours == points {
            // The last round compared all pairs and jumps by colours that name single points.
            let image = |p: usize| (0..points).find(|&q| to[q] == from[p]);
            self.found.extend((0..points).map(|p| image(p).map(Point::new)).collect::<Option<_>>());
            return Ok(());
        }
        let shared = (0..points).find(|&p| with(&from, from[p]).len() > 1);
        let Some(point) = shared else { return Ok(()) };
        for image in with(&to, from[point]) {
            if self.found.len() > self.most {
                return Ok(());
            }
            let (mut from, mut to) = (from, to);
            from[point] = points as u8;
            to[image] = points as u8;
            self.extend(from, to)?;
        }
        Ok(())
    }

    /// Refines both colourings until nothing changes, and counts the colours. Says nothing if no
    /// symmetry carries the one into the other.
    fn refine(
        &mut self,
        from: &mut Colours,
        to: &mut Colours,
    ) -> Result<Option<usize>, OutOfSteps> {
        let points = self.structure.points;
        let mut colours = 0;
        loop {
            let signatures = |colouring: &Colours| -> Vec<Vec<u64>> {
                (0..points).map(|p| self.structure.signature(colouring, p)).collect()
            };
            let (of_from, of_to) = (signatures(from), signatures(to));
            let steps: usize = of_from.iter().chain(&of_to).map(Vec::len).sum();
            let (mut sorted, mut sorted_to) = (Vec::new(), Vec::new());
            of_from.iter().for_each(|signature| insert_sorted(&mut sorted, signature));
            of_to.iter().for_each(|signature| insert_sorted(&mut sorted_to, signature));
            let alike = sorted == sorted_to;
            sorted.dedup();
            let number = |signature: &Vec<u64>| {
                sorted.binary_search(&signature).map_or(u8::MAX, |number| number as u8)
            };
            for p in 0..points {
                from[p] = number(&of_from[p]);
                to[p] = number(&of_to[p]);
            }
            let now = sorted.len();
            self.steps_left = self.steps_left.checked_sub(steps as u64).ok_or(OutOfSteps)?;
            if !alike {
                return Ok(None);
            }
            if now == colours {
                return Ok(Some(colours));
            }
            colours = now;
        }
    }
}
