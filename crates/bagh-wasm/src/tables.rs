//! Exact answers from the files of a static site. The page fetches what is asked for, since only
//! it can, and hands it over; what it gets is checked here.
//!
//! `tables-open` takes the directory of a game. `tables-probe` and `tables-line` ask a question:
//! the answer has a `number` for it. `tables-needs` says which ranges of which files the question
//! needs now; each is brought by `tables-give`; once nothing is needed the answer comes instead.
//!
//! Whole table files that the browser has kept are added by `kept-add`, and asked by `kept-probe`
//! and `kept-line`, which answer at once; `kept-close` lets go of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{LazyLock, Mutex, MutexGuard};

use bagh::Game;
use bagh::notation::{self, ReadOptions, ReadPosition};
use bagh_tables::answer::{LineAnswer, ProbeAnswer, Unknown, UnknownReason};
use bagh_tables::site::{Fetch, Inquiry, LineInquiry, SiteError, SiteFile, SiteTables};
use bagh_tables::{MemoryTables, ProbeError, TableError};
use serde::{Deserialize, Serialize};

use crate::error::Fault;
use crate::games::GameRef;

/// The tables that are open, and the questions that wait.
#[derive(Default)]
struct Desk {
    open: HashMap<String, Open>,
    questions: HashMap<u32, Question>,
    last: u32,
    bytes: Vec<u8>,
    kept: HashMap<String, MemoryTables>,
}

struct Open {
    tables: SiteTables,
    /// Ranges that were asked for, by number.
    asked: HashMap<u32, Fetch>,
    last: u32,
}

struct Question {
    game: String,
    read: Vec<ReadPosition>,
    kind: Kind,
}

enum Kind {
    Probe { inquiry: Box<Inquiry>, moves: bool },
    Line(Box<LineInquiry>),
}

/// More questions at a time are refused: the page asks one after the other.
const MOST_QUESTIONS: usize = 256;

static DESK: LazyLock<Mutex<Desk>> = LazyLock::new(Mutex::default);

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(|e| e.into_inner())
}

/// Sets the bytes that the next `tables-give` or `tables-open` takes.
pub fn bring(bytes: Vec<u8>) {
    desk().bytes = bytes;
}

/// Opens the tables of a game from the bytes of its directory.
#[derive(Deserialize)]
pub struct Opening {
    game: GameRef,
    directory: SiteFile,
}

impl Opening {
    pub fn open(&self) -> Result<bool, Fault> {
        let game = self.game.game()?;
        let mut desk = desk();
        let bytes = std::mem::take(&mut desk.bytes);
        let tables = SiteTables::open(&game, &self.directory, &bytes).map_err(damaged)?;
        let open = Open { tables, asked: HashMap::new(), last: 0 };
        desk.open.insert(key(&game), open);
        Ok(true)
    }
}

/// Positions to be looked up, or one from which best play is wanted.
#[derive(Deserialize)]
pub struct Asking {
    game: GameRef,
    positions: Vec<String>,
    #[serde(default)]
    moves: bool,
}

impl Asking {
    pub fn probe(&self) -> Result<u32, Fault> {
        self.ask(|tables, read| {
            let positions: Vec<_> = read.iter().map(|read| read.position).collect();
            Kind::Probe {
                inquiry: Box::new(tables.inquire(&positions, self.moves)),
                moves: self.moves,
            }
        })
    }

    pub fn line(&self) -> Result<u32, Fault> {
        if self.positions.len() != 1 {
            let found = self.positions.len();
            return Err(Fault::new("positions", format!("found {found}, expected one")));
        }
        self.ask(|tables, read| Kind::Line(Box::new(LineInquiry::new(tables, &read[0].position))))
    }

    fn ask(&self, kind: impl FnOnce(&SiteTables, &[ReadPosition]) -> Kind) -> Result<u32, Fault> {
        let game = self.game.game()?;
        let read = self.read(&game)?;
        let mut desk = desk();
        if desk.questions.len() >= MOST_QUESTIONS {
            return Err(Fault::new("positions", "too many questions wait for their answers"));
        }
        let kind = kind(&desk.open(&game)?.tables, &read);
        desk.last = desk.last.wrapping_add(1);
        let number = desk.last;
        desk.questions.insert(number, Question { game: key(&game), read, kind });
        Ok(number)
    }
}

