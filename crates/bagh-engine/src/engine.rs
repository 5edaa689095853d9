//! The engine: iterative deepening, MultiPV and Lazy SMP around the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bagh::{Game, Move, Position, Symmetry};

use crate::evaluation::{Evaluation, best_for};
use crate::evaluation_cache::EvaluationCache;
use crate::limits::{Clock, Limits, SearchControl, clock};
use crate::move_ordering::{MAX_PLY, MoveOrdering};
use crate::score::{Score, WIN};
use crate::search::Search;
use crate::tablebase::Tablebase;
use crate::transposition::{PackedMove, TranspositionTable};

/// The size of a new engine's transposition table, in bytes.
pub const DEFAULT_HASH_BYTES: usize = 4 << 20;

/// Options of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchOptions<'q> {
    /// What ends the search.
    pub limits: Limits,
    /// How many lines to report, the best first (MultiPV); 0 counts as 1.
    pub lines: usize,
    /// The positions of the game before this one, for draws by repetition.
    pub before: &'q [Position],
    /// Set by another thread, this stops the search within about a millisecond.
    pub stop: Option<&'q AtomicBool>,
    /// Called after each completed iteration.
    pub observer: Option<Observer<'q>>,
}

/// A function that is called with the report so far after each completed iteration.
#[derive(Clone, Copy)]
pub struct Observer<'q>(pub &'q (dyn Fn(&SearchReport) + Sync));

impl std::fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Observer")
    }
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Its score.
    pub score: Score,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The best lines, the best first. Empty if the game is over.
    pub lines: Vec<Line>,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl SearchReport {
    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// A search engine for one game. It keeps its transposition table from search to search.
///
/// ```
/// use bagh::Game;
/// use bagh_engine::{Engine, Limits, SearchOptions};
///
/// let game = Game::bagh_chal();
/// let mut engine = Engine::new(game);
/// let position = bagh::notation::read(game, "TG2T/5/5/5/T3T t g19 c0", &Default::default())?.position;
/// let report = engine.search(&position, SearchOptions { limits: Limits::depth(4), ..Default::default() });
/// let best = report.best().unwrap();
/// assert_eq!(game.move_text(&position, best), "A1C1"); // It takes the goat.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    game: Game,
    evaluation: Arc<dyn Evaluation>,
    tablebase: Option<Arc<dyn Tablebase>>,
    tt: TranspositionTable,
    threads: Vec<ThreadData>,
    inverses: Vec<Symmetry>,
    clock: Clock,
}

/// What each thread keeps from search to search, beside the shared transposition table.
struct ThreadData {
    evaluation_cache: EvaluationCache,
    move_ordering: MoveOrdering,
}

impl ThreadData {
    fn new() -> ThreadData {
        ThreadData { evaluation_cache: EvaluationCache::new(), move_ordering: MoveOrdering::new() }
    }
}

impl Engine {
    /// An engine for a game, with the best evaluation for it.
    pub fn new(game: &Game) -> Engine {
        Engine::with_evaluation(game, best_for(game))
    }

    /// An engine with another evaluation.
    pub fn with_evaluation(game: &Game, evaluation: Arc<dyn Evaluation>) -> Engine {
        Engine {
            game: game.clone(),
            evaluation,
            tablebase: None,
            tt: TranspositionTable::new(DEFAULT_HASH_BYTES),
            threads: vec![ThreadData::new()],
            inverses: game.board().symmetries().iter().map(Symmetry::inverse).collect(),
            clock,
        }
    }

    /// The engine with a source of exact values.
    #[must_use]
    pub fn with_tablebase(mut self, tablebase: Arc<dyn Tablebase>) -> Engine {
        self.tablebase = Some(tablebase);
        self
    }

    /// The engine with a transposition table of about this many bytes.
    #[must_use]
    pub fn with_hash_size(mut self, bytes: usize) -> Engine {
        self.tt = TranspositionTable::new(bytes);
        self
    }

