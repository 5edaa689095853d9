//! Claims about the tiger-hunt games, proved by search, with certificates that anyone can check.
//!
//! A [`Claim`] says that the tigers reach a [`Goal`], or that the goats keep them from it. The side
//! that claims is *selective*: it needs one good move in each position. Its opponent plays every
//! move. [`prove`] finds the selective side's choices and writes them into a [`Certificate`];
//! [`check`] plays them out with the plain rules and trusts nothing else.
//!
//! Neither sees a table of the placement phase: both get [`SlidingTables`](bagh_tables::SlidingTables)
//! at the most.
//!
//! ```
//! use bagh::Game;
//! use bagh_proof::{Certificate, Claim, ProveOptions, Quiet, check, prove};
//! use bagh_tables::{SlidingTables, SolveOptions, solve};
//!
//! # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
//! # let folder = std::env::temp_dir().join(format!("bagh-proof-example-{}", std::process::id()));
//! let game = Game::from_toml(SMALL)?;
//! solve(&game, &folder, SolveOptions::default(), &bagh_tables::Quiet)?;
//! let tables = SlidingTables::open(&game, &folder)?;
//! let file = folder.join("small.proof");
//! let (start, options) = (game.start(), ProveOptions::default());
//! let proved = prove(&game, &start, Claim::GOAT_DRAWS, Some(&tables), &file, options, &Quiet)?;
//! assert!(proved.holds);
//! let checked = check(&Certificate::open(&file)?, &game, Some(&tables), &Quiet)?;
//! println!("{} positions", checked.positions);
//! # assert!(checked.positions > 1);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//! *Databases* hold one bit for every position with tiger to move after a number of goats: does the
//! goal lie in reach? They are built backwards from the sliding tables, or from the last ply of the
//! claim, to a ply of your choice. Before that ply a *search* with a transposition table looks at
//! the moves of the selective side in the order of an evaluation. Then the *walk* goes forward from
//! the position of the claim, ply by ply, with the set of all positions that the choices lead to.
//! Among the moves that hold the claim it takes those after which the selective side's own pieces
//! stand as they do in as many other positions as possible, by a greedy cover: so the sets stay
//! small.
//!
//! The choices are a function of the claim alone. The same command writes the same certificate,
//! whatever the number of threads, and however often it was interrupted.

mod answers;
mod certificate;
mod check;
mod checkpoint;
mod claim;
mod contexts;
mod cover;
mod database;
mod decide;
mod error;
mod file;
mod ground;
mod model;
mod paths;
mod progress;
mod prove;
mod questions;
mod search;
mod sets;
mod steady;
mod transposition;
mod walk;

pub use certificate::{Certificate, CertificateHeader, ChoicesInfo, Root};
pub use check::{Checked, CheckedPly, check};
pub use claim::{Aim, Claim, ClaimError, Goal, ply_of};
pub use database::DatabaseRow;
pub use error::{ProofError, ProofFile};
pub use progress::{Progress, Quiet};
pub use prove::{
    DatabaseReport, FirstDatabase, ProveOptions, Proved, ProvedPly, prove, work_folder,
};
pub use walk::Captures;
