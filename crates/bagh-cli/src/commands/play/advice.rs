//! Advice for the people at the table: a hint, and what a move was worth.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use bagh::{Game, History, Move, Position, Side};
use bagh_arena::{Judgement, judge};
use bagh_engine::{Engine, Limits, Perfect, Score, SearchOptions};
use bagh_tables::{ProbeError, TableError, Tables, Verdict};

/// How long the engine thinks about a hint.
const LIMITS: Limits =
    Limits { depth: None, nodes: Some(400_000), time: Some(Duration::from_secs(2)) };

/// Who gives advice: the tables, where they know, or else the engine.
pub struct Adviser {
    game: Game,
    tables: Option<Arc<Tables>>,
    seed: u64,
    /// Made when it is first needed.
    engine: Option<Engine>,
}

/// A move to play.
pub enum Hint {
    /// The tables know.
    Known { mv: Move, after: Verdict },
    /// The engine thinks so.
    Estimated { mv: Move, score: Score },
}

/// What a move was worth.
pub enum Worth {
    /// The tables know.
    Known(Judgement),
    /// The engine thinks so.
    Estimated { mv: Move, score: Score, best: Move, best_score: Score },
}

impl Adviser {
    pub fn new(game: &Game, tables: Option<Arc<Tables>>, seed: u64) -> Adviser {
        Adviser { game: game.clone(), tables, seed, engine: None }
    }

    /// A good move in a game that is not over.
    pub fn hint(&mut self, history: &History) -> Result<Hint> {
        let (position, before) = (history.position(), history.before());
        if let Some(tables) = &self.tables {
            let hint = || {
                let chosen =
                    Perfect::new(Arc::clone(tables), self.seed).choose(position, before)?;
                let Some(mv) = chosen else { return Ok(None) };
                let after = tables.probe(&self.game.after(position, mv))?;
                Ok(Some(Hint::Known { mv, after }))
            };
            if let Some(hint) = known(hint())?.flatten() {
                return Ok(hint);
            }
        }
        let (mv, score) = self.search(position, before)?;
        Ok(Hint::Estimated { mv, score })
    }

    /// What a move was worth, played after these positions.
    pub fn worth(&mut self, before: &[Position], position: &Position, mv: Move) -> Result<Worth> {
        if let Some(tables) = &self.tables
            && let Some(judged) = known(judge(tables, position, mv))?.flatten()
        {
            return Ok(Worth::Known(judged));
        }
        let (best, best_score) = self.search(position, before)?;
        let after = self.game.after(position, mv);
        let score = match self.game.result(&after).map(|result| result.outcome.winner()) {
            _ if mv == best => best_score,
            Some(Some(side)) => Score::win(side, 1),
            Some(None) => Score::draw(after.captured()),
            None => {
                let path: Vec<Position> = before.iter().copied().chain([*position]).collect();
                from_one_ply_earlier(self.search(&after, &path)?.1)
            }
        };
        Ok(Worth::Estimated { mv, score, best, best_score })
    }

    /// Whether the computer may agree on a draw: it does not expect to win with this side.
    pub fn is_content_with_draw(&mut self, history: &History, side: Side) -> Result<bool> {
        let position = history.position();
        if let Some(tables) = &self.tables
            && let Some(verdict) = known(tables.probe(position))?
        {
            return Ok(verdict.value.outcome().winner() != Some(side));
        }
        let score = self.search(position, history.before())?.1;
        Ok(match (score.forced_win(), score.expected_captures(), side) {
            (Some((winner, _)), _, _) => winner != side,
            (None, captures, Side::Tiger) => {
                captures.is_none_or(|c| c < f64::from(self.game.captures()) - 1.0)
            }
            (None, captures, Side::Goat) => captures.is_none_or(|c| c > 0.0),
        })
    }

    fn search(&mut self, position: &Position, before: &[Position]) -> Result<(Move, Score)> {
        let engine = self.engine.get_or_insert_with(|| Engine::new(&self.game));
        let question = SearchOptions { limits: LIMITS, before, ..SearchOptions::default() };
        let report = engine.search(position, question);
        let line = report.lines.first().context("the game is over")?;
        Ok((*line.moves.first().context("the game is over")?, line.score))
    }
}

/// The score of a position, seen from the position before: a win is one ply further away.
fn from_one_ply_earlier(score: Score) -> Score {
    match score.forced_win() {
        Some((side, plies)) => Score::win(side, plies + 1),
        None => score,
    }
}

/// What the tables say, unless the part that would tell is not there.
fn known<T>(answer: Result<T, ProbeError>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(ProbeError::Table(TableError::Missing { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
