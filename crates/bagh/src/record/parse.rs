//! Reading a record.

use std::collections::HashSet;

use super::lexer::{Lexer, Place, Token, shown};
use super::tree::NodeId;
use super::{Record, RecordError, RecordProblem};
use crate::game::Game;
use crate::result::{Outcome, Reason};
use crate::text::shorten;

impl Record {
    /// Reads a record. A record without a tag for the game is one of this game; a record may
    /// also name a built-in game.
    pub fn parse(game: &Game, text: &str) -> Result<Record, RecordError> {
        parse(text, Some(game), |name| {
            if name == game.name() { Some(game.clone()) } else { Game::by_name(name) }
        })
    }

    /// Reads a record, which names its game.
    pub fn parse_with(
        text: &str,
        resolve: impl Fn(&str) -> Option<Game>,
    ) -> Result<Record, RecordError> {
        parse(text, None, resolve)
    }
}

fn parse(
    text: &str,
    default: Option<&Game>,
    resolve: impl Fn(&str) -> Option<Game>,
) -> Result<Record, RecordError> {
    let mut lexer = Lexer::new(text);
    let mut header = Header::default();
    let mut next = lexer.next()?;
    while let Some((place, Token::Tag(name, value, value_place))) = next {
        header.tag(place, name, value, value_place)?;
        next = lexer.next()?;
    }
    let mut record = header.record(default, resolve)?;
    let mut line = Line { node: NodeId::ROOT, open: None, before: Vec::new() };
    let mut outer: Vec<Line> = Vec::new();
    loop {
        let Some((place, token)) = next else {
            return Err(lexer.place().error(
                "the record ends without a result; add tiger-win, goat-win, draw or * (not over)",
            ));
        };
        match token {
            Token::Tag(..) => {
                return Err(place.error("found a tag after the first move; move it to the top"));
            }
            Token::Comment(text) => match line.open {
                Some(_) => line.before.push(text),
                None => record.comment(line.node, text),
            },
            Token::Open => {
                let varied = record.node(line.node).parent();
                let (Some(before), None) = (varied, line.open) else {
                    return Err(place.error(
                        "found a variation with no move before it; put it after the move that it replaces",
                    ));
                };
                let inner = Line { node: before, open: Some(place), before: Vec::new() };
                outer.push(std::mem::replace(&mut line, inner));
            }
            Token::Close => {
                if line.open.is_some() {
                    return Err(place.error("this variation has no move; add one or remove it"));
                }
                line = outer
                    .pop()
                    .ok_or_else(|| place.error("found a ) that closes no variation; remove it"))?;
            }
            Token::Number(number, dots) => check_number(&record, line.node, place, number, dots)?,
            Token::Word(word) => {
                if let Some(outcome) = result_word(word) {
                    if !outer.is_empty() {
                        return Err(place.error(format!(
                            "found the result {word} in a variation; close it with )"
                        )));
                    }
                    if let Some((place, _)) = lexer.next()? {
                        return Err(place.error("found more after the result, expected the end"));
                    }
                    return header.finish(record, place, outcome);
                }
                play(&mut record, &mut line, place, word)?;
            }
        }
        next = lexer.next()?;
    }
}

/// Where reading is: in the main line or in a variation.
struct Line {
    /// The node of the last move read.
    node: NodeId,
    /// The place of the variation's parenthesis, until its first move is read.
    open: Option<Place>,
    /// Comments before that move.
    before: Vec<String>,
}

fn result_word(word: &str) -> Option<Option<Outcome>> {
    if word == "*" { Some(None) } else { Outcome::from_word(word).map(Some) }
}

fn play(record: &mut Record, line: &mut Line, place: Place, word: &str) -> Result<(), RecordError> {
    let position = *record.node(line.node).position();
    let mv = record.game().parse_move(&position, word).map_err(|error| place.error(error))?;
    line.node = record
        .add(line.node, mv)
        .map_err(|error| place.error(RecordProblem::Play { text: word.to_owned(), error }))?;
    line.open = None;
    for text in std::mem::take(&mut line.before) {
        record.comment_before(line.node, text);
    }
    Ok(())
}

