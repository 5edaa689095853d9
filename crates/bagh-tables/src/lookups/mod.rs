//! Lookups without input or output: they say which blocks they need, and answer when they have
//! them, wherever the bytes come from.
//!
//! All lookups of a plan are ordered by block, so that each block is unpacked once.
//!
//! Plies of the placement phase are a second step: they are looked up once values are known, only
//! for wins, and stand at the same places of blocks with the same numbers.

mod planner;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use bagh::{Move, Position, Side};
use rayon::prelude::*;

use self::planner::Planner;
use crate::error::TableError;
use crate::file::format::{Contents, Header};
use crate::file::reader::BlockView;
use crate::index::{BlockKey, Index};
use crate::plies::ends;
use crate::plies::extent::Extent;
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
/// Blocks may be entered in any order and by several threads, each at least once; then blocks of
/// plies, those that [`plies_blocks`](Lookups::plies_blocks) tells.
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
    /// What tables of plies say of the entries, in the same way.
    plies: Vec<AtomicU32>,
    /// Whose plies are needed.
    wanted: OnceLock<Wanted>,
}

/// What a slot holds before anything is entered.
const NOTHING: u32 = u32::MAX;

/// Plies that are needed, which is known when all values are.
struct Wanted {
    /// For each slot, whether its plies are.
    slots: Vec<bool>,
    /// The numbers of the blocks.
    blocks: Vec<usize>,
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
    Least { slot: u32, plies: Plies },
    /// The best, for a side, of some of the choices; with plies, if they can be told.
    Best { side: Side, first: u32, count: u32, plies: bool },
}

/// Where the plies of a win come from that has the value of the least of some entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plies {
    /// They are not told.
    Unknown,
    /// From the table of plies, of the position itself.
    Own,
    /// From the table of plies, of the positions one move on.
    Next,
    /// From the opening's table of plies.
    Opening,
    /// From the entries themselves, which are sliding positions one move on.
    Sliding,
}

