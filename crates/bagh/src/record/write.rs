//! Writing a record.

use super::Record;
use super::tree::NodeId;
use crate::game::Game;
use crate::result::{Outcome, Reason};

/// Lines of moves are broken before they grow longer.
const WIDTH: usize = 80;

impl Record {
    /// The record as text, which [`Record::parse`] reads.
    pub fn to_text(&self) -> String {
        let mut text = self.header();
        text.push('\n');
        let mut body = Body { text, column: 0, numbered: true };
        for comment in self.node(NodeId::ROOT).comments() {
            body.comment(comment);
        }
        self.moves(&mut body);
        body.word(self.outcome().map_or("*", Outcome::word));
        body.text.push('\n');
        body.text
    }

    fn header(&self) -> String {
        let game = self.game();
        let mut text = tag("Game", game.name());
        if Game::by_name(game.name()).map(|g| g.captures()) != Some(game.captures()) {
            text.push_str(&tag("Captures", &game.captures().to_string()));
        }
        if *self.start() != game.start() {
            text.push_str(&tag("Position", &game.obx(self.start())));
        }
        for (name, value) in self.tags() {
            text.push_str(&tag(name, value));
        }
        if let Some(reason) = self.reason() {
            text.push_str(&tag("Reason", Reason::word(reason)));
        }
        text
    }

    /// Writes the tree with a list of what is still to do, so that no depth is too deep.
    fn moves(&self, body: &mut Body) {
        enum Todo {
            Open(NodeId),
            Move(NodeId),
            Close,
        }
        let first = |id: NodeId| self.node(id).children().first().copied();
        let mut todo: Vec<Todo> = first(NodeId::ROOT).map(Todo::Move).into_iter().collect();
        while let Some(next) = todo.pop() {
            match next {
                Todo::Open(id) => {
                    body.open();
                    for comment in self.node(id).comments_before() {
                        body.comment(comment);
                    }
                }
                Todo::Close => body.close(),
                Todo::Move(id) => {
                    let node = self.node(id);
                    self.write_move(body, id);
                    for comment in node.comments() {
                        body.comment(comment);
                    }
                    todo.extend(first(id).map(Todo::Move));
                    let siblings = node.parent().map_or(&[][..], |p| self.node(p).children());
                    if siblings.first() == Some(&id) {
                        for &other in siblings[1..].iter().rev() {
                            todo.extend([Todo::Close, Todo::Move(other), Todo::Open(other)]);
                        }
                    }
                }
            }
        }
    }

    fn write_move(&self, body: &mut Body, id: NodeId) {
        let node = self.node(id);
        let (Some(parent), Some(mv)) = (node.parent(), node.played()) else { return };
        let before = self.node(parent);
        let number = before.ply() / 2 + 1;
        if before.ply().is_multiple_of(2) {
            body.word(&format!("{number}."));
        } else if body.numbered {
            body.word(&format!("{number}..."));
        }
        body.numbered = false;
        body.word(&self.game().move_text(before.position(), mv));
    }
}

fn tag(name: &str, value: &str) -> String {
    format!("[{name} \"{}\"]\n", escaped(value, &['"']))
}

/// Text with a backslash before what would end it. Line ends are spelt out in tags only, which
/// keep to one line.
fn escaped(text: &str, marks: &[char]) -> String {
    let one_line = marks.contains(&'"');
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if one_line => out.push_str("\\n"),
            // A bare carriage return would not survive every editor.
            '\r' => out.push_str("\\r"),
            '\\' => out.push_str("\\\\"),
            c if marks.contains(&c) => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// The moves as they are written, word by word.
struct Body {
    text: String,
    column: usize,
    /// Whether a comment or a variation stands before the next move, which then needs its number.
    numbered: bool,
}

impl Body {
    fn word(&mut self, word: &str) {
        self.space(word.chars().count());
        self.push(word);
    }

    fn comment(&mut self, text: &str) {
        let text = format!("{{{}}}", escaped(text, &['{', '}']));
        self.space(text.lines().next().unwrap_or("").chars().count());
        self.push(&text);
        self.numbered = true;
    }

    fn open(&mut self) {
        self.space(8);
        self.push("(");
        self.numbered = true;
    }

    fn close(&mut self) {
        self.push(")");
        self.numbered = true;
    }

    /// A space before the next word, or a new line if it would not fit.
    fn space(&mut self, width: usize) {
        if self.column == 0 || self.text.ends_with('(') {
            return;
        }
        if self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else {
            self.push(" ");
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + text.chars().count(),
        };
    }
}
