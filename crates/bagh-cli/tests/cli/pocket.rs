//! `bagh pocket`: an edition made, asked and compared with tables.

use serde_json::Value;

use crate::run::bagh_in;
use crate::small::{FIXED, placed, positions, small, solved};

const PROBE: [&str; 6] = ["pocket", "probe", "--in", ".", "--game", "small.toml"];

#[test]
fn an_edition_says_what_the_tables_say() {
    let folder = solved(FIXED);
    let path = folder.path();
    let text = small(path, &["pocket", "make", "--out", ".", "--layers", "1,3"], "").fine();
    assert!(text.contains("sliding phase"), "{text}");
    let game = bagh::Game::from_toml(FIXED).unwrap();
    let input: String = positions(&game).iter().map(|p| game.obx(p) + "\n").collect();
    let expected = small(path, &["probe", "-", "--values", "--json"], &input).fine();
    let found = bagh_in(path, PROBE.iter().chain(&["-", "--values", "--json"]), &input).fine();
    assert_eq!(found.lines().count(), expected.lines().count());
    for (found, expected) in found.lines().zip(expected.lines()) {
        let read = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let (found, expected) = (read(found), read(expected));
        for key in ["position", "outcome", "captures"] {
            assert_eq!(found[key], expected[key]);
        }
    }
    let told = bagh_in(path, PROBE, "").fine();
    assert!(told.contains("The goats' moves, the best first:"), "{told}");
    let check = ["pocket", "check", "--in", ".", "--layers", "2,4", "--random", "500"];
    let told = small(path, &check, "").fine();
    assert!(told.contains("no difference"), "{told}");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = solved(FIXED);
    let path = folder.path();
    for (arguments, expected) in [
        (
            &["make", "--out", ".", "--layers", "0"][..],
            "layers: found 0, expected numbers of goats from 1",
        ),
        (&["make", "--out", ".", "--layers", "x"][..], "--layers"),
        (&["check", "--in", "."][..], "--in: found no edition small-2 in ."),
    ] {
        let arguments: Vec<&str> = ["pocket"].iter().chain(arguments).copied().collect();
        let run = small(path, &arguments, "");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.stderr.contains(expected), "{run:?}");
    }
    small(path, &["pocket", "make", "--out", "."], "").fine();
    let run = small(path, &["pocket", "check", "--in", ".", "--layers", "99"], "");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("--layers: found 99, expected"), "{run:?}");
    let folder = solved(&placed());
    let run = small(folder.path(), &["pocket", "make", "--out", "."], "");
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.stderr.contains("whose tigers are placed one by one"), "{run:?}");
}
