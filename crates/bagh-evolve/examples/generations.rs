//! Evolves players for some generations, and lets the last champions play each other:
//! `cargo run --release -p bagh-evolve --example generations [HOW_MANY]`.

use bagh::Game;
use bagh_evolve::{Contestant, Evolution, Eye, Setup, Stream, play};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u32 = std::env::args().nth(1).map_or(Ok(5), |count| count.parse())?;

    let game = Game::bagh_chal();
    // As in the paper of 2004, but with a shorter look ahead.
    let setup = Setup { tiger_depth: 1, goat_depth: 1, ..Setup::of_the_paper(game, 1) };
    let mut evolution = Evolution::new(game, setup);
    let mut champions = evolution.step();
    for _ in 1..count {
        champions = evolution.step();
    }
    for row in evolution.rows() {
        println!(
            "generation {}: tigers won {}, goats {}, drawn {}; {:.1} goats captured in a game",
            row.generation, row.tiger_wins, row.goat_wins, row.draws, row.captured
        );
    }

    let eye = Eye::new(game);
    let (tiger, goat) = (champions.tiger.network(), champions.goat.network());
    let at_depth = |network, depth| Contestant { network, depth };
    let played = play(game, &eye, at_depth(&tiger, 2), at_depth(&goat, 2), Stream::of_play(1, 0));
    println!("the last champions, two plies deep: {played:?}");
    Ok(())
}
