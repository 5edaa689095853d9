//! What the network sees of a position: a short list of rows of its first layer.
//!
//! Positions are turned first, so that the tigers stand in one of few ways (the least image under
//! the symmetries of the board). Then four kinds of rows are added up:
//!
//! - for each pair of a tiger and a goat, where they stand;
//! - for three points in a row on a line, what stands on them (27 possibilities);
//! - how the tigers stand, all together;
//! - goats in hand, goats captured, who moves.

use bagh::{Game, Points, Position, Side};

/// Most rows of a position. No board has more lines, tigers and goats.
pub const MAX_ROWS: usize = 256;

/// Points in a row that a board may have at most for a network.
const MAX_THREES: usize = 64;

/// Ways to stand on three points.
const WAYS: usize = 27;

/// The rows of a game's positions.
#[derive(Clone)]
pub struct Features {
    game: Game,
    points: usize,
    threes: usize,
    /// For all subsets of each group of eight points: what a goat, or a tiger, on them adds to
    /// the numbers of the threes.
    goat_adds: Vec<[[u8; MAX_THREES]; 256]>,
    tiger_adds: Vec<[[u8; MAX_THREES]; 256]>,
    /// For each way that the tigers can stand, by its rank among subsets: the symmetry to turn
    /// the position by, and the number of the turned way.
    stands: Vec<(u8, u16)>,
    choose: Vec<[u32; 33]>,
    turned_stands: usize,
}

impl Features {
    /// The features of a game, if its board is small enough.
    pub fn new(game: &Game) -> Option<Features> {
        let board = game.board();
        let points = board.len();
        let threes: Vec<[usize; 3]> = board
            .all_lines()
            .flat_map(|line| line.windows(3))
            .map(|w| [w[0].index(), w[1].index(), w[2].index()])
            .collect();
        let tigers = usize::from(game.tigers());
        if threes.len() > MAX_THREES
            || board.symmetries().len() > 256
            || threes.len() + tigers * usize::from(game.goats()) + 3 > MAX_ROWS
        {
            return None;
        }
        let adds = |digit: u8| {
            (0..4)
                .map(|group| {
                    std::array::from_fn(|bits| {
                        let mut add = [0; MAX_THREES];
                        for (number, three) in threes.iter().enumerate() {
                            for (place, &point) in three.iter().enumerate() {
                                if point / 8 == group && bits >> (point % 8) & 1 == 1 {
                                    add[number] += digit * [1, 3, 9][place];
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
        let mut features = Features {
            game: game.clone(),
            points,
            threes: threes.len(),
            goat_adds: adds(1),
            tiger_adds: adds(2),
            stands: vec![(0, u16::MAX); ways],
            choose,
            turned_stands: 0,
        };
        features.find_stands(tigers)?;
        Some(features)
    }

    /// Numbers the ways to stand up to symmetry, in the order of their ranks.
    fn find_stands(&mut self, tigers: usize) -> Option<()> {
        let game = self.game.clone();
        let symmetries = game.board().symmetries();
        let mut numbers = std::collections::HashMap::new();
        for bits in subsets(self.points, tigers) {
            let stand = Points::from_bits(bits);
            let (least, which) = symmetries
                .iter()
                .enumerate()
                .map(|(which, symmetry)| (symmetry.points(stand), which))
                .min()?;
            let next = numbers.len();
            let number = *numbers.entry(least).or_insert(next);
            let rank = self.rank(stand);
            self.stands[rank] = (which as u8, u16::try_from(number).ok()?);
        }
        self.turned_stands = numbers.len();
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

    fn first_three(&self) -> usize {
        self.points * self.points
    }

    fn first_stand(&self) -> usize {
        self.first_three() + WAYS * self.threes
    }

    fn first_state(&self) -> usize {
        self.first_stand() + self.turned_stands
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
            let (which, number) = self.stands[self.rank(tigers)];
            if which != 0 {
                let symmetry = &self.game.board().symmetries()[usize::from(which)];
                tigers = symmetry.points(tigers);
                goats = symmetry.points(goats);
            }
            push(self.first_stand() + usize::from(number));
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
            for goat in goats {
                push(tiger.index() * self.points + goat.index());
            }
        }
        let ways = self.ways(tigers, goats);
        for (number, &way) in ways[..self.threes].iter().enumerate() {
            push(self.first_three() + WAYS * number + usize::from(way));
        }
        count
    }

    /// What stands on each three points in a row.
    #[inline(always)]
    fn ways(&self, tigers: Points, goats: Points) -> [u8; MAX_THREES] {
        let mut ways = [0u8; MAX_THREES];
        for group in 0..4 {
            let goats = &self.goat_adds[group][(goats.bits() >> (8 * group) & 255) as usize];
            let tigers = &self.tiger_adds[group][(tigers.bits() >> (8 * group) & 255) as usize];
            for number in 0..MAX_THREES {
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
            for goat in turned.goats() {
                rows.push((tiger.index() * board.len() + goat.index()) as u16);
            }
        }
        let threes = board.all_lines().flat_map(|line| line.windows(3));
        for (number, three) in threes.enumerate() {
            let way = three.iter().rev().fold(0, |way, &point| {
                let here = if turned.tigers().contains(point) {
                    2
                } else {
                    usize::from(turned.goats().contains(point))
                };
                3 * way + here
            });
            rows.push((features.first_three() + WAYS * number + way) as u16);
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
                assert_eq!(rows[2..count], plain(&features, &position));
                assert!(features.bucket(&position) < BUCKETS);
            }
        }
    }

    #[test]
    fn tigers_stand_in_as_many_ways_as_there_are_up_to_symmetry() {
        assert_eq!(Features::new(Game::bagh_chal()).unwrap().turned_stands, 1666);
        assert_eq!(Features::new(Game::aadu_puli()).unwrap().turned_stands, 891);
    }
}
