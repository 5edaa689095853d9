//! Scores: what the search compares.

use std::fmt;

use bagh::{Game, Side};

/// One goat more or less, in scores.
pub const GOAT: i32 = 1000;

/// A win on the spot. A win later is worth less by one for each ply until then.
pub const WIN: i32 = 100_000;

/// Scores beyond this are wins that the search has seen to the end.
pub(crate) const SEEN: i32 = WIN - 10_000;

/// How good a position is for the tigers.
///
/// A draw in which `c` goats are captured in the end scores `GOAT * (c + 1)`, a win of the goats
/// that is only expected scores 0, and one of the tigers `GOAT * (k + 1)`, with `k` captures to
/// win. So estimates and exact values stand on one scale. Wins that the search has seen to the
/// end lie far outside, the nearer the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// The score with this number, as the tigers see it.
    pub const fn new(points: i32) -> Score {
        Score(points)
    }

    /// A draw with so many goats captured in the end.
    pub const fn draw(captured: u8) -> Score {
        Score(GOAT * (captured as i32 + 1))
    }

    /// A win of this side after so many plies.
    pub const fn win(side: Side, plies: i32) -> Score {
        match side {
            Side::Tiger => Score(WIN - plies),
            Side::Goat => Score(plies - WIN),
        }
    }

    /// The number, as the tigers see it.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The number, as this side sees it.
    pub const fn for_side(self, side: Side) -> i32 {
        match side {
            Side::Tiger => self.0,
            Side::Goat => -self.0,
        }
    }

    /// The winner and the plies until then, where the search has seen the end.
    pub const fn seen_win(self) -> Option<(Side, i32)> {
        if self.0 >= SEEN {
            Some((Side::Tiger, WIN - self.0))
        } else if self.0 <= -SEEN {
            Some((Side::Goat, WIN + self.0))
        } else {
            None
        }
    }

    /// The goats that are expected to be captured in the end, below zero where a win of the goats
    /// is expected; nothing for a win that was seen.
    pub fn expected_captures(self) -> Option<f64> {
        self.seen_win().is_none().then(|| f64::from(self.0) / f64::from(GOAT) - 1.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seen_win() {
            Some((side, plies)) => write!(f, "{side}s win in {plies}"),
            None => write!(f, "{:.2}", self.expected_captures().unwrap_or_default()),
        }
    }
}

/// The largest estimate of a game, kept away from wins that were seen.
pub(crate) fn bounded(game: &Game, points: i32) -> i32 {
    points.clamp(0, GOAT * (i32::from(game.captures()) + 1))
}

/// A score as it is kept in the transposition table: wins counted from the position itself.
pub(crate) fn to_table(points: i32, ply: i32) -> i32 {
    if points >= SEEN {
        points + ply
    } else if points <= -SEEN {
        points - ply
    } else {
        points
    }
}

/// A score from the transposition table, wins counted from the root.
pub(crate) fn from_table(points: i32, ply: i32) -> i32 {
    if points >= SEEN {
        points - ply
    } else if points <= -SEEN {
        points + ply
    } else {
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_as_the_tigers_like_them() {
        let order = [
            Score::win(Side::Goat, 1),
            Score::win(Side::Goat, 9),
            Score::new(0),
            Score::draw(0),
            Score::draw(4),
            Score::win(Side::Tiger, 9),
            Score::win(Side::Tiger, 1),
        ];
        assert!(order.is_sorted());
        assert_eq!(Score::win(Side::Goat, 9).seen_win(), Some((Side::Goat, 9)));
        assert_eq!(Score::draw(3).expected_captures(), Some(3.0));
    }

    #[test]
    fn wins_are_kept_from_where_they_stand() {
        let at_ply_3 = Score::win(Side::Tiger, 10).points();
        assert_eq!(to_table(at_ply_3, 3), Score::win(Side::Tiger, 7).points());
        assert_eq!(from_table(to_table(-at_ply_3, 3), 3), -at_ply_3);
        assert_eq!(from_table(2500, 7), 2500);
    }
}
