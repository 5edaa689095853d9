//! What a question has in common with others: contexts that tell how likely its answer is.

use bagh::{Game, Points};
use bagh_tables::Space;

use crate::questions::Question;

/// How many contexts a question has.
pub const CONTEXTS: usize = 16;
/// How many sets of weights there are to select from.
pub const SELECTORS: usize = 4 * 8 * 2;
/// Tigers that are looked at one by one.
const HUNTERS: usize = 4;

/// What is next to each point, in some numbering of the points.
struct Frame {
    near: Vec<u32>,
    /// Where a tiger can jump: over, and to.
    jumps: Vec<Vec<(u32, u32)>>,
}

impl Frame {
    fn new(
        game: &Game,
        order: impl Iterator<Item = bagh::Point>,
        set: impl Fn(Points) -> u32,
    ) -> Frame {
        let board = game.board();
        let (mut near, mut jumps) = (Vec::new(), Vec::new());
        for from in order {
            near.push(set(board.neighbours(from)));
            let of = |over: bagh::Point| {
                board.landings(from, over).iter().map(move |to| (over, to)).collect::<Vec<_>>()
            };
            let all = board.neighbours(from).iter().flat_map(of);
            jumps.push(all.map(|(over, to)| (set(over.set()), set(to.set()))).collect());
        }
        Frame { near, jumps }
    }
}

/// Looks at questions.
pub struct Views {
    points: Frame,
    labels: Frame,
    all: u32,
}

/// A hash of some numbers.
fn hash(parts: &[u32]) -> u64 {
    parts.iter().fold(0x243f_6a88_85a3_08d3, |hash: u64, &part| {
        let hash = (hash ^ u64::from(part)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 29
    })
}

fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as usize;
            set &= set - 1;
            bit
        })
    })
}

impl Views {
    /// For a game with this index space.
    pub fn new(game: &Game, space: &Space) -> Views {
        let points = Frame::new(game, game.board().all().iter(), Points::bits);
        let labels =
            Frame::new(game, space.order().iter().copied(), |points| space.labels_of(points));
        let all = ((1u64 << game.board().len()) - 1) as u32;
        Views { points, labels, all }
    }

    /// The contexts of a question, and the selector. `space` if its place is one of the index
    /// space.
    pub fn look(
        &self,
        space: Option<&Space>,
        question: &Question,
        contexts: &mut [u64; CONTEXTS],
    ) -> usize {
        let (high, low) = ((question.place >> 32) as u32, question.place as u32);
        let (frame, tigers, herd) = match space {
            Some(space) => (&self.labels, space.tigers(high), space.herd(high, low)),
            None => (&self.points, high, low),
        };
        let goats = herd.count_ones();
        let empty = self.all & !herd & !tigers;
        let (mut hunted, mut around, mut room) = (0u32, 0u32, 0);
        let mut hunters = [0u32; HUNTERS];
        let mut locals = [0u64; HUNTERS];
        for (number, tiger) in bits(tigers).enumerate() {
            let near = frame.near[tiger];
            let (mut mine, mut far) = (0, near);
            for &(over, to) in &frame.jumps[tiger] {
                far |= to;
                if herd & over != 0 && empty & to != 0 {
                    mine |= over;
                }
            }
            hunted |= mine;
            around |= near;
            let free = (near & empty).count_ones();
            room += free;
            let number = number.min(HUNTERS - 1);
            hunters[number] = free.min(3) << 2 | mine.count_ones().min(2);
            locals[number] = hash(&[tigers, number as u32, herd & far, goats]);
        }
        let hunted = hunted.count_ones().min(3);
        hunters.sort_unstable();
        let hunters = hunters.iter().fold(0, |all, hunter| all << 4 | hunter);
        // Points that the tigers can slide to, one after the other.
        let mut reach = around & empty;
        loop {
            let next = bits(reach).fold(reach, |next, point| next | frame.near[point] & empty);
            if next == reach {
                break;
            }
            reach = next;
        }
        let reach = reach.count_ones();
        let crowd = 32 - question.wanted.leading_zeros();
        let (refused, left) = (u32::from(question.refused), u32::from(question.left));
        let (only, capture) = (u32::from(question.only), u32::from(question.capture));
        contexts[..HUNTERS].copy_from_slice(&locals);
        contexts[4] = hash(&[question.shape, hunted, 4]);
        contexts[5] = hash(&[tigers, herd & around]);
        contexts[6] = hash(&[tigers, reach, room, hunted]);
        contexts[7] = hash(&[hunters, goats, reach]);
        contexts[8] = hash(&[reach, hunted, left.min(7), refused.min(7), goats, only]);
        contexts[9] = hash(&[crowd, left, refused, only, capture]);
        contexts[10] = hash(&[tigers, herd & 0x0000_1fff]);
        contexts[11] = hash(&[tigers, herd & 0x01ff_e000]);
        contexts[12] = hash(&[tigers, herd & 0x0155_5555, 1]);
        contexts[13] = hash(&[tigers, herd & 0x00aa_aaaa, 2]);
        contexts[14] = hash(&[tigers, herd & 0x001f_ff00, 3]);
        contexts[15] = hash(&[tigers, herd & !0x001f_ff00, 4]);
        (refused.min(3) * 16 + left.min(7) * 2 + only) as usize
    }
}
