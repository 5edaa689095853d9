//! One position for all that are the same but for a symmetry of the board.

use crate::game::Game;
use crate::moves::{Move, Moves};
use crate::point::Points;
use crate::position::Position;

impl Game {
    /// The least of a position's images under the symmetries of the board.
    ///
    /// Positions are equivalent exactly when their canonical forms are equal.
    ///
    /// ```
    /// use bagh::Game;
    ///
    /// let game = Game::bagh_chal();
    /// let start = game.start();
    /// let mut forms: Vec<_> =
    ///     game.moves(&start).map(|m| game.canonical(&game.after(&start, m))).collect();
    /// forms.sort();
    /// forms.dedup();
    /// assert_eq!(forms.len(), 5); // Five first moves that differ by more than symmetry.
    /// ```
    pub fn canonical(&self, position: &Position) -> Position {
        let mut best = *position;
        for symmetry in &self.board().symmetries()[1..] {
            // The tigers decide most comparisons, so the goats are rarely moved.
            let tigers = symmetry.points(position.tigers());
            if tigers <= best.tigers() {
                let image = position.transformed(symmetry);
                if image < best {
                    best = image;
                }
            }
        }
        best
    }

    /// Legal moves whose successors are pairwise inequivalent: of moves with equivalent
    /// successors the first is kept.
    pub fn inequivalent_moves<'g>(&'g self, position: &Position) -> InequivalentMoves<'g> {
        InequivalentMoves { game: self, position: *position, moves: self.moves(position) }
    }

    /// The symmetry-avoiding move generator as Lim and Nievergelt (2009) count with it.
    ///
    /// Of the points that the symmetries of the position itself carry into each other, pieces are
    /// placed only on the first, and only the piece on the first moves. The paper says that this
    /// makes all successors inequivalent, but its Table 5 shows otherwise: a tiger on an axis of
    /// symmetry still moves to both sides of it. [`Game::inequivalent_moves`] leaves those out.
    pub fn symmetry_avoiding_moves<'g>(&'g self, position: &Position) -> SymmetryAvoidingMoves<'g> {
        let mut firsts = self.board().all();
        for symmetry in &self.board().symmetries()[1..] {
            if position.transformed(symmetry) == *position {
                for point in self.board().all() {
                    let image = symmetry.point(point);
                    if image > point {
                        firsts = firsts.without(image.set());
                    }
                }
            }
        }
        SymmetryAvoidingMoves { moves: self.moves(position), firsts }
    }
}

/// Legal moves with pairwise inequivalent successors.
#[derive(Clone, Debug)]
pub struct InequivalentMoves<'g> {
    game: &'g Game,
    position: Position,
    moves: Moves<'g>,
}

impl InequivalentMoves<'_> {
    /// Whether an earlier legal move leads to an equivalent position.
    fn came_before(&self, mv: Move) -> bool {
        let game = self.game;
        let form = game.canonical(&game.after(&self.position, mv));
        game.moves(&self.position)
            .take_while(|&m| m != mv)
            .any(|m| game.canonical(&game.after(&self.position, m)) == form)
    }
}

impl Iterator for InequivalentMoves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let mv = self.moves.next()?;
            if !self.came_before(mv) {
                return Some(mv);
            }
        }
    }
}

/// Legal moves of one point from each orbit of the position's own symmetries.
#[derive(Clone, Debug)]
pub struct SymmetryAvoidingMoves<'g> {
    moves: Moves<'g>,
    firsts: Points,
}

impl Iterator for SymmetryAvoidingMoves<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.moves.find(|mv| self.firsts.contains(mv.from().unwrap_or(mv.to())))
    }
}
