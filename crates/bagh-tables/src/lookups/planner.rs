//! Planning lookups: which entries of which blocks tell what a position is worth.

use bagh::{Outcome, Position, Side};

use super::{Plan, Planned, Plies, Question, Run};
use crate::file::format::Contents;
use crate::index::{BlockKey, Index, Place};
use crate::opening::Opening;
use crate::plies::extent::Extent;
use crate::value::Value;
use crate::verdict::Verdict;

/// Plans lookups one by one.
pub(super) struct Planner<'t> {
    index: &'t Index,
    plies: Option<Extent>,
    is_there: &'t (dyn Fn(Contents) -> bool + Sync),
    pub(super) entries: Vec<u32>,
    pub(super) runs: Vec<Run>,
    pub(super) choices: Vec<Plan>,
    pub(super) slots: u32,
}

impl<'t> Planner<'t> {
    pub(super) fn new(
        index: &'t Index,
        plies: Option<Extent>,
        is_there: &'t (dyn Fn(Contents) -> bool + Sync),
    ) -> Planner<'t> {
        let (entries, runs, choices) = (Vec::new(), Vec::new(), Vec::new());
        Planner { index, plies, is_there, entries, runs, choices, slots: 0 }
    }

    pub(super) fn question(&mut self, position: &Position, moves: bool) -> Question {
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
                let has_plies = self.plies.is_some_and(|extent| extent.has_opening);
                let plies = if has_plies { Plies::Opening } else { Plies::Unknown };
                return self.least(Contents::Opening, [index.opening(position)], plies);
            }
            return match index.is_quick(position) {
                true => self.work_out(position, self.plies.is_some()),
                false => None,
            };
        }
        if position.goats_in_hand() == 0 {
            let contents = Contents::Sliding { captured, turn: position.turn() };
            let slot = self.slots;
            self.least(contents, [index.sliding(position)], Plies::Unknown)?;
            return Some(Plan::Sliding { slot, captured });
        }
        let placed = game.goats() - position.goats_in_hand();
        let is_known = self.plies.is_some_and(|extent| extent.has(placed, position.turn()));
        let plies = |from: Plies| if is_known { from } else { Plies::Unknown };
        match position.turn() {
            Side::Tiger if !game.can_move(position) => {
                Some(Plan::Known(Verdict { value: Value::GoatWin, plies: Some(0) }))
            }
            Side::Tiger if index.is_stored(placed, captured.into()) => {
                let contents = Contents::Placement { placed };
                self.least(contents, [index.placement(position)], plies(Plies::Own))
            }
            Side::Goat if index.is_stored(placed + 1, captured.into()) => {
                let contents = Contents::Placement { placed: placed + 1 };
                self.least(contents, index.successors(position), plies(Plies::Next))
            }
            // The last goat: its successors slide.
            Side::Goat if placed + 1 == game.goats() => {
                let contents = Contents::Sliding { captured, turn: Side::Tiger };
                let after = |mv| index.sliding(&game.after(position, mv));
                self.least(contents, game.moves(position).map(after), plies(Plies::Sliding))
            }
            // A layer that compact tables leave out, or one with too few goats to be stored.
            _ => self.work_out(position, is_known),
        }
    }

    /// The best of the moves, with plies if asked.
    fn work_out(&mut self, position: &Position, plies: bool) -> Option<Plan> {
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
        Some(Plan::Best { side: position.turn(), first, count, plies })
    }

    /// The least of some entries of a table, which share a slot.
    fn least(
        &mut self,
        contents: Contents,
        entries: impl IntoIterator<Item = Place>,
        plies: Plies,
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
        Some(Plan::Least { slot, plies })
    }
}
