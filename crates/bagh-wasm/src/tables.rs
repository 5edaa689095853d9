//! Exact answers from the files of a static site. The page fetches what is asked for, since only
//! it can, and hands it over; what it gets is checked here.
//!
//! `tables-open` takes the directory of a game. `tables-probe` and `tables-line` ask a question:
//! the answer has a `number` for it. `tables-needs` says which ranges of which files the question
//! needs now; each is brought by `tables-give`; once nothing is needed the answer comes instead.
//! Once a game was opened anew, as where a site has got other tables, questions that were asked before
//! are answered no more.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard};

use bagh::Game;
use bagh::notation::{self, ReadOptions, ReadPosition};
use bagh_tables::answer::{LineAnswer, ProbeAnswer, Unknown, UnknownReason};
use bagh_tables::site::{Fetch, Inquiry, LineInquiry, SiteError, SiteFile, SiteTables};
use bagh_tables::tables_game;
use serde::Serialize;
use serde_json::Value;

use crate::error::Fault;
use crate::games::game;
use crate::request::{Part, Parts};

/// The tables that are open, and the questions that wait.
#[derive(Default)]
struct Desk {
    open: HashMap<String, Open>,
    questions: HashMap<u32, Question>,
    /// Ranges that were asked for, by number.
    asked: HashMap<u32, Asked>,
    /// The last number that was given away: each stands for one thing only, for ever.
    last: u32,
    bytes: Vec<u8>,
}

struct Open {
    tables: SiteTables,
    number: u32,
}

struct Question {
    game: String,
    /// The number of the tables that it was asked of.
    open: u32,
    read: Vec<ReadPosition>,
    kind: Kind,
}

struct Asked {
    /// The question that needs it.
    question: u32,
    fetch: Fetch,
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

/// Sets the bytes that the next request takes, if it is one that takes bytes.
pub fn bring(bytes: Vec<u8>) {
    desk().bytes = bytes;
}

/// The bytes that came with the request.
pub fn brought() -> Vec<u8> {
    std::mem::take(&mut desk().bytes)
}

/// Ranges that were asked for and have not come.
#[cfg(test)]
pub fn waiting() -> usize {
    desk().asked.len()
}

impl Part for SiteFile {
    const KIND: &'static str = "a file";

    fn read(value: &Value) -> Option<SiteFile> {
        let parts = Parts::of(value)?;
        Some(SiteFile { name: parts.get("name").ok()?, length: parts.get("length").ok()? })
    }
}

/// Opens the tables of a game from the bytes of its directory.
pub fn open(parts: &Parts<'_>) -> Result<bool, Fault> {
    let game = game(parts)?;
    let directory: SiteFile = parts.get("directory")?;
    let bytes = brought();
    let mut desk = desk();
    let tables = SiteTables::open(&game, &directory, &bytes).map_err(damaged)?;
    let number = desk.number();
    desk.open.insert(key(&game), Open { tables, number });
    Ok(true)
}

/// What the tables of a game are called.
#[derive(Serialize)]
pub struct Named {
    game: String,
    captures: u8,
}

/// Names the game whose tables hold the positions of a game.
pub fn name(parts: &Parts<'_>) -> Result<Named, Fault> {
    let game = tables_game(&game(parts)?);
    Ok(Named { game: game.name().to_owned(), captures: game.captures() })
}

/// Positions to be looked up, or one from which best play is wanted.
pub struct Asking {
    pub game: Game,
    pub positions: Vec<String>,
    pub moves: bool,
}

impl Asking {
    pub fn of(parts: &Parts<'_>) -> Result<Asking, Fault> {
        Ok(Asking {
            game: game(parts)?,
            positions: parts.get("positions")?,
            moves: parts.or_default("moves")?,
        })
    }

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
        let game = &self.game;
        let read = read_all(game, &self.positions)?;
        let mut desk = desk();
        if desk.questions.len() >= MOST_QUESTIONS {
            return Err(Fault::new("positions", "too many questions wait for their answers"));
        }
        let open = desk.open(game)?;
        let (kind, open) = (kind(&open.tables, &read), open.number);
        let number = desk.number();
        desk.questions.insert(number, Question { game: key(game), open, read, kind });
        Ok(number)
    }
}

/// Positions from their texts.
pub fn read_all(game: &Game, texts: &[String]) -> Result<Vec<ReadPosition>, Fault> {
    texts
        .iter()
        .map(|text| notation::read(game, text, &ReadOptions::default()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| Fault::notation("position", &error))
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

/// What a question needs, or its answer.
pub fn needs(parts: &Parts<'_>) -> Result<Needed, Fault> {
    let game = game(parts)?;
    let number: u32 = parts.get("number")?;
    // Whether the question is given up.
    let drop: bool = parts.or_default("drop")?;
    let mut desk = desk();
    // What it asked for before came, or is asked for again.
    desk.asked.retain(|_, asked| asked.question != number);
    let Some(mut question) = desk.questions.remove(&number) else {
        return Err(Fault::new("number", format!("found {}, which is no question", number)));
    };
    if drop {
        return Ok(Needed::Needs(Vec::new()));
    }
    if question.game != key(&game) {
        return Err(Fault::new("game", "the question is about another game"));
    }
    let open = desk.open(&game)?;
    if question.open != open.number {
        return Err(Fault::new("tables", "the tables were opened anew meanwhile"));
    }
    let needs = match &mut question.kind {
        Kind::Probe { inquiry, .. } => inquiry.needs(&open.tables),
        Kind::Line(line) => match line.needs(&open.tables) {
            Ok(needs) => needs,
            Err(error) => return unknown_line(&game, &question.read[0], error),
        },
    };
    if !needs.is_empty() {
        let ranges = needs.into_iter().map(|fetch| desk.ask(number, fetch)).collect();
        desk.questions.insert(number, question);
        return Ok(Needed::Needs(ranges));
    }
    question.answer(&game, &open.tables)
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
        SiteError::Missing { part } => (UnknownReason::Unsolved, Some(part.name())),
        SiteError::Untabled => (UnknownReason::Untabled, None),
        _ => return Err(Fault::new("position", error.to_string())),
    };
    Ok(Unknown { reason, message: error.to_string(), part, seconds_left: None })
}

/// Brings the bytes of a range.
pub fn give(parts: &Parts<'_>) -> Result<bool, Fault> {
    let game = game(parts)?;
    let number: u32 = parts.get("number")?;
    let bytes = brought();
    let mut desk = desk();
    let Some(asked) = desk.asked.remove(&number) else {
        return Err(Fault::new("number", format!("found {number}, which was not asked")));
    };
    desk.open(&game)?.tables.give(&asked.fetch, &bytes).map_err(damaged)?;
    Ok(true)
}

impl Desk {
    fn number(&mut self) -> u32 {
        self.last = self.last.wrapping_add(1);
        self.last
    }

    /// A range that a question needs.
    fn ask(&mut self, question: u32, fetch: Fetch) -> Range {
        let number = self.number();
        let (file, start, length) = (fetch.file.name.clone(), fetch.start, fetch.length);
        self.asked.insert(number, Asked { question, fetch });
        Range { number, file, start, length }
    }

    fn open(&mut self, game: &Game) -> Result<&mut Open, Fault> {
        self.open
            .get_mut(&key(game))
            .ok_or_else(|| Fault::new("game", "its tables are not open: `tables-open` comes first"))
    }
}

pub fn key(game: &Game) -> String {
    format!("{} {}", game.name(), game.captures())
}

fn damaged(error: SiteError) -> Fault {
    Fault::new("tables", error.to_string())
}
