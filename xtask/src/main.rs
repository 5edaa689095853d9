//! The project's own tasks: `cargo xtask start`, `cargo xtask test` and others.

mod api;
mod apt;
mod browser;
mod lint;
mod msrv;
mod notes;
mod package;
mod python;
mod start;
mod step;
mod test;
mod tools;
mod venv;
mod web;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
The project's own tasks.

usage: cargo xtask <TASK>

tasks:
  start ARGS...  builds the page and the program, and opens the board in the browser;
                 --no-open does not open it, all else goes to `bagh serve`
  test           runs every check, and stops at the first that fails
  test --quick   runs what answers in about two minutes on a warm build
  test STEP...   runs only these steps, in the usual order
  lint           checks workflows, Dockerfile and systemd unit by linters of their own
  msrv           makes sure that no dependency needs a newer Rust than we declare
  notes VERSION  prints the notes of a version, from CHANGELOG.md
  package        packages every crate, and checks each from its package alone
  api            asks a running service everything that docs/openapi.json allows
  python         builds the wheel of the Python package into target/wheels, and tests it;
                 --dev builds it like the tests, which is quicker; --no-tests only builds
  web            builds the page for the browser into web/dist
  web --wasm     builds only its wasm modules, for `npm run dev`
  web --check    checks types and layout of the page, and runs its unit tests
  web --test     builds the page and tests it, in a browser, too
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
        "api" => api::run(rest),
        "lint" => lint::run(rest),
        "msrv" => msrv::run(rest),
        "notes" => notes::run(rest),
        "package" => package::run(rest),
        "python" => python::run(rest),
        "start" => start::run(rest),
        "test" => test::run(rest),
        "web" => web::run(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}\nsteps of test:\n{}", test::list());
            Ok(true)
        }
        _ => bail!("unknown task `{task}`, expected one that `cargo xtask help` lists"),
    }
}
