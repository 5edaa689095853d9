//! Plies to a forced win from a position of the placement phase.
//!
//! Tables of the placement phase hold values, not plies. But "the game is won by ply n" is a
//! question of one bit a position, and the same sweep that solves the phase answers it; with
//! codes of three bits, for seven plies at once. A handful of sweeps, each over plies between
//! those of the one before, gives the exact number.

use bagh::{Game, Outcome, Position, Side};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::sliding::all_entries;
use crate::place::layers::{Layers, code_at, set_code};
use crate::rank::Ranking;
use crate::slide::entry::Entry;
use crate::solve::herds;
use crate::space::Space;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;

/// Bits of a code.
const PLANES: usize = 3;
/// Plies that one sweep tells apart.
const AT_ONCE: usize = (1 << PLANES) - 1;

/// Plies to the end of the game from a position that is won for either side, the winner
/// playing the shortest and the loser the longest line; nothing if it is drawn.
///
/// In the placement phase this takes a few sweeps over the whole phase, each of which takes about
/// as long as solving it.
pub fn plies_to_end(tables: &Tables, position: &Position) -> Result<Option<u32>, ProbeError> {
    let verdict = tables.probe(position)?;
    if let (Value::GoatWin | Value::TigerWin, Some(plies)) = (verdict.value, verdict.plies) {
        return Ok(Some(u32::from(plies)));
    }
    let Some(winner) = verdict.value.outcome().winner() else { return Ok(None) };
    let search = Search { tables, winner };
    if search.target(position).0 >= tables.game().goats() {
        // The herd is smaller than the pack: the last tiger is placed in the sliding phase, and
        // there is no layer to look in. Such games are small.
        return search.look_ahead(position).map(Some);
    }
    let first = ply_of(tables.game(), position);
    // Wins of the tigers end with their own move, those of the goats with theirs: at every second
    // ply. From `first`, the last ply known not to suffice, to the longest line of the tables.
    let goats = i32::from(tables.game().goats());
    let longest = tables.manifest().parts.iter().flat_map(|p| &p.census);
    let longest = longest.flat_map(|row| row.longest.iter().copied()).max().unwrap_or(0);
    let last = 2 * goats + i32::from(longest) + 1;
    let parity = match winner {
        Side::Tiger => 0,
        Side::Goat => 1,
    };
    let mut candidates: Vec<i32> =
        (first + 1..=last).filter(|ply| ply.rem_euclid(2) == parity).collect();
    let mut layers = Layers::<PLANES>::new(tables.space())?;
    while candidates.len() > 1 {
        let step = candidates.len().div_ceil(AT_ONCE + 1);
        // The last candidate suffices anyway.
        let asked: Vec<i32> =
            candidates.iter().copied().skip(step - 1).step_by(step).take(AT_ONCE).collect();
        let enough = search.sweep(&mut layers, position, &asked)?;
        // Of the plies that were asked for, the first that suffices bounds the answer.
        let most = asked.iter().copied().find(|ply| enough.contains(ply));
        let least = asked.iter().copied().filter(|ply| !enough.contains(ply)).max();
        candidates.retain(|&ply| {
            most.is_none_or(|most| ply <= most) && least.is_none_or(|least| ply > least)
        });
    }
    Ok(candidates.first().map(|last| (last - first) as u32))
}

/// The ply at which a position of the placement phase stands: two for each goat placed, less one
/// if the tigers' answer is to come. Games whose tigers are placed begin at ply −1.
fn ply_of(game: &Game, position: &Position) -> i32 {
    let placed = i32::from(game.goats() - position.goats_in_hand());
    match position.turn() {
        Side::Goat => 2 * placed,
        Side::Tiger => 2 * placed - 1,
    }
}

struct Search<'t> {
    tables: &'t Tables,
    winner: Side,
}

