//! What positions are worth.

use std::ops::Range;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bagh::notation::{Format, ReadPosition};
use bagh_tables::answer::ProbeAnswer;
use bagh_tables::{ProbeError, Probed, TableError};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::body::WholeBody;
use crate::error::{ApiError, ErrorAnswer};
use crate::look_up;
use crate::query::{self, FormatWord, Query};
use crate::respond::{exact, for_now, momentary_text};
use crate::variant::Variant;
use crate::workers::COME_BACK;

/// What a position is worth, and each of its moves
///
/// Exact if `known`; such answers may be kept. If the part of the solution that would answer is
/// not finished, `known` is false, `unknown` says why, and `Retry-After` says when to ask again.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/probe",
    operation_id = "probe",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("position" = String, Query, description = "The position, in OBX or another notation", example = "T3T/5/5/5/T3T g g20 c0 - 0"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
        ("from" = Option<FormatWord>, Query, description = "The notation; detected if left out"),
    ),
    responses(
        (status = 200, body = ProbeAnswer),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn one(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let variant = app.catalogue.variant(&game?.0, query.captures()?)?;
    let text = query.need("position", "T3T/5/5/5/T3T+g+g20+c0")?;
    let format = query.from()?;
    query.finish()?;
    let read = query::position(variant.game(), "position", &text, format)?;
    let (looked, host) = (variant.clone(), variant.host().map(|host| &host.lookups));
    let look = move || look_up::probe(&looked, &read, true);
    let answer = app.lookups.read_tables(host, look).await?;
    app.metrics.probed(variant.game(), answer.known, 1);
    match &answer.unknown {
        None if variant.lacks_plies() => Ok(for_now(&answer, None)),
        None => exact(&headers, variant.is_built_in(), &answer),
        Some(why) => Ok(for_now(&answer, look_up::ask_again(why))),
    }
}

/// Positions that are asked for at once.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    /// Up to 1,000 positions.
    #[schema(example = json!(["T3T/5/5/5/T3T g g20 c0 - 0", "T1G1T/5/5/5/T3T t g19 c0 mC1 1"]))]
    #[schema(min_items = 1, max_items = 1000)]
    positions: Vec<String>,
    /// Captures that win, if not as many as usual.
    #[schema(minimum = 1, maximum = 255)]
    captures: Option<u8>,
    /// The notation of the positions; detected if left out.
    #[schema(value_type = Option<FormatWord>)]
    from: Option<String>,
    /// Whether to tell of the moves, too: yes if left out.
    moves: Option<bool>,
}

/// What the positions are worth, in the same order.
#[derive(ToSchema)]
#[expect(dead_code, reason = "answers are written piece by piece; this describes the whole")]
pub struct ProbeAnswers {
    /// An answer for each position.
    answers: Vec<ProbeAnswer>,
}

