//! What a network sees of a position: 26 numbers.
//!
//! The paper of 2004 names five of its 26 features; `docs/EVOLUTION.md` lists which those are and
//! how the others were chosen. All are counts that no symmetry of the board changes. They are
//! worked out by bits, since nearly all the time of an evolution goes into them.

use bagh::{Game, Position};

use crate::ground::Ground;

/// How many features there are.
pub const FEATURES: usize = 26;

/// How many of them go straight to the output of a network: the last ones.
pub const DIRECT: usize = 2;

/// The names of the features, in order.
pub const NAMES: [&str; FEATURES] = [
    "tiger moves",
    "tiger jumps",
    "goat moves that avoid an immediate capture",
    "distance of each pair of tigers, together",
    "least distance of two tigers",
    "goats in hand",
    "goats on corners",
    "goats on the rest of the rim",
    "goats inside",
    "goats that can be captured now",
    "goats next to a tiger",
    "goats next to no other goat",
    "pairs of goats side by side",
    "slides of the goats on the board",
    "jumps that another goat blocks",
    "empty points next to no tiger",
    "empty points that no tiger can slide to, however long",
    "tigers on corners",
    "tigers on the rim",
    "tigers on crossings",
    "moves of the least mobile tiger",
    "moves of the most mobile tiger",
    "tigers with one move left",
    "tigers that can capture",
    "goats captured",
    "trapped tigers",
];

const TIGER_MOVES: usize = 0;
const JUMPS: usize = 1;
const SAFE: usize = 2;
const APART: usize = 3;
const NEAREST: usize = 4;
const IN_HAND: usize = 5;
const GOATS_CORNERS: usize = 6;
const GOATS_RIM: usize = 7;
const GOATS_INSIDE: usize = 8;
const HANGING: usize = 9;
const TOUCHED: usize = 10;
const STRAYS: usize = 11;
const SIDE_BY_SIDE: usize = 12;
const GOAT_SLIDES: usize = 13;
const BLOCKED_JUMPS: usize = 14;
const CALM: usize = 15;
const CLOSED: usize = 16;
const TIGERS_CORNERS: usize = 17;
const TIGERS_RIM: usize = 18;
const TIGERS_CROSSINGS: usize = 19;
const LEAST_MOBILE: usize = 20;
const MOST_MOBILE: usize = 21;
const ONE_LEFT: usize = 22;
const HUNTERS: usize = 23;
const CAPTURED: usize = 24;
const TRAPPED: usize = 25;

/// The features of a position as whole numbers, distances in tenths.
pub type Counts = [i32; FEATURES];

/// Works out features for one game.
#[derive(Clone, Debug)]
pub struct Eye {
    ground: Ground,
    tigers: u32,
    scale: [f32; FEATURES],
}

impl Eye {
    /// An eye for this game.
    pub fn new(game: &Game) -> Eye {
        let ground = Ground::new(game);
        let tigers = u32::from(game.tigers());
        Eye { scale: scale(game, &ground), ground, tigers }
    }

    /// The features of a position, each brought to about 0 to 1.
    #[inline]
    pub fn features(&self, position: &Position) -> [f32; FEATURES] {
        self.scaled(&self.counts(position))
    }

    /// Counts brought to about 0 to 1.
    #[inline]
    pub fn scaled(&self, counts: &Counts) -> [f32; FEATURES] {
        let mut features = [0.0; FEATURES];
        for ((feature, &count), &scale) in features.iter_mut().zip(counts).zip(&self.scale) {
            *feature = count as f32 * scale;
        }
        features
    }

    /// Whether all tigers are on the board and none can move, by the counts.
    #[inline]
    pub(crate) fn is_trapped(&self, counts: &Counts) -> bool {
        counts[TRAPPED] as u32 == self.tigers
    }

    /// Whether all goats are placed and none can move, by the counts.
    #[inline]
    pub(crate) fn is_locked(&self, counts: &Counts) -> bool {
        counts[IN_HAND] == 0 && counts[GOAT_SLIDES] == 0
    }

