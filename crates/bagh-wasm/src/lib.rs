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
#[cfg(target_arch = "wasm32")]
mod memory;
#[cfg(feature = "tables")]
mod pocket;
mod positions;
mod records;
mod state;
#[cfg(feature = "tables")]
mod tables;

use serde::{Deserialize, Serialize};

use error::Fault;

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

/// The first look at a request, which tells how to read the rest.
#[derive(Deserialize)]
struct Request {
    op: String,
}

fn answer(request: &str) -> Result<String, Fault> {
    // Two looks at the text make a smaller module than an enum tagged by `op`, whose reader keeps what it has seen.
    let Request { op } = read(request)?;
    match op.as_str() {
        // The names of the built-in games.
        "games" => write(games::list()),
        // A game with its board.
        "game" => write(read::<games::Wanted>(request)?.describe()?),
        // The position after some moves, and what can be done in it.
        "state" => write(read::<state::Wanted>(request)?.state()?),
        // A position from its text, in any notation; and the other way round.
        "read-position" => write(read::<positions::Text>(request)?.read()?),
        "write-position" => write(read::<positions::Wanted>(request)?.write()?),
        // A position from its parts, as an editor has them.
        "check-position" => write(read::<positions::Parts>(request)?.check()?),
        // A record as a tree of moves; and the other way round.
        "read-record" => write(read::<records::Text>(request)?.read()?),
        "write-record" => write(read::<records::Tree>(request)?.write()?),
        // The computer's move, and what it thinks of the moves there are.
        #[cfg(feature = "engine")]
        "choose" => write(engine::choose(request)?),
        #[cfg(feature = "engine")]
        "best" => write(engine::best(request)?),
        // Exact answers from the files of a static site.
        #[cfg(feature = "tables")]
        "tables-open" => write(read::<tables::Opening>(request)?.open()?),
        #[cfg(feature = "tables")]
        "tables-probe" => write(read::<tables::Asking>(request)?.probe()?),
        #[cfg(feature = "tables")]
        "tables-line" => write(read::<tables::Asking>(request)?.line()?),
        #[cfg(feature = "tables")]
        "tables-needs" => write(read::<tables::Needing>(request)?.needs()?),
        #[cfg(feature = "tables")]
        "tables-give" => write(read::<tables::Giving>(request)?.give()?),
        // Exact answers from whole files that the browser has kept.
        #[cfg(feature = "tables")]
        "kept-add" => write(read::<tables::Adding>(request)?.add()?),
        #[cfg(feature = "tables")]
        "kept-probe" => write(read::<tables::Asking>(request)?.kept_probe()?),
        #[cfg(feature = "tables")]
        "kept-line" => write(read::<tables::Asking>(request)?.kept_line()?),
        #[cfg(feature = "tables")]
        "kept-close" => write(read::<tables::Closing>(request)?.close()?),
        // Exact answers from a pocket edition that the browser has kept.
        #[cfg(feature = "tables")]
        "pocket-open" => write(read::<pocket::Opening>(request)?.open()?),
        #[cfg(feature = "tables")]
        "pocket-probe" => write(read::<pocket::Asking>(request)?.probe()?),
        #[cfg(feature = "tables")]
        "pocket-close" => write(read::<pocket::Closing>(request)?.close()?),
        _ => Err(Fault::new("op", format!("found {op:?}, expected one of {}", OPS.join(", ")))),
    }
}

fn read<'r, T: Deserialize<'r>>(request: &'r str) -> Result<T, Fault> {
    serde_json::from_str(request).map_err(|e| Fault::new("request", e.to_string()))
}

fn write(value: impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(&value).map_err(|e| Fault::new("answer", e.to_string()))
}

#[cfg(test)]
mod tests;