/// What many positions are worth
///
/// Up to 1,000 positions at once, answered in the same order.
#[utoipa::path(
    post,
    path = "/api/v1/{game}/probe",
    operation_id = "probeMany",
    tag = "positions",
    params(("game" = String, Path, description = "The game", example = "bagh-chal")),
    request_body = Positions,
    responses(
        (status = 200, body = ProbeAnswers),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 408, description = "The body took too long", body = ErrorAnswer),
        (status = 413, description = "The body is too large", body = ErrorAnswer),
        (status = 415, description = "The body is not JSON", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn many(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    Query::parse(raw.as_deref())?.finish()?;
    let entry = app.catalogue.entry(&game?.0)?;
    let body = WholeBody::read_json(&app, &headers, body).await?;
    // A place is taken when the body is there: a client that is long in sending it holds none.
    let _place = app.batches.try_acquire().map_err(|_| ApiError::Busy(COME_BACK))?;
    // Where tables are on another machine, a game waits for its host without holding up others.
    let pieces = entry.host().map_or(&app.pieces, |host| &host.pieces);
    // A batch alone has all workers; beside others each has its share of them.
    let share = pieces.share(app.limits.batches - app.batches.available_permits());
    let (name, shared) = (entry.game().name().to_owned(), app.clone());
    let batch = pieces.run(move || Batch::read(&shared, &name, &body.bytes)).await?;
    let batch = Arc::new(batch);
    let reads = batch.reads(app.limits.blocks).into_iter().map(|piece| {
        let batch = batch.clone();
        move || batch.look_up(piece)
    });
    pieces.run_all(share, reads).await?;
    let (shared, blocks) = (batch.clone(), app.limits.plies_blocks);
    let plies = pieces.run(move || Ok(shared.plies_reads(blocks))).await?;
    let plies = plies.into_iter().map(|piece| {
        let batch = batch.clone();
        move || {
            batch.look_up_plies(piece);
            Ok(())
        }
    });
    pieces.run_all(share, plies).await?;
    let written = (0..batch.positions.len()).step_by(ANSWERS).map(|start| {
        let batch = batch.clone();
        move || batch.answer(start)
    });
    let mut answers = Answers::new();
    for piece in pieces.run_all(share, written).await? {
        answers.push(piece);
    }
    app.metrics.probed(batch.variant.game(), true, answers.known);
    app.metrics.probed(batch.variant.game(), false, batch.positions.len() - answers.known);
    Ok(momentary_text(answers.finish()))
}

/// Answers that are written in one piece of work.
const ANSWERS: usize = 100;

/// A batch that was read: all of its positions, before the first is looked up.
struct Batch {
    variant: Arc<Variant>,
    positions: Vec<ReadPosition>,
    moves: bool,
    /// The lookups, ordered by blocks, so that each is unpacked once; nothing without tables.
    lookups: Option<bagh_tables::Batch>,
    /// For each position its number among the lookups. Those that would take long have none.
    numbers: Vec<Option<usize>>,
}

impl Batch {
    fn read(app: &App, game: &str, body: &[u8]) -> Result<Batch, ApiError> {
        let Positions { positions, captures, from, moves } =
            serde_json::from_slice(body).map_err(|e| ApiError::parameter("body", e.to_string()))?;
        if positions.is_empty() || positions.len() > app.limits.positions {
            return Err(ApiError::parameter(
                "positions",
                format!("found {}, expected 1 to {}", positions.len(), app.limits.positions),
            ));
        }
        if captures == Some(0) {
            let message = "found 0, expected a whole number from 1 to 255";
            return Err(ApiError::parameter("captures", message));
        }
        let variant = app.catalogue.variant(game, captures)?;
        let format: Option<Format> = from.as_deref().map(query::format_of).transpose()?;
        let read = positions.iter().enumerate().map(|(number, text)| {
            query::position(variant.game(), &format!("positions[{number}]"), text, format)
        });
        let positions = read.collect::<Result<Vec<_>, _>>()?;
        let moves = moves.unwrap_or(true);
        let mut numbers = vec![None; positions.len()];
        let lookups = variant.tables()?.map(|tables| {
            let mut quick = Vec::with_capacity(positions.len());
            for (read, number) in positions.iter().zip(&mut numbers) {
                if tables.is_quick(&read.position) {
                    *number = Some(quick.len());
                    quick.push(read.position);
                }
            }
            bagh_tables::Batch::new(&tables, &quick, moves)
        });
        Ok(Batch { variant, positions, moves, lookups, numbers })
    }

    /// The pieces in which blocks are read.
    fn reads(&self, blocks: usize) -> Vec<Range<usize>> {
        self.lookups.iter().flat_map(|lookups| lookups.pieces(blocks)).collect()
    }

    fn look_up(&self, piece: Range<usize>) -> Result<(), ApiError> {
        let Some(lookups) = &self.lookups else { return Ok(()) };
        lookups.read(piece).map_err(|error| {
            if look_up::do_differ(&error) {
                // The tables were replaced, perhaps: the next batch is answered from the new ones.
                let _ = self.variant.renewed(lookups.tables(), true);
            }
            error.into()
        })
    }

    /// The pieces in which plies are read, once all values are.
    fn plies_reads(&self, blocks: usize) -> Vec<Range<usize>> {
        self.lookups.iter().flat_map(|lookups| lookups.plies_pieces(blocks)).collect()
    }

    fn look_up_plies(&self, piece: Range<usize>) {
        self.lookups.iter().for_each(|lookups| lookups.read_plies(piece.clone()));
    }

    /// The answers of one piece as JSON, separated by commas, and how many are known.
    fn answer(&self, start: usize) -> Result<(Vec<u8>, usize), ApiError> {
        let end = self.positions.len().min(start + ANSWERS);
        let (mut text, mut known) = (Vec::new(), 0);
        for at in start..end {
            let answer = self.answer_one(at)?;
            known += usize::from(answer.known);
            if !text.is_empty() {
                text.push(b',');
            }
            serde_json::to_writer(&mut text, &answer)
                .map_err(|error| ApiError::Internal(error.to_string()))?;
        }
        Ok((text, known))
    }

    fn answer_one(&self, at: usize) -> Result<ProbeAnswer, ApiError> {
        let read = &self.positions[at];
        let probed = self.lookups.as_ref().zip(self.numbers[at]);
        match probed.map(|(lookups, number)| lookups.answer_of(number)) {
            Some(Ok(Probed { verdict, moves })) => {
                let moves = self.moves.then_some(moves);
                Ok(ProbeAnswer::known(self.variant.game(), read, verdict, moves)?)
            }
            Some(Err(error)) if !is_missing(&error) => Err(error.into()),
            // It is not solved yet, or would take long: a lookup of its own says why.
            _ => look_up::probe(&self.variant, read, self.moves),
        }
    }
}

fn is_missing(error: &ProbeError) -> bool {
    matches!(error, ProbeError::Table(TableError::Missing { .. }))
}

/// The answers so far, written as [`ProbeAnswers`] is.
struct Answers {
    text: Vec<u8>,
    known: usize,
}

impl Answers {
    const BEGIN: &[u8] = br#"{"answers":["#;

    fn new() -> Answers {
        Answers { text: Answers::BEGIN.to_vec(), known: 0 }
    }

    fn push(&mut self, (text, known): (Vec<u8>, usize)) {
        if self.text.len() > Answers::BEGIN.len() {
            self.text.push(b',');
        }
        self.text.extend(text);
        self.known += known;
    }

    fn finish(mut self) -> Vec<u8> {
        self.text.extend(b"]}");
        self.text
    }
}
