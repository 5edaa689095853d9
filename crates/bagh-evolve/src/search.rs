//! Search to a fixed depth, with a network or another judge at the leaves.

use bagh::{Game, Move, Position, Side};

use crate::judge::Judge;
use crate::random::Stream;

/// The value of a win now; later ones are worth a little less.
const WIN: f32 = 1_000.0;

/// Evaluations kept at hand, a power of two. A goat placed here and then there makes the same
/// position as the other way round.
const CACHED: usize = 1 << 13;

/// Most plies that a search looks ahead.
pub const MAX_DEPTH: u32 = 8;

/// A player: an evaluation for one side, and how far it looks ahead.
pub struct Searcher<'a, J> {
    game: &'a Game,
    judge: J,
    side: Side,
    depth: u32,
    cache: Vec<(u64, u32, f32)>,
    moves: Vec<Vec<(i32, Move)>>,
    /// How often a move to a point cut the search short, for either side.
    history: Box<[[i32; 32 * 33]; 2]>,
    leaves: u64,
}

impl<'a, J: Judge> Searcher<'a, J> {
    /// A player of this side who looks `depth` plies ahead, at least one.
    pub fn new(game: &'a Game, judge: J, side: Side, depth: u32) -> Searcher<'a, J> {
        assert!((1..=MAX_DEPTH).contains(&depth), "depth {depth} is not from 1 to {MAX_DEPTH}");
        Searcher {
            game,
            judge,
            side,
            depth,
            cache: vec![(u64::MAX, u32::MAX, 0.0); CACHED],
            moves: vec![Vec::new(); depth as usize + 1],
            history: Box::new([[0; 32 * 33]; 2]),
            leaves: 0,
        }
    }

    /// Positions evaluated so far.
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The best move and its value for this side, among equals one at random; none where the game
    /// is over.
    pub fn choose(&mut self, position: &Position, stream: &mut Stream) -> Option<(Move, f32)> {
        debug_assert_eq!(position.turn(), self.side);
        let game = self.game;
        let mut moves: Vec<Move> = game.moves(position).collect();
        stream.shuffle(&mut moves);
        *self.history = [[0; 32 * 33]; 2];
        // A look one ply ahead puts likely moves first, which cuts the rest short.
        if self.depth > 2 {
            let mut scored: Vec<(f32, Move)> = moves
                .iter()
                .map(|&mv| {
                    let after = game.after(position, mv);
                    (-self.value(&after, 1, 1, f32::NEG_INFINITY, f32::INFINITY), mv)
                })
                .collect();
            scored.sort_by(|a, b| b.0.total_cmp(&a.0));
            moves.clear();
            moves.extend(scored.into_iter().map(|(_, mv)| mv));
        }
        let mut best: Option<(Move, f32)> = None;
        for mv in moves {
            let alpha = best.map_or(f32::NEG_INFINITY, |(_, value)| value);
            let after = game.after(position, mv);
            let value = -self.value(&after, self.depth - 1, 1, f32::NEG_INFINITY, -alpha);
            if value > alpha || best.is_none() {
                best = Some((mv, value));
            }
        }
        best
    }

    /// The value of a position for the side to move, `ply` plies after the position asked about.
    /// Outside of alpha and beta it is only a bound.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: f32,
        beta: f32,
    ) -> f32 {
        let game = self.game;
        if position.captured() >= game.captures() {
            // Only a tiger's move leads here.
            return -(WIN - ply as f32);
        }
        if depth == 0 {
            return self.leaf(position, ply);
        }
        let turn = usize::from(position.turn() == Side::Goat);
        let mut moves = std::mem::take(&mut self.moves[depth as usize]);
        moves.clear();
        moves.extend(game.moves(position).map(|mv| (self.history_score(turn, mv), mv)));
        let mut best = -(WIN - ply as f32); // A side that cannot move has lost.
        for next in 0..moves.len() {
            // The most promising of those that are left.
            let pick = (next..moves.len()).max_by_key(|&at| (moves[at].0, usize::MAX - at));
            moves.swap(next, pick.unwrap_or(next));
            let mv = moves[next].1;
            let after = game.after(position, mv);
            let value = -self.value(&after, depth - 1, ply + 1, -beta, -alpha);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if alpha >= beta {
                    self.history[turn][slot(mv)] += 1 << (2 * depth);
                    break;
                }
            }
        }
        self.moves[depth as usize] = moves;
        best
    }

    fn history_score(&self, turn: usize, mv: Move) -> i32 {
        let capture = if mv.captured().is_some() { 1 << 28 } else { 0 };
        capture + self.history[turn][slot(mv)]
    }

    /// The value of a leaf for the side to move.
    #[inline]
    fn leaf(&mut self, position: &Position, ply: u32) -> f32 {
        let key = u64::from(position.tigers().bits()) << 32 | u64::from(position.goats().bits());
        let rest = u32::from(position.goats_in_hand()) << 8 | u32::from(position.captured());
        let rest = rest << 1 | u32::from(position.turn() == Side::Goat);
        let mixed = (key ^ u64::from(rest) << 57).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (mixed >> 40) as usize & (CACHED - 1);
        let entry = self.cache[slot];
        let value = if (entry.0, entry.1) == (key, rest) {
            entry.2
        } else {
            let value = self.look(position);
            self.cache[slot] = (key, rest, value);
            value
        };
        // A loss is worse the sooner it comes.
        if value == -WIN { -(WIN - ply as f32) } else { value }
    }

    /// The value of a position for the side to move, `-WIN` if it is lost.
    #[inline]
    fn look(&mut self, position: &Position) -> f32 {
        self.leaves += 1;
        match self.judge.value(position, self.side) {
            None => -WIN,
            Some(value) if position.turn() == self.side => value,
            Some(value) => -value,
        }
    }
}