/// What a question needs, or its answer.
#[derive(Deserialize)]
pub struct Needing {
    game: GameRef,
    number: u32,
    /// The question is given up.
    #[serde(default)]
    drop: bool,
}

/// What is needed, or what is known.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needed {
    Needs(Vec<Range>),
    Probes(Vec<ProbeAnswer>),
    Line(Box<LineAnswer>),
}

/// A range of a file.
#[derive(Serialize)]
pub struct Range {
    /// What `tables-give` calls it.
    number: u32,
    file: String,
    start: u64,
    length: u64,
}

impl Needing {
    pub fn needs(&self) -> Result<Needed, Fault> {
        let game = self.game.game()?;
        let mut desk = desk();
        let Some(mut question) = desk.questions.remove(&self.number) else {
            return Err(Fault::new(
                "number",
                format!("found {}, which is no question", self.number),
            ));
        };
        if self.drop {
            return Ok(Needed::Needs(Vec::new()));
        }
        if question.game != key(&game) {
            return Err(Fault::new("game", "the question is about another game"));
        }
        let open = desk.open(&game)?;
        let needs = match &mut question.kind {
            Kind::Probe { inquiry, .. } => inquiry.needs(&open.tables),
            Kind::Line(line) => match line.needs(&open.tables) {
                Ok(needs) => needs,
                Err(error) => return unknown_line(&game, &question.read[0], error),
            },
        };
        if !needs.is_empty() {
            let ranges = needs.into_iter().map(|fetch| open.ask(fetch)).collect();
            desk.questions.insert(self.number, question);
            return Ok(Needed::Needs(ranges));
        }
        question.answer(&game, &open.tables)
    }
}

impl Question {
    fn answer(&self, game: &Game, tables: &SiteTables) -> Result<Needed, Fault> {
        let text = |error| Fault::notation("position", &error);
        match &self.kind {
            Kind::Probe { inquiry, moves } => {
                let answers = inquiry.answers(tables).into_iter().zip(&self.read);
                let answers = answers.map(|(found, read)| match found {
                    Ok(probed) => {
                        let listed = moves.then_some(probed.moves);
                        ProbeAnswer::known(game, read, probed.verdict, listed).map_err(text)
                    }
                    Err(error) => {
                        ProbeAnswer::unknown(game, read, unknown(error)?, *moves).map_err(text)
                    }
                });
                Ok(Needed::Probes(answers.collect::<Result<_, _>>()?))
            }
            Kind::Line(line) => {
                let (verdict, line) =
                    line.line().ok_or_else(|| Fault::new("number", "the line is not over"))?;
                let answer = LineAnswer::known(game, &self.read[0], verdict, line).map_err(text)?;
                Ok(Needed::Line(Box::new(answer)))
            }
        }
    }
}

fn unknown_line(game: &Game, read: &ReadPosition, error: SiteError) -> Result<Needed, Fault> {
    let answer = LineAnswer::unknown(game, read, unknown(error)?)
        .map_err(|error| Fault::notation("position", &error))?;
    Ok(Needed::Line(Box::new(answer)))
}

/// Why the tables do not say, unless the question was wrong.
fn unknown(error: SiteError) -> Result<Unknown, Fault> {
    let (reason, part) = match &error {
        SiteError::Missing { part } => (UnknownReason::Unsolved, Some(part.clone())),
        SiteError::Untabled => (UnknownReason::Untabled, None),
        _ => return Err(Fault::new("position", error.to_string())),
    };
    Ok(Unknown { reason, message: error.to_string(), part, seconds_left: None })
}

/// Brings the bytes of a range.
#[derive(Deserialize)]
pub struct Giving {
    game: GameRef,
    number: u32,
}

impl Giving {
    pub fn give(&self) -> Result<bool, Fault> {
        let game = self.game.game()?;
        let mut desk = desk();
        let bytes = std::mem::take(&mut desk.bytes);
        let open = desk.open(&game)?;
        let Some(fetch) = open.asked.remove(&self.number) else {
            return Err(Fault::new(
                "number",
                format!("found {}, which was not asked", self.number),
            ));
        };
        open.tables.give(&fetch, &bytes).map_err(damaged)?;
        Ok(true)
    }
}

