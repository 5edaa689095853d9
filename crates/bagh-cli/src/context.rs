//! What every command needs: the game, and how to talk.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use bagh::Game;

use crate::cli::Options;
use crate::input::{self, Source};
use crate::output::Output;

/// The largest board file that is read.
const MAX_BOARD_FILE: usize = 1 << 20;

/// The game that is talked about, and how.
pub struct Context {
    /// The game, with the captures that were asked for.
    pub game: Game,
    /// Whether to print JSON.
    pub json: bool,
    /// Whether to mend what can be mended.
    pub lenient: bool,
    /// Where to print.
    pub out: Output,
}

impl Context {
    /// The context that the global options ask for.
    pub fn new(options: &Options) -> Result<Context> {
        let mut game = find_game(&options.game)?;
        if let Some(captures) = options.captures {
            game = game.with_captures(captures).context("--captures")?;
        }
        Ok(Context {
            game,
            json: options.json,
            lenient: options.lenient,
            out: Output::new(options.color),
        })
    }
}

/// A built-in game by its name, or one from a board file.
fn find_game(name: &str) -> Result<Game> {
    if let Some(game) = Game::by_name(name) {
        return Ok(game);
    }
    if !name.ends_with(".toml") {
        bail!(
            "--game: found `{}`, expected {}, or a board file whose name ends in .toml",
            input::shorten(name),
            Game::names().collect::<Vec<_>>().join(", ")
        );
    }
    let source = Source::File(Path::new(name).to_owned());
    let text = input::read(&source, MAX_BOARD_FILE)?;
    Game::from_toml(&text).with_context(|| format!("board {source}"))
}
