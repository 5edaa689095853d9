//! How many herds of each size have each code.
//!
//! Vectors whose addresses have as many bits set have their herds of each size in the same places.
//! So those are counted together: eight vectors are added up place by place, by carry-save adders,
//! and only what carries out of them is counted bit by bit, once for each size.

use super::register::Register;
use super::steps::load;
use super::vector::{Codes, IN_VECTOR, Vector};

/// Vectors that are added up together.
const TOGETHER: usize = 8;
/// What a bit of each sum is worth: 1, 2, 4 and 8 herds.
pub(crate) const DIGITS: usize = 4;
/// The most codes that are told apart: those of five planes but the greatest.
const MOST_CODES: usize = 31;

/// What is counted.
pub(crate) struct Counting {
    /// How many goats the herds of each class have.
    pub goats: Vec<u32>,
    /// How many values there are. Herds of the greatest are what the others leave over.
    pub values: usize,
    /// The addresses of a block's vectors, those with few bits set first.
    addresses: Vec<u32>,
    /// Where those with each number of bits begin, and the end of the last.
    starts: Vec<usize>,
    /// The places of a vector whose address in it has each number of bits.
    within: [Vector; IN_VECTOR as usize + 1],
}

impl Counting {
    /// Of herds of these sizes on `free` points.
    pub(crate) fn new(free: u32, goats: Vec<u32>, values: usize) -> Counting {
        let bits = free.max(IN_VECTOR) - IN_VECTOR;
        let mut addresses: Vec<u32> = (0..1 << bits).collect();
        addresses.sort_by_key(|address| address.count_ones());
        let start = |ones: u32| addresses.partition_point(|address| address.count_ones() < ones);
        let starts = (0..=bits + 1).map(start).collect();
        let real = Vector::first(1 << free.min(IN_VECTOR));
        let within = std::array::from_fn(|n| {
            let at_most = |n: i32| Vector::where_at_most(n).and(real);
            at_most(n as i32).and_not(at_most(n as i32 - 1))
        });
        Counting { goats, values, addresses, starts, within }
    }

    /// The addresses with this number of bits set.
    fn with_ones(&self, ones: usize) -> &[u32] {
        &self.addresses[self.starts[ones]..self.starts[ones + 1]]
    }

    /// Counts the codes of a block: for each class and value, one after the other, the herds in
    /// each lane, digit by digit.
    #[inline(always)]
    pub(crate) fn count<R: Register, const P: usize>(
        &self,
        block: &[Codes<P>],
        sums: &mut [[Vector; DIGITS]],
    ) {
        let mut classes = Vec::with_capacity(IN_VECTOR as usize + 1);
        for ones in 0..self.starts.len() - 1 {
            classes.clear();
            for (class, &goats) in self.goats.iter().enumerate() {
                let inside = goats.checked_sub(ones as u32).filter(|&n| n <= IN_VECTOR);
                classes.extend(inside.map(|n| (class * self.values, self.within[n as usize])));
            }
            if !classes.is_empty() {
                self.count_some::<R, P>(block, self.with_ones(ones), &classes, sums);
            }
        }
    }

    /// Counts the codes of vectors that have the herds of each class in the same places.
    #[inline(always)]
    fn count_some<R: Register, const P: usize>(
        &self,
        block: &[Codes<P>],
        addresses: &[u32],
        classes: &[(usize, Vector)],
        sums: &mut [[Vector; DIGITS]],
    ) {
        let codes = self.values - 1;
        let mut digits = [[R::splat(0); DIGITS - 1]; MOST_CODES];
        let eights = addresses.chunks_exact(TOGETHER);
        for &address in eights.remainder() {
            let planes: [R; P] = load(&block[address as usize]);
            for code in 0..codes {
                add(has_code(&planes, code), 0, code, classes, sums);
            }
        }
        for addresses in eights {
            let mut planes = [[R::splat(0); P]; TOGETHER];
            for at in 0..TOGETHER {
                planes[at] = load(&block[addresses[at] as usize]);
            }
            macro_rules! count_code {
                ($code:expr) => {
                    if $code < codes {
                        let carry = add_eight(&planes, $code, &mut digits[$code]);
                        add(carry, DIGITS - 1, $code, classes, sums);
                    }
                };
            }
            // With few planes, each code is compiled on its own: it takes one instruction then.
            count_code!(0);
            count_code!(1);
            count_code!(2);
            count_code!(3);
            count_code!(4);
            count_code!(5);
            count_code!(6);
            for code in 7..codes {
                count_code!(code);
            }
        }
        for (code, digits) in digits.iter().enumerate().take(codes) {
            for (number, digit) in digits.iter().enumerate() {
                add(*digit, number, code, classes, sums);
            }
        }
    }
}