    /// The features of a position as whole numbers.
    #[inline]
    pub fn counts(&self, position: &Position) -> Counts {
        let ground = &self.ground;
        let (tigers, goats) = (position.tigers().bits(), position.goats().bits());
        let empty = ground.all & !(tigers | goats);
        let mut counts = [0; FEATURES];

        // The tigers one by one: their moves, the goats in danger, where a new goat would be.
        let mut around_tigers = 0;
        let mut beside_tigers = 0; // Goats, counted once for each tiger next to them.
        let (mut moves, mut jumps, mut blocked) = (0, 0, 0);
        let (mut least, mut most) = (i32::MAX, 0);
        let mut hanging = 0;
        let mut landings = u32::MAX; // Where a goat would stop every jump there is.
        let mut unsafe_points = 0;
        let mut left = tigers;
        while left != 0 {
            let tiger = left.trailing_zeros() as usize & 31;
            left &= left - 1;
            let around = ground.neighbours[tiger];
            around_tigers |= around;
            beside_tigers += (around & goats).count_ones();
            let mut own_jumps = 0;
            for jump in ground.jumps.of(tiger) {
                let free = jump.b & empty != 0;
                if jump.a & goats != 0 {
                    if free {
                        own_jumps += 1;
                        hanging |= jump.a;
                        landings &= jump.b;
                    } else if jump.b & goats != 0 {
                        blocked += 1;
                    }
                } else if free {
                    unsafe_points |= jump.a;
                }
            }
            let own = (around & empty).count_ones() as i32 + own_jumps;
            moves += own;
            jumps += own_jumps;
            least = least.min(own);
            most = most.max(own);
            counts[TRAPPED] += i32::from(own == 0);
            counts[ONE_LEFT] += i32::from(own == 1);
            counts[HUNTERS] += i32::from(own_jumps > 0);
        }
        counts[TIGER_MOVES] = moves;
        counts[JUMPS] = jumps;
        counts[BLOCKED_JUMPS] = blocked;
        counts[LEAST_MOBILE] = if tigers == 0 { 0 } else { least };
        counts[MOST_MOBILE] = most;
        (counts[APART], counts[NEAREST]) = self.distances(tigers);
        counts[TIGERS_CORNERS] = ones(tigers & ground.corners);
        counts[TIGERS_RIM] = ones(tigers & ground.rim);
        counts[TIGERS_CROSSINGS] = ones(tigers & ground.crossings);

        // The herd. Each line from a goat leads to an empty point, a tiger or a goat.
        let slides = self.slides(goats, empty);
        let lines = ground.degree_sum(goats) - slides - beside_tigers;
        counts[GOAT_SLIDES] = slides as i32;
        counts[SIDE_BY_SIDE] = (lines / 2) as i32;
        counts[HANGING] = ones(hanging);
        counts[TOUCHED] = ones(goats & around_tigers);
        counts[STRAYS] = ones(goats & !ground.near(goats));
        counts[GOATS_CORNERS] = ones(goats & ground.corners);
        counts[GOATS_RIM] = ones(goats & ground.rim & !ground.corners);
        counts[GOATS_INSIDE] = ones(goats & !ground.rim);
        counts[IN_HAND] = i32::from(position.goats_in_hand());
        counts[CAPTURED] = i32::from(position.captured());
        counts[CALM] = ones(empty & !around_tigers);
        counts[CLOSED] = ones(empty & !self.reach(tigers, empty));
        counts[SAFE] = if position.goats_in_hand() > 0 {
            // It must stop every jump, and must not be jumped over itself.
            ones(empty & !unsafe_points & landings)
        } else {
            self.safe_slides(tigers, goats, empty)
        };
        counts
    }

    /// Lines from a goat to an empty point.
    #[inline]
    fn slides(&self, goats: u32, empty: u32) -> u32 {
        let (mut few, many) =
            if goats.count_ones() < empty.count_ones() { (goats, empty) } else { (empty, goats) };
        let mut slides = 0;
        while few != 0 {
            let point = few.trailing_zeros() as usize & 31;
            few &= few - 1;
            slides += (self.ground.neighbours[point] & many).count_ones();
        }
        slides
    }

