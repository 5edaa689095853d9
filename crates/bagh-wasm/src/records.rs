//! Records: a text to a tree of moves, and back.

use std::collections::HashMap;

use bagh::Game;
use bagh::notation::{self, Format, ReadOptions};
use bagh::record::baghchal::{self, Dialect};
use bagh::record::{NodeId, Record};
use bagh::{Outcome, Reason};
use serde::Serialize;
use serde_json::Value;

use crate::codes;
use crate::error::Fault;
use crate::games::game;
use crate::request::{Part, Parts};

/// A node of the tree, the root first and each node after the one it follows.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RecordNode"))]
pub struct NodeData {
    /// The index of the node before; none for the root.
    parent: Option<usize>,
    /// The move that led here; none for the root.
    #[serde(rename = "move")]
    mv: Option<String>,
    comments: Vec<String>,
    /// Comments on a variation, before its first move.
    before: Vec<String>,
    /// The position, in OBX 1.0; not looked at when a record is written.
    position: String,
}

impl Part for NodeData {
    const KIND: &'static str = "a node";

    fn read(value: &Value) -> Option<NodeData> {
        let parts = Parts::of(value)?;
        Some(NodeData {
            parent: parts.find("parent").ok()?,
            mv: parts.find("move").ok()?,
            comments: parts.or_default("comments").ok()?,
            before: parts.or_default("before").ok()?,
            position: String::new(),
        })
    }
}

/// A record that was read.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameRecord"))]
pub struct Read {
    game: String,
    captures: u8,
    start: String,
    tags: Vec<(String, String)>,
    #[cfg_attr(test, ts(type = "Outcome | null"))]
    outcome: Option<Outcome>,
    #[cfg_attr(test, ts(type = "Reason | null"))]
    reason: Option<Reason>,
    nodes: Vec<NodeData>,
}

/// Reads a record: one of ours, or one in a dialect of the package `baghchal`. The game of the
/// request is that of a record that does not name one.
pub fn read(parts: &Parts<'_>) -> Result<Read, Fault> {
    let game = game(parts)?;
    let text: String = parts.get("text")?;
    let record = match parts.find::<String>("format")?.as_deref() {
        None | Some("bagh") => Record::parse(&game, &text),
        Some(word) => baghchal::read(&game, &text, dialect(word)?),
    };
    let record = record.map_err(|e| Fault::record(&e))?;
    Ok(Read {
        game: record.game().name().to_owned(),
        captures: record.game().captures(),
        start: record.game().obx(record.start()),
        tags: record.tags().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
        outcome: record.outcome(),
        reason: record.reason(),
        nodes: nodes(&record),
    })
}

fn dialect(word: &str) -> Result<Dialect, Fault> {
    Dialect::from_word(word).ok_or_else(|| {
        Fault::new("format", format!("found {word:?}, expected bagh, baghchal-pgn or baghchal-ids"))
    })
}

/// The tree, with the main line before its variations.
fn nodes(record: &Record) -> Vec<NodeData> {
    let mut list = Vec::new();
    let mut todo = vec![(NodeId::ROOT, None)];
    while let Some((id, parent)) = todo.pop() {
        let node = record.node(id);
        let before = node.parent().map(|p| record.node(p).position());
        let mv = node.played().zip(before);
        list.push(NodeData {
            parent,
            mv: mv.map(|(mv, before)| record.game().move_text(before, mv)),
            comments: node.comments().to_vec(),
            before: node.comments_before().to_vec(),
            position: record.game().obx(node.position()),
        });
        let here = Some(list.len() - 1);
        todo.extend(node.children().iter().rev().map(|&child| (child, here)));
    }
    list
}

/// A tree of moves that is to become a text.
pub struct Tree {
    game: Game,
    /// The first position; the usual start if left out.
    start: Option<String>,
    tags: Vec<(String, String)>,
    /// A result that the rules do not give, such as by resignation.
    outcome: Option<Outcome>,
    reason: Option<Reason>,
    nodes: Vec<NodeData>,
    /// A dialect of the package `baghchal`; our own records if left out.
    format: Option<String>,
}

impl Tree {
    pub fn of(parts: &Parts<'_>) -> Result<Tree, Fault> {
        Ok(Tree {
            game: game(parts)?,
            start: parts.find("start")?,
            tags: parts.or_default("tags")?,
            outcome: parts.find("outcome")?,
            reason: parts.find("reason")?,
            nodes: parts.get("nodes")?,
            format: parts.find("format")?,
        })
    }

    pub fn write(&self) -> Result<String, Fault> {
        let record = self.record(self.game.clone())?;
        match self.format.as_deref() {
            None | Some("bagh") => Ok(record.to_text()),
            Some(word) => baghchal::write(&record, dialect(word)?)
                .map_err(|e| Fault::new("record", e.to_string())),
        }
    }

    fn record(&self, game: Game) -> Result<Record, Fault> {
        let mut record = match &self.start {
            None => Record::new(game),
            Some(text) => {
                let options = ReadOptions { lenient: false, format: Some(Format::Obx1) };
                let read = notation::read(&game, text, &options)
                    .map_err(|e| Fault::notation("start", &e))?;
                Record::from_position(game, read.position)
                    .map_err(|e| Fault::coded("start", codes::of_position(&e)))?
            }
        };
        for (name, value) in &self.tags {
            record.set_tag(name, value).map_err(|_| Fault::coded("tags", codes::tag()))?;
        }
        let mut ids: HashMap<usize, NodeId> = HashMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            let fault = |message: String| Fault::new("nodes", message).at(index);
            let id = match (node.parent, &node.mv) {
                (None, None) if index == 0 => NodeId::ROOT,
                (Some(parent), Some(text)) => {
                    let parent = *ids.get(&parent).ok_or_else(|| {
                        fault(format!("found the parent {parent}, expected a node before this one"))
                    })?;
                    let position = *record.node(parent).position();
                    let mv = record
                        .game()
                        .parse_move(&position, text)
                        .map_err(|e| Fault::mv("nodes", &e).at(index))?;
                    let over = || Fault::coded("nodes", codes::over()).at(index);
                    record.add(parent, mv).map_err(|_| over())?
                }
                _ => {
                    return Err(fault(
                        "found a parent without a move or a move without a parent, expected both for every node but the first".into(),
                    ));
                }
            };
            ids.insert(index, id);
            for text in &node.before {
                record.comment_before(id, text);
            }
            for text in &node.comments {
                record.comment(id, text);
            }
        }
        if record.over().is_none() {
            record
                .declare(self.outcome, self.reason)
                .map_err(|_| Fault::coded("outcome", codes::result()))?;
        }
        Ok(record)
    }
}
