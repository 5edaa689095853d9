//! `bagh serve`: the page and the API.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use bagh::Game;
use bagh_service::{AllowedOrigins, BoardFile, OnlineSettings, Overseer, Running, Settings};
use bagh_tables::{Part, Progress, SolveOptions};
use clap::{Args, ValueEnum};
use serde_json::json;

use super::solve::plan::Plan;
use super::solve::progress::Reporter;
use crate::cli::ColourWhen;
use crate::context::{Context, read_board};
use crate::database_args::DatabaseArgs;
use crate::failure::{self, Answer, warn};
use crate::numbers::count_of;
use crate::output::is_coloured;
use crate::palette::paint;
use crate::remote_args::RemoteArgs;
use crate::tables_args::{Place, TablesArgs};

const EXAMPLES: &str = "\
The page is at the address that is printed, and the API below /api, where it can be tried. Games
whose tables are missing are solved in the background: Bagh Chal first, then Aadu Puli Attam, then
your own boards, then the smaller hunts. Positions are answered as soon as their part is solved.
Ctrl-C ends the service; what was solved is kept, and the next start goes on from there.
Online games are kept in the file online.db beside the tables, or where --database says.

With --pocket DIR the page offers the pocket editions of that folder, to be kept on devices.

With --tables https://host/path or s3://bucket/path the tables are read from there, block by block,
and nothing is solved. Credentials for a bucket are taken from AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, the region from AWS_REGION, and another store from AWS_ENDPOINT_URL.

Examples:
  $ bagh serve
  $ bagh serve --open my-board.toml
  $ bagh serve --captures 3 --threads 1
  $ bagh serve --address 0.0.0.0:8000 --no-solve
  $ bagh serve --pocket pocket
  $ bagh serve --database postgres://bagh@localhost/bagh
  $ bagh serve --tables https://example.org/tables --cache 500MB
  $ bagh serve --tables s3://bucket/tables --unsigned";

/// Serve the page and the API, and solve what is not solved yet
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Serve {
    /// Board files of games to serve beside the built-in ones
    #[arg(value_name = "BOARD.toml")]
    boards: Vec<PathBuf>,

    /// Where to listen: an address and a port, or a port alone; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    address: SocketAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Do not solve: answer from the tables that are there
    #[arg(long)]
    no_solve: bool,

    /// A name under which the service is reached, such as bagh.example.org; may be repeated.
    ///
    /// On a loopback address, requests to any other name are refused (protection against DNS
    /// rebinding), so name the public host when a reverse proxy stands in front.
    #[arg(long = "host", value_name = "NAME", value_parser = host_name)]
    hosts: Vec<String>,

    /// Let pages of another origin, such as https://example.org, make expensive requests: batches,
    /// the engine and counts of whole tables; may be repeated, `*` allows all
    #[arg(long = "allow-origin", value_name = "ORIGIN", value_parser = origin)]
    origins: Vec<String>,

    /// Let other machines read /metrics
    #[arg(long)]
    public_metrics: bool,

    /// Offer the pocket editions in this folder, which `bagh pocket make` wrote
    #[arg(long, value_name = "DIR")]
    pocket: Option<PathBuf>,

    /// What to log on standard error
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    log: Log,

    #[command(flatten)]
    database: DatabaseArgs,

    /// Do not offer online play
    #[arg(long)]
    no_online: bool,

    /// A reverse proxy in front of the service sets X-Forwarded-For and X-Forwarded-Proto
    #[arg(long)]
    behind_proxy: bool,

    #[command(flatten)]
    tables: TablesArgs,

    #[command(flatten)]
    remote: RemoteArgs,
}

/// What to log.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Log {
    /// Errors.
    Error,
    /// Errors and warnings.
    #[default]
    Warn,
    /// Also what the service does.
    Info,
    /// Also every request.
    Debug,
}

