//! What a network sees of a position: 26 numbers.
//!
//! The paper of 2004 names five of its 26 features; `docs/EVOLUTION.md` lists which those are and
//! how the others were chosen. All are counts that no symmetry of the board changes. They are
//! worked out by bits, since nearly all the time of an evolution goes into them.

mod list;
mod scale;
#[cfg(test)]
mod tests;

use bagh::{Game, Position};
use list::*;
pub use list::{DIRECT, FEATURES, NAMES};

use crate::ground::Ground;

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
        Eye { scale: scale::of(game, &ground), ground, tigers }
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
