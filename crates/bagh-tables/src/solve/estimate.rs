//! What a solve takes, as far as it can be told beforehand.
//!
//! How well values compress depends on the values, which are not known before the game is solved. So
//! the rates of the built-in games were measured, and other games get rates between them: their
//! disk may come out half or twice as large.

use bagh::Game;
use bagh_files::{CHECKSUM, PREAMBLE};

use super::SolveOptions;
use crate::file::format::{Contents, Header, INDEX_ENTRY, rules_hash};
use crate::opening::Opening;
use crate::parts::Part;
use crate::space::Space;

/// Bits of a position on disk, measured on solved tables: `bagh solve --json` tells the bytes, and
/// the manifest those of each part.
struct Rates {
    game: &'static str,
    captures: u8,
    sliding: f64,
    placement: f64,
}

/// The built-in games, each with its numbers of captures in ascending order.
static MEASURED: [Rates; 6] = [
    Rates { game: "bagh-chal", captures: 3, sliding: 3.97, placement: 0.254 },
    Rates { game: "bagh-chal", captures: 5, sliding: 2.79, placement: 0.655 },
    Rates { game: "aadu-puli", captures: 10, sliding: 2.15, placement: 1.345 },
    Rates { game: "kaooa", captures: 4, sliding: 5.0, placement: 2.0 },
    Rates { game: "len-choa", captures: 3, sliding: 4.4, placement: 1.1 },
    Rates { game: "pulijudamu", captures: 10, sliding: 2.744, placement: 1.46 },
];

/// For games that were not measured.
static OTHERS: Rates = Rates { game: "", captures: 0, sliding: 2.8, placement: 1.0 };

/// Bits of a position in the tables of plies, measured with `bagh solve --plies --json`, by game and
/// captures to win. Of two that are as near, the first counts.
static PLIES: [(&str, u8, f64); 5] = [
    ("bagh-chal", 5, 1.46),
    ("bagh-chal", 1, 0.3),
    ("kaooa", 4, 1.0),
    ("len-choa", 3, 2.7),
    ("pulijudamu", 10, 1.0),
];

/// The same for games that were not measured.
const OTHER_PLIES: f64 = 1.5;

/// What compressing hard saves.
const COMPACT: f64 = 0.944;

/// Bytes of a compressed block that holds next to nothing.
const LEAST_BLOCK: f64 = 20.0;

/// Bytes of the codes of a placement layer that is packed in pieces.
const CODEBOOK: f64 = 600.0;

/// The rates of a game: those of a built-in game with the nearest number of captures.
fn rates(game: &Game) -> &'static Rates {
    let measured = MEASURED.iter().filter(|rates| Some(rates.game) == built_in(game));
    measured.min_by_key(|rates| rates.captures.abs_diff(game.captures())).unwrap_or(&OTHERS)
}

/// Bits of a position in the tables of plies of a game, by the same rule.
fn plies_rate(game: &Game) -> f64 {
    let measured = PLIES.iter().filter(|(name, ..)| Some(*name) == built_in(game));
    let nearest = measured.min_by_key(|(_, captures, _)| captures.abs_diff(game.captures()));
    nearest.map_or(OTHER_PLIES, |&(_, _, bits)| bits)
}

/// The name of the built-in game that a game is, with any number of captures to win.
fn built_in(game: &Game) -> Option<&str> {
    let same = Game::by_name(game.name())?.with_captures(game.captures()).ok()?;
    // A fixed start is another game with the values of the one without.
    (rules_hash(&same) == rules_hash(game)).then(|| game.name().trim_end_matches("-fixed"))
}

/// Bytes of a part's files, about.
pub(crate) fn part_bytes(space: &Space, part: Part, options: SolveOptions) -> u64 {
    let game = space.game();
    if part.is_left_out(game, options.compact) {
        return 0;
    }
    let rates = rates(game);
    // The sliding phase has a table for each side to move; others are of one side.
    let half = part.positions(space) as f64 / 2.0;
    let (positions, bits, plies) = match part {
        Part::Sliding { .. } => (half, rates.sliding, 1),
        Part::Placement { .. } => (half, rates.placement, 0),
        Part::Plies { .. } => (half, plies_rate(game), 1),
        Part::PliesOpening => (Opening::positions(game) as f64, plies_rate(game), 2),
        Part::Opening => (Opening::positions(game) as f64, rates.placement, 0),
    };
    let harder = if options.compact { COMPACT } else { 1.0 };
    let codebook = match part {
        Part::Placement { .. } if !options.compact => CODEBOOK,
        _ => 0.0,
    };
    let file = |contents: Contents| {
        let header = Header::new(game, contents, plies);
        let front = serde_json::to_vec(&header).map_or(0, |header| header.len());
        let index = header.blocks as f64 * (INDEX_ENTRY as f64 + LEAST_BLOCK);
        let fixed = (PREAMBLE + front + 2 * CHECKSUM) as f64 + codebook + index;
        fixed + positions * bits * harder / 8.0
    };
    part.tables().into_iter().map(file).sum::<f64>() as u64
}