impl Serve {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        self.start_log(context.colour);
        let place = self.tables.place()?;
        let (folder, shown) = match &place {
            Place::Folder(folder) => (folder.clone(), folder.display().to_string()),
            Place::Address(address) => (PathBuf::new(), address.to_string()),
        };
        let mut settings = self.settings(context, &folder)?;
        if let Place::Address(address) = &place {
            settings.remote = Some(Arc::new(self.remote.open(address)?));
        }
        let overseer =
            Arc::new(Terminal { folder, processors: self.tables.processors(), json: context.json });
        let mut service = Running::start(settings, overseer)?;
        service.listen_for_signals().context("cannot listen for signals")?;
        let url = service.url();
        if context.json {
            context.out.json(&json!({ "url": url, "tables": shown }))?;
        } else {
            let url = paint(context.out.palette.strong, &url);
            context.out.line(format!("Bagh is at {url}"))?;
            context.out.line(match place {
                Place::Folder(_) => format!("  tables in {shown}"),
                Place::Address(_) => format!("  tables read from {shown}; nothing is solved here"),
            })?;
            context.out.line("  Ctrl-C ends it")?;
        }
        context.out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            warn(&format!("--open: cannot open a browser: {error}; open {url} yourself"));
        }
        service.wait().context("cannot listen for signals")?;
        Ok(Answer::Yes)
    }

    fn settings(&self, context: &Context, folder: &Path) -> Result<Settings> {
        let mut settings = Settings::new(folder);
        settings.address = self.address;
        settings.solve = !self.no_solve;
        settings.threads = self.tables.threads();
        settings.pocket = self.pocket.clone();
        settings.hosts = self.hosts.clone();
        settings.origins = match self.origins.as_slice() {
            [] => AllowedOrigins::Own,
            origins if origins.iter().any(|origin| origin == "*") => AllowedOrigins::Any,
            origins => AllowedOrigins::Listed(origins.to_vec()),
        };
        settings.public_metrics = self.public_metrics;
        if let Some(text) = &context.board {
            // As it is in the file: another number of captures is a variant of it.
            let game = Game::from_toml(text)?;
            settings.boards.push(BoardFile { game, text: text.clone() });
        }
        for path in &self.boards {
            let (game, text) = read_board(path)?;
            settings.boards.push(BoardFile { game, text });
        }
        settings.also.push(context.game.clone());
        if !self.no_online
            && let Some(database) = self.database.address_if_possible(self.tables.folder_args())?
        {
            let mut online = OnlineSettings::new(database);
            online.behind_proxy = self.behind_proxy;
            settings.online = Some(online);
        }
        Ok(settings)
    }

    fn start_log(&self, colour: ColourWhen) {
        let level = match self.log {
            Log::Error => tracing::Level::ERROR,
            Log::Warn => tracing::Level::WARN,
            Log::Info => tracing::Level::INFO,
            Log::Debug => tracing::Level::DEBUG,
        };
        tracing_subscriber::fmt()
            .with_max_level(level)
            .with_ansi(is_coloured(&io::stderr(), colour))
            .with_writer(io::stderr)
            .init();
    }
}

/// An address and a port, or a port alone.
fn address(text: &str) -> Result<SocketAddr, String> {
    let port = text.parse::<u16>().map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    port.or_else(|_| text.parse()).map_err(|_| {
        "expected an address and a port such as 127.0.0.1:8080 or [::1]:8080, or a port alone"
            .to_owned()
    })
}

/// The name of a host, without scheme, port or path.
fn host_name(text: &str) -> Result<String, String> {
    let fits = !text.is_empty() && !text.contains(['/', ':', ' ', '@', '*']);
    fits.then(|| text.to_owned())
        .ok_or_else(|| "expected a host name such as bagh.example.org, without a port".to_owned())
}

/// An origin as browsers send it, or `*`.
fn origin(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_origin = rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', ' ']));
    match is_origin || text == "*" {
        true => Ok(text.to_owned()),
        false => Err("expected an origin such as https://example.org, or `*` for all".to_owned()),
    }
}

/// Watches over the solving, and reports it on standard error.
struct Terminal {
    folder: PathBuf,
    processors: usize,
    json: bool,
}

impl Terminal {
    fn tell(&self, text: &str) {
        if !self.json {
            // A closed standard error is no reason to fail.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    fn plan(&self, game: &Game) -> Result<Plan> {
        Plan::new(game, &self.folder, SolveOptions::default(), self.processors)
    }
}

impl Overseer for Terminal {
    fn lacking(&self, game: &Game, _: &Path) -> Option<String> {
        match self.plan(game) {
            Ok(plan) => Some(plan.lacking().join("; ")).filter(|lacking| !lacking.is_empty()),
            Err(error) => Some(failure::message(&error)),
        }
    }

    fn begin(&self, game: &Game) -> Box<dyn Progress> {
        let there = self.plan(game).map_or(0, |plan| plan.parts_there());
        self.tell(&format!("Solving {}", title(game)));
        Box::new(Bar(Reporter::new(game, there, !self.json)))
    }

    fn end(&self, game: &Game, result: Result<(), &str>) {
        match result {
            Ok(()) => self.tell(&format!("{} is solved", title(game))),
            Err(why) => warn(&format!("{} is not solved: {why}", title(game))),
        }
    }
}

fn title(game: &Game) -> String {
    match Game::by_name(game.name()) {
        Some(usual) if usual.captures() != game.captures() => {
            format!("{} with {} to win", game.title(), count_of(game.captures(), "capture"))
        }
        _ => game.title().to_owned(),
    }
}

/// A reporter whose bar goes away with it.
struct Bar(Reporter);

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Progress for Bar {
    fn begin(&self, work: u64, done_before: u64) {
        self.0.begin(work, done_before);
    }

    fn start(&self, part: Part) {
        self.0.start(part);
    }

    fn advance(&self, work: u64) {
        self.0.advance(work);
    }

    fn finish(&self, part: Part, bytes: u64) {
        self.0.finish(part, bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_on_this_machine() {
        assert_eq!(address("8081"), Ok("127.0.0.1:8081".parse().unwrap()));
        assert_eq!(address("[::1]:80"), Ok("[::1]:80".parse().unwrap()));
        for text in ["", "localhost", "1.2.3.4", "99999", ":80", "1.2.3.4:x"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
