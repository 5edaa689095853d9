//! Figure 1b of both papers: the tigers can capture a goat, but then the goats trap them in five
//! plies. The drawing is not in our copies of the text; tables tell which positions are like that.

use std::collections::BTreeSet;

use bagh::{Game, Points, Position, Side};
use bagh_tables::stats::sliding_positions;
use bagh_tables::{ProbeError, Tables, Value, Verdict};

/// Plies of the goats' sequence after the capture.
const PLIES: u16 = 5;

/// What there is of such positions in the sliding phase, with an example.
pub fn found(tables: &Tables) -> Result<String, ProbeError> {
    let game = tables.game();
    let mut like_it = BTreeSet::new();
    for captured in 1..game.captures() {
        let trapped = Verdict { value: Value::GoatWin, plies: Some(PLIES) };
        for after in sliding_positions(tables, captured, Side::Goat, trapped)? {
            for before in before_capture(game, &after) {
                // Where the goats win anyway the capture is no trap.
                if tables.probe(&before)?.value != Value::GoatWin {
                    let key = (captured, game.obx(&game.canonical(&before)));
                    like_it.insert((key, is_forced(game, &after, PLIES)));
                }
            }
        }
    }
    let all: BTreeSet<&(u8, String)> = like_it.iter().map(|(key, _)| key).collect();
    let mut forced = like_it.iter().filter(|(_, forced)| *forced).map(|((_, text), _)| text);
    let example = forced.next().map_or("none", |text| text.as_str());
    Ok(format!(
        "{} positions of the sliding phase; {} of them leave the tigers one move each time, such as {example}",
        all.len(),
        usize::from(example != "none") + forced.count(),
    ))
}

/// The positions from which a capture leads here.
fn before_capture<'a>(game: &'a Game, after: &'a Position) -> impl Iterator<Item = Position> + 'a {
    let board = game.board();
    let empty = board.all().without(after.occupied());
    let pairs = empty.iter().flat_map(move |from| empty.iter().map(move |over| (from, over)));
    pairs.flat_map(move |(from, over)| {
        let landings = board.landings(from, over).iter();
        let tos = landings.filter(|&to| after.tigers().contains(to));
        tos.map(move |to| {
            let tigers = after.tigers().without(to.set()).bits() | from.set().bits();
            Position::from_parts(
                Points::from_bits(tigers),
                Points::from_bits(after.goats().bits() | over.set().bits()),
                Side::Tiger,
                after.goats_in_hand(),
                after.captured() - 1,
            )
        })
    })
}

/// Whether the goats, who are to move, can trap the tigers in this many plies and leave them one
/// move each time.
fn is_forced(game: &Game, position: &Position, plies: u16) -> bool {
    game.moves(position).any(|mv| {
        let tiger = game.after(position, mv);
        let mut replies = game.moves(&tiger);
        match (replies.next(), replies.next()) {
            (None, _) => true,
            (Some(reply), None) => {
                plies > 2 && is_forced(game, &game.after(&tiger, reply), plies - 2)
            }
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_is_as_it_should_be() {
        let game = Game::bagh_chal();
        let before = game.parse_obx("GG1GG/TGGGG/TTGGT/GGGGG/GGGGG t g0 c0 - -").unwrap();
        let after = |text: &str| game.after(&before, game.parse_move(&before, text).unwrap());
        let trap = after("E3C1");
        assert!(before_capture(game, &trap).any(|found| found == before));
        assert!(is_forced(game, &trap, PLIES) && !is_forced(game, &trap, PLIES - 2));
        assert!(!is_forced(game, &after("A3C1"), PLIES));
    }
}
