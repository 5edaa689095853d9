//! A PostgreSQL server of its own for tests and measurements: in a temporary folder, on a Unix
//! socket there, gone when it is dropped.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Set this to run tests without PostgreSQL where it cannot be installed.
const WITHOUT: &str = "BAGH_WITHOUT_POSTGRES";
const USER: &str = "bagh";

/// A PostgreSQL server.
pub struct PostgresServer {
    folder: TempDir,
    programs: PathBuf,
    child: Option<Child>,
}

impl PostgresServer {
    /// Starts a server. None, with a visible message, if PostgreSQL is missing and the
    /// environment variable `BAGH_WITHOUT_POSTGRES` is set.
    ///
    /// # Panics
    /// If the server cannot be started, or if PostgreSQL is missing and the variable is not set:
    /// a test that is silently left out proves nothing.
    pub fn start() -> Option<PostgresServer> {
        let Some(programs) = programs() else {
            let hint = "PostgreSQL was not found: install it (apt-get install postgresql)";
            assert!(std::env::var_os(WITHOUT).is_some(), "{hint}, or set {WITHOUT}=1");
            // Straight to standard error, which the test runner does not capture.
            let _ = writeln!(std::io::stderr(), "NOT TESTED on PostgreSQL: {hint}");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("bagh-pg-").tempdir().expect("a folder");
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let mut server = PostgresServer { folder, programs, child: None };
        run(server
            .program("initdb")
            .args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-U", USER, "-D"])
            .arg(server.data()));
        server.launch();
        Some(server)
    }

    /// Starts the server process and waits until it answers.
    pub fn launch(&mut self) {
        let child = self
            .program("postgres")
            .arg("-D")
            .arg(self.data())
            .arg("-k")
            .arg(self.folder.path())
            .args(["-c", "listen_addresses=", "-c", "logging_collector=off"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres starts");
        self.child = Some(child);
        let begun = Instant::now();
        while !self.is_ready() {
            assert!(begun.elapsed() < Duration::from_secs(120), "postgres does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn is_ready(&self) -> bool {
        let status = self
            .program("pg_isready")
            .arg("-h")
            .arg(self.folder.path())
            .args(["-U", USER, "-d", "postgres"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Stops the server at once, as a crash would.
    pub fn crash(&mut self) {
        if let Some(mut child) = self.child.take() {
            let mut stop = self.program("pg_ctl");
            stop.args(["stop", "-m", "immediate", "-D"]).arg(self.data());
            let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
            let _ = child.wait();
        }
    }

    /// The address of a new, empty database.
    pub fn new_database(&self, name: &str) -> String {
        run(self.program("createdb").arg("-h").arg(self.folder.path()).args(["-U", USER, name]));
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://{USER}@{socket}/{name}")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A program of PostgreSQL, which refuses to run as root.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        if !is_root() {
            return Command::new(path);
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(path);
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.crash();
    }
}

/// The folder of PostgreSQL's programs: Debian's newest, or wherever the path leads.
fn programs() -> Option<PathBuf> {
    let debian = Path::new("/usr/lib/postgresql");
    let mut versions: Vec<PathBuf> =
        debian.read_dir().ok().into_iter().flatten().flatten().map(|e| e.path()).collect();
    versions.sort();
    let debian = versions.into_iter().rev().map(|version| version.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    debian.chain(std::env::split_paths(&path)).find(|folder| folder.join("initdb").is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
