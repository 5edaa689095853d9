//! Claims about how much there is of something, worked out without tables.

use bagh::{Board, Game, Phase, Side};
use bagh_tables::{binomial, burnside};

/// Runs a check, if it is one of these.
pub fn run(game: &Game, check: &str) -> Option<String> {
    let board = game.board();
    let text = match check {
        "pieces" => format!("{}, {}, {}", board.len(), game.tigers(), game.goats()),
        "placement-plies" => (2 * u32::from(game.goats()) - 1).to_string(),
        "sliding-positions" => {
            let classes = burnside::classes(game);
            let sliding = classes.iter().filter(|class| class.phase == Phase::Sliding);
            sliding.map(|class| class.positions).sum::<u128>().to_string()
        }
        "symmetry" => {
            let share = |goats: usize| {
                let boards = binomial(25, 4) * binomial(21, goats as u32);
                boards as f64 / burnside::images(board, 4, goats) as f64
            };
            let shares: Vec<String> =
                (16..=20).rev().map(|goats| format!("{:.2}", share(goats))).collect();
            shares.join(", ")
        }
        "positions-of-an-image" => {
            // A board with 16 goats tells neither who is to move nor how many were captured; with
            // four captured all goats are placed.
            let placing = (0..game.captures()).filter(|captured| 16 + captured < game.goats());
            let sides = [Side::Tiger, Side::Goat].len();
            format!("{}, and {sides} of the sliding phase", sides * placing.count())
        }
        "branching" => branching(game),
        _ => {
            let goats = check.strip_prefix("images ")?.parse().ok()?;
            burnside::images(board, 4, goats).to_string()
        }
    };
    Some(text)
}

/// The mean number of legal moves in the placement phase.
fn branching(game: &Game) -> String {
    let mut sums = [[0.0; 2]; 2];
    for class in burnside::classes(game).iter().filter(|class| class.phase == Phase::Placement) {
        let goats = f64::from(class.placed - class.captured);
        let moves = match class.turn {
            Side::Tiger => tiger_moves(game, goats),
            Side::Goat => game.board().len() as f64 - f64::from(game.tigers()) - goats,
        };
        let [positions, sum] = &mut sums[usize::from(class.turn == Side::Goat)];
        *positions += class.positions as f64;
        *sum += moves * class.positions as f64;
    }
    let [tiger, goat] = sums;
    format!(
        "{:.1}: tigers {:.1}, goats {:.1}",
        (tiger[1] + goat[1]) / (tiger[0] + goat[0]),
        tiger[1] / tiger[0],
        goat[1] / goat[0]
    )
}

/// The mean number of moves of the tigers over all boards with a number of goats.
fn tiger_moves(game: &Game, goats: f64) -> f64 {
    let board = game.board();
    let (points, tigers) = (board.len() as f64, f64::from(game.tigers()));
    let empty = points - tigers - goats;
    let (slides, jumps) = ways(board);
    // A tiger here, nothing there; and for a jump a goat between.
    let slide = tigers / points * empty / (points - 1.0);
    slides * slide + jumps * slide * goats / (points - 2.0)
}

/// The slides and the jumps that the lines of a board allow.
fn ways(board: &Board) -> (f64, f64) {
    let points = || board.all().iter();
    let slides: usize = points().map(|point| board.neighbours(point).len()).sum();
    let jumps: usize =
        points().flat_map(|from| points().map(move |over| board.landings(from, over).len())).sum();
    (slides as f64, jumps as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every board with this many goats, moves counted by the rules.
    #[test]
    fn the_mean_number_of_moves_is_that_of_all_boards() {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
        let game = Game::from_toml(text).unwrap();
        let points = game.board().len() as u32;
        for goats in 0..=3 {
            let (mut boards, mut moves) = (0, 0);
            for tigers in 0..1u32 << points {
                for herd in 0..1u32 << points {
                    let fits = tigers & herd == 0
                        && tigers.count_ones() == u32::from(game.tigers())
                        && herd.count_ones() == goats;
                    if !fits {
                        continue;
                    }
                    let position = bagh::Position::from_parts(
                        bagh::Points::from_bits(tigers),
                        bagh::Points::from_bits(herd),
                        Side::Tiger,
                        1,
                        0,
                    );
                    boards += 1;
                    moves += game.moves(&position).count();
                }
            }
            let mean = moves as f64 / f64::from(boards);
            assert!((tiger_moves(&game, f64::from(goats)) - mean).abs() < 1e-9, "{goats} goats");
        }
    }
}
