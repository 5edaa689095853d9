//! What follows `position` and `go`.

use std::time::Duration;

use bagh::notation::{self, ReadOptions};
use bagh::{Game, History, Move, Side};

use crate::time::{Budget, ClockSetting, Clocks};

/// Reads what follows `position`.
pub(super) fn read_position(game: &Game, rest: &str) -> Result<History, String> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest.trim(), ""),
    };
    let start = match start.split_once(char::is_whitespace) {
        None if start == "startpos" => game.start(),
        Some(("fen" | "obx", text)) => {
            let read = notation::read(game, text.trim(), &ReadOptions::default());
            read.map_err(|error| format!("position: {error}"))?.position
        }
        _ => return Err("position: expected `startpos`, `fen OBX` or `obx OBX`".to_owned()),
    };
    let mut history = History::new(game.clone(), start);
    for word in moves.split_whitespace() {
        let mv: Move = game
            .parse_move(history.position(), word)
            .map_err(|error| format!("position: moves: {error}"))?;
        history.play(mv).map_err(|error| format!("position: moves: {word}: {error}"))?;
    }
    Ok(history)
}

/// What follows `go`.
#[derive(Debug)]
pub(super) struct Go {
    /// What the search may use.
    pub budget: Budget,
    /// Whether it goes on until `stop`.
    pub is_infinite: bool,
}

impl Go {
    /// Reads what follows `go`; `first` is player 1.
    pub fn parse(rest: &str, first: Side) -> Result<Go, String> {
        let mut go = Go { budget: Budget::default(), is_infinite: rest.is_empty() };
        let (mut times, mut increments) = ([None; 2], [Duration::ZERO; 2]);
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            let wrong = || format!("go: {word}: found `{value}`, expected a whole number");
            let number: u64 = match word {
                // Clocks of games that go on after their time has run out are below zero.
                "p1time" | "p2time" => {
                    let time: i64 = value.parse().map_err(|_| wrong())?;
                    time.max(0).unsigned_abs()
                }
                _ => value.parse().map_err(|_| wrong())?,
            };
            let time = Duration::from_millis(number);
            match word {
                "p1time" => times[0] = Some(time),
                "p2time" => times[1] = Some(time),
                "p1inc" => increments[0] = time,
                "p2inc" => increments[1] = time,
                "movetime" => go.budget.move_time = Some(time),
                "nodes" => go.budget.nodes = Some(number.max(1)),
                "depth" => go.budget.depth = Some(number.clamp(1, 60) as u32),
                _ => {
                    return Err(format!(
                        "go: found `{word}`, expected p1time, p2time, p1inc, p2inc, movetime, nodes, depth or infinite"
                    ));
                }
            }
        }
        if times.iter().any(Option::is_some) {
            let base = times.into_iter().flatten().max().unwrap_or_default();
            let increment = increments.into_iter().min().unwrap_or_default();
            let mut clocks = Clocks::new(ClockSetting { base, increment });
            for (side, time) in [first, first.other()].into_iter().zip(times) {
                clocks.set(side, time.unwrap_or(base));
            }
            go.budget.clocks = Some(clocks);
        }
        Ok(go)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn player_1_is_the_side_that_begins() {
        let text = "p1time 3000 p2time 9000 p1inc 50 p2inc 50";
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let first = game.start().turn();
            let go = Go::parse(text, first).unwrap();
            let clocks = go.budget.clocks.unwrap();
            assert_eq!((clocks.left(first), clocks.left(first.other())), (3000 * MS, 9000 * MS));
            assert_eq!(clocks.increment, 50 * MS);
            assert!(!go.is_infinite);
        }
        assert_eq!(Game::bagh_chal().start().turn(), Side::Goat);
        assert_eq!(Game::aadu_puli().start().turn(), Side::Tiger);
    }

    #[test]
    fn limits_hold_together_and_without_any_a_search_goes_on() {
        let go = Go::parse("movetime 250 nodes 7 depth 3", Side::Goat).unwrap();
        assert_eq!(go.budget.move_time, Some(250 * MS));
        assert_eq!((go.budget.nodes, go.budget.depth), (Some(7), Some(3)));
        assert!(go.budget.clocks.is_none() && !go.is_infinite);
        for text in ["", "infinite"] {
            assert!(Go::parse(text, Side::Goat).unwrap().is_infinite, "{text}");
        }
        // A clock that has run out has no time left.
        let clocks = Go::parse("p1time -70 p2time 40", Side::Goat).unwrap().budget.clocks.unwrap();
        assert_eq!((clocks.left(Side::Goat), clocks.left(Side::Tiger)), (Duration::ZERO, 40 * MS));
        // One clock alone counts for both.
        let clocks = Go::parse("p2time 40", Side::Goat).unwrap().budget.clocks.unwrap();
        assert_eq!((clocks.left(Side::Goat), clocks.left(Side::Tiger)), (40 * MS, 40 * MS));
    }
}
