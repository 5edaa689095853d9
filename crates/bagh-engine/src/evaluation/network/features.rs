//! What the network sees of a position: a short list of rows of its first layer.
//!
//! Positions are turned first, so that the tigers stand in one of few ways (the least image under
//! the symmetries of the board). Then four kinds of rows are added up:
//!
//! - for each pair of a tiger and a goat, where they stand;
//! - for each stretch of a line, four points in a row or a whole line of three, what stands on it
//!   (81 or 27 possibilities);
//! - for each pair of tigers, where they stand;
//! - goats in hand, goats captured, who moves.

use bagh::{Game, Points, Position, Side};

/// Most rows of a position. No board has more lines, tigers and goats.
pub const MAX_ROWS: usize = 256;

/// Stretches that a board may have at most for a network.
const MAX_STRETCHES: usize = 64;

/// Points of a stretch, and the fewest of a line that is one.
const LONGEST: usize = 4;
const SHORTEST: usize = 3;

/// The rows of a game's positions.
#[derive(Clone)]
pub struct Features {
    game: Game,
    points: usize,
    /// Where the rows of each stretch begin, counted from those of the first; one more for the
    /// end.
    stretches: Vec<usize>,
    /// For all subsets of each group of eight points: what a goat, or a tiger, on them adds to
    /// the numbers of the ways to stand on each stretch.
    goat_adds: Vec<[[u8; MAX_STRETCHES]; 256]>,
    tiger_adds: Vec<[[u8; MAX_STRETCHES]; 256]>,
    /// For each way that the tigers can stand, by its rank among subsets: the symmetry to turn
    /// the position by.
    turns: Vec<u8>,
    choose: Vec<[u32; 33]>,
}

