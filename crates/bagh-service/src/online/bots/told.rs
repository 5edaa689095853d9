//! What an account was told of its challenges and games, compared with how things stand.

use std::collections::{HashMap, HashSet};

use bagh_online::{GameId, Millis};
use bagh_store::{Challenge, ClosedChallenge};

/// How things stand for an account.
#[derive(Default)]
pub(super) struct Standing {
    /// Challenges that wait, and those that led to games.
    pub challenges: Vec<Challenge>,
    /// Challenges that were closed since a moment. They are read after the others, so that none is
    /// missing from both.
    pub closed: Vec<ClosedChallenge>,
    /// That moment. Challenges that are older and that nobody saw waiting are old news.
    pub since: Millis,
    /// Games that run. They are read last.
    pub running: HashSet<GameId>,
}

/// Something to tell.
#[derive(PartialEq, Debug)]
pub(super) enum News {
    /// A challenge waits.
    Challenge(Challenge),
    /// A challenge was declined or withdrawn.
    Closed(ClosedChallenge),
    /// A challenge that waited is no longer there: it has expired, or the challenger was banned.
    Vanished(Challenge),
    /// A game has started.
    Started(GameId),
    /// A game has ended.
    Finished(GameId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Waits,
    Taken,
    Closed,
}

/// A challenge as the account knows it.
struct Known {
    challenge: Challenge,
    stage: Stage,
}

/// What an account was told.
#[derive(Default)]
pub(super) struct Told {
    challenges: HashMap<String, Known>,
    games: HashSet<GameId>,
    /// Whether the account was told how things stood at the beginning.
    begun: bool,
}

impl Told {
    /// What is to be told now: at the beginning what waits and what runs, from then on everything
    /// that happened, even if it began and ended between two looks.
    pub fn news(&mut self, standing: Standing) -> Vec<News> {
        let Standing { challenges, closed, since, running } = standing;
        let begun = std::mem::replace(&mut self.begun, true);
        let mut before = std::mem::take(&mut self.challenges);
        // How the account knows a challenge. A rematch that is offered again is another challenge.
        let mut stage_of = |challenge: &Challenge| {
            let known = before.remove(&challenge.id);
            known.filter(|known| known.challenge.created == challenge.created).map(|k| k.stage)
        };
        let mut news = Vec::new();
        for closed in closed {
            let challenge = closed.challenge.clone();
            if stage_of(&challenge) != Some(Stage::Closed) && begun {
                news.push(News::Closed(closed));
            }
            self.know(challenge, Stage::Closed);
        }
        let mut passed = Vec::new();
        for challenge in challenges {
            if self.challenges.contains_key(&challenge.id) {
                continue;
            }
            let known = stage_of(&challenge);
            match &challenge.game {
                None if known == Some(Stage::Waits) => self.know(challenge, Stage::Waits),
                None => {
                    news.push(News::Challenge(challenge.clone()));
                    self.know(challenge, Stage::Waits);
                }
                Some(game) => {
                    let is_new = known == Some(Stage::Waits)
                        || (known.is_none() && begun && challenge.created >= since);
                    if is_new && !running.contains(game) && !self.games.contains(game) {
                        passed.push(game.clone());
                    }
                    self.know(challenge, Stage::Taken);
                }
            }
        }
        let gone = before.into_values().filter(|known| known.stage == Stage::Waits);
        news.extend(gone.map(|known| News::Vanished(known.challenge)));
        news.extend(self.games.difference(&running).cloned().map(News::Finished));
        for id in running.difference(&self.games) {
            // It may have been taken after the challenges were read.
            if let Some(known) = self.challenges.get_mut(id.as_str()) {
                known.stage = Stage::Taken;
            }
            news.push(News::Started(id.clone()));
        }
        for id in passed {
            news.extend([News::Started(id.clone()), News::Finished(id)]);
        }
        self.games = running;
        news
    }

    fn know(&mut self, challenge: Challenge, stage: Stage) {
        self.challenges.insert(challenge.id.clone(), Known { challenge, stage });
    }
}

#[cfg(test)]
mod tests {
    use bagh_online::{PlayerId, Setup, TimeControl};
    use bagh_store::{ChallengeKind, Closing};

    use super::*;

