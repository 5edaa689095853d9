//! The service of Bagh: any position looked up over HTTP, and the page to play on.
//!
//! [`Running::start`] serves the built-in games, and boards from files, from the folder of all
//! tables. What is not solved yet is solved in the background, part by part; a position is
//! answered as soon as its part is there, and until then the answer is that it is not known.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//! use std::sync::Arc;
//!
//! use bagh::Game;
//! use bagh_service::{BoardFile, Running, Settings, Unwatched};
//! use bagh_tables::{Quiet, SolveOptions, solve};
//!
//! # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//! let game = Game::from_toml(SMALL)?;
//! solve(&game, folder, SolveOptions::default(), &Quiet)?;
//!
//! let mut settings = Settings::new(folder);
//! settings.address = "127.0.0.1:0".parse()?;
//! settings.solve = false;
//! settings.boards.push(BoardFile { game, text: SMALL.to_owned() });
//! let service = Running::start(settings, Arc::new(Unwatched))?;
//!
//! let mut stream = TcpStream::connect(service.address())?;
//! let path = "/api/v1/small/probe?position=T2/3/2T+g+g5+c0";
//! write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
//! let mut answer = String::new();
//! stream.read_to_string(&mut answer)?;
//! assert!(answer.contains(r#""known":true,"outcome":"draw","captures":0"#), "{answer}");
//! service.stop();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//! A request passes the layers of `routes`: checked for its host, counted, kept within limits,
//! compressed. Its handler (`api/`) takes its parameters one by one, so that each that is missing,
//! unknown or wrong is named ([`ApiError`]), and hands the work to the workers of its class, since
//! tables may have to come from the disk. Answers from the tables are exact and may be cached; all
//! others may not.
//!
//! `docs/SERVICE.md` describes the API, its limits and its figures.

mod access;
mod api;
mod app;
mod body;
mod catalogue;
#[cfg(test)]
mod classes_tests;
mod counts;
mod download;
mod error;
pub mod fair_play;
mod host_workers;
mod look_up;
mod memory;
mod metrics;
mod online;
mod pace;
mod page;
mod place;
mod pockets;
mod query;
mod remote_metrics;
mod respond;
mod routes;
mod running;
mod server;
mod settings;
mod solving;
mod start;
mod tables_state;
mod tracker;
mod try_page;
mod variant;
mod workers;

pub use access::AllowedOrigins;
pub use error::ApiError;
pub use online::OnlineSettings;
pub use page::page_files;
pub use running::Running;
pub use settings::{BoardFile, Limits, Settings};
pub use solving::{Overseer, Unwatched};
pub use start::StartError;
