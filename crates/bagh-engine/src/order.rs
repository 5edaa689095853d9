//! The order in which moves are tried: the sooner a good one, the less is left to look at.

use bagh::{Move, Side};

use crate::memory::ShortMove;

/// Deepest ply that a search comes to.
pub(crate) const MAX_PLY: usize = 128;

/// What earlier parts of the search tell about moves.
pub(crate) struct Experience {
    /// Quiet moves that refuted a sister position, for each ply.
    killers: Vec<[ShortMove; 2]>,
    /// How often a move was best, for each side.
    success: Box<[[i32; ShortMove::COUNT]; 2]>,
    /// The answer that refuted a move last time, for each side.
    answers: Box<[[ShortMove; ShortMove::COUNT]; 2]>,
}

impl Experience {
    pub fn new() -> Experience {
        Experience {
            killers: vec![[ShortMove::NONE; 2]; MAX_PLY + 1],
            success: Box::new([[0; ShortMove::COUNT]; 2]),
            answers: Box::new([[ShortMove::NONE; ShortMove::COUNT]; 2]),
        }
    }

    pub fn clear(&mut self) {
        self.killers.fill([ShortMove::NONE; 2]);
        for side in self.success.iter_mut() {
            side.fill(0);
        }
        for side in self.answers.iter_mut() {
            side.fill(ShortMove::NONE);
        }
    }

    /// How promising a move is; the larger, the sooner it is tried.
    #[inline]
    pub fn promise(
        &self,
        side: Side,
        ply: usize,
        mv: Move,
        remembered: ShortMove,
        before: ShortMove,
    ) -> i32 {
        let short = ShortMove::new(mv);
        if short == remembered {
            return i32::MAX;
        }
        if mv.captured().is_some() {
            return i32::MAX / 2;
        }
        let killers = &self.killers[ply];
        if short == killers[0] {
            return i32::MAX / 4 + 2;
        }
        if short == killers[1] {
            return i32::MAX / 4 + 1;
        }
        if before != ShortMove::NONE && self.answers[side as usize][before.index()] == short {
            return i32::MAX / 4;
        }
        self.success[side as usize][short.index()]
    }

    /// A quiet move was good enough to need no other; `tried` were not.
    pub fn reward(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        mv: Move,
        before: ShortMove,
        tried: &[Move],
    ) {
        if mv.captured().is_some() {
            return;
        }
        let short = ShortMove::new(mv);
        let killers = &mut self.killers[ply];
        if killers[0] != short {
            *killers = [short, killers[0]];
        }
        if before != ShortMove::NONE {
            self.answers[side as usize][before.index()] = short;
        }
        let weight = depth * depth;
        let table = &mut self.success[side as usize];
        let mut add = |mv: ShortMove, bonus: i32| {
            let entry = &mut table[mv.index()];
            // Old experience fades, and entries stay within bounds.
            *entry += bonus - *entry * bonus.abs() / 16_384;
        };
        add(short, weight.min(4_000));
        for &other in tried {
            if other != mv && other.captured().is_none() {
                add(ShortMove::new(other), -weight.min(4_000));
            }
        }
    }

    /// Before the next search: what was learned counts less.
    pub fn age(&mut self) {
        self.killers.fill([ShortMove::NONE; 2]);
        for side in self.success.iter_mut() {
            side.iter_mut().for_each(|entry| *entry /= 4);
        }
    }
}
