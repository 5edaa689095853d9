//! Questions of one turn: which places hold the claim.
//!
//! All positions of a turn go to the same shape. The places that they wish for there are asked
//! about, those that most wish for first, until each position has its choice or no wish left.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rayon::prelude::*;

/// A question: does this place hold the claim?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The place.
    pub place: u64,
    /// Its shape.
    pub shape: u32,
    /// Positions that want to go there.
    pub wanted: u32,
    /// Whether one of them has nowhere else to go in this shape.
    pub only: bool,
    /// How many shapes the one of them that was refused most often has behind it.
    pub refused: u8,
    /// How many moves the one of them with the fewest has left, this one aside.
    pub left: u8,
    /// Whether one of them captures by it.
    pub capture: bool,
}

/// A shape that can be taken or left.
pub struct Offer<'a> {
    /// The positions without a choice that can go there.
    pub here: &'a [u32],
    /// Their moves: whose, by its place in that list, and what would be asked.
    pub wishes: Vec<(u32, Question)>,
    /// How many they are; half as many each time that the shape is offered again.
    pub wanted: f64,
    /// Whether it will not be offered again.
    pub last: bool,
}

/// Who answers.
pub trait Judge: Send {
    /// Whether a place holds the claim.
    fn holds(&mut self, question: &Question) -> bool;
    /// Whether a shape is taken, where there is no list of shapes.
    fn takes(&mut self, offer: &Offer<'_>) -> bool;
}

/// A move to a place, of a position of the shape at hand.
#[derive(Clone, Copy)]
pub struct Wish {
    /// The place.
    pub place: u64,
    /// The number of the position among those at hand.
    pub who: u32,
    /// The number of the move.
    pub number: u8,
    /// Whether it captures.
    pub capture: bool,
}

/// What a position can do after the shape at hand.
#[derive(Clone, Copy)]
pub struct Rest {
    /// Its next shape.
    pub next: u32,
    /// Its places that are still open: those of the shape at hand, and moves to later ones.
    pub open: u8,
    /// Those of the shape at hand.
    pub here: u8,
    /// Where its wishes begin.
    pub start: u32,
}

/// Positions of one turn, with what they wish.
#[derive(Default)]
pub struct Batch {
    /// The positions.
    pub here: Vec<u32>,
    /// All their wishes, those of one position together.
    pub wishes: Vec<Wish>,
    /// What else each of them can do.
    pub rests: Vec<Rest>,
}

impl Batch {
    /// What would be asked about each wish, with this shape.
    pub fn questions(&self, shape: u32, refused: &[u8]) -> Vec<(u32, Question)> {
        let question = |wish: &Wish| {
            let rest = self.rests[wish.who as usize];
            let question = Question {
                place: wish.place,
                shape,
                wanted: 1,
                only: rest.here == 1,
                refused: refused[self.here[wish.who as usize] as usize],
                left: rest.open - 1,
                capture: wish.capture,
            };
            (wish.who, question)
        };
        self.wishes.iter().map(question).collect()
    }

    /// Puts other positions behind these.
    pub fn add(&mut self, more: Batch) {
        let (who, start) = (self.here.len() as u32, self.wishes.len() as u32);
        self.here.extend(more.here);
        self.wishes.extend(more.wishes.into_iter().map(|w| Wish { who: who + w.who, ..w }));
        self.rests.extend(more.rests.into_iter().map(|r| Rest { start: start + r.start, ..r }));
    }
}

/// Asks about the places of one turn. Returns how many positions have their choice now.
///
/// First come the places without which some position has nowhere to go in this shape: it has
/// to be asked about in any case. Of the others that which most positions want comes first.
pub fn ask(
    shape: u32,
    batch: &mut Batch,
    refused: &[u8],
    judge: &mut impl Judge,
    choices: &mut [u8],
) -> u64 {
    let Batch { here, wishes, rests } = batch;
    let mut sorted: Vec<(u64, u32)> =
        (0u32..).zip(&*wishes).map(|(number, wish)| (scrambled(wish.place), number)).collect();
    if sorted.len() > 1 << 14 {
        sorted.par_sort_unstable();
    } else {
        sorted.sort_unstable();
    }
    let groups: Vec<&[(u64, u32)]> = sorted.chunk_by(|a, b| a.0 == b.0).collect();
    let mut group_of = vec![0u32; wishes.len()];
    for (number, group) in (0u32..).zip(&groups) {
        group.iter().for_each(|&(_, wish)| group_of[wish as usize] = number);
    }
    let wish_of = |&(_, wish): &(u64, u32)| &wishes[wish as usize];
    let worth = |group: &[(u64, u32)], rests: &[Rest]| {
        let open = group.iter().map(|w| rests[wish_of(w).who as usize]);
        open.filter(|rest| rest.open != DONE)
            .fold((false, 0u32), |(only, count), rest| (only | (rest.here == 1), count + 1))
    };
    let mut heap: BinaryHeap<((bool, u32), Reverse<u32>)> =
        (0u32..).zip(&groups).map(|(n, group)| (worth(group, rests), Reverse(n))).collect();
    let mut answered = vec![false; groups.len()];
    let mut done = 0;
    while let Some((before, Reverse(number))) = heap.pop() {
        if answered[number as usize] {
            continue;
        }
        let group = groups[number as usize];
        let now = worth(group, rests);
        if now.1 == 0 {
            continue;
        }
        if now < before {
            heap.push((now, Reverse(number)));
            continue;
        }
        answered[number as usize] = true;
        let mut question = Question {
            place: wish_of(&group[0]).place,
            shape,
            wanted: now.1,
            only: now.0,
            refused: 0,
            left: u8::MAX,
            capture: false,
        };
        for wish in group.iter().map(wish_of) {
            let rest = rests[wish.who as usize];
            if rest.open != DONE {
                question.left = question.left.min(rest.open - 1);
                let before = refused[here[wish.who as usize] as usize];
                question.refused = question.refused.max(before);
                question.capture |= wish.capture;
            }
        }
        // Where somebody has no other place left, nothing is asked.
        let holds = question.left == 0 || judge.holds(&question);
        for wish in group.iter().map(wish_of) {
            let rest = &mut rests[wish.who as usize];
            if rest.open == DONE {
                continue;
            }
            if holds {
                choices[here[wish.who as usize] as usize] = wish.number;
                rest.open = DONE;
                done += 1;
                continue;
            }
            rest.open -= 1;
            rest.here -= 1;
            if rest.here == 1 {
                // The last one has become more urgent.
                let mine = (rest.start as usize..).map(|at| group_of[at]);
                let last = mine.into_iter().find(|&group| !answered[group as usize]);
                if let Some(last) = last {
                    heap.push(((true, u32::MAX), Reverse(last)));
                }
            }
        }
    }
    done
}

/// A position that has its choice.
pub const DONE: u8 = u8::MAX;

/// Another number for each place: between places that as many want there is no preference.
fn scrambled(place: u64) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    place.wrapping_mul(ODD).rotate_left(32).wrapping_mul(ODD)
}
