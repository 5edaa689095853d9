//! Alpha-beta: the best line of so many plies.
//!
//! Scores inside are those of the side to move (negamax). Every position is searched once with
//! a full window on the best line, and with an empty window elsewhere. Moves late in the order
//! are looked at less deeply first, captures more deeply; near the end of a line a position that
//! looks far too good for the other side to allow it is not looked at further.

use bagh::{Game, Move, Outcome, Phase, Position, REPETITIONS, Side, Symmetry};

use crate::estimates::Estimates;
use crate::evaluation::Evaluation;
use crate::knowledge::{Knowledge, Known};
use crate::limits::Watch;
use crate::memory::{Bound, Memory, Remembered, ShortMove, key_of};
use crate::order::{Experience, MAX_PLY};
use crate::score::{GOAT, SEEN, Score, WIN, from_table, to_table};

/// Plies before the end of a line in which a position may be too good to be looked at.
const TOO_GOOD_PLIES: i32 = 3;

/// One search, with all that it needs.
pub(crate) struct Search<'e, 's> {
    pub game: &'e Game,
    pub evaluation: &'e dyn Evaluation,
    pub knowledge: Option<&'e dyn Knowledge>,
    pub memory: &'e Memory,
    pub estimates: &'e mut Estimates,
    pub experience: &'e mut Experience,
    /// For each symmetry of the board the one that undoes it.
    pub inverses: &'e [Symmetry],
    pub watch: Watch<'s>,
    /// The positions of the game so far and of the line that is looked at.
    pub path: Vec<Position>,
    /// How many of them are those of the game.
    pub game_plies: usize,
    /// The best line from each ply on.
    pub lines: Vec<Vec<Move>>,
    /// Moves that are left out at the root: the ones of better lines.
    pub excluded: Vec<Move>,
    /// How deep the whole search goes; extensions never more than double it.
    pub horizon: usize,
    /// Room for the moves of each ply.
    pub rooms: Vec<Vec<(i32, Move)>>,
}

