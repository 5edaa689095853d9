//! Every documented example runs.
#![cfg(unix)]

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::run::{bagh, shell};
use crate::{admin, small};

/// What `.ci/run` itself does, or what would run these tests again.
const NOT_RUN_HERE: &[&str] = &[
    "cargo install --locked --path crates/bagh-cli",
    "cargo xtask test",
    "cargo xtask python",
    "pip install target/wheels/bagh-*.whl",
    "bagh solve",
    "bagh solve --compact --captures 3 --tables /media/disk/tables",
    "bagh plies --captures 1",
    "bagh exam 8 --time 100ms --positions 10000",
    "bagh match 8 7 --games 2000 --move-time 100ms --sprt 0 20",
    "bagh match 8 'ugi:python3 bot.py' --games 100 --time 10s+100ms --save my.match",
    "bagh bot-check 'ugi:python3 bot.py'",
    "bagh train --out bagh-chal.network",
    "cargo xtask start",
    "bagh puzzles --count 200 --seed 1 --out puzzles.json",
    "bagh puzzles --check puzzles.json",
    "bagh serve",
    "bagh serve --no-solve",
    "cargo run --release -p bagh-service --example load -- --seconds 60",
    "cargo run --release -p bagh-service --example load -- --seconds 60 --batch 100",
    "cargo run --release -p bagh-service --example load -- --idle 10000",
    "bagh serve --open my-board.toml",
    "bagh serve --address 0.0.0.0:8000 --no-solve",
    "bagh serve --pocket pocket",
    "bagh serve --captures 3 --threads 1",
    "bagh serve --database postgres://bagh@localhost/bagh",
    "bagh serve --database 'postgres://bagh@db.example.org/bagh?sslmode=verify-full&sslrootcert=/etc/bagh/ca.pem'",
    "bagh serve --tables https://example.org/tables --cache 500MB",
    "bagh serve --tables s3://bucket/tables --unsigned",
    "bagh serve --tables s3://bucket/tables --cache 2GB --database postgres://bagh@localhost/bagh",
    "bagh serve --tables https://example.org/tables",
    "aws s3 sync tables/ s3://bucket/tables/",
    "cargo run -p bagh-remote --example measure -- http://127.0.0.1:8000 10",
    "bagh admin ban maya --reason 'uses an engine'",
    "bagh admin token maya --label 'my bot'",
    "bagh bot 5 --service https://bagh.example.org --token-file token.txt",
    "bagh bot 'ugi:python3 bot.py' --service http://localhost:8000 --games 2 --accept people",
    "bagh bot 8 --service http://localhost:8000 --challenge hunter --time 60s+1s --stop-after 10",
    "bagh evolve",
    "bagh prove tiger-captures --goats 1 --by 30 --steady 3",
    "bagh prove goat-holds --goats 2 --until 38",
    "bagh prove goat-draws --give-up 2",
    "cargo xtask test --quick",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 60 --calm",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 60 --calm --postgres --nodes 2",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 35 --calm --pause 3000,400,300,250,200",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 42 --calm --pause 3000,700,500,400,300,200 --postgres --nodes 2",
    "cargo run --release -p bagh-service --example simulate -- --idle 10000",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 600 --calm",
    "cargo run --release -p bagh-service --example simulate -- --games 1000 --seconds 600 --kill 20 --postgres --nodes 2",
    "cargo run --release -p bagh-service --example siege -- batches --seconds 15",
    "cargo run --release -p bagh-service --example siege -- counts --game aadu-puli",
    "cargo run --release -p bagh-service --example siege -- drips --path /api/online/guest",
    "git worktree add ../before 2c0527d",
    "scripts/siege.py ../before --work ../siege",
    "bagh site --out public",
    "bagh site --out public bagh-chal",
    "bagh site --out public --largest 25MB",
    "bagh site --out public --pocket pocket",
    "bagh site --out public --plies bagh-chal",
    "bagh solve --plies",
    "bagh pocket make --out pocket",
    "bagh pocket probe --in pocket 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'",
    "bagh verify --sample 1000 --plies 1000000",
    "docker build --tag bagh .",
    "docker run --publish 127.0.0.1:8080:8080 --volume bagh-tables:/tables --read-only bagh",
    "cp packaging/bagh.service /etc/systemd/system/",
    "systemctl enable --now bagh",
    "bagh serve --behind-proxy --database 'postgres://bagh:PASSWORD@10.0.0.5/bagh'",
    "sudo -u postgres createuser --pwprompt bagh",
    "sudo -u postgres createdb --owner bagh --encoding UTF8 --template template0 bagh",
];

