//! The input features of the network: a sparse list of active features of a position.
//!
//! Positions are mapped to a canonical image first: the least image of the tigers under the
//! symmetries of the board. There are four kinds of features:
//!
//! - each pair of a tiger and a goat, by their points;
//! - each segment of a line (four points in a row, or a whole line of three), by what stands on it
//!   (81 or 27 patterns);
//! - each pair of tigers, by their points;
//! - goats in hand, goats captured and the side to move.

use bagh::{Game, Points, Position, Side};

/// The largest number of active features. No supported board has more lines, tigers and goats.
pub const MAX_ACTIVE: usize = 256;

/// The largest number of segments of a supported board.
const MAX_SEGMENTS: usize = 64;

/// Points of a segment, and the shortest line that is a segment.
const LONGEST: usize = 4;
const SHORTEST: usize = 3;

/// The features of a game's positions.
#[derive(Clone)]
pub struct Features {
    game: Game,
    points: usize,
    /// Where the features of each segment begin, counted from those of the first; one more for the
    /// end.
    segments: Vec<usize>,
    /// For all subsets of each group of eight points: what goats, or tigers, on them add to the
    /// pattern number of each segment.
    goat_adds: Vec<[[u8; MAX_SEGMENTS]; 256]>,
    tiger_adds: Vec<[[u8; MAX_SEGMENTS]; 256]>,
    /// For each placement of the tigers, by its rank among subsets: the symmetry that leads to the
    /// canonical image.
    canonical: Vec<u8>,
    choose: Vec<[u32; 33]>,
}

impl Features {
    /// The features of a game; `None` if its board is too large.
    pub fn new(game: &Game) -> Option<Features> {
        let board = game.board();
        let points = board.len();
        let segments = segments(game);
        let tigers = usize::from(game.tigers());
        if segments.len() > MAX_SEGMENTS
            || board.symmetries().len() > 256
            || segments.len() + tigers * (usize::from(game.goats()) + tigers) + 3 > MAX_ACTIVE
        {
            return None;
        }
        let adds = |digit: u8| {
            (0..4)
                .map(|group| {
                    std::array::from_fn(|bits| {
                        let mut add = [0; MAX_SEGMENTS];
                        for (number, segment) in segments.iter().enumerate() {
                            for (place, &point) in segment.iter().enumerate() {
                                if point / 8 == group && bits >> (point % 8) & 1 == 1 {
                                    add[number] += digit * 3u8.pow(place as u32);
                                }
                            }
                        }
                        add
                    })
                })
                .collect()
        };
        let choose = pascal(points, tigers);
        let placements = choose[tigers][points] as usize;
        if placements > 1 << 20 {
            return None;
        }
        let ends = segments.iter().scan(0, |end, segment| {
            *end += pattern_count(segment.len());
            Some(*end)
        });
        let mut features = Features {
            game: game.clone(),
            points,
            segments: std::iter::once(0).chain(ends).collect(),
            goat_adds: adds(1),
            tiger_adds: adds(2),
            canonical: vec![0; placements],
            choose,
        };
        features.find_canonical(tigers)?;
        Some(features)
    }

    /// Finds the symmetry to the canonical image of each placement of the tigers; the first of
    /// several.
    fn find_canonical(&mut self, tigers: usize) -> Option<()> {
        let game = self.game.clone();
        for bits in subsets(self.points, tigers) {
            let stand = Points::from_bits(bits);
            let images = game.board().symmetries().iter().map(|symmetry| symmetry.points(stand));
            let (_, which) = images.zip(0..).min()?;
            let rank = self.rank(stand);
            self.canonical[rank] = u8::try_from(which).ok()?;
        }
        Some(())
    }

