//! The perfect player, which plays from tables.

use std::cmp::Ordering;
use std::sync::Arc;

use bagh::{Game, Move, Phase, Position, REPETITIONS};
use bagh_tables::{MoveVerdict, ProbeError, Tables, Value};

use crate::noise;

/// A player that never loses value, and sets the opponent the hardest problems.
///
/// Among the moves that keep the value it prefers progress: the quickest way to a win or to the
/// next capture, the slowest to a loss. Among those it plays the one after which the fewest
/// replies keep the value.
///
/// ```
/// use std::sync::Arc;
/// use bagh::{Game, History};
/// use bagh_engine::Perfect;
/// use bagh_tables::{Quiet, SolveOptions, Tables, solve};
///
/// # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
/// # let folder = std::env::temp_dir().join(format!("bagh-perfect-{}", std::process::id()));
/// let game = Game::from_toml(SMALL)?; // Or Game::bagh_chal(), in a minute.
/// solve(&game, &folder, SolveOptions::default(), &Quiet)?;
/// let perfect = Perfect::new(Arc::new(Tables::open(&game, &folder)?), 7);
/// let mut history = History::new(game.clone(), game.start());
/// while let (None, Some(mv)) =
///     (history.result(), perfect.choose(history.position(), history.before())?)
/// {
///     history.play(mv)?;
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Perfect {
    tables: Arc<Tables>,
    seed: u64,
}

/// How many replies of the other side keep the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Replies {
    keeping: usize,
    legal: usize,
}

impl Replies {
    /// Orders by the share of replies that keep the value, then by their number.
    fn cmp(self, other: Replies) -> Ordering {
        // Without replies the game is over, and nothing is harder to answer.
        let share = |r: Replies, of: Replies| r.keeping * of.legal.max(1);
        share(self, other).cmp(&share(other, self)).then(self.keeping.cmp(&other.keeping))
    }
}

impl Perfect {
    /// A player with these tables. The seed decides among equally good moves.
    pub fn new(tables: Arc<Tables>, seed: u64) -> Perfect {
        Perfect { tables, seed }
    }

    /// The tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The move that it plays, unless the game is over. `before` are the positions of the game up
    /// to this one.
    pub fn choose(
        &self,
        position: &Position,
        before: &[Position],
    ) -> Result<Option<Move>, ProbeError> {
        let game = self.tables.game();
        let side = position.turn();
        let mut moves = self.tables.moves(position)?;
        for found in &mut moves {
            // A third occurrence is a draw, whatever the position is worth.
            if occurrences(game, before, &game.after(position, found.mv)) + 1 >= REPETITIONS {
                found.after.value = Value::Draw(position.captured());
                found.after.plies = None;
            }
        }
        let Some(best) = moves.iter().map(|found| found.key(side)).min() else { return Ok(None) };
        moves.retain(|found| found.key(side) == best);
        if let [only] = moves[..] {
            return Ok(Some(only.mv));
        }
        // Where nothing is left to win, avoid repetitions: they set no problems.
        let repeats =
            |found: &MoveVerdict| occurrences(game, before, &game.after(position, found.mv));
        let fewest = moves.iter().map(repeats).min();
        moves.retain(|found| Some(repeats(found)) == fewest);

        let mut hardest: Option<(Replies, u64, Move)> = None;
        for found in &moves {
            let after = game.after(position, found.mv);
            let candidate = (self.replies(&after)?, noise::of(self.seed, &after), found.mv);
            let is_harder = hardest.is_none_or(|hardest| {
                candidate.0.cmp(hardest.0).then(candidate.1.cmp(&hardest.1)) == Ordering::Less
            });
            if is_harder {
                hardest = Some(candidate);
            }
        }
        Ok(hardest.map(|(_, _, mv)| mv))
    }

    /// How many replies keep the value of a position.
    fn replies(&self, position: &Position) -> Result<Replies, ProbeError> {
        let replies = self.tables.moves(position)?;
        // The best comes first, and the best keeps the value.
        let best = replies.first().map(|found| found.after.value);
        let keeping = replies.iter().take_while(|found| Some(found.after.value) == best).count();
        Ok(Replies { keeping, legal: replies.len() })
    }
}

