//! Lookups without input or output: they say which blocks they need, and answer when they have
//! them, wherever the bytes come from.
//!
//! All lookups of a plan are ordered by block, so that each block is unpacked once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use bagh::{Move, Outcome, Position, Side};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::{Contents, Header};
use crate::file::reader::BlockView;
use crate::index::{BlockKey, Index, Place};
use crate::opening::Opening;
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Positions that one thread plans: more are shared by several.
const PLANNED_ALONE: usize = 1_000;

/// What the tables say of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// The verdict on the position.
    pub verdict: Verdict,
    /// The verdicts on its moves, the best first; empty if they were not asked for.
    pub moves: Vec<MoveVerdict>,
}

/// Lookups of some positions, planned: which blocks they need, and what comes of them.
///
/// Blocks may be entered in any order and by several threads, each at least once.
pub(crate) struct Lookups {
    index: Arc<Index>,
    questions: Vec<Question>,
    /// Plans that others choose from.
    choices: Vec<Plan>,
    /// The places in their blocks of all entries that are needed, in the order of the questions.
    entries: Vec<u32>,
    /// Runs of entries in one block, those of one block together.
    runs: Vec<Run>,
    /// Where each block begins in the runs, and the end.
    blocks: Vec<usize>,
    /// What the entries say, the least of those with the same slot: a code and plies.
    slots: Vec<AtomicU32>,
}

/// One position.
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
    fn plans_mut(&mut self) -> impl Iterator<Item = &mut Plan> {
        self.planned.iter_mut().flat_map(|planned| {
            planned.moves.iter_mut().map(|(_, plan)| plan).chain([&mut planned.verdict])
        })
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
    /// The best, for a side, of some of the choices.
    Best { side: Side, first: u32, count: u32 },
}

impl Plan {
    /// Moves what it refers to behind what other plans refer to.
    fn shift(&mut self, slots: u32, choices: u32) {
        match self {
            Plan::Sliding { slot, .. } | Plan::Least { slot } => *slot += slots,
            Plan::Best { first, .. } => *first += choices,
            Plan::Known(_) => {}
        }
    }
}

/// Entries of one block, of which the least counts: the successors of a position mostly share one.
#[derive(Clone, Copy, Debug)]
struct Run {
    block: BlockKey,
    /// The first entry, and how many there are.
    first: u32,
    length: u32,
    /// Where the result goes.
    slot: u32,
}

impl Lookups {
    /// Plans the lookups of these positions, with or without their moves. Positions that need a
    /// table that is not there are not planned.
    pub(crate) fn new(
        index: &Arc<Index>,
        positions: &[Position],
        moves: bool,
        is_there: impl Fn(Contents) -> bool + Sync,
    ) -> Lookups {
        let plan = |some: &[Position]| {
            let mut planner = Planner::new(index, &is_there);
            let questions: Vec<Question> =
                some.iter().map(|position| planner.question(position, moves)).collect();
            let Planner { entries, runs, choices, slots, .. } = planner;
            (questions, entries, runs, choices, slots)
        };
        let planned: Vec<_> = match positions.len() > PLANNED_ALONE {
            true => positions.par_chunks(PLANNED_ALONE).map(plan).collect(),
            false => vec![plan(positions)],
        };
        let (mut questions, mut choices) = (Vec::new(), Vec::new());
        let (mut entries, mut runs) = (Vec::new(), Vec::new());
        let mut slots = 0;
        for (mut asked, its_entries, its_runs, mut its_choices, its_slots) in planned {
            let (entry, choice) = (entries.len() as u32, choices.len() as u32);
            let plans = asked.iter_mut().flat_map(Question::plans_mut).chain(&mut its_choices);
            plans.for_each(|plan| plan.shift(slots, choice));
            questions.append(&mut asked);
            choices.append(&mut its_choices);
            entries.extend(its_entries);
            let shift = |run: Run| Run { first: run.first + entry, slot: run.slot + slots, ..run };
            runs.extend(its_runs.into_iter().map(shift));
            slots += its_slots;
        }
        runs.sort_unstable_by_key(|run| run.block);
        let is_new = |at: usize| at == 0 || runs[at - 1].block != runs[at].block;
        let mut blocks: Vec<usize> = (0..runs.len()).filter(|&at| is_new(at)).collect();
        blocks.push(runs.len());
        let slots = std::iter::repeat_with(|| AtomicU32::new(u32::MAX)).take(slots as usize);
        let (index, slots) = (index.clone(), slots.collect());
        Lookups { index, questions, choices, entries, runs, blocks, slots }
    }

