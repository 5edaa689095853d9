//! Exact regret: how often a player loses value, and how much, by the tables.
//!
//! Moves of one game are not independent: one plan runs through several of them. So intervals are
//! worked out from clusters of moves, the games, as in surveys: the share's interval is Wilson's
//! with the effective number of moves. The mean is the share times the mean loss of an error, and
//! its interval is made of the intervals of both (the method of variance estimates recovery, MOVER):
//! the spread of the mean itself says too little where errors are rare, and nothing without any.

use bagh::{Phase, Side};
use serde::{Deserialize, Serialize};

use super::elo::student;
use super::share::wilson;
use crate::exam::KINDS;
use crate::judgement::Mark;

/// The regret of a player.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Regret {
    /// Moves that could have lost value.
    pub could_err: u64,
    /// Those of them that did.
    pub errors: u64,
    /// The share of errors.
    pub share: f64,
    /// Its 95 % confidence interval.
    pub share_interval: (f64, f64),
    /// The mean value lost by a move that could have erred, in goats.
    pub mean_lost: f64,
    /// Its 95 % confidence interval.
    pub mean_lost_interval: (f64, f64),
}

/// The regret of a player by side and phase.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RegretByKind {
    /// The side.
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// The regret.
    #[serde(flatten)]
    pub regret: Regret,
}

/// What one cluster has: moves that could have erred, errors, value lost.
#[derive(Clone, Copy, Default)]
struct Cluster {
    moves: f64,
    errors: f64,
    lost: f64,
}

impl Regret {
    /// The regret of marks in clusters, each the moves of one game. Only moves that could have
    /// erred count.
    pub fn new<'m, C>(clusters: impl IntoIterator<Item = C>) -> Regret
    where
        C: IntoIterator<Item = &'m Mark>,
    {
        let clusters: Vec<Cluster> = clusters
            .into_iter()
            .map(|marks| {
                marks.into_iter().filter(|mark| mark.could_err).fold(
                    Cluster::default(),
                    |sum, mark| Cluster {
                        moves: sum.moves + 1.0,
                        errors: sum.errors + f64::from(u8::from(mark.is_error())),
                        lost: sum.lost + f64::from(mark.lost),
                    },
                )
            })
            .filter(|cluster| cluster.moves > 0.0)
            .collect();
        let sum = |of: fn(&Cluster) -> f64| clusters.iter().map(of).sum::<f64>();
        let (moves, errors, lost) = (sum(|c| c.moves), sum(|c| c.errors), sum(|c| c.lost));
        if moves == 0.0 {
            return Regret {
                share_interval: (0.0, 1.0),
                mean_lost_interval: (0.0, f64::from(u8::MAX)),
                ..Regret::default()
            };
        }
        let (share, mean_lost) = (errors / moves, lost / moves);
        let spread = variance(&clusters, moves, share, |c| c.errors);
        let independent = share * (1.0 - share) / moves;
        // How much more the share varies than that of independent moves. Never less: with few
        // errors the variance is not known well enough.
        let effect = if independent > 0.0 { (spread / independent).max(1.0) } else { 1.0 };
        let quantile = quantile(clusters.len());
        let share_interval = wilson(share, moves / effect, quantile);
        Regret {
            could_err: moves as u64,
            errors: errors as u64,
            share,
            share_interval,
            mean_lost,
            mean_lost_interval: product_interval(share, share_interval, Loss::new(&clusters)),
        }
    }

    /// The regret of independent marks.
    pub fn of_marks(marks: &[Mark]) -> Regret {
        Regret::new(marks.iter().map(std::iter::once))
    }

    /// The regret by side and phase; kinds without moves that could have erred are left out.
    pub fn by_kind(clusters: &[Vec<Mark>]) -> Vec<RegretByKind> {
        KINDS
            .into_iter()
            .map(|(phase, side)| {
                let of = clusters
                    .iter()
                    .map(|marks| marks.iter().filter(move |m| (m.phase, m.side) == (phase, side)));
                RegretByKind { side, phase, regret: Regret::new(of) }
            })
            .filter(|kind| kind.regret.could_err > 0)
            .collect()
    }
}

/// What an error loses, in goats.
struct Loss {
    mean: f64,
    low: f64,
    high: f64,
}

/// What errors of two games that are added to those that were played lose, in goats. Found by
/// simulation: with them, intervals of few errors hold the truth as often as they say.
const PSEUDO_LOSSES: [f64; 2] = [1.0, 3.0];

