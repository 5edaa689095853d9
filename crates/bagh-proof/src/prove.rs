//! A proof, from the claim to the certificate.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use bagh::{Game, Opening, Position, Side};
use bagh_tables::{SlidingTables, Space};
use serde::Serialize;

use crate::answers::Answers;
use crate::certificate::{Certificate, ChoicesInfo};
use crate::checkpoint::{SearchPoint, WalkPoint, Walked};
use crate::claim::{Aim, Claim};
use crate::database::{Database, DatabaseRow, Databases};
use crate::error::ProofError;
use crate::ground::Ground;
use crate::progress::Progress;
use crate::search::Search;
use crate::sets::{Ply, key_of};
use crate::steady::Steady;
use crate::transposition::Transposition;
use crate::walk::{Captures, Walk};

/// How often the transposition table is saved.
const SAVE_EVERY: Duration = Duration::from_secs(120);

/// How often the walk is saved, between two plies.
const SAVE_WALK_EVERY: Duration = Duration::from_secs(20);

/// How to prove.
#[derive(Clone, Copy, Debug)]
pub struct ProveOptions {
    /// How many moves the selective side looks at before the first database, the best by
    /// evaluation.
    pub candidates: usize,
    /// Where the first database stands, by default at ply 1.
    pub database: FirstDatabase,
    /// The selective goats give up when this many goats are captured.
    pub give_up: Option<u8>,
    /// What selective tigers think of captures, where a database tells.
    pub captures: Captures,
    /// Selective tigers prefer arrangements that still hold this many goats later.
    pub steady: Option<u8>,
    /// This many of the last plies with choices are left out of the certificate: its checker finds
    /// them itself.
    pub closing: u32,
    /// Entries of the transposition table.
    pub entries: usize,
}

/// Where the first database stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstDatabase {
    /// At this ply of the game, or at the next with tiger to move.
    Ply(u32),
    /// Nowhere: the search goes on to the sliding tables.
    None,
}

impl Default for ProveOptions {
    fn default() -> ProveOptions {
        ProveOptions {
            candidates: usize::MAX,
            database: FirstDatabase::Ply(1),
            give_up: None,
            captures: Captures::Any,
            steady: None,
            closing: 1,
            entries: 1 << 22,
        }
    }
}

impl ProveOptions {
    fn aim(&self, game: &Game, root: &Position, claim: Claim) -> Result<Aim, ProofError> {
        let mut aim = Aim::new(game, root, claim)?;
        if let Some(give_up) = self.give_up.filter(|_| claim.side == Side::Goat) {
            aim.enough = aim.enough.min(give_up);
        }
        Ok(aim)
    }

    /// Bytes of memory that a proof with these options takes before the walk, about. The walk
    /// keeps sets of positions, whose size only shows as it goes on.
    pub fn memory(&self, game: &Game, root: &Position, claim: Claim) -> Result<u64, ProofError> {
        /// For threads, certificates and small lists.
        const REST: u64 = 64 << 20;
        let aim = self.aim(game, root, claim)?;
        let space = Space::new(game)?;
        let first = first_layer(game, root, self.database);
        let databases = Databases::new(&space, &aim, Path::new(""), first);
        let parts =
            [Ground::memory(&space), databases.memory(), Transposition::memory(self.entries)];
        Ok(parts.iter().fold(REST, |sum, &part| sum.saturating_add(part)))
    }
}

/// A database of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DatabaseReport {
    /// The ply of the game.
    pub ply: u32,
    /// Bytes of its file.
    pub bytes: u64,
    /// What is in it.
    pub rows: Vec<DatabaseRow>,
}

/// One ply of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProvedPly {
    /// The ply, counted from the position of the claim.
    pub ply: u32,
    /// Who moves.
    pub turn: Side,
    /// Positions that the choices lead to, up to symmetry.
    pub positions: u64,
}

/// What came of a proof.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Proved {
    /// Whether the claim is proved.
    pub holds: bool,
    /// Positions that the search looked at.
    pub nodes: u64,
    /// The first database.
    pub database: Option<DatabaseReport>,
    /// Bytes of all databases.
    pub database_bytes: u64,
    /// The positions of the proof, ply by ply.
    pub plies: Vec<ProvedPly>,
    /// Bytes of the certificate.
    pub bytes: u64,
    /// Seconds for databases, search and walk.
    #[serde(rename = "seconds_by_stage")]
    pub seconds: [f64; 3],
}