impl Features {
    /// The features of a game, if its board is small enough.
    pub fn new(game: &Game) -> Option<Features> {
        let board = game.board();
        let points = board.len();
        let stretches = stretches(game);
        let tigers = usize::from(game.tigers());
        if stretches.len() > MAX_STRETCHES
            || board.symmetries().len() > 256
            || stretches.len() + tigers * (usize::from(game.goats()) + tigers) + 3 > MAX_ROWS
        {
            return None;
        }
        let adds = |digit: u8| {
            (0..4)
                .map(|group| {
                    std::array::from_fn(|bits| {
                        let mut add = [0; MAX_STRETCHES];
                        for (number, stretch) in stretches.iter().enumerate() {
                            for (place, &point) in stretch.iter().enumerate() {
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
        let ways = choose[tigers][points] as usize;
        if ways > 1 << 20 {
            return None;
        }
        let ends = stretches.iter().scan(0, |end, stretch| {
            *end += ways_to_stand(stretch.len());
            Some(*end)
        });
        let mut features = Features {
            game: game.clone(),
            points,
            stretches: std::iter::once(0).chain(ends).collect(),
            goat_adds: adds(1),
            tiger_adds: adds(2),
            turns: vec![0; ways],
            choose,
        };
        features.find_turns(tigers)?;
        Some(features)
    }

    /// Finds the symmetry to the least image of each way to stand; the first of several.
    fn find_turns(&mut self, tigers: usize) -> Option<()> {
        let game = self.game.clone();
        for bits in subsets(self.points, tigers) {
            let stand = Points::from_bits(bits);
            let images = game.board().symmetries().iter().map(|symmetry| symmetry.points(stand));
            let (_, which) = images.zip(0..).min()?;
            let rank = self.rank(stand);
            self.turns[rank] = u8::try_from(which).ok()?;
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

    /// How many rows there are in all.
    pub fn rows(&self) -> usize {
        self.first_state() + self.states()
    }

    fn first_stretch(&self) -> usize {
        self.points * self.points
    }

    fn first_pair(&self) -> usize {
        self.first_stretch() + self.stretches.last().copied().unwrap_or_default()
    }

    fn first_state(&self) -> usize {
        self.first_pair() + self.points * self.points.saturating_sub(1) / 2
    }

    /// Goats in hand, captured goats, who moves; and tigers in hand.
    fn states(&self) -> usize {
        let (goats, captures) = (usize::from(self.game.goats()), usize::from(self.game.captures()));
        2 * (goats + 1) * captures + usize::from(self.game.tigers())
    }

    /// The rows of a position that is not over, written to `rows`; says how many.
    #[inline(always)]
    pub fn write(&self, position: &Position, rows: &mut [u16; MAX_ROWS]) -> usize {
        let in_hand = usize::from(self.game.tigers_in_hand(position));
        let mut count = 0;
        let mut push = |row: usize| {
            rows[count] = row as u16;
            count += 1;
        };
        let (mut tigers, mut goats) = (position.tigers(), position.goats());
        if in_hand == 0 {
            let which = self.turns[self.rank(tigers)];
            if which != 0 {
                let symmetry = &self.game.board().symmetries()[usize::from(which)];
                tigers = symmetry.points(tigers);
                goats = symmetry.points(goats);
            }
        } else {
            push(self.rows() - in_hand);
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
        let ways = self.ways(tigers, goats);
        let first = self.first_stretch();
        for (begin, &way) in self.stretches[..self.stretches.len() - 1].iter().zip(&ways) {
            push(first + begin + usize::from(way));
        }
        count
    }

    /// What stands on each stretch.
    #[inline(always)]
    fn ways(&self, tigers: Points, goats: Points) -> [u8; MAX_STRETCHES] {
        let mut ways = [0u8; MAX_STRETCHES];
        for group in 0..4 {
            let goats = &self.goat_adds[group][(goats.bits() >> (8 * group) & 255) as usize];
            let tigers = &self.tiger_adds[group][(tigers.bits() >> (8 * group) & 255) as usize];
            for number in 0..MAX_STRETCHES {
                ways[number] += goats[number] + tigers[number];
            }
        }
        ways
    }

    /// Which of the second layers a position uses: by who moves, and by goats in hand.
    #[inline]
    pub fn bucket(&self, position: &Position) -> usize {
        let goats = usize::from(self.game.goats()).max(1);
        let in_hand = usize::from(position.goats_in_hand());
        let stage = (in_hand * (STAGES - 1)).div_ceil(goats);
        2 * stage + usize::from(position.turn() == Side::Goat)
    }
}

/// The stretches of a board.
fn stretches(game: &Game) -> Vec<Vec<usize>> {
    let lines = game.board().all_lines().filter(|line| line.len() >= SHORTEST);
    lines
        .flat_map(|line| line.windows(line.len().min(LONGEST)))
        .map(|stretch| stretch.iter().map(|point| point.index()).collect())
        .collect()
}

/// Ways to stand on so many points: each is empty, or has a goat or a tiger.
fn ways_to_stand(points: usize) -> usize {
    3usize.pow(points as u32)
}

/// Stages of the game with layers of their own: sliding, and four parts of the placement.
const STAGES: usize = 5;

/// How many second layers there are.
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

/// All sets of so many of the first points, in the order of their bits.
fn subsets(points: usize, size: usize) -> impl Iterator<Item = u32> {
    let first = (1u64 << size) - 1;
    std::iter::successors(Some(first), |&bits| {
        // The next larger number with as many bits: the lowest run of ones moves up by one.
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

    /// The rows, found point by point.
    fn plain(features: &Features, position: &Position) -> Vec<u16> {
        let game = features.game();
        let board = game.board();
        let stand = |p: &Position| board.symmetries().iter().map(|s| s.points(p.tigers())).min();
        let symmetry = board
            .symmetries()
            .iter()
            .find(|s| Some(s.points(position.tigers())) == stand(position))
            .unwrap();
        let turned = position.transformed(symmetry);
        let mut rows = Vec::new();
        for tiger in turned.tigers() {
            let before: usize = (0..tiger.index()).sum();
            for other in turned.tigers() {
                if other.index() < tiger.index() {
                    rows.push((features.first_pair() + before + other.index()) as u16);
                }
            }
            for goat in turned.goats() {
                rows.push((tiger.index() * board.len() + goat.index()) as u16);
            }
        }
        let mut begin = features.first_stretch();
        for line in board.all_lines() {
            for stretch in line.windows(line.len().clamp(3, 4)) {
                let way = stretch.iter().rev().fold(0, |way, &point| {
                    let here = if turned.tigers().contains(point) {
                        2
                    } else {
                        usize::from(turned.goats().contains(point))
                    };
                    3 * way + here
                });
                rows.push((begin + way) as u16);
                begin += if stretch.len() == 3 { 27 } else { 81 };
            }
        }
        rows
    }

    #[test]
    fn rows_are_those_that_stand_on_the_board() {
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
                let mut rows = [0; MAX_ROWS];
                let count = features.write(&position, &mut rows);
                assert!(rows[..count].iter().all(|&row| usize::from(row) < features.rows()));
                assert_eq!(rows[1..count], plain(&features, &position));
                assert!(features.bucket(&position) < BUCKETS);
            }
        }
    }
}
