//! The words of a record, with the places where they stand.

use super::{RecordError, RecordProblem};
use crate::text::shorten;

/// A place in the text: line and column, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub fn error(self, problem: impl Into<RecordProblem>) -> RecordError {
        RecordError { line: self.line, column: self.column, problem: Box::new(problem.into()) }
    }
}

/// A part of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`, with the place of the value.
    Tag(&'t str, String, Place),
    /// `{text}`.
    Comment(String),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `12.` or `12...`: the number, if it is not too large, and whether there are three dots.
    Number(Option<u32>, bool),
    /// A move or a result.
    Word(&'t str),
}

/// Takes a text apart.
pub(super) struct Lexer<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str) -> Lexer<'t> {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Lexer { rest, place: Place { line: 1, column: 1 } }
    }

    /// Where the next part, or the end, is.
    pub fn place(&mut self) -> Place {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.take(space);
        self.place
    }

    /// The next part and its place; nothing at the end.
    pub fn next(&mut self) -> Result<Option<(Place, Token<'t>)>, RecordError> {
        let place = self.place();
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            '{' => Token::Comment(self.comment(place)?),
            '[' => self.tag()?,
            '}' | ']' | '"' => {
                return Err(place.error(format!("found {first:?} that nothing opened; remove it")));
            }
            '0'..='9' => self.number(),
            _ => Token::Word(self.word()),
        };
        Ok(Some((place, token)))
    }

    fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        for c in taken.chars() {
            if c == '\n' {
                self.place = Place { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        taken
    }

    /// Takes as many characters as fit.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Text up to an end mark; a backslash makes the character after it a plain one.
    fn text(&mut self, end: char, start: Place, what: &str) -> Result<String, RecordError> {
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != end && c != '\\'));
            let mark = self.rest.chars().next();
            self.take(mark.map_or(0, char::len_utf8));
            match mark {
                Some(c) if c == end => return Ok(text),
                Some(_) => {
                    let Some(escaped) = self.rest.chars().next() else { continue };
                    text.push(match escaped {
                        'n' => '\n',
                        'r' => '\r',
                        c => c,
                    });
                    self.take(escaped.len_utf8());
                }
                None => {
                    return Err(start.error(format!("this {what} has no end; add {end}")));
                }
            }
        }
    }

    fn comment(&mut self, place: Place) -> Result<String, RecordError> {
        self.take(1);
        self.text('}', place, "comment")
    }

    fn tag(&mut self) -> Result<Token<'t>, RecordError> {
        self.take(1);
        self.place();
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let value_place = self.place();
        if !self.rest.starts_with('"') {
            return Err(value_place.error("expected a tag such as [Goats \"name\"]"));
        }
        self.take(1);
        let value = self.text('"', value_place, "value of a tag")?;
        let end = self.place();
        if !self.rest.starts_with(']') {
            return Err(end.error("this tag has no end; add ]"));
        }
        self.take(1);
        Ok(Token::Tag(name, value, value_place))
    }

    fn number(&mut self) -> Token<'t> {
        let rest = self.rest;
        let digits = self.take_while(|c| c.is_ascii_digit());
        let dots = self.take_while(|c| c == '.');
        match dots {
            "." | "..." => Token::Number(digits.parse().ok(), dots.len() == 3),
            _ => {
                // Not a number of a move, such as the result 1-0: a word.
                let tail = self.word();
                Token::Word(&rest[..digits.len() + dots.len() + tail.len()])
            }
        }
    }

    /// A move or a result. An opening parenthesis right after the points of a move begins the
    /// name of the captured goat.
    fn word(&mut self) -> &'t str {
        let rest = self.rest;
        let plain = |c: char| !c.is_whitespace() && !"(){}[]\"".contains(c);
        let length = self.take_while(plain).len();
        if length > 0
            && let Some(inside) = self.rest.strip_prefix('(')
        {
            let name = inside.len() - inside.trim_start_matches(plain).len();
            if inside[name..].starts_with(')') {
                self.take(name + 2);
                return &rest[..length + name + 2];
            }
        }
        &rest[..length]
    }
}

/// A word as an error message shows it.
pub(super) fn shown(word: &str) -> String {
    format!("{:?}", shorten(word))
}
