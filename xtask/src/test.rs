//! `cargo xtask test`: every check of the project, one after the other.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::api;
use crate::step::{self, Quick, Step, build_program, root};
use crate::tools;
use crate::web::{WASM, add_wasm_target};

/// The program, as the tests have built it.
const BAGH: &str = "target/debug/bagh";

/// Where the solution that is checked goes.
const TABLES: &str = "target/checked-tables";

/// Where the certificate of the proof goes.
const PROOF: &str = "target/checked.proof";

/// The space that a whole run takes on the disk, with what it builds and the tables.
const SPACE: u64 = 16 << 30;

/// The steps, the quickest to fail first.
const STEPS: [Step; 22] = [
    Step {
        name: "format",
        purpose: "the code is laid out by rustfmt (`cargo fmt` fixes it)",
        command: &["cargo", "fmt", "--all", "--check"],
        env: &[],
        quick: Quick::Both,
        prepare: None,
    },
    Step {
        name: "clippy",
        purpose: "no warnings from the compiler or clippy",
        command: &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        env: &[],
        quick: Quick::Both,
        prepare: None,
    },
    Step {
        name: "msrv",
        purpose: "no dependency needs a newer Rust than we declare",
        command: &["cargo", "xtask", "msrv"],
        env: &[],
        quick: Quick::Both,
        prepare: None,
    },
    Step {
        name: "deny",
        purpose: "licences, duplicates and sources of all dependencies are those that deny.toml allows",
        command: &["target/tools/bin/cargo-deny", "check", "licenses", "bans", "sources"],
        env: &[],
        quick: Quick::No,
        prepare: Some(tools::install_cargo_deny),
    },
    Step {
        name: "lint",
        purpose: "workflows, Dockerfile and systemd unit have nothing that their linters find",
        command: &["cargo", "xtask", "lint"],
        env: &[],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "units",
        purpose: "unit tests pass, without the long solves",
        command: &[
            "cargo",
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--",
            "--skip",
            "naive_solver",
            "--skip",
            "that_of_the_papers",
            "--skip",
            "flipped_byte",
            "--skip",
            "wrong_entries",
        ],
        env: &[],
        quick: Quick::Only,
        prepare: None,
    },
    Step {
        name: "page",
        purpose: "the page: types, layout, unit tests, build",
        command: &["cargo", "xtask", "web", "--check"],
        env: &[],
        quick: Quick::Both,
        prepare: None,
    },
    Step {
        name: "tests",
        purpose: "all tests and documented examples pass",
        command: &["cargo", "test", "--workspace"],
        env: &[],
        quick: Quick::No,
        prepare: Some(tools::install_postgres),
    },
    Step {
        name: "docs",
        purpose: "the documentation builds without warnings",
        command: &["cargo", "doc", "--workspace", "--no-deps"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "wasm",
        purpose: "the library builds for the browser",
        command: &[
            "cargo",
            "build",
            "--package",
            "bagh",
            "--package",
            "bagh-online",
            "--target",
            WASM,
        ],
        env: &[],
        quick: Quick::No,
        prepare: Some(add_wasm_target),
    },
    Step {
        name: "package",
        purpose: "every crate that is to be published can be packaged, and compiles from its package",
        command: &["cargo", "xtask", "package"],
        env: &[],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "fuzz",
        purpose: "parsers hold on the stored corpus and on 20,000 changed inputs for each target",
        command: &[
            "cargo",
            "run",
            "--release",
            "--manifest-path",
            "fuzz/Cargo.toml",
            "--target-dir",
            "target/fuzz",
            "--no-default-features",
            "--bin",
            "replay",
            "--",
            "20000",
        ],
        env: &[],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "solve",
        purpose: "Bagh Chal is solved from nothing",
        command: &[BAGH, "solve", "--yes", "--tables", TABLES],
        env: &[],
        quick: Quick::No,
        prepare: Some(remove_tables),
    },
    Step {
        name: "verify",
        purpose: "the solution is right: hashes, published numbers, a sample by the plain rules",
        command: &[BAGH, "verify", "--tables", TABLES],
        env: &[],
        quick: Quick::No,
        prepare: Some(build_program),
    },
    Step {
        name: "prove",
        purpose: "that Goat at least draws is proved with the sliding tables only",
        command: &[
            BAGH,
            "prove",
            "goat-draws",
            "--give-up",
            "2",
            "--out",
            PROOF,
            "--tables",
            TABLES,
        ],
        env: &[],
        quick: Quick::No,
        prepare: Some(build_program),
    },
    Step {
        name: "check-proof",
        purpose: "the certificate of it passes with the plain rules",
        command: &[BAGH, "check-proof", PROOF, "--tables", TABLES],
        env: &[],
        quick: Quick::No,
        prepare: Some(build_program),
    },
    Step {
        name: "solve-aadu",
        purpose: "Aadu Puli Attam is solved from nothing by the same program",
        command: &[BAGH, "solve", "--yes", "--game", "aadu-puli", "--tables", TABLES],
        env: &[],
        quick: Quick::No,
        prepare: Some(remove_aadu_tables),
    },
    Step {
        name: "verify-aadu",
        purpose: "that solution is right, too: hashes, counts, a sample by the plain rules",
        command: &[BAGH, "verify", "--game", "aadu-puli", "--tables", TABLES],
        env: &[],
        quick: Quick::No,
        prepare: Some(build_program),
    },
    Step {
        name: "python",
        purpose: "the Python package works in an environment of its own, on those tables",
        command: &["cargo", "xtask", "python", "--dev"],
        env: &[("BAGH_TABLES", TABLES)],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "examples",
        purpose: "examples and other tests that need the solution pass (named …on_tables)",
        command: &["cargo", "test", "--workspace", "--test", "cli", "on_tables"],
        // Tests run in the folder of their package.
        env: &[("BAGH_TABLES", "../../target/checked-tables")],
        quick: Quick::No,
        prepare: None,
    },
    Step {
        name: "api",
        purpose: "the service keeps to docs/openapi.json (schemathesis)",
        command: &["cargo", "xtask", "api"],
        env: &[("BAGH_TABLES", TABLES)],
        quick: Quick::No,
        prepare: Some(api::install_schemathesis),
    },
    Step {
        name: "web",
        purpose: "the page works in a browser, on those tables",
        command: &["cargo", "xtask", "web", "--browser"],
        // The browser's tests run in the folder of the page.
        env: &[("BAGH_TABLES", "../target/checked-tables")],
        quick: Quick::No,
        prepare: Some(tools::install_nginx),
    },
];

/// Runs the steps with these names, the quick ones, or all of the whole test, up to the first that
/// fails.
pub fn run(names: &[String]) -> Result<bool> {
    let quick = names == ["--quick"];
    let names: &[String] = if quick { &[] } else { names };
    if let Some(unknown) = names.iter().find(|n| STEPS.iter().all(|s| s.name != n.as_str())) {
        let known: Vec<&str> = STEPS.iter().map(|s| s.name).collect();
        bail!(
            "unknown step `{unknown}`, expected `--quick` alone, or some of {}",
            known.join(", ")
        );
    }
    if names.is_empty() && !quick {
        check_space()?;
        step::whole();
    }
    let started = Instant::now();
    for step in &STEPS {
        let wanted = match names {
            [] if quick => step.quick != Quick::No,
            [] => step.quick != Quick::Only,
            names => names.iter().any(|n| n == step.name),
        };
        if wanted && !step.run()? {
            return Ok(false);
        }
    }
    eprintln!("\n==> all fine after {:.1} s", started.elapsed().as_secs_f64());
    Ok(true)
}

/// Refuses to begin what would end halfway: a linker without space dies of a signal.
fn check_space() -> Result<()> {
    let target = root().join("target");
    let free = fs4::available_space(root()).context("cannot tell how much space is free")?;
    let is_new = !target.join("debug").exists();
    if is_new && free < SPACE {
        bail!(
            "{} has {:.1} GiB free, expected {} GiB for a whole run: free some, or run single steps",
            root().display(),
            free as f64 / f64::from(1 << 30),
            SPACE >> 30
        );
    }
    Ok(())
}

/// The steps, one a line, for the help.
pub fn list() -> String {
    let line = |step: &Step| {
        let when = match step.quick {
            Quick::Both => " (quick, too)",
            Quick::Only => " (quick only)",
            Quick::No => "",
        };
        format!("  {:<14} {}{when}\n", step.name, step.purpose)
    };
    STEPS.iter().map(line).collect()
}

/// Removes tables of an earlier run.
fn remove_tables() -> Result<()> {
    build_program()?;
    remove(&root().join(TABLES))
}

fn remove_aadu_tables() -> Result<()> {
    build_program()?;
    remove(&root().join(TABLES).join("aadu-puli-10"))
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}