/// Adds a table file that was kept.
#[derive(Deserialize)]
pub struct Adding {
    game: GameRef,
    name: String,
}

impl Adding {
    pub fn add(&self) -> Result<bool, Fault> {
        let game = self.game.game()?;
        let mut desk = desk();
        let bytes = std::mem::take(&mut desk.bytes);
        let fault = |error: TableError| Fault::new("tables", error.to_string());
        let kept = match desk.kept.entry(key(&game)) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(place) => place.insert(MemoryTables::new(&game).map_err(fault)?),
        };
        kept.add(&self.name, bytes).map_err(fault)?;
        Ok(true)
    }
}

/// Lets go of the table files of a game that were kept.
#[derive(Deserialize)]
pub struct Closing {
    game: GameRef,
}

impl Closing {
    pub fn close(&self) -> Result<bool, Fault> {
        let game = self.game.game()?;
        Ok(desk().kept.remove(&key(&game)).is_some())
    }
}

impl Asking {
    /// What files that were kept say of positions.
    pub fn kept_probe(&self) -> Result<Vec<ProbeAnswer>, Fault> {
        let game = self.game.game()?;
        let desk = desk();
        let kept = desk.kept(&game)?;
        let answer = |read: &ReadPosition| {
            match kept.probe(&read.position, self.moves) {
                Ok(found) => {
                    let moves = self.moves.then_some(found.moves);
                    ProbeAnswer::known(&game, read, found.verdict, moves)
                }
                Err(error) => ProbeAnswer::unknown(&game, read, not_kept(error)?, self.moves),
            }
            .map_err(|error| Fault::notation("position", &error))
        };
        self.read(&game)?.iter().map(answer).collect()
    }

    /// What files that were kept say of best play.
    pub fn kept_line(&self) -> Result<LineAnswer, Fault> {
        let game = self.game.game()?;
        let desk = desk();
        let read = self.read(&game)?;
        let [read] = read.as_slice() else {
            return Err(Fault::new("positions", format!("found {}, expected one", read.len())));
        };
        match desk.kept(&game)?.line(&read.position) {
            Ok((verdict, line)) => LineAnswer::known(&game, read, verdict, &line),
            Err(error) => LineAnswer::unknown(&game, read, not_kept(error)?),
        }
        .map_err(|error| Fault::notation("position", &error))
    }

    fn read(&self, game: &Game) -> Result<Vec<ReadPosition>, Fault> {
        self.positions
            .iter()
            .map(|text| notation::read(game, text, &ReadOptions::default()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| Fault::notation("position", &error))
    }
}

/// Why files that were kept do not say, unless they are damaged or the question was wrong.
fn not_kept(error: ProbeError) -> Result<Unknown, Fault> {
    match error {
        ProbeError::Table(TableError::Missing { path }) => Ok(Unknown {
            reason: UnknownReason::Unsolved,
            message: "this part of the tables is not kept for offline use".to_owned(),
            part: Some(path.display().to_string()),
            seconds_left: None,
        }),
        ProbeError::Position(error) => Err(Fault::new("position", error.to_string())),
        error => Err(Fault::new("tables", error.to_string())),
    }
}

impl Desk {
    fn kept(&self, game: &Game) -> Result<&MemoryTables, Fault> {
        self.kept.get(&key(game)).ok_or_else(|| {
            Fault::new("game", "none of its tables are kept: `kept-add` comes first")
        })
    }

    fn open(&mut self, game: &Game) -> Result<&mut Open, Fault> {
        self.open
            .get_mut(&key(game))
            .ok_or_else(|| Fault::new("game", "its tables are not open: `tables-open` comes first"))
    }
}

impl Open {
    fn ask(&mut self, fetch: Fetch) -> Range {
        self.last = self.last.wrapping_add(1);
        let (file, start, length) = (fetch.file.name.clone(), fetch.start, fetch.length);
        self.asked.insert(self.last, fetch);
        Range { number: self.last, file, start, length }
    }
}

fn key(game: &Game) -> String {
    format!("{} {}", game.name(), game.captures())
}

fn damaged(error: SiteError) -> Fault {
    Fault::new("tables", error.to_string())
}