    /// Slides of goats after which no tiger can capture.
    fn safe_slides(&self, tigers: u32, goats: u32, empty: u32) -> i32 {
        let ground = &self.ground;
        // The jumps there are now: a slide must break each of them.
        let mut threats = [(0, 0); 8];
        let mut threat_count = 0;
        let mut left = tigers;
        while left != 0 {
            let tiger = left.trailing_zeros() as usize & 31;
            left &= left - 1;
            for jump in ground.jumps.of(tiger) {
                if jump.a & goats != 0 && jump.b & empty != 0 {
                    if threat_count == threats.len() {
                        // A slide breaks the jumps over one goat and to one point; no built-in
                        // board has more of these.
                        return self.safe_slides_plain(tigers, goats, empty);
                    }
                    threats[threat_count] = (jump.a, jump.b);
                    threat_count += 1;
                }
            }
        }
        let threats = &threats[..threat_count];
        let mut safe = 0;
        let mut targets = empty;
        while targets != 0 {
            let to = targets.trailing_zeros() as usize & 31;
            targets &= targets - 1;
            let to_bit = 1 << to;
            let mut movers = ground.neighbours[to] & goats;
            while movers != 0 {
                let from = movers.trailing_zeros() as usize & 31;
                movers &= movers - 1;
                let from_bit = 1 << from;
                if threats.iter().any(|&(over, landing)| over != from_bit && landing != to_bit) {
                    continue;
                }
                // New dangers: the goat where it goes, and the point that it leaves as a landing.
                let herd = goats ^ from_bit ^ to_bit;
                let free = empty ^ from_bit ^ to_bit;
                let hit =
                    |pair: &crate::ground::Pair, b: u32| pair.a & tigers != 0 && pair.b & b != 0;
                if ground.jumps_over.of(to).iter().any(|pair| hit(pair, free))
                    || ground.jumps_to.of(from).iter().any(|pair| hit(pair, herd))
                {
                    continue;
                }
                safe += 1;
            }
        }
        safe
    }

    /// The same, one slide after the other.
    #[cold]
    fn safe_slides_plain(&self, tigers: u32, goats: u32, empty: u32) -> i32 {
        let mut safe = 0;
        for from in (0..32).filter(|from| goats >> from & 1 == 1) {
            let targets = self.ground.neighbours[from] & empty;
            for to in (0..32).filter(|to| targets >> to & 1 == 1) {
                let (herd, free) = (goats ^ 1 << from ^ 1 << to, empty ^ 1 << from ^ 1 << to);
                let hunted = (0..32).filter(|tiger| tigers >> tiger & 1 == 1).any(|tiger| {
                    let jumps = self.ground.jumps.of(tiger);
                    jumps.iter().any(|jump| jump.a & herd != 0 && jump.b & free != 0)
                });
                safe += i32::from(!hunted);
            }
        }
        safe
    }

    /// Empty points that a tiger can come to by sliding alone.
    #[inline]
    fn reach(&self, tigers: u32, empty: u32) -> u32 {
        let mut reached = self.ground.near(tigers) & empty;
        loop {
            let further = reached | (self.ground.near(reached) & empty);
            if further == reached {
                return reached;
            }
            reached = further;
        }
    }

    /// The distances of all pairs of tigers together, and the least.
    #[inline]
    fn distances(&self, tigers: u32) -> (i32, i32) {
        let (mut sum, mut least) = (0, i32::MAX);
        let mut left = tigers;
        while left != 0 {
            let row = &self.ground.distances[left.trailing_zeros() as usize & 31];
            left &= left - 1;
            let mut others = left;
            while others != 0 {
                let apart = row[others.trailing_zeros() as usize & 31];
                others &= others - 1;
                sum += apart;
                least = least.min(apart);
            }
        }
        (sum, if least == i32::MAX { 0 } else { least })
    }
}

#[inline]
fn ones(set: u32) -> i32 {
    set.count_ones() as i32
}

/// What brings each feature to about 0 to 1: one over what it can be at most, or usually is.
fn scale(game: &Game, ground: &Ground) -> [f32; FEATURES] {
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

#[cfg(test)]
mod tests {
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
        counts[SAFE] =
            game.moves(&herd).filter(|&m| !captures(&game.after(&herd, m))).count() as i32;
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
        counts[HUNTERS] = count(&tigers, &|t| {
            moves.iter().any(|m| m.from() == Some(t) && m.captured().is_some())
        });
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
                let (tiger, goat) =
                    (position.with_turn(Side::Tiger), position.with_turn(Side::Goat));
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
}
