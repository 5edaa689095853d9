//! How far the tables of a game are.

use bagh_tables::{Manifest, TableError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::without_folders;
use crate::variant::{Variant, Work};

/// How far the tables of a game are.
pub enum TablesState {
    /// All is solved.
    Ready,
    /// They are being made, here or by another program.
    Solving,
    /// Their turn will come.
    Waiting,
    /// Nothing makes them.
    Unsolved,
    /// They could not be made, or cannot be read.
    Failed(String),
}

impl TablesState {
    /// The state of a game's tables at this moment.
    pub fn of(variant: &Variant) -> TablesState {
        match variant.work() {
            // What was made whole need not be looked at each time.
            Work::Done => TablesState::Ready,
            _ => TablesState::with(variant, &variant.manifest()),
        }
    }

    /// The state, if the manifest is known.
    pub fn with(variant: &Variant, manifest: &Result<Option<Manifest>, TableError>) -> TablesState {
        match (variant.work(), manifest) {
            (_, Err(error)) => TablesState::Failed(without_folders(error)),
            (_, Ok(Some(manifest))) if manifest.is_complete(variant.store().game()) => {
                TablesState::Ready
            }
            (Work::Failed(why), _) => TablesState::Failed(why),
            (Work::Solving(_) | Work::Elsewhere, _) => TablesState::Solving,
            (Work::Waiting, _) => TablesState::Waiting,
            (Work::None | Work::Done, _) => TablesState::Unsolved,
        }
    }

    /// This state, as it is sent.
    pub fn progress(&self) -> SolveState {
        match self {
            TablesState::Ready => SolveState::Ready,
            TablesState::Solving => SolveState::Solving,
            TablesState::Waiting => SolveState::Waiting,
            TablesState::Unsolved => SolveState::Unsolved,
            TablesState::Failed(_) => SolveState::Failed,
        }
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