    /// The engine with this many threads. A search that is limited by nodes or depth uses one
    /// thread, since it must be deterministic.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.threads.resize_with(threads.max(1), ThreadData::new);
        self
    }

    /// The engine with another clock, for systems without one.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Engine {
        self.clock = clock;
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The evaluation.
    pub fn evaluation(&self) -> &dyn Evaluation {
        &*self.evaluation
    }

    /// Clears the transposition table, history and caches. After this a deterministic search gives
    /// the same result, whatever was searched before.
    pub fn clear(&mut self) {
        self.tt.clear();
        for thread in &mut self.threads {
            thread.evaluation_cache.clear();
            thread.move_ordering.clear();
        }
    }

    /// Searches a position.
    pub fn search(&mut self, position: &Position, options: SearchOptions<'_>) -> SearchReport {
        self.tt.new_search();
        let Engine { game, evaluation, tablebase, tt, threads, inverses, clock } = self;
        let Some((main, helpers)) = threads.split_first_mut() else {
            unreachable!("an engine has at least one thread")
        };
        let start = |thread, limits, stop| -> Search<'_, '_> {
            let ThreadData { evaluation_cache, move_ordering }: &mut ThreadData = thread;
            move_ordering.age();
            Search {
                game,
                evaluation: &**evaluation,
                tablebase: tablebase.as_deref(),
                tt,
                evaluation_cache,
                move_ordering,
                inverses,
                control: SearchControl::new(limits, *clock, stop),
                path: options.before.to_vec(),
                game_plies: options.before.len(),
                pv: vec![Vec::new(); MAX_PLY + 1],
                excluded: Vec::new(),
                root_depth: 1,
                move_lists: vec![Vec::new(); MAX_PLY + 1],
            }
        };
        let lines = options.lines.max(1);
        let search = start(main, options.limits, options.stop);
        let is_deterministic = options.limits.nodes.is_some() || options.limits.depth.is_some();
        if is_deterministic || helpers.is_empty() || game.result(position).is_some() {
            return iterative_deepening(search, position, lines, 0, options.observer);
        }
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            // Lazy SMP: helpers search the same position and share the transposition table.
            let helpers: Vec<_> = (1..)
                .zip(helpers)
                .map(|(number, thread)| {
                    let search = start(thread, Limits::default(), Some(&done));
                    // Every second helper starts a ply deeper, so that the threads diverge.
                    scope.spawn(move || {
                        iterative_deepening(search, position, lines, number % 2, None)
                    })
                })
                .collect();
            let mut best = iterative_deepening(search, position, lines, 0, options.observer);
            done.store(true, Ordering::Relaxed);
            for helper in helpers {
                // The main thread's result stands if a helper panicked.
                let Ok(helper) = helper.join() else { continue };
                best.nodes += helper.nodes;
                if helper.depth > best.depth {
                    (best.lines, best.depth) = (helper.lines, helper.depth);
                }
            }
            best
        })
    }
}

/// Iterative deepening from the depth after `done` on; reports the last completed iteration.
fn iterative_deepening(
    mut search: Search<'_, '_>,
    position: &Position,
    lines: usize,
    done: u32,
    observer: Option<Observer<'_>>,
) -> SearchReport {
    let mut report =
        SearchReport { lines: Vec::new(), depth: done, nodes: 0, time: Duration::ZERO };
    if search.game.result(position).is_none() {
        run_iterations(&mut search, position, lines, &mut report, observer);
    }
    if report.depth == done {
        report.depth = 0; // No iteration was completed.
    }
    report.nodes = search.control.nodes;
    report.time = search.control.elapsed();
    report
}

fn run_iterations(
    search: &mut Search<'_, '_>,
    position: &Position,
    lines: usize,
    report: &mut SearchReport,
    observer: Option<Observer<'_>>,
) {
    // There is a move to play, whatever the limits are.
    let first = search.game.moves(position).next();
    let fallback = Score::new(search.evaluation.points(position));
    report.lines.extend(first.map(|mv| Line { moves: vec![mv], score: fallback }));

    let wanted = lines.min(search.game.move_count(position) as usize);
    while (report.depth as usize) < MAX_PLY / 2 && search.control.may_deepen(report.depth) {
        let depth = report.depth as i32 + 1;
        search.root_depth = depth as usize;
        search.excluded.clear();
        let mut found: Vec<Line> = Vec::with_capacity(wanted);
        while found.len() < wanted {
            // The full window: there are no aspiration windows.
            let points = search.alpha_beta(position, depth, -WIN, WIN, 0, PackedMove::NONE);
            // The line of an interrupted iteration counts as soon as its first move was searched.
            if let Some(&mv) = search.pv[0].first()
                && !search.control.is_stopped()
            {
                let score = Score::new(Score::new(points).for_side(position.turn()));
                found.push(Line { moves: search.pv[0].clone(), score });
                search.excluded.push(mv);
            } else {
                break;
            }
        }
        if search.control.is_stopped() {
            if let (Some(&mv), true) = (search.pv[0].first(), found.is_empty())
                && let Some(line) = report.lines.first_mut()
                && line.moves.first() != Some(&mv)
            {
                // The interrupted iteration found a better move.
                *line = Line { moves: search.pv[0].clone(), ..line.clone() };
            }
            return;
        }
        found.sort_by_key(|line| -line.score.for_side(position.turn()));
        report.lines = found;
        report.depth = depth as u32;
        if let Some(Observer(observe)) = observer {
            report.nodes = search.control.nodes;
            report.time = search.control.elapsed();
            observe(report);
        }
        let all_forced = report
            .lines
            .iter()
            .all(|line| line.score.forced_win().is_some_and(|(_, plies)| plies <= depth));
        if all_forced {
            return; // Forced wins within the depth: a deeper search finds nothing else.
        }
    }
}
