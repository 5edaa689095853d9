//! A game so far: the position, the legal moves, the result.

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{
    Game, GameResult, History, Move, Outcome, Phase, Point, Points, Position, Reason, Side,
};
use serde::Serialize;

use crate::codes;
use crate::error::Fault;
use crate::games::GameRef;
use crate::request::Parts;

/// A game: where it began, and the moves since.
pub struct Wanted {
    pub game: GameRef,
    /// The first position, in OBX 1.0; the usual start if left out.
    start: Option<String>,
    moves: Vec<String>,
}

impl Wanted {
    pub fn of(parts: &Parts<'_>) -> Result<Wanted, Fault> {
        Ok(Wanted {
            game: parts.get("game")?,
            start: parts.find("start")?,
            moves: parts.or_default("moves")?,
        })
    }

    pub fn state(&self) -> Result<State, Fault> {
        let Played { history, last, texts, positions } = self.played()?;
        let mut state = State::of(history.game(), history.position(), last, history.result());
        state.occurrences = history.occurrences();
        state.moves = texts;
        state.positions = positions;
        Ok(state)
    }

    /// Plays the moves.
    pub fn played(&self) -> Result<Played, Fault> {
        let game = self.game.game()?;
        let (start, last) = match &self.start {
            None => (game.start(), None),
            Some(text) => {
                let options = ReadOptions { lenient: false, format: Some(Format::Obx1) };
                let read = notation::read(&game, text, &options)
                    .map_err(|e| Fault::notation("start", &e))?;
                (read.position, read.last_move)
            }
        };
        let positions = vec![game.obx(&start)];
        let history = History::new(game, start);
        let mut played = Played { history, last, texts: Vec::new(), positions };
        for (index, text) in self.moves.iter().enumerate() {
            played.play(text).map_err(|fault| fault.at(index))?;
        }
        Ok(played)
    }
}

/// A game after its moves.
pub struct Played {
    pub history: History,
    last: Option<Move>,
    texts: Vec<String>,
    positions: Vec<String>,
}

impl Played {
    fn play(&mut self, text: &str) -> Result<(), Fault> {
        let (game, position) = (self.history.game(), self.history.position());
        let mv = game.parse_move(position, text).map_err(|e| Fault::mv("moves", &e))?;
        self.texts.push(game.move_text(position, mv));
        // It is legal in the position, so the game must be over.
        self.history.play(mv).map_err(|_| Fault::coded("moves", codes::over()))?;
        self.positions.push(self.history.game().obx(self.history.position()));
        self.last = Some(mv);
        Ok(())
    }
}

/// A position for the page.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct State {
    position: String,
    tigers: Vec<usize>,
    goats: Vec<usize>,
    #[cfg_attr(test, ts(type = "Side"))]
    turn: Side,
    #[cfg_attr(test, ts(type = "Phase"))]
    phase: Phase,
    goats_in_hand: u8,
    tigers_in_hand: u8,
    captured: u8,
    /// Tigers that could not move if it were their turn.
    trapped: Vec<usize>,
    /// The legal moves; none once the game is over.
    legal: Vec<MoveData>,
    last_move: Option<MoveData>,
    result: Option<ResultData>,
    /// How often this position has stood in the game, counting now.
    occurrences: usize,
    /// The moves played, as this project writes them.
    moves: Vec<String>,
    /// The position before the first move, and after each.
    positions: Vec<String>,
}

/// A move, by the numbers of its points.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Move"))]
pub struct MoveData {
    text: String,
    from: Option<usize>,
    to: usize,
    /// The point of the captured goat.
    over: Option<usize>,
}

/// How a game ended.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Result"))]
pub struct ResultData {
    #[cfg_attr(test, ts(type = "Outcome"))]
    outcome: Outcome,
    #[cfg_attr(test, ts(type = "Reason"))]
    reason: Reason,
    grand: bool,
    worth: u8,
}

impl State {
    /// A position that stands for itself.
    pub fn alone(game: &Game, read: &ReadPosition) -> State {
        State::of(game, &read.position, read.last_move, game.result(&read.position))
    }

    fn of(
        game: &Game,
        position: &Position,
        last: Option<Move>,
        result: Option<GameResult>,
    ) -> State {
        let legal = match result {
            Some(_) => Vec::new(),
            None => {
                game.moves(position).map(|mv| move_data(mv, game.move_text(position, mv))).collect()
            }
        };
        State {
            position: game.obx(position),
            tigers: indices(position.tigers()),
            goats: indices(position.goats()),
            turn: position.turn(),
            phase: game.phase(position),
            goats_in_hand: position.goats_in_hand(),
            tigers_in_hand: game.tigers_in_hand(position),
            captured: position.captured(),
            trapped: indices(trapped(game, position)),
            legal,
            last_move: last.map(|mv| {
                // Where two moves could be meant, only the position before would tell the text.
                let name = |p: Point| game.point_name(p);
                let from = mv.from().map_or("", name);
                move_data(mv, format!("{from}{}", name(mv.to())))
            }),
            result: result.map(|r| ResultData {
                outcome: r.outcome,
                reason: r.reason,
                grand: r.is_grand(),
                worth: r.worth(),
            }),
            occurrences: 1,
            moves: Vec::new(),
            positions: vec![game.obx(position)],
        }
    }
}

fn move_data(mv: Move, text: String) -> MoveData {
    MoveData {
        text,
        from: mv.from().map(Point::index),
        to: mv.to().index(),
        over: mv.captured().map(Point::index),
    }
}

fn indices(points: Points) -> Vec<usize> {
    points.iter().map(Point::index).collect()
}

fn trapped(game: &Game, position: &Position) -> Points {
    let (board, empty) = (game.board(), game.empty(position));
    let free = |from: Point| {
        let around = board.neighbours(from);
        !(around & empty).is_empty()
            || (around & position.goats())
                .iter()
                .any(|over| !(board.landings(from, over) & empty).is_empty())
    };
    position.tigers().iter().filter(|&p| !free(p)).collect()
}
