//! Runs every fuzz target on its stored inputs and on inputs that are changed from them, by a seed:
//! the same ones each time, with a stable compiler.
//!
//! usage: replay [CASES [SEED]]

use std::error::Error;
use std::fs;
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use bagh_fuzz::{TARGETS, Target};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Pieces of all formats, put where they do not belong.
const WORDS: [&str; 24] = [
    "T",
    "G",
    "g20",
    "c0",
    "m",
    "-",
    "/",
    "25",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    "1.",
    "...",
    "A1",
    "B22",
    "tigers = ",
    "99999999999999999999",
    "\u{1b}",
    "·",
    "\n",
];

/// An input that is longer than this is cut: length alone finds nothing.
const LONGEST: usize = 4096;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let cases: u64 = args.next().map_or(Ok(10_000), |text| text.parse())?;
    let seed: u64 = args.next().map_or(Ok(1), |text| text.parse())?;
    for (name, target, effort) in TARGETS {
        let (stored, cases) = (stored(name)?, cases / effort);
        for text in &stored {
            if !holds(name, target, text) {
                return Ok(ExitCode::FAILURE);
            }
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..cases {
            let text = changed(&stored, &mut random);
            if !holds(name, target, &text) {
                return Ok(ExitCode::FAILURE);
            }
        }
        println!("{name}: {} stored inputs and {cases} changed ones hold", stored.len());
    }
    Ok(ExitCode::SUCCESS)
}

/// The stored inputs of a target, in the order of their names.
fn stored(name: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: found no inputs, expected some", folder.display()).into());
    }
    let mut texts = Vec::new();
    for path in paths {
        texts.push(String::from_utf8_lossy(&fs::read(path)?).into_owned());
    }
    Ok(texts)
}

/// Whether a check holds. An input for which it does not is printed, so that it can be stored.
fn holds(name: &str, target: Target, text: &str) -> bool {
    let held = panic::catch_unwind(|| target(text)).is_ok();
    if !held {
        eprintln!("{name}: found an input that does not hold; store it in fuzz/seeds/{name}:");
        eprintln!("{text:?}");
    }
    held
}

/// A stored input with a few changes: parts left out, repeated, exchanged, or from another input.
fn changed(stored: &[String], random: &mut Pcg64Mcg) -> String {
    let mut text: Vec<char> = stored[random.random_range(0..stored.len())].chars().collect();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=text.len());
        let end = (at + random.random_range(0..=8)).min(text.len());
        match random.random_range(0..6) {
            0 => drop(text.drain(at..end)),
            1 => {
                let part = text[at..end].to_vec();
                text.splice(at..at, part);
            }
            2 => {
                let word = WORDS[random.random_range(0..WORDS.len())];
                text.splice(at..end, word.chars());
            }
            3 => {
                let code = random.random_range(0..0x300u32);
                text.splice(at..at, char::from_u32(code));
            }
            4 => {
                let other: Vec<char> =
                    stored[random.random_range(0..stored.len())].chars().collect();
                let from = random.random_range(0..=other.len());
                text.truncate(at);
                text.extend(&other[from..]);
            }
            _ => {
                let to = random.random_range(0..=text.len());
                if at < text.len() && to < text.len() {
                    text.swap(at, to);
                }
            }
        }
        text.truncate(LONGEST);
    }
    text.into_iter().collect()
}