/// Proves a claim about a position and writes a certificate, or finds that it does not hold.
///
/// Files of unfinished work stand in a folder beside the certificate, and are removed with the
/// last step.
pub fn prove(
    game: &Game,
    root: &Position,
    claim: Claim,
    tables: Option<&SlidingTables>,
    out: &Path,
    options: ProveOptions,
    progress: &dyn Progress,
) -> Result<Proved, ProofError> {
    let aim = options.aim(game, root, claim)?;
    if aim.needs_tables() && tables.is_none() {
        return Err(ProofError::NeedsTables);
    }
    let space = Space::new(game)?;
    let folder = work_folder(out);
    fs::create_dir_all(&folder).map_err(ProofError::io("make the folder", &folder))?;
    let ground = Ground::new(space);
    let first = first_layer(game, root, options.database);
    let databases = Databases::new(ground.space(), &aim, &folder, first);
    let prover = Prover { game, root, aim: &aim, tables, folder: &folder, options, progress };
    let proved = prover.run(&ground, &databases, out)?;
    fs::remove_dir_all(&folder).map_err(ProofError::io("remove the folder", &folder))?;
    Ok(proved)
}

/// Where the files of unfinished work stand.
pub fn work_folder(out: &Path) -> PathBuf {
    let mut folder = out.as_os_str().to_owned();
    folder.push(".work");
    PathBuf::from(folder)
}

/// Goats placed at the first database: not before the position of the claim, nor before all
/// tigers stand.
fn first_layer(game: &Game, root: &Position, database: FirstDatabase) -> u8 {
    let placed = game.goats() - root.goats_in_hand();
    let least = placed + u8::from(root.turn() == Side::Goat);
    let tigers = if *game.opening() == Opening::Placed { game.tigers() } else { 0 };
    let asked = match database {
        FirstDatabase::Ply(ply) => u8::try_from(ply.div_ceil(2)).unwrap_or(u8::MAX),
        FirstDatabase::None => u8::MAX,
    };
    asked.max(least).max(tigers).max(1)
}

struct Prover<'a> {
    game: &'a Game,
    root: &'a Position,
    aim: &'a Aim,
    tables: Option<&'a SlidingTables>,
    folder: &'a Path,
    options: ProveOptions,
    progress: &'a dyn Progress,
}