    /// How many blocks are needed.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len() - 1
    }

    /// One of the blocks that are needed, in the order of the files.
    pub(crate) fn block(&self, number: usize) -> BlockKey {
        self.runs[self.blocks[number]].block
    }

    /// Takes what is needed out of a block of a table.
    pub(crate) fn enter(&self, number: usize, mut block: BlockView<'_>) -> Result<(), TableError> {
        self.enter_by(number, |at| block.entry(at))
    }

    /// The same from a block, decompressed, of a table with this header.
    pub(crate) fn enter_bytes(&self, number: usize, header: &Header, bytes: &[u8]) {
        let entry = |at| Ok((header.code_in(bytes, at), header.plies_in(bytes, at)));
        self.enter_by(number, entry).expect("bytes that are there can be read");
    }

    fn enter_by(
        &self,
        number: usize,
        mut entry: impl FnMut(usize) -> Result<(u8, u16), TableError>,
    ) -> Result<(), TableError> {
        for run in &self.runs[self.blocks[number]..self.blocks[number + 1]] {
            let mut least = u32::MAX;
            // The last entry of a run mostly is the furthest one. Read first, it spares decoding
            // the same piece as many times as it has entries.
            for &at in self.entries[run.first as usize..][..run.length as usize].iter().rev() {
                let (code, plies) = entry(at as usize)?;
                least = least.min(u32::from(code) << 16 | u32::from(plies));
            }
            self.slots[run.slot as usize].fetch_min(least, Relaxed);
        }
        Ok(())
    }

    /// How many positions were asked about.
    pub(crate) fn len(&self) -> usize {
        self.questions.len()
    }

    /// A position that was asked about.
    pub(crate) fn position(&self, number: usize) -> &Position {
        &self.questions[number].position
    }

    /// What is known of a position once all blocks are entered; nothing if it was not planned: it
    /// is not of this game, needs a table that is not there, or takes too many lookups.
    pub(crate) fn answer(&self, number: usize) -> Option<Probed> {
        let question = &self.questions[number];
        let planned = question.planned.as_ref()?;
        let verdict = self.verdict(planned.verdict);
        let mut moves: Vec<MoveVerdict> = planned
            .moves
            .iter()
            .map(|&(mv, plan)| MoveVerdict { mv, after: self.verdict(plan) })
            .collect();
        moves.sort_by_key(|m| m.key(question.position.turn()));
        Some(Probed { verdict, moves })
    }

    fn verdict(&self, plan: Plan) -> Verdict {
        let read = |slot: u32| {
            let found = self.slots[slot as usize].load(Relaxed);
            let value = Value::from_code((found >> 16) as u8, self.index.game().captures());
            (value, found as u16)
        };
        match plan {
            Plan::Known(verdict) => verdict,
            Plan::Sliding { slot, captured } => {
                let (value, plies) = read(slot);
                let settled = value == Value::Draw(captured);
                Verdict { value, plies: (!settled).then_some(plies) }
            }
            Plan::Least { slot } => Verdict { value: read(slot).0, plies: None },
            Plan::Best { side, first, count } => {
                let choices = &self.choices[first as usize..][..count as usize];
                let values = choices.iter().map(|&choice| self.verdict(choice).value);
                let best = match side {
                    Side::Tiger => values.max(),
                    Side::Goat => values.min(),
                };
                Verdict { value: best.expect("there is a choice"), plies: None }
            }
        }
    }
}

/// Plans lookups one by one.
struct Planner<'t> {
    index: &'t Index,
    is_there: &'t (dyn Fn(Contents) -> bool + Sync),
    entries: Vec<u32>,
    runs: Vec<Run>,
    choices: Vec<Plan>,
    slots: u32,
}

