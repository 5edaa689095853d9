//! Where tables are, and how many threads work on them.

use std::num::IntErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::Game;
use bagh_remote::Address;
use bagh_tables::{FOLDER_VARIABLE, TableError, Tables, default_folder};
use clap::Args;

use crate::context::Context;
use crate::failure::{message, warn};
use crate::numbers::count_of;
use crate::remedy::finish_command;
use crate::remote_args::RemoteArgs;

/// More threads than any machine has processors, and few enough to start.
const MAX_THREADS: usize = 1024;

/// The folder of the tables, and threads, for every command that works on them.
#[derive(Args, Debug, Default)]
pub struct TablesArgs {
    #[command(flatten)]
    folder: FolderArgs,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// The folder of the tables, for commands that look a few positions up.
#[derive(Args, Debug, Default)]
pub struct FolderArgs {
    /// The folder of all tables: by default `bagh/tables` in your data folder; for look-ups it may be an address, https://host/path or s3://bucket/path [env: BAGH_TABLES]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Where tables are.
pub enum Place {
    /// In this folder.
    Folder(PathBuf),
    /// In a bucket or on a web host.
    Address(Address),
}

/// How many processors there are.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |number| number.get())
}

/// The number of threads, for every command that may take long.
#[derive(Args, Debug, Default)]
pub struct ThreadsArgs {
    /// Worker threads: by default one for each processor
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl TablesArgs {
    /// The folder of all tables; each game has a folder of its own in it.
    pub fn folder(&self) -> Result<PathBuf> {
        self.folder.folder()
    }

    /// Where all tables are.
    pub fn place(&self) -> Result<Place> {
        self.folder.place()
    }

    /// The arguments that name the folder.
    pub fn folder_args(&self) -> &FolderArgs {
        &self.folder
    }

    /// The tables of the game that is talked about.
    pub fn open(&self, context: &Context) -> Result<Tables> {
        self.folder.open(&context.game)
    }

    /// The same, which must be complete.
    pub fn open_complete(&self, context: &Context) -> Result<Tables> {
        self.folder.open_complete(&context.game)
    }

    /// How many threads were asked for.
    pub fn threads(&self) -> Option<usize> {
        self.threads.threads
    }

    /// How many processors will work.
    pub fn processors(&self) -> usize {
        self.threads.processors()
    }

    /// Runs `f` with as many threads as were asked for.
    pub fn with_threads<R: Send>(&self, f: impl FnOnce() -> R + Send) -> Result<R> {
        self.threads.with_threads(f)
    }
}

impl FolderArgs {
    /// This folder, if one is named.
    pub fn named(tables: Option<PathBuf>) -> FolderArgs {
        FolderArgs { tables }
    }

    /// Whether a folder was named.
    pub fn is_given(&self) -> bool {
        self.tables.is_some()
    }

    /// The folder of all tables; each game has a folder of its own in it.
    pub fn folder(&self) -> Result<PathBuf> {
        match self.place()? {
            Place::Folder(folder) => Ok(folder),
            Place::Address(address) => {
                bail!("--tables: found the address {address}, expected a folder on this machine")
            }
        }
    }

    /// Where all tables are.
    pub fn place(&self) -> Result<Place> {
        let Some(place) = self.tables.clone().or_else(default_folder) else {
            bail!(
                "--tables: found none, and this account has no data folder: name a folder with --tables or {FOLDER_VARIABLE}"
            );
        };
        if let Some(folder) = place.to_str().and_then(Address::folder) {
            return Ok(Place::Folder(folder.context("--tables")?));
        }
        match place.to_str().filter(|text| Address::is_meant(text)) {
            Some(text) => Ok(Place::Address(text.parse().context("--tables")?)),
            None => Ok(Place::Folder(place)),
        }
    }