    fn waits(id: &str, created: Millis) -> Challenge {
        Challenge {
            id: id.to_owned(),
            kind: ChallengeKind::Direct,
            by: PlayerId::new("a").unwrap(),
            opponent: Some(PlayerId::new("b").unwrap()),
            setup: Setup::new("bagh-chal", TimeControl::Unlimited),
            side: None,
            rating: 1_500.0,
            range: 0.0,
            two_games: false,
            rematch_of: None,
            created,
            expires: created + 1_000,
            game: None,
        }
    }

    fn game(id: &str) -> GameId {
        GameId::new(id).unwrap()
    }

    fn taken(id: &str, created: Millis) -> Challenge {
        Challenge { game: Some(game(id)), ..waits(id, created) }
    }

    fn closed(id: &str, created: Millis) -> ClosedChallenge {
        ClosedChallenge { challenge: waits(id, created), closing: Closing::Declined }
    }

    fn standing<const N: usize>(challenges: [Challenge; N]) -> Standing {
        Standing { challenges: challenges.into(), since: 100, ..Standing::default() }
    }

    fn running<const N: usize>(games: [&str; N]) -> HashSet<GameId> {
        games.map(game).into()
    }

    /// Where an account knows nothing but how things stood at the beginning.
    fn begun() -> Told {
        let mut told = Told::default();
        assert_eq!(told.news(Standing::default()), []);
        told
    }

    #[test]
    fn the_beginning_is_what_waits_and_runs() {
        let mut told = Told::default();
        let now = || Standing {
            closed: vec![closed("c", 150)],
            running: running(["r"]),
            ..standing([waits("w", 150), taken("t", 150), taken("r", 150)])
        };
        assert_eq!(told.news(now()), [News::Challenge(waits("w", 150)), News::Started(game("r"))]);
        assert_eq!(told.news(now()), [], "nothing is told twice");
    }

    #[test]
    fn what_began_and_ended_between_two_looks_is_told() {
        let mut told = begun();
        let now = || Standing { closed: vec![closed("c", 150)], ..standing([taken("t", 150)]) };
        let both = [News::Started(game("t")), News::Finished(game("t"))];
        let [started, finished] = both;
        assert_eq!(told.news(now()), [News::Closed(closed("c", 150)), started, finished]);
        assert_eq!(told.news(now()), []);
        // A list has room for so many; one that comes back into it is no news.
        assert_eq!(told.news(standing([taken("old", 99)])), []);
    }

    #[test]
    fn every_way_of_a_challenge_is_told_once() {
        let mut told = begun();
        let all = || [waits("a", 1), waits("b", 2), waits("c", 3), waits("d", 4)];
        assert_eq!(told.news(standing(all())).len(), 4);
        // The game of the first runs; the second was declined after the challenges were read; the
        // third has ended already; the fourth is gone.
        let now = Standing {
            closed: vec![closed("b", 2)],
            running: running(["a"]),
            ..standing([waits("a", 1), waits("b", 2), taken("c", 3)])
        };
        let expected = [
            News::Closed(closed("b", 2)),
            News::Vanished(waits("d", 4)),
            News::Started(game("a")),
            News::Started(game("c")),
            News::Finished(game("c")),
        ];
        assert_eq!(told.news(now), expected);
        let now = || Standing {
            closed: vec![closed("b", 2)],
            ..standing([taken("a", 1), taken("c", 3)])
        };
        assert_eq!(told.news(now()), [News::Finished(game("a"))]);
        assert_eq!(told.news(now()), []);
    }

    #[test]
    fn a_game_that_was_seen_before_its_challenge_is_told_once() {
        let mut told = begun();
        let now = Standing { running: running(["a"]), ..standing([]) };
        assert_eq!(told.news(now), [News::Started(game("a"))]);
        assert_eq!(told.news(standing([taken("a", 150)])), [News::Finished(game("a"))]);
        assert_eq!(told.news(standing([taken("a", 150)])), []);
    }

    #[test]
    fn a_rematch_that_is_offered_again_is_told_again() {
        let mut told = begun();
        let declined = |at| Standing { closed: vec![closed("r", at)], ..standing([]) };
        assert_eq!(told.news(declined(150)), [News::Closed(closed("r", 150))]);
        // Offered and declined again between two looks.
        assert_eq!(told.news(declined(160)), [News::Closed(closed("r", 160))]);
        assert_eq!(told.news(standing([waits("r", 170)])), [News::Challenge(waits("r", 170))]);
        // It lasts longer: no news.
        let renewed = Challenge { expires: 9_000, ..waits("r", 170) };
        assert_eq!(told.news(standing([renewed])), []);
    }
}