/// Work before the first part, in nanoseconds of one processor: plans of all moves, and which herds
/// are the same by symmetry.
pub(super) fn set_up(space: &Space) -> u64 {
    ((space.blocks() as u64) << space.free().max(9)) * 5 / 4
}

/// The seconds that a solve will still take: `work` nanoseconds of one processor are left, and
/// `done` of them took this run `gone` seconds on this many threads.
///
/// The first parts are small and say little about the machine, so that what was expected weighs as
/// much as the first seconds.
pub(super) fn seconds_left(gone: f64, done: u64, work: u64, threads: usize) -> f64 {
    /// Seconds that expectation weighs.
    const TRUST: f64 = 5.0;
    let expected = |work: u64| work as f64 / 1e9 / threads.max(1) as f64;
    expected(work) * (gone + TRUST) / (expected(done) + TRUST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::needs;
    use crate::testing::Folder;
    use crate::{Quiet, solve, solve_plies};

    /// The disk that the tables of the built-in games take, measured.
    #[test]
    fn disk_is_told_within_a_fifth() {
        for (name, captures, compact, measured) in [
            ("bagh-chal", 5, false, 1_468_244_546u64),
            ("bagh-chal", 5, true, 714_000_000),
            ("bagh-chal", 3, false, 340_532_258),
            ("aadu-puli", 10, false, 1_272_980_739),
            ("kaooa", 4, false, 11_391),
            ("len-choa", 3, false, 10_613),
            ("pulijudamu", 10, false, 64_041_442),
        ] {
            let game = Game::by_name(name).unwrap().with_captures(captures).unwrap();
            let space = Space::new(&game).unwrap();
            let told = needs(&space, SolveOptions { compact }).disk as f64;
            let ratio = told / measured as f64;
            assert!((0.8..1.2).contains(&ratio), "{name} {captures}: {told} is {ratio} of it");
        }
    }

    /// Bytes of the tables of plies, about.
    fn plies_bytes(game: &Game) -> f64 {
        let space = Space::new(game).unwrap();
        let bytes = |part| part_bytes(&space, part, SolveOptions::default()) as f64;
        Part::plies(game).into_iter().map(bytes).sum()
    }

    /// The disk that plies take, measured, and for small games as they are solved now.
    #[test]
    fn disk_of_plies_is_told_within_a_fifth() {
        let mut measured = vec![
            ("bagh-chal", 5, 3_200_000_000u64),
            ("bagh-chal", 1, 132_000_000),
            ("pulijudamu", 10, 24_600_000),
        ];
        for (name, captures) in [("kaooa", 4), ("len-choa", 3)] {
            let (game, folder) = (Game::by_name(name).unwrap(), Folder::new());
            solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let solved = solve_plies(&game, folder.path(), &Quiet).unwrap();
            measured.push((name, captures, solved.manifest.bytes()));
        }
        let ratio = |&(name, captures, measured): &(&'static str, u8, u64)| {
            let game = Game::by_name(name).unwrap().with_captures(captures).unwrap();
            (name, captures, plies_bytes(&game) / measured as f64)
        };
        let ratios = measured.iter().map(ratio);
        let far: Vec<_> = ratios.filter(|(_, _, ratio)| !(0.8..1.2).contains(ratio)).collect();
        assert!(far.is_empty(), "{far:?}");
    }

    #[test]
    fn first_parts_do_not_decide_the_time_left() {
        // As expected, from the first moment on.
        assert_eq!(seconds_left(0.0, 0, 80_000_000_000, 2), 40.0);
        assert_eq!(seconds_left(10.0, 20_000_000_000, 60_000_000_000, 2), 30.0);
        // A slow start of two seconds counts little, a slow machine in the long run much.
        assert!(seconds_left(2.0, 1_000_000, 80_000_000_000, 2) < 60.0);
        let slow = seconds_left(100.0, 50_000_000_000, 50_000_000_000, 2);
        assert!((85.0..100.0).contains(&slow), "{slow}");
    }
}
