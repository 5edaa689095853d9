//! The examples of docs/ONLINE.md, run against a service.
//!
//! In a block marked `online`, `maya: POST /path {…}` sends a request and the line after it is the
//! status and what the answer contains; `maya> {…}` sends over the WebSocket, and `maya< {…}`
//! waits for a message that contains this. `$name` stands for a value that an answer brings and
//! later lines use.

use std::collections::HashMap;

use serde_json::Value;

use crate::client::{Person, Socket, World};

const MANUAL: &str = include_str!("../../../../docs/ONLINE.md");

#[derive(Default)]
struct Run {
    people: HashMap<String, Person>,
    sockets: HashMap<String, Socket>,
    values: HashMap<String, String>,
}

impl Run {
    /// The text with every known `$name` replaced.
    fn filled(&self, text: &str) -> String {
        let mut names: Vec<_> = self.values.iter().collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        names
            .into_iter()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value))
    }

    /// Whether a value contains what is expected; takes note of new names.
    fn contains(&mut self, found: &Value, expected: &Value) -> bool {
        match (found, expected) {
            (Value::Object(found), Value::Object(expected)) => expected
                .iter()
                .all(|(key, value)| found.get(key).is_some_and(|f| self.contains(f, value))),
            (Value::Array(found), Value::Array(expected)) => {
                found.len() == expected.len()
                    && found.iter().zip(expected).all(|(f, e)| self.contains(f, e))
            }
            (found, Value::String(name)) if name.starts_with('$') => {
                let text = found.as_str().map_or_else(|| found.to_string(), str::to_owned);
                self.values.entry(name[1..].to_owned()).or_insert_with(|| text.clone()) == &text
            }
            (found, expected) => found == expected,
        }
    }

    fn request(&mut self, world: &World, who: &str, request: &str, answer: &str) {
        let request = self.filled(request);
        let mut words = request.splitn(3, ' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let body = words.next().unwrap_or("");
        let person = self.people.entry(who.to_owned()).or_insert_with(|| world.visitor());
        let reply = person.send(method, path, &[], body.as_bytes());
        let (status, expected) = answer.split_once(' ').unwrap_or((answer, "{}"));
        assert_eq!(reply.status.to_string(), status, "{request}\n{reply:?}");
        let found: Value = serde_json::from_str(&reply.body).unwrap();
        let expected: Value = serde_json::from_str(&self.filled(expected)).unwrap();
        assert!(self.contains(&found, &expected), "{request}\nfound {found}\nexpected {expected}");
    }

    fn socket(&mut self, who: &str) -> &mut Socket {
        let person = &self.people[who];
        self.sockets.entry(who.to_owned()).or_insert_with(|| person.socket())
    }
}

#[test]
fn examples_are_answered_as_the_manual_says() {
    let world = World::new();
    let mut examples = 0;
    let mut run = Run::default();
    for block in MANUAL.split("```online\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let mut lines = block.lines().filter(|line| !line.trim().is_empty());
        while let Some(line) = lines.next() {
            examples += 1;
            let name_ends = line.find([':', '<', '>']).expect("a line begins with a name");
            let (who, rest) = (&line[..name_ends], line[name_ends + 1..].trim());
            match line.as_bytes()[name_ends] {
                b'>' => {
                    let text = run.filled(rest);
                    run.socket(who).send_text(&text);
                }
                b'<' => {
                    let expected: Value = serde_json::from_str(&run.filled(rest)).expect(rest);
                    loop {
                        let found = run.socket(who).next();
                        if run.contains(&found, &expected) {
                            break;
                        }
                    }
                }
                _ => {
                    let answer = lines.next().expect("an answer follows").trim().to_owned();
                    run.request(&world, who, rest, &answer);
                }
            }
        }
    }
    assert!(examples > 15, "the manual has {examples} examples");
}
