//! A bot of a few lines: the first capture, or else the last legal move.

use bagh::{Game, History, notation};

// Every `position` command tells the whole game.
fn setup(text: &str) -> History {
    let game = Game::bagh_chal();
    let (start, moves) = text.split_once("moves").unwrap_or((text, ""));
    let obx = start.trim().split_once(' ').map_or("T3T/5/5/5/T3T g g20 c0", |(_, obx)| obx);
    let read = notation::read(game, obx, &Default::default()).expect("a position in OBX");
    let mut history = History::new(game.clone(), read.position);
    for word in moves.split_whitespace() {
        history.play(game.parse_move(history.position(), word).expect("a move")).expect("legal");
    }
    history
}

fn main() {
    let mut history = setup("startpos");
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let (game, position) = (history.game(), history.position());
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("ugi", _) => println!("id name Example\nugiok"),
            ("isready", _) => println!("readyok"),
            ("position", rest) => history = setup(rest),
            ("go", _) => {
                let best = game.moves(position).max_by_key(|mv| mv.captured().is_some());
                println!("bestmove {}", game.move_text(position, best.expect("a move")));
            }
            ("quit", _) => return,
            _ => {}
        }
    }
}
