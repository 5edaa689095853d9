//! Where online games are kept.

use std::path::Path;

use anyhow::Result;
use bagh_files::open_private;
use clap::Args;

use crate::failure::warn;
use crate::tables_args::{FolderArgs, Place};

/// The file of online games, beside the tables.
const FILE: &str = "online.db";

/// Where online games are kept, for every command that works on them.
#[derive(Args, Debug, Default)]
pub struct DatabaseArgs {
    /// Where online games are kept: sqlite://FILE or postgres://USER@HOST/NAME; by default the file online.db in the folder of all tables
    #[arg(long, global = true, value_name = "URL", env = "BAGH_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    /// The address of the database for a service. None, with a warning, if no address was given
    /// and the folder of all tables cannot be written to: the rest can be served from there.
    pub fn address_if_possible(&self, folder: &FolderArgs) -> Result<Option<String>> {
        if self.database.as_ref().is_none_or(String::is_empty) {
            let folder = match folder.place()? {
                Place::Folder(folder) => folder,
                Place::Address(_) => {
                    warn(
                        "online play is off: the tables are not in a folder in which games could be kept; --database names a place",
                    );
                    return Ok(None);
                }
            };
            let file = folder.join(FILE);
            let made = std::fs::create_dir_all(folder);
            let opened = made.and_then(|()| open_private(&file).map(drop));
            if let Err(error) = opened {
                let file = file.display();
                warn(&format!(
                    "online play is off: cannot use {file} ({error}); --database names another place"
                ));
                return Ok(None);
            }
        }
        self.address(folder).map(Some)
    }

    /// The address of the database.
    pub fn address(&self, folder: &FolderArgs) -> Result<String> {
        if let Some(address) = self.database.as_ref().filter(|address| !address.is_empty()) {
            return Ok(followed(address));
        }
        let folder = folder.folder()?;
        std::fs::create_dir_all(&folder)?;
        Ok(format!("sqlite://{}", folder.join(FILE).display()))
    }
}

/// An address that was named, with the file that it leads to: the operator may link a database,
/// while the store follows no links.
fn followed(address: &str) -> String {
    let file = address.strip_prefix("sqlite://").filter(|file| cfg!(unix) && !file.is_empty());
    let target = file.and_then(|file| Path::new(file).canonicalize().ok());
    match target.as_deref().and_then(Path::to_str) {
        Some(target) => format!("sqlite://{target}"),
        None => address.to_owned(),
    }
}
