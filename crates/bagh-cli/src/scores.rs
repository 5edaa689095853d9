//! What a search says of positions, in words and in JSON.

use bagh::{Game, Move, Outcome, Position, Side};
use bagh_engine::Score;
use serde::Serialize;

use crate::numbers::count_of;

/// A score for programs.
#[derive(Serialize, Clone, Copy, PartialEq, Debug)]
pub struct ScoreSummary {
    /// Who wins, where the search has seen the end.
    outcome: Option<Outcome>,
    /// Of a win that was seen, plies until then.
    plies: Option<i32>,
    /// Else the goats that are expected to be captured in the end; -1 stands for a win of the
    /// goats.
    expected_captures: Option<f64>,
}

impl ScoreSummary {
    pub fn new(score: Score) -> ScoreSummary {
        let win = score.forced_win();
        ScoreSummary {
            outcome: win.map(|(side, _)| Outcome::win(side)),
            plies: win.map(|(_, plies)| plies),
            expected_captures: score.expected_captures(),
        }
    }
}

/// A score in words.
pub fn words(game: &Game, score: Score) -> String {
    if let Some((side, plies)) = score.forced_win() {
        return format!("the {side}s win in {}", count_of(plies.unsigned_abs(), "ply"));
    }
    let captures = score.expected_captures().unwrap_or_default();
    // The ends of the scale are wins: one goat less than none, and all that are needed.
    if captures < -0.5 {
        return "the goats should win".to_owned();
    }
    if captures > f64::from(game.captures()) - 0.5 {
        return "the tigers should win".to_owned();
    }
    format!("about {:.1} goats captured in the end", captures.max(0.0))
}

/// A line of moves as texts.
pub fn line(game: &Game, position: &Position, moves: &[Move]) -> Vec<String> {
    let mut at = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(game.move_text(&at, mv));
        at = game.after(&at, mv);
    }
    texts
}

/// The sides' names for people.
pub fn plural(side: Side) -> &'static str {
    match side {
        Side::Tiger => "tigers",
        Side::Goat => "goats",
    }
}

#[cfg(test)]
mod tests {
    use bagh_engine::GOAT;

    use super::*;

    #[test]
    fn scores_are_words() {
        let said = |score| words(Game::bagh_chal(), score);
        assert_eq!(said(Score::win(Side::Tiger, 7)), "the tigers win in 7 plies");
        assert_eq!(said(Score::win(Side::Goat, 1)), "the goats win in 1 ply");
        assert_eq!(said(Score::draw(3)), "about 3.0 goats captured in the end");
        assert_eq!(said(Score::new(GOAT * 3 / 4)), "about 0.0 goats captured in the end");
        assert_eq!(said(Score::new(0)), "the goats should win");
        assert_eq!(said(Score::new(6 * GOAT)), "the tigers should win");
    }

    #[test]
    fn scores_are_json() {
        let of = |score| serde_json::to_string(&ScoreSummary::new(score)).unwrap();
        assert_eq!(
            of(Score::win(Side::Goat, 4)),
            r#"{"outcome":"goat-win","plies":4,"expected_captures":null}"#
        );
        assert_eq!(of(Score::draw(2)), r#"{"outcome":null,"plies":null,"expected_captures":2.0}"#);
    }
}
