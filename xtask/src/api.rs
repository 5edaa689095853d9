//! `cargo xtask api`: asks a running service everything that its description allows, and much that
//! it does not, by Schemathesis.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::step::{build_program, root};
use crate::venv;
use crate::web::target_folder;

/// The version whose checks the service is known to pass.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// Installs Schemathesis, unless that was done before.
pub fn install_schemathesis() -> Result<()> {
    venv::with("schemathesis", &[SCHEMATHESIS]).map(|_| ())
}

/// Runs it against a service of its own, on the tables of Bagh Chal that `BAGH_TABLES` names.
pub fn run(args: &[String]) -> Result<bool> {
    if !args.is_empty() {
        bail!("unknown arguments `{}`, expected none", args.join(" "));
    }
    let environment = venv::with("schemathesis", &[SCHEMATHESIS])?;
    let tables = std::env::var_os("BAGH_TABLES").map(PathBuf::from);
    let tables = tables.context("BAGH_TABLES: not set, expected the folder of solved tables")?;
    build_program()?;
    let service = Service::start(&tables)?;
    let status = Command::new(environment.join("bin/st"))
        .current_dir(root())
        .args(["--config-file", "xtask/schemathesis.toml"])
        .args(["run", "docs/openapi.json", "--url", &service.url])
        // The same requests each time.
        .args(["--checks", "all", "--generation-deterministic", "--max-examples", "50"])
        .arg("--no-color")
        .status()
        .context("cannot start schemathesis")?;
    Ok(status.success())
}

/// A service that ends with this value.
struct Service {
    child: Child,
    url: String,
}

impl Service {
    /// Starts a service on a free port.
    fn start(tables: &Path) -> Result<Service> {
        let name = format!("bagh{}", std::env::consts::EXE_SUFFIX);
        let mut child = Command::new(target_folder().join("debug").join(name))
            .args(["serve", "--json", "--no-solve", "--address", "127.0.0.1:0", "--tables"])
            .arg(tables)
            .current_dir(root())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the service")?;
        let output = child.stdout.take().context("the service has no output")?;
        let mut service = Service { child, url: String::new() };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).context("the service says nothing")?;
        let line: serde_json::Value =
            serde_json::from_str(&line).context("the service does not say where it is")?;
        service.url = line["url"].as_str().context("`url` is missing")?.to_owned();
        Ok(service)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
