//! The computer player: it keeps what it saw from one move of a game to the next.

use std::cell::RefCell;
use std::time::Duration;

use bagh::{Game, History, Side};
use bagh_engine::{Clock, Engine, Level, Limits, Player, SearchOptions};
use serde::Serialize;

use crate::error::Fault;
use crate::games::GameRef;
use crate::request::Parts;
use crate::state::Wanted;

/// More lines than any board has moves.
const MOST_LINES: usize = 1000;

/// Who was asked last, and by which question.
struct Kept<T> {
    game: GameRef,
    strength: (u8, u64),
    who: T,
}

thread_local! {
    static PLAYER: RefCell<Option<Kept<Player>>> = const { RefCell::new(None) };
    static ENGINE: RefCell<Option<Kept<Engine>>> = const { RefCell::new(None) };
}

/// Answers with the one who is kept, if it is the one that is wanted, or with a new one.
fn with<T, R>(
    place: &RefCell<Option<Kept<T>>>,
    game: &GameRef,
    strength: (u8, u64),
    make: impl FnOnce() -> T,
    ask: impl FnOnce(&mut T) -> R,
) -> R {
    let mut place = place.borrow_mut();
    let kept = match place.take() {
        Some(kept) if kept.game == *game && kept.strength == strength => kept,
        _ => Kept { game: game.clone(), strength, who: make() },
    };
    ask(&mut place.insert(kept).who)
}

/// The move that a player of some level plays; nothing if the game is over.
pub fn choose(parts: &Parts<'_>) -> Result<Option<String>, Fault> {
    let wanted = Wanted::of(parts)?;
    let level: u8 = parts.get("level")?;
    // The same seed plays the same moves, up to level 7.
    let seed: u64 = parts.or_default("seed")?;
    let history = wanted.played()?.history;
    let level = Level::new(level).map_err(|e| Fault::new("level", e.to_string()))?;
    if history.result().is_some() {
        return Ok(None);
    }
    let game = history.game();
    let make = || Player::new(game, level, seed).with_clock(clock());
    let strength = (level.number(), seed);
    let mv = PLAYER.with(|place| {
        with(place, &wanted.game, strength, make, |player| {
            player.choose(history.position(), history.before(), None)
        })
    });
    Ok(mv.map(|mv| game.move_text(history.position(), mv)))
}

/// What a search found.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Found {
    lines: Vec<LineData>,
    depth: u32,
    #[cfg_attr(test, ts(type = "number"))]
    nodes: u64,
}

/// A line of a search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "FoundLine"))]
pub struct LineData {
    moves: Vec<String>,
    /// In thousandths of a goat, as the tigers see it.
    score: i32,
    /// Who wins, where the search has seen the end, and after how many plies.
    #[cfg_attr(test, ts(type = "Side | null"))]
    winner: Option<Side>,
    plies: Option<i32>,
}

/// The best lines that a search finds.
pub fn best(parts: &Parts<'_>) -> Result<Found, Fault> {
    let wanted = Wanted::of(parts)?;
    // How many lines are wanted, the best first.
    let lines: usize = parts.or_default("lines")?;
    let milliseconds: Option<u32> = parts.find("milliseconds")?;
    let history = wanted.played()?.history;
    if history.result().is_some() {
        return Ok(Found { lines: Vec::new(), depth: 0, nodes: 0 });
    }
    let limits = Limits {
        depth: parts.find("depth")?,
        nodes: parts.find("nodes")?,
        time: milliseconds.map(|ms| Duration::from_millis(ms.into())),
    };
    if limits == Limits::default() {
        return Err(Fault::new(
            "milliseconds",
            "found no limit, expected milliseconds, nodes or depth",
        ));
    }
    let game = history.game();
    let question = SearchOptions {
        limits,
        lines: lines.min(MOST_LINES),
        before: history.before(),
        ..SearchOptions::default()
    };
    let make = || Engine::new(game).with_clock(clock());
    let report = ENGINE.with(|place| {
        with(place, &wanted.game, (0, 0), make, |engine| {
            engine.search(history.position(), question)
        })
    });
    Ok(Found {
        lines: report
            .lines
            .iter()
            .map(|line| LineData {
                moves: texts(game, &history, &line.moves),
                score: line.score.points(),
                winner: line.score.forced_win().map(|(side, _)| side),
                plies: line.score.forced_win().map(|(_, plies)| plies),
            })
            .collect(),
        depth: report.depth,
        nodes: report.nodes,
    })
}

fn texts(game: &Game, history: &History, moves: &[bagh::Move]) -> Vec<String> {
    let mut position = *history.position();
    moves
        .iter()
        .map(|&mv| {
            let text = game.move_text(&position, mv);
            game.play_unchecked(&mut position, mv);
            text
        })
        .collect()
}

/// The browser's clock, which the page hands in.
#[cfg(target_arch = "wasm32")]
fn clock() -> Clock {
    unsafe extern "C" {
        safe fn bagh_now() -> f64;
    }
    || Duration::from_secs_f64(bagh_now().max(0.0) / 1000.0)
}

/// The clock of the machine, where tests run.
#[cfg(not(target_arch = "wasm32"))]
fn clock() -> Clock {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    || START.elapsed()
}
