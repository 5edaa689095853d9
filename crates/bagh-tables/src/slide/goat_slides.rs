//! Goats' slides backwards: from which herds of a block every slide leads into a set of herds.
//!
//! A set of herds is one bit for each index, in vectors. A slide exchanges two bits of the index,
//! so the herds after it are the same set with two address bits exchanged: 512 herds at a time.

use super::herds::Herds;
use crate::place::register::Register;
use crate::place::vector::{IN_VECTOR, IN_WORD, Vector};
use crate::space::{Space, bits, spread, squeeze};

/// The slides of the goats of one block.
pub(crate) struct GoatSlides {
    /// For each free point, by index bit, the free points next to it.
    next_to: Vec<u32>,
    /// Pairs of points next to each other, both inside the vector.
    inside: Vec<(u32, u32)>,
    /// Points inside the vector, with the points of the vector address that are next to them.
    crossing: Vec<(u32, u32)>,
}

impl GoatSlides {
    pub(crate) fn new(space: &Space, block: u32) -> GoatSlides {
        let tigers = space.tigers(block);
        let next_to: Vec<u32> = (0..space.free())
            .map(|bit| {
                let label = spread(1 << bit, tigers).trailing_zeros();
                squeeze(space.neighbours(label) & !tigers, tigers)
            })
            .collect();
        let within = (1u32 << IN_VECTOR) - 1;
        let low =
            || next_to.iter().enumerate().take(IN_VECTOR as usize).map(|(a, &n)| (a as u32, n));
        GoatSlides {
            inside: low()
                .flat_map(|(a, near)| {
                    bits(near & within).filter(move |&b| a < b).map(move |b| (a, b))
                })
                .collect(),
            crossing: low()
                .map(|(a, near)| (a, near >> IN_VECTOR))
                .filter(|&(_, outside)| outside != 0)
                .collect(),
            next_to,
        }
    }

    /// The herds from which one slide leads to this one, which are those that it leads to.
    #[inline(always)]
    pub(crate) fn neighbours(&self, index: u32, mut f: impl FnMut(u32)) {
        let all = (1u32 << self.next_to.len()) - 1;
        for from in bits(index) {
            for to in bits(self.next_to[from as usize] & !index & all) {
                f(index ^ 1 << from ^ 1 << to);
            }
        }
    }

    /// Whether every slide from a herd leads into a set.
    #[inline(always)]
    pub(crate) fn all_lead_into(&self, herds: &Herds, set: &[Vector], index: u32) -> bool {
        bits(index).all(|from| {
            bits(self.next_to[from as usize] & !index)
                .all(|to| herds.contains(set, index ^ 1 << from ^ 1 << to))
        })
    }

    /// Points of the vector address next to one of them.
    #[inline(always)]
    fn outside(&self, bit: u32) -> u32 {
        self.next_to[(bit + IN_VECTOR) as usize] >> IN_VECTOR
    }
}

bagh_simd::dispatch! {
    /// The herds from which every slide leads into a set, other than those that are known: vectors
    /// that have any, with their addresses.
    pub(crate) fn all_lead_into(
        herds: &Herds,
        slides: &GoatSlides,
        set: &[Vector],
        known: &[Vector],
        found: &mut Vec<(u32, Vector)>,
    ) {
        avx512_icelake => {
            all_lead_into_with::<crate::place::avx512::Avx512>(herds, slides, set, known, found)
        },
        avx2 => all_lead_into_with::<crate::place::avx2::Avx2>(herds, slides, set, known, found),
        plain => {
            all_lead_into_with::<crate::place::register::Plain>(herds, slides, set, known, found)
        },
    }
}

