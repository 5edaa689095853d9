//! Who says how good the leaves of a search are.

use bagh::{Game, Position, Side};
use bagh_engine::{Evaluation, GOAT};

use crate::features::Eye;
use crate::network::Network;
use crate::saved::SavedNetwork;

/// Tells how good positions look.
pub trait Judge {
    /// How good a position looks for a side, higher being better; none where the side to move has
    /// no move, and so has lost. Not asked where the tigers have captured enough.
    fn value(&mut self, position: &Position, side: Side) -> Option<f32>;
}

/// A network for either side.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    eye: &'a Eye,
    network: &'a Network,
}

impl<'a> Seen<'a> {
    /// A network that sees through this eye.
    pub fn new(eye: &'a Eye, network: &'a Network) -> Seen<'a> {
        Seen { eye, network }
    }
}

impl Judge for Seen<'_> {
    #[inline]
    fn value(&mut self, position: &Position, _: Side) -> Option<f32> {
        let counts = self.eye.counts(position);
        let over = match position.turn() {
            Side::Tiger => self.eye.is_trapped(&counts),
            Side::Goat => self.eye.is_locked(&counts),
        };
        (!over).then(|| self.network.evaluate(&self.eye.scaled(&counts)))
    }
}

/// An evaluation of the engine.
#[derive(Clone, Copy)]
pub struct Evaluated<'a> {
    game: &'a Game,
    evaluation: &'a dyn Evaluation,
}

impl<'a> Evaluated<'a> {
    /// An evaluation of positions of this game.
    pub fn new(game: &'a Game, evaluation: &'a dyn Evaluation) -> Evaluated<'a> {
        Evaluated { game, evaluation }
    }
}

impl Judge for Evaluated<'_> {
    fn value(&mut self, position: &Position, side: Side) -> Option<f32> {
        if !self.game.can_move(position) {
            return None;
        }
        let points = self.evaluation.points(position) as f32;
        // Far below the value of a win.
        let share = points / (GOAT * (i32::from(self.game.captures()) + 1)) as f32;
        Some(if side == Side::Tiger { share } else { -share })
    }
}

/// An evolved network as an evaluation for the engine.
pub struct Evolved {
    eye: Eye,
    network: Network,
    side: Side,
    win: i32,
}

impl Evolved {
    /// The evaluation by this network, for either side to move.
    pub fn new(game: &Game, saved: &SavedNetwork) -> Evolved {
        Evolved {
            eye: Eye::new(game),
            network: saved.network(),
            side: saved.side,
            win: GOAT * (i32::from(game.captures()) + 1),
        }
    }
}

impl Evaluation for Evolved {
    fn name(&self) -> &str {
        match self.side {
            Side::Tiger => "evolved-tiger",
            Side::Goat => "evolved-goat",
        }
    }

    fn points(&self, position: &Position) -> i32 {
        let value = self.network.evaluate(&self.eye.features(position));
        let for_tiger = if self.side == Side::Tiger { value } else { -value };
        ((for_tiger + 1.0) / 2.0 * self.win as f32) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::{Evolution, Setup};

    #[test]
    fn evolved_networks_judge_for_the_tigers() {
        let game = Game::bagh_chal();
        let setup = Setup { tiger_depth: 1, goat_depth: 1, ..Setup::of_the_paper(game, 1) };
        let champions = Evolution::new(game, setup).step();
        let eye = Eye::new(game);
        let position = game.start();
        for saved in [champions.tiger, champions.goat] {
            let points = Evolved::new(game, &saved).points(&position);
            let network = saved.network();
            let value = Seen::new(&eye, &network).value(&position, saved.side).unwrap();
            assert!((0..=6 * GOAT).contains(&points));
            // What is good for one side is bad for the other.
            let good = (value > 0.0) == (saved.side == Side::Tiger);
            assert_eq!(points > 3 * GOAT, good, "{points} {value}");
        }
    }
}
