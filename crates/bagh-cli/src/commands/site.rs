//! `bagh site`: the page with its tables as a folder of static files, for any web host.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context as _, Result, anyhow, bail};
use bagh::Game;
use bagh_files::{Durability, remove_leftovers, replace_in_place};
use bagh_service::page_files;
use bagh_tables::pocket::PocketFiles;
use bagh_tables::site::{self, SiteIndex, Written};
use bagh_tables::{TableError, Tables};
use clap::Args;
use serde::Serialize;

use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{bytes, count_of};
use crate::remedy::{plies_command, pocket_command, solve_command};
use crate::tables_args::FolderArgs;

/// The folder of the tables inside the site.
const TABLES: &str = "tables";
/// What the list of games is called there.
const INDEX: &str = "index.json";
/// The page itself, and what hosts show for addresses that are no files.
const PAGE: &str = "index.html";
const OTHER_PAGES: &str = "404.html";

/// What hosts that read such a file send with each answer. Other hosts ignore it.
const HEADERS: &str = "\
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/tables/*.pack
  Cache-Control: public, max-age=31536000, immutable
/tables/*.pages
  Cache-Control: public, max-age=31536000, immutable
";

const EXAMPLES: &str = "\
Analysis, review, the perfect player, puzzles and Explore are exact on such a site, without any
service: the page reads the few kilobytes that it needs from the files. The host must answer range
requests, as almost all do, and serve the site at the root of its name. It may be interrupted at any
moment: run it again, and what is written already is kept. docs/DEPLOY.md has recipes.

Examples:
  $ bagh site --out public
  $ bagh site --out public bagh-chal
  $ bagh site --out public --plies bagh-chal
  $ bagh site --out public --pocket pocket
  $ bagh site --out public --largest 25MB
  $ bagh site --out public --no-tables";

/// Write the page with its tables as static files, for any web host
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Site {
    /// The games whose tables to take along: by default all built-in ones that are solved
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// The folder to write: a new one, or one that this command made before
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// The largest file, such as 25MB: some hosts take no larger ones
    #[arg(long, value_name = "SIZE", default_value = "100MB", value_parser = size)]
    largest: u64,

    /// With the plies of wins in the placement phase, which `bagh solve --plies` solves: several
    /// times as many bytes on the host
    #[arg(long, conflicts_with = "no_tables")]
    plies: bool,

    /// With the pocket editions in this folder, which `bagh pocket make` wrote: visitors can keep
    /// them on their devices
    #[arg(long, value_name = "DIR", conflicts_with = "no_tables")]
    pocket: Option<PathBuf>,

    /// Only the page, without tables
    #[arg(long, conflicts_with = "games")]
    no_tables: bool,

    #[command(flatten)]
    tables: FolderArgs,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered {
    folder: String,
    games: Vec<String>,
    files: usize,
    bytes: u64,
}

impl Site {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = match self.no_tables {
            true => Vec::new(),
            false => self.open()?,
        };
        if self.plies {
            self.check_plies(&tables)?;
        }
        let pockets = self.pockets(&tables)?;
        self.check_folder()?;
        let folder = self.out.join(TABLES);
        if folder.is_dir() {
            // What was interrupted has left half-written files, under names of their own.
            remove_leftovers(&folder).with_context(|| cannot("clear", &folder))?;
        }
        let (mut games, mut used) = (Vec::new(), Vec::new());
        for (tables, pocket) in tables.iter().zip(&pockets) {
            let mut written = write_tables(tables, &folder, self.largest, self.plies)?;
            if let Some(pocket) = pocket {
                let files = site::write_pocket(pocket, &folder, self.largest)?;
                let packs = files.iter().flat_map(|file| &file.packs);
                written.files.extend(packs.map(|pack| pack.name.clone()));
                written.game.pocket = Some(files);
            }
            used.extend(written.files.iter().map(|name| folder.join(name)));
            games.push(written.game);
        }
        let names: Vec<String> = games.iter().map(|listed| listed.game.clone()).collect();
        let index = serde_json::to_string(&SiteIndex::new(games))?;
        write(&folder.join(INDEX), index.as_bytes())?;
        used.push(folder.join(INDEX));
        tidy(&folder, &used)?;
        let mut written = used.len();
        let mut length: u64 = 0;
        for path in &used {
            length += fs::metadata(path).with_context(|| cannot("examine", path))?.len();
        }
        for (name, plain) in page_files().filter(|&(name, _)| name != PAGE) {
            write(&self.out.join(name), plain)?;
            (written, length) = (written + 1, length + plain.len() as u64);
        }
        // The page comes last: a folder without it is not a site yet.
        let page = page_files().find(|&(name, _)| name == PAGE).map(|(_, plain)| plain);
        let page = marked(page.context("this program was built without its page")?)?;
        for (name, contents) in [
            ("_headers", HEADERS.as_bytes()),
            (".nojekyll", b""),
            (OTHER_PAGES, &page),
            (PAGE, &page),
        ] {
            write(&self.out.join(name), contents)?;
            (written, length) = (written + 1, length + contents.len() as u64);
        }
        let folder = self.out.display().to_string();
        if context.json {
            context.out.json(&Answered { folder, games: names, files: written, bytes: length })?;
        } else {
            let files = count_of(written as u64, "file");
            let with = match names.is_empty() {
                true => "without tables".to_owned(),
                false => format!("with the tables of {}", names.join(", ")),
            };
            context.out.line(format!("{folder}: {files}, {}, {with}", bytes(length)))?;
        }
        Ok(Answer::Yes)
    }

    /// The tables that are taken along.
    fn open(&self) -> Result<Vec<Tables>> {
        let mut opened = Vec::new();
        if self.games.is_empty() {
            for name in Game::names() {
                let Some(game) = Game::by_name(name) else { continue };
                // A game that shares the tables of another one needs none of its own.
                if bagh_tables::tables_game(&game).name() != name {
                    continue;
                }
                match Tables::open(&game, &self.tables.folder()?) {
                    Ok(tables) if tables.is_complete() => opened.push(tables),
                    Ok(_) | Err(TableError::Missing { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            if opened.is_empty() {
                let folder = self.tables.folder()?;
                bail!(
                    "--tables: no game is solved in {}: {} solves Bagh Chal, and --no-tables leaves tables out",
                    folder.display(),
                    solve_command(&folder, Game::bagh_chal())
                );
            }
            return Ok(opened);
        }
        for (number, name) in self.games.iter().enumerate() {
            if self.games[..number].contains(name) {
                bail!("GAME: found {name} twice, expected each game once");
            }
            let Some(game) = Game::by_name(name) else {
                let names: Vec<&str> = Game::names().collect();
                bail!("GAME: found {name:?}, expected one of {}", names.join(", "));
            };
            let tables = self.tables.open_complete(&game);
            opened.push(tables.with_context(|| format!("GAME: {name}"))?);
        }
        Ok(opened)
    }

    /// Makes sure that there are plies to be taken along: of every game that was named, or of one.
    fn check_plies(&self, tables: &[Tables]) -> Result<()> {
        let lacking = tables.iter().find(|tables| !tables.has_plies());
        if let Some(lacking) = lacking
            && (!self.games.is_empty() || !tables.iter().any(Tables::has_plies))
        {
            bail!(
                "--plies: the plies of {} are not solved: {} solves them",
                lacking.game().name(),
                plies_command(lacking)
            );
        }
        Ok(())
    }

    /// The pocket edition of each game that has one.
    fn pockets(&self, tables: &[Tables]) -> Result<Vec<Option<PocketFiles>>> {
        let Some(folder) = &self.pocket else { return Ok(vec![None; tables.len()]) };
        let find = |tables: &Tables| {
            PocketFiles::find(tables.game(), folder).map_err(|error| {
                let command = pocket_command(folder, tables.game());
                anyhow!("--pocket: {error}; make the edition again with {command}")
            })
        };
        let found = tables.iter().map(find).collect::<Result<Vec<_>>>()?;
        if found.iter().all(Option::is_none) {
            bail!(
                "--pocket: found no edition of a game of this site in {}, expected a folder that `bagh pocket make --out` wrote",
                folder.display()
            );
        }
        Ok(found)
    }

    /// Makes sure that nothing but a site of ours is written over.
    fn check_folder(&self) -> Result<()> {
        let entries = match fs::read_dir(&self.out) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| cannot("read", &self.out)),
        };
        let mut others = entries
            .filter(|entry| entry.as_ref().map_or(true, |entry| entry.file_name() != *TABLES));
        // The folder of tables is the first to be made, and has nothing but files of ours. The page
        // comes when some of them are there.
        let has_others = others.next().is_some();
        match tables_in(&self.out.join(TABLES)) {
            Some(files) if files > 0 || !has_others => return Ok(()),
            None if !has_others && !self.out.join(TABLES).exists() => return Ok(()),
            _ => {}
        }
        bail!(
            "--out: {} has other files in it, expected a new folder or a site that was made before",
            self.out.display()
        )
    }
}

/// How many files of a site's tables a folder has; nothing if it has others, or cannot be read.
fn tables_in(folder: &Path) -> Option<usize> {
    let ours = |name: &str| name == INDEX || name.ends_with(".partial") || site::is_file_name(name);
    let is_ours = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| ours(&entry.file_name().to_string_lossy()))
    };
    let found: Vec<bool> = fs::read_dir(folder).ok()?.map(is_ours).collect();
    found.iter().all(|&is_ours| is_ours).then_some(found.len())
}

/// Writes the tables of a game, with progress.
fn write_tables(tables: &Tables, folder: &Path, largest: u64, plies: bool) -> Result<Written> {
    let bar = Bar::new("writing", site::bytes_to_read(tables, plies));
    let written = site::write(tables, folder, largest, plies, &mut |done, _| bar.set(done));
    bar.end();
    Ok(written?)
}

/// Removes files of tables that were replaced. Only files with names of ours are touched.
fn tidy(folder: &Path, used: &[PathBuf]) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| cannot("read", folder))? {
        let path = entry.with_context(|| cannot("read", folder))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if !used.contains(&path) && name.is_some_and(|name| site::is_file_name(&name)) {
            fs::remove_file(&path).with_context(|| cannot("remove", &path))?;
        }
    }
    Ok(())
}

/// The page, told where its tables are.
fn marked(page: &[u8]) -> Result<Vec<u8>> {
    let text = std::str::from_utf8(page).context("the page is not text")?;
    let Some((head, rest)) = text.split_once("</head>") else { bail!("the page has no head") };
    let mark = format!("<meta name=\"bagh-tables\" content=\"/{TABLES}/\" />");
    Ok(format!("{head}{mark}</head>{rest}").into_bytes())
}

fn write(path: &Path, contents: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| cannot("make", folder))?;
    }
    replace_in_place(path, Durability::Cached, |out| out.write_all(contents))
        .with_context(|| cannot("write", path))?;
    Ok(())
}

fn cannot(doing: &str, path: &Path) -> String {
    format!("cannot {doing} {}", path.display())
}

/// A number of bytes, such as `25MB`.
fn size(text: &str) -> Result<u64, String> {
    const LEAST: u64 = 1_000_000;
    let expected = "expected a size of at least 1MB, such as 25MB or 1GB";
    let (number, unit) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let factor = match unit.trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "KB" => 1_000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => return Err(expected.to_owned()),
    };
    let number: u64 = number.parse().map_err(|_| expected.to_owned())?;
    number.checked_mul(factor).filter(|&size| size >= LEAST).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!(size("25MB"), Ok(25_000_000));
        assert_eq!(size("1gb"), Ok(1_000_000_000));
        assert_eq!(size("2000000"), Ok(2_000_000));
        for wrong in ["", "MB", "1KB", "0", "-5MB", "1.5GB", "10 apples", "99999999999999999999MB"]
        {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_page_is_told_where_its_tables_are() {
        let page = marked(b"<html><head><title>x</title></head><body></body></html>").unwrap();
        let text = String::from_utf8(page).unwrap();
        assert!(text.contains("content=\"/tables/\" /></head>"), "{text}");
        assert!(marked(b"nothing").is_err());
    }
}
