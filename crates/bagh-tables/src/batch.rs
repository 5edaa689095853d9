//! Many lookups at once: ordered by compressed block, so that each block is unpacked once.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bagh::{Move, Position, Side};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::tables::{CACHED_BLOCKS, ProbeError, Tables};
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Positions that one thread plans: more are shared by several.
const PLANNED_ALONE: usize = 1_000;

/// What the tables say of one position of a batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// The verdict on the position.
    pub verdict: Verdict,
    /// The verdicts on its moves, the best first; empty if they were not asked for.
    pub moves: Vec<MoveVerdict>,
}

/// Many lookups, planned: which blocks they need, and what comes of them.
///
/// A batch is read in pieces, in any order and by several threads, and then answered:
///
/// ```
/// # use bagh::Game;
/// # use bagh_tables::{Batch, Quiet, SolveOptions, Tables, Value, solve};
/// # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
/// # let folder = std::env::temp_dir().join(format!("bagh-batch-example-{}", std::process::id()));
/// # let game = Game::from_toml(SMALL)?;
/// # solve(&game, &folder, SolveOptions::default(), &Quiet)?;
/// let tables = std::sync::Arc::new(Tables::open(&game, &folder)?);
/// let batch = Batch::new(&tables, &[game.start()], false);
/// for piece in batch.pieces(100) {
///     batch.read(piece)?;
/// }
/// let answers = batch.answers();
/// assert_eq!(answers[0].as_ref().unwrap().verdict.value, Value::Draw(0));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batch {
    tables: Arc<Tables>,
    questions: Vec<Question>,
    /// The places in their blocks of all entries that are needed, in the order of the questions.
    entries: Vec<u32>,
    /// Runs of entries in one block, those of one block together.
    runs: Vec<Run>,
    /// Where each block begins in the runs, and the end.
    blocks: Vec<usize>,
    /// What the entries say, the least of those with the same slot: a code and plies.
    slots: Vec<AtomicU32>,
    moves: bool,
}

/// One position of the batch.
struct Question {
    position: Position,
    /// How it is answered; nothing if it cannot be.
    planned: Option<Planned>,
}

/// How a position is answered.
struct Planned {
    verdict: Plan,
    moves: Vec<(Move, Plan)>,
}

impl Question {
    /// Moves its slots behind those of the questions before it.
    fn shift(&mut self, by: u32) {
        let Some(planned) = &mut self.planned else { return };
        for plan in planned.moves.iter_mut().map(|(_, plan)| plan).chain([&mut planned.verdict]) {
            match plan {
                Plan::Sliding { slot, .. } | Plan::Least { slot } => *slot += by,
                Plan::Known(_) | Plan::Alone(_) => {}
            }
        }
    }
}

/// Where the verdict on a position comes from.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// It is known without the tables.
    Known(Verdict),
    /// From one entry of a sliding table.
    Sliding { slot: u32, captured: u8 },
    /// A value from the least of some entries.
    Least { slot: u32 },
    /// By a lookup of its own: such positions are few, or stand in no table.
    Alone(Position),
}

/// Entries of one block, of which the least counts: the successors of a position mostly share one.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The table and the block.
    block: u64,
    /// The first entry, and how many there are.
    first: u32,
    length: u32,
    /// Where the result goes.
    slot: u32,
}

impl Batch {
    /// Plans the lookups of these positions, with or without their moves.
    pub fn new(tables: &Arc<Tables>, positions: &[Position], moves: bool) -> Batch {
        let planned = match positions.len() > PLANNED_ALONE {
            true => {
                positions.par_chunks(PLANNED_ALONE).map(|some| plan(tables, some, moves)).collect()
            }
            false => vec![plan(tables, positions, moves)],
        };
        let (mut questions, mut entries, mut runs) = (Vec::new(), Vec::new(), Vec::new());
        let mut slots = 0;
        for (mut asked, planner) in planned {
            let first = entries.len() as u32;
            asked.iter_mut().for_each(|question| question.shift(slots));
            questions.append(&mut asked);
            entries.extend(planner.entries);
            let shift = |run: Run| Run { first: run.first + first, slot: run.slot + slots, ..run };
            runs.extend(planner.runs.into_iter().map(shift));
            slots += planner.slots;
        }
        runs.sort_unstable_by_key(|run| run.block);
        let is_new = |at: usize| at == 0 || runs[at - 1].block != runs[at].block;
        let mut blocks: Vec<usize> = (0..runs.len()).filter(|&at| is_new(at)).collect();
        blocks.push(runs.len());
        let slots = std::iter::repeat_with(|| AtomicU32::new(u32::MAX)).take(slots as usize);
        let (tables, slots) = (tables.clone(), slots.collect());
        Batch { tables, questions, entries, runs, blocks, slots, moves }
    }

