//! What a position is, in words and in JSON.

use bagh::notation::ReadPosition;
use bagh::{Game, GameResult, Outcome, Phase, Points, Position, Reason, Side};
use serde::Serialize;

use crate::palette::{Palette, paint};

/// A position for programs.
#[derive(Serialize)]
pub struct Summary<'a> {
    position: &'a str,
    game: &'a str,
    phase: Phase,
    turn: Side,
    goats_in_hand: u8,
    tigers_in_hand: u8,
    captured: u8,
    result: Option<ResultSummary>,
}

/// The result of a game for programs.
#[derive(Serialize)]
pub struct ResultSummary {
    outcome: Outcome,
    reason: Option<Reason>,
    grand: bool,
    worth: u8,
}

/// How a game ended. A record may say who won and not why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub outcome: Outcome,
    pub reason: Option<Reason>,
}

impl From<GameResult> for Ending {
    fn from(result: GameResult) -> Ending {
        Ending { outcome: result.outcome, reason: Some(result.reason) }
    }
}

impl Ending {
    /// Whether this is a grand win.
    pub fn is_grand(self) -> bool {
        self.as_result().is_grand()
    }

    /// How many games the win counts for.
    pub fn worth(self) -> u8 {
        self.as_result().worth()
    }

    /// A result that is worth the same: a win without a reason is not a grand one.
    fn as_result(self) -> GameResult {
        GameResult { outcome: self.outcome, reason: self.reason.unwrap_or(Reason::Agreement) }
    }

    /// Who won, and why.
    pub fn sentence(self) -> String {
        let mut sentence = match self.outcome {
            Outcome::TigerWin => "the tigers win",
            Outcome::Draw => "draw",
            Outcome::GoatWin => "the goats win",
        }
        .to_owned();
        if let Some(reason) = self.reason {
            sentence += &format!(": {}", reason.sentence());
        }
        if self.is_grand() {
            sentence += &format!(" (a grand win, worth {})", self.worth());
        }
        sentence
    }
}

impl From<Ending> for ResultSummary {
    fn from(ending: Ending) -> ResultSummary {
        ResultSummary {
            outcome: ending.outcome,
            reason: ending.reason,
            grand: ending.is_grand(),
            worth: ending.worth(),
        }
    }
}

/// The position for programs. `obx` is its text, and `ending` that of the game so far.
pub fn summary<'a>(
    game: &'a Game,
    position: &Position,
    obx: &'a str,
    ending: Option<Ending>,
) -> Summary<'a> {
    Summary {
        position: obx,
        game: game.name(),
        phase: game.phase(position),
        turn: position.turn(),
        goats_in_hand: position.goats_in_hand(),
        tigers_in_hand: game.tigers_in_hand(position),
        captured: position.captured(),
        result: ending.map(ResultSummary::from),
    }
}

/// The position for people, a field a line.
pub fn fields(game: &Game, read: &ReadPosition, obx: &str, palette: &Palette) -> String {
    let position = &read.position;
    let mut lines = vec![("phase", game.phase(position).word().to_owned())];
    match game.result(position) {
        Some(result) => {
            lines.push(("result", paint(palette.strong, Ending::from(result).sentence())))
        }
        None => lines.push(("to move", format!("{}s", position.turn()))),
    }
    lines.push(("goats", goats(game, position)));
    lines.push(("tigers", tigers(game, position)));
    if let Some(last) = read.last_move {
        lines.push(("last move", describe_last(game, last)));
    }
    lines.push(("position", obx.to_owned()));
    let field = |(name, value): &(&str, String)| {
        format!("{}{value}\n", paint(palette.label, format!("{name:<11}")))
    };
    lines.iter().map(field).collect()
}

fn goats(game: &Game, position: &Position) -> String {
    format!(
        "{} on the board, {} in hand, {} of {} captured",
        position.goats().len(),
        position.goats_in_hand(),
        position.captured(),
        game.captures()
    )
}

fn tigers(game: &Game, position: &Position) -> String {
    let mut text = format!("{} on the board", position.tigers().len());
    if game.tigers_in_hand(position) > 0 {
        text += &format!(", {} in hand", game.tigers_in_hand(position));
    }
    let trapped = trapped(game, position);
    if trapped.is_empty() {
        return text + ", none trapped";
    }
    let names: Vec<&str> = trapped.iter().map(|p| game.point_name(p)).collect();
    text + &format!(", {} trapped ({})", trapped.len(), names.join(", "))
}

/// The tigers on the board that could not move if it were their turn.
pub fn trapped(game: &Game, position: &Position) -> Points {
    let (board, empty) = (game.board(), game.empty(position));
    let free = |&from: &bagh::Point| {
        let around = board.neighbours(from);
        !(around & empty).is_empty()
            || (around & position.goats())
                .iter()
                .any(|over| !(board.landings(from, over) & empty).is_empty())
    };
    position.tigers().iter().filter(|p| !free(p)).collect()
}

fn describe_last(game: &Game, last: bagh::Move) -> String {
    let to = game.point_name(last.to());
    match (last.from(), last.captured()) {
        (None, _) => format!("placed on {to}"),
        (Some(from), None) => format!("{} to {to}", game.point_name(from)),
        (Some(from), Some(over)) => {
            format!("{} to {to}, capturing on {}", game.point_name(from), game.point_name(over))
        }
    }
}
