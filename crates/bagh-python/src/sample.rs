//! Random positions and random games.

use bagh::{Outcome, Phase};
use bagh_arena::{SampleError, Sampling};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arrays::{Vector, to_array, vector};
use crate::errors::{bad, shorten};
use crate::game::rules_of;
use crate::numbers;
use crate::work::{interruptible, stopped};

/// Random positions of a game, as an array; the same seed gives the same positions.
///
/// With `reachable=False` all positions with all tigers on the board are equally likely, whether
/// play comes to them or not. With `reachable=True` they are positions of games in which the game is
/// not over, played by sides that look one ply ahead and err. `phase` is `placement` or `sliding`.
///
/// >>> import bagh
/// >>> array = bagh.sample("bagh-chal", phase="sliding", n=1000, seed=7)
/// >>> array.shape, array.dtype
/// ((1000, 3), dtype('uint32'))
/// >>> {position.phase for position in bagh.decode(array)}
/// {'sliding'}
#[pyfunction]
#[pyo3(signature = (game = None, *, phase = None, n = 1, seed = 0, reachable = false))]
pub fn sample<'py>(
    py: Python<'py>,
    game: Option<&Bound<'py, PyAny>>,
    phase: Option<&str>,
    #[pyo3(from_py_with = numbers::n)] n: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    reachable: bool,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let rules = rules_of(game)?;
    let phase = match phase {
        None => None,
        Some("placement") => Some(Phase::Placement),
        Some("sliding") => Some(Phase::Sliding),
        Some(other) => {
            let other = shorten(other);
            return Err(bad(format!("phase: found {other:?}, expected placement or sliding")));
        }
    };
    let sampling = Sampling { phase, reachable };
    let draw = |stop: &_| sampling.draw(&rules.game, n, seed, Some(stop)).map_err(of_sample);
    let positions = interruptible(py, draw)?;
    to_array(py, &positions)
}

/// Games of random moves: how each ended (-1 goats won, 0 drawn, 1 tigers won, 2 cut off after
/// `most_plies`), and after how many plies.
///
/// >>> import bagh
/// >>> outcomes, plies = bagh.playouts(n=100, seed=1)
/// >>> len(outcomes), bool(plies.min() > 0)
/// (100, True)
#[pyfunction]
#[pyo3(signature = (game = None, *, n = 1, seed = 0, most_plies = 1000))]
pub fn playouts<'py>(
    py: Python<'py>,
    game: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = numbers::n)] n: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    #[pyo3(from_py_with = numbers::most_plies)] most_plies: u32,
) -> PyResult<(Vector<'py, i8>, Vector<'py, u32>)> {
    let rules = rules_of(game)?;
    let games = interruptible(py, |stop| {
        let most_plies = most_plies as usize;
        bagh_arena::playouts(&rules.game, n, most_plies, seed, Some(stop)).map_err(of_sample)
    })?;
    let number = |outcome| match outcome {
        Some(Outcome::GoatWin) => -1,
        Some(Outcome::Draw) => 0,
        Some(Outcome::TigerWin) => 1,
        None => 2,
    };
    let outcomes = games.iter().map(|game| number(game.0)).collect();
    Ok((vector(py, outcomes), vector(py, games.iter().map(|game| game.1).collect())))
}

fn of_sample(error: SampleError) -> PyErr {
    match error {
        SampleError::Interrupted => stopped(),
        other => bad(other),
    }
}
