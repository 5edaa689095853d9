//! Ratings: Glicko-2, one for each side of each game.
//!
//! The sides of a tiger hunt are different games to play, so a player has a rating as tiger and
//! another as goat. A game changes the tiger rating of one player and the goat rating of the
//! other, right after it ends.
//!
//! ```
//! use bagh::Outcome;
//! use bagh_online::rating::{Rating, rate};
//!
//! let (tiger, goat) = rate(Rating::default(), Rating::default(), Outcome::TigerWin);
//! assert!(tiger.value > 1500.0 && goat.value < 1500.0);
//! assert!(tiger.deviation < 350.0);
//! ```

use bagh::Outcome;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::Millis;

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; 1500 for a new player.
    pub value: f64,
    /// The standard deviation of the estimate; 350 for a new player.
    pub deviation: f64,
    /// How erratic the results are.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Glicko2Rating::new().into()
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(r: Glicko2Rating) -> Rating {
        Rating { value: r.rating, deviation: r.deviation, volatility: r.volatility }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(r: Rating) -> Glicko2Rating {
        Glicko2Rating { rating: r.value, deviation: r.deviation, volatility: r.volatility }
    }
}

/// A rating whose deviation is above this is provisional, and kept off leaderboards.
pub const PROVISIONAL: f64 = 110.0;

/// A rating period. After each one without games the deviation grows.
const PERIOD: Millis = 30 * 86_400_000;
/// Beyond this many idle periods every rating is as uncertain as a new one.
const MAX_PERIODS: Millis = 120;

impl Rating {
    /// Whether too little is known of the player yet.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after a time without games.
    #[must_use]
    pub fn after_idle(self, idle: Millis) -> Rating {
        let mut rating = Glicko2Rating::from(self);
        for _ in 0..(idle / PERIOD).min(MAX_PERIODS) {
            rating = decay_deviation(&rating);
        }
        rating.into()
    }
}

/// The ratings of tiger and goat after a game between them.
pub fn rate(tiger: Rating, goat: Rating, outcome: Outcome) -> (Rating, Rating) {
    let outcome = match outcome {
        Outcome::TigerWin => Outcomes::WIN,
        Outcome::Draw => Outcomes::DRAW,
        Outcome::GoatWin => Outcomes::LOSS,
    };
    let (tiger, goat) = glicko2(&tiger.into(), &goat.into(), &outcome, &Glicko2Config::new());
    (tiger.into(), goat.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_moves_ratings_together_and_certainty_grows() {
        let strong = Rating { value: 1800.0, deviation: 80.0, volatility: 0.06 };
        let weak = Rating { value: 1400.0, deviation: 80.0, volatility: 0.06 };
        let (tiger, goat) = rate(strong, weak, Outcome::Draw);
        assert!(tiger.value < strong.value && goat.value > weak.value);
        assert!(!tiger.is_provisional() && Rating::default().is_provisional());
    }

    #[test]
    fn idle_time_only_adds_uncertainty_up_to_that_of_a_new_player() {
        let known = Rating { value: 1700.0, deviation: 50.0, volatility: 0.06 };
        assert_eq!(known.after_idle(PERIOD - 1), known);
        let idle = known.after_idle(PERIOD * 12);
        assert!(idle.value == known.value && idle.deviation > known.deviation);
        assert!(known.after_idle(Millis::MAX).deviation <= 350.0);
    }
}
