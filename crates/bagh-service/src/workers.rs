//! Work that may block, done beside the threads that talk to clients.
//!
//! Each class of work has workers of its own, so that one kind of request cannot starve another:
//! single lookups never queue behind batches, and neither waits for a count of whole tables.
//! Long work is cut into pieces; between two pieces others have their turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bagh_remote::at_hand;
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Seconds after which a client may ask again if there is too much to do.
pub const COME_BACK: u32 = 1;

/// The workers of one class.
pub struct Workers {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Workers {
    /// Workers that do at most `at_once` pieces of work at a time, while at most `most_waiting`
    /// wait for their turn.
    pub fn new(at_once: usize, most_waiting: usize) -> Workers {
        Workers {
            permits: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            most_waiting,
        }
    }

    /// Does a piece of work when its turn comes; [`ApiError::Busy`] if too many wait.
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
            // Held by the work itself: the client may have left, and the work goes on.
            let _permit = permit;
            work()
        });
        done.await.map_err(|error| ApiError::Internal(format!("the work failed: {error}")))?
    }

    /// Does work that reads tables. Where they are on another machine (`host`), it is first done
    /// with what is at hand, which takes no longer than with tables here; if that is not enough, it
    /// is done anew by those who wait for the host.
    pub async fn read_tables<R: Send + 'static>(
        &self,
        host: Option<&Workers>,
        work: impl Fn() -> Result<R, ApiError> + Clone + Send + 'static,
    ) -> Result<R, ApiError> {
        let Some(host) = host else { return self.run(work).await };
        let again = work.clone();
        match self.run(move || Ok(at_hand(work))).await? {
            Some(result) => result,
            None => host.run(again).await,
        }
    }

    /// Pieces of work that wait for their turn.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }
}

/// A place in the queue, given back when the work begins or the client leaves.
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
    async fn a_full_queue_refuses_more() {
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