    /// The rank of a set of points among those of its size.
    #[inline(always)]
    fn rank(&self, points: Points) -> usize {
        points.iter().enumerate().map(|(i, p)| self.choose[i + 1][p.index()] as usize).sum()
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many features there are in all.
    pub fn count(&self) -> usize {
        self.first_state() + self.states()
    }

    fn first_segment(&self) -> usize {
        self.points * self.points
    }

    fn first_pair(&self) -> usize {
        self.first_segment() + self.segments.last().copied().unwrap_or_default()
    }

    fn first_state(&self) -> usize {
        self.first_pair() + self.points * self.points.saturating_sub(1) / 2
    }

    /// Goats in hand, captured goats, who moves; and tigers in hand.
    fn states(&self) -> usize {
        let (goats, captures) = (usize::from(self.game.goats()), usize::from(self.game.captures()));
        2 * (goats + 1) * captures + usize::from(self.game.tigers())
    }

    /// Writes the active features of a position to `active`, and returns how many there are. The
    /// game is not over.
    #[inline(always)]
    pub fn write_active(&self, position: &Position, active: &mut [u16; MAX_ACTIVE]) -> usize {
        let in_hand = usize::from(self.game.tigers_in_hand(position));
        let mut count = 0;
        let mut push = |feature: usize| {
            active[count] = feature as u16;
            count += 1;
        };
        let (mut tigers, mut goats) = (position.tigers(), position.goats());
        if in_hand == 0 {
            let which = self.canonical[self.rank(tigers)];
            if which != 0 {
                let symmetry = &self.game.board().symmetries()[usize::from(which)];
                tigers = symmetry.points(tigers);
                goats = symmetry.points(goats);
            }
        } else {
            push(self.count() - in_hand);
        }
        let captures = usize::from(self.game.captures());
        let state = (usize::from(position.goats_in_hand()) * captures
            + usize::from(position.captured()))
            * 2
            + usize::from(position.turn() == Side::Goat);
        push(self.first_state() + state);
        for tiger in tigers {
            let pairs = self.first_pair() + tiger.index() * tiger.index().saturating_sub(1) / 2;
            for other in tigers.iter().take_while(|other| other.index() < tiger.index()) {
                push(pairs + other.index());
            }
            for goat in goats {
                push(tiger.index() * self.points + goat.index());
            }
        }
        let patterns = self.patterns(tigers, goats);
        let first = self.first_segment();
        for (begin, &pattern) in self.segments[..self.segments.len() - 1].iter().zip(&patterns) {
            push(first + begin + usize::from(pattern));
        }
        count
    }

    /// The pattern on each segment.
    #[inline(always)]
    fn patterns(&self, tigers: Points, goats: Points) -> [u8; MAX_SEGMENTS] {
        let mut patterns = [0u8; MAX_SEGMENTS];
        for group in 0..4 {
            let goats = &self.goat_adds[group][(goats.bits() >> (8 * group) & 255) as usize];
            let tigers = &self.tiger_adds[group][(tigers.bits() >> (8 * group) & 255) as usize];
            for number in 0..MAX_SEGMENTS {
                patterns[number] += goats[number] + tigers[number];
            }
        }
        patterns
    }

    /// The bucket of hidden and output layers of a position: by side to move and goats in hand.
    #[inline]
    pub fn bucket(&self, position: &Position) -> usize {
        let goats = usize::from(self.game.goats()).max(1);
        let in_hand = usize::from(position.goats_in_hand());
        let stage = (in_hand * (STAGES - 1)).div_ceil(goats);
        2 * stage + usize::from(position.turn() == Side::Goat)
    }
}

/// The segments of a board.
fn segments(game: &Game) -> Vec<Vec<usize>> {
    let lines = game.board().all_lines().filter(|line| line.len() >= SHORTEST);
    lines
        .flat_map(|line| line.windows(line.len().min(LONGEST)))
        .map(|segment| segment.iter().map(|point| point.index()).collect())
        .collect()
}

/// Patterns of this many points: each is empty, or has a goat or a tiger.
fn pattern_count(points: usize) -> usize {
    3usize.pow(points as u32)
}

/// Stages of the game with separate layers: sliding, and four parts of the placement.
const STAGES: usize = 5;

/// The number of buckets.
pub const BUCKETS: usize = 2 * STAGES;

/// `pascal[k][n]`: n choose k.
fn pascal(points: usize, most: usize) -> Vec<[u32; 33]> {
    let mut table = vec![[0u32; 33]; most + 1];
    table[0] = [1; 33];
    for k in 1..=most {
        for n in 1..=points {
            table[k][n] = table[k][n - 1].saturating_add(table[k - 1][n - 1]);
        }
    }
    table
}

/// All subsets of this size of the first points, in the order of their bits.
fn subsets(points: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (1u64 << size) - 1;
    std::iter::successors(Some(first), |&bits| {
        // Gosper's hack: the next larger number with as many bits.
        let low = bits & bits.wrapping_neg();
        let up = bits + low;
        (low > 0).then(|| up | ((bits ^ up) / low) >> 2)
    })
    .take_while(move |&bits| bits < 1 << points)
    .map(|bits| bits as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The active features, found point by point.
    fn plain(features: &Features, position: &Position) -> Vec<u16> {
        let game = features.game();
        let board = game.board();
        let least = |p: &Position| board.symmetries().iter().map(|s| s.points(p.tigers())).min();
        let symmetry = board
            .symmetries()
            .iter()
            .find(|s| Some(s.points(position.tigers())) == least(position))
            .unwrap();
        let image = position.transformed(symmetry);
        let mut active = Vec::new();
        for tiger in image.tigers() {
            let before: usize = (0..tiger.index()).sum();
            for other in image.tigers() {
                if other.index() < tiger.index() {
                    active.push((features.first_pair() + before + other.index()) as u16);
                }
            }
            for goat in image.goats() {
                active.push((tiger.index() * board.len() + goat.index()) as u16);
            }
        }
        let mut begin = features.first_segment();
        for line in board.all_lines() {
            for segment in line.windows(line.len().clamp(3, 4)) {
                let way = segment.iter().rev().fold(0, |way, &point| {
                    let here = if image.tigers().contains(point) {
                        2
                    } else {
                        usize::from(image.goats().contains(point))
                    };
                    3 * way + here
                });
                active.push((begin + way) as u16);
                begin += if segment.len() == 3 { 27 } else { 81 };
            }
        }
        active
    }

    #[test]
    fn active_features_are_those_of_the_board() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let features = Features::new(game).unwrap();
            let mut position = game.start();
            let mut at = 1;
            while game.result(&position).is_none() && at < 60 {
                let moves: Vec<_> = game.moves(&position).collect();
                position = game.after(&position, moves[at * 7 % moves.len()]);
                at += 1;
                if game.tigers_in_hand(&position) > 0 || game.result(&position).is_some() {
                    continue;
                }
                let mut active = [0; MAX_ACTIVE];
                let count = features.write_active(&position, &mut active);
                assert!(active[..count].iter().all(|&f| usize::from(f) < features.count()));
                assert_eq!(active[1..count], plain(&features, &position));
                assert!(features.bucket(&position) < BUCKETS);
            }
        }
    }
}
