//! A connection that is given up when its client is silent, or reads too slowly.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a client may be silent, and how slowly it may read.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Time in which something must be read or written.
    pub idle: Duration,
    /// Bytes a second that a client must take while there is something to send, averaged over
    /// `idle`.
    pub least_rate: u64,
}

/// A stream whose client keeps a pace. A client that falls behind gets an error of the kind
/// [`TimedOut`](io::ErrorKind::TimedOut).
pub struct Paced<S> {
    stream: S,
    pace: Pace,
    /// When something was last read or written.
    last: Instant,
    reading: Alarm,
    writing: Writing,
}

/// What is known of a client that does not take all that could be sent.
struct Writing {
    alarm: Alarm,
    /// When a write last had to wait, if one waits now.
    since: Option<Instant>,
    /// Time for which writes had to wait since the rate was last looked at.
    waited: Duration,
    /// Bytes written since then.
    sent: u64,
}

impl<S> Paced<S> {
    /// A stream with this pace.
    pub fn new(stream: S, pace: Pace) -> Paced<S> {
        let writing =
            Writing { alarm: Alarm::default(), since: None, waited: Duration::ZERO, sent: 0 };
        Paced { stream, pace, last: Instant::now(), reading: Alarm::default(), writing }
    }

    /// An error if writes have waited for long and the client took too little meanwhile.
    fn check_rate(&mut self, now: Instant) -> io::Result<()> {
        let writing = &mut self.writing;
        let waited = writing.waited + writing.since.map_or(Duration::ZERO, |since| now - since);
        if waited < self.pace.idle {
            return Ok(());
        }
        let least = waited.as_secs_f64() * self.pace.least_rate as f64;
        if writing.sent == 0 || (writing.sent as f64) < least {
            return Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly"));
        }
        (writing.waited, writing.sent) = (Duration::ZERO, 0);
        writing.since = writing.since.map(|_| now);
        Ok(())
    }

    /// Notes what came of a write.
    fn wrote(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        match result {
            Poll::Ready(Ok(bytes)) => {
                self.last = now;
                self.writing.sent += bytes as u64;
                if let Some(since) = self.writing.since.take() {
                    self.writing.waited += now - since;
                }
                self.check_rate(now)?;
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => {
                let since = *self.writing.since.get_or_insert(now);
                self.check_rate(now)?;
                let left = self.pace.idle.saturating_sub(self.writing.waited);
                let since = self.writing.since.unwrap_or(since);
                ready!(self.writing.alarm.poll(context, since + left));
                // The time is up at this very moment: look at the rate once more.
                self.check_rate(Instant::now().max(since + left))?;
                context.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if let Poll::Ready(result) = Pin::new(&mut this.stream).poll_read(context, buffer) {
            this.last = Instant::now();
            return Poll::Ready(result);
        }
        loop {
            let deadline = this.last + this.pace.idle;
            ready!(this.reading.poll(context, deadline));
            // Something may have been written since the alarm was set.
            if this.last + this.pace.idle <= deadline {
                let error = io::Error::new(io::ErrorKind::TimedOut, "the client is silent");
                return Poll::Ready(Err(error));
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A timer that is made when it is first needed: most connections never need theirs.
#[derive(Default)]
struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    fn poll(&mut self, context: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if sleep.deadline() != deadline {
            sleep.as_mut().reset(deadline);
        }
        sleep.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::sleep;

    use super::*;

    const PACE: Pace = Pace { idle: Duration::from_secs(60), least_rate: 1_000 };

    /// Sends a megabyte to a client that takes `bytes` every `pause`. The clock is simulated.
    async fn send_to(bytes: usize, pause: Duration) -> io::Result<()> {
        let (ours, mut theirs) = duplex(4_096);
        let client = tokio::spawn(async move {
            let mut buffer = vec![0; bytes];
            while theirs.read_exact(&mut buffer).await.is_ok() {
                sleep(pause).await;
            }
        });
        let sent = Paced::new(ours, PACE).write_all(&vec![7; 1 << 20]).await;
        client.abort();
        sent
    }

    #[tokio::test(start_paused = true)]
    async fn slow_readers_are_given_up_and_steady_ones_are_not() {
        let slow = send_to(300, Duration::from_secs(3)).await.unwrap_err();
        assert_eq!(slow.kind(), io::ErrorKind::TimedOut);
        send_to(4_000, Duration::from_secs(3)).await.unwrap();
        send_to(100_000, Duration::from_secs(50)).await.unwrap();
        assert!(send_to(1 << 20, Duration::from_secs(100_000)).await.is_ok());
        assert!(send_to(1, Duration::from_secs(100_000)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_between_answers_is_not_reading_slowly() {
        let (ours, mut theirs) = duplex(4_096);
        let mut ours = Paced::new(ours, PACE);
        for _ in 0..100 {
            // One write waits a little each time; in between nothing is asked.
            let reader = async {
                sleep(Duration::from_secs(1)).await;
                let mut buffer = vec![0; 5_000];
                theirs.read_exact(&mut buffer).await.unwrap();
            };
            let (sent, ()) = tokio::join!(ours.write_all(&[7; 5_000]), reader);
            sent.unwrap();
            sleep(Duration::from_secs(1_000)).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn silent_clients_are_given_up_unless_they_are_sent_something() {
        let (ours, _theirs) = duplex(4_096);
        let mut ours = Paced::new(ours, PACE);
        let error = ours.read_u8().await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);

        let (ours, mut theirs) = duplex(4_096);
        let mut ours = Paced::new(ours, PACE);
        let (mut reading, mut writing) = tokio::io::split(&mut ours);
        let write = async {
            for _ in 0..10 {
                sleep(Duration::from_secs(50)).await;
                writing.write_all(b"x").await.unwrap();
            }
            theirs.write_all(b"y").await.unwrap();
        };
        let (read, ()) = tokio::join!(reading.read_u8(), write);
        assert_eq!(read.unwrap(), b'y');
    }
}
