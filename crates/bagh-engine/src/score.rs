//! Scores of a search.

use std::fmt;

use bagh::{Game, Side};

/// The worth of one goat in scores.
pub const GOAT: i32 = 1000;

/// A win at the root. A win `n` plies later scores `WIN - n`.
pub const WIN: i32 = 100_000;

/// Scores beyond this are forced wins within the depth of a search ("mate scores").
pub(crate) const WIN_IN_MAX_PLY: i32 = WIN - 10_000;

/// A score from the tigers' point of view.
///
/// A draw with `c` goats captured in the end scores `GOAT * (c + 1)`. The static evaluation of a
/// win of the goats is 0, that of a win of the tigers `GOAT * (k + 1)`, with `k` captures to win:
/// so evaluations and exact values share one scale. Forced wins that the search has found lie far
/// outside of it, and the nearer the win the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// A score from its points for the tigers.
    pub const fn new(points: i32) -> Score {
        Score(points)
    }

    /// A draw with this many goats captured in the end.
    pub const fn draw(captured: u8) -> Score {
        Score(GOAT * (captured as i32 + 1))
    }

    /// A forced win of this side in this many plies.
    pub const fn win(side: Side, plies: i32) -> Score {
        match side {
            Side::Tiger => Score(WIN - plies),
            Side::Goat => Score(plies - WIN),
        }
    }

    /// The points for the tigers.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The points from this side's point of view.
    pub const fn for_side(self, side: Side) -> i32 {
        match side {
            Side::Tiger => self.0,
            Side::Goat => -self.0,
        }
    }

    /// The winner and the plies to the win, if this is a forced win.
    pub const fn forced_win(self) -> Option<(Side, i32)> {
        if self.0 >= WIN_IN_MAX_PLY {
            Some((Side::Tiger, WIN - self.0))
        } else if self.0 <= -WIN_IN_MAX_PLY {
            Some((Side::Goat, WIN + self.0))
        } else {
            None
        }
    }

    /// The goats expected to be captured in the end, below zero where a win of the goats is
    /// expected; `None` for a forced win.
    pub fn expected_captures(self) -> Option<f64> {
        self.forced_win().is_none().then(|| f64::from(self.0) / f64::from(GOAT) - 1.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.forced_win() {
            Some((side, plies)) => write!(f, "{side}s win in {plies}"),
            None => write!(f, "{:.2}", self.expected_captures().unwrap_or_default()),
        }
    }
}

/// Clamps a static evaluation to the scale of the game, away from forced wins.
pub(crate) fn clamp_evaluation(game: &Game, points: i32) -> i32 {
    points.clamp(0, GOAT * (i32::from(game.captures()) + 1))
}

/// A score as the transposition table keeps it: wins counted from the node, not from the root.
pub(crate) fn score_to_tt(points: i32, ply: i32) -> i32 {
    if points >= WIN_IN_MAX_PLY {
        points + ply
    } else if points <= -WIN_IN_MAX_PLY {
        points - ply
    } else {
        points
    }
}

/// A score from the transposition table: wins counted from the root.
pub(crate) fn score_from_tt(points: i32, ply: i32) -> i32 {
    if points >= WIN_IN_MAX_PLY {
        points - ply
    } else if points <= -WIN_IN_MAX_PLY {
        points + ply
    } else {
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_for_the_tigers() {
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
        assert_eq!(Score::win(Side::Goat, 9).forced_win(), Some((Side::Goat, 9)));
        assert_eq!(Score::draw(3).expected_captures(), Some(3.0));
    }

    #[test]
    fn wins_in_the_table_are_counted_from_the_node() {
        let at_ply_3 = Score::win(Side::Tiger, 10).points();
        assert_eq!(score_to_tt(at_ply_3, 3), Score::win(Side::Tiger, 7).points());
        assert_eq!(score_from_tt(score_to_tt(-at_ply_3, 3), 3), -at_ply_3);
        assert_eq!(score_from_tt(2500, 7), 2500);
    }
}
