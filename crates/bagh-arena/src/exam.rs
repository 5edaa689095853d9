//! The exam: a fixed set of positions on which players are marked by the tables.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bagh::{Game, History, Move, Phase, Position, Side};
use bagh_tables::{MoveVerdict, ProbeError, Tables, Value};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use thiserror::Error;

use crate::judgement::Mark;
use crate::openings::Opening;
use crate::player::{Failure, Player};
use crate::players::mixed_player;
use crate::referee::{EndReason, Rules, play};
use crate::time::Budget;

/// The four kinds of positions.
pub const KINDS: [(Phase, Side); 4] = [
    (Phase::Placement, Side::Goat),
    (Phase::Placement, Side::Tiger),
    (Phase::Sliding, Side::Goat),
    (Phase::Sliding, Side::Tiger),
];

/// A position of an exam. Some of its moves lose value, so there is a mistake to make.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number among all positions that were drawn; seeds depend on it.
    pub number: usize,
    /// The game up to the position.
    pub history: History,
    /// The value of the position.
    pub best: Value,
    /// The value after each legal move.
    pub moves: Vec<(Move, Value)>,
}

impl Question {
    /// A question about the last position of a game; `None` if no move loses value there.
    pub fn new(number: usize, history: History, moves: &[MoveVerdict]) -> Option<Question> {
        let best = moves.first()?.after.value;
        let moves: Vec<(Move, Value)> = moves.iter().map(|m| (m.mv, m.after.value)).collect();
        let could_err = moves.iter().any(|&(_, value)| value != best);
        could_err.then_some(Question { number, history, best, moves })
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The mark of an answer; `None` if the move is not legal.
    pub fn mark(&self, mv: Move) -> Option<Mark> {
        let &(_, after) = self.moves.iter().find(|(legal, _)| *legal == mv)?;
        Some(self.marked(after))
    }

    /// The mark of no answer, or of one that is not legal: it forfeits the game.
    pub fn mark_of_forfeit(&self) -> Mark {
        self.marked(match self.position().turn() {
            Side::Goat => Value::TigerWin,
            Side::Tiger => Value::GoatWin,
        })
    }

    fn marked(&self, after: Value) -> Mark {
        let game = self.history.game();
        let captures = game.captures();
        Mark {
            side: self.position().turn(),
            phase: game.phase(self.position()),
            before: self.best,
            after,
            could_err: true,
            lost: self.best.code(captures).abs_diff(after.code(captures)),
        }
    }
}

/// A fixed set of questions.
#[derive(Clone, Debug)]
pub struct Exam {
    /// How many positions were drawn; those in which no move loses value are not asked about.
    pub drawn: usize,
    /// The questions.
    pub questions: Vec<Question>,
}

/// A position with its game.
type Task = History;

/// Games that are played at the same time.
const TOGETHER: u64 = 64;

/// How many times in a row such games may bring no position that is still wanted, before there are
/// taken to be none.
const FRUITLESS: u32 = 32;

/// Why there is no exam.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The tables cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// It was stopped.
    #[error("interrupted")]
    Interrupted,
}

impl Exam {
    /// Draws positions from games between players of mixed strength, equally many of each phase and
    /// side, and keeps those in which some move loses value. The same seed gives the same exam.
    /// Where games of this board do not come to positions of some phase and side, there are fewer.
    ///
    /// `done` hears how many positions there are; once `stop` is set, drawing ends with an error.
    pub fn draw(
        tables: &Tables,
        seed: u64,
        count: usize,
        stop: Option<&AtomicBool>,
        done: impl Fn(usize) + Sync,
    ) -> Result<Exam, DrawError> {
        let is_stopped = || stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let tasks = tasks(tables.game(), seed, count, stop, done);
        let drawn = tasks.len();
        let questions = tasks
            .into_par_iter()
            .enumerate()
            .map(|(number, history)| {
                if is_stopped() {
                    return Err(DrawError::Interrupted);
                }
                let moves = tables.moves(history.position())?;
                Ok(Question::new(number, history, &moves))
            })
            .collect::<Result<Vec<_>, DrawError>>()?;
        if is_stopped() {
            return Err(DrawError::Interrupted);
        }
        Ok(Exam { drawn, questions: questions.into_iter().flatten().collect() })
    }

