//! Players: an engine that plays at some level.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bagh::{Game, Move, Position};

use crate::engine::{Engine, Line, Question};
use crate::evaluation::{Blurred, Evaluation, best_for};
use crate::level::{Level, Manner};
use crate::limits::{Clock, Limits};
use crate::noise;

/// A player of some strength.
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
    manner: Manner,
    seed: u64,
}

impl Player {
    /// A player of this level. The same seed plays the same moves, but for limits of time.
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
        let manner = level.manner();
        let evaluation = match manner.blur {
            0 => evaluation,
            blur => Arc::new(Blurred::new(game, evaluation, blur, seed)),
        };
        Player { engine: Engine::with_evaluation(game, evaluation), manner, seed }
    }

    /// The player with other limits than those of its level.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Player {
        self.manner.limits = limits;
        self
    }

    /// The player with so many threads, where its level is one that thinks for a time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Player {
        self.engine = self.engine.with_threads(threads);
        self
    }

    /// The player with another clock, where the system has none.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Player {
        self.engine = self.engine.with_clock(clock);
        self
    }

    /// Forgets the game so far.
    pub fn forget(&mut self) {
        self.engine.forget();
    }

    /// The move that it plays, unless the game is over. `before` are the positions of the game up
    /// to this one; `stop` ends the search early.
    pub fn choose(
        &mut self,
        position: &Position,
        before: &[Position],
        stop: Option<&AtomicBool>,
    ) -> Option<Move> {
        let game = self.engine.game();
        let mut moves = game.moves(position);
        let first = moves.next()?;
        if moves.next().is_none() {
            return Some(first);
        }
        // A player who is easily content needs to know how good the other moves are.
        let lines = if self.manner.ease > 0 { game.move_count(position) as usize } else { 1 };
        let question = Question { limits: self.manner.limits, lines, before, stop };
        let report = self.engine.search(position, question);
        if self.manner.ease == 0 {
            return report.best();
        }
        self.pick(position, &report.lines)
    }

    /// One of the moves that look almost as good as the best.
    fn pick(&self, position: &Position, lines: &[Line]) -> Option<Move> {
        let side = position.turn();
        let best = lines.first()?.score.for_side(side);
        let good: Vec<Move> = lines
            .iter()
            .filter(|line| line.score.for_side(side) >= best - self.manner.ease)
            .filter_map(|line| line.moves.first().copied())
            .collect();
        let number = noise::of(self.seed ^ 0x5eed, position) as usize % good.len().max(1);
        good.get(number).copied()
    }
}
