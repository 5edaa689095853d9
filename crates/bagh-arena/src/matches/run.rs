//! How a match is played.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bagh::{Outcome, Side};
use bagh_tables::Tables;

use super::game::{MatchGame, player_of};
use super::summary::sprt_state;
use super::timer::Timer;
use super::usage::{Stopwatch, Tally, Usage};
use crate::interrupt;
use crate::openings::Opening;
use crate::player::{Failure, Player};
use crate::referee::{EndReason, Forfeit, Played, Rules, play};
use crate::stats::{Sprt, SprtVerdict};

/// A match between two players, the first and the second.
pub struct Match<'m> {
    /// Display names of the players.
    pub names: [String; 2],
    /// Games to play; an odd number leaves the last pair half.
    pub games: usize,
    /// The openings, one for each pair, used in turn.
    pub openings: &'m [Opening],
    /// How games are played.
    pub rules: Rules<'m>,
    /// Tables to mark every move by.
    pub tables: Option<&'m Tables>,
    /// Games at a time.
    pub concurrency: usize,
    /// Ends the match as soon as this test has a verdict.
    pub sprt: Option<Sprt>,
    /// The side of the first player in every game; by default it plays both in turn.
    pub first_side: Option<Side>,
}

/// What a run of a match says beside its games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Run {
    /// How late a timer was at worst.
    pub timer_delay: Duration,
    /// How the time was used; `None` if no game was played.
    pub usage: Option<Usage>,
}

/// Makes the player with this number (0 or 1) for a game with this number.
pub type Maker<'m> = dyn Fn(usize, usize) -> Result<Box<dyn Player>, Failure> + Sync + 'm;

impl Match<'_> {
    /// Plays all games that are not in `done` yet, or none if `done` has the verdict of the test.
    /// `finished` is called with each game as it ends, in any order.
    pub fn run(
        &self,
        done: &[MatchGame],
        make: &Maker<'_>,
        finished: &(dyn Fn(&MatchGame) -> Result<(), Failure> + Sync),
    ) -> Result<Run, Failure> {
        let wanted: Vec<usize> =
            (0..self.games).filter(|&n| done.iter().all(|game| game.game != n)).collect();
        let next = AtomicUsize::new(0);
        // A verdict of an earlier run stands.
        let is_over = AtomicBool::new(self.has_verdict(done));
        let all = Mutex::new(done.to_vec());
        let timer = Timer::new();
        let watch = Stopwatch::start();
        let tallies = std::thread::scope(|scope| {
            let monitor = scope.spawn(|| timer.watch(&is_over));
            let workers: Vec<_> = (0..self.concurrency.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        let result = self.work(&wanted, &next, &is_over, make, &all, finished);
                        if result.is_err() {
                            is_over.store(true, Ordering::Relaxed);
                        }
                        result
                    })
                })
                .collect();
            let ended: Vec<Result<Tally, Failure>> = workers
                .into_iter()
                .map(|worker| {
                    worker.join().unwrap_or_else(|_| {
                        Err(Failure::Broken("a thread of the match panicked".to_owned()))
                    })
                })
                .collect();
            is_over.store(true, Ordering::Relaxed);
            let _ = monitor.join();
            ended.into_iter().collect::<Result<Vec<Tally>, Failure>>()
        })?;
        Ok(Run { timer_delay: timer.worst(), usage: watch.usage(&tallies) })
    }

    fn work(
        &self,
        wanted: &[usize],
        next: &AtomicUsize,
        is_over: &AtomicBool,
        make: &Maker<'_>,
        all: &Mutex<Vec<MatchGame>>,
        finished: &(dyn Fn(&MatchGame) -> Result<(), Failure> + Sync),
    ) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        // Programs are kept from game to game; `make` decides which players those are.
        let mut kept: [Option<Box<dyn Player>>; 2] = [None, None];
        while !is_over.load(Ordering::Relaxed) && !interrupt::is_stopped() {
            let Some(&number) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let began = Instant::now();
            let (game, thinking) = self.game(number, make, &mut kept)?;
            // Games are counted in the order in which they are saved, so that a test that goes on
            // from what was saved comes to the same verdict.
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            finished(&game)?;
            tally.add(began, thinking);
            all.push(game);
            if self.has_verdict(&all) {
                is_over.store(true, Ordering::Relaxed);
            }
        }
        if interrupt::is_stopped() { Err(Failure::Interrupted) } else { Ok(tally) }
    }

    /// Whether there is a test, and these games decide it.
    fn has_verdict(&self, games: &[MatchGame]) -> bool {
        self.sprt.is_some_and(|sprt| sprt_state(games, sprt).verdict != SprtVerdict::Continue)
    }

    /// Plays one game; says how long its players thought.
    fn game(
        &self,
        number: usize,
        make: &Maker<'_>,
        kept: &mut [Option<Box<dyn Player>>; 2],
    ) -> Result<(MatchGame, Duration), Failure> {
        let opening = &self.openings[number / 2 % self.openings.len()];
        let goat = match self.first_side {
            None => number % 2,
            Some(Side::Goat) => 0,
            Some(Side::Tiger) => 1,
        };
        let played = match self.players(number, make, kept) {
            Ok([mut first, mut second]) => {
                let (goats, tigers) = match goat {
                    0 => (&mut first, &mut second),
                    _ => (&mut second, &mut first),
                };
                let played = play(&mut **goats, &mut **tigers, opening, &self.rules)?;
                let failed = played.forfeit.as_ref().map(|f| player_of(f.side, goat));
                for (number, player) in [first, second].into_iter().enumerate() {
                    // A player that failed is started again for its next game.
                    kept[number] = Some(player).filter(|_| failed != Some(number));
                }
                played
            }
            Err((player, Failure::Forfeit { kind, message, said })) => {
                let side = if player == goat { Side::Goat } else { Side::Tiger };
                Played {
                    history: opening.history.clone(),
                    opening_plies: opening.history.len(),
                    times: Vec::new(),
                    thinking: Duration::ZERO,
                    outcome: Outcome::win(side.other()),
                    reason: EndReason::Forfeit,
                    forfeit: Some(Forfeit { side, kind, message, said }),
                }
            }
            Err((_, failure)) => return Err(failure),
        };
        let game = MatchGame::new(number, &self.names, goat, &played, self.tables)?;
        Ok((game, played.thinking))
    }

    /// Both players of a game, or the number of the one that cannot be started.
    fn players(
        &self,
        number: usize,
        make: &Maker<'_>,
        kept: &mut [Option<Box<dyn Player>>; 2],
    ) -> Result<[Box<dyn Player>; 2], (usize, Failure)> {
        let mut of = |player: usize| match kept[player].take() {
            Some(old) if !old.is_per_game() => Ok(old),
            _ => make(player, number).map_err(|failure| (player, failure)),
        };
        Ok([of(0)?, of(1)?])
    }
}