/// Where a code stands.
#[inline(always)]
fn has_code<R: Register, const P: usize>(planes: &[R; P], code: usize) -> R {
    let mut all = R::splat(!0);
    for plane in 0..P {
        let flipped = R::splat(if code >> plane & 1 == 1 { 0 } else { !0 });
        all = all.and(planes[plane].xor(flipped));
    }
    all
}

/// Adds where a code stands in eight vectors to digits of 1, 2 and 4; what is carried has digit 8.
#[inline(always)]
fn add_eight<R: Register, const P: usize>(
    planes: &[[R; P]; TOGETHER],
    code: usize,
    digits: &mut [R; DIGITS - 1],
) -> R {
    let mut here = [R::splat(0); TOGETHER];
    for at in 0..TOGETHER {
        here[at] = has_code(&planes[at], code);
    }
    let [ones, twos, fours] = *digits;
    let (ones, two_a) = full_add(ones, here[0], here[1]);
    let (ones, two_b) = full_add(ones, here[2], here[3]);
    let (twos, four_a) = full_add(twos, two_a, two_b);
    let (ones, two_a) = full_add(ones, here[4], here[5]);
    let (ones, two_b) = full_add(ones, here[6], here[7]);
    let (twos, four_b) = full_add(twos, two_a, two_b);
    let (fours, eight) = full_add(fours, four_a, four_b);
    *digits = [ones, twos, fours];
    eight
}

/// The sum of three bits, place by place, and what is carried.
#[inline(always)]
fn full_add<R: Register>(a: R, b: R, c: R) -> (R, R) {
    let differ = a.xor(b);
    (differ.xor(c), differ.select(c, a))
}

/// Adds the bits of a digit to the sums of each class.
#[inline(always)]
fn add<R: Register>(
    bits: R,
    digit: usize,
    code: usize,
    classes: &[(usize, Vector)],
    sums: &mut [[Vector; DIGITS]],
) {
    for (first, within) in classes {
        let sum = &mut sums[first + code][digit];
        R::load(sum).add_ones(bits.and(R::load(within))).store(sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::dispatch;
    use crate::place::layers::code_at;
    use crate::place::register::Plain;
    use crate::testing::Random;

    /// The count of each class and value, from sums by digit and lane.
    fn totals(sums: &[[Vector; DIGITS]]) -> Vec<u64> {
        let digit = |(n, sum): (usize, &Vector)| sum.0.iter().sum::<u64>() << n;
        sums.iter().map(|digits| digits.iter().enumerate().map(digit).sum()).collect()
    }

    fn check<const P: usize>(free: u32, values: usize, random: &mut Random) {
        let goats: Vec<u32> = (0..=free.min(4)).rev().collect();
        let vectors = 1usize << (free.max(IN_VECTOR) - IN_VECTOR);
        let block: Vec<Codes<P>> = (0..vectors)
            .map(|_| std::array::from_fn(|_| Vector(std::array::from_fn(|_| random.next()))))
            .collect();
        let counting = Counting::new(free, goats.clone(), values);
        let none = || vec![[Vector::ZERO; DIGITS]; values * goats.len()];
        let (mut plain, mut best) = (none(), none());
        counting.count::<Plain, P>(&block, &mut plain);
        dispatch::count(&counting, &block, &mut best);
        let mut expected = vec![0; values * goats.len()];
        for index in 0..1u32 << free {
            let class = goats.iter().position(|&g| g == index.count_ones());
            let code = usize::from(code_at(&block, index));
            if let Some(class) = class.filter(|_| code < values - 1) {
                expected[class * values + code] += 1;
            }
        }
        assert_eq!(totals(&plain), expected, "{free} points, {values} values");
        assert_eq!(totals(&best), expected, "{free} points, {values} values");
    }

    #[test]
    fn counts_equal_those_one_by_one() {
        let mut random = Random::new(71);
        for free in [3, 6, 9, 11, 14] {
            check::<2>(free, 3, &mut random);
            check::<2>(free, 4, &mut random);
            check::<3>(free, 7, &mut random);
            check::<3>(free, 8, &mut random);
            check::<4>(free, 12, &mut random);
            check::<5>(free, 22, &mut random);
            check::<5>(free, 32, &mut random);
        }
    }
}