fn check_number(
    record: &Record,
    node: NodeId,
    place: Place,
    number: Option<u32>,
    dots: bool,
) -> Result<(), RecordError> {
    let ply = record.node(node).ply();
    let second = ply % 2 == 1;
    if number == Some(ply / 2 + 1) && dots == second {
        return Ok(());
    }
    let expected = format!("{}{}", ply / 2 + 1, if second { "..." } else { "." });
    Err(place
        .error(format!("found another move number, expected {expected}; correct or remove it")))
}

/// The tags as they were read.
#[derive(Default)]
struct Header {
    known: HashSet<String>,
    game: Option<(Place, String)>,
    captures: Option<(Place, String)>,
    position: Option<(Place, String)>,
    reason: Option<(Place, Reason)>,
    others: Vec<(Place, String, String)>,
}

impl Header {
    fn tag(
        &mut self,
        place: Place,
        name: &str,
        value: String,
        value_place: Place,
    ) -> Result<(), RecordError> {
        if !self.known.insert(name.to_owned()) {
            return Err(place.error(format!("the tag {} stands twice; remove one", shorten(name))));
        }
        match name {
            "Game" => self.game = Some((value_place, value)),
            "Captures" => self.captures = Some((value_place, value)),
            "Position" => self.position = Some((value_place, value)),
            "Reason" => {
                let reason = Reason::from_word(&value).ok_or_else(|| {
                    value_place.error(format!(
                        "tag Reason: found {}, expected captures, tigers-trapped, dandee, locked-goats, repetition, resignation or agreement",
                        shown(&value)
                    ))
                })?;
                self.reason = Some((value_place, reason));
            }
            _ => self.others.push((place, name.to_owned(), value)),
        }
        Ok(())
    }

    /// The record that the tags describe, without moves yet.
    fn record(
        &mut self,
        default: Option<&Game>,
        resolve: impl Fn(&str) -> Option<Game>,
    ) -> Result<Record, RecordError> {
        let top = Lexer::new("").place();
        let mut game = match (&self.game, default) {
            (Some((place, name)), _) => {
                let game = resolve(name).ok_or_else(|| {
                    let names: Vec<&str> = Game::names().collect();
                    place.error(format!(
                        "tag Game: found {}, expected {} or the name of the board that is given",
                        shown(name),
                        names.join(", ")
                    ))
                })?;
                // A record that does not say how many captures win means the usual number.
                let usual = Game::by_name(game.name()).map_or(game.captures(), |g| g.captures());
                game.with_captures(usual).map_err(|e| place.error(format!("tag Game: {e}")))?
            }
            (None, Some(game)) => game.clone(),
            (None, None) => {
                return Err(top.error("the tag Game is missing; add [Game \"bagh-chal\"]"));
            }
        };
        if let Some((place, value)) = &self.captures {
            let captures = value.parse::<u8>().map_err(|_| {
                let goats = game.goats();
                place.error(format!(
                    "tag Captures: found {}, expected a number from 1 to {goats}",
                    shown(value)
                ))
            })?;
            game = game
                .with_captures(captures)
                .map_err(|e| place.error(RecordProblem::Captures(e)))?;
        }
        let mut record = match &self.position {
            None => Record::new(game),
            Some((place, text)) => {
                let start =
                    game.parse_obx(text).map_err(|e| place.error(RecordProblem::Position(e)))?;
                Record::from_position(game, start)
                    .map_err(|e| place.error(format!("tag Position: {e}")))?
            }
        };
        for (place, name, value) in std::mem::take(&mut self.others) {
            record.set_tag(&name, value).map_err(|e| place.error(e))?;
        }
        Ok(record)
    }

    fn finish(
        self,
        mut record: Record,
        place: Place,
        outcome: Option<Outcome>,
    ) -> Result<Record, RecordError> {
        let reason = self.reason.map(|(_, reason)| reason);
        record.declare(outcome, reason).map_err(|e| place.error(e))?;
        Ok(record)
    }
}