/// What needs the tables of Bagh Chal: run where `BAGH_TABLES` says that they are, by tests of their
/// own.
const WITH_TABLES: &[&str] = &[
    "bagh probe",
    "bagh probe 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json",
    "echo 'T3T/5/5/5/T3T g g20 c0 - 0' | bagh probe - --json",
    "bagh line",
    "bagh line 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json",
    "bagh stats",
    "bagh probe 'T3T/1G3/5/5/T3T t g19 c0 mB2 1'",
    "bagh stats --cross",
    "bagh stats --longest",
    "bagh stats --csv > classes.csv",
    "bagh export sliding.parquet",
    "bagh export class.parquet --placed 2 --turn goat",
    "bagh exam 'ugi:python3 bot.py' --positions 200",
    "bagh convert --from baghchal-pgn '1. G13 B1122 2. G11 B2223' --to record | bagh mark -",
    "bagh verify",
    "bagh puzzles --count 3",
    "bagh puzzles --challenge",
    "bagh verify --full --part sliding-00",
];

/// What needs the tables of Aadu Puli Attam.
const WITH_AADU_TABLES: &[&str] = &[
    "bagh probe --game aadu-puli",
    "bagh probe --game aadu-puli-fixed",
    "bagh probe --game aadu-puli '1/6/T5/6/4 g g15 c0 - 1'",
];

/// All commands.
pub const COMMANDS: &[&str] = &[
    "show",
    "moves",
    "perft",
    "convert",
    "play",
    "best",
    "mark",
    "games",
    "count",
    "solve",
    "probe",
    "line",
    "plies",
    "stats",
    "export",
    "verify",
    "puzzles",
    "serve",
    "site",
    "pocket",
    "admin",
    "exam",
    "match",
    "arena",
    "ugi",
    "bot",
    "bot-check",
    "train",
    "bench",
    "complexity",
    "papers",
    "evolve",
    "prove",
    "check-proof",
    "completions",
];

/// Which examples a test runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Examples {
    /// Those that need no tables but what `directory` has.
    Alone,
    /// Those that need tables, if these are there.
    OnTables,
}

impl Examples {
    /// Whether to run this one.
    fn has(self, example: &str) -> bool {
        let there = |game: &str| {
            let folder = std::env::var_os("BAGH_TABLES").map(|all| Path::new(&all).join(game));
            folder.is_some_and(|folder| folder.join("manifest.json").exists())
        };
        let (chal, aadu) = (WITH_TABLES.contains(&example), WITH_AADU_TABLES.contains(&example));
        match self {
            Examples::Alone => !chal && !aadu && !NOT_RUN_HERE.contains(&example),
            Examples::OnTables => chal && there("bagh-chal-5") || aadu && there("aadu-puli-10"),
        }
    }
}

/// Does something for each element, on as many threads as there are processors.
fn for_each<T: Sync>(all: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let processors = std::thread::available_parallelism().map_or(1, |number| number.get());
    std::thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Relaxed)) {
                    work(one);
                }
            });
        }
    });
}

