//! How far the tables of a game are.

use bagh_tables::{Status, TableError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::without_folders;
use crate::variant::{Variant, Work};

/// How far the tables of a game are, and why they failed if they did.
pub struct TablesState {
    pub state: SolveState,
    pub reason: Option<String>,
}

impl TablesState {
    /// The state of a game's tables at this moment.
    pub fn of(variant: &Variant) -> TablesState {
        match variant.work() {
            // What was made whole need not be looked at each time.
            Work::Done => SolveState::Ready.into(),
            _ => TablesState::with(variant, &variant.store().status()),
        }
    }

    /// The state, if it is known how far they are.
    pub fn with(variant: &Variant, status: &Result<Status, TableError>) -> TablesState {
        match (variant.work(), status) {
            (_, Err(error)) => TablesState::failed(without_folders(error)),
            (_, Ok(status)) if status.is_whole() => SolveState::Ready.into(),
            (Work::Failed(why), _) => TablesState::failed(why),
            (Work::Solving(_) | Work::Elsewhere, _) => SolveState::Solving.into(),
            (Work::Waiting, _) => SolveState::Waiting.into(),
            (Work::None | Work::Done, _) => SolveState::Unsolved.into(),
        }
    }

    fn failed(why: String) -> TablesState {
        TablesState { state: SolveState::Failed, reason: Some(why) }
    }
}

impl From<SolveState> for TablesState {
    fn from(state: SolveState) -> TablesState {
        TablesState { state, reason: None }
    }
}

/// How far the tables of a game, or a part of them, are.
#[derive(Serialize, ToSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum SolveState {
    /// It is solved.
    Ready,
    /// It is being solved.
    Solving,
    /// Others are solved first.
    Waiting,
    /// It is not solved, and nothing solves it.
    Unsolved,
    /// It could not be solved, or its files cannot be read.
    Failed,
}
