//! A player that is asked about many positions.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use bagh::Move;
use bagh_arena::{Budget, Failure, Player, Question};
use rayon::prelude::*;

use crate::players::failure_error;
use crate::tables_args::with_threads;

/// Who is asked, and how.
pub struct Asking<'n> {
    /// The player's name in messages.
    pub name: &'n str,
    /// What it may use for each move.
    pub budget: Budget,
    /// How many moves at a time.
    pub at_once: usize,
    /// Whether one player answers many questions, as programs do, which take long to start. Others
    /// are made anew for each, so that answers do not depend on the threads.
    pub is_kept: bool,
}

impl Asking<'_> {
    /// The player's moves, all of them legal. `done` hears how many there are.
    pub fn moves(
        &self,
        questions: &[Question],
        make: impl Fn(&Question) -> Result<Box<dyn Player>, Failure> + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Result<Vec<Move>> {
        let finished = AtomicU64::new(0);
        let size = if self.is_kept { questions.len().div_ceil(self.at_once).max(1) } else { 1 };
        let moves: Result<Vec<Vec<Move>>> = with_threads(self.at_once, || {
            questions
                .par_chunks(size)
                .with_max_len(1)
                .map(|part| {
                    let mut kept: Option<Box<dyn Player>> = None;
                    part.iter()
                        .map(|question| {
                            let mut player = match kept.take() {
                                Some(player) => player,
                                None => make(question)
                                    .map_err(|failure| failure_error(self.name, &failure))?,
                            };
                            let chosen =
                                question.choice(&mut *player, &self.budget).map_err(|error| {
                                    failure_error(self.name, &error.failure)
                                        .context(format!("position {}", error.position))
                                })?;
                            kept = Some(player).filter(|_| self.is_kept);
                            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                            Ok(chosen)
                        })
                        .collect()
                })
                .collect()
        })?;
        Ok(moves?.into_iter().flatten().collect())
    }
}