    /// Asks players about every question, and marks their answers. `make` makes the player of a
    /// question by its number, so that marks do not depend on the threads.
    pub fn mark<P: Player>(
        &self,
        budget: &Budget,
        make: impl Fn(&Question) -> P + Sync,
        done: impl Fn(usize) + Sync,
    ) -> Result<Vec<Mark>, ExamError> {
        let finished = AtomicUsize::new(0);
        self.questions
            .par_iter()
            .with_max_len(1)
            .map(|question| {
                let mark = question.ask(&mut make(question), budget);
                done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                mark
            })
            .collect()
    }
}

impl Question {
    /// Asks a player, and marks its answer.
    pub fn ask(&self, player: &mut dyn Player, budget: &Budget) -> Result<Mark, ExamError> {
        let mv = self.choice(player, budget)?;
        self.mark(mv).ok_or_else(|| self.illegal())
    }

    /// Asks a player for its move, which is legal.
    pub fn choice(&self, player: &mut dyn Player, budget: &Budget) -> Result<Move, ExamError> {
        let choice =
            player.choose(&self.history, budget).map_err(|failure| self.failed(failure))?;
        let is_legal = self.moves.iter().any(|&(legal, _)| legal == choice.mv);
        is_legal.then_some(choice.mv).ok_or_else(|| self.illegal())
    }

    /// The position, in OBX.
    pub fn obx(&self) -> String {
        self.history.game().obx(self.position())
    }

    fn illegal(&self) -> ExamError {
        let kind = crate::player::ForfeitKind::IllegalMove;
        self.failed(Failure::forfeit(kind, "the move is not legal"))
    }

    fn failed(&self, failure: Failure) -> ExamError {
        ExamError { number: self.number, position: self.obx(), failure }
    }
}

/// A player failed at a question.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("position {number} of the exam, {position}: {failure}")]
pub struct ExamError {
    /// The number of the question.
    pub number: usize,
    /// The position, in OBX.
    pub position: String,
    /// What went wrong.
    pub failure: Failure,
}

/// Positions with their games, equally many of each kind; at most one of each kind from a game.
fn tasks(
    game: &Game,
    seed: u64,
    count: usize,
    stop: Option<&AtomicBool>,
    done: impl Fn(usize) + Sync,
) -> Vec<Task> {
    let each = count.div_ceil(KINDS.len());
    let mut found: [Vec<Task>; 4] = Default::default();
    let (mut number, mut before, mut fruitless) = (0u64, 0, 0);
    while found.iter().any(|kind| kind.len() < each) && fruitless < FRUITLESS {
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Vec::new();
        }
        let games: Vec<[Option<Task>; 4]> = (number..number + TOGETHER)
            .into_par_iter()
            .map(|number| of_game(game, Pcg64Mcg::seed_from_u64(seed ^ number << 24), stop))
            .collect();
        number += TOGETHER;
        for tasks in games {
            for (kind, task) in found.iter_mut().zip(tasks) {
                kind.extend(task.filter(|_| kind.len() < each));
            }
        }
        let now = found.iter().map(Vec::len).sum();
        fruitless = if now > before { 0 } else { fruitless + 1 };
        before = now;
        done(now);
    }
    let mut all: Vec<Task> = found.into_iter().flatten().collect();
    all.truncate(count);
    all
}

