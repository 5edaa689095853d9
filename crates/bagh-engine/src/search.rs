//! Principal variation search: negamax alpha-beta with a transposition table, move ordering,
//! late move reductions, reverse futility pruning, a capture extension and quiescence search.
//!
//! Scores inside are from the point of view of the side to move. The first move of a node is
//! searched with the full window, the others with a null window first.

use bagh::{Game, Move, Outcome, Phase, Position, REPETITIONS, Side, Symmetry};

use crate::evaluation::Evaluation;
use crate::evaluation_cache::EvaluationCache;
use crate::limits::SearchControl;
use crate::move_ordering::{MAX_PLY, MoveOrdering};
use crate::score::{GOAT, Score, WIN, WIN_IN_MAX_PLY, score_from_tt, score_to_tt};
use crate::tablebase::{Tablebase, TablebaseValue};
use crate::transposition::{Bound, PackedMove, TranspositionTable, TtEntry, key_of};

/// Reverse futility pruning is tried at this remaining depth or less.
const REVERSE_FUTILITY_DEPTH: i32 = 3;

/// One search of one thread.
pub(crate) struct Search<'e, 's> {
    pub game: &'e Game,
    pub evaluation: &'e dyn Evaluation,
    pub tablebase: Option<&'e dyn Tablebase>,
    pub tt: &'e TranspositionTable,
    pub evaluation_cache: &'e mut EvaluationCache,
    pub move_ordering: &'e mut MoveOrdering,
    /// For each symmetry of the board its inverse.
    pub inverses: &'e [Symmetry],
    pub control: SearchControl<'s>,
    /// The positions of the game so far, then those from the root to the current node.
    pub path: Vec<Position>,
    /// How many positions of `path` belong to the game.
    pub game_plies: usize,
    /// The principal variation from each ply on (a triangular table).
    pub pv: Vec<Vec<Move>>,
    /// Root moves to skip: the first moves of better lines (MultiPV).
    pub excluded: Vec<Move>,
    /// The depth of this iteration; extensions reach at most twice as far.
    pub root_depth: usize,
    /// Scored moves of each ply, kept to save allocations.
    pub move_lists: Vec<Vec<(i32, Move)>>,
}

