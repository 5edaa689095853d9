//! Which games there are, and their boards.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bagh::{Game, Opening, Point};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::catalogue::Entry;
use crate::error::{ApiError, ErrorAnswer};
use crate::query::Query;
use crate::respond::{exact, momentary};
use crate::tables_state::{SolveState, TablesState};

/// The games.
#[derive(Serialize, ToSchema)]
pub struct GamesAnswer {
    /// The built-in games, then those from board files.
    games: Vec<GameSummary>,
}

/// A game in short.
#[derive(Serialize, ToSchema)]
pub struct GameSummary {
    /// The name that paths use.
    #[schema(example = "bagh-chal")]
    name: String,
    /// The name for people.
    #[schema(example = "Bagh Chal")]
    title: String,
    /// Whether the program brings it, or it came from a board file.
    built_in: bool,
    /// Points of the board.
    points: usize,
    /// How many tigers hunt.
    tigers: u8,
    /// How many goats the herd has.
    goats: u8,
    /// How many captures win for the tigers.
    captures: u8,
    /// The position in which the game begins.
    start: String,
    /// How far its tables are.
    tables: SolveState,
}

/// A game with its board.
#[derive(Serialize, ToSchema)]
pub struct GameAnswer {
    /// The name that paths use.
    #[schema(example = "bagh-chal")]
    name: String,
    /// The name for people.
    #[schema(example = "Bagh Chal")]
    title: String,
    /// Whether the program brings it, or it came from a board file.
    built_in: bool,
    /// How many tigers hunt.
    tigers: u8,
    /// How many goats the herd has.
    goats: u8,
    /// How many captures win for the tigers.
    captures: u8,
    /// Where the tigers stand at the start; nothing if they are placed one by one.
    opening: Option<Vec<String>>,
    /// The position in which the game begins.
    start: String,
    /// The points, row by row from the top.
    points: Vec<PointAnswer>,
    /// How many points each row has.
    rows: Vec<usize>,
    /// The lines, each a list of points.
    lines: Vec<Vec<String>>,
    /// Lines on which a Dandee can happen.
    diagonals: Vec<Vec<String>>,
    /// The board file (TOML).
    file: String,
}

/// A point as it is called and drawn.
#[derive(Serialize, ToSchema)]
pub struct PointAnswer {
    /// Its name.
    #[schema(example = "A1")]
    name: String,
    /// To the right.
    x: f64,
    /// Downwards.
    y: f64,
}

impl GameAnswer {
    fn new(entry: &Entry) -> GameAnswer {
        let game = entry.game();
        let board = game.board();
        let names = |points: &[Point]| points.iter().map(|&p| board.name(p).to_owned()).collect();
        let lines = |lines: &[Vec<Point>]| lines.iter().map(|line| names(line)).collect();
        GameAnswer {
            name: game.name().to_owned(),
            title: game.title().to_owned(),
            built_in: entry.is_built_in(),
            tigers: game.tigers(),
            goats: game.goats(),
            captures: game.captures(),
            opening: match game.opening() {
                Opening::Fixed(points) => {
                    Some(points.iter().map(|p| board.name(p).to_owned()).collect())
                }
                Opening::Placed => None,
            },
            start: game.obx(&game.start()),
            points: board
                .all()
                .iter()
                .map(|p| board.info(p))
                .map(|info| PointAnswer { name: info.name.clone(), x: info.x, y: info.y })
                .collect(),
            rows: board.rows().to_vec(),
            lines: lines(board.lines()),
            diagonals: lines(board.diagonals()),
            file: entry.file().to_owned(),
        }
    }
}

/// The games
#[utoipa::path(
    get,
    path = "/api/v1/games",
    operation_id = "games",
    tag = "games",
    responses((status = 200, body = GamesAnswer))
)]
pub async fn list(State(app): State<App>, RawQuery(raw): RawQuery) -> Result<Response, ApiError> {
    Query::parse(raw.as_deref())?.finish()?;
    let shared = app.clone();
    let list = move || shared.catalogue.entries().iter().map(|e| summary(&shared, e)).collect();
    let games = app.lookups.read_tables(app.manifests.as_ref(), list).await?;
    Ok(momentary(GamesAnswer { games }))
}

fn summary(app: &App, entry: &Entry) -> Result<GameSummary, ApiError> {
    let game: &Game = entry.game();
    let variant = app.catalogue.variant(game.name(), None)?;
    Ok(GameSummary {
        name: game.name().to_owned(),
        title: game.title().to_owned(),
        built_in: entry.is_built_in(),
        points: game.board().len(),
        tigers: game.tigers(),
        goats: game.goats(),
        captures: game.captures(),
        start: game.obx(&game.start()),
        tables: TablesState::of(&variant).state,
    })
}

/// A game: its board, and the file that describes it
#[utoipa::path(
    get,
    path = "/api/v1/{game}",
    operation_id = "game",
    tag = "games",
    params(("game" = String, Path, description = "The game", example = "bagh-chal")),
    responses(
        (status = 200, body = GameAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
    )
)]
pub async fn one(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Query::parse(raw.as_deref())?.finish()?;
    let entry = app.catalogue.entry(&game?.0)?;
    exact(&headers, entry.is_built_in(), &GameAnswer::new(entry))
}
