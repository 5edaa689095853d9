//! The engine as a player.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bagh::{Game, History};
use bagh_engine::{Evaluation, Level, Limits, Player as LevelPlayer, SearchOptions};

use super::random::no_move;
use crate::interrupt;
use crate::player::{Choice, Failure, Player};
use crate::thread_time::thread_time;
use crate::time::Budget;

/// The engine at one of its levels, or with a network at full strength.
pub struct EnginePlayer {
    player: LevelPlayer,
    name: String,
    /// The limits of the level; a budget may tighten them.
    limits: Limits,
    /// Whether the time of a move is that of the budget, where it has one.
    takes_budget: bool,
}

impl EnginePlayer {
    /// The engine at a level. The same seed plays the same moves, up to level 7.
    pub fn level(game: &Game, level: Level, seed: u64) -> EnginePlayer {
        EnginePlayer {
            player: LevelPlayer::new(game, level, seed),
            name: level.to_string(),
            limits: level.limits(),
            takes_budget: level == Level::STRONGEST,
        }
    }

    /// The engine at full strength with this evaluation.
    pub fn with_evaluation(
        game: &Game,
        name: &str,
        evaluation: Arc<dyn Evaluation>,
        seed: u64,
    ) -> EnginePlayer {
        EnginePlayer {
            player: LevelPlayer::with_evaluation(game, Level::STRONGEST, seed, evaluation),
            name: name.to_owned(),
            limits: Level::STRONGEST.limits(),
            takes_budget: true,
        }
    }

    /// The player with other limits where the budget has none.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> EnginePlayer {
        self.limits = limits;
        self
    }

    /// The player with this many threads, used where time limits the search.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> EnginePlayer {
        self.player = self.player.with_threads(threads);
        self
    }

    fn limits_for(&self, history: &History, budget: &Budget) -> Limits {
        let time = budget.allotment(history.position().turn());
        let limits = Limits { depth: budget.depth, nodes: budget.nodes, time };
        if self.takes_budget && limits != Limits::default() {
            return limits;
        }
        self.limits.tightened(limits)
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.player.clear();
        Ok(())
    }

    fn choose(&mut self, history: &History, budget: &Budget) -> Result<Choice, Failure> {
        let limits = self.limits_for(history, budget);
        self.player.set_limits(limits);
        let limit = budget.time_limit(history.position().turn());
        let (asked, used) = (Instant::now(), limit.and_then(|_| thread_time()));
        let options = SearchOptions {
            before: history.before(),
            stop: Some(&interrupt::STOP),
            ..SearchOptions::default()
        };
        let chosen = self.player.choose_within(history.position(), options);
        if interrupt::is_stopped() {
            return Err(Failure::Interrupted);
        }
        let time = own_time(asked.elapsed(), limit, || Some(thread_time()?.saturating_sub(used?)));
        Ok(Choice { mv: chosen.ok_or_else(no_move)?, time: Some(time) })
    }
}

/// The time that a move took, by the clock. A search looks at the clock every few hundred nodes; if
/// the move is late all the same, the thread may have been made to wait, for a processor or for
/// memory, and what counts is how long it computed.
fn own_time(
    elapsed: Duration,
    limit: Option<Duration>,
    computed: impl FnOnce() -> Option<Duration>,
) -> Duration {
    match limit {
        Some(limit) if elapsed > limit => computed().map_or(elapsed, |time| time.min(elapsed)),
        _ => elapsed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_took_is_not_the_players() {
        let ms = Duration::from_millis;
        let limit = Some(ms(10));
        assert_eq!(own_time(ms(9), limit, || unreachable!()), ms(9));
        assert_eq!(own_time(ms(150), limit, || Some(ms(8))), ms(8));
        assert_eq!(own_time(ms(150), limit, || Some(ms(149))), ms(149));
        assert_eq!(own_time(ms(150), limit, || Some(ms(151))), ms(150));
        // Where the system does not tell, and where time is not limited.
        assert_eq!(own_time(ms(150), limit, || None), ms(150));
        assert_eq!(own_time(ms(150), None, || unreachable!()), ms(150));
    }
}
