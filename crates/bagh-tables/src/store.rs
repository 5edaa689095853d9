//! The folder of a game's tables, and the manifest that says what in it is finished.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use bagh::Game;
use serde::{Deserialize, Serialize};

use crate::census::CensusRow;
use crate::error::TableError;
use crate::file::format::{Contents, VERSION, rules_hash};
use crate::file::reader::TableFile;
use crate::file::source::{Access, Source};
use crate::file::writer::{Written, write_whole};
use crate::limits::check_space;
use crate::space::label_order;

const MANIFEST: &str = "manifest.json";
const LOCK: &str = "solve.lock";

/// The name of the folder of a game's tables, inside the folder of all tables.
pub fn folder_name(game: &Game) -> String {
    format!("{}-{}", game.name(), game.captures())
}

/// A file of the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableFileInfo {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// Its BLAKE3 hash.
    pub blake3: String,
}

/// A finished part of the solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinishedPart {
    /// Its name.
    pub name: String,
    /// Its files; none where they are left out to save room.
    pub files: Vec<TableFileInfo>,
    /// What it holds.
    pub census: Vec<CensusRow>,
}

/// What is finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// A hash of everything that the rules depend on.
    pub rules: String,
    /// Captures to win.
    pub captures: u8,
    /// Whether layers are left out that can be worked out from others.
    pub compact: bool,
    /// The parts, in the order in which they are solved.
    pub parts: Vec<FinishedPart>,
}

/// The manifest as it stands in the file: with a hash over the rest.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    manifest: Manifest,
    check: String,
}

impl Manifest {
    fn to_text(&self) -> String {
        let check = blake3::hash(&serde_json::to_vec(self).expect("plain data")).to_hex();
        let sealed = Sealed { manifest: self.clone(), check: check.to_string() };
        let mut text = serde_json::to_string_pretty(&sealed).expect("plain data");
        text.push('\n');
        text
    }

    /// A finished part by its name.
    pub fn part(&self, name: &str) -> Option<&FinishedPart> {
        self.parts.iter().find(|p| p.name == name)
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &TableFileInfo> {
        self.parts.iter().flat_map(|p| &p.files)
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files().map(|f| f.length).sum()
    }
}

/// The folder of one game's tables.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    game: Game,
}

impl Store {
    /// The tables of a game inside the folder of all tables.
    pub fn new(game: &Game, tables: &Path) -> Store {
        Store { directory: tables.join(folder_name(game)), game: game.clone() }
    }

    /// The folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes the folder, if it is not there.
    pub(crate) fn create(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.directory).map_err(|source| TableError::Io {
            doing: "make the folder",
            path: self.directory.clone(),
            source,
        })
    }

    /// Keeps others from solving into the same folder for as long as the result lives.
    pub(crate) fn lock(&self) -> Result<File, TableError> {
        let path = self.directory.join(LOCK);
        let io = |doing| {
            let path = path.clone();
            move |source| TableError::Io { doing, path, source }
        };
        let file = File::create(&path).map_err(io("open"))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(fs::TryLockError::WouldBlock) => Err(TableError::Io {
                doing: "solve into this folder",
                path: self.directory.clone(),
                source: std::io::Error::new(
                    std::io::ErrorKind::ResourceBusy,
                    "another `bagh solve` is at work here; wait for it or choose another folder with --tables",
                ),
            }),
            Err(fs::TryLockError::Error(source)) => Err(io("lock")(source)),
        }
    }

    /// An empty manifest.
    pub(crate) fn new_manifest(&self, compact: bool) -> Manifest {
        Manifest {
            version: VERSION,
            game: self.game.name().to_owned(),
            rules: rules_hash(&self.game),
            captures: self.game.captures(),
            compact,
            parts: Vec::new(),
        }
    }

    /// The manifest; an error if there is none, or if it is of another game.
    pub fn manifest(&self) -> Result<Manifest, TableError> {
        let path = self.directory.join(MANIFEST);
        let text = fs::read_to_string(&path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => TableError::Missing { path: path.clone() },
            std::io::ErrorKind::InvalidData => {
                TableError::damaged(&path, "the manifest is damaged")
            }
            _ => TableError::Io { doing: "read", path: path.clone(), source },
        })?;
        let sealed: Sealed = serde_json::from_str(&text)
            .map_err(|e| TableError::damaged(&path, format!("the manifest is damaged: {e}")))?;
        let manifest = sealed.manifest;
        if manifest.version > VERSION {
            return Err(TableError::Newer { path, found: manifest.version, known: VERSION });
        }
        if manifest.to_text() != text {
            return Err(TableError::damaged(&path, "the manifest is damaged: its hash differs"));
        }
        let expected = self.new_manifest(manifest.compact);
        self.same(&path, "game", &manifest.game, &expected.game)?;
        self.same(&path, "captures to win", &manifest.captures, &expected.captures)?;
        self.same(&path, "rules", &manifest.rules, &expected.rules)?;
        Ok(manifest)
    }

    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Result<Written, TableError> {
        let text = manifest.to_text();
        write_whole(&self.directory.join(MANIFEST), |out| out.write_all(text.as_bytes()))
    }

    /// Opens a table and makes sure that it is the one that was asked for.
    pub(crate) fn open(&self, contents: Contents, access: Access) -> Result<TableFile, TableError> {
        let path = self.directory.join(contents.file_name());
        let file = TableFile::open(Source::open(&path, access)?)?;
        self.check(&file, contents)?;
        Ok(file)
    }

    /// Makes sure that a table belongs to this game and holds these contents.
    pub(crate) fn check(&self, file: &TableFile, contents: Contents) -> Result<(), TableError> {
        check_space(&self.game)?;
        let (path, header) = (file.path(), file.header());
        self.same(path, "game", &header.game.as_str(), &self.game.name())?;
        self.same(path, "captures to win", &header.captures, &self.game.captures())?;
        self.same(path, "rules", &header.rules, &rules_hash(&self.game))?;
        let order = label_order(&self.game);
        let points: Vec<&str> = order.iter().map(|&p| self.game.point_name(p)).collect();
        self.same(path, "order of the points", &header.points.join(" "), &points.join(" "))?;
        if header.contents != contents {
            return Err(TableError::Misnamed {
                path: path.to_owned(),
                found: header.contents.title(),
                expected: contents.title(),
            });
        }
        match header.wrong_number(&self.game) {
            None => Ok(()),
            Some((name, found, expected)) => Err(TableError::damaged(
                path,
                format!("{name} in the header: found {found}, expected {expected}"),
            )),
        }
    }

    fn same<T: PartialEq + ToString>(
        &self,
        path: &Path,
        field: &'static str,
        found: &T,
        expected: &T,
    ) -> Result<(), TableError> {
        if found == expected {
            return Ok(());
        }
        Err(TableError::Foreign {
            path: path.to_owned(),
            field,
            found: found.to_string(),
            expected: expected.to_string(),
        })
    }
}
