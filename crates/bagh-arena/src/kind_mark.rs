//! How often a player loses value and outcome, by side and phase.

use bagh::{Phase, Side};
use bagh_tables::Value;
use serde::{Deserialize, Serialize};

use crate::exam::{Exam, Question};
use crate::judgement::Mark;

/// How often a player lost value in an exam, for one side and phase.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct KindMark {
    /// The side.
    pub side: Side,
    /// The phase.
    pub phase: Phase,
    /// Positions that were asked about; in each some move loses value.
    pub questions: u32,
    /// How often the value got worse: a win, a draw, or goats captured in a draw.
    pub lost_value: f64,
    /// How often the outcome got worse: a win became a draw or a loss, or a draw a loss.
    pub lost_outcome: f64,
}

impl KindMark {
    /// The marks of one side, for each phase.
    pub fn of_side(marks: &[Mark], side: Side) -> Vec<KindMark> {
        for_phases(side, |phase| {
            let of: Vec<&Mark> =
                marks.iter().filter(|m| (m.side, m.phase) == (side, phase)).collect();
            let share = |count: usize| count as f64 / of.len().max(1) as f64;
            let lost_value = share(of.iter().filter(|m| m.is_error()).count());
            let lost_outcome = share(of.iter().filter(|m| m.lost_outcome()).count());
            (of.len(), lost_value, lost_outcome)
        })
    }
}

impl Exam {
    /// The questions of one side.
    #[must_use]
    pub fn of_side(&self, side: Side) -> Exam {
        let questions = self.questions.iter().filter(|q| q.position().turn() == side);
        Exam { drawn: self.drawn, questions: questions.cloned().collect() }
    }

    /// The marks of a player that plays any legal move, on average.
    pub fn random_play(&self, side: Side) -> Vec<KindMark> {
        for_phases(side, |phase| {
            let of: Vec<&Question> = self
                .questions
                .iter()
                .filter(|q| q.position().turn() == side)
                .filter(|q| q.history.game().phase(q.position()) == phase)
                .collect();
            let mean = |loses: &dyn Fn(&Question, Value) -> bool| {
                let shares = of.iter().map(|q| {
                    let lost = q.moves.iter().filter(|(_, value)| loses(q, *value)).count();
                    lost as f64 / q.moves.len() as f64
                });
                shares.sum::<f64>() / of.len().max(1) as f64
            };
            let lost_value = mean(&|q, value| value != q.best);
            (of.len(), lost_value, mean(&|q, value| value.outcome() != q.best.outcome()))
        })
    }
}

fn for_phases(side: Side, of: impl Fn(Phase) -> (usize, f64, f64)) -> Vec<KindMark> {
    let mark = |phase| {
        let (questions, lost_value, lost_outcome) = of(phase);
        KindMark { side, phase, questions: questions as u32, lost_value, lost_outcome }
    };
    [Phase::Placement, Phase::Sliding].map(mark).to_vec()
}
