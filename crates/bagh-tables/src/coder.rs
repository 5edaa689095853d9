//! A binary arithmetic coder: each answer takes as much room as it is surprising.
//!
//! The coder keeps an interval of numbers of 32 bits. An answer takes the part of it that belongs
//! to its probability; leading bytes that are settled are written. Reading does the same with the
//! number that the bytes make up.

/// Splits an interval: the lower part is that of a yes, of a probability in parts of 65,536.
fn split(low: u32, high: u32, yes: u32) -> u32 {
    debug_assert!((1..65536).contains(&yes));
    low + ((u64::from(high - low) * u64::from(yes)) >> 16) as u32
}

/// Whether the leading bytes of both ends are the same.
fn is_settled(low: u32, high: u32) -> bool {
    (low ^ high) >> 24 == 0
}

/// Writes answers.
pub struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

impl Encoder {
    /// Nothing is written yet.
    pub fn new() -> Encoder {
        Encoder::default()
    }

    /// Writes an answer that is a yes with this probability, 1 to 65,535 parts of 65,536.
    pub fn write(&mut self, answer: bool, yes: u32) {
        let middle = split(self.low, self.high, yes);
        if answer {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while is_settled(self.low, self.high) {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
    }

    /// The bytes of all answers. Those at the end that are zero are left out: the decoder reads
    /// zeros after its end.
    pub fn finish(mut self) -> Vec<u8> {
        if self.low > 0 {
            // The interval holds a number of which only the first byte is not zero: the first
            // bytes of its ends differ.
            self.bytes.push((self.high >> 24) as u8);
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads answers.
pub struct Decoder<'a> {
    at: Bookmark,
    bytes: &'a [u8],
}

/// Where a decoder is, so that another one goes on from there.
#[derive(Clone, Copy, Debug)]
pub struct Bookmark {
    low: u32,
    high: u32,
    number: u32,
    /// How many bytes were taken; those after the end are zeros.
    taken: usize,
}

impl<'a> Decoder<'a> {
    /// Begins to read.
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let at = Bookmark { low: 0, high: u32::MAX, number: 0, taken: 0 };
        let mut decoder = Decoder { at, bytes };
        (0..4).for_each(|_| decoder.take());
        decoder
    }

    /// Goes on from where another decoder of the same bytes was.
    pub fn resume(bytes: &'a [u8], at: Bookmark) -> Decoder<'a> {
        Decoder { at, bytes }
    }

    /// Where it is.
    pub fn bookmark(&self) -> Bookmark {
        self.at
    }

    #[inline]
    fn take(&mut self) {
        let byte = self.bytes.get(self.at.taken).copied().unwrap_or(0);
        self.at.number = self.at.number << 8 | u32::from(byte);
        self.at.taken += 1;
    }

    /// Reads an answer that is a yes with this probability, 1 to 65,535 parts of 65,536.
    #[inline]
    pub fn read(&mut self, yes: u32) -> bool {
        let middle = split(self.at.low, self.at.high, yes);
        let answer = self.at.number <= middle;
        if answer {
            self.at.high = middle;
        } else {
            self.at.low = middle + 1;
        }
        while is_settled(self.at.low, self.at.high) {
            self.at.low <<= 8;
            self.at.high = self.at.high << 8 | 255;
            self.take();
        }
        answer
    }

    /// Whether nothing is left over.
    pub fn is_finished(&self) -> bool {
        self.bytes.len() <= self.at.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(answers in prop::collection::vec((any::<bool>(), 1u32..65536), 0..2000)) {
            let mut encoder = Encoder::new();
            answers.iter().for_each(|&(answer, yes)| encoder.write(answer, yes));
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (number, &(answer, yes)) in answers.iter().enumerate() {
                if number % 7 == 3 {
                    decoder = Decoder::resume(&bytes, decoder.bookmark());
                }
                prop_assert_eq!(decoder.read(yes), answer);
            }
            prop_assert!(decoder.is_finished());
        }

        #[test]
        fn anything_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..100), likely in prop::collection::vec(1u32..65536, 0..2000)) {
            let mut decoder = Decoder::new(&bytes);
            let answers: Vec<bool> = likely.iter().map(|&yes| decoder.read(yes)).collect();
            // What comes of it is what these bytes stand for, if all of them were needed.
            let mut encoder = Encoder::new();
            answers.iter().zip(&likely).for_each(|(&answer, &yes)| encoder.write(answer, yes));
            let again = encoder.finish();
            let mut decoder = Decoder::new(&again);
            prop_assert!(answers.iter().zip(&likely).all(|(&answer, &yes)| decoder.read(yes) == answer));
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let mut encoder = Encoder::new();
        (0..80_000).for_each(|_| encoder.write(false, 536));
        // 0.012 bits each.
        assert!((100..130).contains(&encoder.finish().len()));
        // Nothing at all has to be said of what the zeros after the end stand for.
        let mut encoder = Encoder::new();
        (0..10).for_each(|_| encoder.write(true, 60_000));
        assert!(encoder.finish().is_empty());
    }
}
