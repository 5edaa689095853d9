//! Games: a board, the pieces, and what wins.

use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::board::Board;
use crate::game_file;
use crate::game_file_error::GameFileError;
use crate::point::{Point, Points};
use crate::position::Position;
use crate::side::Side;
use crate::text::count_of;

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// The tigers stand on these points, and the goats begin.
    Fixed(Points),
    /// The tigers are placed one by one, with a goat placed after each, and the tigers begin.
    Placed,
}

/// The phase of the game that a position belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Some piece is still in hand.
    Placement,
    /// All pieces have been placed: goats slide, too.
    Sliding,
}

impl Phase {
    /// The word for this phase in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Placement => "placement",
            Phase::Sliding => "sliding",
        }
    }
}

/// A game: the board and the numbers that its rules need.
///
/// ```
/// use bagh::{Game, Side};
///
/// let game = Game::bagh_chal();
/// let start = game.start();
/// assert_eq!(start.turn(), Side::Goat);
/// assert_eq!(game.moves(&start).count(), 21);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    name: String,
    title: String,
    board: Arc<Board>,
    tigers: u8,
    goats: u8,
    captures: u8,
    opening: Opening,
}

/// A built-in game. It is read once: finding the symmetries of its board takes a while.
struct BuiltIn {
    name: &'static str,
    file: &'static str,
    game: LazyLock<Game>,
}

/// Games by their names, each name being that of its file.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$({
            const FILE: &str = include_str!(concat!("../games/", $name, ".toml"));
            BuiltIn { name: $name, file: FILE, game: LazyLock::new(|| built_in(FILE)) }
        }),*]
    };
}

/// The built-in games. To add one, name its file here.
static BUILT_IN: [BuiltIn; 6] =
    files!["bagh-chal", "aadu-puli", "aadu-puli-fixed", "kaooa", "len-choa", "pulijudamu"];

fn built_in(text: &str) -> Game {
    Game::from_toml(text).expect("the built-in games are checked by a test")
}

impl Game {
    /// Bagh Chal: 25 points, four tigers on the corners, 20 goats, five captures.
    pub fn bagh_chal() -> &'static Game {
        &BUILT_IN[0].game
    }

    /// Aadu Puli Attam: 23 points, three tigers placed one by one, 15 goats, ten captures.
    pub fn aadu_puli() -> &'static Game {
        &BUILT_IN[1].game
    }

    /// A built-in game by its name.
    pub fn by_name(name: &str) -> Option<Game> {
        BUILT_IN.iter().find(|one| one.name == name).map(|one| LazyLock::force(&one.game).clone())
    }

    /// The names of the built-in games.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|one| one.name)
    }

    /// The file of a built-in game, as a model for new boards.
    pub fn file_of(name: &str) -> Option<&'static str> {
        BUILT_IN.iter().find(|one| one.name == name).map(|one| one.file)
    }

    /// Reads a game from the text of a board file. The format is described in `docs/RULES.md`.
    pub fn from_toml(text: &str) -> Result<Game, GameFileError> {
        game_file::read(text)
    }

    pub(crate) fn new(
        name: String,
        title: String,
        board: Board,
        tigers: u8,
        goats: u8,
        captures: u8,
        opening: Opening,
    ) -> Game {
        Game { name, title, board: Arc::new(board), tigers, goats, captures, opening }
    }

    /// The same game with another number of captures to win.
    pub fn with_captures(mut self, captures: u8) -> Result<Game, CapturesError> {
        if captures == 0 || captures > self.goats {
            return Err(CapturesError { found: captures, goats: self.goats });
        }
        self.captures = captures;
        Ok(self)
    }

    /// The name that commands and files use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many tigers hunt.
    #[inline]
    pub fn tigers(&self) -> u8 {
        self.tigers
    }

    /// How many goats the herd has.
    #[inline]
    pub fn goats(&self) -> u8 {
        self.goats
    }

    /// How many captures win the game for the tigers.
    #[inline]
    pub fn captures(&self) -> u8 {
        self.captures
    }

    /// How the game begins.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The position in which the game begins.
    pub fn start(&self) -> Position {
        match self.opening {
            Opening::Fixed(tigers) => {
                Position::from_parts(tigers, Points::EMPTY, Side::Goat, self.goats, 0)
            }
            Opening::Placed => {
                Position::from_parts(Points::EMPTY, Points::EMPTY, Side::Tiger, self.goats, 0)
            }
        }
    }

    /// A position of these parts, checked against the board and the counts of this game.
    pub fn position(
        &self,
        tigers: Points,
        goats: Points,
        turn: Side,
        goats_in_hand: u8,
        captured: u8,
    ) -> Result<Position, PositionError> {
        let position = Position::from_parts(tigers, goats, turn, goats_in_hand, captured);
        self.check(&position)?;
        Ok(position)
    }

    /// Checks that a position belongs to this game. It need not be one that play can reach.
    pub fn check(&self, position: &Position) -> Result<(), PositionError> {
        let Position { tigers, goats, goats_in_hand, captured, .. } = *position;
        if !self.board.all().contains_all(tigers | goats) {
            return Err(PositionError::OffBoard { points: self.board.len() });
        }
        if let Some(point) = (tigers & goats).iter().next() {
            return Err(PositionError::TwoPieces { point: self.board.name(point).to_owned() });
        }
        let found = tigers.len();
        let expected = usize::from(self.tigers);
        let may_be_in_hand = self.opening == Opening::Placed;
        if found > expected || (found < expected && !may_be_in_hand) {
            return Err(PositionError::Tigers { found, expected, may_be_in_hand });
        }
        if captured > self.captures {
            return Err(PositionError::Captured { found: captured, limit: self.captures });
        }
        let on_board = goats.len();
        if on_board + usize::from(goats_in_hand) + usize::from(captured) != usize::from(self.goats)
        {
            return Err(PositionError::Goats {
                on_board,
                in_hand: goats_in_hand,
                captured,
                expected: self.goats,
            });
        }
        Ok(())
    }

    /// Tigers that are still to be placed.
    #[inline]
    pub fn tigers_in_hand(&self, position: &Position) -> u8 {
        self.tigers - position.tigers().len() as u8
    }

    /// The phase of a position.
    #[inline]
    pub fn phase(&self, position: &Position) -> Phase {
        if position.goats_in_hand() > 0 || self.tigers_in_hand(position) > 0 {
            Phase::Placement
        } else {
            Phase::Sliding
        }
    }

    /// The points where nothing stands.
    #[inline]
    pub fn empty(&self, position: &Position) -> Points {
        self.board.all().without(position.occupied())
    }

    /// The name of a point of this game's board.
    pub fn point_name(&self, point: Point) -> &str {
        self.board.name(point)
    }
}