    /// The tables of a game.
    pub fn open(&self, game: &Game) -> Result<Tables> {
        let opened = match self.place()? {
            Place::Folder(folder) => Tables::open(game, &folder),
            Place::Address(address) => {
                Tables::open_remote(game, Arc::new(RemoteArgs::default().open(&address)?))
            }
        };
        let tables = opened.with_context(|| {
            format!(
                "tables of {} with {} to win",
                game.name(),
                count_of(game.captures(), "capture")
            )
        })?;
        if let Some(error) = tables.plies_trouble() {
            warn(&format!("plies of the placement phase are not told: {error}"));
        }
        Ok(tables)
    }

    /// The tables of a game, which must be complete.
    pub fn open_complete(&self, game: &Game) -> Result<Tables> {
        let tables = self.open(game)?;
        ensure_complete(&tables)?;
        Ok(tables)
    }

    /// The tables of a game, if they are there. A folder that was named must have them.
    pub fn open_if_there(&self, game: &Game) -> Result<Option<Tables>> {
        match self.open(game) {
            Ok(tables) => Ok(Some(tables)),
            Err(error) if self.is_given() => Err(error),
            Err(error) => {
                // They were not asked for: unusable ones are reported and skipped.
                match error.downcast_ref() {
                    Some(TableError::Missing { .. }) => {}
                    _ => warn(&message(&error)),
                }
                Ok(None)
            }
        }
    }
}

/// Refuses tables that are not complete.
pub fn ensure_complete(tables: &Tables) -> Result<()> {
    let remedy = match tables.store().is_remote() {
        true => "put all tables of this game there".to_owned(),
        false => format!("finish them with {}", finish_command(tables)),
    };
    ensure!(
        tables.is_complete(),
        "the tables in {} are not complete: {remedy}",
        tables.store().directory().display()
    );
    Ok(())
}

impl ThreadsArgs {
    /// How many processors will work.
    pub fn processors(&self) -> usize {
        self.threads.map_or(processors(), |threads| threads.min(processors()))
    }

    /// Runs `f` with as many threads as were asked for.
    pub fn with_threads<R: Send>(&self, f: impl FnOnce() -> R + Send) -> Result<R> {
        with_threads(self.threads.unwrap_or_else(processors), f)
    }
}

/// Runs `f` with this many threads.
pub fn with_threads<R: Send>(threads: usize, f: impl FnOnce() -> R + Send) -> Result<R> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("--threads: cannot start that many threads: ask for fewer")?;
    Ok(pool.install(f))
}

fn threads(text: &str) -> Result<usize, String> {
    let expected = format!("expected a whole number from 1 to {MAX_THREADS}");
    match text.parse() {
        Ok(0) => Err(format!("found 0, {expected}")),
        Ok(number) if number <= MAX_THREADS => Ok(number),
        Ok(_) => Err(format!("too large, {expected}")),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("too large, {expected}"))
        }
        Err(_) => Err(expected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_numbers_of_threads_are_refused() {
        for text in ["0", "-1", "", "x", "1025", "99999999999999999999999"] {
            assert!(threads(text).is_err(), "{text}");
        }
        assert_eq!(threads("1"), Ok(1));
    }

    #[test]
    fn work_runs_on_as_many_threads_as_asked_for() {
        let args = ThreadsArgs { threads: Some(3) };
        assert_eq!(args.with_threads(rayon::current_num_threads).unwrap(), 3);
    }

    #[test]
    fn the_folder_that_is_named_comes_first() {
        let args = FolderArgs { tables: Some("here".into()) };
        assert_eq!(args.folder().unwrap(), PathBuf::from("here"));
    }

    #[cfg(unix)]
    #[test]
    fn the_address_of_a_folder_is_that_folder() {
        let named = |text: &str| FolderArgs { tables: Some(text.into()) };
        assert_eq!(named("file:///srv/tables").folder().unwrap(), PathBuf::from("/srv/tables"));
        let error = format!("{:#}", named("file://elsewhere/tables").folder().unwrap_err());
        assert!(error.contains("--tables") && error.contains("on this machine"), "{error}");
    }
}
