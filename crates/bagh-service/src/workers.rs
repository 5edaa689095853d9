//! Look-ups may wait for the disk, and the engine thinks for seconds: such work is done beside the
//! threads that talk to clients, a few pieces at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Seconds after which a client may ask again if there is too much to do.
pub const COME_BACK: u32 = 1;

/// Does work that may block, a few pieces at a time.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Workers {
    /// So many pieces of work at a time, and so many that wait for their turn.
    pub fn new(at_once: usize, most_waiting: usize) -> Workers {
        Workers {
            permits: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// Does a piece of work when its turn comes.
    pub async fn run<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, ApiError> + Send + 'static,
    ) -> Result<R, ApiError> {
        let permit = {
            let _place = Place::take(self)?;
            let permit = self.permits.clone().acquire_owned().await;
            permit.map_err(|_| ApiError::Internal("the service is ending".to_owned()))?
        };
        let done = tokio::task::spawn_blocking(move || {
            // Held by the work itself: whoever asked may have gone, and the work goes on.
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| ApiError::Internal(format!("the work failed: {error}")))?
    }
}

/// A place in the queue, given back when the work begins or the client goes away.
struct Place<'w>(&'w Workers);

impl<'w> Place<'w> {
    fn take(workers: &'w Workers) -> Result<Place<'w>, ApiError> {
        if workers.waiting.fetch_add(1, Relaxed) >= workers.most_waiting {
            workers.waiting.fetch_sub(1, Relaxed);
            return Err(ApiError::Busy(COME_BACK));
        }
        Ok(Place(workers))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn those_who_would_wait_too_long_are_sent_away() {
        let workers = Workers::new(1, 1);
        assert_eq!(workers.run(|| Ok(7)).await.unwrap(), 7);
        let first = Place::take(&workers).unwrap();
        assert!(matches!(workers.run(|| Ok(7)).await, Err(ApiError::Busy(_))));
        drop(first);
        assert_eq!(workers.run(|| Ok(7)).await.unwrap(), 7);
    }

    #[tokio::test]
    async fn a_panic_is_an_error_of_that_request_alone() {
        let workers = Workers::new(1, 1);
        let failed = workers.run(|| -> Result<(), ApiError> { panic!("on purpose") }).await;
        assert!(matches!(failed, Err(ApiError::Internal(_))));
        assert_eq!(workers.run(|| Ok(7)).await.unwrap(), 7);
    }
}
