//! A search on a thread of its own, which writes `info` and `bestmove`.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bagh::{History, Move, Side};
use bagh_engine::{Limits, Line, Observer, Perfect, Score, SearchOptions, SearchReport};
use bagh_tables::{ProbeError, Value};

use super::commands::Go;
use crate::ugi::options::Thinker;

/// Plies of a line of play that are shown.
const SHOWN_PLIES: usize = 16;

/// Where lines are written, by the search and by the reader of commands.
pub(super) type Output<W> = Arc<Mutex<W>>;

/// Writes a line.
pub(super) fn say<W: Write>(output: &Output<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// A search that is under way.
pub(super) struct Search {
    stop: Arc<AtomicBool>,
    /// Set before `bestmove` is written: a client that reads it may send the next command at once,
    /// while the thread is still ending.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Option<Thinker>>,
}

impl Search {
    /// Starts a search of the last position of a game.
    pub fn start<W: Write + Send + 'static>(
        thinker: Thinker,
        history: History,
        go: Go,
        output: Output<W>,
    ) -> Search {
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (stop_flag, answered_flag) = (Arc::clone(&stop), Arc::clone(&answered));
        let thread = std::thread::spawn(move || {
            let search = AssertUnwindSafe(|| {
                think(thinker, &history, &go, &stop_flag, &answered_flag, &output)
            });
            let thought = catch_unwind(search);
            if thought.is_err() {
                answered_flag.store(true, Ordering::Release);
                let _ = say(
                    &output,
                    "info string error go: the search failed, which is a fault of this program\nbestmove none",
                );
            }
            thought.ok()
        });
        Search { stop, answered, thread }
    }

    /// Whether the search has given its answer.
    pub fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Ends the search; its `bestmove` is written before this returns. What thought comes back,
    /// unless it panicked.
    pub fn stop(self) -> Option<Thinker> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().ok().flatten()
    }
}

/// Searches, and writes `info` and `bestmove`.
fn think<W: Write + Send>(
    mut thinker: Thinker,
    history: &History,
    go: &Go,
    stop: &AtomicBool,
    answered: &AtomicBool,
    output: &Output<W>,
) -> Thinker {
    let (position, before) = (history.position(), history.before());
    let side = position.turn();
    let limits =
        Limits { depth: go.budget.depth, nodes: go.budget.nodes, time: go.budget.allotment(side) };
    let observe = |report: &SearchReport| {
        let _ = say(output, &info(history, report));
    };
    let options = SearchOptions {
        limits,
        before,
        stop: Some(stop),
        observer: Some(Observer(&observe)),
        ..SearchOptions::default()
    };
    let chosen = match &mut thinker {
        Thinker::Engine(engine) => engine.search(position, options).best(),
        Thinker::Level(player) => player.choose_within(position, options),
        Thinker::Perfect(perfect) => match look_up(perfect, history) {
            Ok((mv, report)) => {
                observe(&report);
                mv
            }
            Err(error) => {
                let _ = say(output, &format!("info string error tables: {error}"));
                history.game().moves(position).next()
            }
        },
    };
    while go.is_infinite && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let text = chosen.map(|mv| history.game().move_text(position, mv));
    answered.store(true, Ordering::Release);
    let _ = say(output, &format!("bestmove {}", text.unwrap_or("none".to_owned())));
    thinker
}

/// The move of the perfect player, and the value of the position as the report of a search.
fn look_up(
    perfect: &Perfect,
    history: &History,
) -> Result<(Option<Move>, SearchReport), ProbeError> {
    let asked = Instant::now();
    let (game, position) = (history.game(), history.position());
    let mv = perfect.choose(position, history.before())?;
    let verdict = perfect.tables().probe(position)?;
    let score = match (verdict.value, verdict.plies) {
        (Value::Draw(captured), _) => Score::draw(captured),
        (value, Some(plies)) => {
            let side = if value == Value::GoatWin { Side::Goat } else { Side::Tiger };
            Score::win(side, i32::from(plies))
        }
        // A win that is known without its length stands at the end of the scale of evaluations.
        (Value::GoatWin, None) => Score::new(0),
        (Value::TigerWin, None) => Score::draw(game.captures()),
    };
    let lines = vec![Line { moves: mv.into_iter().collect(), score }];
    let nodes = game.move_count(position);
    Ok((mv, SearchReport { lines, depth: 1, nodes, time: asked.elapsed() }))
}

/// The `info` line of a search.
fn info(history: &History, report: &SearchReport) -> String {
    let (game, side) = (history.game(), history.position().turn());
    let mut line = format!(
        "info depth {} nodes {} time {}",
        report.depth,
        report.nodes,
        report.time.as_millis()
    );
    if let Some(best) = report.lines.first() {
        line += &format!(" score {} pv", score_text(best.score, side));
        let mut position = *history.position();
        for &mv in best.moves.iter().take(SHOWN_PLIES) {
            line.push(' ');
            line += &game.move_text(&position, mv);
            position = game.after(&position, mv);
        }
    }
    line
}

/// A score for the side to move: `cp` in hundredths of a goat, `mate` in moves of that side.
fn score_text(score: Score, side: Side) -> String {
    match score.forced_win() {
        Some((winner, plies)) => {
            let moves = (plies + 1) / 2;
            format!("mate {}", if winner == side { moves } else { -moves })
        }
        None => {
            let captures = (score.expected_captures().unwrap_or_default() * 100.0).round() as i64;
            format!("cp {}", if side == Side::Tiger { captures } else { -captures })
        }
    }
}
