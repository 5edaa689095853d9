//! An evolution on disk, written after each generation.
//!
//! A line of text says what the file is, a line of JSON holds the setup and the rows, then come
//! the numbers of all networks and a checksum of everything before it.

use std::fs;
use std::path::Path;

use bagh::Game;
use bagh_files::{Durability, replace, seal_bytes, unseal_bytes};
use serde::{Deserialize, Serialize};

use crate::error::EvolveError;
use crate::evolution::{Evolution, Row, Setup};
use crate::network::WEIGHTS;
use crate::population::{Individual, POPULATION, Population};

const MAGIC: &str = "bagh-evolution 1";

/// What stands in the line of JSON.
#[derive(Serialize, Deserialize)]
struct Header {
    setup: Setup,
    /// When each tiger, and then each goat, was born.
    born: Vec<u32>,
    rows: Vec<Row>,
}

impl Evolution {
    /// Writes the run to a file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), EvolveError> {
        let members = || self.tigers.members.iter().chain(&self.goats.members);
        let header = Header {
            setup: self.setup.clone(),
            born: members().map(|member| member.born).collect(),
            rows: self.rows.clone(),
        };
        let header = serde_json::to_string(&header).expect("a header is plain data");
        let mut bytes = format!("{header}\n").into_bytes();
        for member in members() {
            for number in member.weights.iter().chain(&member.steps) {
                bytes.extend(number.to_le_bytes());
            }
        }
        let sealed = seal_bytes(MAGIC, &bytes);
        replace(path, Durability::Synced, |out| out.write_all(&sealed))
            .map(drop)
            .map_err(|source| EvolveError::Write { path: path.to_owned(), source })
    }

    /// Goes on with the run in a file. It must be the run that is asked for.
    pub fn resume(game: &Game, setup: &Setup, path: &Path) -> Result<Evolution, EvolveError> {
        let bytes =
            fs::read(path).map_err(|source| EvolveError::Read { path: path.to_owned(), source })?;
        let evolution = read(game, &bytes, path)?;
        let found = &evolution.setup;
        let same = |field, found: &dyn ToString, asked: &dyn ToString| {
            let (found, asked) = (found.to_string(), asked.to_string());
            if found == asked {
                return Ok(());
            }
            Err(EvolveError::OtherRun { path: path.to_owned(), field, found, asked })
        };
        same("game", &found.game, &setup.game)?;
        same("captures", &found.captures, &setup.captures)?;
        same("seed", &found.seed, &setup.seed)?;
        same("tiger depth", &found.tiger_depth, &setup.tiger_depth)?;
        same("goat depth", &found.goat_depth, &setup.goat_depth)?;
        Ok(evolution)
    }
}

fn read(game: &Game, bytes: &[u8], path: &Path) -> Result<Evolution, EvolveError> {
    let damaged =
        |what: &str| EvolveError::Damaged { path: path.to_owned(), what: what.to_owned() };
    if !bytes.starts_with(b"bagh-evolution ") {
        return Err(EvolveError::NotOurs { path: path.to_owned(), expected: MAGIC });
    }
    let (first, _) = split_line(bytes).ok_or_else(|| damaged("it ends too early"))?;
    if first != MAGIC.as_bytes() {
        let found = String::from_utf8_lossy(first).into_owned();
        return Err(EvolveError::Version { path: path.to_owned(), found, expected: MAGIC });
    }
    let body = unseal_bytes(MAGIC, bytes).map_err(|error| damaged(&error.to_string()))?;
    let (header, numbers) = split_line(body).ok_or_else(|| damaged("it ends too early"))?;
    let header: Header = serde_json::from_slice(header)
        .map_err(|error| damaged(&format!("its second line is not what it should be: {error}")))?;
    if header.born.len() != 2 * POPULATION || numbers.len() != 2 * POPULATION * 2 * WEIGHTS * 4 {
        return Err(damaged("it has not as many networks as it should"));
    }
    let mut numbers = numbers.chunks_exact(4).map(|n| f32::from_le_bytes([n[0], n[1], n[2], n[3]]));
    let mut next = || numbers.next().expect("the numbers were counted");
    let mut members: Vec<Individual> = header
        .born
        .iter()
        .map(|&born| Individual {
            born,
            weights: std::array::from_fn(|_| next()),
            steps: std::array::from_fn(|_| next()),
        })
        .collect();
    let goats = Population { members: members.split_off(POPULATION) };
    let tigers = Population { members };
    Ok(Evolution::from_parts(game, header.setup, tigers, goats, header.rows))
}

fn split_line(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((&bytes[..end], &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> Setup {
        let mut setup = Setup::of_the_paper(Game::bagh_chal(), 21);
        (setup.tiger_depth, setup.goat_depth) = (1, 1);
        setup
    }

    #[test]
    fn a_run_goes_on_as_if_it_had_not_been_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evolution");
        let game = Game::bagh_chal();
        let mut whole = Evolution::new(game, setup());
        let mut champions = Vec::new();
        for generation in 0..4 {
            if generation == 2 {
                whole.save(&path).unwrap();
            }
            champions.push(whole.step());
        }
        let mut rest = Evolution::resume(game, &setup(), &path).unwrap();
        assert_eq!(rest.generation(), 2);
        assert_eq!([rest.step(), rest.step()], champions[2..]);
        assert_eq!(
            (rest.rows(), &rest.tigers, &rest.goats),
            (whole.rows(), &whole.tigers, &whole.goats)
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_read_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evolution");
        let game = Game::bagh_chal();
        let mut evolution = Evolution::new(game, setup());
        for _ in 0..12 {
            evolution.step();
        }
        evolution.save(&path).unwrap();
        let first = fs::read(&path).unwrap();
        Evolution::resume(game, &setup(), &path).unwrap().save(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), first);
    }

    #[test]
    fn damaged_files_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evolution");
        let game = Game::bagh_chal();
        let evolution = Evolution::new(game, setup());
        evolution.save(&path).unwrap();
        let good = fs::read(&path).unwrap();
        let refuse = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            let error = Evolution::resume(game, &setup(), &path).err().unwrap().to_string();
            assert!(error.contains(&path.display().to_string()), "{error}");
        };
        for at in (0..good.len()).step_by(good.len() / 50).chain([good.len() - 1]) {
            let mut bytes = good.clone();
            bytes[at] ^= 0x10;
            refuse(&bytes);
        }
        for length in [0, 5, 17, 60, good.len() / 2, good.len() - 1] {
            refuse(&good[..length]);
        }
    }

    #[test]
    fn another_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evolution");
        let game = Game::bagh_chal();
        Evolution::new(game, setup()).save(&path).unwrap();
        let other = Setup { seed: 22, ..setup() };
        let error = Evolution::resume(game, &other, &path).err().unwrap().to_string();
        assert!(error.contains("seed is 21 there, and 22 was asked for"), "{error}");
    }
}
