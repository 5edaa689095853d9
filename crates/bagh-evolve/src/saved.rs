//! Networks as small text files: a few lines that say what they are, the weights, a checksum.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

use bagh::Side;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::EvolveError;
use crate::evolution::Setup;
use crate::network::{Network, WEIGHTS};

/// The first line of a file: what it is, and the version of the format.
const MAGIC: &str = "bagh-evolved 1";

/// A network, and where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedNetwork {
    /// The run in which it evolved.
    pub setup: Setup,
    /// The side that it plays.
    pub side: Side,
    /// The generation in which it was the best.
    pub generation: u32,
    /// Its weights.
    pub weights: [f32; WEIGHTS],
}

impl SavedNetwork {
    /// The network itself.
    pub fn network(&self) -> Network {
        Network::from_weights(&self.weights)
    }

    /// Plies that it looked ahead while it evolved.
    pub fn depth(&self) -> u32 {
        self.setup.depth(self.side)
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}-{:04}.network", self.side, self.generation)
    }

    /// The text of its file.
    pub fn to_text(&self) -> String {
        let Setup { game, captures, seed, tiger_depth, goat_depth } = &self.setup;
        let mut text = format!(
            "{MAGIC}\ngame {game}\ncaptures {captures}\nseed {seed}\ntiger-depth {tiger_depth}\n\
             goat-depth {goat_depth}\nside {}\ngeneration {}\nweights {WEIGHTS}\n",
            self.side, self.generation
        );
        for weight in self.weights {
            // The shortest text that reads as the same number.
            writeln!(text, "{weight:?}").expect("a text takes more text");
        }
        let sum = xxh3_64(text.as_bytes());
        writeln!(text, "checksum {sum:016x}").expect("a text takes more text");
        text
    }

    /// Reads the text of a file; the path is for messages.
    pub fn from_text(text: &str, path: &Path) -> Result<SavedNetwork, EvolveError> {
        let damaged = |what: String| EvolveError::Damaged { path: path.to_owned(), what };
        let Some(first) = text.lines().next().filter(|line| line.starts_with("bagh-evolved "))
        else {
            return Err(EvolveError::NotOurs { path: path.to_owned(), expected: MAGIC });
        };
        if first != MAGIC {
            return Err(EvolveError::Version {
                path: path.to_owned(),
                found: first.to_owned(),
                expected: MAGIC,
            });
        }
        let Some((body, sum)) = text.rsplit_once("checksum ") else {
            return Err(damaged("the checksum at its end is missing".to_owned()));
        };
        if u64::from_str_radix(sum.trim_end(), 16) != Ok(xxh3_64(body.as_bytes())) {
            return Err(damaged("its checksum is not that of its contents".to_owned()));
        }
        let mut lines = body.lines().skip(1);
        let mut field = |name: &str| {
            let line = lines.next().unwrap_or_default();
            line.strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(' '))
                .map(str::to_owned)
                .ok_or_else(|| {
                    damaged(format!("found `{line}`, expected a line that begins with `{name}`"))
                })
        };
        fn number<T: FromStr>(
            name: &str,
            text: String,
            damaged: impl Fn(String) -> EvolveError,
        ) -> Result<T, EvolveError> {
            text.parse().map_err(|_| damaged(format!("{name}: found `{text}`, expected a number")))
        }
        let setup = Setup {
            game: field("game")?,
            captures: number("captures", field("captures")?, damaged)?,
            seed: number("seed", field("seed")?, damaged)?,
            tiger_depth: number("tiger-depth", field("tiger-depth")?, damaged)?,
            goat_depth: number("goat-depth", field("goat-depth")?, damaged)?,
        };
        let side = match field("side")?.as_str() {
            "tiger" => Side::Tiger,
            "goat" => Side::Goat,
            other => return Err(damaged(format!("side: found `{other}`, expected tiger or goat"))),
        };
        let generation = number("generation", field("generation")?, damaged)?;
        let count: usize = number("weights", field("weights")?, damaged)?;
        let weights: Vec<f32> = lines
            .map(|line| number("weight", line.to_owned(), damaged))
            .collect::<Result<_, _>>()?;
        if count != WEIGHTS || weights.iter().any(|weight: &f32| !weight.is_finite()) {
            return Err(damaged(format!("weights: expected {WEIGHTS} numbers")));
        }
        let weights = weights.try_into().map_err(|found: Vec<f32>| {
            damaged(format!("weights: found {}, expected {WEIGHTS}", found.len()))
        })?;
        Ok(SavedNetwork { setup, side, generation, weights })
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::random::Stream;

    fn example() -> SavedNetwork {
        let mut stream = Stream::of_play(9, 9);
        SavedNetwork {
            setup: Setup::of_the_paper(Game::bagh_chal(), 5),
            side: Side::Goat,
            generation: 50,
            weights: std::array::from_fn(|_| stream.normal() as f32),
        }
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let text = example().to_text();
        assert_eq!(SavedNetwork::from_text(&text, Path::new("x")).unwrap(), example());
        assert_eq!(example().file_name(), "goat-0050.network");
    }

    #[test]
    fn any_change_is_noticed_and_the_file_is_named() {
        let text = example().to_text();
        for at in (0..text.len()).step_by(7) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(bytes).unwrap();
            let error = SavedNetwork::from_text(&changed, Path::new("my.network")).unwrap_err();
            assert!(error.to_string().contains("my.network"), "{error}");
        }
        for end in [0, 3, 40, 2_000, text.len() - 30] {
            assert!(SavedNetwork::from_text(&text[..end], Path::new("x")).is_err(), "{end}");
        }
        let newer = text.replace("bagh-evolved 1", "bagh-evolved 2");
        let error = SavedNetwork::from_text(&newer, Path::new("x")).unwrap_err().to_string();
        assert!(error.contains("bagh-evolved 2") && error.contains("bagh-evolved 1"), "{error}");
    }
}