impl Search<'_, '_> {
    /// The score of a position for the side to move, `depth` plies deep. The result is
    /// meaningless once `control` says stop.
    pub fn alpha_beta(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        previous_move: PackedMove,
    ) -> i32 {
        self.pv[ply].clear();
        if self.control.count_node() {
            return 0;
        }
        let plies = ply as i32;
        if position.captured() >= self.game.captures() {
            return Score::win(Side::Tiger, plies).for_side(position.turn());
        }
        if ply > 0 {
            if self.is_repetition(position) {
                return Score::draw(position.captured()).for_side(position.turn());
            }
            if let Some(value) = self.tablebase.and_then(|tables| tables.lookup(position)) {
                return tablebase_score(self.game, value, plies).for_side(position.turn());
            }
            // Mate distance pruning: no win can be nearer than the next ply.
            alpha = alpha.max(plies - WIN);
            beta = beta.min(WIN - plies - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiescence(position, alpha, beta, ply);
        }

        let is_pv_node = beta - alpha > 1;
        let (key, image) = key_of(self.game, position);
        let mut tt_move = PackedMove::NONE;
        if let Some(entry) = self.tt.probe(key) {
            tt_move = self.to_this_image(entry.mv, image);
            let score = score_from_tt(entry.score, plies);
            let is_cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if entry.depth >= depth && is_cutoff && !is_pv_node && ply > 0 {
                return score;
            }
        }

        // Reverse futility pruning (static null move pruning).
        if depth <= REVERSE_FUTILITY_DEPTH && !is_pv_node && ply > 0 && beta.abs() < WIN_IN_MAX_PLY
        {
            let evaluation = self.evaluate(position);
            let margin = self.evaluation.reverse_futility_margin() * depth;
            if evaluation - margin >= beta && self.game.can_move(position) {
                return evaluation;
            }
        }

        let side = position.turn();
        let mut moves = std::mem::take(&mut self.move_lists[ply]);
        moves.clear();
        for mv in self.game.moves(position) {
            if ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            moves.push((self.move_ordering.score(side, ply, mv, tt_move, previous_move), mv));
        }
        if moves.is_empty() {
            self.move_lists[ply] = moves;
            // The side that cannot move has lost.
            return Score::win(side.other(), plies).for_side(side);
        }

        let original_alpha = alpha;
        let mut best_score = i32::MIN;
        let mut best_move = None;
        self.path.push(*position);
        for move_number in 0..moves.len() {
            // Selection sort: a cutoff usually comes before the list would be sorted.
            let next = (move_number..moves.len()).max_by_key(|&i| (moves[i].0, usize::MAX - i));
            moves.swap(move_number, next.unwrap_or(move_number));
            let mv = moves[move_number].1;
            let after = self.game.after(position, mv);
            let packed = PackedMove::new(mv);
            // Capture extension.
            let is_extended = mv.captured().is_some() && ply < 2 * self.root_depth;
            let next_depth = if is_extended { depth } else { depth - 1 };
            let mut score;
            if move_number == 0 {
                score = -self.alpha_beta(&after, next_depth, -beta, -alpha, ply + 1, packed);
            } else {
                let reduction = late_move_reduction(depth, move_number, mv, is_pv_node);
                let reduced = next_depth - reduction;
                score = -self.alpha_beta(&after, reduced, -alpha - 1, -alpha, ply + 1, packed);
                if score > alpha && reduction > 0 {
                    score =
                        -self.alpha_beta(&after, next_depth, -alpha - 1, -alpha, ply + 1, packed);
                }
                if score > alpha && score < beta {
                    score = -self.alpha_beta(&after, next_depth, -beta, -alpha, ply + 1, packed);
                }
            }
            if self.control.is_stopped() {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha || best_move.is_none() {
                    best_move = Some(mv);
                }
                if score > alpha {
                    alpha = score;
                    self.update_pv(ply, mv);
                }
            }
            if alpha >= beta {
                let tried: Vec<Move> = moves[..move_number].iter().map(|&(_, m)| m).collect();
                self.move_ordering.record_cutoff(side, ply, depth, mv, previous_move, &tried);
                break;
            }
        }
        self.path.pop();
        self.move_lists[ply] = moves;
        if self.control.is_stopped() {
            return 0;
        }
        if ply > 0 || self.excluded.is_empty() {
            let bound = if best_score >= beta {
                Bound::Lower
            } else if best_score > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let mv = best_move.map_or(PackedMove::NONE, |mv| {
                let symmetry = &self.game.board().symmetries()[image];
                PackedMove::new(transformed(symmetry, mv))
            });
            let score = score_to_tt(best_score, plies);
            self.tt.store(key, TtEntry { score, mv, depth, bound });
        }
        best_score
    }

    /// Quiescence search: the static evaluation as stand pat, and captures of the tigers.
    fn quiescence(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let side = position.turn();
        let Some(first) = self.game.moves(position).next() else {
            return Score::win(side.other(), ply as i32).for_side(side);
        };
        let mut best_score = self.evaluate(position);
        if side == Side::Goat || matches!(first, Move::Place { .. }) || ply >= MAX_PLY - 1 {
            return best_score;
        }
        for mv in self.game.moves(position) {
            if best_score >= beta {
                break;
            }
            alpha = alpha.max(best_score);
            if mv.captured().is_some() {
                let after = self.game.after(position, mv);
                if self.control.count_node() {
                    return 0;
                }
                let score = if after.captured() >= self.game.captures() {
                    Score::win(Side::Tiger, ply as i32 + 1).for_side(side)
                } else {
                    -self.quiescence(&after, -beta, -alpha, ply + 1)
                };
                best_score = best_score.max(score);
            }
        }
        best_score
    }

    /// The static evaluation of a position for the side to move.
    fn evaluate(&mut self, position: &Position) -> i32 {
        let points =
            self.evaluation_cache.get_or_insert(position, || self.evaluation.points(position));
        Score::new(points).for_side(position.turn())
    }

    /// Whether a sliding position counts as a draw by repetition. One earlier occurrence between
    /// the root and this node is enough, since both sides can reach it again. Occurrences in the
    /// game before the root count as the rules say: a side that passed through a position once
    /// may still find something better there.
    fn is_repetition(&self, position: &Position) -> bool {
        if self.game.phase(position) != Phase::Sliding {
            return false;
        }
        let mut left = REPETITIONS - 1;
        let is_reversible =
            |p: &Position| p.captured() == position.captured() && p.goats_in_hand() == 0;
        let path = self.path.iter().enumerate().rev().take_while(|(_, p)| is_reversible(p));
        for (at, earlier) in path {
            if earlier == position {
                left -= 1;
                if at >= self.game_plies || left == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The principal variation from this ply on becomes this move and the one of the next ply.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// A move of the canonical image in the transposition table, mapped back to this position.
    fn to_this_image(&self, mv: PackedMove, image: usize) -> PackedMove {
        if image == 0 || mv == PackedMove::NONE {
            mv
        } else {
            mv.transformed(&self.inverses[image])
        }
    }
}

/// Late move reductions: by how many plies a quiet move late in the order is reduced.
#[inline]
fn late_move_reduction(depth: i32, move_number: usize, mv: Move, is_pv_node: bool) -> i32 {
    if depth < 2 || move_number < 2 || mv.captured().is_some() {
        return 0;
    }
    let reduction =
        1 + i32::from(move_number >= 8 && depth >= 4) + i32::from(move_number >= 6 && depth >= 7);
    if is_pv_node { reduction - 1 } else { reduction }
}

/// The score of an exact value, this many plies from the root.
fn tablebase_score(game: &Game, value: TablebaseValue, ply: i32) -> Score {
    match (value.outcome.winner(), value.plies) {
        (Some(side), Some(plies)) => Score::win(side, ply + i32::from(plies)),
        (Some(Side::Tiger), None) => Score::new(GOAT * (i32::from(game.captures()) + 1)),
        (Some(Side::Goat), None) => Score::new(0),
        (None, _) => {
            debug_assert_eq!(value.outcome, Outcome::Draw);
            Score::draw(value.captures)
        }
    }
}

/// The image of a move under a symmetry of the board.
pub(crate) fn transformed(symmetry: &Symmetry, mv: Move) -> Move {
    match mv {
        Move::Place { at } => Move::Place { at: symmetry.point(at) },
        Move::Slide { from, to } => {
            Move::Slide { from: symmetry.point(from), to: symmetry.point(to) }
        }
        Move::Jump { from, over, to } => Move::Jump {
            from: symmetry.point(from),
            over: symmetry.point(over),
            to: symmetry.point(to),
        },
    }
}
