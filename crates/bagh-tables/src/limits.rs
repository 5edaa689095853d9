//! What the index space can number and what it cannot.

use bagh::Game;
use bagh::text::{count_of, grouped};
use thiserror::Error;

use crate::parts::Part;
use crate::rank::binomial;
use crate::space::Space;

/// The most points of a game that can be solved.
pub const MAX_POINTS: usize = 31;

/// The most ways in which all tigers can stand in a game that can be solved, symmetries not
/// counted. Tables of all placements are kept in memory.
pub const MAX_PLACEMENTS: u64 = 1 << 24;

/// The most ways in which the pieces of one class of the sliding phase can stand.
pub const MAX_BOARDS: u64 = u32::MAX as u64;

/// A game is too large to be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// The board has more points than sets of points can be numbered for.
    #[error("points: found {points}, expected at most {most} in a game to be solved")]
    Points {
        /// Points of the board.
        points: usize,
        /// The most that can be solved.
        most: usize,
    },
    /// The tigers can stand in more ways than a table holds.
    #[error(
        "tigers: found {tigers} on {points} points, with {} placements, expected at most {} in a game to be solved", grouped(*placements), grouped(*most)
    )]
    Placements {
        /// Tigers of the game.
        tigers: u8,
        /// Points of the board.
        points: usize,
        /// Ways in which the tigers can stand.
        placements: u64,
        /// The most that can be solved.
        most: u64,
    },
    /// A class of the sliding phase has more boards than can be numbered.
    #[error(
        "board: found {} ways to stand with {}, expected at most {}: take fewer points or pieces", grouped(*boards), count_of(*goats, "goat"), grouped(*most)
    )]
    Boards {
        /// Ways to stand, up to symmetry of the tigers.
        boards: u64,
        /// Goats on the board.
        goats: u8,
        /// The most that can be solved.
        most: u64,
    },
}

/// Refuses games that have no index space.
pub(crate) fn check_space(game: &Game) -> Result<(), TooLarge> {
    let points = game.board().len();
    if points > MAX_POINTS {
        return Err(TooLarge::Points { points, most: MAX_POINTS });
    }
    let placements = binomial(points as u32, u32::from(game.tigers()));
    if placements > MAX_PLACEMENTS {
        let (tigers, most) = (game.tigers(), MAX_PLACEMENTS);
        return Err(TooLarge::Placements { tigers, points, placements, most });
    }
    Ok(())
}

/// Refuses games with a class of the sliding phase that is too large to be numbered.
pub(crate) fn check_classes(space: &Space) -> Result<(), TooLarge> {
    let game = space.game();
    // Half of the positions of a part are with either side to move.
    let boards = |captured| Part::Sliding { captured }.positions(space) / 2;
    let largest = (0..game.captures()).max_by_key(|&captured| boards(captured));
    match largest {
        Some(captured) if boards(captured) > MAX_BOARDS => Err(TooLarge::Boards {
            boards: boards(captured),
            goats: game.goats() - captured,
            most: MAX_BOARDS,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board that is one line of this many points.
    fn line(points: usize, tigers: usize, goats: usize) -> Game {
        let names: Vec<String> = (0..points).map(|p| format!("P{p}")).collect();
        let (line, row) = (names.join(" "), names.join("\", \""));
        let text = format!(
            "name = \"long\"\ntigers = {tigers}\ngoats = {goats}\ncaptures = 1\nopening = \"placed\"\nlines = [\"{line}\"]\n[[rows]]\npoints = [\"{row}\"]\nx = {:?}\ny = 0\n",
            Vec::from_iter(0..points)
        );
        Game::from_toml(&text).unwrap()
    }

    #[test]
    fn games_too_large_to_number_are_refused() {
        assert_eq!(check_classes(&Space::new(Game::bagh_chal()).unwrap()), Ok(()));
        let refused = |game: Game| Space::new(&game).err();
        assert_eq!(refused(line(32, 1, 1)), Some(TooLarge::Points { points: 32, most: 31 }));
        assert_eq!(
            refused(line(31, 12, 1)),
            Some(TooLarge::Placements {
                tigers: 12,
                points: 31,
                placements: 141_120_525,
                most: 16_777_216
            })
        );
        let error = refused(line(31, 12, 1)).unwrap().to_string();
        assert!(error.contains("141,120,525 placements, expected at most 16,777,216"), "{error}");
        let many = Space::new(&line(31, 4, 13)).unwrap();
        let boards = many.blocks() as u64 * binomial(27, 13);
        assert_eq!(
            check_classes(&many),
            Err(TooLarge::Boards { boards, goats: 13, most: MAX_BOARDS })
        );
        assert_eq!(check_classes(&Space::new(&line(31, 1, 1)).unwrap()), Ok(()));
    }
}
