//! The commands, one a file.
//!
//! A command is a type of arguments with examples in its help, and a `run` that prints to the
//! context and answers. Add yours here and in `cli.rs`.

pub mod admin;
pub mod arena;
pub mod bench;
pub mod best;
pub mod bot;
pub mod bot_check;
pub mod check_proof;
pub mod completions;
pub mod complexity;
pub mod convert;
pub mod count;
pub mod evolve;
pub mod exam;
pub mod export;
pub mod games;
pub mod line;
pub mod mark;
pub mod matches;
pub mod moves;
pub mod papers;
pub mod perft;
pub mod play;
pub mod plies;
pub mod pocket;
pub mod probe;
pub mod prove;
pub mod puzzles;
pub mod serve;
pub mod show;
pub mod site;
pub mod solve;
pub mod stats;
pub mod train;
pub mod ugi;
pub mod verify;

use anyhow::Result;

use crate::cli::Command;
use crate::context::Context;
use crate::failure::Answer;

/// Runs a command.
pub fn run(command: Command, context: &mut Context) -> Result<Answer> {
    match command {
        Command::Show(command) => command.run(context),
        Command::Moves(command) => command.run(context),
        Command::Perft(command) => command.run(context),
        Command::Convert(command) => command.run(context),
        Command::Play(command) => command.run(context),
        Command::Best(command) => command.run(context),
        Command::Mark(command) => command.run(context),
        Command::Games(command) => command.run(context),
        Command::Count(command) => command.run(context),
        Command::Solve(command) => command.run(context),
        Command::Probe(command) => command.run(context),
        Command::Line(command) => command.run(context),
        Command::Plies(command) => command.run(context),
        Command::Stats(command) => command.run(context),
        Command::Export(command) => command.run(context),
        Command::Site(command) => command.run(context),
        Command::Pocket(command) => command.run(context),
        Command::Verify(command) => command.run(context),
        Command::Puzzles(command) => command.run(context),
        Command::Serve(command) => command.run(context),
        Command::Admin(command) => command.run(context),
        Command::Exam(command) => command.run(context),
        Command::Match(command) => command.run(context),
        Command::Arena(command) => command.run(context),
        Command::Ugi(command) => command.run(context),
        Command::Bot(command) => command.run(context),
        Command::BotCheck(command) => command.run(context),
        Command::Train(command) => command.run(context),
        Command::Bench(command) => command.run(context),
        Command::Complexity(command) => command.run(context),
        Command::Papers(command) => command.run(context),
        Command::Evolve(command) => command.run(context),
        Command::Prove(command) => command.run(context),
        Command::CheckProof(command) => command.run(context),
        Command::Completions(command) => command.run(context),
    }
}
