//! Training, on a board that is solved in a moment.

use std::sync::LazyLock;

use bagh::Game;
use bagh_engine::evaluation::network::Features;
use bagh_engine::{Evaluation, Network};
use bagh_tables::{Quiet, SolveOptions, Tables, solve};
use bagh_train::{Plan, Pupil, Sample, sample};

static SMALL: LazyLock<(Game, Tables, tempfile::TempDir)> = LazyLock::new(|| {
    let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&game, folder.path()).unwrap();
    (game, tables, folder)
});

const PLAN: Plan = Plan { seed: 3, epochs: 3, rate: 0.003 };

fn some_samples() -> Vec<Sample> {
    let mut samples = sample::lot(&SMALL.1, 1, 0).unwrap();
    samples.truncate(40_000);
    samples
}

/// Trains with this many threads.
fn trained(threads: usize) -> Vec<u8> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let samples = some_samples();
        let mut pupil = Pupil::new(&Features::new(&SMALL.0).unwrap(), PLAN);
        while !pupil.is_done() {
            pupil.learn(&samples, |_| ());
        }
        pupil.network().to_bytes()
    })
}

#[test]
fn the_same_seed_gives_the_same_network_on_any_number_of_threads() {
    assert_eq!(trained(1), trained(3));
}

#[test]
fn a_pupil_that_was_put_away_goes_on_as_if_it_had_not() {
    let (features, samples) = (Features::new(&SMALL.0).unwrap(), some_samples());
    let mut pupil = Pupil::new(&features, PLAN);
    pupil.learn(&samples, |_| ());
    let bytes = pupil.to_bytes();
    let mut again = Pupil::from_bytes(&features, PLAN, &bytes).unwrap();
    assert_eq!(again.epochs(), 1);
    while !again.is_done() {
        again.learn(&samples, |_| ());
    }
    assert_eq!(again.network().to_bytes(), trained(2));
    assert!(Pupil::from_bytes(&features, Plan { seed: 4, ..PLAN }, &bytes).is_none());
    assert!(Pupil::from_bytes(&features, PLAN, &bytes[1..]).is_none());
}

#[test]
fn samples_have_the_values_of_the_tables() {
    let (game, tables, _) = &*SMALL;
    let samples = some_samples();
    for sample in samples.iter().step_by(97) {
        let verdict = tables.probe(&sample.position()).unwrap();
        assert_eq!(verdict.value.code(game.captures()), sample.value);
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), *sample);
        assert!(game.result(&sample.position()).is_none());
    }
    assert_eq!(sample::lot(tables, 1, 0).unwrap()[..100], samples[..100]);
    assert_ne!(sample::lot(tables, 1, 1).unwrap()[..100], samples[..100]);
}

#[test]
fn what_was_learned_is_better_than_a_guess() {
    let (game, _, _) = &*SMALL;
    let samples = some_samples();
    let mut pupil = Pupil::new(&Features::new(game).unwrap(), PLAN);
    let before = pupil.skill(&samples);
    while !pupil.is_done() {
        pupil.learn(&samples, |_| ());
    }
    let after = pupil.skill(&samples);
    assert!(after.loss < before.loss && after.right > before.right, "{before:?} {after:?}");

    // Rounding the network changes its answers little.
    let network = Network::from_bytes(game, &pupil.network().to_bytes()).unwrap();
    let off: f64 = samples
        .iter()
        .map(|s| (f64::from(network.points(&s.position())) / 1000.0 - f64::from(s.value)).abs())
        .sum::<f64>()
        / samples.len() as f64;
    assert!((off - after.off).abs() < 0.05, "{off} {after:?}");
}
