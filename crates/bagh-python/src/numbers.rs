//! Whole numbers as arguments. PyO3 would make an `OverflowError` of one that is negative or too
//! large, which does not say which argument is meant.

use pyo3::prelude::*;

use crate::errors::{bad, shorten};

/// Reads a whole number within bounds.
pub fn whole(value: &Bound<'_, PyAny>, name: &str, least: u64, most: u64) -> PyResult<u64> {
    let number = value.extract::<i128>().ok().and_then(|number| u64::try_from(number).ok());
    match number {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => {
            let found = value.repr().map(|text| shorten(&text.to_string_lossy()));
            let found = found.unwrap_or_else(|_| "something without a name".to_owned());
            Err(bad(format!(
                "{name}: found {found}, expected a whole number from {least} to {most}"
            )))
        }
    }
}

/// One of a list, by its number.
pub fn one_of<'a, T>(value: &Bound<'_, PyAny>, name: &str, all: &'a [T]) -> PyResult<&'a T> {
    Ok(&all[whole(value, name, 0, all.len() as u64 - 1)? as usize])
}

/// Readers of arguments, one for each name, type and bounds.
macro_rules! readers {
    ($($reader:ident: $name:literal, $type:ty, $least:expr, $most:expr;)*) => {
        $(pub fn $reader(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            // The bounds are those of the type, or narrower.
            Ok(whole(value, $name, $least, $most)? as $type)
        })*
    };
}

/// The same where `None` may be given.
macro_rules! optional_readers {
    ($($reader:ident: $name:literal, $type:ty, $least:expr, $most:expr;)*) => {
        $(pub fn $reader(value: &Bound<'_, PyAny>) -> PyResult<Option<$type>> {
            match value.is_none() {
                true => Ok(None),
                false => Ok(Some(whole(value, $name, $least, $most)? as $type)),
            }
        })*
    };
}

/// More than any array can have.
const MOST: u64 = isize::MAX as u64;

readers! {
    n: "n", usize, 0, MOST;
    n_games: "n", usize, 1, MOST;
    n_questions: "n", usize, 1, 1_000_000;
    seed: "seed", u64, 0, u64::MAX;
    most_plies: "most_plies", u32, 1, u64::from(u32::MAX);
    captures: "captures", u8, 1, u64::from(u8::MAX);
    lines: "lines", usize, 1, MOST;
    placed: "placed", u8, 0, u64::from(u8::MAX);
    captured: "captured", u8, 0, u64::from(u8::MAX);
    lot: "lot", usize, 1, 1 << 24;
}

optional_readers! {
    captures_if_any: "captures", u8, 1, u64::from(u8::MAX);
    depth: "depth", u32, 1, u64::from(u32::MAX);
    nodes: "nodes", u64, 1, u64::MAX;
}
