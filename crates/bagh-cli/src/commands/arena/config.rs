//! Arena files.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::Game;
use bagh_arena::tournament::Pairing;
use bagh_arena::{ClockSetting, PlayerSpec, TimeControl};
use serde::Deserialize;

use crate::context::find_game;
use crate::engine_args::time;
use crate::input::{self, Source};

/// The largest arena file that is read.
const MAX_FILE: usize = 1 << 20;

/// An arena file, as it is written.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The title of the page.
    #[serde(default = "usual_title")]
    pub title: String,
    /// The games: names of built-in ones, or board files.
    #[serde(default = "usual_games")]
    games: Vec<String>,
    /// Who plays whom.
    #[serde(default)]
    pub pairing: Pairing,
    /// Games of each pairing at each game.
    #[serde(default = "usual_games_per_pairing")]
    pub games_per_pairing: usize,
    /// Time for each move.
    move_time: Option<String>,
    /// A clock for each game.
    time: Option<String>,
    /// Nodes for each move.
    nodes: Option<u64>,
    /// Plies for each search.
    depth: Option<u32>,
    /// Random plies of each opening.
    #[serde(default = "usual_plies")]
    pub opening_plies: usize,
    /// The players.
    pub players: Vec<ConfiguredPlayer>,
}

/// A player of an arena file.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct ConfiguredPlayer {
    /// Its name in the list; by default what it is.
    name: Option<String>,
    /// What it is.
    pub player: PlayerSpec,
    /// The games that it plays, by name; by default all.
    games: Option<Vec<String>>,
}

impl ConfiguredPlayer {
    /// Its name in the list.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.player.to_string())
    }

    /// Whether it plays a game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|name| name == game))
    }
}

fn usual_title() -> String {
    "Arena".to_owned()
}

fn usual_games() -> Vec<String> {
    vec![Game::bagh_chal().name().to_owned()]
}

const fn usual_games_per_pairing() -> usize {
    20
}

const fn usual_plies() -> usize {
    4
}

impl Config {
    /// Reads an arena file.
    pub fn read(path: &Path) -> Result<Config> {
        let source = Source::File(path.to_owned());
        let text = input::read(&source, MAX_FILE)?;
        let config: Config = toml::from_str(&text).with_context(|| source.to_string())?;
        config.check().with_context(|| source.to_string())?;
        Ok(config)
    }

    fn check(&self) -> Result<()> {
        ensure!(
            (1..=100_000).contains(&self.games_per_pairing),
            "games_per_pairing: found {}, expected 1 to 100000",
            self.games_per_pairing
        );
        ensure!(self.opening_plies <= 60, "opening_plies: expected at most 60");
        ensure!(
            self.players.len() >= 2,
            "players: found {}, expected at least two [[players]]",
            self.players.len()
        );
        let mut names: Vec<String> = self.players.iter().map(ConfiguredPlayer::name).collect();
        names.sort();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            bail!("players: found the name `{}` twice, expected different names", twice[0]);
        }
        let games = self.games()?;
        let names: Vec<&str> = games.iter().map(Game::name).collect();
        for (at, name) in names.iter().enumerate() {
            ensure!(!names[..at].contains(name), "games: found `{name}` twice, expected it once");
        }
        for name in self.players.iter().flat_map(|player| player.games.iter().flatten()) {
            ensure!(
                names.contains(&name.as_str()) || Game::by_name(name).is_some(),
                "players.games: found `{name}`, expected {}",
                names.join(", ")
            );
        }
        self.time_control().map(drop)
    }

    /// The games that are played.
    pub fn games(&self) -> Result<Vec<Game>> {
        let read = |name: &String| find_game("games", name).map(|(game, _)| game);
        self.games.iter().map(read).collect()
    }

    /// What players may use.
    pub fn time_control(&self) -> Result<TimeControl> {
        let read = |field: &str, text: &str| -> Result<Duration> {
            time(text).map_err(|error| anyhow::anyhow!("{field}: found `{text}`, {error}"))
        };
        let clock =
            match self.time.as_deref().map(|text| text.split_once('+').unwrap_or((text, ""))) {
                None => None,
                Some((base, "")) => {
                    Some(ClockSetting { base: read("time", base)?, increment: Duration::ZERO })
                }
                Some((base, increment)) => Some(ClockSetting {
                    base: read("time", base)?,
                    increment: read("time", increment)?,
                }),
            };
        let move_time =
            self.move_time.as_deref().map(|text| read("move_time", text)).transpose()?;
        Ok(TimeControl { clock, move_time, nodes: self.nodes, depth: self.depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text)?;
        config.check()?;
        Ok(config)
    }

    const PLAYERS: &str =
        "[[players]]\nplayer = \"1\"\n[[players]]\nname = \"mine\"\nplayer = \"ugi:my bot\"\n";

    #[test]
    fn files_are_read_and_mistakes_are_named() {
        let text = format!("games_per_pairing = 4\ntime = \"10s+100ms\"\n{PLAYERS}");
        let config = read(&text).unwrap();
        let names: Vec<String> = config.players.iter().map(ConfiguredPlayer::name).collect();
        assert_eq!(names, ["1", "mine"]);
        assert_eq!(config.time_control().unwrap().clock.unwrap().base, Duration::from_secs(10));
        for (text, part) in [
            (format!("games_per_pairing = \"many\"\n{PLAYERS}"), "games_per_pairing"),
            (format!("games_per_pairing = 0\n{PLAYERS}"), "found 0"),
            (format!("games_per_pairing = 2\nmove_time = \"soon\"\n{PLAYERS}"), "move_time"),
            (format!("games_per_pairing = 2\ngames = [\"chess\"]\n{PLAYERS}"), "`chess`"),
            (format!("games = [\"kaooa\", \"kaooa\"]\n{PLAYERS}"), "`kaooa` twice"),
            (format!("games = [\"absent.toml\"]\n{PLAYERS}"), "absent.toml"),
            (format!("{PLAYERS}games = [\"chess\"]\n"), "players.games"),
            (format!("games_per_pairing = 2\nspeed = 1\n{PLAYERS}"), "speed"),
            ("games_per_pairing = 2\nplayers = []\n".to_owned(), "at least two"),
            (format!("games_per_pairing = 2\n{PLAYERS}{PLAYERS}"), "twice"),
        ] {
            let error = format!("{:#}", read(&text).unwrap_err());
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
