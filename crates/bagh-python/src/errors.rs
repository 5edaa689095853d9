//! Our errors as Python's.

use std::fmt::Display;
use std::path::Path;

pub use bagh::text::shorten;
use bagh_files::read_named;
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, PyResult};

/// A `ValueError` with our words.
pub fn bad(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The text of a file that the user named, of at most this many bytes.
pub fn text_of(path: &Path, most: u64) -> PyResult<String> {
    let shown = path.display();
    let bytes =
        read_named(path, most).map_err(|error| bad(format!("{shown}: cannot read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| bad(format!("{shown}: cannot read: it is not UTF-8")))
}
