//! Players trained on exact values, and marked by them.
pub mod contest;
pub mod exam;
mod learn;
mod lesson;
pub mod sample;
mod weights;

pub use learn::{Epoch, Plan, Pupil, Skill};
pub use sample::Sample;
