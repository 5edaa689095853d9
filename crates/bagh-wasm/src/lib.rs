//! The library for the browser: one function, JSON in and JSON out.
//!
//! A request names what is wanted (`op`) and the game; it brings all that it needs, so that
//! nothing is kept between two calls but boards that were read already. The web app wraps the
//! requests in functions with types: see `web/src/rules`.
//!
//! ```
//! let answer = bagh_wasm::call(
//!     r#"{"op":"state","game":{"name":"bagh-chal"},"moves":["B1","A1C1"]}"#,
//! );
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!(answer["ok"]["captured"], 1);
//! assert_eq!(answer["ok"]["turn"], "goat");
//!
//! let answer = bagh_wasm::call(r#"{"op":"state","game":{"name":"chess"}}"#);
//! assert!(answer.starts_with(r#"{"error":{"field":"game""#), "{answer}");
//! ```

mod codes;
#[cfg(feature = "engine")]
mod engine;
mod error;
mod games;
#[cfg(feature = "tables")]
mod kept_file;
#[cfg(feature = "tables")]
mod kept_tables;
#[cfg(target_arch = "wasm32")]
mod memory;
#[cfg(feature = "tables")]
mod pocket;
mod positions;
mod records;
mod request;
mod state;
#[cfg(feature = "tables")]
mod tables;

use serde::Serialize;

use error::Fault;
use request::Parts;
use serde_json::Value;

/// Answers a request: `{"ok": …}`, or `{"error": {"field": …, …}}` with a `code` and its `values`, or a
/// `message`.
pub fn call(request: &str) -> String {
    match answer(request) {
        Ok(json) => format!(r#"{{"ok":{json}}}"#),
        Err(fault) => format!(r#"{{"error":{}}}"#, fault.json()),
    }
}

/// Sets the bytes that the next request takes, if it is one that takes bytes: a range of a file of
/// the tables.
#[cfg(feature = "tables")]
pub fn bring(bytes: Vec<u8>) {
    tables::bring(bytes);
}

/// What can be asked.
const OPS: &[&str] = &[
    "games",
    "game",
    "state",
    "read-position",
    "write-position",
    "check-position",
    "read-record",
    "write-record",
    #[cfg(feature = "engine")]
    "choose",
    #[cfg(feature = "engine")]
    "best",
    #[cfg(feature = "tables")]
    "tables-name",
    #[cfg(feature = "tables")]
    "tables-open",
    #[cfg(feature = "tables")]
    "tables-probe",
    #[cfg(feature = "tables")]
    "tables-line",
    #[cfg(feature = "tables")]
    "tables-needs",
    #[cfg(feature = "tables")]
    "tables-give",
    #[cfg(feature = "tables")]
    "kept-add",
    #[cfg(feature = "tables")]
    "kept-probe",
    #[cfg(feature = "tables")]
    "kept-line",
    #[cfg(feature = "tables")]
    "kept-close",
    #[cfg(feature = "tables")]
    "pocket-open",
    #[cfg(feature = "tables")]
    "pocket-probe",
    #[cfg(feature = "tables")]
    "pocket-close",
];

fn answer(request: &str) -> Result<String, Fault> {
    let request: Value =
        serde_json::from_str(request).map_err(|e| Fault::new("request", e.to_string()))?;
    let parts =
        Parts::of(&request).ok_or_else(|| Fault::new("request", "expected an object with `op`"))?;
    let op: String = parts.get("op")?;
    match op.as_str() {
        // The names of the built-in games.
        "games" => write(games::list()),
        // A game with its board.
        "game" => write(games::describe(&parts)?),
        // The position after some moves, and what can be done in it.
        "state" => write(state::Wanted::of(&parts)?.state()?),
        // A position from its text, in any notation; and the other way round.
        "read-position" => write(positions::read(&parts)?),
        "write-position" => write(positions::write(&parts)?),
        // A position from its parts, as an editor has them.
        "check-position" => write(positions::check(&parts)?),
        // A record as a tree of moves; and the other way round.
        "read-record" => write(records::read(&parts)?),
        "write-record" => write(records::Tree::of(&parts)?.write()?),
        // The computer's move, and what it thinks of the moves there are.
        #[cfg(feature = "engine")]
        "choose" => write(engine::choose(&parts)?),
        #[cfg(feature = "engine")]
        "best" => write(engine::best(&parts)?),
        // Exact answers from the files of a static site.
        #[cfg(feature = "tables")]
        "tables-name" => write(tables::name(&parts)?),
        #[cfg(feature = "tables")]
        "tables-open" => write(tables::open(&parts)?),
        #[cfg(feature = "tables")]
        "tables-probe" => write(tables::Asking::of(&parts)?.probe()?),
        #[cfg(feature = "tables")]
        "tables-line" => write(tables::Asking::of(&parts)?.line()?),
        #[cfg(feature = "tables")]
        "tables-needs" => write(tables::needs(&parts)?),
        #[cfg(feature = "tables")]
        "tables-give" => write(tables::give(&parts)?),
        // Exact answers from whole files that the browser has kept.
        #[cfg(feature = "tables")]
        "kept-add" => write(kept_tables::add(&parts)?),
        #[cfg(feature = "tables")]
        "kept-probe" => write(tables::Asking::of(&parts)?.kept_probe()?),
        #[cfg(feature = "tables")]
        "kept-line" => write(tables::Asking::of(&parts)?.kept_line()?),
        #[cfg(feature = "tables")]
        "kept-close" => write(kept_tables::close(&parts)?),
        // Exact answers from a pocket edition that the browser has kept.
        #[cfg(feature = "tables")]
        "pocket-open" => write(pocket::open(&parts)?),
        #[cfg(feature = "tables")]
        "pocket-probe" => write(pocket::probe(&parts)?),
        #[cfg(feature = "tables")]
        "pocket-close" => write(pocket::close(&parts)?),
        _ => Err(Fault::new("op", format!("found {op:?}, expected one of {}", OPS.join(", ")))),
    }
}

fn write(value: impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(&value).map_err(|e| Fault::new("answer", e.to_string()))
}

#[cfg(all(test, feature = "tables"))]
mod tables_tests;
#[cfg(test)]
mod tests;
#[cfg(all(test, feature = "engine"))]
mod typescript;
