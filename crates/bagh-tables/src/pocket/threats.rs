//! What the tigers of a block threaten, herd by herd.

use crate::space::{Space, squeeze};

/// The moves of a block's tigers, as bits of an index.
pub(crate) struct Hunters(Vec<Hunter>);

struct Hunter {
    /// Where it can slide.
    slides: u32,
    /// Where it can jump: over, and to.
    jumps: Vec<(u32, u32)>,
}

impl Hunters {
    pub(crate) fn new(space: &Space, block: u32) -> Hunters {
        let tigers = space.tigers(block);
        let bit = |label: u32| squeeze(1 << label, tigers);
        let moves = space.tiger_moves(block);
        let of = |from: u32| {
            let own = moves.iter().filter(move |mv| mv.from == from);
            let slides = own.clone().filter(|mv| mv.over.is_none());
            Hunter {
                slides: slides.fold(0, |set, mv| set | bit(mv.to)),
                jumps: own.filter_map(|mv| Some((bit(mv.over?), bit(mv.to)))).collect(),
            }
        };
        Hunters(crate::space::bits(tigers).map(of).collect())
    }
}

/// What the tigers threaten in the herds of one piece.
pub(crate) struct Threats {
    /// Jumps that the high bits alone allow.
    certain: u32,
    /// Jumps that depend on the low bits.
    jumps: Vec<Jump>,
    /// For each tiger that the high bits do not let move: the low bits where it can slide, and its
    /// jumps.
    stuck: Vec<(u32, std::ops::Range<usize>)>,
}

/// A jump that is possible where the low bits of a herd agree.
struct Jump {
    care: u32,
    want: u32,
    /// The goat's bit, if it is a low one.
    over: u32,
}

/// What the tigers threaten in one herd.
pub(crate) struct Threat {
    /// How many jumps they have.
    pub jumps: u32,
    /// How many of them cannot move.
    pub trapped: u32,
}

impl Threats {
    pub(crate) fn new(hunters: &Hunters, high: u32, low_bits: u32) -> Threats {
        let low = (1u32 << low_bits) - 1;
        let herd = high << low_bits;
        let (mut certain, mut jumps, mut stuck) = (0, Vec::new(), Vec::new());
        for hunter in &hunters.0 {
            let first = jumps.len();
            let mut is_free = hunter.slides & !low & !herd != 0;
            for &(over, to) in &hunter.jumps {
                if over & !low & !herd != 0 || to & herd != 0 {
                    continue;
                }
                let care = (over | to) & low;
                if care == 0 {
                    certain += 1;
                    is_free = true;
                } else {
                    jumps.push(Jump { care, want: over & low, over: over & low });
                }
            }
            if !is_free {
                stuck.push((hunter.slides & low, first..jumps.len()));
            }
        }
        Threats { certain, jumps, stuck }
    }

    /// What is threatened in the herd with these low bits; `prey` hears of each low goat that can
    /// be captured.
    #[inline(always)]
    pub(crate) fn of(&self, low: u32, mut prey: impl FnMut(u32)) -> Threat {
        let mut jumps = self.certain;
        for jump in &self.jumps {
            if low & jump.care == jump.want {
                jumps += 1;
                if jump.over != 0 {
                    prey(jump.over);
                }
            }
        }
        let is_trapped = |(slides, own): &&(u32, std::ops::Range<usize>)| {
            low & slides == *slides
                && self.jumps[own.clone()].iter().all(|jump| low & jump.care != jump.want)
        };
        let trapped = match self.stuck.is_empty() {
            true => 0,
            false => self.stuck.iter().filter(is_trapped).count() as u32,
        };
        Threat { jumps, trapped }
    }
}