impl Loss {
    /// The mean loss of the errors in these clusters, with its interval by the ratio estimator.
    fn new(clusters: &[Cluster]) -> Loss {
        let pseudo = PSEUDO_LOSSES.map(|lost| Cluster { moves: 1.0, errors: 1.0, lost });
        // Errors are to the loss what moves are to the share.
        let erring: Vec<Cluster> = clusters
            .iter()
            .filter(|cluster| cluster.errors > 0.0)
            .chain(&pseudo)
            .map(|cluster| Cluster { moves: cluster.errors, ..*cluster })
            .collect();
        let errors: f64 = erring.iter().map(|c| c.errors).sum();
        let mean = erring.iter().map(|c| c.lost).sum::<f64>() / errors;
        let error = variance(&erring, errors, mean, |c| c.lost).sqrt() * quantile(erring.len());
        // No error loses less than one goat.
        Loss { mean, low: (mean - error).max(1.0), high: mean + error }
    }
}

/// The interval of a share times a loss, from the intervals of both (MOVER).
fn product_interval(share: f64, (low, high): (f64, f64), loss: Loss) -> (f64, f64) {
    let middle = share * loss.mean;
    let (below, above) = (share - low, high - share);
    let (less, more) = (loss.mean - loss.low, loss.high - loss.mean);
    let squares =
        |share_by: f64, loss_by: f64| (loss.mean * share_by).powi(2) + (share * loss_by).powi(2);
    let down = (squares(below, less) - (below * less).powi(2)).max(0.0).sqrt();
    let up = (squares(above, more) + (above * more).powi(2)).sqrt();
    ((middle - down).max(0.0), middle + up)
}

/// Student's quantile for this many clusters. It is limited: that of two clusters, 12.7, makes
/// intervals that say nothing.
fn quantile(clusters: usize) -> f64 {
    student((clusters as f64 - 1.0).max(1.0)).min(3.0)
}

/// The variance of a ratio of sums over clusters (linearised).
fn variance(clusters: &[Cluster], moves: f64, ratio: f64, of: fn(&Cluster) -> f64) -> f64 {
    let count = clusters.len() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let squares: f64 = clusters.iter().map(|c| (of(c) - ratio * c.moves).powi(2)).sum();
    squares * count / (count - 1.0) / (moves * moves)
}

#[cfg(test)]
mod tests {
    use bagh_tables::Value;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn mark(lost: u8) -> Mark {
        let (before, after) = (Value::Draw(0), Value::Draw(lost));
        Mark { side: Side::Goat, phase: Phase::Placement, before, after, could_err: true, lost }
    }

    /// Games of a player who errs more in some games than in others.
    fn games(rng: &mut Pcg64Mcg, rate: f64, count: usize) -> Vec<Vec<Mark>> {
        (0..count)
            .map(|_| {
                let rate = if rng.random_bool(0.5) { 1.5 * rate } else { 0.5 * rate };
                let moves = rng.random_range(8..25);
                (0..moves)
                    .map(|_| {
                        let lost = if rng.random_bool(0.25) { 3 } else { 1 };
                        mark(if rng.random_bool(rate) { lost } else { 0 })
                    })
                    .collect()
            })
            .collect()
    }

    #[test]
    fn intervals_hold_the_truth_in_95_of_100_trials() {
        for (rate, count) in [(0.1, 50), (0.3, 40), (0.02, 100), (0.02, 20), (0.005, 34), (0.1, 10)]
        {
            let (mut share, mut mean) = (0, 0);
            for seed in 0..1000 {
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                let games = games(&mut rng, rate, count);
                let regret = Regret::new(games.iter());
                let within = |truth: f64, (low, high): (f64, f64)| truth >= low && truth <= high;
                share += u32::from(within(rate, regret.share_interval));
                mean += u32::from(within(1.5 * rate, regret.mean_lost_interval));
                assert!(within(regret.mean_lost, regret.mean_lost_interval), "{regret:?}");
            }
            assert!(share >= 935, "share at {rate}: {share} of 1000");
            assert!(mean >= 940, "mean at {rate}, {count} games: {mean} of 1000");
        }
    }

    #[test]
    fn without_errors_the_mean_lost_may_still_be_above_0() {
        let few = Regret::new([vec![mark(0); 20], vec![mark(0); 20]].iter());
        let (low, high) = few.mean_lost_interval;
        assert_eq!((few.mean_lost, low), (0.0, 0.0));
        let many = Regret::new(vec![vec![mark(0); 20]; 50].iter());
        assert!(many.mean_lost_interval.1 > 0.0 && high > 5.0 * many.mean_lost_interval.1);
    }

    #[test]
    fn only_moves_that_could_have_erred_count() {
        let harmless = Mark { could_err: false, ..mark(0) };
        let regret = Regret::of_marks(&[harmless, mark(0), mark(2), harmless]);
        assert_eq!((regret.could_err, regret.errors), (2, 1));
        assert_eq!((regret.share, regret.mean_lost), (0.5, 1.0));
        assert_eq!(Regret::of_marks(&[harmless]).could_err, 0);
    }
}