impl<'t> Planner<'t> {
    fn new(index: &'t Index, is_there: &'t (dyn Fn(Contents) -> bool + Sync)) -> Planner<'t> {
        let (entries, runs, choices) = (Vec::new(), Vec::new(), Vec::new());
        Planner { index, is_there, entries, runs, choices, slots: 0 }
    }

    fn question(&mut self, position: &Position, moves: bool) -> Question {
        let (entries, runs, choices, slots) =
            (self.entries.len(), self.runs.len(), self.choices.len(), self.slots);
        let planned = self.plan_all(position, moves);
        if planned.is_none() {
            // Nothing of it is read: its slot may have been left open.
            self.entries.truncate(entries);
            self.runs.truncate(runs);
            self.choices.truncate(choices);
            self.slots = slots;
        }
        Question { position: *position, planned }
    }

    /// Plans a position and, if asked, its moves; nothing if one of them cannot be looked up.
    fn plan_all(&mut self, position: &Position, moves: bool) -> Option<Planned> {
        let game = self.index.game();
        game.check(position).ok()?;
        let verdict = self.plan(position)?;
        let moves = match moves {
            false => Vec::new(),
            true => game
                .moves(position)
                .map(|mv| Some((mv, self.plan(&game.after(position, mv))?)))
                .collect::<Option<_>>()?,
        };
        Some(Planned { verdict, moves })
    }

    /// Plans the lookup of one position.
    fn plan(&mut self, position: &Position) -> Option<Plan> {
        let (index, game) = (self.index, self.index.game());
        let captured = position.captured();
        if captured >= game.captures() {
            return Some(Plan::Known(Verdict { value: Value::TigerWin, plies: Some(0) }));
        }
        if game.tigers_in_hand(position) > 0 {
            if Opening::has(game, position) {
                return self.least(Contents::Opening, [index.opening(position)]);
            }
            return match index.is_quick(position) {
                true => self.work_out(position),
                false => None,
            };
        }
        if position.goats_in_hand() == 0 {
            let contents = Contents::Sliding { captured, turn: position.turn() };
            let slot = self.slots;
            self.least(contents, [index.sliding(position)])?;
            return Some(Plan::Sliding { slot, captured });
        }
        let placed = game.goats() - position.goats_in_hand();
        match position.turn() {
            Side::Tiger if !game.can_move(position) => {
                Some(Plan::Known(Verdict { value: Value::GoatWin, plies: Some(0) }))
            }
            Side::Tiger if index.is_stored(placed, captured.into()) => {
                self.least(Contents::Placement { placed }, [index.placement(position)])
            }
            Side::Goat if index.is_stored(placed + 1, captured.into()) => {
                let contents = Contents::Placement { placed: placed + 1 };
                self.least(contents, index.successors(position))
            }
            // The last goat: its successors slide.
            Side::Goat if placed + 1 == game.goats() => {
                let contents = Contents::Sliding { captured, turn: Side::Tiger };
                let after = |mv| index.sliding(&game.after(position, mv));
                self.least(contents, game.moves(position).map(after))
            }
            // A layer that compact tables leave out, or one with too few goats to be stored.
            _ => self.work_out(position),
        }
    }

    /// The best of the moves.
    fn work_out(&mut self, position: &Position) -> Option<Plan> {
        let game = self.index.game();
        let after: Option<Vec<Plan>> =
            game.moves(position).map(|mv| self.plan(&game.after(position, mv))).collect();
        let mut after = after?;
        if after.is_empty() {
            let value = match game.result(position) {
                Some(result) if result.outcome == Outcome::GoatWin => Value::GoatWin,
                _ => Value::TigerWin,
            };
            return Some(Plan::Known(Verdict { value, plies: Some(0) }));
        }
        let (first, count) = (self.choices.len() as u32, after.len() as u32);
        self.choices.append(&mut after);
        Some(Plan::Best { side: position.turn(), first, count })
    }

    /// The least of some entries of a table, which share a slot.
    fn least(
        &mut self,
        contents: Contents,
        entries: impl IntoIterator<Item = Place>,
    ) -> Option<Plan> {
        if !(self.is_there)(contents) {
            return None;
        }
        let slot = self.slots;
        for (block, at) in entries {
            let block = BlockKey::new(contents, block);
            let next = self.entries.len() as u32;
            self.entries.push(at as u32);
            match self.runs.last_mut() {
                Some(run) if run.block == block && run.slot == slot => run.length += 1,
                _ => self.runs.push(Run { block, first: next, length: 1, slot }),
            }
        }
        self.slots += 1;
        Some(Plan::Least { slot })
    }
}