/// A folder with what the examples speak of: a small board, its tables beside it, a database of
/// online games, and a bot.
fn directory() -> tempfile::TempDir {
    let directory = small::solved(small::FIXED);
    std::fs::create_dir(directory.path().join("docs")).unwrap();
    std::fs::write(directory.path().join("docs/small.toml"), small::FIXED).unwrap();
    admin::make_empty(directory.path());
    let bot = include_str!("../../../../bots/example.py");
    std::fs::write(directory.path().join("bot.py"), bot).unwrap();
    directory
}

fn run_examples_in_help(which: Examples) {
    let commands: Vec<Option<&str>> = COMMANDS.iter().copied().map(Some).chain([None]).collect();
    for_each(&commands, |command| {
        let help = bagh(command.iter().copied().chain(["--help"])).fine();
        let mut examples: Vec<&str> =
            help.lines().filter_map(|line| line.trim_start().strip_prefix("$ ")).collect();
        assert!(examples.len() > 1, "{command:?} has no examples:\n{help}");
        examples.retain(|example| which.has(example));
        if examples.is_empty() {
            return;
        }
        let directory = directory();
        for example in examples {
            let run = shell(directory.path(), example);
            assert_eq!(run.code, 0, "{example}\n{run:?}");
        }
    });
}

#[test]
fn examples_in_help_run() {
    run_examples_in_help(Examples::Alone);
}

#[test]
fn examples_in_help_run_on_tables() {
    run_examples_in_help(Examples::OnTables);
}

#[test]
fn every_command_is_checked() {
    let help = bagh(["--help"]).fine();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed: Vec<&str> = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert_eq!(listed, COMMANDS);
}

fn run_documents(which: Examples) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md")];
    for entry in std::fs::read_dir(root.join("docs")).unwrap() {
        documents.push(entry.unwrap().path());
    }
    documents.retain(|path| path.extension().is_some_and(|e| e == "md"));
    for_each(&documents, |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let directory = directory();
        for block in blocks(&text, "console") {
            check_console(directory.path(), &block, path, which);
        }
        for block in blocks(&text, "sh") {
            for line in block.lines() {
                assert!(NOT_RUN_HERE.contains(&line), "{}: {line} is not tested", path.display());
            }
        }
    });
}

#[test]
fn commands_in_the_documents_print_what_they_say() {
    run_documents(Examples::Alone);
}

#[test]
fn commands_in_the_documents_print_what_they_say_on_tables() {
    run_documents(Examples::OnTables);
}

/// The contents of the blocks that are marked with this word.
fn blocks(text: &str, word: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let block: String = block.map(|line| format!("{line}\n")).collect();
            if mark == word {
                blocks.push(block);
            }
        }
    }
    blocks
}

/// Runs each command of a block, and compares what it prints with what follows it. A line `...`
/// stands for any lines.
fn check_console(directory: &Path, block: &str, path: &Path, which: Examples) {
    let mut examples: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), examples.last_mut()) {
            (Some(command), _) => examples.push((command, String::new())),
            (None, Some((_, expected))) => *expected += &format!("{line}\n"),
            (None, None) => panic!("{}: a block must begin with $", path.display()),
        }
    }
    examples.retain(|(command, _)| which.has(command));
    for (command, expected) in examples {
        let run = shell(directory, command);
        assert!(run.code == 0 || !expected.is_empty(), "{}: $ {command}\n{run:?}", path.display());
        let printed = run.stdout + &run.stderr;
        let mut rest = printed.as_str();
        let mut any = false;
        let mut matches = true;
        for part in expected.split("...\n") {
            match rest.find(part) {
                Some(at) if any || at == 0 => rest = &rest[at + part.len()..],
                _ => matches = false,
            }
            any = true;
        }
        let open_end = expected.is_empty() || expected.ends_with("...\n");
        assert!(
            matches && (open_end || rest.is_empty()),
            "{}: $ {command}\nprinted:\n{printed}\nexpected:\n{expected}",
            path.display()
        );
    }
}
