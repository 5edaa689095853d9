//! Proofs on small random boards, compared with the naive answer, and their certificates.

mod common;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bagh::{Game, Position, Side};
use bagh_proof::{
    Captures, Certificate, Claim, FirstDatabase, Goal, Progress, ProofError, ProveOptions, Proved,
    Quiet, check, prove, work_folder,
};
use bagh_tables::{SlidingTables, Tables, Value};
use common::{Naive, Random, random_position, sliding, small_game};

fn all_claims(game: &Game, root: &Position) -> Vec<Claim> {
    let placed = u16::from(game.goats() - root.goats_in_hand());
    let end = 2 * u16::from(game.goats());
    let left = end - (2 * placed).min(end) + u16::from(root.turn() == Side::Tiger && placed > 0);
    let mut goals = vec![Goal::Win { by: None }, Goal::Win { by: Some(left + 3) }];
    goals.extend((0..game.captures()).map(|captured| Goal::Draw { captured }));
    for goats in 1..=game.captures() {
        goals.extend([1, 3, left].map(|by| Goal::Captures { goats, by: by.clamp(1, left) }));
    }
    let both = |goal| [Side::Tiger, Side::Goat].map(|side| Claim { side, goal });
    goals.into_iter().flat_map(both).collect()
}

fn options() -> [ProveOptions; 4] {
    let usual = ProveOptions { entries: 1 << 12, ..ProveOptions::default() };
    [
        usual,
        ProveOptions { database: FirstDatabase::None, closing: 0, ..usual },
        ProveOptions { database: FirstDatabase::Ply(5), captures: Captures::First, ..usual },
        ProveOptions {
            database: FirstDatabase::Ply(3),
            captures: Captures::Last,
            steady: Some(1),
            closing: 2,
            ..usual
        },
    ]
}

fn prove_quietly(
    game: &Game,
    root: &Position,
    claim: Claim,
    tables: &SlidingTables,
    out: &Path,
    options: ProveOptions,
) -> Proved {
    prove(game, root, claim, Some(tables), out, options, &Quiet).unwrap()
}

#[test]
fn claims_hold_where_the_naive_answer_says_so() {
    let mut random = Random::new(5);
    let (mut yes, mut no) = (0, 0);
    for number in 0..8 {
        let game = small_game(&mut random);
        let folder = tempfile::tempdir().unwrap();
        let tables = sliding(&game, folder.path());
        let out = folder.path().join("a.proof");
        for root in [game.start(), random_position(&game, &mut random)] {
            for claim in all_claims(&game, &root) {
                let expected = Naive::holds(&game, &tables, &root, claim);
                for (kind, options) in options().into_iter().enumerate() {
                    let told = || format!("game {number}, {root:?}, {claim}, options {kind}");
                    let proved = prove_quietly(&game, &root, claim, &tables, &out, options);
                    assert_eq!(proved.holds, expected, "{}", told());
                    assert!(!work_folder(&out).exists());
                    if !proved.holds {
                        no += 1;
                        continue;
                    }
                    yes += 1;
                    let certificate = Certificate::open(&out).unwrap();
                    assert_eq!(certificate.header().claim, claim);
                    let checked = check(&certificate, &game, Some(&tables), &Quiet);
                    let checked = checked.unwrap_or_else(|e| panic!("{}: {e}", told()));
                    let of_proof: u64 = proved.plies.iter().map(|p| p.positions).sum();
                    assert_eq!(checked.positions, of_proof, "{}", told());
                }
            }
        }
    }
    assert!(yes > 200 && no > 200, "{yes} claims hold, {no} do not");
}

#[test]
fn draws_are_what_the_whole_tables_say() {
    let mut random = Random::new(77);
    for _ in 0..12 {
        let game = small_game(&mut random);
        let folder = tempfile::tempdir().unwrap();
        let tables = sliding(&game, folder.path());
        let whole = Tables::open(&game, folder.path()).unwrap();
        let out = folder.path().join("a.proof");
        let root = game.start();
        let value = whole.probe(&root).unwrap().value;
        for (claim, expected) in [
            (Claim::GOAT_DRAWS, value != Value::TigerWin),
            (Claim::TIGER_DRAWS, value != Value::GoatWin),
            (Claim::GOAT_DRAWS.opposite(), value == Value::TigerWin),
            (Claim::TIGER_DRAWS.opposite(), value == Value::GoatWin),
        ] {
            let proved = prove_quietly(&game, &root, claim, &tables, &out, ProveOptions::default());
            assert_eq!(proved.holds, expected, "{claim}, value {value:?}");
        }
    }
}

/// A game with a proof of some size: `docs/small.toml`, whose start is a draw.
fn small() -> Game {
    Game::from_toml(include_str!("../../../docs/small.toml")).unwrap()
}

#[test]
fn damaged_certificates_are_refused_by_name() {
    let game = small();
    let folder = tempfile::tempdir().unwrap();
    let tables = sliding(&game, folder.path());
    let out = folder.path().join("a.proof");
    let options = ProveOptions { closing: 0, ..ProveOptions::default() };
    prove_quietly(&game, &game.start(), Claim::TIGER_DRAWS, &tables, &out, options);
    let whole = fs::read(&out).unwrap();
    let verdict = |bytes: &[u8]| {
        fs::write(&out, bytes).unwrap();
        Certificate::open(&out).and_then(|c| check(&c, &game, Some(&tables), &Quiet).map(|_| ()))
    };
    assert!(verdict(&whole).is_ok());
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = verdict(&bytes).unwrap_err();
        assert!(matches!(error, ProofError::Damaged { .. }), "byte {at}: {error}");
        assert!(error.to_string().contains("a.proof"), "{error}");
        let error = verdict(&whole[..at]).unwrap_err();
        assert!(error.to_string().contains("a.proof"), "cut at {at}: {error}");
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(verdict(&longer).is_err());
}

