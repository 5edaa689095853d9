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
    /// Where it listens beside its socket, if it does.
    port: Option<u16>,
    /// Whether commits wait for the disk.
    synced: bool,
}

impl PostgresServer {
    /// Starts a server whose commits do not wait for the disk. What it has committed survives a
    /// crash of the server, though not of the machine. None, with a visible message, if PostgreSQL
    /// is missing and the environment variable `BAGH_WITHOUT_POSTGRES` is set.
    ///
    /// # Panics
    /// If the server cannot be started, or if PostgreSQL is missing and the variable is not set:
    /// a test that is silently left out proves nothing.
    pub fn start() -> Option<PostgresServer> {
        PostgresServer::begin(false)
    }

    /// Starts a server whose commits wait for the disk, as a site's do: for measurements.
    ///
    /// # Panics
    /// As [`PostgresServer::start`].
    pub fn start_synced() -> Option<PostgresServer> {
        PostgresServer::begin(true)
    }

    fn begin(synced: bool) -> Option<PostgresServer> {
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
        let mut server = PostgresServer { folder, programs, child: None, port: None, synced };
        run(server
            .program("initdb")
            .args(["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "-U", USER, "-D"])
            .arg(server.data()));
        server.launch();
        Some(server)
    }

    /// Starts the server process and waits until it answers.
    pub fn launch(&mut self) {
        assert!(self.try_launch(&[]), "postgres does not start");
    }

    /// Starts the server again so that it also listens on a port of 127.0.0.1. If a certificate
    /// and its key are given, both in PEM, connections to the port have to be encrypted.
    pub fn listen(&mut self, certificate_and_key: Option<(&str, &str)>) {
        self.crash();
        let mut settings = vec!["listen_addresses=127.0.0.1".to_owned()];
        if let Some((certificate, key)) = certificate_and_key {
            for (name, text) in [("server.crt", certificate), ("server.key", key)] {
                let path = self.folder.path().join(name);
                std::fs::write(&path, text).expect("a file for PostgreSQL");
                if is_root() {
                    run(Command::new("chown").arg("postgres").arg(&path));
                }
                run(Command::new("chmod").arg("600").arg(&path));
            }
            let path = |name: &str| self.folder.path().join(name).display().to_string();
            settings.push("ssl=on".to_owned());
            settings.push(format!("ssl_cert_file={}", path("server.crt")));
            settings.push(format!("ssl_key_file={}", path("server.key")));
        }
        let host = if certificate_and_key.is_some() { "hostssl" } else { "host" };
        let rules = format!("local all all trust\n{host} all all 127.0.0.1/32 trust\n");
        std::fs::write(self.data().join("pg_hba.conf"), rules).expect("rules for PostgreSQL");
        // Another program may take a port between the look and the use of it.
        for _ in 0..20 {
            let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
            self.port = Some(free.expect("a free port").port());
            if self.try_launch(&settings) {
                return;
            }
        }
        panic!("postgres does not start on a port");
    }

    /// False if the process ends before it answers.
    fn try_launch(&mut self, settings: &[String]) -> bool {
        let mut command = self.program("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        command.args(["-c", "listen_addresses=", "-c", "logging_collector=off"]);
        if !self.synced {
            command.args(["-c", "fsync=off"]);
        }
        if let Some(port) = self.port {
            command.args(["-p", &port.to_string()]);
        }
        for setting in settings {
            command.args(["-c", setting]);
        }
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("postgres starts");
        let begun = Instant::now();
        while !self.is_ready() {
            if child.try_wait().is_ok_and(|ended| ended.is_some()) {
                return false;
            }
            assert!(begun.elapsed() < Duration::from_secs(600), "postgres does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        self.child = Some(child);
        true
    }

    fn is_ready(&self) -> bool {
        let status = self
            .program("pg_isready")
            .arg("-h")
            .arg(self.folder.path())
            .args(self.port_args())
            .args(["-U", USER, "-d", "postgres"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Lets the server stand still, as on a machine or a disk that answers nothing: connections stay,
    /// and nothing is refused.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets a server that stands still go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    /// Sends a signal to all processes of the server.
    fn signal(&self, signal: &str) {
        let Some(child) = &self.child else { return };
        let mut kill = Command::new("kill");
        kill.arg(signal).arg(child.id().to_string()).args(children(child.id()));
        // A process that has ended meanwhile is no matter.
        let _ = kill.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }

    /// The socket that it listens on.
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
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
        self.create(name);
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        match self.port {
            None => format!("postgres://{USER}@{socket}/{name}"),
            Some(port) => format!("postgres://{USER}@{socket}:{port}/{name}"),
        }
    }

    /// The address of a new, empty database by the port that [`PostgresServer::listen`] opened.
    ///
    /// # Panics
    /// If the server does not listen on a port.
    pub fn new_database_by_port(&self, name: &str, host: &str) -> String {
        self.create(name);
        let port = self.port.expect("a server that listens on a port");
        format!("postgres://{USER}@{host}:{port}/{name}")
    }

    fn create(&self, name: &str) {
        let mut command = self.program("createdb");
        command.arg("-h").arg(self.folder.path()).args(self.port_args());
        run(command.args(["-U", USER, name]));
    }

    fn port_args(&self) -> Vec<String> {
        self.port.map_or_else(Vec::new, |port| vec!["-p".to_owned(), port.to_string()])
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

/// The processes that a process has started, where the system tells.
fn children(process: u32) -> Vec<String> {
    let processes = Path::new("/proc").read_dir().into_iter().flatten().flatten();
    let is_child = |stat: &str| {
        // The name in parentheses can have anything in it; the state and the parent follow.
        let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?;
        Some(parent == process.to_string())
    };
    processes
        .filter(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            is_child(&stat) == Some(true)
        })
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
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
