//! The engine: search after search, each one ply deeper, until a limit is reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bagh::{Game, Move, Position, Symmetry};

use crate::estimates::Estimates;
use crate::evaluation::{Evaluation, best_for};
use crate::knowledge::Knowledge;
use crate::limits::{Clock, Limits, Watch, clock};
use crate::memory::{Memory, ShortMove};
use crate::order::{Experience, MAX_PLY};
use crate::score::{Score, WIN};
use crate::search::Search;

/// The transposition table of a new engine, in bytes.
pub const DEFAULT_MEMORY: usize = 4 << 20;

/// What a search is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question<'q> {
    /// What ends the search.
    pub limits: Limits,
    /// How many lines are wanted, the best first; 0 counts as 1.
    pub lines: usize,
    /// The positions of the game before this one, so that repetitions are seen.
    pub before: &'q [Position],
    /// Set from elsewhere, this ends the search within about a millisecond.
    pub stop: Option<&'q AtomicBool>,
}

/// One line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its moves, the first one being the answer.
    pub moves: Vec<Move>,
    /// What it is worth.
    pub score: Score,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The best lines, the best first. None if the game is over.
    pub lines: Vec<Line>,
    /// Plies that were looked ahead to the end.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Report {
    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// A player's mind: it looks ahead, and remembers what it saw.
///
/// ```
/// use bagh::Game;
/// use bagh_engine::{Engine, Limits, Question};
///
/// let game = Game::bagh_chal();
/// let mut engine = Engine::new(game);
/// let position = bagh::notation::read(game, "TG2T/5/5/5/T3T t g19 c0", &Default::default())?.position;
/// let report = engine.search(&position, Question { limits: Limits::depth(4), ..Default::default() });
/// let best = report.best().unwrap();
/// assert_eq!(game.move_text(&position, best), "A1C1"); // It takes the goat.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    game: Game,
    evaluation: Arc<dyn Evaluation>,
    knowledge: Option<Arc<dyn Knowledge>>,
    memory: Memory,
    /// What each thread keeps to itself.
    minds: Vec<Mind>,
    inverses: Vec<Symmetry>,
    clock: Clock,
}

/// What a thread keeps from search to search, beside the memory that all share.
struct Mind {
    estimates: Estimates,
    experience: Experience,
}

impl Mind {
    fn new() -> Mind {
        Mind { estimates: Estimates::new(), experience: Experience::new() }
    }
}

impl Engine {
    /// An engine for a game, with the best evaluation there is for it.
    pub fn new(game: &Game) -> Engine {
        Engine::with_evaluation(game, best_for(game))
    }

    /// An engine with an evaluation of one's own.
    pub fn with_evaluation(game: &Game, evaluation: Arc<dyn Evaluation>) -> Engine {
        Engine {
            game: game.clone(),
            evaluation,
            knowledge: None,
            memory: Memory::new(DEFAULT_MEMORY),
            minds: vec![Mind::new()],
            inverses: game.board().symmetries().iter().map(Symmetry::inverse).collect(),
            clock,
        }
    }

    /// The engine with a source of exact values.
    #[must_use]
    pub fn with_knowledge(mut self, knowledge: Arc<dyn Knowledge>) -> Engine {
        self.knowledge = Some(knowledge);
        self
    }

