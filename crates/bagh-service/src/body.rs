//! Bodies of requests: read whole, within limits of length, time and memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use axum::body::Body;
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt;

use crate::app::App;
use crate::error::ApiError;
use crate::query::shorten;
use crate::workers::COME_BACK;

/// Memory for bodies that are on their way. A body takes what has come of it, not what it
/// announces: a client that sends nothing holds nothing.
#[derive(Debug)]
pub struct BodyMemory {
    used: AtomicUsize,
    most: usize,
}

impl BodyMemory {
    /// Memory of this many bytes.
    pub fn new(most: usize) -> Arc<BodyMemory> {
        Arc::new(BodyMemory { used: AtomicUsize::new(0), most })
    }
}

/// A body that has come, and its share of the memory.
pub struct WholeBody {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What they take of the memory, until it is dropped.
    pub share: Share,
}

/// A part of the memory for bodies.
pub struct Share {
    memory: Arc<BodyMemory>,
    bytes: usize,
}

impl Share {
    fn grow(&mut self, bytes: usize) -> Result<(), ApiError> {
        let used = self.memory.used.fetch_add(bytes, Relaxed) + bytes;
        self.bytes += bytes;
        match used > self.memory.most {
            true => Err(ApiError::Busy(COME_BACK)),
            false => Ok(()),
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.memory.used.fetch_sub(self.bytes, Relaxed);
    }
}

impl WholeBody {
    /// The bytes of a JSON body, once all of it has come.
    pub async fn read_json(
        app: &App,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<WholeBody, ApiError> {
        expect_json(headers)?;
        WholeBody::read(app, headers, body, app.limits.body).await
    }

    /// The bytes of a body of at most this many, once all of it has come.
    pub async fn read(
        app: &App,
        headers: &HeaderMap,
        body: Body,
        most: usize,
    ) -> Result<WholeBody, ApiError> {
        let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        if announced.and_then(|text| text.parse::<u64>().ok()).is_some_and(|n| n > most as u64) {
            return Err(ApiError::BodyTooLarge(most));
        }
        let share = Share { memory: app.bodies.clone(), bytes: 0 };
        let whole = WholeBody { bytes: Vec::new(), share };
        match tokio::time::timeout(app.limits.head, whole.fill(body, most)).await {
            Ok(result) => result,
            Err(_) => Err(ApiError::TooSlow),
        }
    }

    async fn fill(mut self, mut body: Body, most: usize) -> Result<WholeBody, ApiError> {
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| {
                ApiError::parameter("body", "it ended before it was whole: send it again")
            })?;
            let Ok(data) = frame.into_data() else { continue };
            if self.bytes.len() + data.len() > most {
                return Err(ApiError::BodyTooLarge(most));
            }
            self.share.grow(data.len())?;
            self.bytes.extend_from_slice(&data);
        }
        Ok(self)
    }
}

/// Refuses bodies that do not say that they are JSON.
fn expect_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let found = headers.get(header::CONTENT_TYPE).map(|v| String::from_utf8_lossy(v.as_bytes()));
    let found = found.unwrap_or_default();
    let kind = found.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(ApiError::MediaType(shorten(&found))),
    }
}