    /// The batch cut into pieces of this many blocks each.
    pub fn pieces(&self, blocks: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let all = self.blocks.len() - 1;
        let size = blocks.max(1);
        (0..all).step_by(size).map(move |start| start..all.min(start + size))
    }

    /// Reads the blocks of a piece, each once.
    pub fn read(&self, piece: Range<usize>) -> Result<(), TableError> {
        piece.into_iter().try_for_each(|number| self.read_block(number))
    }

    /// Reads everything, on all threads of the pool.
    pub fn read_all(&self) -> Result<(), TableError> {
        (0..self.blocks.len() - 1).into_par_iter().try_for_each(|number| self.read_block(number))
    }

    fn read_block(&self, number: usize) -> Result<(), TableError> {
        let runs = &self.runs[self.blocks[number]..self.blocks[number + 1]];
        let Some(first) = runs.first() else { return Ok(()) };
        let (contents, block) = self.tables.contents_of(first.block);
        let file = self.tables.table(contents)?;
        let header = file.header();
        let read = |bytes: &[u8]| {
            for run in runs {
                let found =
                    self.entries[run.first as usize..][..run.length as usize].iter().map(|&at| {
                        let at = at as usize;
                        let code = header.code_in(bytes, at);
                        u32::from(code) << 16 | u32::from(header.plies_in(bytes, at))
                    });
                let least = found.min().unwrap_or(u32::MAX);
                self.slots[run.slot as usize].fetch_min(least, Relaxed);
            }
        };
        // A small batch keeps its blocks for lookups that follow: games stay in the neighbourhood.
        if self.blocks.len() > CACHED_BLOCKS / 4 {
            self.tables.with_block_once(contents, file, block, read)
        } else {
            self.tables.block(contents, file, block).map(|bytes| read(&bytes))
        }
    }

    /// The answers, in the order of the positions. All pieces must have been read.
    pub fn answers(&self) -> Vec<Result<Probed, ProbeError>> {
        self.questions.iter().map(|question| self.answer(question)).collect()
    }

    /// The answer for one position. All pieces must have been read.
    ///
    /// # Panics
    /// If there are fewer positions.
    pub fn answer_of(&self, number: usize) -> Result<Probed, ProbeError> {
        self.answer(&self.questions[number])
    }

    fn answer(&self, question: &Question) -> Result<Probed, ProbeError> {
        let Some(planned) = &question.planned else {
            // Asked alone, it says what is wrong with it; or it was solved meanwhile.
            let verdict = self.tables.probe(&question.position)?;
            let moves = match self.moves {
                true => self.tables.moves(&question.position)?,
                false => Vec::new(),
            };
            return Ok(Probed { verdict, moves });
        };
        let verdict = self.verdict(planned.verdict)?;
        let mut moves = planned
            .moves
            .iter()
            .map(|&(mv, plan)| Ok(MoveVerdict { mv, after: self.verdict(plan)? }))
            .collect::<Result<Vec<_>, TableError>>()?;
        moves.sort_by_key(|m| m.key(question.position.turn()));
        Ok(Probed { verdict, moves })
    }

    fn verdict(&self, plan: Plan) -> Result<Verdict, TableError> {
        let captures = self.tables.game().captures();
        let read = |slot: u32| {
            let found = self.slots[slot as usize].load(Relaxed);
            (Value::from_code((found >> 16) as u8, captures), found as u16)
        };
        Ok(match plan {
            Plan::Known(verdict) => verdict,
            Plan::Sliding { slot, captured } => {
                let (value, plies) = read(slot);
                let settled = value == Value::Draw(captured);
                Verdict { value, plies: (!settled).then_some(plies) }
            }
            Plan::Least { slot } => Verdict { value: read(slot).0, plies: None },
            Plan::Alone(position) => self.tables.verdict(&position)?,
        })
    }
}

/// Plans the lookups of some positions.
fn plan<'t>(
    tables: &'t Tables,
    positions: &[Position],
    moves: bool,
) -> (Vec<Question>, Planner<'t>) {
    let mut planner = Planner { tables, entries: Vec::new(), runs: Vec::new(), slots: 0 };
    let questions = positions.iter().map(|position| planner.question(position, moves));
    (questions.collect(), planner)
}

/// Plans lookups one by one.
struct Planner<'t> {
    tables: &'t Tables,
    entries: Vec<u32>,
    runs: Vec<Run>,
    slots: u32,
}

