//! How long a generation takes.
use std::time::Instant;

use bagh::Game;
use bagh_evolve::{Evolution, Setup};

fn main() {
    let game = Game::bagh_chal();
    let mut evolution = Evolution::new(game, Setup::of_the_paper(game, 1));
    for _ in 0..std::env::args().nth(1).map_or(5, |n| n.parse().expect("a number")) {
        let began = Instant::now();
        evolution.step();
        println!("{:?} {:?}", began.elapsed(), evolution.rows().last());
    }
}
