//! Players that need no other program.

mod engine;
mod greedy;
mod mixed;
mod perfect;
mod random;

pub use engine::EnginePlayer;
pub use greedy::GreedyPlayer;
pub(crate) use greedy::pick as greedy_move;
pub use mixed::mixed_player;
pub use perfect::PerfectPlayer;
pub use random::RandomPlayer;
