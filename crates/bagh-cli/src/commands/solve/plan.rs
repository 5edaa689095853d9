//! What solving will take, and what is there already.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use bagh::Game;
use bagh_tables::{
    Needs, PliesNeeds, SolveOptions, Space, Store, TooLarge, burnside, check_solvable, needs,
    plies_needs,
};
use serde_json::json;

use super::room;
use crate::numbers::{bytes, count_of, grouped, roughly};
use crate::palette::{Palette, paint};

/// What solving will take, and what is there already.
pub struct Plan {
    title: String,
    positions: u128,
    needs: Needs,
    /// Why no machine can solve this game, if that is so.
    too_large: Option<TooLarge>,
    compact: bool,
    /// The folder of this game's tables.
    folder: PathBuf,
    parts: usize,
    parts_there: usize,
    bytes_there: u64,
    processors: usize,
    free_memory: Option<u64>,
    free_disk: Option<u64>,
    space: Arc<Space>,
    /// What plies take, if they were asked for.
    plies: Option<PliesPlan>,
}

/// What solving plies will take, and what is there already.
struct PliesPlan {
    needs: PliesNeeds,
    parts: usize,
    parts_there: usize,
    bytes_there: u64,
}

impl PliesPlan {
    fn is_finished(&self) -> bool {
        self.parts_there == self.parts
    }

    /// The share of the work that is left, about.
    fn left(&self) -> f64 {
        1.0 - self.parts_there as f64 / self.parts.max(1) as f64
    }
}

impl Plan {
    pub fn new(
        game: &Game,
        folder: &Path,
        options: SolveOptions,
        processors: usize,
    ) -> Result<Plan> {
        let space = Arc::new(Space::new(game)?);
        let store = Store::new(game, folder);
        let status = store.status()?;
        Ok(Plan {
            title: game.title().to_owned(),
            positions: burnside::classes(game).iter().map(|c| c.positions).sum(),
            needs: needs(&space, options),
            too_large: check_solvable(&space).err(),
            compact: options.compact,
            folder: store.directory().to_owned(),
            parts: status.parts().len(),
            parts_there: status.whole_parts(),
            bytes_there: status.whole_bytes(),
            processors,
            free_memory: room::memory(),
            free_disk: room::disk(folder),
            space,
            plies: None,
        })
    }

    /// The same plan, with the plies of the placement phase.
    pub fn and_plies(mut self, game: &Game, folder: &Path) -> Result<Plan> {
        let status = Store::new(game, folder).plies_status()?;
        self.plies = Some(PliesPlan {
            needs: plies_needs(&self.space, self.compact),
            parts: status.parts().len(),
            parts_there: status.whole_parts(),
            bytes_there: status.whole_bytes(),
        });
        Ok(self)
    }

    /// How many parts of the plies are finished.
    pub fn plies_there(&self) -> usize {
        self.plies.as_ref().map_or(0, |plies| plies.parts_there)
    }

    /// The index space of the game.
    pub fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// How many parts are finished.
    pub fn parts_there(&self) -> usize {
        self.parts_there
    }

    fn is_finished(&self) -> bool {
        self.has_values() && self.plies.as_ref().is_none_or(PliesPlan::is_finished)
    }

    /// Whether all values are solved.
    fn has_values(&self) -> bool {
        self.parts_there == self.parts
    }

    /// Bytes of memory that are needed at the most.
    fn memory(&self) -> u64 {
        let plies = self.plies.as_ref().filter(|plies| !plies.is_finished());
        let plies = plies.map_or(0, |plies| plies.needs.memory);
        // For what is there already, report what it took.
        match self.has_values() && plies > 0 {
            true => plies,
            false => self.needs.memory.max(plies),
        }
    }

    /// Bytes on disk in the end, about.
    fn disk(&self) -> u64 {
        self.needs.disk + self.plies.as_ref().map_or(0, |plies| plies.needs.disk)
    }

    /// Bytes that will be written, about.
    pub fn disk_to_take(&self) -> u64 {
        let values = match self.has_values() {
            true => 0,
            false => self.needs.disk.saturating_sub(self.bytes_there),
        };
        let plies = self.plies.as_ref().filter(|plies| !plies.is_finished());
        values + plies.map_or(0, |plies| plies.needs.disk.saturating_sub(plies.bytes_there))
    }

    /// Seconds that are still to go, about.
    pub fn seconds_to_take(&self) -> f64 {
        let values = match self.has_values() {
            true => Duration::ZERO,
            false => {
                let parts: Duration = self.needs.times.iter().skip(self.parts_there).sum();
                self.needs.set_up + parts
            }
        };
        let plies = self.plies.as_ref().map_or(Duration::ZERO, |p| p.needs.time.mul_f64(p.left()));
        (values + plies).as_secs_f64() / self.processors as f64
    }

