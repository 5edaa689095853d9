//! Accuracy: what the tables say of the moves of games that are over.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use bagh::Side;
use bagh_online::{GameId, Millis, PlayerId, Setup};
use bagh_store::{Account, GameRow, Mark};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::Online;
use super::error::OnlineError;
use crate::error::ApiError;
use crate::fair_play::{Tally, judge_game};

/// Games that are marked when a profile is looked at. Each is marked once.
const AT_ONCE: usize = 20;
/// Games that are looked at for that, a page and all: many may have no tables.
const PAGE: u32 = 200;
const PAGES: u32 = 5;
/// How long a profile waits for new marks. What takes longer is told the next time.
const PATIENCE: Duration = Duration::from_secs(5);
/// A game that the tables cannot judge is not tried again for this long.
const LATER: Duration = Duration::from_secs(600);
/// Such games that are remembered.
const REMEMBERED: usize = 10_000;

/// What is known of games without marks.
#[derive(Default)]
pub(crate) struct Marking(Mutex<State>);

#[derive(Default)]
struct State {
    /// Accounts whose games are being marked.
    busy: HashSet<PlayerId>,
    /// Where the next look begins, of accounts whose games were too many for one.
    begins: HashMap<PlayerId, (Millis, GameId)>,
    /// Games that the tables could not judge, and when that was.
    tried: HashMap<GameId, Instant>,
}

impl Marking {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Whether it is worth to try a game.
    fn may_try(&self, game: &GameId) -> bool {
        self.state().tried.get(game).is_none_or(|tried| tried.elapsed() >= LATER)
    }

    /// The tables could not judge a game.
    fn try_later(&self, game: &GameId) {
        let tried = &mut self.state().tried;
        if tried.len() >= REMEMBERED {
            tried.retain(|_, tried| tried.elapsed() < LATER);
        }
        if tried.len() >= REMEMBERED {
            tried.clear();
        }
        tried.insert(game.clone(), Instant::now());
    }
}

impl Online {
    /// How accurately a player has played, for each side of each game, as far as tables tell.
    pub(crate) async fn accuracy(&self, account: &Account) -> Result<Vec<Value>, OnlineError> {
        let (online, id) = (self.clone(), account.id.clone());
        let marking = tokio::spawn(async move { online.mark_games_of(&id).await });
        // Anyone may look at a profile, so nobody waits long for tables that are slow to tell.
        let _ = timeout(PATIENCE, marking).await;
        let rows = self.store.marks_of(&account.id).await?;
        Ok(rows
            .iter()
            .map(|row| {
                let Mark { moves, could_err, keeping, only_moves, only_found } = row.mark;
                json!({
                    "game": row.game, "side": row.side, "games": row.games, "moves": moves,
                    "could_err": could_err, "keeping": keeping,
                    "accuracy": share(keeping, could_err),
                    "only_moves": only_moves, "only_found": only_found,
                })
            })
            .collect())
    }

    /// Marks some of the games of a player that have no mark, unless that is being done.
    async fn mark_games_of(&self, account: &PlayerId) {
        /// Ends with the look, however that ends.
        struct Busy<'m>(&'m Marking, &'m PlayerId);
        impl Drop for Busy<'_> {
            fn drop(&mut self) {
                self.0.state().busy.remove(self.1);
            }
        }
        if !self.marking.state().busy.insert(account.clone()) {
            return;
        }
        let _busy = Busy(&self.marking, account);
        if let Err(error) = self.mark_some(account).await {
            error.log();
        }
    }

    /// Those that cannot be marked are passed over, and do not keep older ones from their turn.
    async fn mark_some(&self, account: &PlayerId) -> Result<(), OnlineError> {
        let mut after = self.marking.state().begins.remove(account);
        let mut solved = HashMap::new();
        let mut marked = 0;
        for _ in 0..PAGES {
            let page = self.store.games_to_mark(account, after, PAGE).await?;
            let is_last = page.len() < PAGE as usize;
            after = page.last().map(|row| (row.created, row.id.clone()));
            for row in page.iter().filter(|row| self.marking.may_try(&row.id)) {
                match self.mark(row, &mut solved).await {
                    Ok(done) => marked += usize::from(done),
                    // Others are being judged; the next look goes on.
                    Err(OnlineError::Limit(ApiError::Busy(_))) => return Ok(()),
                    Err(error) => error.unless_unavailable()?,
                }
                if marked == AT_ONCE {
                    return Ok(());
                }
            }
            if is_last {
                return Ok(());
            }
        }
        if let Some(after) = after {
            self.marking.state().begins.insert(account.clone(), after);
        }
        Ok(())
    }

    /// Marks a game that is over, if its tables are there. False if they are not.
    async fn mark(&self, row: &GameRow, solved: &mut Solved) -> Result<bool, OnlineError> {
        if !self.is_solved(&row.setup, solved).await? {
            return Ok(false);
        }
        let log = self.store.events(&row.id, 0).await?;
        let variant = self.app.catalogue.variant(&row.setup.game, row.setup.captures);
        let variant = variant.map_err(OnlineError::Limit)?;
        // Lookups wait for the disk, or for another machine.
        let judge = move || {
            let tables = variant.tables().ok().flatten();
            Ok(tables.and_then(|tables| judge_game(&tables, &log).ok()))
        };
        let Some(moves) = self.app.judging.run(judge).await.map_err(OnlineError::Limit)? else {
            // Where a part of the tables is missing, the game is marked when it is there.
            self.marking.try_later(&row.id);
            return Ok(false);
        };
        for (side, player) in [(Side::Tiger, &row.tiger), (Side::Goat, &row.goat)] {
            let Some(player) = player else { continue };
            let Tally { moves, could_err, keeping, only, found } = Tally::of(&moves, side);
            let mark = Mark { moves, could_err, keeping, only_moves: only, only_found: found };
            self.store.add_mark(&row.id, side, player, &row.setup.game, mark).await?;
        }
        Ok(true)
    }

    /// Whether there are tables of a game at all, as known in this look.
    async fn is_solved(&self, setup: &Setup, solved: &mut Solved) -> Result<bool, OnlineError> {
        let key = (setup.game.clone(), setup.captures);
        if let Some(&solved) = solved.get(&key) {
            return Ok(solved);
        }
        let found = match self.app.catalogue.variant(&setup.game, setup.captures) {
            Err(_) => false,
            Ok(variant) => {
                let open = move || Ok(matches!(variant.tables(), Ok(Some(_))));
                self.app.judging.run(open).await.map_err(OnlineError::Limit)?
            }
        };
        solved.insert(key, found);
        Ok(found)
    }
}

/// Which games have tables, by name and captures to win.
type Solved = HashMap<(String, Option<u8>), bool>;

/// A share, rounded to thousandths; none of nothing.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| (part as f64 / whole as f64 * 1000.0).round() / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_cannot_be_judged_is_tried_later() {
        let marking = Marking::default();
        let game = |number: usize| GameId::new(format!("g{number}")).unwrap();
        assert!(marking.may_try(&game(0)));
        marking.try_later(&game(0));
        assert!(!marking.may_try(&game(0)) && marking.may_try(&game(1)));
        // What is remembered is bounded.
        (0..2 * REMEMBERED).for_each(|number| marking.try_later(&game(number)));
        assert!(marking.state().tried.len() <= REMEMBERED);
        assert!(!marking.may_try(&game(2 * REMEMBERED - 1)));
        // After a while it is tried again.
        if let Some(before) = Instant::now().checked_sub(LATER) {
            marking.state().tried.insert(game(0), before);
            assert!(marking.may_try(&game(0)));
        }
    }
}