fn slot(mv: Move) -> usize {
    mv.from().map_or(32, |from| from.index()) * 32 + mv.to().index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Eye;
    use crate::judge::Seen;
    use crate::network::{Network, WEIGHTS};

    /// The value of a position for the side to move, every move tried.
    fn plain(
        player: &mut Searcher<'_, Seen<'_>>,
        position: &Position,
        depth: u32,
        ply: u32,
    ) -> f32 {
        let game = player.game;
        if game.result(position).is_some() {
            return -(WIN - ply as f32);
        }
        if depth == 0 {
            return player.look(position);
        }
        let moves: Vec<Move> = game.moves(position).collect();
        moves
            .into_iter()
            .map(|mv| -plain(player, &game.after(position, mv), depth - 1, ply + 1))
            .fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn nothing_is_lost_by_cutting_short() {
        for (game, games) in [(Game::bagh_chal(), 2), (Game::aadu_puli(), 1)] {
            let eye = Eye::new(game);
            for number in 0..games {
                let mut stream = Stream::of_play(6, number);
                let mut birth =
                    || std::array::from_fn::<f32, WEIGHTS, _>(|_| stream.normal() as f32 * 0.3);
                let networks = [(); 2].map(|()| Network::from_weights(&birth()));
                let mut tiger = Searcher::new(game, Seen::new(&eye, &networks[0]), Side::Tiger, 3);
                let mut goat = Searcher::new(game, Seen::new(&eye, &networks[1]), Side::Goat, 2);
                let mut position = game.start();
                for ply in 0..70 {
                    if game.result(&position).is_some() {
                        break;
                    }
                    let player =
                        if position.turn() == Side::Tiger { &mut tiger } else { &mut goat };
                    let depth = player.depth;
                    let (mv, value) = player.choose(&position, &mut stream).unwrap();
                    if ply % 4 < 2 {
                        assert_eq!(value, plain(player, &position, depth, 0), "{position:?}");
                        let after = game.after(&position, mv);
                        assert_eq!(value, -plain(player, &after, depth - 1, 1));
                    }
                    game.play_unchecked(&mut position, mv);
                }
            }
        }
    }
}
