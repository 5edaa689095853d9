//! Engine players: an engine that plays at some level.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bagh::{Game, Move, Position};

use crate::engine::{Engine, Line, SearchOptions};
use crate::evaluation::{Evaluation, Noisy, best_for};
use crate::level::{Level, LevelSettings};
use crate::limits::{Clock, Limits};
use crate::noise;

/// An engine that plays at a level.
///
/// ```
/// use bagh::{Game, History};
/// use bagh_engine::{Level, Player};
///
/// let game = Game::bagh_chal();
/// let mut history = History::new(game.clone(), game.start());
/// let mut player = Player::new(game, Level::WEAKEST, 7);
/// while history.result().is_none() && history.len() < 10 {
///     let mv = player.choose(history.position(), history.before(), None).unwrap();
///     history.play(mv)?;
/// }
/// # Ok::<(), bagh::PlayError>(())
/// ```
pub struct Player {
    engine: Engine,
    settings: LevelSettings,
    seed: u64,
}

impl Player {
    /// A player of this level. With the same seed it plays the same moves, unless time limits its
    /// searches.
    pub fn new(game: &Game, level: Level, seed: u64) -> Player {
        Player::with_evaluation(game, level, seed, best_for(game))
    }

    /// A player of this level with another evaluation.
    pub fn with_evaluation(
        game: &Game,
        level: Level,
        seed: u64,
        evaluation: Arc<dyn Evaluation>,
    ) -> Player {
        let settings = level.settings();
        let evaluation = match settings.evaluation_noise {
            0 => evaluation,
            noise => Arc::new(Noisy::new(game, evaluation, noise, seed)),
        };
        Player { engine: Engine::with_evaluation(game, evaluation), settings, seed }
    }

    /// The player with other limits than those of its level.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Player {
        self.settings.limits = limits;
        self
    }

    /// Sets the limits of the searches that follow.
    pub fn set_limits(&mut self, limits: Limits) {
        self.settings.limits = limits;
    }

    /// The player with this many threads; they are used at levels that are limited by time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Player {
        self.engine = self.engine.with_threads(threads);
        self
    }

    /// The player with another clock, for systems without one.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Player {
        self.engine = self.engine.with_clock(clock);
        self
    }

    /// Clears the engine's tables, for a new game.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// The move that it plays, unless the game is over. `before` are the positions of the game up
    /// to this one; `stop` ends the search early.
    pub fn choose(
        &mut self,
        position: &Position,
        before: &[Position],
        stop: Option<&AtomicBool>,
    ) -> Option<Move> {
        self.choose_within(position, SearchOptions { before, stop, ..SearchOptions::default() })
    }

    /// The move that it plays, unless the game is over. Limits of the options that are tighter than
    /// those of the level hold instead; the number of lines is the level's.
    pub fn choose_within(
        &mut self,
        position: &Position,
        options: SearchOptions<'_>,
    ) -> Option<Move> {
        let game = self.engine.game();
        let mut moves = game.moves(position);
        let first = moves.next()?;
        if moves.next().is_none() {
            return Some(first);
        }
        // A choice among nearly equal moves needs the scores of all of them.
        let chooses = self.settings.choice_margin > 0;
        let lines = if chooses { game.move_count(position) as usize } else { 1 };
        let limits = self.settings.limits.tightened(options.limits);
        let options = SearchOptions { limits, lines, ..options };
        let report = self.engine.search(position, options);
        if !chooses {
            return report.best();
        }
        self.pick(position, &report.lines)
    }

    /// One of the moves that score almost as well as the best, by the seed.
    fn pick(&self, position: &Position, lines: &[Line]) -> Option<Move> {
        let side = position.turn();
        let best = lines.first()?.score.for_side(side);
        let good: Vec<Move> = lines
            .iter()
            .filter(|line| line.score.for_side(side) >= best - self.settings.choice_margin)
            .filter_map(|line| line.moves.first().copied())
            .collect();
        let number = noise::of(self.seed ^ 0x5eed, position) as usize % good.len().max(1);
        good.get(number).copied()
    }
}
