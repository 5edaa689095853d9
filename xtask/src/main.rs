//! The project's own tasks: `cargo xtask test`, `cargo xtask web`.

mod step;
mod test;
mod web;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
The project's own tasks.

usage: cargo xtask <TASK>

tasks:
  test           runs every check, and stops at the first that fails
  test STEP...   runs only these steps, in the usual order
  web            builds the page for the browser into web/dist
  web --wasm     builds only its wasm modules, for `npm run dev`
  help           shows this help
";

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs a task, and tells whether all that it checked holds.
fn run(args: Vec<String>) -> Result<bool> {
    let (task, rest) = match args.split_first() {
        Some((task, rest)) => (task.as_str(), rest),
        None => ("help", &[] as &[String]),
    };
    match task {
        "test" => test::run(rest),
        "web" => web::run(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}\nsteps of test:\n{}", test::list());
            Ok(true)
        }
        _ => bail!(
            "unknown task `{task}`, expected `test` or `web`: `cargo xtask help` lists the tasks"
        ),
    }
}