/// A number of captures to win that the game does not allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("captures to win: found {found}, expected 1 to {goats} (the size of the herd)")]
pub struct CapturesError {
    found: u8,
    goats: u8,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields mean.
#[non_exhaustive]
pub enum PositionError {
    /// A piece stands beyond the last point.
    #[error("a piece stands outside the board, which has {}", count_of(*points as u64, "point"))]
    OffBoard { points: usize },
    /// A tiger and a goat share a point.
    #[error("a tiger and a goat both stand on {point}")]
    TwoPieces { point: String },
    /// Too many tigers, or too few where none can be in hand.
    #[error("tigers on the board: found {found}, expected {}{expected}", if *may_be_in_hand { "at most " } else { "" })]
    Tigers { found: usize, expected: usize, may_be_in_hand: bool },
    /// More captures than the game goes on for.
    #[error("captured goats: found {found}, expected at most {limit}, which end the game")]
    Captured { found: u8, limit: u8 },
    /// The herd does not add up.
    #[error(
        "goats do not add up: {on_board} on the board + {in_hand} left to place + {captured} captured = {}, expected {expected}",
        on_board + usize::from(*in_hand) + usize::from(*captured)
    )]
    Goats { on_board: usize, in_hand: u8, captured: u8, expected: u8 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_games_are_what_the_rules_say() {
        let game = Game::bagh_chal();
        assert_eq!((game.tigers(), game.goats(), game.captures()), (4, 20, 5));
        assert_eq!(game.board().len(), 25);
        assert_eq!(game.board().symmetries().len(), 8);
        let degrees: Vec<usize> =
            game.board().all().iter().map(|p| game.board().neighbours(p).len()).collect();
        // The "moves matrix" of the OBX manual.
        assert_eq!(
            degrees,
            [3, 3, 5, 3, 3, 3, 8, 4, 8, 3, 5, 4, 8, 4, 5, 3, 8, 4, 8, 3, 3, 3, 5, 3, 3]
        );

        let game = Game::aadu_puli();
        assert_eq!((game.tigers(), game.goats(), game.captures()), (3, 15, 10));
        assert_eq!(game.board().len(), 23);
        assert_eq!(game.board().symmetries().len(), 2);
        assert_eq!(game.board().rows(), [1, 6, 6, 6, 4]);
        for name in Game::names() {
            assert_eq!(Game::by_name(name).unwrap().name(), name);
        }
    }

    #[test]
    fn counts_that_do_not_add_up_are_named() {
        let game = Game::bagh_chal();
        let start = game.start();
        let error = game
            .position(start.tigers(), Points::EMPTY, Side::Goat, 18, 1)
            .unwrap_err()
            .to_string();
        assert!(error.contains("0 on the board + 18 left to place + 1 captured = 19"), "{error}");
        assert!(game.position(Points::EMPTY, Points::EMPTY, Side::Goat, 20, 0).is_err());
        assert!(Game::bagh_chal().clone().with_captures(0).is_err());
        assert!(Game::bagh_chal().clone().with_captures(21).is_err());
        assert!(Game::bagh_chal().clone().with_captures(20).is_ok());
    }
}
