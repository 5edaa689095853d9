//! The workers of a game whose tables are on another machine.

use crate::workers::Workers;

/// Look-ups of a game that wait for the host at a time. They need no processor for that.
const LOOKUPS: usize = 8;
/// Pieces of batches, of lines and of counts that wait for it at a time.
const PIECES: usize = 2;

/// The workers of one game. They wait for the host, so a game whose tables are slow to come must
/// not take those of another.
pub struct HostWorkers {
    pub lookups: Workers,
    pub pieces: Workers,
}

impl HostWorkers {
    /// Workers of a game, for each kind of which this many requests may wait.
    pub fn new(waiting: usize) -> HostWorkers {
        HostWorkers {
            lookups: Workers::new(LOOKUPS, waiting),
            // No request has more pieces in the queue than there are workers.
            pieces: Workers::new(PIECES, waiting * PIECES),
        }
    }

    /// Pieces of work that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.lookups.waiting() + self.pieces.waiting()
    }
}
