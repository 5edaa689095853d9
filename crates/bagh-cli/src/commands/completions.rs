//! `bagh completions`: scripts that complete commands in a shell.

use anyhow::{Context as _, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use crate::cli::Cli;
use crate::context::Context;
use crate::failure::Answer;

const EXAMPLES: &str = "\
Examples:
  $ bagh completions bash > bagh.bash
  $ bagh completions zsh > _bagh
  $ bagh completions fish > bagh.fish";

/// Print the completion script for your shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        // Made in memory first: the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "bagh", &mut script);
        let script = String::from_utf8(script).context("the script is not UTF-8")?;
        if context.json {
            context.out.json(&json!({ "shell": self.shell.to_string(), "script": script }))?;
        } else {
            context.out.text(script)?;
        }
        Ok(Answer::Yes)
    }
}
