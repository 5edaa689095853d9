//! Ratings of many players from all their games.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::elo::score_of;

/// A pair of games between two players, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedPair {
    /// The first player.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// Half points of the first player, of at most `most`.
    pub half_points: u32,
    /// Half points that were played for: 4 for a pair, 2 for a single game.
    pub most: u32,
}

/// The rating of a player, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Elo; the mean of all players is 0.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Resamples of the bootstrap.
const RESAMPLES: usize = 200;

/// Games that each player is taken to have drawn with a player of rating 0 beside its own: so a
/// player who won everything has a finite rating. One for each player and not for each opponent:
/// in a field of many, with few games between each two, those would pull all ratings together.
const PRIOR_GAMES: f64 = 1.0;

/// The ratings of players from their pairs of games: the Elo model's maximum likelihood, with
/// intervals by the spread of resamples of the pairs (bootstrap).
pub fn ratings(players: usize, pairs: &[RatedPair], seed: u64) -> Vec<Rating> {
    let elo = fit(players, pairs);
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut samples: Vec<Vec<f64>> = vec![Vec::with_capacity(RESAMPLES); players];
    for _ in 0..RESAMPLES {
        let resample: Vec<RatedPair> =
            pairs.iter().map(|_| pairs[rng.random_range(0..pairs.len())]).collect();
        for (sample, elo) in samples.iter_mut().zip(fit(players, &resample)) {
            sample.push(elo);
        }
    }
    elo.iter()
        .zip(samples)
        .map(|(&elo, sample)| {
            let mean = sample.iter().sum::<f64>() / RESAMPLES as f64;
            let squares: f64 = sample.iter().map(|elo| (elo - mean).powi(2)).sum();
            // Of the normal distribution: percentiles of few games lean outwards.
            let margin = 1.96 * (squares / (RESAMPLES - 1) as f64).sqrt();
            Rating { elo, low: elo - margin, high: elo + margin }
        })
        .collect()
}

/// Ratings of maximum likelihood, by Newton steps on one player at a time.
#[allow(clippy::needless_range_loop)] // The loops go over two players at once.
fn fit(players: usize, pairs: &[RatedPair]) -> Vec<f64> {
    // Points and games between each two players.
    let mut points = vec![vec![0.0; players]; players];
    let mut games = vec![vec![0.0; players]; players];
    for pair in pairs {
        let (won, all) = (f64::from(pair.half_points) / 2.0, f64::from(pair.most) / 2.0);
        points[pair.first][pair.second] += won;
        points[pair.second][pair.first] += all - won;
        games[pair.first][pair.second] += all;
        games[pair.second][pair.first] += all;
    }
    let scale = std::f64::consts::LN_10 / 400.0;
    let mut elo = vec![0.0f64; players];
    for _ in 0..500 {
        let mut moved = 0.0f64;
        for a in 0..players {
            let expected = score_of(elo[a]);
            let mut slope = PRIOR_GAMES * (0.5 - expected);
            let mut curve = PRIOR_GAMES * expected * (1.0 - expected) * scale;
            for b in (0..players).filter(|&b| games[a][b] > 0.0) {
                let expected = score_of(elo[a] - elo[b]);
                slope += points[a][b] - games[a][b] * expected;
                curve += games[a][b] * expected * (1.0 - expected) * scale;
            }
            let step = (slope / curve).clamp(-200.0, 200.0);
            elo[a] += step;
            moved = moved.max(step.abs());
        }
        if moved < 1e-6 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    elo.iter_mut().for_each(|elo| *elo -= mean);
    elo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_those_that_games_were_played_with() {
        let truth = [-200.0, -50.0, 50.0, 200.0];
        let mut rng = Pcg64Mcg::seed_from_u64(5);
        let mut pairs = Vec::new();
        for first in 0..4 {
            for second in 0..first {
                for _ in 0..300 {
                    let score = score_of(truth[first] - truth[second]);
                    let mut game = || u32::from(rng.random_bool(score)) * 2;
                    let half_points = game() + game();
                    pairs.push(RatedPair { first, second, half_points, most: 4 });
                }
            }
        }
        for (rating, truth) in ratings(4, &pairs, 1).iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 30.0, "{rating:?} {truth}");
            assert!(rating.low < rating.high && rating.high - rating.low < 80.0, "{rating:?}");
        }
    }

    #[test]
    fn intervals_hold_the_truth_where_each_two_players_met_once() {
        let mut rng = Pcg64Mcg::seed_from_u64(6);
        let (mut inside, mut all, mut outwards) = (0, 0, 0.0);
        for trial in 0..60 {
            let mut truth: Vec<f64> = (0..10).map(|_| rng.random_range(-300.0..300.0)).collect();
            let mean = truth.iter().sum::<f64>() / 10.0;
            truth.iter_mut().for_each(|elo| *elo -= mean);
            let mut pairs = Vec::new();
            for first in 0..10 {
                for second in 0..first {
                    let score = score_of(truth[first] - truth[second]);
                    let mut game = || u32::from(rng.random_bool(score)) * 2;
                    let half_points = game() + game();
                    pairs.push(RatedPair { first, second, half_points, most: 4 });
                }
            }
            for (rating, truth) in ratings(10, &pairs, trial).iter().zip(truth) {
                inside += usize::from((rating.low..rating.high).contains(&truth));
                all += 1;
                outwards += (rating.elo - truth) * truth.signum();
            }
        }
        let (share, outwards) = (inside as f64 / all as f64, outwards / all as f64);
        assert!((0.92..0.98).contains(&share), "{share}");
        assert!(outwards.abs() < 20.0, "ratings are pulled together or apart: {outwards}");
    }

    #[test]
    fn a_clean_sweep_has_a_finite_rating() {
        let pair = RatedPair { first: 0, second: 1, half_points: 4, most: 4 };
        let found = ratings(2, &[pair; 3], 1);
        assert!(found[0].elo > 100.0 && found[0].elo.is_finite(), "{found:?}");
        assert!((found[0].elo + found[1].elo).abs() < 1e-6);
    }
}
