//! What the engine would play, where tables do not tell.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use bagh::notation::ReadPosition;
use bagh::{Game, Outcome};
use bagh_engine::{Engine, Limits, Line, SearchOptions, SearchReport};
use bagh_tables::answer::obx;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{ApiError, ErrorAnswer};
use crate::query::{self, FormatWord, Query};
use crate::respond::momentary;

/// The longest search, in milliseconds, whatever else limits it.
const MOST_TIME: u64 = 5_000;
const MOST_NODES: u64 = 100_000_000;
const MOST_DEPTH: u64 = 60;
const MOST_LINES: u64 = 10;

/// The default time of a search.
const USUAL_TIME: u64 = 500;

/// What the engine would play.
#[derive(Serialize, ToSchema)]
pub struct BestAnswer {
    /// The position, in OBX 1.0.
    position: String,
    /// The best lines, the best first; none if the game is over.
    lines: Vec<BestLine>,
    /// Plies that were looked ahead.
    depth: u32,
    /// Positions that were looked at.
    nodes: u64,
    /// Milliseconds that it took.
    time: u64,
}

/// A line of play that the engine expects.
#[derive(Serialize, ToSchema)]
pub struct BestLine {
    /// The moves; the first is the one to play.
    moves: Vec<String>,
    /// Who wins, if the search saw the end; nothing if this is an estimate.
    #[schema(value_type = Option<String>, example = "tiger-win")]
    outcome: Option<Outcome>,
    /// Plies to that win.
    plies: Option<u32>,
    /// The goats that are expected to be captured in the end, below zero if a win of the goats is
    /// expected; nothing if the search saw the end.
    #[schema(example = 2.8)]
    expected_captures: Option<f64>,
}

/// What the engine would play
///
/// An estimate, found by looking ahead without tables: ask this where `probe` does not know. The
/// search ends with the first of the limits, or after 500 ms if there is none.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/best",
    operation_id = "best",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("position" = String, Query, description = "The position, in OBX or another notation", example = "T3T/5/5/5/T3T g g20 c0 - 0"),
        ("time" = Option<u64>, Query, minimum = 1, maximum = 5000, description = "Milliseconds to take, at most 5,000"),
        ("nodes" = Option<u64>, Query, minimum = 1, maximum = 100000000, description = "Positions to look at, at most 100,000,000"),
        ("depth" = Option<u32>, Query, minimum = 1, maximum = 60, description = "Plies to look ahead, at most 60"),
        ("lines" = Option<u32>, Query, minimum = 1, maximum = 10, description = "How many lines to return, at most 10"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
        ("from" = Option<FormatWord>, Query, description = "The notation; detected if left out"),
    ),
    responses(
        (status = 200, body = BestAnswer),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn best(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let variant = app.catalogue.variant(&game?.0, query.captures()?)?;
    let text = query.need("position", "T3T/5/5/5/T3T+g+g20+c0")?;
    let format = query.from()?;
    let time = query.number("time", 1, MOST_TIME)?;
    let nodes = query.number("nodes", 1, MOST_NODES)?;
    let depth = query.number("depth", 1, MOST_DEPTH)?;
    let lines = query.number("lines", 1, MOST_LINES)?.unwrap_or(1);
    query.finish()?;
    let read = query::position(variant.game(), "position", &text, format)?;
    let time = match (time, nodes, depth) {
        (Some(time), _, _) => time,
        (None, None, None) => USUAL_TIME,
        (None, _, _) => MOST_TIME,
    };
    let limits = Limits {
        depth: depth.and_then(|depth| u32::try_from(depth).ok()),
        nodes,
        time: Some(Duration::from_millis(time)),
    };
    let stop = StopWhenGone::default();
    let flag = stop.0.clone();
    let answer = app
        .searches
        .run(move || {
            let game = variant.game();
            let question = SearchOptions {
                limits,
                lines: usize::try_from(lines).unwrap_or(1),
                stop: Some(&flag),
                ..SearchOptions::default()
            };
            let report = Engine::new(game).search(&read.position, question);
            BestAnswer::new(game, &read, &report)
        })
        .await?;
    Ok(momentary(answer))
}

impl BestAnswer {
    fn new(
        game: &Game,
        read: &ReadPosition,
        report: &SearchReport,
    ) -> Result<BestAnswer, ApiError> {
        Ok(BestAnswer {
            position: obx(game, read)?,
            lines: report.lines.iter().map(|line| BestLine::new(game, read, line)).collect(),
            depth: report.depth,
            nodes: report.nodes,
            time: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        })
    }
}

impl BestLine {
    fn new(game: &Game, read: &ReadPosition, line: &Line) -> BestLine {
        let mut at = read.position;
        let moves = line.moves.iter().map(|&mv| {
            let text = game.move_text(&at, mv);
            game.play_unchecked(&mut at, mv);
            text
        });
        let seen = line.score.forced_win();
        BestLine {
            moves: moves.collect(),
            outcome: seen.map(|(side, _)| Outcome::win(side)),
            plies: seen.and_then(|(_, plies)| u32::try_from(plies).ok()),
            expected_captures: line.score.expected_captures(),
        }
    }
}

/// Ends the search when the client has gone: then this is dropped before the answer is there.
#[derive(Default)]
struct StopWhenGone(Arc<AtomicBool>);

impl Drop for StopWhenGone {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
