//! The logistic function in whole numbers, so that it comes to the same on every machine: what turns
//! the weighted opinions of contexts into a probability.

/// The logistic function, from −12 to 12 in steps of a half, in parts of 65,536.
const LOGISTIC: [i32; 49] = [
    1, 1, 1, 2, 3, 5, 8, 13, 22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812,
    11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816,
    65097, 65269, 65374, 65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535,
    65535, 65535,
];
/// The largest argument, in parts of 256.
pub const MOST: i32 = 24 * 128 - 1;

/// The logistic function: parts of 256 to parts of 65,536.
#[inline]
pub fn squash(x: i32) -> i32 {
    let x = x.clamp(-MOST, MOST) + 24 * 128;
    let (at, part) = ((x >> 7) as usize, x & 127);
    ((LOGISTIC[at] * (128 - part) + LOGISTIC[at + 1] * part + 64) >> 7).clamp(1, 65535)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_function_goes_up_all_the_way() {
        let mut before = 0;
        for x in -4000..4000 {
            let now = squash(x);
            assert!(now >= before && (1..65536).contains(&now));
            before = now;
        }
        assert_eq!(squash(0), 32768);
    }
}
