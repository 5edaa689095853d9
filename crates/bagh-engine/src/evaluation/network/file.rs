//! Network files: versioned and checksummed.
//!
//! A file is a header line of text, then the numbers, then a checksum of all before it (XXH3, 8
//! bytes, little-endian). The header names the game, its captures to win, and the sizes, so that
//! a network is never used for another game.

use bagh::Game;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::{ACCUMULATOR, BUCKETS, Features, HIDDEN, Layers, Network};

/// The version of the format, at the beginning of each file.
const VERSION: &str = "bagh-network 3";

/// What is wrong with a network file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file is cut off, or was changed.
    #[error("network file: damaged: its checksum is wrong")]
    Damaged,
    /// The file is not a network, of another version, or of another game.
    #[error("network file: found the header `{found}`, expected `{expected}`")]
    Header {
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// The board has too many points or lines for a network.
    #[error("network file: the board of {game} is too large for a network")]
    Board {
        /// The game.
        game: String,
    },
}

impl Network {
    /// The header of a network for a game.
    fn header(game: &Game, features: &Features) -> String {
        format!(
            "{VERSION} {} captures {} rows {} width {ACCUMULATOR} hidden {HIDDEN} buckets {BUCKETS}\n",
            game.name(),
            game.captures(),
            features.count()
        )
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Network::header(self.game(), &self.features).into_bytes();
        for row in &self.feature_weights {
            bytes.extend(row.iter().map(|&number| number as u8));
        }
        let floats = |bytes: &mut Vec<u8>, numbers: &[f32]| {
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        };
        for layers in &self.layers {
            for number in layers.hidden_weights.iter().flatten() {
                bytes.extend(number.to_le_bytes());
            }
            floats(&mut bytes, &layers.hidden_bias);
            layers.output_weights.iter().for_each(|row| floats(&mut bytes, row));
            floats(&mut bytes, &layers.output_bias);
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a network for a game.
    pub fn from_bytes(game: &Game, bytes: &[u8]) -> Result<Network, NetworkError> {
        let features =
            Features::new(game).ok_or(NetworkError::Board { game: game.name().to_owned() })?;
        let expected = Network::header(game, &features);
        let header = bytes.iter().take(200).position(|&b| b == b'\n').map(|end| &bytes[..=end]);
        if header != Some(expected.as_bytes()) {
            let found = String::from_utf8_lossy(&bytes[..bytes.len().min(expected.len() + 20)]);
            let found = found.lines().next().unwrap_or_default();
            return Err(NetworkError::Header {
                found: found.escape_debug().to_string(),
                expected: expected.trim_end().to_owned(),
            });
        }
        let (rest, sum) = bytes
            .split_last_chunk::<8>()
            .map(|(rest, sum)| (rest, u64::from_le_bytes(*sum)))
            .ok_or(NetworkError::Damaged)?;
        let values = usize::from(game.captures()) + 2;
        let bucket = HIDDEN * (2 * ACCUMULATOR + 4) + 4 * values * (HIDDEN + 1);
        if xxh3_64(rest) != sum
            || rest.len() != expected.len() + features.count() * ACCUMULATOR + BUCKETS * bucket
        {
            return Err(NetworkError::Damaged);
        }
        let (rows, numbers) = rest[expected.len()..].split_at(features.count() * ACCUMULATOR);
        let rows = rows
            .chunks_exact(ACCUMULATOR)
            .map(|row| std::array::from_fn(|i| row[i] as i8))
            .collect();
        let layers = numbers
            .chunks_exact(bucket)
            .map(|bucket| {
                let (second, rest) = bucket.split_at(2 * HIDDEN * ACCUMULATOR);
                let mut weights = second.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
                let mut weight = || weights.next().unwrap_or_default();
                let mut numbers =
                    rest.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
                let mut next = || numbers.next().unwrap_or_default();
                Layers {
                    hidden_weights: (0..HIDDEN)
                        .map(|_| std::array::from_fn(|_| weight()))
                        .collect(),
                    hidden_bias: std::array::from_fn(|_| next()),
                    output_weights: (0..values).map(|_| std::array::from_fn(|_| next())).collect(),
                    output_bias: (0..values).map(|_| next()).collect(),
                }
            })
            .collect();
        Ok(Network::new("network", features, rows, layers))
    }
}