    /// What is not there but needed, with what can be done about it.
    pub fn lacking(&self) -> Vec<String> {
        if self.is_finished() {
            return Vec::new();
        }
        let mut lacking: Vec<String> =
            room::lacking_memory(self.free_memory, self.memory(), room::CLOSE_OTHERS)
                .into_iter()
                .collect();
        let to_take = self.disk_to_take();
        if let Some(free) = self.free_disk.filter(|&free| free < to_take) {
            let remedy = match self.compact {
                true => "make room, or choose another folder with --tables",
                false => {
                    "make room, choose another folder with --tables, or make smaller tables with --compact"
                }
            };
            lacking.push(format!(
                "disk: found {} free for {}, expected {}: {remedy}",
                bytes(free),
                self.folder.display(),
                bytes(to_take)
            ));
        }
        lacking.extend(self.too_large.as_ref().map(TooLarge::to_string));
        lacking
    }

    pub fn for_people(&self, palette: &Palette) -> String {
        let free = |bytes_free: Option<u64>| match bytes_free {
            Some(free) => format!("   ({} free)", bytes(free)),
            None => String::new(),
        };
        let mut lines = vec![
            (
                "positions",
                format!("{} up to symmetry, reached in play or not", grouped(self.positions)),
            ),
            ("memory", bytes(self.memory()) + &free(self.free_memory)),
            ("disk", format!("about {}{}", bytes(self.disk()), free(self.free_disk))),
            ("time", self.time()),
            ("folder", self.folder.display().to_string()),
        ];
        if self.parts_there > 0 {
            let rest = if self.has_values() { "all is solved" } else { "going on from there" };
            lines.push((
                "found",
                format!(
                    "{} of {} parts, {}: {rest}",
                    self.parts_there,
                    self.parts,
                    bytes(self.bytes_there)
                ),
            ));
        }
        if let Some(plies) = self.plies.as_ref().filter(|plies| plies.parts_there > 0) {
            let PliesPlan { parts, parts_there, bytes_there, .. } = plies;
            let found = format!("{parts_there} of {parts} parts, {}", bytes(*bytes_there));
            lines.push(("plies", found));
        }
        let mut text = format!("{}\n", paint(palette.strong, &self.title));
        for (name, value) in lines {
            text += &format!("  {}{value}\n", paint(palette.label, format!("{name:<11}")));
        }
        text
    }

    fn time(&self) -> String {
        let processors = count_of(self.processors as u64, "processor");
        format!("{}, with {processors}", roughly(self.seconds_to_take()))
    }

    pub fn for_programs(&self, lacking: &[String]) -> serde_json::Value {
        json!({
            "folder": self.folder.display().to_string(),
            "positions": self.positions,
            "memory": self.memory(),
            "disk": self.disk(),
            "seconds": self.seconds_to_take(),
            "processors": self.processors,
            "free_memory": self.free_memory,
            "free_disk": self.free_disk,
            "parts": self.parts,
            "parts_there": self.parts_there,
            "bytes_there": self.bytes_there,
            "plies_parts": self.plies.as_ref().map(|plies| plies.parts),
            "plies_parts_there": self.plies.as_ref().map(|plies| plies.parts_there),
            "lacking": lacking,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(memory: u64, disk: u64) -> Plan {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::new(Game::bagh_chal(), folder.path(), SolveOptions::default(), 2).unwrap();
        Plan { free_memory: Some(memory), free_disk: Some(disk), ..plan }
    }

    #[test]
    fn what_is_lacking_is_told_with_a_remedy() {
        assert_eq!(plan(u64::MAX, u64::MAX).lacking(), Vec::<String>::new());
        let lacking = plan(1_000_000_000, 2_000_000).lacking();
        assert!(lacking[0].starts_with("memory: found 1.00 GB free, expected "), "{lacking:?}");
        assert!(lacking[1].starts_with("disk: found 2.00 MB free for "), "{lacking:?}");
        assert!(lacking[1].contains("--tables"), "{lacking:?}");
    }

    #[test]
    fn what_is_there_takes_no_time() {
        let mut plan = plan(u64::MAX, u64::MAX);
        let all = plan.seconds_to_take();
        plan.processors *= 2;
        assert_eq!(plan.seconds_to_take(), all / 2.0);
        plan.parts_there = 5; // The sliding phase, less than the placement phase.
        assert!(plan.seconds_to_take() > all / 4.0 && plan.seconds_to_take() < all / 2.0);
        plan.parts_there = plan.parts;
        assert_eq!(plan.time(), "less than a second, with 4 processors");
    }

    #[test]
    fn what_is_finished_needs_no_room() {
        let mut plan = plan(0, 0);
        plan.parts_there = plan.parts;
        assert_eq!(plan.lacking(), Vec::<String>::new());
        assert_eq!(plan.disk_to_take(), 0);
    }
}
