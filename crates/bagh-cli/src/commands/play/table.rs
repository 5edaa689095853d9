//! The game on the table: moves, take-backs, and how it ended.

use anyhow::{Result, bail};
use bagh::notation::ReadPosition;
use bagh::{Game, History, Move, Outcome, Phase, Position, REPETITIONS, Reason, Side};

use crate::describe::Ending;

/// A game between two people, or one and the computer.
pub struct Table {
    history: History,
    /// The number of the first move, where known.
    first: Option<u32>,
    /// What the players decided, against which the rules have nothing to say.
    decided: Option<Ending>,
}

/// What was taken back.
pub enum Undone {
    /// Moves, the last one first.
    Moves(Vec<String>),
    /// A resignation or an agreed draw.
    Decision,
    /// Nothing was left to take back.
    Nothing,
}

impl Table {
    /// A game that begins in this position.
    pub fn new(game: Game, start: &ReadPosition) -> Table {
        let history = History::new(game, start.position);
        Table { history, first: start.move_number, decided: None }
    }

    /// A game that goes on.
    pub fn resume(history: History, decided: Option<Ending>) -> Table {
        let first = ReadPosition::new(history.game(), *history.start()).move_number;
        // What the rules say needs no decision.
        let decided = if history.result().is_some() { None } else { decided };
        Table { history, first, decided }
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    pub fn game(&self) -> &Game {
        self.history.game()
    }

    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The position now, with what is known of the way to it.
    pub fn read_position(&self) -> ReadPosition {
        let played = u32::try_from(self.history.len()).ok();
        ReadPosition {
            last_move: self.history.moves().last().copied(),
            move_number: self.first.zip(played).and_then(|(first, n)| first.checked_add(n)),
            ..ReadPosition::new(self.game(), *self.position())
        }
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<Ending> {
        self.decided.or_else(|| self.history.result().map(Ending::from))
    }

    /// How the players ended it, if they did.
    pub fn decided(&self) -> Option<Ending> {
        self.decided
    }

    /// Plays a move that was typed.
    pub fn play(&mut self, text: &str) -> Result<Move> {
        self.check_not_over()?;
        let mv = self.game().parse_move(self.position(), text)?;
        self.history.play(mv)?;
        Ok(mv)
    }

    /// Plays a move that the computer chose.
    pub fn play_move(&mut self, mv: Move) -> Result<()> {
        self.check_not_over()?;
        Ok(self.history.play(mv)?)
    }

    /// Takes back the last thing that was done; against the computer, up to the last move of
    /// this side, which is the person's.
    pub fn undo(&mut self, person: Option<Side>) -> Undone {
        if self.decided.take().is_some() {
            return Undone::Decision;
        }
        let Some((kept, _)) = self.last_move(person) else { return Undone::Nothing };
        let mut taken = Vec::new();
        while self.history.len() > kept
            && let Some(mv) = self.history.undo()
        {
            taken.push(self.game().move_text(self.position(), mv));
        }
        Undone::Moves(taken)
    }

    /// The last move of a side, or of anybody, and how many were played before it.
    pub fn last_move(&self, side: Option<Side>) -> Option<(usize, Move)> {
        let moves = self.history.moves().iter().copied().enumerate().rev();
        let mut moves =
            moves.filter(|&(at, _)| side.is_none_or(|s| self.history.before()[at].turn() == s));
        moves.next()
    }

    /// The side to move gives up.
    pub fn resign(&mut self) -> Result<()> {
        self.check_not_over()?;
        let outcome = Outcome::win(self.position().turn().other());
        self.decided = Some(Ending { outcome, reason: Some(Reason::Resignation) });
        Ok(())
    }

    /// Both sides agree on a draw.
    pub fn agree_on_draw(&mut self) -> Result<()> {
        self.check_not_over()?;
        self.decided = Some(Ending { outcome: Outcome::Draw, reason: Some(Reason::Agreement) });
        Ok(())
    }

    pub fn check_not_over(&self) -> Result<()> {
        if let Some(result) = self.result() {
            bail!("the game is over, {}; `undo` takes back", result.sentence());
        }
        Ok(())
    }

    /// Whether the position now makes a draw when it stands once more.
    pub fn repeats(&self) -> bool {
        self.game().phase(self.position()) == Phase::Sliding
            && self.history.occurrences() + 1 == REPETITIONS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let game = Game::bagh_chal();
        Table::new(game.clone(), &ReadPosition::new(game, game.start()))
    }

    #[test]
    fn decisions_are_taken_back_before_moves() {
        let mut table = table();
        table.play("c3").unwrap();
        table.resign().unwrap();
        assert_eq!(table.result().unwrap().outcome, Outcome::GoatWin);
        assert!(table.play("A1A2").is_err());
        assert!(table.agree_on_draw().is_err());
        assert!(matches!(table.undo(None), Undone::Decision));
        assert!(matches!(table.undo(None), Undone::Moves(texts) if texts == ["C3"]));
        assert!(matches!(table.undo(None), Undone::Nothing));
    }

    #[test]
    fn against_the_computer_its_answer_is_taken_back_too() {
        let mut table = table();
        for text in ["C3", "A1A2", "B1", "A2A1"] {
            table.play(text).unwrap();
        }
        assert_eq!(table.last_move(Some(Side::Goat)).unwrap().0, 2);
        assert!(
            matches!(table.undo(Some(Side::Goat)), Undone::Moves(texts) if texts == ["A2A1", "B1"])
        );
        // The tigers' last move is the last of all.
        assert!(matches!(table.undo(Some(Side::Tiger)), Undone::Moves(texts) if texts == ["A1A2"]));
        // What is left was the computer's.
        assert!(matches!(table.undo(Some(Side::Tiger)), Undone::Nothing));
        assert_eq!(table.history().len(), 1);
    }

    #[test]
    fn the_position_knows_its_last_move() {
        let mut table = table();
        table.play("b1").unwrap();
        table.play("a1xc1").unwrap();
        let read = table.read_position();
        assert_eq!(read.move_number, Some(2));
        assert!(read.last_move.unwrap().captured().is_some());
    }
}
