//! What is known of one sliding position: its value's code and its plies, in 16 bits.

/// Bits of the plies.
const PLIES: u32 = 11;

/// The most plies that an entry holds.
pub(crate) const MAX_PLIES: u16 = (1 << PLIES) - 1;

/// A value's code and plies, or nothing yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry(u16);

impl Entry {
    pub(crate) const UNKNOWN: Entry = Entry(u16::MAX);

    #[inline(always)]
    pub(crate) fn new(code: u8, plies: u16) -> Entry {
        Entry(u16::from(code) << PLIES | plies)
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u16) -> Entry {
        Entry(bits)
    }

    #[inline(always)]
    pub(crate) fn bits(self) -> u16 {
        self.0
    }

    #[inline(always)]
    pub(crate) fn is_known(self) -> bool {
        self.0 != u16::MAX
    }

    #[inline(always)]
    pub(crate) fn code(self) -> u8 {
        (self.0 >> PLIES) as u8
    }

    #[inline(always)]
    pub(crate) fn plies(self) -> u16 {
        self.0 & MAX_PLIES
    }
}
