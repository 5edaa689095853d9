//! What every command needs: the game, and how to talk.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use bagh::Game;

use crate::cli::{ColourWhen, Options};
use crate::input::{self, Source};
use crate::output::Output;
use crate::remedy;

/// The largest board file that is read.
const MAX_BOARD_FILE: usize = 1 << 20;

/// The game where none is named.
const DEFAULT_GAME: &str = "bagh-chal";

/// The game that is talked about, and how.
pub struct Context {
    /// The game, with the captures that were asked for.
    pub game: Game,
    /// Whether the user named the game, or its captures.
    pub is_game_given: bool,
    /// The text of the board file, if the game came from one.
    pub board: Option<String>,
    /// Whether to print JSON.
    pub json: bool,
    /// Whether to accept input with small mistakes.
    pub lenient: bool,
    /// When to print in colour.
    pub colour: ColourWhen,
    /// Where to print.
    pub out: Output,
}

impl Context {
    /// The context that the global options ask for.
    pub fn new(options: &Options) -> Result<Context> {
        let name = options.game.as_deref().unwrap_or(DEFAULT_GAME);
        let (mut game, board) = find_game("--game", name)?;
        if let Some(captures) = options.captures {
            game = game.with_captures(captures).context("--captures")?;
        }
        remedy::remember_game(&game, name, options.captures);
        Ok(Context {
            game,
            is_game_given: options.game.is_some() || options.captures.is_some(),
            board,
            json: options.json,
            lenient: options.lenient,
            colour: options.color,
            out: Output::new(options.color),
        })
    }
}

/// A built-in game by its name, or one from a board file, with the text of the file. `field` is
/// where the name was given.
pub fn find_game(field: &str, name: &str) -> Result<(Game, Option<String>)> {
    if let Some(game) = Game::by_name(name) {
        return Ok((game, None));
    }
    if !name.ends_with(".toml") {
        bail!(
            "{field}: found `{}`, expected {}, or a board file whose name ends in .toml",
            input::shorten(name),
            Game::names().collect::<Vec<_>>().join(", ")
        );
    }
    let (game, text) = read_board(Path::new(name))?;
    Ok((game, Some(text)))
}

/// A game from a board file, and the text of the file.
pub fn read_board(path: &Path) -> Result<(Game, String)> {
    let source = Source::File(path.to_owned());
    let text = input::read(&source, MAX_BOARD_FILE)?;
    let game = Game::from_toml(&text).with_context(|| format!("board {source}"))?;
    Ok((game, text))
}
