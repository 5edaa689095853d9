//! The command line of Bagh: thin commands over the library.

mod asking;
mod bar;
mod cli;
mod commands;
mod computer;
mod context;
mod database_args;
mod describe;
mod drawing;
mod engine_args;
mod failure;
mod input;
mod interruption;
mod judgements;
mod lines;
mod numbers;
mod output;
mod palette;
mod players;
mod position_args;
mod remedy;
mod remote_args;
mod safe_file;
mod scores;
mod sealed;
mod tables_args;
mod verdicts;
mod whole;

use std::process::ExitCode;

fn main() -> ExitCode {
    failure::exit_code(run(cli::parse()))
}

fn run(cli: cli::Cli) -> anyhow::Result<failure::Answer> {
    cli.command.check(&cli.options)?;
    let mut context = context::Context::new(&cli.options)?;
    let answer = commands::run(cli.command, &mut context)?;
    context.out.flush()?;
    Ok(answer)
}
