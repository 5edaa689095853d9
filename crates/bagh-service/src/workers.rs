//! Work that may block, done beside the threads that talk to clients.
//!
//! Each class of work has workers of its own, so that one kind of request cannot starve another:
//! single lookups never queue behind batches, and neither waits for a count of whole tables.
//! Long work is cut into pieces; between two pieces others have their turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bagh_remote::at_hand;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::sync::Semaphore;

use crate::error::ApiError;

/// Seconds after which a client may ask again if there is too much to do.
pub const COME_BACK: u32 = 1;

/// The workers of one class.
pub struct Workers {
    at_once: usize,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl Workers {
    /// Workers that do at most `at_once` pieces of work at a time, while at most `most_waiting`
    /// wait for their turn.
    pub fn new(at_once: usize, most_waiting: usize) -> Workers {
        Workers {
            at_once,
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

    /// Does many pieces of work, some of them at a time, and gives what they give in their order.
    /// The first error ends it.
    pub async fn run_all<R: Send + 'static, F>(
        &self,
        at_a_time: usize,
        pieces: impl IntoIterator<Item = F>,
    ) -> Result<Vec<R>, ApiError>
    where
        F: FnOnce() -> Result<R, ApiError> + Send + 'static,
    {
        let turns = stream::iter(pieces).map(|work| self.run(work));
        turns.buffered(at_a_time).try_collect().await
    }

    /// How many workers each of some users has, if they share alike: one at least.
    pub fn share(&self, users: usize) -> usize {
        (self.at_once / users.max(1)).max(1)
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
    async fn work_is_shared_by_as_many_workers_as_asked_for() {
        use std::sync::Barrier;
        use std::time::Duration;
        let workers = Workers::new(2, 2);
        assert_eq!([0, 1, 2, 30].map(|users| workers.share(users)), [2, 2, 1, 1]);
        // Two that wait for each other are done at the same time, or never.
        let both = Arc::new(Barrier::new(2));
        let meet = |number: usize| {
            let both = both.clone();
            move || {
                both.wait();
                Ok(number)
            }
        };
        let met = workers.run_all(2, (0..6).map(meet));
        let met = tokio::time::timeout(Duration::from_secs(60), met).await;
        assert_eq!(met.expect("they meet").unwrap(), [0, 1, 2, 3, 4, 5]);
        // One at a time, no two are at work at once.
        let (at_work, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let alone = |_| {
            let (at_work, most) = (at_work.clone(), most.clone());
            move || {
                most.fetch_max(at_work.fetch_add(1, Relaxed) + 1, Relaxed);
                std::thread::yield_now();
                at_work.fetch_sub(1, Relaxed);
                Ok(())
            }
        };
        workers.run_all(1, (0..50).map(alone)).await.unwrap();
        assert_eq!(most.load(Relaxed), 1);
        let failing =
            |number| move || if number == 1 { Err(ApiError::Busy(1)) } else { Ok(number) };
        assert!(workers.run_all(2, (0..4).map(failing)).await.is_err());
    }

    #[tokio::test]
    async fn a_panic_is_an_error_of_that_request_alone() {
        let workers = Workers::new(1, 1);
        let failed = workers.run(|| -> Result<(), ApiError> { panic!("on purpose") }).await;
        assert!(matches!(failed, Err(ApiError::Internal(_))));
        assert_eq!(workers.run(|| Ok(7)).await.unwrap(), 7);
    }
}
