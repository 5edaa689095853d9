//! The referee: one game between two players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bagh::{History, Outcome, Phase, Reason, Side};
use bagh_tables::{Tables, Value};
use serde::{Deserialize, Serialize};

use crate::interrupt;
use crate::openings::Opening;
use crate::player::{Failure, ForfeitKind, Player};
use crate::time::{Budget, Clocks, TimeControl};

/// How games are played.
#[derive(Clone, Copy)]
pub struct Rules<'t> {
    /// What the players may use.
    pub time: TimeControl,
    /// How much later than its time an answer may come before it is late.
    pub margin: Duration,
    /// How long a player may be silent beyond its time before it counts as stalled.
    pub stall: Duration,
    /// Plies of a game after which it is drawn.
    pub max_plies: usize,
    /// Plies of the sliding phase after which a game is drawn.
    pub max_sliding_plies: usize,
    /// Ends each game with its exact value once all goats are placed.
    pub adjudicate: Option<&'t Tables>,
    /// Ends games early once it is set, beside [`interrupt::STOP`], which ends those of everyone.
    pub stop: Option<&'t AtomicBool>,
}

impl Default for Rules<'_> {
    fn default() -> Self {
        Rules {
            time: TimeControl::default(),
            margin: Duration::from_millis(100),
            stall: crate::time::DEFAULT_STALL,
            max_plies: usize::MAX,
            max_sliding_plies: 200,
            adjudicate: None,
            stop: None,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndReason {
    /// It had gone on for too long: a draw.
    PlyLimit,
    /// By the tables.
    Adjudication,
    /// A player forfeited it.
    Forfeit,
    /// By the rules of the game.
    #[serde(untagged)]
    Rules(Reason),
}

impl EndReason {
    /// The word for this.
    pub const fn word(self) -> &'static str {
        match self {
            EndReason::Rules(reason) => reason.word(),
            EndReason::PlyLimit => "ply-limit",
            EndReason::Adjudication => "adjudication",
            EndReason::Forfeit => "forfeit",
        }
    }
}

/// Who forfeited a game, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeit {
    /// The side of the player.
    pub side: Side,
    /// In which way.
    pub kind: ForfeitKind,
    /// What happened.
    pub message: String,
    /// What the player said last.
    pub said: String,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with all its moves, those of the opening included.
    pub history: History,
    /// How many of the moves were those of the opening.
    pub opening_plies: usize,
    /// The time of each move after the opening.
    pub times: Vec<Duration>,
    /// The time that players took for all moves, those that came to nothing included.
    pub thinking: Duration,
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: EndReason,
    /// The forfeit, if there was one.
    pub forfeit: Option<Forfeit>,
}

impl Played {
    /// The code of the game's value: 0 for a win of the goats, `c + 1` for a draw with `c`
    /// captured, the captures to win plus 1 for a win of the tigers.
    pub fn value_code(&self) -> u8 {
        let value = match self.outcome {
            Outcome::GoatWin => Value::GoatWin,
            Outcome::TigerWin => Value::TigerWin,
            Outcome::Draw => Value::Draw(self.history.position().captured()),
        };
        value.code(self.history.game().captures())
    }

    /// The plies that the players played.
    pub fn plies(&self) -> usize {
        self.history.len()
    }
}

/// Plays a game. Whatever a player does wrong costs it the game; an error is ours.
pub fn play(
    goat: &mut dyn Player,
    tiger: &mut dyn Player,
    opening: &Opening,
    rules: &Rules<'_>,
) -> Result<Played, Failure> {
    let mut game = Running {
        opening_plies: opening.history.len(),
        history: opening.history.clone(),
        times: Vec::new(),
        thinking: Duration::ZERO,
        clocks: rules.time.clock.map(Clocks::new),
        sliding: 0,
    };
    if let Err(failure) = goat.new_game() {
        return game.forfeited(Side::Goat, failure);
    }
    if let Err(failure) = tiger.new_game() {
        return game.forfeited(Side::Tiger, failure);
    }
    loop {
        if let Some(result) = game.history.result() {
            return Ok(game.ended(result.outcome, EndReason::Rules(result.reason)));
        }
        if interrupt::is_stopped() || rules.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Failure::Interrupted);
        }
        let position = *game.history.position();
        if game.history.game().phase(&position) == Phase::Sliding {
            if let Some(tables) = rules.adjudicate {
                let value = tables.probe(&position).map_err(|e| Failure::Broken(e.to_string()))?;
                return Ok(game.ended(value.value.outcome(), EndReason::Adjudication));
            }
            game.sliding += 1;
        }
        if game.sliding > rules.max_sliding_plies || game.history.len() >= rules.max_plies {
            return Ok(game.ended(Outcome::Draw, EndReason::PlyLimit));
        }
        let side = position.turn();
        let player: &mut dyn Player = match side {
            Side::Goat => &mut *goat,
            Side::Tiger => &mut *tiger,
        };
        if let Err(failure) = game.turn(side, player, rules) {
            return game.forfeited(side, failure);
        }
    }
}

