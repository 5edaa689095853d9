//! The hand-written evaluation, for any board.

use bagh::{Game, Points, Position, Side};

use super::Evaluation;
use crate::score::{GOAT, clamp_evaluation};

/// A weighted sum of what players count: threatened goats, trapped tigers, mobility of the tigers,
/// and points that only the goats can reach.
pub struct HandWritten {
    game: Game,
}

impl HandWritten {
    /// The evaluation for a game.
    pub fn new(game: &Game) -> HandWritten {
        HandWritten { game: game.clone() }
    }
}

impl Evaluation for HandWritten {
    fn name(&self) -> &str {
        "hand-written"
    }

    fn reverse_futility_margin(&self) -> i32 {
        2 * GOAT
    }

    fn points(&self, position: &Position) -> i32 {
        let board = self.game.board();
        let empty = self.game.empty(position);
        let (mut steps, mut trapped) = (0, 0);
        let mut threatened = Points::EMPTY;
        let mut within_reach = Points::EMPTY;
        for tiger in position.tigers() {
            let around = board.neighbours(tiger);
            let free = around & empty;
            let mut landings = Points::EMPTY;
            for over in around & position.goats() {
                let to = board.landings(tiger, over) & empty;
                if !to.is_empty() {
                    threatened |= over.set();
                    landings |= to;
                }
            }
            let ways = (free | landings).len() as i32;
            steps += ways;
            trapped += i32::from(ways == 0);
            within_reach |= free | landings;
        }
        // Points that the tigers can come to if no goat moves.
        loop {
            let next =
                within_reach.iter().fold(within_reach, |all, p| all | board.neighbours(p)) & empty;
            if next == within_reach {
                break;
            }
            within_reach = next;
        }
        let safe = empty.without(within_reach).len() as i32;
        let tigers = i32::from(self.game.tigers()).max(1);
        let threats = threatened.len() as i32;
        // With the tigers to move one goat is as good as gone; with the goats to move one of
        // several is.
        let lost = match position.turn() {
            Side::Tiger => 700 * threats.min(1) + 250 * (threats - 1).max(0),
            Side::Goat => 100 * threats.min(1) + 400 * (threats - 1).max(0),
        };
        let herd = i32::from(self.game.goats()).max(1);
        let progress = i32::from(self.game.goats() - position.goats_in_hand()) * 100 / herd;
        let trapped_share = 100 * trapped / tigers;
        let points = GOAT * (i32::from(position.captured()) + 1) + lost + 30 * (steps - 2 * tigers)
            - 90 * safe
            - trapped_share * trapped_share / 10 * (50 + progress) / 150;
        clamp_evaluation(&self.game, points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(text: &str) -> i32 {
        let game = Game::bagh_chal();
        HandWritten::new(game)
            .points(&bagh::notation::read(game, text, &Default::default()).unwrap().position)
    }

    #[test]
    fn threats_and_traps_count() {
        let safe = points("TG2T/5/5/5/T3T g g19 c0");
        assert!(points("TG2T/5/5/5/T3T t g19 c0") > safe);
        let free = points("T3T/5/GGG2/GG3/TG1GT t g13 c0");
        let trapped = points("T3T/5/GGG2/GG3/TGG1T t g13 c0");
        assert!(trapped < free, "{trapped} {free}");
    }

    #[test]
    fn images_look_equally_good() {
        let game = Game::bagh_chal();
        let evaluation = HandWritten::new(game);
        let text = "TG1GT/1G3/2T2/G4/1G1GT t g10 c4";
        let position = bagh::notation::read(game, text, &Default::default()).unwrap().position;
        for symmetry in game.board().symmetries() {
            let image = position.transformed(symmetry);
            assert_eq!(evaluation.points(&image), evaluation.points(&position));
        }
    }
}
