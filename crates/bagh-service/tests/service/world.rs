//! A service with the small board, solved or not.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use bagh::Game;
use bagh_service::{BoardFile, Limits, Overseer, Running, Settings, Unwatched};
use bagh_tables::{Quiet, SolveOptions, Tables, pocket, solve};
use tempfile::TempDir;

use crate::http::{Reply, send};

/// The board file.
pub const SMALL: &str = include_str!("../../../../docs/small.toml");

/// The position in which it begins, for an address.
pub const START: &str = "T2/3/2T+g+g5+c0+-+0";

/// A service, and the folder of its tables.
pub struct World {
    pub service: Running,
    pub tables: TempDir,
}

/// The small game.
pub fn small() -> Game {
    Game::from_toml(SMALL).unwrap()
}

/// A service of a single test.
pub struct Builder {
    pub settings: Settings,
    pub overseer: Arc<dyn Overseer>,
    tables: TempDir,
}

impl Builder {
    /// With nothing solved, and nothing to be solved.
    pub fn new() -> Builder {
        let tables = tempfile::tempdir().unwrap();
        let mut settings = Settings::new(tables.path());
        settings.address = SocketAddr::from(([127, 0, 0, 1], 0));
        settings.solve = false;
        settings.boards.push(BoardFile { game: small(), text: SMALL.to_owned() });
        Builder { settings, overseer: Arc::new(Unwatched), tables }
    }

    /// With the small game solved.
    pub fn solved() -> Builder {
        let builder = Builder::new();
        solve(&small(), builder.tables.path(), SolveOptions::default(), &Quiet).unwrap();
        builder
    }

    /// With the small game solved, and its pocket edition beside the tables.
    pub fn with_pocket() -> Builder {
        let mut builder = Builder::solved();
        let tables = Tables::open(&small(), builder.tables()).unwrap();
        pocket::make(&tables, builder.tables(), &[1, 3], &|_, _| true).unwrap();
        builder.settings.pocket = Some(builder.tables().to_owned());
        builder
    }

    /// The folder of all tables.
    pub fn tables(&self) -> &std::path::Path {
        self.tables.path()
    }

    pub fn limits(mut self, limits: Limits) -> Builder {
        self.settings.limits = limits;
        self
    }

    pub fn start(self) -> World {
        let service = Running::start(self.settings, self.overseer).unwrap();
        World { service, tables: self.tables }
    }
}

/// The service that most tests share.
pub fn shared() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| {
        let builder = Builder::with_pocket();
        // A built-in game that is solved in a moment.
        let kaooa = Game::by_name("kaooa").unwrap();
        solve(&kaooa, builder.tables.path(), SolveOptions::default(), &Quiet).unwrap();
        builder.start()
    })
}

impl World {
    pub fn address(&self) -> SocketAddr {
        self.service.address()
    }

    pub fn get(&self, path: &str) -> Reply {
        send(self.address(), "GET", path, &[], b"")
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        send(self.address(), "GET", path, headers, b"")
    }

    pub fn post(&self, path: &str, body: &str) -> Reply {
        let json = [("Content-Type", "application/json")];
        send(self.address(), "POST", path, &json, body.as_bytes())
    }

    /// Positions that were looked up, and more of the kind: a number that `/metrics` tells.
    pub fn metric(&self, name: &str) -> f64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find(|line| line.starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name} is not in\n{text}"));
        line.rsplit(' ').next().unwrap().parse().unwrap()
    }
}
