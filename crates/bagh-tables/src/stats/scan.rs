//! Going through the sliding tables of one number of captures, both sides to move at once.

use bagh::{Position, Side};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::reader::TableFile;
use crate::file::sliding::block_entries;
use crate::rank::Ranking;
use crate::slide::entry::Entry;
use crate::space::Space;
use crate::tables::Tables;
use crate::twins::first_twin;
use crate::value::Value;
use crate::verdict::Verdict;

/// A board image with the entries of both sides to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub block: u32,
    pub index: u32,
    pub tiger: Entry,
    pub goat: Entry,
}

/// The sliding positions after this many captures with this side to move and this verdict, one for
/// all that are symmetric to each other.
pub fn sliding_positions(
    tables: &Tables,
    captured: u8,
    turn: Side,
    verdict: Verdict,
) -> Result<Vec<Position>, TableError> {
    let space = tables.space();
    let captures = space.game().captures();
    let found = fold_class(
        tables,
        captured,
        Vec::new,
        |found: &mut Vec<(u32, u32)>, pair| {
            let entry = match turn {
                Side::Tiger => pair.tiger,
                Side::Goat => pair.goat,
            };
            let value = Value::from_code(entry.code(), captures);
            if verdict == (Verdict { value, plies: Some(entry.plies()) }) {
                found.push((pair.block, pair.index));
            }
        },
        |mut a, b| {
            a.extend(b);
            a
        },
    )?;
    let position = |(block, index)| space.position(block, index, turn, 0, captured);
    Ok(found.into_iter().map(position).collect())
}

/// Adds up something over all board images of a class, each taken once for all its symmetric ones.
pub(crate) fn fold_class<T: Send>(
    tables: &Tables,
    captured: u8,
    new: impl Fn() -> T + Sync + Send,
    add: impl Fn(&mut T, Pair) + Sync + Send,
    join: impl Fn(T, T) -> T + Sync + Send,
) -> Result<T, TableError> {
    let space = tables.space();
    let goats = u32::from(space.game().goats() - captured);
    let open = |turn| tables.open_table(Contents::Sliding { captured, turn });
    let (tiger, goat) = (open(Side::Tiger)?, open(Side::Goat)?);
    let subsets = Ranking::new(space.free(), goats).subsets();
    let positions = space.blocks() * subsets.len();
    let size = tiger.header().block_positions as usize;
    for file in [&tiger, &goat] {
        let fits = file.header().block_positions as usize == size;
        if !fits || file.blocks() != positions.div_ceil(size) {
            return Err(TableError::damaged(file.path(), "it has another number of positions"));
        }
    }
    (0..tiger.blocks())
        .into_par_iter()
        .map(|number| {
            let start = number * size;
            let count = size.min(positions - start);
            let (tiger, goat) = (entries(&tiger, number, count)?, entries(&goat, number, count)?);
            let mut sum = new();
            each_image(space, &subsets, start, &tiger, &goat, |pair| add(&mut sum, pair));
            Ok(sum)
        })
        .try_reduce(&new, |a, b| Ok(join(a, b)))
}

/// The first entries of one compressed block.
pub(crate) fn entries(
    file: &TableFile,
    number: usize,
    count: usize,
) -> Result<Vec<u16>, TableError> {
    let mut entries = vec![0; count];
    block_entries(file, number, &mut entries)?;
    Ok(entries)
}

/// Calls `f` with the board images of a run of entries, the first of which stands at `start` in
/// the class; of images that are symmetric to each other only with the first.
pub(crate) fn each_image(
    space: &Space,
    subsets: &[u32],
    start: usize,
    tiger: &[u16],
    goat: &[u16],
    mut f: impl FnMut(Pair),
) {
    for (at, (&tiger, &goat)) in (start..).zip(tiger.iter().zip(goat)) {
        let (block, index) = ((at / subsets.len()) as u32, subsets[at % subsets.len()]);
        if first_twin(space, block, index) == index {
            let (tiger, goat) = (Entry::from_bits(tiger), Entry::from_bits(goat));
            f(Pair { block, index, tiger, goat });
        }
    }
}
