//! The claims, read from `claims.toml`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use bagh_tables::{ProbeError, Tables};
use serde::Deserialize;

use crate::checks::{self, Found};
use crate::{Basis, Finding, PaperRow};

const CLAIMS: &str = include_str!("claims.toml");

/// The papers: their names in the file, and their names for people.
pub const PAPERS: [(&str, &str); 4] = [
    ("2004", "Lim and Nievergelt 2004"),
    ("2009", "Lim and Nievergelt 2009"),
    ("android", "Shouthiri, Tigers and Goats for Android"),
    ("obx", "Sapkota 2019, OBX manual"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    claim: Vec<Claim>,
}

/// One claim as it stands in the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Claim {
    paper: String,
    place: String,
    what: String,
    printed: String,
    ours: Option<String>,
    verdict: Finding,
    note: Option<String>,
    check: Option<String>,
    command: String,
}

fn read() -> Vec<Claim> {
    let file: File = toml::from_str(CLAIMS).expect("the claims are checked by a test");
    file.claim
}

/// All claims, checked again where that can be done.
pub fn rows(tables: Option<&Tables>, fewer: &[Tables]) -> Result<Vec<PaperRow>, ProbeError> {
    // Both papers say some things, and some checks take a while.
    let mut known: HashMap<String, Found> = HashMap::new();
    let mut rows = Vec::new();
    for claim in read() {
        let found = match claim.check.clone() {
            None => Found::NotAsked,
            Some(check) => match known.entry(check) {
                Entry::Occupied(found) => found.get().clone(),
                Entry::Vacant(slot) => {
                    let found = checks::run(slot.key(), tables, fewer)?;
                    slot.insert(found).clone()
                }
            },
        };
        rows.push(row(claim, found));
    }
    Ok(rows)
}

fn row(claim: Claim, found: Found) -> PaperRow {
    let (ours, finding, basis) = match (found, claim.ours) {
        (Found::Text(found), Some(ours)) if found == ours => {
            (Some(ours), claim.verdict, Basis::Computed)
        }
        (Found::Text(found), _) => (Some(found), Finding::Differs, Basis::Computed),
        (Found::NeedsTables, _) => (None, Finding::NeedsTables, Basis::Nothing),
        (Found::NotAsked, Some(ours)) => (Some(ours), claim.verdict, Basis::Recorded),
        (Found::NotAsked, None) => (None, claim.verdict, Basis::Nothing),
    };
    let paper = PAPERS.iter().find(|(name, _)| *name == claim.paper);
    PaperRow {
        paper: paper.map_or(claim.paper.as_str(), |(_, paper)| paper).to_owned(),
        place: claim.place,
        what: claim.what,
        printed: claim.printed,
        ours,
        finding,
        note: claim.note,
        basis,
        command: claim.command,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_complete() {
        for claim in read() {
            assert!(PAPERS.iter().any(|(name, _)| *name == claim.paper), "{claim:?}");
            let open = claim.verdict == Finding::Open;
            assert!(claim.ours.is_some() || open, "{claim:?}");
            let settled = [Finding::Equal, Finding::Misprint, Finding::Refined, Finding::Refuted];
            assert!(open || settled.contains(&claim.verdict), "{claim:?}");
            assert!(["bagh ", "cargo "].iter().any(|word| claim.command.starts_with(word)));
            if let Some(check) = &claim.check {
                assert!(checks::is_known(check), "{check}");
            }
        }
    }
}