#[cfg(test)]
mod tests {
    use bagh_tables::Value;

    use super::super::Summary;
    use super::*;
    use crate::openings;
    use crate::players::{PerfectPlayer, RandomPlayer};
    use crate::testing::solved_small;

    #[test]
    fn a_match_is_the_same_on_any_number_of_threads_and_is_marked() {
        let (_folder, tables) = solved_small();
        let openings = openings::from_tables(&tables, 1, 2, 3, Value::Draw(0)).unwrap();
        let names = ["perfect", "random"].map(str::to_owned);
        let run = |concurrency| {
            let games = Mutex::new(Vec::new());
            let the_match = Match {
                names: names.clone(),
                games: 12,
                openings: &openings,
                rules: Rules { max_plies: 60, ..Rules::default() },
                tables: Some(&tables),
                concurrency,
                sprt: None,
                first_side: None,
            };
            let make = |player: usize, game: usize| -> Result<Box<dyn Player>, Failure> {
                Ok(match player {
                    0 => Box::new(PerfectPlayer::new(tables.clone(), game as u64)),
                    _ => Box::new(RandomPlayer::new(game as u64)),
                })
            };
            let finished = |game: &MatchGame| {
                games.lock().unwrap().push(game.clone());
                Ok(())
            };
            let usage = the_match.run(&[], &make, &finished).unwrap().usage.unwrap();
            assert_eq!(usage.concurrency, concurrency);
            assert!((usage.thinking + usage.referee + usage.idle - 1.0).abs() < 1e-6, "{usage:?}");
            let mut games = games.into_inner().unwrap();
            games.sort_by_key(|game| game.game);
            // Times differ from run to run.
            games.iter_mut().for_each(|game| game.record.clear());
            games
        };
        let games = run(1);
        assert_eq!(games, run(3));
        assert_eq!(games.len(), 12);
        let summary = Summary::new(tables.game(), &names, &games, None, Run::default());
        let [perfect, random] = &summary.players;
        assert_eq!(perfect.regret.unwrap().errors, 0);
        assert!(random.regret.unwrap().errors > 0);
        assert_eq!(summary.pairs.pairs(), 6);
        assert_eq!(perfect.goat.losses + perfect.tiger.losses, 0);
        for game in games.iter().filter(|g| g.outcome != Outcome::Draw) {
            assert_eq!(game.losing_move.as_ref().unwrap().player, "random");
        }
    }
}
