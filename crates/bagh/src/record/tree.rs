//! The tree of moves, kept in one list.

use crate::moves::Move;
use crate::position::Position;

/// A node of a record: a position, and the move that led to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before the first move.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn new(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("a record has fewer than 2^32 moves"))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A position of a record, the move that led to it, and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position,
    ply: u32,
    pub(super) children: Vec<NodeId>,
    pub(super) before: Vec<String>,
    pub(super) comments: Vec<String>,
}

impl Node {
    pub(super) fn root(position: Position) -> Node {
        Node {
            parent: None,
            mv: None,
            position,
            ply: 0,
            children: Vec::new(),
            before: Vec::new(),
            comments: Vec::new(),
        }
    }

    pub(super) fn new(parent: NodeId, mv: Move, position: Position, ply: u32) -> Node {
        Node { parent: Some(parent), mv: Some(mv), ply, ..Node::root(position) }
    }

    /// The node before the move; none for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move; none for the root.
    pub fn played(&self) -> Option<Move> {
        self.mv
    }

    /// The position after the move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How many moves lead here from the start of the record.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The moves from here: first the one that was played, then the variations.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Comments before the move, where it begins a variation.
    pub fn comments_before(&self) -> &[String] {
        &self.before
    }

    /// Comments after the move.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }
}

/// Whether two trees are the same, whatever the order in which their nodes were added.
pub(super) fn same(a: &[Node], b: &[Node]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((in_a, in_b)) = pairs.pop() {
        let (x, y) = (&a[in_a.index()], &b[in_b.index()]);
        if x.mv != y.mv
            || x.position != y.position
            || x.before != y.before
            || x.comments != y.comments
            || x.children.len() != y.children.len()
        {
            return false;
        }
        pairs.extend(x.children.iter().copied().zip(y.children.iter().copied()));
    }
    true
}
