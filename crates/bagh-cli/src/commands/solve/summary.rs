//! What a solve did.

use std::path::{Path, PathBuf};

use anyhow::Result;
use bagh::Game;
use bagh_tables::answer::VerdictAnswer;
use bagh_tables::{Manifest, Part, Solved, SolvedPlies, Store, Tables, Times, Verdict, burnside};
use serde_json::json;

use crate::numbers::{bytes, count_of, grouped, seconds};
use crate::palette::{Palette, paint};
use crate::verdicts::sentence;

/// What a solve did.
pub struct Summary {
    game: Game,
    folder: PathBuf,
    /// The value of the game.
    start: Verdict,
    parts: usize,
    parts_solved: usize,
    positions: u128,
    positions_solved: u128,
    bytes: u64,
    compact: bool,
    seconds: f64,
    times: Times,
    /// The plies, if they were asked for.
    plies: Option<SolvedPlies>,
}

impl Summary {
    pub fn new(game: &Game, folder: &Path, solved: Solved, seconds: f64) -> Result<Summary> {
        let Solved { manifest, parts: parts_solved, times, .. } = solved;
        let start = Tables::open(game, folder)?.probe(&game.start())?;
        let there = manifest.parts.len().saturating_sub(parts_solved);
        Ok(Summary {
            folder: Store::new(game, folder).directory().to_owned(),
            start,
            parts: manifest.parts.len(),
            parts_solved,
            positions: positions(game, &manifest, 0),
            positions_solved: positions(game, &manifest, there),
            bytes: manifest.bytes(),
            compact: manifest.compact,
            seconds,
            times,
            game: game.clone(),
            plies: None,
        })
    }

    /// The same summary, with the plies that were solved.
    pub fn and_plies(self, plies: Option<SolvedPlies>) -> Summary {
        Summary { plies, ..self }
    }

    fn per_second(&self) -> u64 {
        (self.positions_solved as f64 / self.seconds.max(1e-9)) as u64
    }

    /// The shares of solving, packing, writing and all else, in percent.
    fn shares(&self) -> [f64; 4] {
        let Times { solving, packing, writing } = self.times;
        let rest = (self.seconds - solving - packing - writing).max(0.0);
        [solving, packing, writing, rest].map(|part| 100.0 * part / self.seconds.max(1e-9))
    }

    pub fn for_people(&self, palette: &Palette) -> String {
        let mut lines = Vec::new();
        let there = self.parts - self.parts_solved;
        if self.parts_solved == 0 {
            lines.push(("solved", "nothing was left to do: all was there already".to_owned()));
        } else {
            let mut parts = count_of(self.parts_solved as u64, "part");
            if there > 0 {
                parts += &format!(", {there} were there already");
            }
            let [solving, packing, writing, rest] = self.shares();
            lines.extend([
                ("solved", parts),
                (
                    "time",
                    format!(
                        "{}: solving {solving:.0} %, compressing {packing:.0} %, writing {writing:.0} %, the rest {rest:.0} %",
                        seconds(self.seconds)
                    ),
                ),
                (
                    "speed",
                    format!(
                        "{} positions, {} a second",
                        grouped(self.positions_solved),
                        grouped(self.per_second())
                    ),
                ),
            ]);
        }
        lines.push(("tables", format!("{} in {}", bytes(self.bytes), self.folder.display())));
        if let Some(plies) = &self.plies {
            let size = bytes(plies.manifest.bytes());
            let done = match plies.parts {
                0 => "all was there already".to_owned(),
                parts => {
                    let time = seconds(plies.time.as_secs_f64());
                    format!("{} in {time}", count_of(parts as u64, "part"))
                }
            };
            lines.push(("plies", format!("{size}, {done}")));
        }
        let start = sentence(&self.game, &self.game.start(), self.start);
        lines.push(("the game", paint(palette.strong, start)));
        let line = |(name, value): (&str, String)| {
            format!("  {}{value}\n", paint(palette.label, format!("{name:<11}")))
        };
        lines.into_iter().map(line).collect()
    }

    pub fn for_programs(&self) -> serde_json::Value {
        json!({
            "game": self.game.name(),
            "captures_to_win": self.game.captures(),
            "compact": self.compact,
            "folder": self.folder.display().to_string(),
            "parts": self.parts,
            "parts_solved": self.parts_solved,
            "positions": self.positions,
            "positions_solved": self.positions_solved,
            "positions_per_second": self.per_second(),
            "bytes": self.bytes,
            "seconds": self.seconds,
            "seconds_solving": self.times.solving,
            "seconds_packing": self.times.packing,
            "seconds_writing": self.times.writing,
            "plies_parts_solved": self.plies.as_ref().map(|plies| plies.parts),
            "plies_bytes": self.plies.as_ref().map(|plies| plies.manifest.bytes()),
            "plies_seconds": self.plies.as_ref().map(|plies| plies.time.as_secs_f64()),
            "start": VerdictAnswer::new(&self.game, &self.game.start(), self.start),
        })
    }
}

/// Positions up to symmetry of all parts but the first ones.
fn positions(game: &Game, manifest: &Manifest, skip: usize) -> u128 {
    let all = Part::all(game);
    let parts: Vec<Part> = manifest
        .parts
        .iter()
        .skip(skip)
        .filter_map(|finished| all.iter().copied().find(|part| part.name() == finished.name))
        .collect();
    let classes = burnside::classes(game);
    classes.iter().filter(|c| parts.contains(&c.part(game))).map(|c| c.positions).sum()
}
