//! Comparing an edition with the tables that it was made from.

use bagh::{Position, Side};
use rayon::prelude::*;

use super::block::{Piece, pieces};
use super::edition::Pocket;
use super::layer::Layer;
use super::prober::PocketProber;
use super::threats::Hunters;
use super::values::Values;
use crate::rank::Ranking;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;
use crate::verify::random::Random;

/// Random positions that one prober looks up.
const TOGETHER: u64 = 500;
/// Random positions with the same tigers.
const CLUSTER: usize = 20;
/// The lowest points of a herd, on which the goats of such positions differ.
const LOW: u32 = 10;
/// Herds that are drawn until another number of goats is tried. There are about as many subsets of
/// the free points, of which some have as few goats as were placed.
const DRAWS: usize = 1 << 20;

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Positions that were compared.
    pub positions: u64,
    /// The first that differs, if one does.
    pub difference: Option<Difference>,
}

/// A position of which edition and tables say different things.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The position.
    pub position: Position,
    /// What the edition says.
    pub found: Value,
    /// What the tables say.
    pub expected: Value,
}

/// Compares every position with tiger to move of the layers after these numbers of goats, and this
/// many random positions that are not stored, of both sides. `told` hears how many were compared.
pub fn check(
    pocket: &Pocket,
    tables: &Tables,
    layers: &[u8],
    random: u64,
    seed: u64,
    told: &(dyn Fn(u64) + Sync),
) -> Result<Checked, ProbeError> {
    let mut checked = Checked::default();
    for &placed in layers {
        let blocks = (0..pocket.space().blocks() as u32).into_par_iter();
        let layer = pocket.layer(pocket.layer_from(placed.into()));
        let found: Vec<Checked> = if layer.shape.placed == u32::from(placed) {
            let values = Values::open(tables, placed)?;
            blocks
                .map(|block| stored_block(pocket, layer, &values, block, told))
                .collect::<Result<_, _>>()?
        } else {
            blocks
                .map(|block| searched_block(pocket, tables, placed, block, told))
                .collect::<Result<_, _>>()?
        };
        found.into_iter().for_each(|found| checked.add(found));
    }
    let found: Vec<Checked> = (0..random.div_ceil(TOGETHER))
        .into_par_iter()
        .map(|number| {
            let count = TOGETHER.min(random - number * TOGETHER);
            some_random(pocket, tables, count, seed.wrapping_add(number << 20), told)
        })
        .collect::<Result<_, _>>()?;
    found.into_iter().for_each(|found| checked.add(found));
    Ok(checked)
}

impl Checked {
    fn add(&mut self, other: Checked) {
        self.positions += other.positions;
        self.difference = self.difference.take().or(other.difference);
    }

    fn compare(
        &mut self,
        prober: &mut PocketProber,
        tables: &Tables,
        position: Position,
    ) -> Result<(), ProbeError> {
        let found = prober.value(&position)?;
        let expected = tables.probe(&position)?.value;
        self.positions += 1;
        if found != expected && self.difference.is_none() {
            self.difference = Some(Difference { position, found, expected });
        }
        Ok(())
    }
}

/// Every position of a block that is stored: decoded piece by piece, beside what the tables have.
fn stored_block(
    pocket: &Pocket,
    layer: &Layer,
    values: &Values<'_>,
    block: u32,
    told: &(dyn Fn(u64) + Sync),
) -> Result<Checked, ProbeError> {
    let (game, space, shape) = (pocket.game(), pocket.space(), &layer.shape);
    let expected = values.block(space, block)?;
    let bytes = layer.block(block)?;
    let ranges = pieces(shape, &bytes).ok_or_else(|| layer.damaged(block))?;
    let hunters = Hunters::new(space, block);
    let mut checked = Checked::default();
    for (high, range) in (0u32..).zip(ranges) {
        let mut piece = Piece::new(shape, &hunters, high);
        for number in 0..shape.classes {
            let captured = shape.captured(number);
            piece.decode(shape, &layer.model, &bytes[range.clone()], captured);
        }
        for captured in 0..shape.classes {
            for &low in shape.lows(high, captured) {
                let index = high << shape.low | u32::from(low);
                let (found, expected) = (piece.value(low.into()), expected[index as usize]);
                checked.positions += 1;
                if found != expected && checked.difference.is_none() {
                    let in_hand = game.goats() - shape.placed as u8;
                    let turn = Side::Tiger;
                    let position = space.position(block, index, turn, in_hand, captured as u8);
                    let value = |code: u8| Value::from_code(code, game.captures());
                    let (found, expected) = (value(found), value(expected));
                    checked.difference = Some(Difference { position, found, expected });
                }
            }
        }
    }
    told(checked.positions);
    Ok(checked)
}