/// How often a position occurred before, where repetition counts.
fn occurrences(game: &Game, before: &[Position], position: &Position) -> usize {
    if game.phase(position) != Phase::Sliding {
        return 0;
    }
    before.iter().filter(|&p| p == position).count()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashSet;

    use bagh::{History, Outcome, Side};
    use bagh_tables::{Quiet, SolveOptions, plies_to_end, solve, solve_plies};
    use tempfile::TempDir;

    use super::*;

    /// The small board, solved.
    pub(crate) fn solved() -> (TempDir, Arc<Tables>) {
        let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Tables::open(&game, folder.path()).unwrap();
        (folder, Arc::new(tables))
    }

    /// Every position that play from the start can come to.
    pub(crate) fn all_positions(game: &Game) -> Vec<Position> {
        let mut found = vec![game.start()];
        let mut seen: HashSet<Position> = found.iter().copied().collect();
        let mut at = 0;
        while let Some(&position) = found.get(at) {
            at += 1;
            for mv in game.moves(&position) {
                let next = game.after(&position, mv);
                if seen.insert(next) {
                    found.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn it_never_loses_value_and_always_makes_progress() {
        let (_folder, tables) = solved();
        let game = tables.game();
        for (number, position) in all_positions(game).iter().enumerate() {
            let perfect = Perfect::new(Arc::clone(&tables), number as u64);
            let Some(mv) = perfect.choose(position, &[]).unwrap() else {
                assert!(game.result(position).is_some());
                continue;
            };
            let moves = tables.moves(position).unwrap();
            let played = moves.iter().find(|found| found.mv == mv).unwrap();
            let verdict = tables.probe(position).unwrap();
            assert_eq!(played.after.value, verdict.value, "{}", game.obx(position));
            if let (Some(_), Some(plies)) = (verdict.value.outcome().winner(), verdict.plies) {
                assert_eq!(played.after.plies, Some(plies - 1), "{}", game.obx(position));
            }
        }
    }

    #[test]
    fn won_games_are_won() {
        let (_folder, tables) = solved();
        let game = tables.game();
        let perfect = Perfect::new(Arc::clone(&tables), 1);
        let mut wins = 0;
        for position in all_positions(game).iter().step_by(7) {
            let value = tables.probe(position).unwrap().value;
            let Some(winner) = value.outcome().winner() else { continue };
            let mut history = History::new(game.clone(), *position);
            while history.result().is_none() {
                let mv = match history.position().turn() == winner {
                    true => perfect.choose(history.position(), history.before()).unwrap(),
                    // The loser plays some legal move.
                    false => game.moves(history.position()).last(),
                };
                history.play(mv.unwrap()).unwrap();
            }
            assert_eq!(history.result().unwrap().outcome, Outcome::win(winner));
            wins += 1;
        }
        assert!(wins > 20, "{wins}");
    }

    /// With plies of the placement phase, a win takes as many moves as it must from the first goat
    /// on, and fewer if the loser does not play the best.
    #[test]
    fn wins_take_the_fewest_moves_from_the_first_goat_on() {
        let small = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (mut placing, mut sooner) = (0, 0);
        for captures in 1..=3 {
            let game = small.clone().with_captures(captures).unwrap();
            solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            // Counted by sweeps, without tables of plies.
            let values = Tables::open(&game, folder.path()).unwrap();
            solve_plies(&game, folder.path(), &Quiet).unwrap();
            let perfect = Perfect::new(Arc::new(Tables::open(&game, folder.path()).unwrap()), 3);
            for (number, position) in all_positions(&game).iter().step_by(11).enumerate() {
                let winner = values.probe(position).unwrap().value.outcome().winner();
                let (Some(winner), Phase::Placement) = (winner, game.phase(position)) else {
                    continue;
                };
                let least = plies_to_end(&values, position).unwrap().unwrap() as usize;
                // The loser plays perfectly, too, or any move.
                for delays in [true, false] {
                    let mut history = History::new(game.clone(), *position);
                    while history.result().is_none() {
                        let at = history.position();
                        let mv = match delays || at.turn() == winner {
                            true => perfect.choose(at, history.before()).unwrap(),
                            false => game.moves(at).nth(number % game.moves(at).count()),
                        };
                        history.play(mv.unwrap()).unwrap();
                    }
                    let obx = game.obx(position);
                    assert_eq!(history.result().unwrap().outcome, Outcome::win(winner), "{obx}");
                    let plies = history.moves().len();
                    assert!(if delays { plies == least } else { plies <= least }, "{obx} {plies}");
                    sooner += usize::from(plies < least);
                    placing += 1;
                }
            }
        }
        assert!(placing > 100 && sooner > 10, "{placing} {sooner}");
    }

    #[test]
    fn among_equals_it_takes_the_hardest_to_answer() {
        let (_folder, tables) = solved();
        let game = tables.game();
        let mut choices = 0;
        for position in &all_positions(game) {
            // In the placement phase no distance decides before.
            if game.phase(position) != Phase::Placement || position.turn() != Side::Goat {
                continue;
            }
            let moves = tables.moves(position).unwrap();
            let Some(best) = moves.first().map(|found| found.key(Side::Goat)) else { continue };
            let perfect = Perfect::new(Arc::clone(&tables), 3);
            let share = |mv| {
                let after = game.after(position, mv);
                let value = tables.probe(&after).unwrap().value;
                let replies: Vec<Value> = game
                    .moves(&after)
                    .map(|reply| tables.probe(&game.after(&after, reply)).unwrap().value)
                    .collect();
                let keeping = replies.iter().filter(|&&reply| reply == value).count();
                (keeping as f64 / replies.len().max(1) as f64, keeping)
            };
            let shares: Vec<_> =
                moves.iter().filter(|m| m.key(Side::Goat) == best).map(|m| share(m.mv)).collect();
            let chosen = share(perfect.choose(position, &[]).unwrap().unwrap());
            assert!(shares.iter().all(|other| chosen <= *other), "{}", game.obx(position));
            choices += usize::from(shares.iter().any(|other| chosen < *other));
        }
        assert!(choices > 10, "{choices}");
    }

    #[test]
    fn a_lost_game_is_saved_by_repetition_and_a_won_one_not_lost_to_it() {
        let (_folder, tables) = solved();
        let game = tables.game();
        let perfect = Perfect::new(Arc::clone(&tables), 1);
        let (mut saved, mut avoided) = (0, 0);
        for position in &all_positions(game) {
            if game.phase(position) != Phase::Sliding {
                continue;
            }
            let Some(winner) = tables.probe(position).unwrap().value.outcome().winner() else {
                continue;
            };
            let moves = tables.moves(position).unwrap();
            // A position that stood twice: the third time would be a draw.
            let Some(first) = moves.first().filter(|m| m.after.plies != Some(0)) else { continue };
            let after = game.after(position, first.mv);
            let before = [after, after];
            let chosen = perfect.choose(position, &before).unwrap().unwrap();
            if position.turn() != winner {
                assert_eq!(chosen, first.mv);
                saved += 1;
            } else if moves[1..].iter().any(|m| m.after.value == first.after.value) {
                assert_ne!(chosen, first.mv);
                avoided += 1;
            }
        }
        assert!(saved > 10 && avoided > 10, "{saved} {avoided}");
    }

    #[test]
    fn seeds_choose_among_equals_only() {
        let (_folder, tables) = solved();
        let start = tables.game().start();
        let of = |seed| Perfect::new(Arc::clone(&tables), seed).choose(&start, &[]).unwrap();
        assert_eq!(of(5), of(5));
        let different: HashSet<_> = (0..40).map(of).collect();
        assert!(different.len() > 1, "the two corners are mirror images");
    }
}
