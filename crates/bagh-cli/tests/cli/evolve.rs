//! `bagh evolve` and `bagh complexity`.

use std::path::Path;

use crate::run::{Run, bagh, bagh_in};
use crate::small;

fn evolve(folder: &Path, args: &[&str]) -> Run {
    let options = ["evolve", "--tiger-depth", "1", "--goat-depth", "1"];
    bagh_in(folder, options.iter().chain(args), "")
}

/// What a run printed. On a busy machine it tells on standard error how far it is.
fn played(run: Run) -> String {
    assert_eq!(run.code, 0, "{run:?}");
    run.stdout
}

#[test]
fn a_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    played(evolve(here, &["--generations", "2", "--out", "first", "--threads", "1"]));
    played(evolve(here, &["--generations", "4", "--out", "first", "--threads", "2"]));
    let text = played(evolve(here, &["--generations", "4", "--out", "second", "--threads", "3"]));
    assert!(text.contains("4 generations"), "{text}");
    for name in ["evolution", "tiger-0004.network", "goat-0004.network", "curve.csv", "curve.svg"] {
        let read = |run: &str| std::fs::read(here.join(run).join(name)).unwrap();
        assert_eq!(read("first"), read("second"), "{name}");
    }
}

#[test]
fn runs_that_do_not_fit_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    played(evolve(here, &["--generations", "2", "--out", "run"]));
    let fewer = evolve(here, &["--generations", "1", "--out", "run"]).refused();
    assert!(fewer.contains("--generations: found 1"), "{fewer}");
    let other = evolve(here, &["--generations", "3", "--seed", "9", "--out", "run"]).refused();
    assert!(other.contains("seed is 1 there, and 9 was asked for"), "{other}");
    std::fs::write(here.join("run/evolution"), "bagh-evolution 1\nnothing").unwrap();
    let damaged = evolve(here, &["--generations", "3", "--out", "run"]).refused();
    assert!(damaged.contains("run/evolution is damaged"), "{damaged}");
    let deep = bagh(["evolve", "--tiger-depth", "99"]);
    assert_eq!(deep.code, 2);
}

#[test]
fn networks_are_marked_by_tables() {
    let folder = small::solved(small::FIXED);
    let here = folder.path();
    let options = ["--game", "small.toml", "--generations", "1", "--out", "run"];
    played(evolve(here, &options));
    let text = small::small(here, &["evolve", "mark", "run", "--positions", "30"], "").fine();
    for player in ["tiger 1", "goat 1", "hand-written", "random"] {
        assert!(text.contains(player), "{text}");
    }
    let other = bagh_in(here, ["evolve", "mark", "run", "--tables", "."], "").refused();
    assert!(other.contains("tables of bagh-chal"), "{other}");
    let none = small::small(here, &["evolve", "mark", "."], "").refused();
    assert!(none.contains("holds no file that ends in .network"), "{none}");
    let path = here.join("run/goat-0001.network");
    let text = std::fs::read_to_string(&path).unwrap().replace("generation 1", "generation 2");
    std::fs::write(&path, text).unwrap();
    let damaged = small::small(here, &["evolve", "mark", "run"], "").refused();
    assert!(damaged.contains("goat-0001.network is damaged"), "{damaged}");
}

#[test]
fn trees_are_estimated_alike_whatever_the_threads() {
    let run = |threads| {
        bagh(["complexity", "--captures", "1", "--samples", "3000", "--json", "--threads", threads])
            .fine()
    };
    assert_eq!(run("1"), run("3"));
    assert!(run("1").contains("\"successors\":\"inequivalent\""), "{}", run("1"));
    assert_eq!(bagh(["complexity", "--samples", "1"]).code, 2);
    let odd = bagh(["complexity", "--samples", "5000", "--group", "1500"]).refused();
    assert!(odd.contains("--group: found 1500, expected a multiple of 1000"), "{odd}");
    let large = bagh(["complexity", "--samples", "5000", "--group", "6000"]).refused();
    assert!(large.contains("not above --samples, 5000"), "{large}");
    let groups = bagh(["complexity", "--samples", "5000", "--group", "1000"]).fine();
    assert!(groups.contains("5 estimates from 1,000 paths each"), "{groups}");
}

#[test]
fn evolved_networks_play_by_name() {
    for name in ["evolved-tiger", "evolved-goat"] {
        let text = bagh(["best", "--depth", "2", "--evaluation", name]).fine();
        assert!(text.contains("best "), "{text}");
        let other = bagh(["best", "--game", "aadu-puli", "--depth", "2", "--evaluation", name]);
        let message = format!("{name} plays bagh-chal with 5 captures to win, expected aadu-puli");
        assert!(other.refused().contains(&message));
    }
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let good = include_str!("../../../bagh-evolve/networks/goat.network");
    let best = |text: &str| {
        std::fs::write(here.join("mine.network"), text).unwrap();
        bagh_in(here, ["best", "--depth", "2", "--evaluation", "mine.network"], "")
    };
    // All but how long it took.
    let found = |run: Run| -> Vec<String> {
        let text = run.fine();
        text.lines().filter(|line| !line.starts_with("looked")).map(str::to_owned).collect()
    };
    let by_name = bagh(["best", "--depth", "2", "--evaluation", "evolved-goat"]);
    assert_eq!(found(best(good)), found(by_name));
    for damaged in [good.replacen("0.", "1.", 1), good[..good.len() / 2].to_owned()] {
        let message = best(&damaged).refused();
        assert!(message.contains("mine.network is damaged"), "{message}");
    }
}