impl Search<'_, '_> {
    /// The score of a position for the side to move, looking `depth` plies ahead. Without meaning
    /// if the watch is over.
    pub fn alpha_beta(
        &mut self,
        position: &Position,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
        before: ShortMove,
    ) -> i32 {
        self.lines[ply].clear();
        if self.watch.count() {
            return 0;
        }
        let at = ply as i32;
        if position.captured() >= self.game.captures() {
            return Score::win(Side::Tiger, at).for_side(position.turn());
        }
        if ply > 0 {
            if self.repeats(position) {
                return Score::draw(position.captured()).for_side(position.turn());
            }
            if let Some(known) = self.knowledge.and_then(|k| k.known(position)) {
                return exact(self.game, known, at).for_side(position.turn());
            }
            // No win can be nearer than the next ply: what cannot beat a win in hand is not
            // looked at.
            alpha = alpha.max(at - WIN);
            beta = beta.min(WIN - at - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiet(position, alpha, beta, ply);
        }

        let on_best_line = beta - alpha > 1;
        let (key, image) = key_of(self.game, position);
        let remembered = self.memory.recall(key);
        let mut first = ShortMove::NONE;
        if let Some(found) = remembered {
            first = self.turned(found.mv, image);
            let points = from_table(found.points, at);
            let is_enough = match found.bound {
                Bound::Exact => true,
                Bound::AtLeast => points >= beta,
                Bound::AtMost => points <= alpha,
            };
            if found.depth >= depth && is_enough && !on_best_line && ply > 0 {
                return points;
            }
        }

        if depth <= TOO_GOOD_PLIES && !on_best_line && ply > 0 && beta.abs() < SEEN {
            let estimate = self.estimate(position);
            if estimate - self.evaluation.doubt() * depth >= beta && self.game.can_move(position) {
                return estimate;
            }
        }

        let side = position.turn();
        let mut moves = std::mem::take(&mut self.rooms[ply]);
        moves.clear();
        for mv in self.game.moves(position) {
            if ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            moves.push((self.experience.promise(side, ply, mv, first, before), mv));
        }
        if moves.is_empty() {
            self.rooms[ply] = moves;
            // Who cannot move has lost.
            return Score::win(side.other(), at).for_side(side);
        }

        let start = alpha;
        let mut best = i32::MIN;
        let mut best_move = None;
        self.path.push(*position);
        for number in 0..moves.len() {
            // Picking the next best each time is enough: few moves are needed mostly.
            let next = (number..moves.len()).max_by_key(|&i| (moves[i].0, usize::MAX - i));
            moves.swap(number, next.unwrap_or(number));
            let mv = moves[number].1;
            let after = self.game.after(position, mv);
            let short = ShortMove::new(mv);
            let extended = mv.captured().is_some() && ply < 2 * self.horizon;
            let next_depth = if extended { depth } else { depth - 1 };
            let mut points;
            if number == 0 {
                points = -self.alpha_beta(&after, next_depth, -beta, -alpha, ply + 1, short);
            } else {
                let less = reduction(depth, number, mv, on_best_line);
                points =
                    -self.alpha_beta(&after, next_depth - less, -alpha - 1, -alpha, ply + 1, short);
                if points > alpha && less > 0 {
                    points =
                        -self.alpha_beta(&after, next_depth, -alpha - 1, -alpha, ply + 1, short);
                }
                if points > alpha && points < beta {
                    points = -self.alpha_beta(&after, next_depth, -beta, -alpha, ply + 1, short);
                }
            }
            if self.watch.is_over() {
                break;
            }
            if points > best {
                best = points;
                if points > alpha || best_move.is_none() {
                    best_move = Some(mv);
                }
                if points > alpha {
                    alpha = points;
                    self.lead_with(ply, mv);
                }
            }
            if alpha >= beta {
                let tried: Vec<Move> = moves[..number].iter().map(|&(_, m)| m).collect();
                self.experience.reward(side, ply, depth, mv, before, &tried);
                break;
            }
        }
        self.path.pop();
        self.rooms[ply] = moves;
        if self.watch.is_over() {
            return 0;
        }
        if ply > 0 || self.excluded.is_empty() {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > start {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            let mv = best_move.map_or(ShortMove::NONE, |mv| {
                let symmetry = &self.game.board().symmetries()[image];
                ShortMove::new(through(symmetry, mv))
            });
            self.memory.store(key, Remembered { points: to_table(best, at), mv, depth, bound });
        }
        best
    }

    /// At the end of the line: the estimate, and for the tigers what they can capture at once.
    fn quiet(&mut self, position: &Position, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        let side = position.turn();
        let Some(first) = self.game.moves(position).next() else {
            return Score::win(side.other(), ply as i32).for_side(side);
        };
        let mut best = self.estimate(position);
        if side == Side::Goat || matches!(first, Move::Place { .. }) || ply >= MAX_PLY - 1 {
            return best;
        }
        for mv in self.game.moves(position) {
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
            if mv.captured().is_some() {
                let after = self.game.after(position, mv);
                if self.watch.count() {
                    return 0;
                }
                let points = if after.captured() >= self.game.captures() {
                    Score::win(Side::Tiger, ply as i32 + 1).for_side(side)
                } else {
                    -self.quiet(&after, -beta, -alpha, ply + 1)
                };
                best = best.max(points);
            }
        }
        best
    }

    /// What a position looks like to the side to move, without looking ahead.
    fn estimate(&mut self, position: &Position) -> i32 {
        let points = self.estimates.of(position, || self.evaluation.points(position));
        Score::new(points).for_side(position.turn())
    }

    /// Whether a sliding position counts as a draw because it stood before. Once on this line is
    /// enough: then both sides can have it again. Of the game so far it takes as often as the
    /// rules say: who came by a position once may still find something better there.
    fn repeats(&self, position: &Position) -> bool {
        if self.game.phase(position) != Phase::Sliding {
            return false;
        }
        let mut left = REPETITIONS - 1;
        let same_herd =
            |p: &Position| p.captured() == position.captured() && p.goats_in_hand() == 0;
        for (at, stood) in self.path.iter().enumerate().rev().take_while(|(_, p)| same_herd(p)) {
            if stood == position {
                left -= 1;
                if at >= self.game_plies || left == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// The best line from this ply on begins with this move.
    fn lead_with(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }

    /// A move of the remembered image, turned back to the position as it stands.
    fn turned(&self, mv: ShortMove, image: usize) -> ShortMove {
        if image == 0 || mv == ShortMove::NONE { mv } else { mv.through(&self.inverses[image]) }
    }
}

/// How much less deeply a move late in the order is looked at.
#[inline]
fn reduction(depth: i32, number: usize, mv: Move, on_best_line: bool) -> i32 {
    if depth < 2 || number < 2 || mv.captured().is_some() {
        return 0;
    }
    let less = 1 + i32::from(number >= 8 && depth >= 4) + i32::from(number >= 6 && depth >= 7);
    if on_best_line { less - 1 } else { less }
}

/// The score of an exact value, at a ply of the search.
fn exact(game: &Game, known: Known, ply: i32) -> Score {
    match (known.outcome.winner(), known.plies) {
        (Some(side), Some(plies)) => Score::win(side, ply + i32::from(plies)),
        (Some(Side::Tiger), None) => Score::new(GOAT * (i32::from(game.captures()) + 1)),
        (Some(Side::Goat), None) => Score::new(0),
        (None, _) => {
            debug_assert_eq!(known.outcome, Outcome::Draw);
            Score::draw(known.captures)
        }
    }
}

/// A move seen through a symmetry of the board.
pub(crate) fn through(symmetry: &Symmetry, mv: Move) -> Move {
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
