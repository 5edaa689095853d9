//! Many positions at a time, as NumPy arrays.
//!
//! A row of three `uint32`: the tigers as a set of bits, the goats as a set of bits (bit `i` is
//! point `i` in reading order), and `turn + 256 * goats in hand + 65536 * captured`, where `turn` is
//! 0 for the goats and 1 for the tigers.

use std::sync::Arc;

use bagh::{Points, Side};
use numpy::ndarray::{Array2, Array3, ArrayView2};
use numpy::{
    PyArray2, PyArray3, PyArrayDescrMethods, PyReadonlyArray2, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::errors::bad;
use crate::game::{Rules, rules_of};
use crate::numbers;
use crate::position::{Position, position_of};
use crate::work::on_pool;

/// An array of one dimension, as it is returned.
pub type Vector<'py, T> = Bound<'py, numpy::PyArray1<T>>;

/// Rows that one thread reads at a time.
const LOT: usize = 1 << 12;

/// Planes of an observation.
pub const PLANES: usize = 6;

/// A position as a row.
pub fn row(position: &bagh::Position) -> [u32; 3] {
    let turn = u32::from(position.turn() == Side::Tiger);
    let counts = u32::from(position.goats_in_hand()) << 8 | u32::from(position.captured()) << 16;
    [position.tigers().bits(), position.goats().bits(), turn | counts]
}

/// The position of a row, if it is one of this game.
fn from_row(rules: &Rules, row: [u32; 3]) -> Result<bagh::Position, String> {
    let [tigers, goats, state] = row;
    let turn = match state & 255 {
        0 => Side::Goat,
        1 => Side::Tiger,
        other => return Err(format!("turn: found {other}, expected 0 (goat) or 1 (tiger)")),
    };
    if state >> 24 != 0 {
        return Err(format!("state: found {state}, expected less than {}", 1 << 24));
    }
    let (in_hand, captured) = ((state >> 8) as u8, (state >> 16) as u8);
    let (tigers, goats) = (Points::from_bits(tigers), Points::from_bits(goats));
    rules.game.position(tigers, goats, turn, in_hand, captured).map_err(|error| error.to_string())
}

/// The array of an argument, if it has this type and as many columns.
pub fn rows_of<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u32>> {
    let array = value.cast::<PyUntypedArray>().map_err(|_| {
        let found = value.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        bad(format!("positions: found {found}, expected an array: bagh.encode makes one"))
    })?;
    let expected = "expected uint32 and shape (n, 3): bagh.encode makes such an array";
    let dtype = array.dtype();
    if !dtype.is_equiv_to(&numpy::dtype::<u32>(value.py())) || array.shape().get(1) != Some(&3) {
        let shape = format!("{:?}", array.shape());
        return Err(bad(format!("positions: found {dtype} and shape {shape}, {expected}")));
    }
    value
        .extract()
        .map_err(|_| bad(format!("positions: found shape {:?}, {expected}", array.shape())))
}

/// The positions that an argument holds: an array, one position, or several.
pub fn positions_of(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<Vec<bagh::Position>> {
    if value.cast::<Position>().is_ok() || value.extract::<&str>().is_ok() {
        return Ok(vec![position_of(rules, value)?]);
    }
    if let Ok(list) = value.cast::<pyo3::types::PyList>() {
        return list.iter().map(|item| position_of(rules, &item)).collect();
    }
    let rows = copied(rows_of(value)?.as_array())?;
    on_pool(value.py(), || from_rows(rules, &rows))
}

/// The rows of an array, which other threads of Python may write to meanwhile.
fn copied(array: ArrayView2<'_, u32>) -> PyResult<Vec<[u32; 3]>> {
    let mut rows = Vec::new();
    rows.try_reserve_exact(array.nrows()).map_err(|_| too_many(array.nrows()))?;
    rows.extend(array.rows().into_iter().map(|row| [row[0], row[1], row[2]]));
    Ok(rows)
}

fn from_rows(rules: &Rules, rows: &[[u32; 3]]) -> PyResult<Vec<bagh::Position>> {
    let mut positions = filled(rows.len(), 1, rules.game.start())?;
    let lots = positions.par_chunks_mut(LOT).zip(rows.par_chunks(LOT)).enumerate();
    let read = lots.map(|(lot, (positions, rows))| {
        for (number, (position, row)) in positions.iter_mut().zip(rows).enumerate() {
            *position = from_row(rules, *row).map_err(|what| (lot * LOT + number, what))?;
        }
        Ok(())
    });
    // The first row that is wrong, whichever thread comes first.
    let wrong = read.find_first(Result::is_err);
    match wrong {
        Some(Err((number, what))) => Err(bad(format!("positions: row {number}: {what}"))),
        _ => Ok(positions),
    }
}

/// Positions as an array.
pub fn to_array<'py>(
    py: Python<'py>,
    positions: &[bagh::Position],
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let mut flat = filled(positions.len(), 3, 0u32)?;
    on_pool(py, || {
        let rows = flat.par_chunks_mut(3).zip(positions).with_min_len(LOT);
        rows.for_each(|(cells, position)| cells.copy_from_slice(&row(position)));
        Ok(())
    })?;
    let array = Array2::from_shape_vec((positions.len(), 3), flat).map_err(bad)?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// An array of this shape, if it fits in memory.
pub fn filled<T: Clone>(rows: usize, columns: usize, value: T) -> PyResult<Vec<T>> {
    let mut flat = Vec::new();
    let length = rows.checked_mul(columns).ok_or_else(|| too_many(rows))?;
    flat.try_reserve_exact(length).map_err(|_| too_many(rows))?;
    flat.resize(length, value);
    Ok(flat)
}

pub fn too_many(found: usize) -> PyErr {
    bad(format!("positions: found {found}, expected fewer: they do not fit in memory"))
}

/// Positions as an array of shape (n, 3) and type uint32.
///
/// >>> import bagh
/// >>> bagh.encode([bagh.Position()])
/// array([[17825809,        0,     5120]], dtype=uint32)
#[pyfunction]
#[pyo3(signature = (positions, *, game = None))]
pub fn encode<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let rules = match (game, first(positions)?) {
        (None, Some(rules)) => rules,
        _ => rules_of(game)?,
    };
    to_array(py, &positions_of(&rules, positions)?)
}

/// The game of the first of some positions.
fn first(positions: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Rules>>> {
    let one = match positions.cast::<pyo3::types::PyList>() {
        Ok(list) if !list.is_empty() => list.get_item(0)?,
        Ok(_) => return Ok(None),
        Err(_) => positions.clone(),
    };
    Ok(one.cast::<Position>().ok().map(|position| Arc::clone(&position.borrow().rules)))
}

/// The positions of an array.
///
/// >>> import bagh
/// >>> bagh.decode(bagh.encode([bagh.Position()])) == [bagh.Position()]
/// True
#[pyfunction]
#[pyo3(signature = (array, *, game = None))]
pub fn decode(
    array: &Bound<'_, PyAny>,
    game: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<Position>> {
    let rules = rules_of(game)?;
    let positions = positions_of(&rules, array)?;
    Ok(positions.into_iter().map(|position| Position::new_at(&rules, position)).collect())
}

/// What stands on each point, one position a row: 0 nothing, 1 a goat, 2 a tiger.
///
/// >>> import bagh
/// >>> bagh.boards(bagh.encode([bagh.Position()]))[0].reshape(5, 5)
/// array([[2, 0, 0, 0, 2],
///        [0, 0, 0, 0, 0],
///        [0, 0, 0, 0, 0],
///        [0, 0, 0, 0, 0],
///        [2, 0, 0, 0, 2]], dtype=uint8)
#[pyfunction]
#[pyo3(signature = (positions, *, game = None))]
pub fn boards<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let rules = rules_of(game)?;
    let positions = positions_of(&rules, positions)?;
    let points = rules.game.board().len();
    let mut flat = filled(positions.len(), points, 0u8)?;
    on_pool(py, || {
        flat.par_chunks_mut(points).zip(&positions).for_each(|(cells, position)| {
            position.goats().iter().for_each(|point| cells[point.index()] = 1);
            position.tigers().iter().for_each(|point| cells[point.index()] = 2);
        });
        Ok(())
    })?;
    let array = Array2::from_shape_vec((positions.len(), points), flat).map_err(bad)?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// Writes the observation of a side: planes of one cell a point.
pub fn observe(game: &bagh::Game, position: &bagh::Position, side: Side, cells: &mut [i8]) {
    let points = game.board().len();
    cells.fill(0);
    let (own, other) = match side {
        Side::Tiger => (position.tigers(), position.goats()),
        Side::Goat => (position.goats(), position.tigers()),
    };
    own.iter().for_each(|point| cells[point.index()] = 1);
    other.iter().for_each(|point| cells[points + point.index()] = 1);
    let numbers = [
        i8::from(side == Side::Tiger),
        position.goats_in_hand() as i8,
        position.captured() as i8,
        i8::from(position.turn() == side),
    ];
    for (plane, number) in (2..).zip(numbers) {
        cells[plane * points..(plane + 1) * points].fill(number);
    }
}

/// What the environments show of positions, from the side that moves: an array of shape
/// (n, 6, points) and type int8.
///
/// Planes: own pieces; the other side's pieces; 1 everywhere if the own pieces are tigers; goats in
/// hand; goats captured; 1 everywhere if this side moves.
#[pyfunction]
#[pyo3(signature = (positions, *, game = None))]
pub fn observations<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray3<i8>>> {
    let rules = rules_of(game)?;
    let positions = positions_of(&rules, positions)?;
    observation_array(py, &rules, &positions)
}

pub fn observation_array<'py>(
    py: Python<'py>,
    rules: &Rules,
    positions: &[bagh::Position],
) -> PyResult<Bound<'py, PyArray3<i8>>> {
    let points = rules.game.board().len();
    let mut flat = filled(positions.len(), PLANES * points, 0i8)?;
    on_pool(py, || {
        flat.par_chunks_mut(PLANES * points).zip(positions).for_each(|(cells, position)| {
            observe(&rules.game, position, position.turn(), cells);
        });
        Ok(())
    })?;
    let array = Array3::from_shape_vec((positions.len(), PLANES, points), flat).map_err(bad)?;
    Ok(PyArray3::from_owned_array(py, array))
}

/// Which actions are legal, one position a row: an array of shape (n, actions) and type bool.
#[pyfunction]
#[pyo3(signature = (positions, *, game = None))]
pub fn legal_mask<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let rules = rules_of(game)?;
    let positions = positions_of(&rules, positions)?;
    mask_array(py, &rules, &positions)
}

