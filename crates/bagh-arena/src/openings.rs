//! Openings: the first plies of games, the same for both sides of a pair.

use std::collections::HashSet;

use bagh::notation::{self, ReadOptions};
use bagh::text::shorten;
use bagh::{Game, History, Move, Position};
use bagh_tables::{ProbeError, Tables, Value};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::players::RandomPlayer;

/// The first plies of a game, played before the players are asked.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The start and the moves.
    pub history: History,
    /// The exact value of the position after them, where tables are at hand.
    pub value: Option<Value>,
}

impl Opening {
    /// The start of the game, without any move.
    pub fn start(game: &Game) -> Opening {
        Opening { history: History::new(game.clone(), game.start()), value: None }
    }

    /// Random plies from the start, the same for the same seed. It ends before the game does.
    pub fn random(game: &Game, seed: u64, plies: usize) -> Opening {
        let mut history = History::new(game.clone(), game.start());
        let mut random = RandomPlayer::new(seed);
        while history.len() < plies && history.result().is_none() {
            let Some(mv) = random.pick(game, history.position()) else { break };
            if history.play(mv).is_err() {
                break;
            }
        }
        Opening { history, value: None }
    }

    /// The moves as text.
    pub fn moves(&self) -> Vec<String> {
        move_texts(&self.history)
    }

    /// Reads an opening: moves from the start (`C1 A1B1 …`), or a position in any notation.
    pub fn parse(game: &Game, text: &str) -> Result<Opening, OpeningError> {
        let error = |message: String| OpeningError { found: shorten(text), message };
        let moves = replay(game, game.start(), text);
        let history = match moves {
            Ok(history) => history,
            Err(problem) => match notation::read(game, text, &ReadOptions::default()) {
                Ok(read) => History::new(game.clone(), read.position),
                Err(_) => return Err(error(problem)),
            },
        };
        match history.result() {
            Some(result) => Err(error(format!("the game is over: {}", result.reason.sentence()))),
            None => Ok(Opening { history, value: None }),
        }
    }
}

/// Plays moves that are separated by white space.
fn replay(game: &Game, start: Position, text: &str) -> Result<History, String> {
    let mut history = History::new(game.clone(), start);
    for word in text.split_whitespace() {
        let mv: Move =
            game.parse_move(history.position(), word).map_err(|error| error.to_string())?;
        history.play(mv).map_err(|error| format!("{word}: {error}"))?;
    }
    Ok(history)
}

/// The moves of a game as text.
pub fn move_texts(history: &History) -> Vec<String> {
    let positions = history.before().iter();
    positions.zip(history.moves()).map(|(p, &mv)| history.game().move_text(p, mv)).collect()
}

/// An opening that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("opening: found `{found}`, expected moves from the start or a position: {message}")]
pub struct OpeningError {
    found: String,
    message: String,
}

/// Openings drawn from the tables: random plies after which the position has this exact value.
///
/// Openings that are the same up to symmetry are drawn once. Fewer than `count` come back where
/// the game has not as many.
pub fn from_tables(
    tables: &Tables,
    seed: u64,
    plies: usize,
    count: usize,
    value: Value,
) -> Result<Vec<Opening>, ProbeError> {
    let game = tables.game();
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut seen: HashSet<Position> = HashSet::new();
    let mut found = Vec::new();
    let most = 1000 + 400 * count;
    for _ in 0..most {
        if found.len() == count {
            break;
        }
        let mut opening = Opening::random(game, rng.random(), plies);
        let position = opening.history.position();
        if opening.history.result().is_some()
            || seen.contains(&game.canonical(position))
            || tables.probe(position)?.value != value
        {
            continue;
        }
        seen.insert(game.canonical(position));
        opening.value = Some(value);
        found.push(opening);
    }
    Ok(found)
}

/// Random openings without known values, for games without tables.
pub fn random(game: &Game, seed: u64, plies: usize, count: usize) -> Vec<Opening> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    (0..count).map(|_| Opening::random(game, rng.random(), plies)).collect()
}

/// Reads openings, one a line; empty lines and lines that begin with `#` are skipped. The error
/// names the line.
pub fn parse_lines(game: &Game, text: &str) -> Result<Vec<Opening>, (usize, OpeningError)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| Opening::parse(game, line).map_err(|error| (number, error)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::solved_small;

    #[test]
    fn openings_of_the_tables_have_the_value_that_was_asked_for() {
        let (_folder, tables) = solved_small();
        for value in [Value::Draw(0), Value::Draw(1)] {
            let openings = from_tables(&tables, 3, 3, 5, value).unwrap();
            assert!(!openings.is_empty());
            let mut seen = HashSet::new();
            for opening in &openings {
                let position = opening.history.position();
                assert_eq!(tables.probe(position).unwrap().value, value);
                assert!(seen.insert(tables.game().canonical(position)));
            }
            let again = from_tables(&tables, 3, 3, 5, value).unwrap();
            let moves = |all: &[Opening]| all.iter().map(Opening::moves).collect::<Vec<_>>();
            assert_eq!(moves(&openings), moves(&again));
        }
    }

    #[test]
    fn openings_are_read_as_moves_or_positions() {
        let game = Game::bagh_chal();
        let text = "# comment\n\nC1 A1B1\nTG2T/5/5/5/T3T t g19 c0\n";
        let read = parse_lines(game, text).unwrap();
        assert_eq!(read[0].moves(), ["C1", "A1B1"]);
        assert_eq!(read[1].history.position().goats_in_hand(), 19);
        let (line, error) = parse_lines(game, "C1\nA9\n").unwrap_err();
        assert_eq!(line, 2);
        assert!(error.to_string().contains("`A9`"), "{error}");
    }
}
