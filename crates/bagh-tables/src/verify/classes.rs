//! The classes of a part, and their positions.

use bagh::text::count_of;
use bagh::{Game, Opening as GameOpening, Points, Position, Side};

use thiserror::Error;

use crate::opening::Opening;
use crate::parts::Part;
use crate::rank::{Ranking, binomial};
use crate::space::Space;

/// Positions with the same numbers of pieces and the same side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// Tigers on the board.
    pub tigers: u8,
    /// Goats placed.
    pub placed: u8,
    /// Goats captured.
    pub captured: u8,
    /// Who moves.
    pub turn: Side,
}

impl Class {
    /// The classes of a part that games come to.
    ///
    /// A part of the placement phase has the positions with as many goats placed: first those
    /// with Goat to move, which depend on the part before, then those with Tiger to move, which
    /// depend on them.
    pub fn of_part(game: &Game, part: Part) -> Vec<Class> {
        let tigers = game.tigers();
        let class = |placed, captured, turn| Class { tigers, placed, captured, turn };
        match part {
            Part::Sliding { captured } => {
                [Side::Tiger, Side::Goat].map(|turn| class(game.goats(), captured, turn)).to_vec()
            }
            Part::Placement { placed } | Part::Plies { placed } => {
                let captures = game.captures();
                let tiger = (0..captures.min(placed)).map(|c| class(placed, c, Side::Tiger));
                let goat = (0..captures.min(placed + 1)).map(|c| class(placed, c, Side::Goat));
                goat.chain(tiger).collect()
            }
            Part::Opening | Part::PliesOpening => (0..game.tigers())
                .flat_map(|tigers| {
                    let before = tigers.checked_sub(1).map(|placed| (placed, Side::Goat));
                    before
                        .into_iter()
                        .chain([(tigers, Side::Tiger)])
                        .map(move |(placed, turn)| Class { tigers, placed, captured: 0, turn })
                })
                .collect(),
        }
    }

    /// The class with all tigers on the board and these numbers, if games come to it.
    pub fn new(game: &Game, placed: u8, captured: u8, turn: Side) -> Result<Class, ClassError> {
        let part = match placed >= game.goats() {
            true => Part::Sliding { captured },
            false => Part::Placement { placed },
        };
        let is_there = placed <= game.goats() && captured < game.captures();
        let classes = is_there.then(|| Class::of_part(game, part)).into_iter().flatten();
        let mut fitting = classes.filter(|class| (class.captured, class.turn) == (captured, turn));
        let (goats, captures) = (game.goats(), game.captures());
        fitting.next().ok_or(ClassError { placed, captured, turn, goats, captures })
    }

    /// Goats on the board.
    pub fn goats(self) -> u32 {
        u32::from(self.placed - self.captured)
    }

    /// Whether some tigers are still in hand.
    pub fn is_opening(self, game: &Game) -> bool {
        self.tigers < game.tigers()
    }

    /// How many positions the class has in the index space, symmetric ones included where tigers
    /// are in hand or stand symmetrically.
    pub fn len(self, space: &Space) -> u64 {
        let points = space.game().board().len() as u32;
        let tigers = u32::from(self.tigers);
        let herds = binomial(points - tigers, self.goats());
        match self.is_opening(space.game()) {
            true => binomial(points, tigers) * herds,
            false => space.blocks() as u64 * herds,
        }
    }
}

/// Numbers that games do not come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "class: found {} placed and {captured} captured with {turn} to move, expected at most {goats} placed, and fewer captured than {captures} and than were placed before", count_of(*placed, "goat")
)]
pub struct ClassError {
    placed: u8,
    captured: u8,
    turn: Side,
    goats: u8,
    captures: u8,
}

/// The positions of a class by number.
pub struct Positions<'s> {
    space: &'s Space,
    class: Class,
    /// Tiger placements of the opening; later the blocks of the space stand for them.
    tigers: Vec<u32>,
    herds: Vec<u32>,
}

impl<'s> Positions<'s> {
    /// The positions of this class.
    pub fn new(space: &'s Space, class: Class) -> Positions<'s> {
        let game = space.game();
        let points = game.board().len() as u32;
        let tigers = match class.is_opening(game) {
            true => {
                debug_assert_eq!(*game.opening(), GameOpening::Placed);
                Ranking::new(points, u32::from(class.tigers)).subsets()
            }
            false => Vec::new(),
        };
        let free = points - u32::from(class.tigers);
        Positions { space, class, tigers, herds: Ranking::new(free, class.goats()).subsets() }
    }

    /// How many there are: see [`Class::len`].
    pub fn len(&self) -> usize {
        self.class.len(self.space) as usize
    }

    /// Whether there are none; never so for a class that games come to.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many follow each other with their tigers in common.
    pub(crate) fn herds(&self) -> usize {
        self.herds.len()
    }

    /// The position with this number.
    ///
    /// # Panics
    /// If there are fewer positions.
    pub fn get(&self, number: usize) -> Position {
        let Class { placed, captured, turn, .. } = self.class;
        let game = self.space.game();
        let in_hand = game.goats() - placed;
        let (first, herd) = (number / self.herds.len(), self.herds[number % self.herds.len()]);
        if !self.class.is_opening(game) {
            return self.space.position(first as u32, herd, turn, in_hand, captured);
        }
        let tigers = Points::from_bits(self.tigers[first]);
        let free = game.board().all().without(tigers);
        let places = free.iter().enumerate().filter(|(bit, _)| herd >> bit & 1 == 1);
        let goats: Points = places.map(|(_, point)| point).collect();
        let position = Position::from_parts(tigers, goats, turn, in_hand, captured);
        debug_assert!(Opening::has(game, &position));
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_by_their_numbers() {
        let game = Game::bagh_chal();
        let parts = Part::all(game);
        for class in parts.iter().flat_map(|&part| Class::of_part(game, part)) {
            let found = Class::new(game, class.placed, class.captured, class.turn);
            assert_eq!(found, Ok(class));
        }
        for (placed, captured, turn) in
            [(21, 0, Side::Goat), (20, 5, Side::Goat), (3, 3, Side::Tiger), (0, 0, Side::Tiger)]
        {
            let error = Class::new(game, placed, captured, turn).unwrap_err().to_string();
            assert!(
                error.contains(&format!("found {} placed", count_of(placed, "goat"))),
                "{error}"
            );
        }
    }
}