pub fn mask_array<'py>(
    py: Python<'py>,
    rules: &Rules,
    positions: &[bagh::Position],
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let actions = rules.actions.len();
    let mut flat = filled(positions.len(), actions, false)?;
    on_pool(py, || {
        flat.par_chunks_mut(actions).zip(positions).for_each(|(mask, position)| {
            for mv in rules.game.moves(position) {
                if let Some(number) = rules.actions.number(mv) {
                    mask[number] = true;
                }
            }
        });
        Ok(())
    })?;
    let array = Array2::from_shape_vec((positions.len(), actions), flat).map_err(bad)?;
    Ok(PyArray2::from_owned_array(py, array))
}

/// Every position seen through a symmetry, by its row in `game.symmetries`; an array like the one
/// given. `game.action_symmetries` has what becomes of actions.
#[pyfunction]
#[pyo3(signature = (positions, symmetry, *, game = None))]
pub fn augment<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    symmetry: &Bound<'py, PyAny>,
    game: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let rules = rules_of(game)?;
    let symmetries = rules.game.board().symmetries();
    let found = numbers::one_of(symmetry, "symmetry", symmetries)?;
    let mut positions = positions_of(&rules, positions)?;
    on_pool(py, || {
        let lots = positions.par_iter_mut().with_min_len(LOT);
        lots.for_each(|position| *position = position.transformed(found));
        Ok(())
    })?;
    to_array(py, &positions)
}

/// Numbers as an array.
pub fn vector<'py, T: numpy::Element>(py: Python<'py>, numbers: Vec<T>) -> Vector<'py, T> {
    numpy::PyArray1::from_vec(py, numbers)
}