#[inline(always)]
fn all_lead_into_with<R: Register>(
    herds: &Herds,
    slides: &GoatSlides,
    set: &[Vector],
    known: &[Vector],
    found: &mut Vec<(u32, Vector)>,
) {
    found.clear();
    for (number, &address) in herds.addresses.iter().enumerate() {
        let candidates = herds.within(address).and_not(known[number]);
        if candidates == Vector::ZERO {
            continue;
        }
        let mut all = R::load(&candidates);
        // Between points of the vector address: the same places of another vector.
        for from in bits(address) {
            for to in bits(slides.outside(from) & !address) {
                all = all.and(R::load(herds.vector(set, address ^ 1 << from ^ 1 << to)));
            }
        }
        // Between a point of the vector address and one inside: another vector, shifted.
        for &(inside, outside) in &slides.crossing {
            let taken = R::load(&herds.taken[inside as usize]);
            for bit in bits(outside) {
                let there = R::load(herds.vector(set, address ^ 1 << bit));
                all = if address >> bit & 1 == 0 {
                    taken.select(all.and(up(there, inside)), all)
                } else {
                    taken.select(all, all.and(down(there, inside)))
                };
            }
        }
        // Between points inside: the same vector, shifted twice.
        let here = R::load(&set[number]);
        for &(a, b) in &slides.inside {
            let (a_taken, b_taken) =
                (R::load(&herds.taken[a as usize]), R::load(&herds.taken[b as usize]));
            let from_a = all.and(up(down(here, b), a));
            let from_b = all.and(up(down(here, a), b));
            all = a_taken.select(b_taken.select(all, from_a), b_taken.select(from_b, all));
        }
        let mut vector = Vector::ZERO;
        all.store(&mut vector);
        if vector != Vector::ZERO {
            found.push((address, vector));
        }
    }
}

/// What stands where a point inside the vector is empty, moved to where it is taken. What comes to
/// the other places means nothing.
#[inline(always)]
fn up<R: Register>(x: R, bit: u32) -> R {
    match bit.checked_sub(IN_WORD) {
        None => x.shl(1 << bit),
        Some(0) => x.lanes_up::<0>(),
        Some(1) => x.lanes_up::<1>(),
        Some(_) => x.lanes_up::<2>(),
    }
}

/// What stands where a point inside the vector is taken, moved to where it is empty.
#[inline(always)]
fn down<R: Register>(x: R, bit: u32) -> R {
    match bit.checked_sub(IN_WORD) {
        None => x.shr(1 << bit),
        Some(0) => x.lanes_down::<0>(),
        Some(1) => x.lanes_down::<1>(),
        Some(_) => x.lanes_down::<2>(),
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::place::register::Plain;
    use crate::slide::herds::each;
    use crate::testing::{Random, small_games};

    #[test]
    fn vectors_of_herds_equal_herds_one_by_one() {
        let mut random = Random::new(37);
        let mut games = small_games(60, 5..=16, 41);
        games.extend([Game::bagh_chal(), Game::aadu_puli()].map(Clone::clone));
        for game in &games {
            let space = Space::new(game).unwrap();
            let slides = GoatSlides::new(&space, random.below(space.blocks()) as u32);
            let goats = random.below(usize::from(game.goats()) + 1) as u32;
            let herds = Herds::new(&space, goats);
            // Sets with nearly all herds, or no slide would be left; and half of those known.
            let empty = vec![Vector::ZERO; herds.vectors()];
            let (mut most, mut known) = (empty.clone(), empty.clone());
            let mut all = empty.clone();
            for &index in &herds.subsets {
                herds.insert(&mut all, index);
                if random.below(8) > 0 {
                    herds.insert(&mut most, index);
                }
                if random.below(2) == 0 {
                    herds.insert(&mut known, index);
                }
            }
            for set in [&most, &empty, &all] {
                let plain = |&index: &u32| {
                    !herds.contains(&known, index) && slides.all_lead_into(&herds, set, index)
                };
                let expected: Vec<u32> = herds.subsets.iter().copied().filter(plain).collect();
                let herds_of = |found: &[(u32, Vector)]| -> Vec<u32> {
                    let mut herds = Vec::new();
                    for (address, vector) in found {
                        each(*address, vector, |index| herds.push(index));
                    }
                    herds
                };
                let mut found = Vec::new();
                all_lead_into(&herds, &slides, set, &known, &mut found);
                assert_eq!(herds_of(&found), expected);
                all_lead_into_with::<Plain>(&herds, &slides, set, &known, &mut found);
                assert_eq!(herds_of(&found), expected);
            }
        }
    }

    #[test]
    fn neighbours_are_one_slide_apart() {
        let space = Space::new(Game::aadu_puli()).unwrap();
        let slides = GoatSlides::new(&space, 5);
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let index = random.next() as u32 & ((1 << space.free()) - 1);
            let mut count = 0;
            slides.neighbours(index, |next| {
                count += 1;
                assert_eq!(next.count_ones(), index.count_ones());
                let mut leads_back = false;
                slides.neighbours(next, |back| leads_back |= back == index);
                assert!(leads_back);
            });
            let herd = spread(index, space.tigers(5));
            let empty = !herd & !space.tigers(5);
            let slides: u32 =
                bits(herd).map(|from| (space.neighbours(from) & empty).count_ones()).sum();
            assert_eq!(count, slides);
        }
    }
}
