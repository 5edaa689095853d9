//! `cargo xtask test`: every check of the project, one after the other.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::step::{Step, root};
use crate::web::{WASM, add_wasm_target};

/// Where the solution that is checked goes.
const TABLES: &str = "target/checked-tables";

/// Where the certificate of the proof goes.
const PROOF: &str = "target/checked.proof";

/// The steps, the quickest to fail first.
const STEPS: [Step; 13] = [
    Step {
        name: "format",
        purpose: "the code is laid out by rustfmt (`cargo fmt` mends it)",
        command: &["cargo", "fmt", "--all", "--check"],
        env: &[],
        prepare: None,
    },
    Step {
        name: "clippy",
        purpose: "no warnings from the compiler or clippy",
        command: &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        env: &[],
        prepare: None,
    },
    Step {
        name: "tests",
        purpose: "all tests and documented examples pass",
        command: &["cargo", "test", "--workspace"],
        env: &[],
        prepare: None,
    },
    Step {
        name: "docs",
        purpose: "the documentation builds without warnings",
        command: &["cargo", "doc", "--workspace", "--no-deps"],
        env: &[("RUSTDOCFLAGS", "-D warnings")],
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
        prepare: Some(add_wasm_target),
    },
    Step {
        name: "solve",
        purpose: "Bagh Chal is solved from nothing",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
            "solve",
            "--yes",
            "--tables",
            TABLES,
        ],
        env: &[],
        prepare: Some(remove_tables),
    },
    Step {
        name: "verify",
        purpose: "the solution is right: hashes, published numbers, a sample by the plain rules",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
            "verify",
            "--tables",
            TABLES,
        ],
        env: &[],
        prepare: None,
    },
    Step {
        name: "prove",
        purpose: "that Goat at least draws is proved with the sliding tables only",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
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
        prepare: None,
    },
    Step {
        name: "check-proof",
        purpose: "the certificate of it passes with the plain rules",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
            "check-proof",
            PROOF,
            "--tables",
            TABLES,
        ],
        env: &[],
        prepare: None,
    },
    Step {
        name: "solve-aadu",
        purpose: "Aadu Puli Attam is solved from nothing by the same program",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
            "solve",
            "--yes",
            "--game",
            "aadu-puli",
            "--tables",
            TABLES,
        ],
        env: &[],
        prepare: Some(remove_aadu_tables),
    },
    Step {
        name: "verify-aadu",
        purpose: "that solution is right, too: hashes, counts, a sample by the plain rules",
        command: &[
            "cargo",
            "run",
            "--release",
            "--package",
            "bagh-cli",
            "--",
            "verify",
            "--game",
            "aadu-puli",
            "--tables",
            TABLES,
        ],
        env: &[],
        prepare: None,
    },
    Step {
        name: "examples",
        purpose: "documented examples that need the solution are true",
        command: &[
            "cargo",
            "test",
            "--release",
            "--package",
            "bagh-cli",
            "--test",
            "cli",
            "documented",
        ],
        // Tests run in the folder of their package.
        env: &[("BAGH_TABLES", "../../target/checked-tables")],
        prepare: None,
    },
    Step {
        name: "web",
        purpose: "the page: types, unit tests, build, tests in a browser on those tables",
        command: &["cargo", "xtask", "web", "--test"],
        // The browser's tests run in the folder of the page.
        env: &[("BAGH_TABLES", "../target/checked-tables")],
        prepare: None,
    },
];

/// Runs the steps with these names, or all of them, up to the first that fails.
pub fn run(names: &[String]) -> Result<bool> {
    if let Some(unknown) = names.iter().find(|n| STEPS.iter().all(|s| s.name != n.as_str())) {
        let known: Vec<&str> = STEPS.iter().map(|s| s.name).collect();
        bail!("unknown step `{unknown}`, expected one of {}", known.join(", "));
    }
    let started = Instant::now();
    for step in &STEPS {
        let wanted = names.is_empty() || names.iter().any(|n| n == step.name);
        if wanted && !step.run()? {
            return Ok(false);
        }
    }
    eprintln!("\n==> all fine after {:.1} s", started.elapsed().as_secs_f64());
    Ok(true)
}

/// The steps, one a line, for the help.
pub fn list() -> String {
    STEPS.iter().map(|step| format!("  {:<14} {}\n", step.name, step.purpose)).collect()
}

/// Removes tables of an earlier run.
fn remove_tables() -> Result<()> {
    remove(&root().join(TABLES))
}

fn remove_aadu_tables() -> Result<()> {
    remove(&root().join(TABLES).join("aadu-puli-10"))
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    Ok(())
}
