//! Perfect play from tables, as a player.

use std::sync::Arc;

use bagh::History;
use bagh_engine::Perfect;
use bagh_tables::Tables;

use super::random::no_move;
use crate::player::{Choice, Failure, Player};
use crate::time::Budget;

/// Plays from complete tables, and never loses value.
pub struct PerfectPlayer(Perfect);

impl PerfectPlayer {
    /// A player with these tables; the seed decides among equally good moves.
    pub fn new(tables: Arc<Tables>, seed: u64) -> PerfectPlayer {
        PerfectPlayer(Perfect::new(tables, seed))
    }
}

impl Player for PerfectPlayer {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
        let chosen = self.0.choose(history.position(), history.before());
        let chosen = chosen.map_err(|error| Failure::Broken(error.to_string()))?;
        chosen.map(Choice::from).ok_or_else(no_move)
    }
}
