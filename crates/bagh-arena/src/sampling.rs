//! Random positions of a game, to learn from and to test with; and random games.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bagh::{Game, History, Outcome, Phase, Point, Points, Position, Side};
use bagh_tables::{Class, Part, binomial};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use thiserror::Error;

use crate::players::greedy_move;

/// Positions that are drawn from one stream of random numbers.
const LOT: usize = 256;

/// Games that are tried for one position before there is taken to be none.
const TRIES: usize = 1_000;

/// Plies after which a game that is played for its positions is cut off.
const LONGEST: usize = 200;

/// How often a side plays any legal move, rather than one that looks good at once.
const RANDOM_SHARES: [f64; 5] = [0.05, 0.15, 0.3, 0.6, 1.0];

/// Which positions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sampling {
    /// Positions of this phase only.
    pub phase: Option<Phase>,
    /// Positions of games, rather than all positions alike.
    ///
    /// The games are played by sides that look one ply ahead and err, each at a random rate; of each
    /// game one position is taken in which the game is not over.
    pub reachable: bool,
}

/// Why no positions were drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SampleError {
    /// The system has less memory than is needed.
    #[error("n: found {0}, expected fewer positions: they do not fit in memory")]
    Memory(usize),
    /// Games do not come to such positions.
    #[error("phase: found {phase}, expected another one: no game out of {TRIES} comes to it")]
    Unreachable {
        /// The phase that was asked for.
        phase: &'static str,
    },
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

impl Sampling {
    /// Draws positions. The same seed gives the same positions on every machine. Once `stop` is set,
    /// drawing ends with an error.
    ///
    /// Without [`reachable`](Sampling::reachable), each position with all tigers on the board and
    /// fewer captures than win is equally likely, whether play comes to it or not; symmetric
    /// positions count separately.
    ///
    /// ```
    /// use bagh::{Game, Phase};
    /// use bagh_arena::Sampling;
    ///
    /// let game = Game::bagh_chal();
    /// let sampling = Sampling { phase: Some(Phase::Sliding), ..Sampling::default() };
    /// let positions = sampling.draw(game, 100, 7, None)?;
    /// assert!(positions.iter().all(|position| game.phase(position) == Phase::Sliding));
    /// assert_eq!(positions, sampling.draw(game, 100, 7, None)?);
    /// # Ok::<(), bagh_arena::SampleError>(())
    /// ```
    pub fn draw(
        self,
        game: &Game,
        n: usize,
        seed: u64,
        stop: Option<&AtomicBool>,
    ) -> Result<Vec<Position>, SampleError> {
        let mut positions: Vec<Position> = Vec::new();
        positions.try_reserve_exact(n).map_err(|_| SampleError::Memory(n))?;
        positions.resize(n, game.start());
        let classes = Classes::new(game, self.phase);
        positions.par_chunks_mut(LOT).enumerate().try_for_each(|(lot, positions)| {
            go_on(stop)?;
            let mut rng = stream(seed, lot as u64);
            for position in positions {
                *position = match self.reachable {
                    false => classes.draw(game, &mut rng),
                    true => self.of_a_game(game, &mut rng)?,
                };
            }
            Ok(())
        })?;
        Ok(positions)
    }

    /// A position of a game.
    fn of_a_game(self, game: &Game, rng: &mut Pcg64Mcg) -> Result<Position, SampleError> {
        for _ in 0..TRIES {
            let mut share = || *RANDOM_SHARES.choose(rng).unwrap_or(&1.0);
            let (tiger, goat) = (share(), share());
            let mut history = History::new(game.clone(), game.start());
            let fits =
                |position: &Position| self.phase.is_none_or(|phase| game.phase(position) == phase);
            while history.len() < LONGEST && history.result().is_none() {
                let position = *history.position();
                let share = if position.turn() == Side::Tiger { tiger } else { goat };
                let mv = match rng.random_bool(share) {
                    true => game.moves(&position).choose(rng),
                    false => greedy_move(game, &position, rng),
                };
                let Some(mv) = mv else { break };
                if history.play(mv).is_err() {
                    break;
                }
            }
            if let Some(position) = history.before().iter().filter(|p| fits(p)).choose(rng) {
                return Ok(*position);
            }
        }
        let phase = self.phase.map_or("any", Phase::word);
        Err(SampleError::Unreachable { phase })
    }
}

/// The classes of positions with all tigers on the board, with how many positions each has.
struct Classes {
    classes: Vec<(Class, u64)>,
    total: u64,
}

impl Classes {
    fn new(game: &Game, phase: Option<Phase>) -> Classes {
        let points = game.board().len() as u32;
        let tigers = u32::from(game.tigers());
        let fits = |part: &Part| match part {
            Part::Placement { .. } => phase != Some(Phase::Sliding),
            Part::Sliding { .. } => phase != Some(Phase::Placement),
            Part::Opening | Part::Plies { .. } | Part::PliesOpening => false,
        };
        let classes: Vec<(Class, u64)> = Part::all(game)
            .into_iter()
            .filter(fits)
            .flat_map(|part| Class::of_part(game, part))
            .map(|class| {
                let herds = binomial(points.saturating_sub(tigers), class.goats());
                (class, binomial(points, tigers).saturating_mul(herds))
            })
            .collect();
        let total = classes.iter().fold(0u64, |sum, class| sum.saturating_add(class.1));
        Classes { classes, total }
    }

