//! Rules and evaluations on places of the index space, for the search.

use bagh::{Position, Side};
use bagh_tables::{Space, TigerMove};

/// A tiger move with its points as bits.
struct Step {
    to: u32,
    over: u32,
    tiger_move: TigerMove,
}

/// What a tiger placement allows.
struct Pack {
    tigers: u32,
    slides: Vec<Step>,
    jumps: Vec<Step>,
}

/// A place of the index space: a block, and the least index of the herd's twins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The tiger placement.
    pub block: u32,
    /// The herd.
    pub index: u32,
}

/// The index space of a game with its moves.
pub struct Ground {
    space: Space,
    packs: Vec<Pack>,
    all: u32,
    /// For each label, the pairs of points from and to which a tiger jumps over it.
    lanes: Vec<Vec<(u32, u32)>>,
}

impl Ground {
    /// Bytes of memory that the ground of a game takes beside its index space, about.
    pub fn memory(space: &Space) -> u64 {
        // Lists grow by doubling.
        let steps = 2 * space.tiger_moves_in_all() * size_of::<Step>() as u64;
        steps + (space.blocks() * size_of::<Pack>()) as u64
    }

    /// The ground of an index space.
    pub fn new(space: Space) -> Ground {
        let board = space.game().board();
        let packs = (0..space.blocks() as u32)
            .map(|block| {
                let steps = space.tiger_moves(block).into_iter().map(|tiger_move| Step {
                    to: 1 << tiger_move.to,
                    over: tiger_move.over.map_or(0, |over| 1 << over),
                    tiger_move,
                });
                let (slides, jumps) = steps.partition(|step| step.over == 0);
                Pack { tigers: space.tigers(block), slides, jumps }
            })
            .collect();
        let mut lanes = vec![Vec::new(); board.len()];
        for from in board.all() {
            for over in board.neighbours(from) {
                for to in board.landings(from, over) {
                    let label = space.labels_of(over.set()).trailing_zeros() as usize;
                    lanes[label].push((space.labels_of(from.set()), space.labels_of(to.set())));
                }
            }
        }
        let all = ((1u64 << board.len()) - 1) as u32;
        Ground { space, packs, all, lanes }
    }

    /// The index space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Where a position with all tigers on the board stands.
    pub fn place(&self, position: &Position) -> Place {
        let (block, index) = self.space.locate(position);
        Place { block, index: self.space.first_twin(block, index) }
    }

    /// The places after each tiger move, the best by evaluation first, none twice.
    pub fn after_tiger(&self, at: Place, places: &mut Vec<(i32, Place)>) {
        places.clear();
        let pack = &self.packs[at.block as usize];
        let herd = self.space.herd(at.block, at.index);
        let empty = self.all & !herd & !pack.tigers;
        let steps = pack.jumps.iter().chain(&pack.slides);
        for step in steps {
            if empty & step.to == 0 || (step.over != 0 && herd & step.over == 0) {
                continue;
            }
            let block = step.tiger_move.block;
            let index = self.space.index_after(&step.tiger_move, herd & !step.over);
            let place = Place { block, index: self.space.first_twin(block, index) };
            places.push((self.for_tiger(place, step.over != 0), place));
        }
        places.sort_unstable();
        places.dedup_by_key(|(_, place)| *place);
    }

    /// The places after each placement of a goat, the best by evaluation first, none twice.
    pub fn after_goat(&self, at: Place, places: &mut Vec<(i32, Place)>) {
        places.clear();
        let mut empty = !at.index & ((1u32 << self.space.free()) - 1);
        while empty != 0 {
            let bit = empty & empty.wrapping_neg();
            empty ^= bit;
            let index = self.space.first_twin(at.block, at.index | bit);
            let place = Place { block: at.block, index };
            places.push((self.for_goat(place), place));
        }
        places.sort_unstable();
        places.dedup_by_key(|(_, place)| *place);
    }

    /// Whether some tiger can capture.
    pub fn can_capture(&self, at: Place) -> bool {
        let pack = &self.packs[at.block as usize];
        let herd = self.space.herd(at.block, at.index);
        let empty = self.all & !herd & !pack.tigers;
        pack.jumps.iter().any(|step| herd & step.over != 0 && empty & step.to != 0)
    }

    /// How good a place after its own move looks to a side: less is better.
    pub fn evaluate(&self, side: Side, at: Place, captured: bool) -> i32 {
        match side {
            Side::Tiger => self.for_tiger(at, captured),
            Side::Goat => self.for_goat(at),
        }
    }

    /// After a tiger move: captures, then forks of two goats and more, then room to move.
    fn for_tiger(&self, at: Place, captured: bool) -> i32 {
        let pack = &self.packs[at.block as usize];
        let herd = self.space.herd(at.block, at.index);
        let empty = self.all & !herd & !pack.tigers;
        let hunted = pack
            .jumps
            .iter()
            .filter(|step| herd & step.over != 0 && empty & step.to != 0)
            .fold(0, |hunted, step| hunted | step.over)
            .count_ones() as i32;
        let room = pack.slides.iter().filter(|step| empty & step.to != 0).count() as i32;
        let threat = if hunted >= 2 { 100 } else { 8 * hunted };
        -(60 * i32::from(captured) + threat + 2 * room)
    }

    /// After a goat is placed: goats that can be captured at once, then goats that could be some
    /// day, then the tigers' room to move, then goats away from the border.
    fn for_goat(&self, at: Place) -> i32 {
        let pack = &self.packs[at.block as usize];
        let herd = self.space.herd(at.block, at.index);
        let empty = self.all & !herd & !pack.tigers;
        let hunted = pack.jumps.iter().filter(|step| herd & step.over != 0 && empty & step.to != 0);
        let room = pack.slides.iter().filter(|step| empty & step.to != 0).count() as i32;
        let (mut open, mut inner) = (0, 0);
        let mut goats = herd;
        while goats != 0 {
            let lanes = &self.lanes[goats.trailing_zeros() as usize];
            goats &= goats - 1;
            inner += lanes.len() as i32;
            open += lanes.iter().filter(|&&(from, to)| herd & from == 0 && empty & to != 0).count()
                as i32;
        }
        1000 * hunted.count() as i32 + 8 * open + 3 * room + inner
    }
}
