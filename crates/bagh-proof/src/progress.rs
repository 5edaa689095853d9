//! How far a proof is.

/// Hears how far a proof, or its check, is. Threads share it.
pub trait Progress: Sync {
    /// A stage begins, with its number of steps.
    fn stage(&self, title: &str, steps: u64) {
        let _ = (title, steps);
    }

    /// Steps of the stage are done.
    fn advance(&self, steps: u64) {
        let _ = steps;
    }

    /// The number of positions that the search has looked at.
    fn nodes(&self, nodes: u64) {
        let _ = nodes;
    }

    /// The choices of a ply as they were unpacked: for each position of the ply, in order, the
    /// number of the move that is chosen.
    fn choices(&self, ply: u32, choices: &[u8]) {
        let _ = (ply, choices);
    }

    /// Whether the work should stop; what is finished is kept.
    fn stopped(&self) -> bool {
        false
    }
}

/// Hears nothing, says nothing.
pub struct Quiet;

impl Progress for Quiet {}