    fn draw(&self, game: &Game, rng: &mut Pcg64Mcg) -> Position {
        let mut number = rng.random_range(0..self.total.max(1));
        let found = self.classes.iter().find(|(_, count)| {
            let is_here = number < *count;
            number = number.saturating_sub(*count);
            is_here
        });
        let Some((class, _)) = found else { return game.start() };
        let mut points: [u8; 32] = std::array::from_fn(|i| i as u8);
        let mut left = game.board().len();
        let mut draw = |count: usize| -> Points {
            let one = |_| {
                let at = rng.random_range(0..left);
                left -= 1;
                points.swap(at, left);
                Point::new(usize::from(points[left]))
            };
            (0..count).map(one).collect()
        };
        let tigers = draw(usize::from(class.tigers));
        let goats = draw(class.goats() as usize);
        let in_hand = game.goats() - class.placed;
        Position::from_parts(tigers, goats, class.turn, in_hand, class.captured)
    }
}

/// Plays games of random moves, and says how each ended and after how many plies; `None` where it
/// was cut off. Once `stop` is set, it ends with an error.
pub fn playouts(
    game: &Game,
    count: usize,
    most_plies: usize,
    seed: u64,
    stop: Option<&AtomicBool>,
) -> Result<Vec<(Option<Outcome>, u32)>, SampleError> {
    let mut games = Vec::new();
    games.try_reserve_exact(count).map_err(|_| SampleError::Memory(count))?;
    games.resize(count, (None, 0));
    games.par_chunks_mut(LOT).enumerate().try_for_each(|(lot, games)| {
        go_on(stop)?;
        let mut rng = stream(seed, lot as u64);
        for played in games {
            let mut history = History::new(game.clone(), game.start());
            let outcome = loop {
                if let Some(result) = history.result() {
                    break Some(result.outcome);
                }
                if history.len() >= most_plies {
                    break None;
                }
                let position = history.position();
                let number = rng.random_range(0..game.move_count(position).max(1));
                let Some(mv) = game.moves(position).nth(number as usize) else { break None };
                if history.play(mv).is_err() {
                    break None;
                }
            };
            *played = (outcome, history.len() as u32);
        }
        Ok(())
    })?;
    Ok(games)
}

/// Whether to go on.
fn go_on(stop: Option<&AtomicBool>) -> Result<(), SampleError> {
    match stop.is_some_and(|stop| stop.load(Relaxed)) {
        true => Err(SampleError::Interrupted),
        false => Ok(()),
    }
}

/// The random numbers of a lot.
fn stream(seed: u64, lot: u64) -> Pcg64Mcg {
    // Seeds that follow each other must not share lots.
    let mut mixed = [0; 16];
    mixed[..8].copy_from_slice(&seed.to_le_bytes());
    mixed[8..].copy_from_slice(&(lot ^ 0x5361_6d70_6c69_6e67).to_le_bytes());
    let mut rng = Pcg64Mcg::from_seed(mixed);
    let state = rng.random();
    rng = Pcg64Mcg::seed_from_u64(state);
    rng
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_belong_to_the_game_and_to_the_phase() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            for reachable in [false, true] {
                for phase in [None, Some(Phase::Placement), Some(Phase::Sliding)] {
                    let sampling = Sampling { phase, reachable };
                    let positions = sampling.draw(game, 300, 3, None).unwrap();
                    assert_eq!(positions.len(), 300);
                    for position in &positions {
                        game.check(position).unwrap();
                        assert!(phase.is_none_or(|phase| game.phase(position) == phase));
                        assert!(!reachable || game.result(position).is_none());
                    }
                    assert_eq!(positions, sampling.draw(game, 300, 3, None).unwrap());
                    assert_ne!(positions, sampling.draw(game, 300, 4, None).unwrap());
                }
            }
        }
    }

    #[test]
    fn all_positions_are_equally_likely() {
        // The herd on a small board: each of the few positions comes up about as often.
        let text = Game::file_of("kaooa").unwrap();
        let game = Game::from_toml(text).unwrap();
        let sampling = Sampling { phase: Some(Phase::Sliding), reachable: false };
        let classes = Classes::new(&game, Some(Phase::Sliding));
        let n = 200_000;
        let mut counts = std::collections::HashMap::<Position, u32>::new();
        for position in sampling.draw(&game, n, 5, None).unwrap() {
            *counts.entry(position).or_default() += 1;
        }
        let expected = n as f64 / classes.total as f64;
        assert_eq!(counts.len() as u64, classes.total);
        // Six standard deviations of a count.
        let most = 6.0 * expected.sqrt();
        for (position, count) in counts {
            let off = (f64::from(count) - expected).abs();
            assert!(off < most, "{position:?}: {count}, expected about {expected}");
        }
    }

    #[test]
    fn drawing_stops_when_asked() {
        let (game, stop) = (Game::bagh_chal(), AtomicBool::new(true));
        for reachable in [false, true] {
            let sampling = Sampling { phase: None, reachable };
            assert_eq!(sampling.draw(game, 500, 1, Some(&stop)), Err(SampleError::Interrupted));
        }
        assert_eq!(playouts(game, 500, 100, 1, Some(&stop)), Err(SampleError::Interrupted));
    }

    #[test]
    fn random_games_end() {
        let games = playouts(Game::bagh_chal(), 600, 1_000, 1, None).unwrap();
        assert_eq!(games, playouts(Game::bagh_chal(), 600, 1_000, 1, None).unwrap());
        let ended = |outcome| games.iter().filter(|game| game.0 == Some(outcome)).count();
        assert!(ended(Outcome::TigerWin) > 300, "{}", ended(Outcome::TigerWin));
        assert!(games.iter().all(|game| game.1 > 0 && game.1 <= 1_000));
        assert!(
            playouts(Game::bagh_chal(), 5, 3, 1, None).unwrap().iter().all(|g| *g == (None, 3))
        );
    }
}