/// A game that is being played.
struct Running {
    history: History,
    opening_plies: usize,
    times: Vec<Duration>,
    thinking: Duration,
    clocks: Option<Clocks>,
    sliding: usize,
}

impl Running {
    /// Asks a player for a move, and plays it.
    fn turn(
        &mut self,
        side: Side,
        player: &mut dyn Player,
        rules: &Rules<'_>,
    ) -> Result<(), Failure> {
        let budget = Budget {
            clocks: self.clocks,
            move_time: rules.time.move_time,
            nodes: rules.time.nodes,
            depth: rules.time.depth,
            stall: Some(rules.stall),
        };
        let asked = Instant::now();
        let choice = player.choose(&self.history, &budget);
        let time = choice.as_ref().ok().and_then(|choice| choice.time);
        let time = time.unwrap_or_else(|| asked.elapsed());
        self.thinking += time;
        let choice = choice?;
        if let Some(limit) = budget.time_limit(side)
            && time > limit + rules.margin
        {
            let message = format!("took {} ms, had {} ms", time.as_millis(), limit.as_millis());
            let said = player.said();
            return Err(Failure::Forfeit { kind: ForfeitKind::Time, message, said });
        }
        let text = self.history.game().move_text(self.history.position(), choice.mv);
        self.history.play(choice.mv).map_err(|_| {
            Failure::forfeit(ForfeitKind::IllegalMove, format!("played {text}, which is illegal"))
        })?;
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(side, time);
        }
        self.times.push(time);
        Ok(())
    }

    fn ended(self, outcome: Outcome, reason: EndReason) -> Played {
        Played {
            history: self.history,
            opening_plies: self.opening_plies,
            times: self.times,
            thinking: self.thinking,
            outcome,
            reason,
            forfeit: None,
        }
    }

    fn forfeited(self, side: Side, failure: Failure) -> Result<Played, Failure> {
        let Failure::Forfeit { kind, message, said } = failure else { return Err(failure) };
        let mut played = self.ended(Outcome::win(side.other()), EndReason::Forfeit);
        played.forfeit = Some(Forfeit { side, kind, message, said });
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use bagh::{Game, Move};

    use super::*;
    use crate::player::Choice;
    use crate::players::RandomPlayer;

    /// Scripted player: a function answers each position.
    struct Scripted(fn(&History) -> Result<Choice, Failure>);

    impl Player for Scripted {
        fn name(&self) -> String {
            "scripted".to_owned()
        }

        fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
            (self.0)(history)
        }
    }

    fn against_random(script: fn(&History) -> Result<Choice, Failure>, rules: &Rules) -> Played {
        let game = Game::bagh_chal();
        let (mut goat, mut tiger) = (Scripted(script), RandomPlayer::new(1));
        play(&mut goat, &mut tiger, &Opening::start(game), rules).unwrap()
    }

    #[test]
    fn faults_cost_the_game_and_are_named() {
        let illegal = against_random(
            |history| {
                let at = history.position().tigers().iter().next().unwrap();
                Ok(Move::Place { at }.into())
            },
            &Rules::default(),
        );
        let forfeit = illegal.forfeit.unwrap();
        assert_eq!((forfeit.side, forfeit.kind), (Side::Goat, ForfeitKind::IllegalMove));
        assert_eq!((illegal.outcome, illegal.reason), (Outcome::TigerWin, EndReason::Forfeit));

        let move_time = Some(Duration::from_millis(10));
        let rules =
            Rules { time: TimeControl { move_time, ..TimeControl::default() }, ..Rules::default() };
        let late = against_random(
            |history| {
                let mv = history.game().moves(history.position()).next().unwrap();
                Ok(Choice { mv, time: Some(Duration::from_millis(111)) })
            },
            &rules,
        );
        assert_eq!(late.forfeit.unwrap().kind, ForfeitKind::Time);
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Rules { max_plies: 7, ..Rules::default() };
        let game = Game::aadu_puli();
        let (mut goat, mut tiger) = (RandomPlayer::new(1), RandomPlayer::new(2));
        let played = play(&mut goat, &mut tiger, &Opening::random(game, 5, 3), &rules).unwrap();
        assert_eq!((played.reason, played.outcome), (EndReason::PlyLimit, Outcome::Draw));
        assert_eq!((played.plies(), played.times.len()), (7, 4));
    }
}
