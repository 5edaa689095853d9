//! Counting positions ply by ply, the usual test of a move generator.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::position::Position;

/// How many positions three ways of making moves create at one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PerftRow {
    /// The ply, the first move being ply 1.
    pub ply: u32,
    /// Sequences of legal moves.
    pub naive: u64,
    /// Sequences of moves of the symmetry-avoiding generator.
    pub symmetry_avoiding: u64,
    /// Positions that are pairwise inequivalent.
    pub distinct: u64,
}

impl Game {
    /// The number of sequences of `depth` legal moves.
    ///
    /// The last ply is counted without being played.
    ///
    /// ```
    /// use bagh::Game;
    ///
    /// let game = Game::bagh_chal();
    /// assert_eq!(game.perft(&game.start(), 4), 68_204);
    /// ```
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.move_count(position),
            _ => {
                self.moves(position).map(|m| self.perft(&self.after(position, m), depth - 1)).sum()
            }
        }
    }

    /// All three counts for ply 1, 2, … in turn, each made when it is asked for.
    pub fn perft_rows(&self, position: &Position) -> PerftRows<'_> {
        let root = self.canonical(position);
        PerftRows { game: self, ply: 0, start: *position, layer: vec![(root, 1)] }
    }
}

/// The rows of a perft table, from ply 1 on.
///
/// Sequences of the symmetry-avoiding generator are counted by multiplicity over the distinct
/// positions of a ply, since equivalent positions have equivalent successors.
#[derive(Clone, Debug)]
pub struct PerftRows<'g> {
    game: &'g Game,
    ply: u32,
    start: Position,
    /// The distinct positions of the ply, with the number of sequences that reach each.
    layer: Vec<(Position, u64)>,
}

impl Iterator for PerftRows<'_> {
    type Item = PerftRow;

    fn next(&mut self) -> Option<PerftRow> {
        let game = self.game;
        let mut next: HashMap<Position, u64> = HashMap::new();
        for (position, sequences) in &self.layer {
            for mv in game.symmetry_avoiding_moves(position) {
                let successor = game.canonical(&game.after(position, mv));
                *next.entry(successor).or_default() += sequences;
            }
        }
        self.layer = next.into_iter().collect();
        self.ply += 1;
        Some(PerftRow {
            ply: self.ply,
            naive: game.perft(&self.start, self.ply),
            symmetry_avoiding: self.layer.iter().map(|(_, n)| n).sum(),
            distinct: self.layer.len() as u64,
        })
    }
}