impl Plan {
    /// Moves what it refers to behind what other plans refer to.
    fn shift(&mut self, slots: u32, choices: u32) {
        match self {
            Plan::Sliding { slot, .. } | Plan::Least { slot, .. } => *slot += slots,
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
    /// Plans the lookups of these positions, with or without their moves, with plies of wins in
    /// the placement phase as far as there are some. Positions that need a table that is not there
    /// are not planned.
    pub(crate) fn new(
        index: &Arc<Index>,
        positions: &[Position],
        moves: bool,
        plies: Option<Extent>,
        is_there: impl Fn(Contents) -> bool + Sync,
    ) -> Lookups {
        let plan = |some: &[Position]| {
            let mut planner = Planner::new(index, plies, &is_there);
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
        let new = |count: u32| (0..count).map(|_| AtomicU32::new(NOTHING)).collect();
        let plies = new(if plies.is_some() { slots } else { 0 });
        let (index, slots, wanted) = (index.clone(), new(slots), OnceLock::new());
        Lookups { index, questions, choices, entries, runs, blocks, slots, plies, wanted }
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
        for run in self.runs_of(number) {
            let slot = &self.slots[run.slot as usize];
            let mut least = slot.load(Relaxed);
            // The last entry of a run mostly is the furthest one. Read first, it spares decoding
            // the same piece as many times as it has entries.
            for &at in self.entries[run.first as usize..][..run.length as usize].iter().rev() {
                // Nothing is less: what is left need not be decoded.
                if least == 0 {
                    break;
                }
                let (code, plies) = entry(at as usize)?;
                least = least.min(u32::from(code) << 16 | u32::from(self.in_order(code, plies)));
            }
            slot.fetch_min(least, Relaxed);
        }
        Ok(())
    }

    /// Plies as they stand in a slot, and back: a quick win of the tigers is the greatest.
    fn in_order(&self, code: u8, plies: u16) -> u16 {
        match Value::from_code(code, self.index.game().captures()) {
            Value::TigerWin => !plies,
            _ => plies,
        }
    }

    /// The numbers of the blocks whose plies are needed, too, once all values are entered: of a
    /// placement table the block with the same number in the table of plies, and of the opening
    /// that of the opening's plies.
    pub(crate) fn plies_blocks(&self) -> &[usize] {
        &self.wanted().blocks
    }

    fn wanted(&self) -> &Wanted {
        self.wanted.get_or_init(|| {
            let mut slots = vec![false; self.plies.len()];
            if !slots.is_empty() {
                let planned = self.questions.iter().filter_map(|asked| asked.planned.as_ref());
                for planned in planned {
                    self.want(planned.verdict, &mut slots);
                    planned.moves.iter().for_each(|&(_, plan)| self.want(plan, &mut slots));
                }
            }
            let is_wanted = |run: &Run| slots.get(run.slot as usize) == Some(&true);
            let blocks = (0..self.blocks()).filter(|&n| self.runs_of(n).iter().any(is_wanted));
            let blocks = blocks.collect();
            Wanted { slots, blocks }
        })
    }

    /// Notes whose plies it takes to tell those of a plan.
    fn want(&self, plan: Plan, slots: &mut [bool]) {
        let is_win = |value: Value| value.outcome().winner().is_some();
        match plan {
            Plan::Least { slot, plies: Plies::Own | Plies::Next | Plies::Opening } => {
                slots[slot as usize] |= is_win(self.value(plan));
            }
            Plan::Best { plies: true, .. } => {
                let best = self.value(plan);
                if is_win(best) {
                    let keeping = self.choices(plan).iter().filter(|&&c| self.value(c) == best);
                    keeping.for_each(|&choice| self.want(choice, slots));
                }
            }
            Plan::Known(_) | Plan::Sliding { .. } | Plan::Least { .. } | Plan::Best { .. } => {}
        }
    }

    /// Takes what is needed out of a block of plies. `read` tells what stands at a place: an end
    /// in the order of ends, seen by Tiger, or the plies of an opening.
    pub(crate) fn enter_plies(&self, number: usize, read: impl Fn(usize) -> u16) {
        for run in self.runs_of(number) {
            if self.wanted().slots[run.slot as usize] {
                let entries = &self.entries[run.first as usize..][..run.length as usize];
                let least = entries.iter().map(|&at| u32::from(read(at as usize))).min();
                let slot = &self.plies[run.slot as usize];
                slot.fetch_min(least.unwrap_or(NOTHING), Relaxed);
            }
        }
    }

    fn runs_of(&self, number: usize) -> &[Run] {
        &self.runs[self.blocks[number]..self.blocks[number + 1]]
    }

    /// How many positions were asked about.
    pub(crate) fn len(&self) -> usize {
        self.questions.len()
    }

    /// A position that was asked about.
    pub(crate) fn position(&self, number: usize) -> &Position {
        &self.questions[number].position
    }

    /// What is known of a position once all blocks are entered; nothing if it was not planned (it
    /// is not of this game, needs a table that is not there, or takes too many lookups), and if
    /// plies that are needed were not entered.
    pub(crate) fn answer(&self, number: usize) -> Option<Probed> {
        let question = &self.questions[number];
        let planned = question.planned.as_ref()?;
        let verdict = self.verdict(planned.verdict)?;
        let mut moves: Vec<MoveVerdict> = planned
            .moves
            .iter()
            .map(|&(mv, plan)| Some(MoveVerdict { mv, after: self.verdict(plan)? }))
            .collect::<Option<_>>()?;
        moves.sort_by_key(|m| m.key(question.position.turn()));
        Some(Probed { verdict, moves })
    }

    /// The value and the plies in a slot.
    fn slot(&self, slot: u32) -> (Value, u16) {
        let found = self.slots[slot as usize].load(Relaxed);
        let code = (found >> 16) as u8;
        let value = Value::from_code(code, self.index.game().captures());
        (value, self.in_order(code, found as u16))
    }

    /// What a plan chooses from.
    fn choices(&self, plan: Plan) -> &[Plan] {
        match plan {
            Plan::Best { first, count, .. } => &self.choices[first as usize..][..count as usize],
            _ => &[],
        }
    }

    fn value(&self, plan: Plan) -> Value {
        match plan {
            Plan::Known(verdict) => verdict.value,
            Plan::Sliding { slot, .. } | Plan::Least { slot, .. } => self.slot(slot).0,
            Plan::Best { side, .. } => {
                let values = self.choices(plan).iter().map(|&choice| self.value(choice));
                let best = match side {
                    Side::Tiger => values.max(),
                    Side::Goat => values.min(),
                };
                best.expect("there is a choice")
            }
        }
    }

    /// The verdict of a plan; nothing if plies that it needs were not entered.
    fn verdict(&self, plan: Plan) -> Option<Verdict> {
        let value = self.value(plan);
        let winner = value.outcome().winner();
        let plies = match (plan, winner) {
            (Plan::Known(verdict), _) => verdict.plies,
            (Plan::Sliding { slot, captured }, _) => {
                (value != Value::Draw(captured)).then(|| self.slot(slot).1)
            }
            (Plan::Least { slot, plies }, Some(_)) => self.plies(slot, plies)?,
            (Plan::Best { side, plies: true, .. }, Some(winner)) => {
                let keeping = self.choices(plan).iter().filter(|&&c| self.value(c) == value);
                let plies: Option<Vec<Option<u16>>> =
                    keeping.map(|&choice| Some(self.verdict(choice)?.plies)).collect();
                // Nothing is told unless all of them are.
                let plies: Option<Vec<u16>> = plies?.into_iter().collect();
                let best = plies.and_then(|plies| match side == winner {
                    true => plies.into_iter().min(),
                    false => plies.into_iter().max(),
                });
                best.map(|plies| plies + 1)
            }
            (Plan::Least { .. } | Plan::Best { .. }, _) => None,
        };
        Some(Verdict { value, plies })
    }

    /// The plies of a win whose value is in a slot; nothing if they were not entered.
    fn plies(&self, slot: u32, plies: Plies) -> Option<Option<u16>> {
        let entered = || {
            let found = self.plies[slot as usize].load(Relaxed);
            (found != NOTHING).then_some(found as u16)
        };
        Some(match plies {
            Plies::Unknown => None,
            Plies::Own => ends::plies(entered()? as u8),
            Plies::Next => ends::plies(entered()? as u8).map(|plies| plies + 1),
            Plies::Opening => Some(entered()?),
            Plies::Sliding => Some(self.slot(slot).1 + 1),
        })
    }
}
