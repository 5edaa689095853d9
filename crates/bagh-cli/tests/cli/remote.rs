//! Tables at an address: `--tables https://…` and `--tables s3://…`.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use bagh::Game;

use crate::remote_host::{Host, Manner};
use crate::run::program;
use crate::small;

/// The program with a cache of its own.
fn with_cache(cache: &Path) -> Command {
    let mut command = program();
    command.env("BAGH_CACHE_FOLDER", cache);
    for name in ["AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "BAGH_CACHE"] {
        command.env_remove(name);
    }
    command
}

/// What it prints, and what it says of trouble.
fn run(command: &mut Command, input: &str) -> (i32, String, String) {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // One that refuses its arguments reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn lines() -> String {
    let game = Game::from_toml(small::FIXED).unwrap();
    let positions = small::positions(&game);
    positions.iter().step_by(31).map(|position| game.obx(position) + "\n").collect()
}

#[test]
fn look_ups_take_an_address() {
    let folder = small::solved(small::FIXED);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    let start = "T2/3/2T g g5 c0 - 0";
    for args in [["probe", "-"], ["line", start], ["probe", "--csv"]] {
        let asked = |tables: &str| {
            let mut command = with_cache(cache.path());
            command.current_dir(folder.path()).args(["--game", "small.toml"]).args(args);
            run(command.args(["--tables", tables]), &lines())
        };
        let (here, far) = (asked("."), asked(&host.url()));
        assert_eq!(here, far);
        assert_eq!(here.0, 0, "{here:?}");
    }
}

#[test]
fn what_needs_files_says_so_and_addresses_are_checked() {
    let folder = small::solved(small::FIXED);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    let told = |args: &[&str]| {
        let mut command = with_cache(cache.path());
        command.current_dir(folder.path()).args(["--game", "small.toml"]);
        let (code, _, stderr) = run(command.args(args), "");
        assert_eq!(code, 2, "{args:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        stderr
    };
    for command in ["solve", "verify"] {
        let text = told(&[command, "--tables", &host.url()]);
        assert!(text.contains("expected a folder on this machine"), "{text}");
    }
    let text = told(&["probe", "--tables", "ftp://example.org/tables"]);
    assert!(text.contains("ftp") && text.contains("expected https://"), "{text}");
    let text = told(&["probe", "--tables", "https://me:hunter2@example.org/tables"]);
    assert!(text.contains("AWS_ACCESS_KEY_ID") && !text.contains("hunter2"), "{text}");
    let text = told(&["serve", "--tables", &host.url(), "--cache", "2"]);
    assert!(text.contains("--cache") && text.contains("2GB"), "{text}");
    let text = told(&["probe", "--tables", &format!("{}/none", host.url()), "--captures", "1"]);
    assert!(text.contains("small-1/manifest.json") && text.contains("bagh solve"), "{text}");
    host.behave("manifest.json", Manner::Garbage);
    let text = told(&["probe", "--tables", &host.url()]);
    assert!(text.contains(&host.url()) && text.contains("manifest"), "{text}");
}

/// A bucket, as far as reading goes: signed requests for ranges, below an endpoint.
#[test]
fn a_bucket_is_read_with_credentials_that_are_never_shown() {
    let folder = small::solved(small::FIXED);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    host.ask_for_signatures();
    let asked = |credentials: bool| {
        let mut command = with_cache(cache.path());
        command.current_dir(folder.path()).env("AWS_ENDPOINT_URL", host.origin());
        command
            .env("AWS_REGION", "eu-central-1")
            .env("AWS_SKIP_SIGNATURE", (!credentials).to_string());
        if credentials {
            command.env("AWS_ACCESS_KEY_ID", "KEYID123").env("AWS_SECRET_ACCESS_KEY", "hunter2");
        }
        command.args(["--game", "small.toml", "probe", "-", "--json"]);
        run(command.args(["--tables", "s3://bucket/some/tables"]), &lines())
    };
    let (code, _, stderr) = asked(false);
    assert_eq!(code, 2);
    assert!(stderr.contains("s3://bucket/some/tables/small-2/manifest.json"), "{stderr}");
    assert!(stderr.contains("403") && stderr.contains("credentials"), "{stderr}");
    let (code, stdout, stderr) = asked(true);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let here = small::small(folder.path(), &["probe", "-", "--json"], &lines()).fine();
    assert_eq!(stdout, here);
    assert!(host.requests_for("/bucket/some/tables/small-2/") > 0);
}

/// Killed again and again while it fills its cache: what is there afterwards is right.
#[test]
fn a_kill_leaves_nothing_wrong_in_the_cache() {
    let folder = small::solved(small::FIXED);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    let ask = || {
        let mut command = with_cache(cache.path());
        command.current_dir(folder.path()).args(["--game", "small.toml", "probe", "-", "--json"]);
        command.args(["--tables", &host.url()]);
        command
    };
    for killed_after in 0..8 {
        let mut child = ask().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        for line in lines().lines().skip(killed_after * 3).take(killed_after) {
            writeln!(input, "{line}").unwrap();
            output.next().unwrap().unwrap();
        }
        // In the middle of the next one, wherever that is.
        let _ = writeln!(input, "{}", lines().lines().last().unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let here = small::small(folder.path(), &["probe", "-", "--json"], &lines()).fine();
    let (code, stdout, stderr) = run(&mut ask(), &lines());
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(stdout, here);
}

struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_service_reads_tables_from_an_address() {
    let folder = small::solved(small::FIXED);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    let child = with_cache(cache.path())
        .args(["serve", "small.toml", "--tables", &host.url(), "--json", "--no-online"])
        .args(["--address", "127.0.0.1:0", "--cache", "10MB"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut serving = Serving(child);
    let mut line = String::new();
    BufReader::new(serving.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let told: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(told["tables"], host.url());
    let address = told["url"].as_str().unwrap().trim_start_matches("http://");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(address.trim_end_matches('/')).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    for position in lines().lines().step_by(7) {
        let said = small::small(folder.path(), &["probe", "-", "--json"], position).fine();
        let path = format!("/api/v1/small/probe?position={}", position.replace(' ', "+"));
        assert_eq!(get(&path).replace(r#""known":true,"#, ""), said.trim_end());
    }
    assert!(get("/metrics").contains("bagh_remote_requests_total"));
}
