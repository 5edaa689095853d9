//! Marking players by tables: how often they throw away what a position is worth.

use bagh::{Game, Move, Phase, Position, Side};
use bagh_tables::{ProbeError, Tables, Value};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::judge::Judge;
use crate::random::Stream;
use crate::search::Searcher;

/// A position in which something can be thrown away.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Its value.
    pub best: Value,
    /// What each legal move leads to.
    pub moves: Vec<(Move, Value)>,
}

/// Positions on which players are marked: the same for all, so that marks can be compared.
///
/// They come from games in which either side plays a best move every second time, and any move
/// otherwise. So there is something left to throw away, and the positions are not only those that
/// good players come to. Only positions whose moves differ in value are asked about.
#[derive(Clone, Debug)]
pub struct Exam {
    game: Game,
    questions: Vec<Question>,
}

/// How a player did, for one side and one phase.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The side.
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// How many positions were asked about.
    pub questions: u32,
    /// How often the value got worse: a win, a draw, or goats captured in a draw.
    pub lost_value: f64,
    /// How often the outcome got worse: a win became a draw or a loss, or a draw a loss.
    pub lost_outcome: f64,
}

impl Exam {
    /// An exam with so many positions for each side and phase.
    pub fn new(tables: &Tables, seed: u64, each: u32) -> Result<Exam, ProbeError> {
        let game = tables.game();
        let mut questions: Vec<Question> = Vec::new();
        let mut counts = [[0; 2]; 2];
        let mut number = 0;
        // On a board that offers nothing to ask about, games are not played for ever.
        while counts.iter().flatten().any(|&count| count < each) && number < 100 * u64::from(each) {
            let mut stream = Stream::of_play(seed, number);
            number += 1;
            let mut position = game.start();
            for _ in 0..120 {
                let found = tables.moves(&position)?;
                let Some(first) = found.first() else { break };
                let best = first.after.value;
                let equal = found.iter().take_while(|mv| mv.after.value == best).count();
                let side = position.turn();
                let count = &mut counts[usize::from(side == Side::Goat)]
                    [usize::from(game.phase(&position) == Phase::Sliding)];
                // Not every position of a game, since neighbours are alike.
                if equal < found.len() && *count < each && stream.below(4) == 0 {
                    *count += 1;
                    let moves = found.iter().map(|mv| (mv.mv, mv.after.value)).collect();
                    questions.push(Question { position, best, moves });
                }
                let among = if stream.below(2) == 0 { equal } else { found.len() };
                game.play(&mut position, found[stream.below(among as u32) as usize].mv);
            }
        }
        Ok(Exam { game: game.clone(), questions })
    }

    /// The positions.
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Marks a player of one side, who looks so many plies ahead with this judge.
    pub fn mark<J: Judge>(
        &self,
        side: Side,
        depth: u32,
        judge: impl Fn() -> J + Sync,
    ) -> Vec<Mark> {
        let asked: Vec<(usize, &Question)> =
            self.questions.iter().enumerate().filter(|(_, q)| q.position.turn() == side).collect();
        let lost: Vec<(Phase, bool, bool)> = asked
            .par_chunks(64)
            .flat_map_iter(|chunk| {
                let mut player = Searcher::new(&self.game, judge(), side, depth);
                chunk
                    .iter()
                    .map(|&(number, question)| {
                        let mut stream = Stream::of_play(0, number as u64);
                        let chosen = player.choose(&question.position, &mut stream);
                        let (chosen, _) = chosen.expect("the game is not over");
                        let value = question.moves.iter().find(|(mv, _)| *mv == chosen);
                        let (_, value) = value.expect("players choose legal moves");
                        let phase = self.game.phase(&question.position);
                        (phase, *value != question.best, value.outcome() != question.best.outcome())
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        self.marks(side, |phase| {
            let of_phase: Vec<_> = lost.iter().filter(|(p, ..)| *p == phase).collect();
            let share = |count: usize| count as f64 / of_phase.len().max(1) as f64;
            (
                of_phase.len(),
                share(of_phase.iter().filter(|(_, value, _)| *value).count()),
                share(of_phase.iter().filter(|(.., outcome)| *outcome).count()),
            )
        })
    }

    /// The marks of a player who makes any move, on average.
    pub fn mark_random(&self, side: Side) -> Vec<Mark> {
        self.marks(side, |phase| {
            let asked: Vec<&Question> = self
                .questions
                .iter()
                .filter(|q| q.position.turn() == side && self.game.phase(&q.position) == phase)
                .collect();
            let mean = |loses: &dyn Fn(&Question, Value) -> bool| {
                let sum: f64 = asked
                    .iter()
                    .map(|q| {
                        let lost = q.moves.iter().filter(|(_, value)| loses(q, *value)).count();
                        lost as f64 / q.moves.len() as f64
                    })
                    .sum();
                sum / asked.len().max(1) as f64
            };
            (
                asked.len(),
                mean(&|q, value| value != q.best),
                mean(&|q, value| value.outcome() != q.best.outcome()),
            )
        })
    }

    fn marks(&self, side: Side, of: impl Fn(Phase) -> (usize, f64, f64)) -> Vec<Mark> {
        [Phase::Placement, Phase::Sliding]
            .into_iter()
            .map(|phase| {
                let (questions, lost_value, lost_outcome) = of(phase);
                Mark { side, phase, questions: questions as u32, lost_value, lost_outcome }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use bagh_tables::{Quiet, SolveOptions, solve};

    use super::*;

    /// A judge who knows every value.
    struct Knowing<'a>(&'a Tables);

    impl Judge for Knowing<'_> {
        fn value(&mut self, position: &Position, side: Side) -> Option<f32> {
            let game = self.0.game();
            if !game.can_move(position) {
                return None;
            }
            let code = f32::from(self.0.probe(position).unwrap().value.code(game.captures()));
            Some(if side == Side::Tiger { code } else { -code })
        }
    }

    #[test]
    fn whoever_knows_every_value_throws_nothing_away() {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
        let game = Game::from_toml(text).unwrap();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        let exam = Exam::new(&tables, 1, 40).unwrap();
        assert!(exam.questions().len() > 80);
        for side in [Side::Tiger, Side::Goat] {
            for mark in exam.mark(side, 1, || Knowing(&tables)) {
                assert_eq!((mark.lost_value, mark.lost_outcome), (0.0, 0.0), "{mark:?}");
            }
            for mark in exam.mark_random(side) {
                assert!(mark.questions == 0 || mark.lost_value > 0.1, "{mark:?}");
                assert!(mark.lost_outcome <= mark.lost_value, "{mark:?}");
            }
        }
    }
}
