//! The compiled part of the Python package `bagh`.
//!
//! Each file here is a thin layer over one of our crates: it turns Python values into ours and back,
//! and errors into `ValueError`s. What is documented here are docstrings, written for Python.

mod arrays;
mod engine;
mod errors;
mod exam;
mod export;
mod game;
mod look_up;
mod moves;
mod numbers;
mod pool;
mod position;
mod record;
mod sample;
mod solve;
mod streams;
mod svg;
mod tables;
mod vector;
mod verdict;
mod work;

/// The compiled part of the package `bagh`. Import `bagh` instead.
#[pyo3::pymodule]
mod _bagh {
    #[pymodule_export]
    use crate::arrays::{augment, boards, decode, encode, legal_mask, observations};
    #[pymodule_export]
    use crate::engine::{Engine, Line};
    #[pymodule_export]
    use crate::exam::Exam;
    #[pymodule_export]
    use crate::export::ClassReader;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::sample::{playouts, sample};
    #[pymodule_export]
    use crate::solve::_stubborn_solver;
    #[pymodule_export]
    use crate::tables::Tables;
    #[pymodule_export]
    use crate::vector::VectorEnv;
    #[pymodule_export]
    use crate::verdict::{MoveVerdict, Verdict};
    #[pymodule_export]
    use crate::work::_panic;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