    /// The engine with a transposition table of about this many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: usize) -> Engine {
        self.memory = Memory::new(bytes);
        self
    }

    /// The engine with so many threads. They are used where only time limits the search, or
    /// nothing: a limit of positions or depth promises the same answer each time, and that takes
    /// one thread.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Engine {
        self.minds.resize_with(threads.max(1), Mind::new);
        self
    }

    /// The engine with another clock, where the system has none.
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

    /// Forgets all that it saw. After this the same question gets the same answer, whatever was
    /// asked before.
    pub fn forget(&mut self) {
        self.memory.clear();
        for mind in &mut self.minds {
            mind.estimates.clear();
            mind.experience.clear();
        }
    }

    /// Looks ahead from a position.
    pub fn search(&mut self, position: &Position, question: Question<'_>) -> Report {
        self.memory.new_search();
        let Engine { game, evaluation, knowledge, memory, minds, inverses, clock } = self;
        let Some((mind, others)) = minds.split_first_mut() else { unreachable!("no mind at all") };
        let start = |mind, limits, stop| -> Search<'_, '_> {
            let Mind { estimates, experience }: &mut Mind = mind;
            experience.age();
            Search {
                game,
                evaluation: &**evaluation,
                knowledge: knowledge.as_deref(),
                memory,
                estimates,
                experience,
                inverses,
                watch: Watch::new(limits, *clock, stop),
                path: question.before.to_vec(),
                game_plies: question.before.len(),
                lines: vec![Vec::new(); MAX_PLY + 1],
                excluded: Vec::new(),
                horizon: 1,
                rooms: vec![Vec::new(); MAX_PLY + 1],
            }
        };
        let lines = question.lines.max(1);
        let own = start(mind, question.limits, question.stop);
        let promised = question.limits.nodes.is_some() || question.limits.depth.is_some();
        if promised || others.is_empty() || game.result(position).is_some() {
            return deepen(own, position, lines, 0);
        }
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(number, mind)| {
                    let other = start(mind, Limits::default(), Some(&done));
                    // Every second one is a ply ahead: so they look at different things, and
                    // what they find is there when the first one comes to it.
                    scope.spawn(move || deepen(other, position, lines, number % 2))
                })
                .collect();
            let mut best = deepen(own, position, lines, 0);
            done.store(true, Ordering::Relaxed);
            for other in others {
                // One that failed has nothing to say; the first one's answer stands.
                let Ok(other) = other.join() else { continue };
                best.nodes += other.nodes;
                if other.depth > best.depth {
                    (best.lines, best.depth) = (other.lines, other.depth);
                }
            }
            best
        })
    }
}

/// Searches one ply deeper each time, from the ply after `done` on, and reports what was finished.
fn deepen(mut search: Search<'_, '_>, position: &Position, lines: usize, done: u32) -> Report {
    let mut report = Report { lines: Vec::new(), depth: done, nodes: 0, time: Duration::ZERO };
    if search.game.result(position).is_none() {
        deepen_to_the_end(&mut search, position, lines, &mut report);
    }
    if report.depth == done {
        report.depth = 0; // Nothing was finished.
    }
    report.nodes = search.watch.nodes;
    report.time = search.watch.elapsed();
    report
}

fn deepen_to_the_end(
    search: &mut Search<'_, '_>,
    position: &Position,
    lines: usize,
    report: &mut Report,
) {
    // Whatever the limits are, there is an answer.
    let first = search.game.moves(position).next();
    let fallback = Score::new(search.evaluation.points(position));
    report.lines.extend(first.map(|mv| Line { moves: vec![mv], score: fallback }));

    let wanted = lines.min(search.game.move_count(position) as usize);
    while (report.depth as usize) < MAX_PLY / 2 && search.watch.may_go_deeper(report.depth) {
        let depth = report.depth as i32 + 1;
        search.horizon = depth as usize;
        search.excluded.clear();
        let mut found: Vec<Line> = Vec::with_capacity(wanted);
        while found.len() < wanted {
            let points = search.alpha_beta(position, depth, -WIN, WIN, 0, ShortMove::NONE);
            // The best line is complete as soon as its first move has been looked at: a deeper
            // look that was cut off still counts from there.
            if let Some(&mv) = search.lines[0].first()
                && !search.watch.is_over()
            {
                let score = Score::new(Score::new(points).for_side(position.turn()));
                found.push(Line { moves: search.lines[0].clone(), score });
                search.excluded.push(mv);
            } else {
                break;
            }
        }
        if search.watch.is_over() {
            if let (Some(&mv), true) = (search.lines[0].first(), found.is_empty())
                && let Some(line) = report.lines.first_mut()
                && line.moves.first() != Some(&mv)
            {
                // A better move turned up before time was over.
                *line = Line { moves: search.lines[0].clone(), ..line.clone() };
            }
            return;
        }
        found.sort_by_key(|line| -line.score.for_side(position.turn()));
        report.lines = found;
        report.depth = depth as u32;
        let all_seen = report
            .lines
            .iter()
            .all(|line| line.score.seen_win().is_some_and(|(_, plies)| plies <= depth));
        if all_seen {
            return; // The end is in sight; looking further finds no other.
        }
    }
}