/// One position of each kind from one game.
fn of_game(game: &Game, mut rng: Pcg64Mcg, stop: Option<&AtomicBool>) -> [Option<Task>; 4] {
    let rules = Rules { stop, ..Rules::default() };
    let Some((history, is_cut)) = mixed_game_by(game, &mut rng, &rules) else {
        return Default::default();
    };
    let mut positions = history.before().to_vec();
    if is_cut {
        positions.push(*history.position());
    }
    KINDS.map(|(phase, side)| {
        let fitting: Vec<usize> = (0..positions.len())
            .filter(|&i| game.phase(&positions[i]) == phase && positions[i].turn() == side)
            .filter(|&i| game.move_count(&positions[i]) > 1)
            .collect();
        let &at = fitting.choose(&mut rng)?;
        let mut task = history.clone();
        while task.len() > at {
            task.undo();
        }
        Some(task)
    })
}

/// A game between two players of mixed strength, after a few random plies; and whether it was cut
/// off because it had gone on for long.
pub fn mixed_game(game: &Game, rng: &mut Pcg64Mcg) -> Option<(History, bool)> {
    mixed_game_by(game, rng, &Rules::default())
}

fn mixed_game_by(game: &Game, rng: &mut Pcg64Mcg, rules: &Rules<'_>) -> Option<(History, bool)> {
    let (mut tiger, mut goat) = (mixed_player(game, rng), mixed_player(game, rng));
    let plies = rng.random_range(0..6);
    let opening = Opening::random(game, rng.random(), plies);
    let played = play(&mut *goat, &mut *tiger, &opening, rules).ok()?;
    Some((played.history, played.reason == EndReason::PlyLimit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{PerfectPlayer, RandomPlayer};
    use crate::testing::solved_small;

    #[test]
    fn perfect_play_makes_no_error_and_random_play_many() {
        let (_folder, tables) = solved_small();
        let exam = Exam::draw(&tables, 1, 80, None, |_| ()).unwrap();
        assert_eq!(exam.drawn, 80);
        assert!(exam.questions.len() > 20 && exam.questions.len() < 80);
        let budget = Budget::default();
        let perfect = |q: &Question| PerfectPlayer::new(tables.clone(), q.number as u64);
        let marks = exam.mark(&budget, perfect, |_| ()).unwrap();
        assert!(marks.iter().all(|mark| mark.could_err && !mark.is_error()));
        let random = |q: &Question| RandomPlayer::new(q.number as u64);
        let marks = exam.mark(&budget, random, |_| ()).unwrap();
        let again = exam.mark(&budget, random, |_| ()).unwrap();
        assert_eq!(marks, again);
        assert!(marks.iter().filter(|mark| mark.is_error()).count() > 10);
    }

    #[test]
    fn drawing_stops_when_asked() {
        let (_folder, tables) = solved_small();
        let stop = AtomicBool::new(false);
        let heard = AtomicUsize::new(0);
        // Many more than are drawn in a moment.
        let drawn = Exam::draw(&tables, 1, 10_000_000, Some(&stop), |_| {
            heard.fetch_add(1, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        });
        assert!(matches!(drawn, Err(DrawError::Interrupted)));
        assert_eq!(heard.into_inner(), 1);
    }

    #[test]
    fn kinds_that_no_game_comes_to_are_left_out() {
        // No position has two moves, so there is nothing to ask about.
        let text = "name = \"row\"\ntitle = \"Row\"\ntigers = 1\ngoats = 1\ncaptures = 1\n\
                    opening = [\"A1\"]\nlines = [\"A1 A2 A3\"]\n[[rows]]\n\
                    points = [\"A1\", \"A2\", \"A3\"]\nx = [0, 1, 2]\ny = 0\n";
        let game = Game::from_toml(text).unwrap();
        let found = tasks(&game, 1, 40, None, |_| ());
        assert!(found.len() < 40, "{}", found.len());
    }

    #[test]
    fn questions_follow_from_their_games() {
        let (_folder, tables) = solved_small();
        for question in Exam::draw(&tables, 2, 40, None, |_| ()).unwrap().questions {
            assert!(question.history.result().is_none());
            for &(mv, value) in &question.moves {
                let mark = Mark::new(&tables, question.position(), mv).unwrap().unwrap();
                assert_eq!((mark.before, mark.after), (question.best, value));
                assert_eq!(question.mark(mv), Some(mark));
            }
        }
    }
}
