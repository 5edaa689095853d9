//! Thousands of games at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bagh::{Outcome, Phase, REPETITIONS, Side};
use numpy::{
    PyArray2, PyArray3, PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use crate::arrays::{Vector, mask_array, observation_array, to_array, too_many, vector};
use crate::errors::bad;
use crate::game::{Game, Rules, rules_of};
use crate::look_up::values_of;
use crate::numbers;
use crate::streams::seed_of;
use crate::tables::Tables;
use crate::work::on_pool;

/// Games that one thread takes at a time.
const LOT: usize = 256;

/// Rewards, where games ended, where they were cut off, and what else is known.
type Answer<'py> = (Vector<'py, f32>, Vector<'py, bool>, Vector<'py, bool>, Bound<'py, PyDict>);

/// One game.
#[derive(Clone)]
struct Played {
    position: bagh::Position,
    plies: u32,
    /// Sliding positions since the last capture: only those can come again.
    since: Vec<bagh::Position>,
    random: Pcg64Mcg,
}

/// What a step led to.
#[derive(Clone, Copy, Default)]
struct Stepped {
    reward: f32,
    terminated: bool,
    truncated: bool,
}

impl Played {
    fn restart(&mut self, game: &bagh::Game) {
        self.position = game.start();
        self.plies = 0;
        self.since.clear();
    }

    fn step(&mut self, game: &bagh::Game, mv: bagh::Move, most_plies: u32) -> Stepped {
        let side = self.position.turn();
        game.play_unchecked(&mut self.position, mv);
        self.plies += 1;
        if mv.captured().is_some() {
            self.since.clear();
        }
        let mut outcome = game.result(&self.position).map(|result| result.outcome);
        if outcome.is_none() && game.phase(&self.position) == Phase::Sliding {
            self.since.push(self.position);
            let stood = self.since.iter().filter(|&p| *p == self.position).count();
            outcome = (stood >= REPETITIONS).then_some(Outcome::Draw);
        }
        let truncated = outcome.is_none() && self.plies >= most_plies;
        let reward = match outcome.and_then(Outcome::winner) {
            Some(winner) if winner == side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let stepped = Stepped { reward, terminated: outcome.is_some(), truncated };
        if stepped.terminated || truncated {
            self.restart(game);
        }
        stepped
    }
}

/// Many games of one kind, stepped together in Rust.
///
/// `step` takes one action for each game and returns the
/// reward of the side that moved (1 where it won, -1 where it lost, else 0), where games ended, and
/// where they were cut off after `most_plies`. A game that ended begins anew at once. With tables, the
/// last value is a dict whose `regret` has the value that each action lost, in goats.
///
/// >>> import bagh
/// >>> env = bagh.VectorEnv(1000, seed=1)
/// >>> env.masks().shape, env.observations().shape
/// ((1000, 217), (1000, 6, 25))
/// >>> rewards, terminated, truncated, info = env.step(env.random_actions())
/// >>> rewards.shape, bool(terminated.any())
/// ((1000,), False)
#[pyclass(module = "bagh")]
pub struct VectorEnv {
    rules: Arc<Rules>,
    tables: Option<Py<Tables>>,
    games: Vec<Played>,
    most_plies: u32,
}

impl VectorEnv {
    fn each<T: Send + Clone>(
        &mut self,
        empty: T,
        of: impl Fn(&bagh::Game, usize, &mut Played) -> T + Sync,
    ) -> Vec<T> {
        let game = &self.rules.game;
        let mut out = vec![empty; self.games.len()];
        let lots = self.games.par_chunks_mut(LOT).zip(out.par_chunks_mut(LOT)).enumerate();
        lots.for_each(|(lot, (games, out))| {
            for (number, (played, out)) in games.iter_mut().zip(out).enumerate() {
                *out = of(game, lot * LOT + number, played);
            }
        });
        out
    }

    fn now(&self) -> Vec<bagh::Position> {
        self.games.iter().map(|played| played.position).collect()
    }

    /// The moves of these actions, if all are legal.
    fn legal(&self, actions: &[i64]) -> PyResult<Vec<bagh::Move>> {
        let rules = &self.rules;
        let of = |(number, (action, played)): (usize, (&i64, &Played))| {
            let mv = usize::try_from(*action).ok().and_then(|action| rules.actions.mv(action));
            match mv {
                Some(mv) if rules.game.is_legal(&played.position, mv) => Ok(mv),
                Some(mv) => {
                    let text = rules.game.move_text(&played.position, mv);
                    Err(format!(
                        "actions: game {number}: found {action} ({text}), which is not legal in \
                         {}: masks() has the legal actions",
                        rules.game.obx(&played.position)
                    ))
                }
                None => Err(format!(
                    "actions: game {number}: found {action}, expected 0 to {}",
                    rules.actions.len() - 1
                )),
            }
        };
        let moves: Result<Vec<_>, String> =
            actions.par_iter().zip(&self.games).enumerate().with_min_len(LOT).map(of).collect();
        moves.map_err(bad)
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (n, game = None, *, seed = 0, most_plies = 500, tables = None))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::n_games)] n: usize,
        game: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::most_plies)] most_plies: u32,
        tables: Option<Py<Tables>>,
    ) -> PyResult<VectorEnv> {
        let rules = match &tables {
            Some(tables) if game.is_none() => Arc::clone(&tables.bind(py).get().rules),
            _ => rules_of(game)?,
        };
        if let Some(tables) = &tables {
            tables.bind(py).get().check_game(&rules)?;
        }
        let mut games: Vec<Played> = Vec::new();
        games.try_reserve_exact(n).map_err(|_| too_many(n))?;
        games.extend((0..n as u64).map(|number| Played {
            position: rules.game.start(),
            plies: 0,
            since: Vec::new(),
            random: Pcg64Mcg::seed_from_u64(seed_of(seed, number)),
        }));
        Ok(VectorEnv { rules, tables, games, most_plies })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Begins all games anew.
    fn reset(&mut self) {
        let rules = Arc::clone(&self.rules);
        self.games.iter_mut().for_each(|played| played.restart(&rules.game));
    }

    /// Plays one action in each game.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Answer<'py>> {
        let actions = actions_of(actions, self.games.len())?;
        let tables = self.tables.as_ref().map(|tables| tables.clone_ref(py));
        let tables = tables.as_ref().map(|tables| tables.bind(py).get());
        let (stepped, regret) = on_pool(py, || {
            let moves = self.legal(&actions)?;
            // All values first: where one cannot be looked up, no game has moved.
            let regret = tables.map(|tables| {
                let game = &self.rules.game;
                let before = self.now();
                let after = before.iter().zip(&moves).map(|(p, &mv)| game.after(p, mv));
                let both: Vec<bagh::Position> = after.chain(before.iter().copied()).collect();
                let values = values_of(&tables.tables, &both, &AtomicBool::new(false))?;
                let (after, before) = values.split_at(moves.len());
                let lost = |(before, after): (&i8, &i8)| f32::from(before.abs_diff(*after));
                Ok::<_, PyErr>(before.iter().zip(after).map(lost).collect::<Vec<f32>>())
            });
            let regret = regret.transpose()?;
            let most_plies = self.most_plies;
            let stepped = self.each(Stepped::default(), |game, number, played| {
                played.step(game, moves[number], most_plies)
            });
            Ok((stepped, regret))
        })?;
        let info = PyDict::new(py);
        if let Some(regret) = regret {
            info.set_item("regret", vector(py, regret))?;
        }
        Ok((
            vector(py, stepped.iter().map(|s| s.reward).collect()),
            vector(py, stepped.iter().map(|s| s.terminated).collect()),
            vector(py, stepped.iter().map(|s| s.truncated).collect()),
            info,
        ))
    }

    /// A legal action for each game, all equally likely.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Vector<'py, i64>> {
        let rules = Arc::clone(&self.rules);
        let actions = on_pool(py, || {
            Ok(self.each(0i64, |game, _, played| {
                let count = game.move_count(&played.position).max(1);
                let number = played.random.random_range(0..count) as usize;
                let mv = game.moves(&played.position).nth(number);
                mv.and_then(|mv| rules.actions.number(mv)).map_or(0, |action| action as i64)
            }))
        })?;
        Ok(vector(py, actions))
    }

    /// Which actions are legal: an array of shape (n, actions) and type bool.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        mask_array(py, &self.rules, &self.now())
    }

    /// What the side to move sees: an array of shape (n, 6, points) and type int8, with the planes
    /// of `bagh.observations`.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i8>>> {
        observation_array(py, &self.rules, &self.now())
    }

    /// The positions, as `bagh.encode` writes them.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        to_array(py, &self.now())
    }

    /// Who moves: 0 where the goats do, 1 where the tigers do.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> Vector<'py, i8> {
        let turn = |played: &Played| i8::from(played.position.turn() == Side::Tiger);
        vector(py, self.games.iter().map(turn).collect())
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games of {}>", self.games.len(), self.rules.game.name())
    }
}

/// The actions of an argument, one for each game.
fn actions_of(value: &Bound<'_, PyAny>, games: usize) -> PyResult<Vec<i64>> {
    if let Ok(array) = value.cast::<PyUntypedArray>() {
        let (dtype, shape) = (array.dtype(), array.shape());
        if !dtype.is_equiv_to(&numpy::dtype::<i64>(value.py())) || shape != [games] {
            return Err(bad(format!(
                "actions: found {dtype} and shape {shape:?}, expected int64 and shape [{games}]"
            )));
        }
        let array: PyReadonlyArray1<'_, i64> = value.extract().map_err(bad)?;
        return Ok(array.as_array().iter().copied().collect());
    }
    let list = value.extract::<Vec<i64>>().map_err(|_| {
        bad(format!(
            "actions: expected an array of int64 and shape [{games}], or a list of numbers"
        ))
    })?;
    match list.len() == games {
        true => Ok(list),
        false => Err(bad(format!("actions: found {}, expected {games}, one a game", list.len()))),
    }
}
