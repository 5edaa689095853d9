//! What the players see: boards, messages, results; or lines of JSON.

use std::fmt::Display;

use anyhow::Result;
use bagh::notation::{self, Format};
use bagh::{Game, Outcome, Position};
use bagh_tables::answer::VerdictAnswer;
use serde_json::json;

use super::advice::{Hint, Worth};
use super::table::Table;
use crate::commands::moves;
use crate::context::Context;
use crate::describe::{self, Ending};
use crate::drawing;
use crate::failure::printable;
use crate::judgements::{self, JudgementSummary};
use crate::palette::paint;
use crate::scores::{self, ScoreSummary};
use crate::verdicts::heading;

/// Talks to the players.
pub struct Talk<'c> {
    context: &'c mut Context,
}

impl<'c> Talk<'c> {
    pub fn new(context: &'c mut Context) -> Talk<'c> {
        Talk { context }
    }

    pub fn context(&self) -> &Context {
        self.context
    }

    /// Asks for the next line.
    pub fn prompt(&mut self, table: &Table) -> Result<()> {
        if !self.context.json {
            let who = match table.result() {
                Some(_) => "over".to_owned(),
                None => table.position().turn().to_string(),
            };
            let style = self.context.out.palette.strong;
            self.context.out.text(format!("{} ", paint(style, format!("{who}>"))))?;
        }
        self.context.out.flush()
    }

    /// Asks a question that is answered with yes or no.
    pub fn ask(&mut self, question: &str) -> Result<()> {
        if !self.context.json {
            self.context.out.text(format!("{question} [yes/no] "))?;
        }
        self.context.out.flush()
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> Result<()> {
        self.context.out.flush()
    }

    /// Ends the line of a prompt that was not answered.
    pub fn end_prompt(&mut self) -> Result<()> {
        if self.context.json { Ok(()) } else { self.context.out.line("") }
    }

    /// Says something that programs need not know.
    pub fn say(&mut self, text: impl Display) -> Result<()> {
        if self.context.json { Ok(()) } else { self.context.out.line(text) }
    }

    /// Says what went wrong; the game goes on.
    pub fn trouble(&mut self, text: impl Display) -> Result<()> {
        let text = printable(&text.to_string());
        if self.context.json {
            self.context.out.json(&json!({ "error": { "message": text } }))
        } else {
            self.context.out.line(text)
        }
    }

    /// Shows where the game stands.
    pub fn show(&mut self, table: &Table) -> Result<()> {
        let (game, position) = (table.game(), table.position());
        let out = &mut self.context.out;
        if self.context.json {
            let text = notation::write(game, &table.read_position(), Format::Obx1)?;
            return out.json(&describe::summary(game, position, &text, table.result()));
        }
        out.line("")?;
        out.line(drawing::draw(game, position, &out.palette))?;
        let in_hand = match (game.tigers_in_hand(position), position.goats_in_hand()) {
            (0, 0) => String::new(),
            (0, goats) => format!(", {} in hand", some(goats, "goat")),
            (tigers, goats) => {
                format!(", {} and {} in hand", some(tigers, "tiger"), some(goats, "goat"))
            }
        };
        let next = match table.result() {
            Some(result) => {
                out.line(celebration(result))?;
                return Ok(());
            }
            None => format!("the {}s move", position.turn()),
        };
        out.line(format!(
            "{next}{in_hand}, {} of {} captured, {} trapped",
            position.captured(),
            game.captures(),
            describe::trapped(game, position).len()
        ))?;
        if table.repeats() {
            out.line("this position has stood before: the third time is a draw")?;
        }
        Ok(())
    }

    /// Prints the computer's move.
    pub fn answer(&mut self, text: &str) -> Result<()> {
        if self.context.json {
            return self.context.out.json(&json!({ "move": text, "by": "computer" }));
        }
        let style = self.context.out.palette.strong;
        self.context.out.line(format!("\nthe computer plays {}", paint(style, text)))
    }

    /// Names a good move.
    pub fn hint(&mut self, table: &Table, hint: &Hint) -> Result<()> {
        let (game, position) = (table.game(), table.position());
        let (mv, by) = match hint {
            Hint::Known { mv, .. } => (*mv, "tables"),
            Hint::Estimated { mv, .. } => (*mv, "engine"),
        };
        let text = game.move_text(position, mv);
        if self.context.json {
            let mut value = match hint {
                Hint::Known { after, .. } => {
                    json!(VerdictAnswer::new(game, &game.after(position, mv), *after))
                }
                Hint::Estimated { score, .. } => json!(ScoreSummary::new(*score)),
            };
            value["hint"] = json!(text);
            value["by"] = json!(by);
            return self.context.out.json(&value);
        }
        let worth = match hint {
            Hint::Known { after, .. } => format!("{}, by the tables", heading(after.value)),
            Hint::Estimated { score, .. } => {
                format!("{}, by looking ahead", scores::words(game, *score))
            }
        };
        self.context.out.line(format!("hint: {text} ({worth})"))
    }

    /// Prints what a move that was played was worth.
    pub fn worth(&mut self, game: &Game, position: &Position, worth: &Worth) -> Result<()> {
        if self.context.json {
            let value = match worth {
                Worth::Known(judged) => {
                    let mut value = json!(JudgementSummary::new(game, position, judged));
                    value["by"] = json!("tables");
                    value
                }
                Worth::Estimated { mv, score, best, best_score } => json!({
                    "side": position.turn(),
                    "move": game.move_text(position, *mv),
                    "score": ScoreSummary::new(*score),
                    "best": game.move_text(position, *best),
                    "best_score": ScoreSummary::new(*best_score),
                    "by": "engine",
                }),
            };
            return self.context.out.json(&value);
        }
        let sentence = match worth {
            Worth::Known(judged) => judgements::sentence(game, position, judged),
            Worth::Estimated { mv, score, best, best_score } => {
                let name = game.move_text(position, *mv);
                let after = scores::words(game, *score);
                if mv == best {
                    format!("{name} is what the engine would play: {after}. This is an estimate.")
                } else {
                    format!(
                        "{name}: {after}. The engine would play {}: {}. These are estimates.",
                        game.move_text(position, *best),
                        scores::words(game, *best_score)
                    )
                }
            }
        };
        self.context.out.line(sentence)
    }

    /// Lists the legal moves.
    pub fn moves(&mut self, table: &Table) -> Result<()> {
        let described = match table.result() {
            Some(_) => Vec::new(),
            None => moves::described(table.game(), table.position()),
        };
        if self.context.json {
            let moves: Vec<&String> = described.iter().map(|(text, _)| text).collect();
            return self.context.out.json(&json!({ "moves": moves }));
        }
        if described.is_empty() {
            return self.context.out.line("no moves: the game is over");
        }
        described
            .iter()
            .try_for_each(|(text, effect)| self.context.out.line(format!("{text:<8} {effect}")))
    }

    /// Prints a record, so that a game which is not saved can be kept.
    pub fn keep(&mut self, record: &str) -> Result<()> {
        let out = &mut self.context.out;
        if self.context.json {
            out.json(&json!({ "record": record }))?;
        } else {
            out.line("this game is not saved; here is its record:\n")?;
            out.text(record)?;
        }
        out.flush()
    }
}

/// A count with its noun.
fn some(number: u8, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The result, and a cheer for a grand win.
fn celebration(ending: Ending) -> String {
    if !ending.is_grand() {
        return ending.sentence();
    }
    let winner = match ending.outcome {
        Outcome::TigerWin => "TIGERS",
        _ => "GOATS",
    };
    format!("★ ★ ★  A GRAND WIN FOR THE {winner}  ★ ★ ★\n{}", ending.sentence())
}
