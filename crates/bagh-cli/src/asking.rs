//! A player that is asked about many positions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use bagh::Move;
use bagh_arena::{Budget, Failure, ForfeitKind, Player, Question};
use rayon::prelude::*;

use crate::players::failure_error;
use crate::tables_args::with_threads;

/// A player that fails this often before it has given a single answer is not asked any further.
const ENOUGH: u64 = 3;

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

/// How a player failed at a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// In which way.
    pub kind: ForfeitKind,
    /// What happened.
    pub message: String,
}

/// A legal move, or how the player failed.
pub type Answered = Result<Move, Fault>;

/// How often a player failed in each way.
pub fn by_kind<'f>(faults: impl IntoIterator<Item = &'f Fault>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for fault in faults {
        *counts.entry(fault.kind.to_string()).or_insert(0) += 1;
    }
    counts
}

impl Asking<'_> {
    /// The player's answers. A player that failed is started again. `done` hears how many answers
    /// there are.
    pub fn moves(
        &self,
        questions: &[Question],
        make: impl Fn(&Question) -> Result<Box<dyn Player>, Failure> + Sync,
        done: impl Fn(u64) + Sync,
    ) -> Result<Vec<Answered>> {
        let [asked, right, failed] = [(); 3].map(|()| AtomicU64::new(0));
        let next = |counter: &AtomicU64| counter.fetch_add(1, Ordering::Relaxed) + 1;
        let size = if self.is_kept { questions.len().div_ceil(self.at_once).max(1) } else { 1 };
        let answers: Result<Vec<Vec<Answered>>> = with_threads(self.at_once, || {
            questions
                .par_chunks(size)
                .with_max_len(1)
                .map(|part| {
                    let mut kept: Option<Box<dyn Player>> = None;
                    part.iter()
                        .map(|question| {
                            let answer = match self.ask(question, &make, &mut kept) {
                                Ok(mv) => {
                                    next(&right);
                                    Ok(mv)
                                }
                                Err(Failure::Forfeit { kind, message, .. })
                                    if next(&failed) < ENOUGH
                                        || right.load(Ordering::Relaxed) > 0 =>
                                {
                                    Err(Fault { kind, message })
                                }
                                Err(failure) => {
                                    let position = question.obx();
                                    return Err(failure_error(self.name, &failure)
                                        .context(format!("position {position}")));
                                }
                            };
                            done(next(&asked));
                            Ok(answer)
                        })
                        .collect()
                })
                .collect()
        })?;
        Ok(answers?.into_iter().flatten().collect())
    }

    /// Asks the player that was kept, or a new one, which is kept if it did not fail.
    fn ask(
        &self,
        question: &Question,
        make: &impl Fn(&Question) -> Result<Box<dyn Player>, Failure>,
        kept: &mut Option<Box<dyn Player>>,
    ) -> Result<Move, Failure> {
        let mut player = match kept.take() {
            Some(player) => player,
            None => make(question)?,
        };
        let mv = question.choice(&mut *player, &self.budget).map_err(|error| error.failure)?;
        *kept = Some(player).filter(|_| self.is_kept);
        Ok(mv)
    }
}
