//! The first moves of games whose tigers are placed one by one.
//!
//! With `k` tigers on the board there are `k` goats if Tiger is to place the next, and `k − 1` if
//! Goat is. None can have been captured, since tigers do not move before all of them stand.

use bagh::{Game, Opening as GameOpening, Position, Side};

use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::file::format::{Contents, Header, OPENING_BLOCK};
use crate::file::writer::Packed;
use crate::rank::{Ranking, binomial};
use crate::space::{Space, bits, spread, squeeze};
use crate::tables::Tables;
use crate::value::Value;
use crate::verdict::Verdict;

/// The table of openings.
pub(crate) struct Opening;

/// Positions with this many tigers on the board and this side to place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stage {
    tigers: u32,
    turn: Side,
}

impl Stage {
    /// The stages of a game, in the order in which they are played.
    fn all(game: &Game) -> impl DoubleEndedIterator<Item = Stage> {
        (0..u32::from(game.tigers())).flat_map(|tigers| {
            let goat = (tigers > 0).then_some(Stage { tigers, turn: Side::Goat });
            goat.into_iter().chain([Stage { tigers, turn: Side::Tiger }])
        })
    }

    fn goats(self) -> u32 {
        match self.turn {
            Side::Tiger => self.tigers,
            Side::Goat => self.tigers - 1,
        }
    }

    fn rankings(self, points: u32) -> (Ranking, Ranking) {
        (Ranking::new(points, self.tigers), Ranking::new(points - self.tigers, self.goats()))
    }

    fn positions(self, points: u32) -> usize {
        (binomial(points, self.tigers) * binomial(points - self.tigers, self.goats())) as usize
    }
}

impl Opening {
    /// Whether a game has a table of openings.
    pub(crate) fn is_of(game: &Game) -> bool {
        // More goats than tigers are needed to place one after each.
        *game.opening() == GameOpening::Placed && game.goats() >= game.tigers()
    }

    /// Positions of a game's table of openings.
    pub(crate) fn positions(game: &Game) -> usize {
        let points = game.board().len() as u32;
        Stage::all(game).map(|stage| stage.positions(points)).sum()
    }

    /// Whether a position with tigers in hand is one that a game comes to.
    pub(crate) fn has(game: &Game, position: &Position) -> bool {
        let tigers = position.tigers().len();
        let placed = usize::from(game.goats() - position.goats_in_hand());
        let expected = match position.turn() {
            Side::Tiger => Some(tigers),
            Side::Goat => tigers.checked_sub(1),
        };
        Opening::is_of(game)
            && tigers < usize::from(game.tigers())
            && position.captured() == 0
            && Some(placed) == expected
    }

    /// The number of a position in the table.
    pub(crate) fn number(space: &Space, position: &Position) -> usize {
        let game = space.game();
        let points = game.board().len() as u32;
        let here = Stage { tigers: position.tigers().len() as u32, turn: position.turn() };
        let before: usize =
            Stage::all(game).take_while(|&s| s != here).map(|s| s.positions(points)).sum();
        let (tiger_ranking, goat_ranking) = here.rankings(points);
        let tigers = space.labels_of(position.tigers());
        let herd = squeeze(space.labels_of(position.goats()), tigers);
        before
            + tiger_ranking.rank(tigers) as usize * goat_ranking.len()
            + goat_ranking.rank(herd) as usize
    }

    /// Solves the opening from the tables of the placement phase, last stage first.
    pub(crate) fn solve(tables: &Tables) -> Result<Packed, TableError> {
        let game = tables.space().game();
        let verdicts = Opening::verdicts(tables)?;
        let header = Header::new(game, Contents::Opening, 0);
        let mut compressor = Compressor::new(Effort::Hard);
        let packed = verdicts
            .chunks(OPENING_BLOCK)
            .map(|verdicts| {
                let mut bytes = vec![0; header.block_bytes()];
                for (at, verdict) in verdicts.iter().enumerate() {
                    header.set_code_in(&mut bytes, at, verdict.value.code(game.captures()));
                }
                compressor.compress(&bytes)
            })
            .collect();
        Ok(Packed::new(header, packed))
    }

    /// The verdicts on all positions of the opening, in the order of the table, from the tables
    /// of the placement phase; with plies, if those have them.
    pub(crate) fn verdicts(tables: &Tables) -> Result<Vec<Verdict>, TableError> {
        let space = tables.space();
        let game = space.game();
        let points = game.board().len() as u32;
        let mut later: Vec<Verdict> = Vec::new();
        for stage in Stage::all(game).rev() {
            let mut here = Vec::with_capacity(stage.positions(points) + later.len());
            let (tiger_ranking, goat_ranking) = stage.rankings(points);
            let (all_tigers, all_herds) = (tiger_ranking.subsets(), goat_ranking.subsets());
            for &tigers in &all_tigers {
                for &index in &all_herds {
                    let herd = spread(index, tigers);
                    here.push(stage_verdict(tables, stage, tigers, herd, &later)?);
                }
            }
            here.append(&mut later);
            later = here;
        }
        Ok(later)
    }
}

/// The verdict on one position of a stage; `later` are those of the stages after it.
fn stage_verdict(
    tables: &Tables,
    stage: Stage,
    tigers: u32,
    herd: u32,
    later: &[Verdict],
) -> Result<Verdict, TableError> {
    let space = tables.space();
    let game = space.game();
    let points = game.board().len() as u32;
    let next = match stage.turn {
        Side::Tiger => Stage { tigers: stage.tigers + 1, turn: Side::Goat },
        Side::Goat => Stage { tigers: stage.tigers, turn: Side::Tiger },
    };
    let in_opening = next.tigers < u32::from(game.tigers());
    let rankings = in_opening.then(|| next.rankings(points));
    let mut best: Option<Verdict> = None;
    for place in bits(((1u64 << points) - 1) as u32 & !tigers & !herd) {
        let (tigers, herd) = match stage.turn {
            Side::Tiger => (tigers | 1 << place, herd),
            Side::Goat => (tigers, herd | 1 << place),
        };
        let after = if let Some((tiger_ranking, goat_ranking)) = &rankings {
            // The next stage stands first among the later ones.
            let at = tiger_ranking.rank(tigers) as usize * goat_ranking.len()
                + goat_ranking.rank(squeeze(herd, tigers)) as usize;
            later[at]
        } else {
            let in_hand = game.goats() - herd.count_ones() as u8;
            let position = Position::from_parts(
                space.points_of(tigers),
                space.points_of(herd),
                next.turn,
                in_hand,
                0,
            );
            tables.verdict(&position)?
        };
        best = Some(best.map_or(after, |best| better(best, after, stage.turn)));
    }
    let best = best.expect("there is room for every piece");
    let won = best.value.outcome().winner().is_some();
    Ok(Verdict { plies: best.plies.filter(|_| won).map(|plies| plies + 1), ..best })
}

/// The one of two verdicts that is better for a side.
fn better(a: Verdict, b: Verdict, side: Side) -> Verdict {
    // From the worst for the tigers to the best: an early loss, a late win, an early win.
    let order = |verdict: Verdict| {
        let plies = verdict.plies.map_or(0, i32::from);
        match verdict.value {
            Value::GoatWin => (verdict.value, plies),
            _ => (verdict.value, -plies),
        }
    };
    match (order(a) < order(b), side) {
        (true, Side::Tiger) | (false, Side::Goat) => b,
        (true, Side::Goat) | (false, Side::Tiger) => a,
    }
}