impl Prover<'_> {
    fn run(
        &self,
        ground: &Ground,
        databases: &Databases<'_>,
        out: &Path,
    ) -> Result<Proved, ProofError> {
        let start = Instant::now();
        let layers = databases.first().map_or(0, |first| databases.last() - first + 1);
        self.progress.stage("databases", u64::from(layers));
        let stopped = || self.progress.stopped();
        databases.build(self.tables, &stopped, &|_| self.progress.advance(1))?;
        let first = databases.first().map(|first| databases.load(first)).transpose()?;
        let database = first.as_ref().map(|database| DatabaseReport {
            ply: 2 * u32::from(database.placed()) - 1,
            bytes: databases.bytes(database.placed()),
            rows: database.rows(self.aim.enough, self.aim.claim.side),
        });
        let database_bytes = databases
            .first()
            .map_or(0, |first| (first..=databases.last()).map(|p| databases.bytes(p)).sum());
        let built = start.elapsed().as_secs_f64();

        let table = Transposition::new(ground, self.options.entries)?;
        let point = SearchPoint::new(self.folder, self.game, self.root, self.aim);
        let nodes = AtomicU64::new(point.restore(&table)?);
        let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
        let search = Search {
            game: self.game,
            ground,
            aim: self.aim,
            candidates: self.options.candidates,
            database: first.as_ref(),
            tables: self.tables,
            table: &table,
            opening: Mutex::new(HashMap::new()),
            nodes: &nodes,
            stop: &stop,
        };
        self.progress.stage("search", 0);
        let found = std::thread::scope(|scope| {
            scope.spawn(|| self.watch(&stop, &done, &nodes, &table, &point));
            let found = self.search(&search, ground, databases);
            done.store(true, Relaxed);
            found
        });
        if let Err(ProofError::Stopped) = &found {
            point.save(&table, nodes.load(Relaxed))?;
        }
        let (found, searched, walked) = found?;
        let holds = found.is_some();
        let (mut plies, mut bytes) = (Vec::new(), 0);
        if let Some(found) = found {
            let claim = self.aim.claim;
            bytes = Certificate::write(out, self.game, self.root, claim, found.choices)?;
            let start = self.root.turn();
            let turn = |ply: u32| if ply.is_multiple_of(2) { start } else { start.other() };
            let of = |&(ply, positions): &(u32, u64)| ProvedPly { ply, turn: turn(ply), positions };
            plies = found.plies.iter().map(of).collect();
        }
        let nodes = nodes.load(Relaxed);
        let seconds = [built, searched, walked];
        Ok(Proved { holds, nodes, database, database_bytes, plies, bytes, seconds })
    }

    /// Tells of progress and saves the table now and then.
    fn watch(
        &self,
        stop: &AtomicBool,
        done: &AtomicBool,
        nodes: &AtomicU64,
        table: &Transposition,
        point: &SearchPoint,
    ) {
        let mut saved = (Instant::now(), nodes.load(Relaxed));
        while !done.load(Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
            if self.progress.stopped() {
                stop.store(true, Relaxed);
            }
            let now = nodes.load(Relaxed);
            self.progress.nodes(now);
            if saved.0.elapsed() > SAVE_EVERY && now != saved.1 {
                // A checkpoint that cannot be written costs time later, nothing else.
                let _ = point.save(table, now);
                saved = (Instant::now(), now);
            }
        }
    }

    /// The search at the root and the walk from there, and the seconds that each took. Nothing
    /// comes of it if the claim does not hold.
    fn search(
        &self,
        search: &Search<'_>,
        ground: &Ground,
        databases: &Databases<'_>,
    ) -> Result<(Option<Walked>, f64, f64), ProofError> {
        let start = Instant::now();
        let reached = search.reached(self.root)?;
        let searched = start.elapsed().as_secs_f64();
        if reached != (self.aim.claim.side == Side::Tiger) {
            return Ok((None, searched, 0.0));
        }
        let walk = Walk {
            game: self.game,
            ground,
            aim: self.aim,
            search,
            captures: self.options.captures,
            progress: &|n| self.progress.advance(n),
        };
        let walked = self.walk(&walk, databases)?;
        Ok((Some(walked), searched, start.elapsed().as_secs_f64() - searched))
    }

    fn walk(&self, walk: &Walk<'_>, databases: &Databases<'_>) -> Result<Walked, ProofError> {
        let side = self.aim.claim.side;
        let start = Ply::of(self.game, self.root);
        let end = self.aim.limit.unwrap_or(2 * i32::from(self.game.goats()) - 1);
        let style = format!("captures {:?}, steady {:?}", walk.captures, self.options.steady);
        let point = WalkPoint::new(self.folder, self.game, self.root, self.aim, &style);
        let mut answers = Answers::new(self.game, walk.ground.space());
        let mut at = match point.restore(&mut answers)? {
            Some(at) => at,
            None => Walked {
                keys: match walk.is_won(self.root, start)? {
                    true => Vec::new(),
                    false => vec![key_of(&self.game.canonical(self.root))],
                },
                plies: Vec::new(),
                choices: Vec::new(),
            },
        };
        let mut ply = (0..at.plies.len()).fold(start, |ply, _| ply.next());
        let mut loaded: Option<Database<'_>> = None;
        let mut saved = Instant::now();
        while !at.keys.is_empty() {
            let from_root = (ply.number - start.number) as u32;
            self.progress.stage(&format!("ply {from_root}"), at.keys.len() as u64);
            let positions = at.keys.len() as u64;
            at.plies.push((from_root, positions));
            if ply.turn != side {
                at.keys = walk.exhaust(&at.keys, ply)?;
            } else {
                let left = (ply.number..end).step_by(2).count() as u32;
                if left <= self.options.closing || ply.number >= end {
                    break;
                }
                let (database, steady) = self.at_hand(&mut loaded, ply, walk, databases)?;
                let weight = |block, goats| steady.weight(block, goats);
                let (choices, block) =
                    walk.choose(&at.keys, ply, database, weight, &mut answers)?;
                at.keys = walk.follow(&at.keys, ply, &choices)?;
                at.choices.push((ChoicesInfo { ply: from_root, positions }, block));
            }
            ply = ply.next();
            // In the tables nothing is chosen any more.
            if self.aim.needs_tables() && ply.in_hand == 0 && ply.number >= end {
                at.keys.clear();
            }
            let stopped = self.progress.stopped();
            if stopped || saved.elapsed() > SAVE_WALK_EVERY {
                point.save(&at, &answers)?;
                saved = Instant::now();
            }
            if stopped {
                return Err(ProofError::Stopped);
            }
        }
        Ok(at)
    }

    /// The database of the ply that a move leads to, and how steady arrangements are then. Only
    /// one database is in memory at a time.
    fn at_hand<'d, 's>(
        &self,
        loaded: &'d mut Option<Database<'s>>,
        ply: Ply,
        walk: &Walk<'_>,
        databases: &Databases<'s>,
    ) -> Result<(Option<&'d Database<'s>>, Steady), ProofError> {
        let mut steady = Steady::none();
        let placed = self.game.goats() - ply.in_hand;
        let there = |wanted: u8| {
            databases.first().is_some_and(|first| first <= wanted) && wanted <= databases.last()
        };
        if !there(placed + 1) {
            return Ok((None, steady));
        }
        if loaded.is_none() {
            *loaded = Some(databases.load(placed + 1)?);
        }
        let database = loaded.as_mut().expect("it was loaded");
        let enough = self.aim.enough;
        if let Some(ahead) = self.options.steady.filter(|_| self.aim.claim.side == Side::Tiger) {
            let later = placed.saturating_add(1).saturating_add(ahead).min(databases.last());
            databases.reload(database, later)?;
            database.before_placement(enough);
            steady = Steady::new(walk.ground.space(), placed, database, enough);
        }
        databases.reload(database, placed + 1)?;
        if self.aim.claim.side == Side::Tiger {
            database.before_placement(enough);
        }
        Ok((Some(database), steady))
    }
}
