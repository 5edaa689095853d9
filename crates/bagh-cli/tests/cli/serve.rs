//! `bagh serve`: starts, answers, ends.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::run::{bagh, program};
use crate::{json, small};

/// A service that ends with the test.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// Starts a service with the small board, solved, on a port that is free.
    fn start(folder: &std::path::Path) -> Serving {
        Serving::start_with(folder, &[])
    }

    /// The same with further options.
    fn start_with(folder: &std::path::Path, args: &[&str]) -> Serving {
        Serving::start_by(folder, args, |program| Command::new(program))
    }

    /// The same with a command that runs the program.
    fn start_by(
        folder: &std::path::Path,
        args: &[&str],
        command: impl FnOnce(&std::ffi::OsStr) -> Command,
    ) -> Serving {
        let mut child = command(program().get_program())
            .env("BAGH_TABLES", "no-tables")
            .args(["serve", "small.toml", "--tables", ".", "--no-solve", "--json"])
            .args(["--address", "127.0.0.1:0"])
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        json::check("bagh serve", std::slice::from_ref(&told));
        let address = told["url"].as_str().unwrap().trim_start_matches("http://");
        Serving { address: address.trim_end_matches('/').to_owned(), child }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The service and `bagh probe --json` say the same, word for word.
#[test]
fn the_service_says_what_the_command_says() {
    let folder = small::solved(small::FIXED);
    let serving = Serving::start(folder.path());
    let game = bagh::Game::from_toml(small::FIXED).unwrap();
    for position in small::positions(&game).iter().step_by(97) {
        let text = game.obx(position);
        let said = small::small(folder.path(), &["probe", "-", "--json"], &text).fine();
        let path = format!("/api/v1/small/probe?position={}", text.replace(' ', "+"));
        let served = serving.get(&path).replace(r#""known":true,"#, "");
        assert_eq!(served, said.trim_end());
        let said = small::small(folder.path(), &["line", &text, "--json"], "").fine();
        let served = serving.get(&path.replace("/probe", "/line")).replace(r#""known":true,"#, "");
        assert_eq!(served, said.trim_end());
    }
}

#[test]
fn a_signal_ends_it_in_peace() {
    for signal in ["-TERM", "-INT"] {
        let folder = small::solved(small::FIXED);
        let mut serving = Serving::start(folder.path());
        assert!(serving.get("/healthz").contains("ok"));
        let id = serving.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(serving.child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

#[test]
fn what_cannot_be_served_is_told() {
    let folder = small::solved(small::FIXED);
    let serving = Serving::start(folder.path());
    let serve = |args: &[&str]| {
        let tables = folder.path().to_str().unwrap();
        let usual = ["serve", "--no-solve", "--tables", tables];
        bagh(usual.iter().chain(args)).refused()
    };
    let taken = serve(&["--address", &serving.address]);
    assert!(taken.contains("in use") && taken.contains("--address"), "{taken}");
    let address = serve(&["--address", "somewhere"]);
    assert!(address.contains("127.0.0.1:8080"), "{address}");
    let board = folder.path().join("small.toml");
    let board = board.to_str().unwrap();
    let twice = serve(&["--address", "127.0.0.1:0", board, board]);
    assert!(twice.contains("`small`") && twice.contains("name"), "{twice}");
    let missing = serve(&["--address", "127.0.0.1:0", "no-such-board.toml"]);
    assert!(missing.contains("no-such-board.toml"), "{missing}");
}

/// Standard error is a pipe here, as where it goes to a file.
#[test]
fn a_log_that_goes_to_a_file_has_no_colours() {
    let folder = small::solved(small::FIXED);
    let serving = |args: &[&str]| {
        let mut child = program()
            .args(["serve", "small.toml", "--tables", ".", "--no-solve", "--json"])
            .args(["--address", "127.0.0.1:0", "--log", "debug"])
            .args(args)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: serde_json::Value = serde_json::from_str(&line).unwrap();
        json::check("bagh serve", std::slice::from_ref(&told));
        let address = told["url"].as_str().unwrap().trim_start_matches("http://");
        let address = address.trim_end_matches('/').to_owned();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut serving = Serving { child, address };
        serving.get("/healthz");
        let _ = serving.child.kill();
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        assert!(text.contains("/healthz"), "{text}");
        text
    };
    assert!(!serving(&[]).contains('\u{1b}'));
    assert!(serving(&["--color", "always"]).contains('\u{1b}'));
}

/// A folder of tables may come from anywhere, and what is called like a database in it may lead to
/// any file.
#[test]
fn a_database_that_is_a_link_or_a_pipe_is_not_used() {
    let other = tempfile::tempdir().unwrap();
    let (secret, nothing) = (other.path().join("secret"), other.path().join("nothing"));
    std::fs::write(&secret, "not a database").unwrap();
    let link = |target: &std::path::Path, name: &std::path::Path| {
        std::os::unix::fs::symlink(target, name).unwrap();
    };
    let pipe = |name: &std::path::Path| {
        assert!(Command::new("mkfifo").arg(name).status().unwrap().success());
    };
    type Make<'m> = &'m dyn Fn(&std::path::Path);
    let makes: [Make; 3] = [&|name| link(&nothing, name), &|name| link(&secret, name), &pipe];
    for make in makes {
        let folder = small::solved(small::FIXED);
        make(&folder.path().join("online.db"));
        let serving = Serving::start(folder.path());
        assert!(serving.get("/healthz").contains("ok"));
        assert!(serving.get("/api/online/lobby").contains("not-found"));
        // A link or a pipe in the place of the lock keeps the service from starting.
        let folder = small::solved(small::FIXED);
        make(&folder.path().join("online.db.lock"));
        let usual = ["serve", "--no-solve", "--address", "127.0.0.1:0", "--tables"];
        let tables = folder.path().to_str().unwrap();
        let refused = bagh(usual.iter().chain(&[tables])).refused();
        assert!(refused.contains("online.db.lock"), "{refused}");
        assert!(!nothing.exists());
        assert_eq!(std::fs::read_to_string(&secret).unwrap(), "not a database");
    }
    // A database that is named may be a link: the operator made it.
    let folder = small::solved(small::FIXED);
    let database = folder.path().join("database");
    link(&other.path().join("games.db"), &database);
    std::fs::write(other.path().join("games.db"), "").unwrap();
    let named = format!("sqlite://{}", database.display());
    let serving = Serving::start_with(folder.path(), &["--database", &named]);
    assert!(serving.get("/api/online/lobby").contains("playing"));
    assert!(other.path().join("games.db").metadata().unwrap().len() > 0);
}

/// Readers that take nothing leave files for others, however few the system allows.
#[test]
fn slow_readers_leave_open_files_for_others() {
    const FILES: u32 = 700;
    const READERS: usize = 300;
    let folder = small::solved(small::FIXED);
    // A file that no socket takes as a whole, and a manifest that says so.
    let game = bagh::Game::from_toml(small::FIXED).unwrap();
    let store = bagh_tables::Store::new(&game, folder.path());
    let mut manifest = store.manifest().unwrap();
    let long = &mut manifest.parts[0].files[0];
    long.length = 64 << 20;
    let path = store.directory().join(&long.name);
    std::fs::File::options().write(true).open(path).unwrap().set_len(long.length).unwrap();
    let request =
        format!("GET /api/v1/small/tables/{} HTTP/1.1\r\nHost: localhost\r\n\r\n", long.name);
    std::fs::write(store.directory().join("manifest.json"), manifest.to_text()).unwrap();
    let serving = Serving::start_by(folder.path(), &[], |program| {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("ulimit -n {FILES}; exec \"$0\" \"$@\"")).arg(program);
        shell
    });
    let connect = |_| {
        let mut stream = TcpStream::connect(&serving.address).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        // Where too many are connected it is closed at once.
        let _ = stream.write_all(request.as_bytes());
        stream
    };
    let mut readers: Vec<TcpStream> = (0..READERS).map(connect).collect();
    let mut statuses = std::collections::BTreeMap::new();
    // Those that found no place are sent away, and leave.
    readers.retain_mut(|reader| {
        let mut line = [0; 12];
        let told = match reader.read_exact(&mut line) {
            Ok(()) => String::from_utf8_lossy(&line[9..]).into_owned(),
            Err(_) => "closed".to_owned(),
        };
        let stays = told == "200";
        *statuses.entry(told).or_insert(0) += 1;
        stays
    });
    let some = |status: &str| statuses.get(status).copied().unwrap_or(0);
    assert!(some("200") > 20 && some("200") < READERS / 2, "{statuses:?}");
    assert_eq!(some("200") + some("503") + some("closed"), READERS, "{statuses:?}");
    let send = |path: &str| {
        let mut stream = TcpStream::connect(&serving.address).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(head.as_bytes());
        stream
    };
    let status = |mut stream: TcpStream| {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text.get(9..12).map(str::to_owned).unwrap_or_default()
    };
    // Until those who left are gone there may be no place, or a single one.
    let enough = std::time::Instant::now() + std::time::Duration::from_secs(60);
    loop {
        let several: Vec<TcpStream> = (0..8).map(|_| send("/healthz")).collect();
        if several.into_iter().map(status).all(|status| status == "200") {
            break;
        }
        assert!(std::time::Instant::now() < enough, "the service never answers");
    }
    for _ in 0..50 {
        assert_eq!(status(send("/healthz")), "200");
        assert_eq!(status(send("/api/v1/small/probe?position=T2/3/2T+g+g5+c0")), "200");
    }
}
