//! Points of a board, and sets of them.

use std::fmt;

/// The largest number of points that a board may have.
pub const MAX_POINTS: usize = 32;

/// One point of a board, by its index in reading order.
///
/// Names and coordinates belong to the [`Board`](crate::Board).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
pub struct Point(u8);

#[cfg(feature = "serde")]
impl From<Point> for u8 {
    fn from(point: Point) -> u8 {
        point.0
    }
}

#[cfg(feature = "serde")]
impl TryFrom<u8> for Point {
    type Error = String;

    fn try_from(index: u8) -> Result<Point, String> {
        match usize::from(index) < MAX_POINTS {
            true => Ok(Point(index)),
            false => Err(format!("point: found {index}, expected 0 to {}", MAX_POINTS - 1)),
        }
    }
}

impl Point {
    /// The point with this index.
    ///
    /// # Panics
    /// If the index is not below [`MAX_POINTS`].
    #[inline]
    pub const fn new(index: usize) -> Point {
        assert!(index < MAX_POINTS);
        Point(index as u8)
    }

    /// The index of this point in reading order.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that tables of MAX_POINTS entries are never overrun.
        (self.0 & 31) as usize
    }

    /// The set of just this point.
    #[inline]
    pub const fn set(self) -> Points {
        Points(1 << (self.0 & 31))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of points, one bit a point: bit `i` stands for the point with index `i`.
///
/// ```
/// use bagh::{Point, Points};
///
/// let pair = Point::new(3).set() | Point::new(7).set();
/// assert_eq!(pair.len(), 2);
/// assert!(pair.contains(Point::new(7)));
/// assert_eq!(pair.iter().map(Point::index).collect::<Vec<_>>(), [3, 7]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Points(u32);

impl Points {
    /// No point at all.
    pub const EMPTY: Points = Points(0);

    /// The set with exactly these bits.
    #[inline]
    pub const fn from_bits(bits: u32) -> Points {
        Points(bits)
    }

    /// The bits of this set.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The first `count` points of a board.
    pub const fn first(count: usize) -> Points {
        assert!(count <= MAX_POINTS);
        Points(((1u64 << count) - 1) as u32)
    }

    /// How many points are in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & point.set().0 != 0
    }

    /// Whether all points of the other set are in this one.
    #[inline]
    pub const fn contains_all(self, other: Points) -> bool {
        other.0 & !self.0 == 0
    }

    /// The points of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }

    /// Takes the point with the lowest index out of the set.
    #[inline]
    pub const fn pop(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }

    /// The points in the order of their indices.
    #[inline]
    pub const fn iter(self) -> PointsIter {
        PointsIter(self)
    }
}

impl std::ops::BitOr for Points {
    type Output = Points;
    #[inline]
    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Points {
    type Output = Points;
    #[inline]
    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl std::ops::BitXor for Points {
    type Output = Points;
    #[inline]
    fn bitxor(self, other: Points) -> Points {
        Points(self.0 ^ other.0)
    }
}

impl std::ops::BitOrAssign for Points {
    #[inline]
    fn bitor_assign(&mut self, other: Points) {
        self.0 |= other.0;
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::EMPTY, |set, p| set | p.set())
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;
    #[inline]
    fn into_iter(self) -> PointsIter {
        self.iter()
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The points of a set, in the order of their indices.
#[derive(Clone, Debug)]
pub struct PointsIter(Points);

impl Iterator for PointsIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        self.0.pop()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for PointsIter {}
