//! Whole classes of positions, in lots.

use std::sync::Arc;

use bagh::Side;
use bagh_tables::{Class, Positions};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::arrays::{Vector, to_array, vector};
use crate::errors::{bad, shorten};
use crate::look_up::values_of;
use crate::numbers;
use crate::tables::Tables;
use crate::work::interruptible;

/// Positions and their values.
type Lot<'py> = (Bound<'py, PyArray2<u32>>, Vector<'py, i8>);

/// The positions of one class with their values, in lots: those with all tigers on the board, the
/// same numbers of goats placed and captured, and the same side to move.
///
/// Of places of the tigers that are equivalent under a symmetry only one is there, with all herds
/// around it. So a position and its mirror image are both there where the tigers stand
/// symmetrically.
///
/// Iterating gives pairs of positions and values, as arrays. `bagh.export` writes them to a file.
#[pyclass(module = "bagh")]
pub struct ClassReader {
    tables: Py<Tables>,
    class: Class,
    next: usize,
    length: usize,
    lot: usize,
}

#[pymethods]
impl ClassReader {
    #[new]
    #[pyo3(signature = (tables, *, placed, captured, turn, lot = 262_144))]
    fn new(
        tables: Bound<'_, Tables>,
        #[pyo3(from_py_with = numbers::placed)] placed: u8,
        #[pyo3(from_py_with = numbers::captured)] captured: u8,
        turn: &str,
        #[pyo3(from_py_with = numbers::lot)] lot: usize,
    ) -> PyResult<ClassReader> {
        let game = &tables.get().rules.game;
        let turn = match turn {
            "goat" => Side::Goat,
            "tiger" => Side::Tiger,
            other => {
                let other = shorten(other);
                return Err(bad(format!("turn: found {other:?}, expected goat or tiger")));
            }
        };
        let class = Class::new(game, placed, captured, turn).map_err(bad)?;
        let length = class.len(tables.get().tables.space()) as usize;
        Ok(ClassReader { tables: tables.unbind(), class, next: 0, length, lot })
    }

    fn __len__(&self) -> usize {
        self.length
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Lot<'py>>> {
        if self.next >= self.length {
            return Ok(None);
        }
        let end = self.length.min(self.next + self.lot);
        let tables = self.tables.bind(py).get();
        let found = Arc::clone(&tables.tables);
        let (range, class) = (self.next..end, self.class);
        let (positions, values) = interruptible(py, |stop| {
            let all = Positions::new(found.space(), class);
            let positions: Vec<bagh::Position> = range.map(|number| all.get(number)).collect();
            let values = values_of(&found, &positions, stop)?;
            Ok((positions, values))
        })?;
        self.next = end;
        Ok(Some((to_array(py, &positions)?, vector(py, values))))
    }
}
