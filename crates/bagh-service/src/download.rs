//! Files of the tables and of pocket editions, streamed in pieces.
//!
//! Clients that download the same file share one open file: a download costs its connection and
//! nothing more. What is read ahead for a client is one piece.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::{Arc, Mutex, Weak};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bagh_files::read_exact_at;
use bagh_tables::{TableError, TableFileInfo};
use bytes::Bytes;
use futures_util::stream;
use tokio::sync::OwnedSemaphorePermit;

use crate::app::App;
use crate::error::ApiError;
use crate::respond::is_known;
use crate::variant::lock;
use crate::workers::COME_BACK;

/// Bytes that are read at once.
const PIECE: usize = 32 << 10;

/// The files that are being downloaded. Each is closed after its last download.
#[derive(Default)]
pub struct OpenFiles(Mutex<HashMap<String, Weak<File>>>);

impl OpenFiles {
    /// A file of a directory, as its list describes it. If nobody downloads it yet, `open` opens it.
    pub fn open(
        &self,
        directory: &Path,
        info: &TableFileInfo,
        open: impl FnOnce() -> Result<File, TableError>,
    ) -> Result<Arc<File>, TableError> {
        // Files by their contents: tables that are solved anew under the same name are others.
        let key = format!("{}/{}/{}", directory.display(), info.name, info.blake3);
        if let Some(file) = lock(&self.0).get(&key).and_then(Weak::upgrade) {
            return Ok(file);
        }
        let file = Arc::new(open()?);
        let mut files = lock(&self.0);
        files.retain(|_, file| file.strong_count() > 0);
        files.insert(key, Arc::downgrade(&file));
        Ok(file)
    }
}

/// What a client asks for of a file.
enum Asked {
    Whole,
    Range(RangeInclusive<u64>),
    /// No such range.
    Nothing,
}

/// Answers with a file, or a range of it.
pub fn respond(
    app: &App,
    method: &Method,
    headers: &HeaderMap,
    info: &TableFileInfo,
    file: Arc<File>,
) -> Response {
    let tag = format!("\"{}\"", info.blake3);
    let mut response = match is_known(headers, &tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => {
            let (status, range) = match asked(headers, info.length, &tag) {
                Asked::Whole => (StatusCode::OK, None),
                Asked::Range(range) => (StatusCode::PARTIAL_CONTENT, Some(range)),
                Asked::Nothing => {
                    let range = format!("bytes */{}", info.length);
                    return ([(header::CONTENT_RANGE, range)], ApiError::NoSuchRange(info.length))
                        .into_response();
                }
            };
            let (start, end) = match &range {
                None => (0, info.length),
                Some(range) => (*range.start(), range.end() + 1),
            };
            let body = match *method == Method::HEAD {
                true => Body::empty(),
                false => match app.download_places.clone().try_acquire_owned() {
                    Ok(place) => pieces(app.clone(), file, start, end, place),
                    Err(_) => return ApiError::Busy(COME_BACK).into_response(),
                },
            };
            let mut response = (status, body).into_response();
            let headers = response.headers_mut();
            let kind = HeaderValue::from_static("application/octet-stream");
            headers.insert(header::CONTENT_TYPE, kind);
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
            if range.is_some() {
                let text = format!("bytes {start}-{}/{}", end - 1, info.length);
                if let Ok(value) = HeaderValue::from_str(&text) {
                    headers.insert(header::CONTENT_RANGE, value);
                }
            }
            response
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// What the header `Range` asks for. One that cannot be understood is ignored, as HTTP says.
fn asked(headers: &HeaderMap, length: u64, tag: &str) -> Asked {
    // A range of another file than this one is of no use.
    if headers.get(header::IF_RANGE).is_some_and(|known| known != tag) {
        return Asked::Whole;
    }
    let Some(text) = headers.get(header::RANGE).and_then(|value| value.to_str().ok()) else {
        return Asked::Whole;
    };
    let Ok(parsed) = http_range_header::parse_range_header(text) else { return Asked::Whole };
    match parsed.validate(length).ok().as_deref() {
        Some([range]) => Asked::Range(range.clone()),
        // Several ranges at once are more than any reader of tables needs.
        Some(_) => Asked::Whole,
        None => Asked::Nothing,
    }
}

/// The bytes of a file, piece by piece: the next is read when the client has taken the last.
/// The place is held until the client has taken the last piece, or is given up.
fn pieces(app: App, file: Arc<File>, start: u64, end: u64, place: OwnedSemaphorePermit) -> Body {
    type State = (App, Arc<File>, u64, OwnedSemaphorePermit);
    let next = move |(app, file, at, place): State| async move {
        let length = (end - at).min(PIECE as u64) as usize;
        if length == 0 {
            return Ok::<_, io::Error>(None);
        }
        let reading = file.clone();
        let work = move || {
            let mut piece = vec![0; length];
            read_exact_at(&reading, &mut piece, at)
                .map(|()| Bytes::from(piece))
                .map_err(|error| ApiError::Internal(error.to_string()))
        };
        // The answer has begun: all that can be done about an error is to end it early.
        let piece = app.downloads.run(work).await.map_err(io::Error::other)?;
        Ok(Some((piece, (app, file, at + length as u64, place))))
    };
    Body::from_stream(stream::try_unfold((app, file, start, place), next))
}
