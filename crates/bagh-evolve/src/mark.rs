//! Positions to mark evolved players on, and their marks.

use std::cell::RefCell;
use std::rc::Rc;

use bagh::{Game, History, Phase, Side};
use bagh_arena::{Budget, Exam, KindMark, Question};
use bagh_tables::{ProbeError, Tables};

use crate::contest::SearchPlayer;
use crate::judge::Judge;
use crate::random::Stream;
use crate::search::Searcher;

/// An exam with this many positions for each side and phase, the same for all players.
///
/// The positions come from games in which either side plays a best move every second time, and any
/// move otherwise: so there is something left to lose, and the positions are not only those that
/// good players reach. In each of them some move loses value.
pub fn exam(tables: &Tables, seed: u64, each: u32) -> Result<Exam, ProbeError> {
    let game = tables.game();
    let mut questions: Vec<Question> = Vec::new();
    let mut counts = [[0; 2]; 2];
    let mut number = 0;
    // A board may offer too few such positions, so the number of games is limited.
    while counts.iter().flatten().any(|&count| count < each) && number < 100 * u64::from(each) {
        let mut stream = Stream::of_play(seed, number);
        number += 1;
        let mut position = game.start();
        for _ in 0..120 {
            let found = tables.moves(&position)?;
            let Some(first) = found.first() else { break };
            let equal = found.iter().take_while(|mv| mv.after.value == first.after.value).count();
            let side = position.turn();
            let count = &mut counts[usize::from(side == Side::Goat)]
                [usize::from(game.phase(&position) == Phase::Sliding)];
            // Not every position of a game, since neighbours are alike.
            if equal < found.len() && *count < each && stream.below(4) == 0 {
                *count += 1;
                let history = History::new(game.clone(), position);
                questions.extend(Question::new(questions.len(), history, &found));
            }
            let among = if stream.below(2) == 0 { equal } else { found.len() };
            position = game.after(&position, found[stream.below(among as u32) as usize].mv);
        }
    }
    Ok(Exam { drawn: questions.len(), questions })
}

/// Marks a player of one side that searches this many plies deep with this judge.
pub fn mark<J: Judge>(
    exam: &Exam,
    game: &Game,
    side: Side,
    depth: u32,
    judge: impl Fn() -> J + Sync,
) -> Vec<KindMark> {
    let player = |question: &Question| {
        let stream = Stream::of_play(0, question.number as u64);
        let searcher = Searcher::new(game, judge(), side, depth);
        SearchPlayer::new(searcher, Rc::new(RefCell::new(stream)))
    };
    let marks = exam
        .of_side(side)
        .mark(&Budget::default(), player, |_| ())
        .expect("a search to a fixed depth always finds a legal move");
    KindMark::of_side(&marks, side)
}

#[cfg(test)]
mod tests {
    use bagh_tables::{Quiet, SolveOptions, solve};

    use bagh::Position;

    use super::*;

    /// A judge that knows every value.
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
    fn perfect_knowledge_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
        let game = Game::from_toml(text).unwrap();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        let exam = exam(&tables, 1, 40).unwrap();
        assert!(exam.questions.len() > 80);
        for side in [Side::Tiger, Side::Goat] {
            for mark in mark(&exam, &game, side, 1, || Knowing(&tables)) {
                assert_eq!((mark.lost_value, mark.lost_outcome), (0.0, 0.0), "{mark:?}");
            }
            for mark in exam.random_play(side) {
                assert!(mark.questions == 0 || mark.lost_value > 0.1, "{mark:?}");
                assert!(mark.lost_outcome <= mark.lost_value, "{mark:?}");
            }
        }
    }
}
