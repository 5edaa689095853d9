//! Matches on disk: one line of JSON for each game, written as it ends.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use bagh::Game;
use bagh_arena::PlayerSpec;
use bagh_arena::matches::MatchGame;
use serde::{Deserialize, Serialize};

use crate::input::{self, Source};
use crate::safe_file;

/// The largest saved match that is read.
const MAX_SAVED: usize = 1 << 30;

/// The first line of a saved match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    bagh_match: u32,
    game: String,
    captures: u8,
    players: [String; 2],
    settings: String,
    seed: u64,
}

/// The header of a match.
pub fn header(game: &Game, specs: &[PlayerSpec; 2], settings: &str, seed: u64) -> Header {
    Header {
        bagh_match: 1,
        game: game.name().to_owned(),
        captures: game.captures(),
        players: [specs[0].to_string(), specs[1].to_string()],
        settings: settings.to_owned(),
        seed,
    }
}

/// The games of a match, and the files they are written to.
pub struct Saved {
    games: Vec<MatchGame>,
    file: Option<(PathBuf, File)>,
    records: Option<(PathBuf, File)>,
}

impl Saved {
    /// Opens the files; what an earlier run of the same match saved is read.
    pub fn open(path: Option<&Path>, records: Option<&Path>, header: &Header) -> Result<Saved> {
        let mut games = Vec::new();
        let mut file = None;
        if let Some(path) = path {
            games = read(path, header)?;
            // Without a line that was cut off.
            let mut text = serde_json::to_string(header)? + "\n";
            for game in &games {
                text += &(serde_json::to_string(game)? + "\n");
            }
            safe_file::write(path, &text)?;
            file = Some((path.to_owned(), append(path)?));
        }
        let mut opened = None;
        if let Some(path) = records {
            let text: Vec<&str> = games.iter().map(|game| game.record.as_str()).collect();
            safe_file::write(path, &text.join("\n"))?;
            opened = Some((path.to_owned(), append(path)?));
        }
        Ok(Saved { games, file, records: opened })
    }

    /// The games so far.
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// Adds a game.
    pub fn add(&mut self, game: &MatchGame) -> Result<()> {
        if let Some((path, file)) = &mut self.file {
            let line = serde_json::to_string(game)? + "\n";
            let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
            written.with_context(|| format!("--save: cannot write to {}", path.display()))?;
        }
        if let Some((path, file)) = &mut self.records {
            let between = if self.games.is_empty() { "" } else { "\n" };
            write!(file, "{between}{}", game.record)
                .with_context(|| format!("--records: cannot write to {}", path.display()))?;
        }
        self.games.push(game.clone());
        Ok(())
    }
}

fn append(path: &Path) -> Result<File> {
    OpenOptions::new()
        .append(true)
        .open(path)
        .with_context(|| format!("cannot write to {}", path.display()))
}

/// The games of a saved match, if there is one.
fn read(path: &Path, header: &Header) -> Result<Vec<MatchGame>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let source = Source::File(path.to_owned());
    let mut bytes = input::read_bytes(&source, MAX_SAVED)?;
    // What stands after the last line was cut off when the program was stopped, perhaps in the
    // middle of a character. Its game is played again.
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    let text = input::text_of(&source, bytes)?;
    let mut lines = text.lines();
    let found: Header =
        lines.next().and_then(|line| serde_json::from_str(line).ok()).with_context(|| {
            format!("--save: {} is not a saved match: choose another file", path.display())
        })?;
    ensure!(
        found == *header,
        "--save: {} is another match ({} against {} at {}): choose another file, or the same players, options, openings and networks",
        path.display(),
        found.players[0],
        found.players[1],
        found.game
    );
    lines
        .enumerate()
        .map(|(at, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("--save: {}, line {} is damaged", path.display(), at + 2))
        })
        .collect()
}
