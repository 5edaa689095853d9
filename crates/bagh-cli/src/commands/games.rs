//! `bagh games`: the built-in games, and their board files.

use anyhow::{Result, bail};
use bagh::Game;
use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::failure::Answer;
use crate::input::shorten;
use crate::numbers::count_of;

const EXAMPLES: &str = "\
Examples:
  $ bagh games
  $ bagh games bagh-chal
  $ bagh games aadu-puli > my-board.toml && bagh show --game my-board.toml";

/// List the built-in games, or print the board file of one as a model for your own
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Games {
    /// The game whose board file to print
    name: Option<String>,
}

impl Games {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        match self.name {
            Some(name) => print_file(&name, context),
            None => list(context),
        }
    }
}

fn print_file(name: &str, context: &mut Context) -> Result<Answer> {
    let Some(file) = Game::file_of(name) else {
        bail!(
            "name: found `{}`, expected {}",
            shorten(name),
            Game::names().collect::<Vec<_>>().join(", ")
        );
    };
    if context.json {
        context.out.json(&json!({ "name": name, "file": file }))?;
    } else {
        context.out.text(file)?;
    }
    Ok(Answer::Yes)
}

fn list(context: &mut Context) -> Result<Answer> {
    for game in Game::names().filter_map(Game::by_name) {
        if context.json {
            context.out.json(&json!({
                "name": game.name(),
                "title": game.title(),
                "points": game.board().len(),
                "tigers": game.tigers(),
                "goats": game.goats(),
                "captures_to_win": game.captures(),
            }))?;
        } else {
            context.out.line(format!(
                "{:<16} {}: {}, {}, {}, {} to win",
                game.name(),
                game.title(),
                count_of(game.board().len() as u64, "point"),
                count_of(game.tigers(), "tiger"),
                count_of(game.goats(), "goat"),
                count_of(game.captures(), "capture")
            ))?;
        }
    }
    Ok(Answer::Yes)
}