/// Every position of a block with tiger to move, searched.
fn searched_block(
    pocket: &Pocket,
    tables: &Tables,
    placed: u8,
    block: u32,
    told: &(dyn Fn(u64) + Sync),
) -> Result<Checked, ProbeError> {
    let (game, space) = (pocket.game(), pocket.space());
    let mut prober = PocketProber::new(pocket);
    let mut checked = Checked::default();
    for captured in 0..game.captures().min(placed) {
        for index in Ranking::new(space.free(), u32::from(placed - captured)).subsets() {
            let in_hand = game.goats() - placed;
            let position = space.position(block, index, Side::Tiger, in_hand, captured);
            checked.compare(&mut prober, tables, position)?;
        }
    }
    told(checked.positions);
    Ok(checked)
}

/// Random positions that are not stored.
fn some_random(
    pocket: &Pocket,
    tables: &Tables,
    count: u64,
    seed: u64,
    told: &(dyn Fn(u64) + Sync),
) -> Result<Checked, ProbeError> {
    let mut prober = PocketProber::new(pocket);
    let mut checked = Checked::default();
    let mut random = Random::new(seed);
    while checked.positions < count {
        let left = (count - checked.positions) as usize;
        for position in random_cluster(pocket, &mut random).into_iter().take(left) {
            checked.compare(&mut prober, tables, position)?;
        }
    }
    told(checked.positions);
    Ok(checked)
}

/// Random positions with the same tigers and most of the goats in common, so that their searches
/// come to the same pieces. Each number of goats placed and each side to move is as likely as any
/// other, and so is each first position of these.
fn random_cluster(pocket: &Pocket, random: &mut Random) -> Vec<Position> {
    let (game, space) = (pocket.game(), pocket.space());
    let first = loop {
        let position = random_position(pocket, random);
        if !pocket.is_stored(&position) {
            break position;
        }
    };
    let (block, index) = space.locate(&first);
    let low = (1u32 << LOW.min(space.free())) - 1;
    let (in_hand, captured) = (first.goats_in_hand(), first.captured());
    let mut herds = vec![index];
    for _ in 1..CLUSTER {
        // As many goats on the lowest points, elsewhere.
        let herd = loop {
            let herd = index & !low | random.next() as u32 & low;
            if herd.count_ones() == index.count_ones() {
                break herd;
            }
        };
        if !herds.contains(&herd) {
            herds.push(herd);
        }
    }
    let position = |herd| space.position(block, herd, first.turn(), in_hand, captured);
    herds.into_iter().map(position).filter(|position| game.check(position).is_ok()).collect()
}

/// A random position of any layer: each number of goats placed and each side to move is as likely as
/// any other, and with them each placement of the tigers up to symmetry and each herd.
fn random_position(pocket: &Pocket, random: &mut Random) -> Position {
    let (game, space) = (pocket.game(), pocket.space());
    loop {
        let placed = random.below(usize::from(game.goats()) + 1) as u8;
        let turn = if random.below(2) == 0 { Side::Tiger } else { Side::Goat };
        // Most subsets have another number of goats: drawn anew, with the same number placed.
        for _ in 0..DRAWS {
            let index = random.next() as u32 & ((1 << space.free()) - 1);
            let captured = u32::from(placed).checked_sub(index.count_ones());
            let Some(captured) = captured.filter(|&c| c < u32::from(game.captures())) else {
                continue;
            };
            let block = random.below(space.blocks()) as u32;
            let in_hand = game.goats() - placed;
            let position = space.position(block, index, turn, in_hand, captured as u8);
            if game.check(&position).is_ok() {
                return position;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Opening;

    use super::*;
    use crate::pocket::make;
    use crate::testing::{Folder, small_games};
    use crate::{Access, Quiet, SolveOptions, solve};

    #[test]
    fn random_positions_are_of_all_kinds_that_are_searched() {
        let mut games = small_games(40, 8..=8, 733).into_iter();
        let game =
            games.find(|g| g.goats() >= 4 && matches!(g.opening(), Opening::Fixed(_))).unwrap();
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        make(&tables, folder.path(), &[2], &|_, _| true).unwrap();
        let pocket = Pocket::open(&game, folder.path(), Access::Memory).unwrap();
        let mut random = Random::new(5);
        let mut kinds = std::collections::BTreeSet::new();
        for _ in 0..300 {
            let cluster = random_cluster(&pocket, &mut random);
            let distinct: std::collections::HashSet<Position> = cluster.iter().copied().collect();
            assert_eq!(distinct.len(), cluster.len());
            for position in cluster {
                assert!(!pocket.is_stored(&position) && game.check(&position).is_ok());
                kinds.insert((
                    game.goats() - position.goats_in_hand(),
                    position.turn() == Side::Goat,
                ));
            }
        }
        let goats = game.goats();
        let with_goat = (0..=goats).map(|placed| (placed, true));
        let with_tiger = (1..goats).filter(|&placed| placed != 2).map(|placed| (placed, false));
        assert!(with_goat.chain(with_tiger).all(|kind| kinds.contains(&kind)), "{kinds:?}");
        assert!(!kinds.contains(&(2, false)) && !kinds.contains(&(goats, false)));
    }
}