impl Search<'_> {
    /// Which of these plies suffice for the winner to have won.
    fn sweep(
        &self,
        layers: &mut Layers<'_, PLANES>,
        position: &Position,
        plies: &[i32],
    ) -> Result<Vec<i32>, TableError> {
        let space = self.tables.space();
        let game = space.game();
        let goats = game.goats();
        let target = self.target(position);
        let latest = *plies.last().expect("some plies are asked for");
        // The first layer that a line of this length can come to.
        let top = ((latest + 1) / 2).min(i32::from(goats)) as u8;
        if top == goats {
            layers.fill(0);
            for captured in 0..game.captures() {
                self.fill_sliding(layers, captured, plies)?;
            }
        } else {
            layers.fill(self.undecided(plies));
        }
        let mut placed = top;
        if top == goats {
            placed = goats - 1;
            layers.goat_step(
                herds(space, placed),
                self.code(2 * i32::from(placed), Side::Tiger, plies),
            );
        } else {
            // Goat to move in the top layer: only what is over already is decided.
            self.mark_won(layers, placed, plies);
        }
        loop {
            if (placed, Side::Goat) == target {
                break;
            }
            let trapped = self.code(2 * i32::from(placed) - 1, Side::Goat, plies);
            layers.tiger_step(herds(space, placed), trapped);
            if (placed, Side::Tiger) == target {
                break;
            }
            placed -= 1;
            layers.goat_step(
                herds(space, placed),
                self.code(2 * i32::from(placed), Side::Tiger, plies),
            );
        }
        let code = Search::code_of(layers, space, position);
        Ok(plies.iter().copied().filter(|&ply| self.suffices(code, ply, plies)).collect())
    }

    /// The plies from those of the moves that keep the value.
    fn look_ahead(&self, position: &Position) -> Result<u32, ProbeError> {
        let value = self.tables.probe(position)?.value;
        let moves = self.tables.moves(position)?;
        let mut best: Option<u32> = None;
        for mv in moves.iter().filter(|m| m.after.value == value) {
            let after = self.tables.game().after(position, mv.mv);
            let plies = 1 + plies_to_end(self.tables, &after)?.expect("it is as won as before");
            best = Some(match best {
                None => plies,
                Some(best) if position.turn() == self.winner => best.min(plies),
                Some(best) => best.max(plies),
            });
        }
        Ok(best.expect("some move keeps the value"))
    }

    /// The layer in which a position is looked up. One with tigers in hand is worked out from the
    /// layer in which all of them have come to stand.
    fn target(&self, position: &Position) -> (u8, Side) {
        let game = self.tables.game();
        let placed = game.goats() - position.goats_in_hand();
        match (game.tigers_in_hand(position), position.turn()) {
            (0, turn) => (placed, turn),
            (in_hand, Side::Tiger) => (placed + in_hand - 1, Side::Goat),
            (in_hand, Side::Goat) => (placed + in_hand, Side::Goat),
        }
    }

    fn code_of(layers: &Layers<'_, PLANES>, space: &Space, position: &Position) -> u8 {
        let game = space.game();
        if game.tigers_in_hand(position) == 0 {
            let (block, index) = space.locate(position);
            return code_at(layers.block(block), index);
        }
        let codes = game
            .moves(position)
            .map(|mv| Search::code_of(layers, space, &game.after(position, mv)));
        let best = match position.turn() {
            Side::Tiger => codes.max(),
            Side::Goat => codes.min(),
        };
        best.expect("there is room for every piece")
    }

    /// The code of a game that was won by a side at a ply. Codes count plies that suffice for the
    /// tigers, if they are the winners; for the goats, plies that do not.
    fn code(&self, ply: i32, won_by: Side, plies: &[i32]) -> u8 {
        let enough = plies.iter().filter(|&&asked| asked >= ply).count() as u8;
        match (self.winner, won_by) {
            (Side::Tiger, Side::Tiger) => enough,
            (Side::Tiger, Side::Goat) => 0,
            (Side::Goat, Side::Goat) => plies.len() as u8 - enough,
            (Side::Goat, Side::Tiger) => plies.len() as u8,
        }
    }

    /// The code of a position that neither side wins.
    fn undecided(&self, plies: &[i32]) -> u8 {
        match self.winner {
            Side::Tiger => 0,
            Side::Goat => plies.len() as u8,
        }
    }

    fn suffices(&self, code: u8, ply: i32, plies: &[i32]) -> bool {
        let before = plies.iter().filter(|&&asked| asked < ply).count() as u8;
        match self.winner {
            // The last `code` plies suffice.
            Side::Tiger => plies.len() as u8 - before <= code,
            // The first `code` plies do not.
            Side::Goat => before >= code,
        }
    }

    /// Enters the sliding phase, tiger to move, as the layer after the last goat.
    fn fill_sliding(
        &self,
        layers: &mut Layers<'_, PLANES>,
        captured: u8,
        plies: &[i32],
    ) -> Result<(), TableError> {
        let space = self.tables.space();
        let game = space.game();
        let ranking = Ranking::new(space.free(), u32::from(game.goats() - captured));
        let subsets = ranking.subsets();
        let contents = Contents::Sliding { captured, turn: Side::Tiger };
        let file = self.tables.open_table(contents)?;
        let entries = all_entries(&file, space.blocks() * subsets.len())?;
        let here = 2 * i32::from(game.goats()) - 1;
        let captures = game.captures();
        layers.blocks_mut().zip(entries.par_chunks_exact(subsets.len())).for_each(
            |(codes, entries)| {
                for (&index, &bits) in subsets.iter().zip(entries) {
                    let entry = Entry::from_bits(bits);
                    let end = here + i32::from(entry.plies());
                    let code = match Value::from_code(entry.code(), captures).outcome() {
                        Outcome::TigerWin => self.code(end, Side::Tiger, plies),
                        Outcome::GoatWin => self.code(end, Side::Goat, plies),
                        Outcome::Draw => self.undecided(plies),
                    };
                    set_code(codes, index, code);
                }
            },
        );
        Ok(())
    }

    /// In a layer with goat to move that is otherwise undecided, marks where the tigers have won.
    fn mark_won(&self, layers: &mut Layers<'_, PLANES>, placed: u8, plies: &[i32]) {
        let won = self.code(2 * i32::from(placed), Side::Tiger, plies);
        if won == self.undecided(plies) {
            return;
        }
        let space = self.tables.space();
        let most = i32::from(placed) - i32::from(space.game().captures());
        let undecided = self.undecided(plies);
        layers.blocks_mut().for_each(|codes| {
            for index in 0..1u32 << space.free() {
                if index.count_ones() as i32 <= most {
                    debug_assert_eq!(undecided, 0, "set_code adds to nothing");
                    set_code(codes, index, won);
                }
            }
        });
    }
}
