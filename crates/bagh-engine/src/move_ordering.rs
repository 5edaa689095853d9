//! Move ordering: the transposition table's move, captures, killer moves, the countermove, then
//! the history heuristic.

use bagh::{Move, Side};

use crate::transposition::PackedMove;

/// The deepest ply that a search reaches.
pub(crate) const MAX_PLY: usize = 128;

/// No history score gets larger than this.
const HISTORY_LIMIT: i32 = 16_384;

/// The largest bonus of one cutoff.
const MAX_HISTORY_BONUS: i32 = 4_000;

/// What earlier cutoffs of a thread say about moves.
pub(crate) struct MoveOrdering {
    /// The last two quiet moves that caused a cutoff, for each ply.
    killers: Vec<[PackedMove; 2]>,
    /// History heuristic: for each side and move.
    history: Box<[[i32; PackedMove::COUNT]; 2]>,
    /// Countermove heuristic: the move that refuted each move last, for each side.
    countermoves: Box<[[PackedMove; PackedMove::COUNT]; 2]>,
}

impl MoveOrdering {
    pub fn new() -> MoveOrdering {
        MoveOrdering {
            killers: vec![[PackedMove::NONE; 2]; MAX_PLY + 1],
            history: Box::new([[0; PackedMove::COUNT]; 2]),
            countermoves: Box::new([[PackedMove::NONE; PackedMove::COUNT]; 2]),
        }
    }

    pub fn clear(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        for side in self.history.iter_mut() {
            side.fill(0);
        }
        for side in self.countermoves.iter_mut() {
            side.fill(PackedMove::NONE);
        }
    }

    /// The ordering score of a move: higher is searched earlier.
    #[inline]
    pub fn score(
        &self,
        side: Side,
        ply: usize,
        mv: Move,
        tt_move: PackedMove,
        previous_move: PackedMove,
    ) -> i32 {
        let packed = PackedMove::new(mv);
        if packed == tt_move {
            return i32::MAX;
        }
        if mv.captured().is_some() {
            return i32::MAX / 2;
        }
        let killers = &self.killers[ply];
        if packed == killers[0] {
            return i32::MAX / 4 + 2;
        }
        if packed == killers[1] {
            return i32::MAX / 4 + 1;
        }
        if previous_move != PackedMove::NONE
            && self.countermoves[side as usize][previous_move.index()] == packed
        {
            return i32::MAX / 4;
        }
        self.history[side as usize][packed.index()]
    }

    /// A move caused a beta cutoff; the moves `tried` before it did not. Only quiet moves count.
    pub fn record_cutoff(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        mv: Move,
        previous_move: PackedMove,
        tried: &[Move],
    ) {
        if mv.captured().is_some() {
            return;
        }
        let packed = PackedMove::new(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        if previous_move != PackedMove::NONE {
            self.countermoves[side as usize][previous_move.index()] = packed;
        }
        let bonus = (depth * depth).min(MAX_HISTORY_BONUS);
        let history = &mut self.history[side as usize];
        let mut update = |mv: PackedMove, bonus: i32| {
            let entry = &mut history[mv.index()];
            // History gravity: entries decay towards the bound and never pass it.
            *entry += bonus - *entry * bonus.abs() / HISTORY_LIMIT;
        };
        update(packed, bonus);
        for &other in tried {
            if other != mv && other.captured().is_none() {
                update(PackedMove::new(other), -bonus);
            }
        }
    }

    /// Between searches: killers are dropped, history counts less.
    pub fn age(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        for side in self.history.iter_mut() {
            side.iter_mut().for_each(|entry| *entry /= 4);
        }
    }
}