impl Planner<'_> {
    fn question(&mut self, position: &Position, moves: bool) -> Question {
        let (entries, runs, slots) = (self.entries.len(), self.runs.len(), self.slots);
        let planned = self.plan_all(position, moves);
        if planned.is_none() {
            // Nothing of it is read: its slot may have been left open.
            self.entries.truncate(entries);
            self.runs.truncate(runs);
            self.slots = slots;
        }
        Question { position: *position, planned }
    }

    /// Plans a position and, if asked, its moves; nothing if one of them cannot be looked up.
    fn plan_all(&mut self, position: &Position, moves: bool) -> Option<Planned> {
        let game = self.tables.game();
        game.check(position).ok()?;
        let verdict = self.plan(position).ok()?;
        let moves = match moves {
            false => Vec::new(),
            true => game
                .moves(position)
                .map(|mv| Some((mv, self.plan(&game.after(position, mv)).ok()?)))
                .collect::<Option<_>>()?,
        };
        Some(Planned { verdict, moves })
    }

    /// Plans the lookup of one position, as [`Tables::verdict`] does it.
    fn plan(&mut self, position: &Position) -> Result<Plan, TableError> {
        let (tables, game) = (self.tables, self.tables.game());
        if position.captured() >= game.captures() {
            return Ok(Plan::Known(Verdict { value: Value::TigerWin, plies: Some(0) }));
        }
        if game.tigers_in_hand(position) > 0 {
            return Ok(Plan::Alone(*position));
        }
        let captured = position.captured();
        let slot = self.slots;
        if position.goats_in_hand() == 0 {
            let contents = Contents::Sliding { captured, turn: position.turn() };
            let entry = tables.sliding_entry(position)?;
            self.need(contents, entry);
            return Ok(Plan::Sliding { slot, captured });
        }
        let placed = game.goats() - position.goats_in_hand();
        match position.turn() {
            Side::Tiger if !game.can_move(position) => {
                return Ok(Plan::Known(Verdict { value: Value::GoatWin, plies: Some(0) }));
            }
            Side::Tiger if tables.is_stored(placed, captured.into()) => {
                let entry = tables.placement_entry(position)?;
                self.need(Contents::Placement { placed }, entry);
            }
            Side::Goat if tables.is_stored(placed + 1, captured.into()) => {
                let contents = Contents::Placement { placed: placed + 1 };
                for entry in tables.successors(position)? {
                    self.add(contents, entry);
                }
                self.slots += 1;
            }
            // The last goat: its successors slide.
            Side::Goat if placed + 1 == game.goats() => {
                let contents = Contents::Sliding { captured, turn: Side::Tiger };
                for mv in game.moves(position) {
                    let entry = tables.sliding_entry(&game.after(position, mv))?;
                    self.add(contents, entry);
                }
                self.slots += 1;
            }
            // A layer that compact tables leave out, or one with too few goats to be stored.
            _ => return Ok(Plan::Alone(*position)),
        }
        Ok(Plan::Least { slot })
    }

    /// One entry with a slot of its own.
    fn need(&mut self, contents: Contents, entry: (usize, usize)) {
        self.add(contents, entry);
        self.slots += 1;
    }

    fn add(&mut self, contents: Contents, (block, at): (usize, usize)) {
        let block = self.tables.block_key(contents, block);
        let next = self.entries.len() as u32;
        self.entries.push(at as u32);
        match self.runs.last_mut() {
            Some(run) if run.block == block && run.slot == self.slots => run.length += 1,
            _ => self.runs.push(Run { block, first: next, length: 1, slot: self.slots }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, naive, solve};

    #[test]
    fn batches_say_what_single_lookups_say() {
        for (number, game) in small_games(30, 5..=8, 701).into_iter().enumerate() {
            let folder = Folder::new();
            let options = SolveOptions { compact: number % 3 == 2 };
            solve(&game, folder.path(), options, &Quiet).unwrap();
            let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
            let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
            let batch = Batch::new(&tables, &positions, true);
            batch.pieces(3).for_each(|piece| batch.read(piece).unwrap());
            let values = Batch::new(&tables, &positions, false);
            values.read_all().unwrap();
            let answers = batch.answers().into_iter().zip(values.answers());
            for (position, (full, value)) in positions.iter().zip(answers) {
                let (full, value) = (full.unwrap(), value.unwrap());
                assert_eq!(full.verdict, tables.probe(position).unwrap());
                assert_eq!(full.moves, tables.moves(position).unwrap());
                assert_eq!((value.verdict, value.moves.len()), (full.verdict, 0));
            }
        }
    }

    #[test]
    fn a_bad_position_does_not_spoil_the_others() {
        let game = small_games(1, 7..=7, 702).remove(0);
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
        let other = bagh::Game::bagh_chal().start();
        let positions = [game.start(), other, game.start()];
        let batch = Batch::new(&tables, &positions, true);
        batch.read_all().unwrap();
        let answers = batch.answers();
        assert!(answers[0].is_ok() && answers[2].is_ok());
        assert!(matches!(answers[1], Err(ProbeError::Position(_))));
    }
}
