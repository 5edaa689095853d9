//! The page's types for what this crate says: `web/src/rules/types.ts` is written from ours.

use bagh::{Outcome, Phase, Reason, Side};
use ts_rs::{Config, TS};

use crate::{engine, games, positions, records, state};

/// Write the file again with `BLESS=1 cargo test -p bagh-wasm --lib typescript`.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/rules/types.ts");

/// A type that is one of some words.
fn words<'w>(name: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("'{word}'")).collect();
    format!("export type {name} = {};\n", words.join(" | "))
}

/// The declaration of a type, with its documentation.
fn declared<T: TS>() -> String {
    let config = Config::default();
    let docs = T::docs().unwrap_or_default();
    format!("\n{docs}export {}\n", T::decl(&config))
}

#[test]
fn the_page_has_types_of_what_is_said() {
    let outcomes = [Outcome::TigerWin, Outcome::Draw, Outcome::GoatWin];
    let text = [
        "// Written from the types of crates/bagh-wasm: see src/typescript.rs there.\n\n"
            .to_owned(),
        words("Side", [Side::Tiger, Side::Goat].map(Side::word)),
        words("Phase", [Phase::Placement, Phase::Sliding].map(Phase::word)),
        words("Outcome", outcomes.map(Outcome::word)),
        words("Reason", Reason::ALL.map(Reason::word)),
        declared::<games::GameRef>(),
        declared::<games::PointData>(),
        declared::<games::Described>(),
        declared::<state::MoveData>(),
        declared::<state::ResultData>(),
        declared::<state::State>(),
        declared::<positions::Read>(),
        declared::<records::NodeData>(),
        declared::<records::Read>(),
        declared::<engine::LineData>(),
        declared::<engine::Found>(),
    ]
    .concat();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(FILE, &text).unwrap();
    }
    let there = std::fs::read_to_string(FILE).unwrap();
    assert!(
        there == text,
        "web/src/rules/types.ts is not what this crate says: write it again with BLESS=1"
    );
}