#[test]
fn a_certificate_of_another_game_is_refused() {
    let game = small();
    let folder = tempfile::tempdir().unwrap();
    let tables = sliding(&game, folder.path());
    let out = folder.path().join("a.proof");
    let options = ProveOptions::default();
    prove_quietly(&game, &game.start(), Claim::TIGER_DRAWS, &tables, &out, options);
    let certificate = Certificate::open(&out).unwrap();
    let error = check(&certificate, Game::bagh_chal(), None, &Quiet).unwrap_err();
    assert!(error.to_string().contains("game: found"), "{error}");
    let fewer = game.clone().with_captures(1).unwrap();
    let error = check(&certificate, &fewer, None, &Quiet).unwrap_err();
    assert!(error.to_string().contains("captures to win: found"), "{error}");
    let error = check(&certificate, &game, None, &Quiet).unwrap_err();
    assert!(matches!(error, ProofError::NeedsTables), "{error}");
}

/// Stops at the n-th question whether to stop.
struct StopAt(AtomicUsize);

impl Progress for StopAt {
    fn stopped(&self) -> bool {
        self.0.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1)).is_err()
    }
}

#[test]
fn an_interrupted_proof_goes_on_and_comes_to_the_same() {
    let game = small();
    let folder = tempfile::tempdir().unwrap();
    let tables = sliding(&game, folder.path());
    let out = folder.path().join("a.proof");
    let start = game.start();
    let options = ProveOptions::default();
    let run = |progress: &dyn Progress| {
        prove(&game, &start, Claim::TIGER_DRAWS, Some(&tables), &out, options, progress)
    };
    let whole = run(&Quiet).unwrap();
    let expected = fs::read(&out).unwrap();
    let mut stops = 0;
    for patience in 0..12 {
        fs::remove_file(&out).ok();
        // Each attempt gets a little further than the one before.
        for more in 0.. {
            match run(&StopAt(AtomicUsize::new(patience + more))) {
                Ok(proved) => {
                    assert_eq!(proved.plies, whole.plies);
                    break;
                }
                Err(ProofError::Stopped) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(!out.exists(), "a certificate of half a proof");
        }
        assert_eq!(fs::read(&out).unwrap(), expected);
    }
    assert!(stops > 8, "only {stops} stops");
}

#[test]
fn damaged_checkpoints_are_refused_by_name() {
    let game = small();
    let folder = tempfile::tempdir().unwrap();
    let tables = sliding(&game, folder.path());
    let out = folder.path().join("a.proof");
    let start = game.start();
    let options = ProveOptions::default();
    let run = |claim, progress: &dyn Progress| {
        prove(&game, &start, claim, Some(&tables), &out, options, progress)
    };
    let mut seen = Vec::new();
    for patience in 0..60 {
        fs::remove_dir_all(work_folder(&out)).ok();
        let stop = StopAt(AtomicUsize::new(patience));
        let Err(ProofError::Stopped) = run(Claim::TIGER_DRAWS, &stop) else { continue };
        let mut files: Vec<_> =
            fs::read_dir(work_folder(&out)).unwrap().map(|f| f.unwrap().path()).collect();
        // The first database is the one that is read.
        files.sort();
        let read = |path: &&std::path::PathBuf| !path.to_string_lossy().contains("database");
        let file = files.iter().find(read).or(files.first()).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let whole = fs::read(file).unwrap();
        let mut bytes = whole.clone();
        let last = bytes.len() - 1;
        bytes[last] ^= 0x10;
        fs::write(file, &bytes).unwrap();
        let error = run(Claim::TIGER_DRAWS, &Quiet).unwrap_err().to_string();
        assert!(error.contains(&name), "{error}");
        fs::write(file, &whole).unwrap();
        // Nor is the work of one claim taken for that of another.
        let error = run(Claim::GOAT_DRAWS, &Quiet).unwrap_err();
        assert!(matches!(error, ProofError::Foreign { .. }), "{error}");
        seen.push(name);
    }
    assert!(seen.iter().any(|name| name.starts_with("database")), "{seen:?}");
    assert!(seen.iter().any(|name| name.starts_with("search")), "{seen:?}");
}

#[test]
fn proofs_do_not_depend_on_the_number_of_threads() {
    let mut random = Random::new(3);
    for _ in 0..6 {
        let game = small_game(&mut random);
        let folder = tempfile::tempdir().unwrap();
        let tables = sliding(&game, folder.path());
        let files = [1, 4].map(|threads| {
            let out = folder.path().join(format!("{threads}.proof"));
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let options = ProveOptions { closing: 0, ..ProveOptions::default() };
            let start = game.start();
            for claim in [Claim::TIGER_DRAWS, Claim::GOAT_DRAWS] {
                pool.install(|| prove_quietly(&game, &start, claim, &tables, &out, options));
            }
            fs::read(&out).ok()
        });
        assert_eq!(files[0], files[1]);
    }
}
