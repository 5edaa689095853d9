//! Results of an arena on disk: one line of JSON for each game, written as it ends. A line before
//! them says under which conditions they were played; files of older versions have none.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use bagh_arena::TimeControl;
use bagh_arena::tournament::TournamentGame;
use serde::{Deserialize, Serialize};

use super::config::{Config, ConfiguredPlayer};
use crate::input::{self, Source};
use crate::safe_file;

/// The largest file of results that is read.
const MAX_RESULTS: usize = 1 << 30;

/// The version of the format.
const VERSION: u32 = 1;

/// How every line of conditions begins.
const CONDITIONS: &str = "{\"bagh_arena\":";

/// What must be the same for games to be compared. Players may come and go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    bagh_arena: u32,
    /// What players may use.
    limits: String,
    /// Random plies of each opening.
    opening_plies: usize,
    /// What the players are, by their names.
    players: BTreeMap<String, String>,
}

impl Conditions {
    /// The conditions of an arena.
    pub fn new(config: &Config) -> Result<Conditions> {
        let player = |player: &ConfiguredPlayer| (player.name(), player.player.to_string());
        Ok(Conditions {
            bagh_arena: VERSION,
            limits: limits_text(&config.time_control()?),
            opening_plies: config.opening_plies,
            players: config.players.iter().map(player).collect(),
        })
    }

    /// Whether games under other conditions may stand in the same list.
    fn agree(&self, other: &Conditions) -> Result<()> {
        ensure!(
            other.bagh_arena == VERSION,
            "found version {}, expected {VERSION}",
            other.bagh_arena
        );
        ensure!(
            other.limits == self.limits,
            "time: found games with {}, expected {} as in the arena file",
            other.limits,
            self.limits
        );
        ensure!(
            other.opening_plies == self.opening_plies,
            "opening_plies: found games with {}, expected {} as in the arena file",
            other.opening_plies,
            self.opening_plies
        );
        for (name, command) in &other.players {
            if let Some(ours) = self.players.get(name).filter(|&ours| ours != command) {
                bail!(
                    "players: found games of `{name}` as {command}, expected {ours} as in the arena file"
                );
            }
        }
        Ok(())
    }
}

/// What players may use, the same text for the same limits.
fn limits_text(time: &TimeControl) -> String {
    let mut parts = Vec::new();
    if let Some(clock) = time.clock {
        parts.push(format!("a clock of {:?}+{:?}", clock.base, clock.increment));
    }
    parts.extend(time.move_time.map(|time| format!("{time:?} for a move")));
    parts.extend(time.nodes.map(|nodes| format!("{nodes} nodes")));
    parts.extend(time.depth.map(|depth| format!("depth {depth}")));
    if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") }
}

/// The results of this machine.
pub struct Results {
    path: PathBuf,
    /// The games that were played before.
    pub games: Vec<TournamentGame>,
    /// Whether the file says under which conditions we play.
    is_described: bool,
}

impl Results {
    /// Reads what is there. A last line that was cut off is repaired.
    pub fn open(path: &Path, conditions: &Conditions) -> Result<Results> {
        let mut results = Results { path: path.to_owned(), games: Vec::new(), is_described: false };
        if !path.exists() {
            return Ok(results);
        }
        let read = Read::new(path)?;
        if let Err(problem) = read.agree(conditions) {
            bail!("--results: {problem}: choose another file, or change the arena file back");
        }
        if read.is_cut {
            safe_file::write(path, &read.text)?;
        }
        results.is_described = read.conditions.contains(conditions);
        results.games = read.games;
        Ok(results)
    }

    /// Opens the file for games to come.
    pub fn append(&mut self, conditions: &Conditions) -> Result<File> {
        let cannot = || format!("--results: cannot write to {}", self.path.display());
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        let mut file = file.with_context(cannot)?;
        if !std::mem::replace(&mut self.is_described, true) {
            writeln!(file, "{}", serde_json::to_string(conditions)?).with_context(cannot)?;
        }
        Ok(file)
    }
}

/// The results of another machine.
pub fn read_other(path: &Path, conditions: &Conditions) -> Result<Vec<TournamentGame>> {
    let read = Read::new(path)?;
    if let Err(problem) = read.agree(conditions) {
        bail!("--merge: {problem}: leave it out, or change the arena file back");
    }
    Ok(read.games)
}

/// A file of results that was read.
struct Read {
    path: PathBuf,
    /// All lines that end.
    text: String,
    is_cut: bool,
    conditions: Vec<Conditions>,
    games: Vec<TournamentGame>,
}

impl Read {
    fn new(path: &Path) -> Result<Read> {
        let source = Source::File(path.to_owned());
        let mut bytes = input::read_bytes(&source, MAX_RESULTS)?;
        // What stands after the last line was cut off when the program was stopped, perhaps in the
        // middle of a character. Its game is played again.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let is_cut = whole < bytes.len();
        bytes.truncate(whole);
        let text = input::text_of(&source, bytes)?;
        let (mut conditions, mut games) = (Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate() {
            let place =
                || format!("{}, line {}: expected a game of an arena", path.display(), at + 1);
            if line.starts_with(CONDITIONS) {
                conditions.push(serde_json::from_str(line).with_context(place)?);
            } else {
                games.push(serde_json::from_str(line).with_context(place)?);
            }
        }
        Ok(Read { path: path.to_owned(), text, is_cut, conditions, games })
    }

    fn agree(&self, conditions: &Conditions) -> Result<()> {
        for found in &self.conditions {
            if let Err(problem) = conditions.agree(found) {
                bail!("{}: {problem}", self.path.display());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told_apart() {
        let read = |text: &str| {
            let players = "[[players]]\nplayer = \"1\"\n[[players]]\nplayer = \"2\"\n";
            Conditions::new(&toml::from_str(&format!("{text}\n{players}")).unwrap()).unwrap()
        };
        let first = read("move_time = \"100ms\"");
        assert!(first.agree(&read("move_time = \"100000us\"\ngames_per_pairing = 7")).is_ok());
        for (text, part) in [
            ("move_time = \"200ms\"", "found games with 200ms for a move, expected 100ms"),
            ("", "no limit"),
            ("move_time = \"100ms\"\nopening_plies = 5", "opening_plies: found games with 5"),
        ] {
            let error = first.agree(&read(text)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
