//! What a bot has taken on: games that it plays, and challenges that may become games.

use std::collections::{HashMap, HashSet, VecDeque};

/// Ended games that are remembered. Their start may still be told, on this stream or the next.
const ENDED: usize = 1_000;

/// A challenge that the bot sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    /// Its key: sent again with the same one, it is the same challenge.
    pub key: String,
    /// Which of the bot's challenges it is.
    pub which: usize,
}

/// Every game that the bot has or may get takes a place, so there are never more than it may play
/// at a time, or in all.
///
/// A request whose answer did not arrive takes a place, too: the service may have done it. It is
/// sent again, and the answer says what came of it.
pub(crate) struct Places {
    /// Games at a time.
    at_once: usize,
    /// Games in all.
    in_all: Option<u64>,
    playing: HashSet<String>,
    /// The bot's own challenges that wait. Those that an earlier run of it sent have lost their key.
    waiting: HashMap<String, Option<Asked>>,
    /// The bot's own challenges whose state is not known.
    asked: VecDeque<Asked>,
    /// Challenges to the bot that it accepted, without an answer of the service.
    accepting: Vec<String>,
    /// Games that the bot could not go on with since the stream of events was opened. The next
    /// stream tells of them again.
    given_up: HashSet<String>,
    /// Games that have begun and not ended, those that were given up among them.
    counted: HashSet<String>,
    /// The games that ended last.
    ended: VecDeque<String>,
    /// Games that have begun, or were gone on with.
    begun: u64,
    /// What a new stream of events has told, until it has told everything that there is.
    told: Option<HashSet<String>>,
}

impl Places {
    pub fn new(at_once: usize, in_all: Option<u64>) -> Places {
        Places {
            at_once,
            in_all,
            playing: HashSet::new(),
            waiting: HashMap::new(),
            asked: VecDeque::new(),
            accepting: Vec::new(),
            given_up: HashSet::new(),
            counted: HashSet::new(),
            ended: VecDeque::new(),
            begun: 0,
            told: Some(HashSet::new()),
        }
    }

    /// Challenges that may become games.
    fn open(&self) -> usize {
        self.waiting.len() + self.asked.len() + self.accepting.len()
    }

    /// Whether the bot can take another game.
    pub fn is_free(&self) -> bool {
        let all = self.begun.saturating_add(self.open() as u64);
        self.playing.len() + self.open() < self.at_once && self.in_all.is_none_or(|n| all < n)
    }

    /// Why the bot cannot take another game.
    pub fn no_place(&self) -> String {
        let games = self.playing.len() + self.open();
        match games < self.at_once {
            true => "the bot is about to end".to_owned(),
            false => format!("games in progress: {games}, at most {}", self.at_once),
        }
    }

    /// Whether as many games have begun as there may be.
    pub fn is_full(&self) -> bool {
        self.in_all.is_some_and(|games| self.begun >= games)
    }

    /// Whether nothing runs, and nothing may begin of what is there.
    pub fn is_idle(&self) -> bool {
        self.playing.is_empty() && self.open() == 0
    }

    pub fn playing(&self) -> usize {
        self.playing.len()
    }

    /// Whether the bot knows all that waits and runs.
    pub fn is_up_to_date(&self) -> bool {
        self.told.is_none()
    }

    /// A new stream begins. It tells of everything that waits and runs, and then of what happens.
    pub fn stream_begins(&mut self) {
        self.given_up.clear();
        self.told = Some(HashSet::new());
    }

    /// The stream has told of everything that was there. What it did not tell of has come to
    /// something while nobody listened.
    pub fn is_told(&mut self) {
        let Some(told) = self.told.take() else { return };
        let missing = self.waiting.extract_if(|id, _| !told.contains(id));
        self.asked.extend(missing.filter_map(|(_, asked)| asked));
    }

    /// A challenge of the bot's own waits, says the stream.
    pub fn is_waiting(&mut self, id: &str) {
        if let Some(told) = &mut self.told {
            told.insert(id.to_owned());
        }
        if !self.has_begun(id) {
            self.waiting.entry(id.to_owned()).or_default();
        }
    }

    /// Whether a challenge has led to its game.
    fn has_begun(&self, id: &str) -> bool {
        self.playing.contains(id) || self.ended.iter().any(|ended| ended == id)
    }

    /// The bot asks for a challenge; the answer may not arrive.
    pub fn ask(&mut self, which: usize, key: String) -> Asked {
        let asked = Asked { key, which };
        self.asked.push_front(asked.clone());
        asked
    }

    /// A challenge of the bot's whose state is not known.
    pub fn unanswered(&self) -> Option<&Asked> {
        self.asked.front()
    }

    /// The service has answered: there is no such challenge any more, or never was.
    pub fn came_to_nothing(&mut self, asked: &Asked) {
        self.asked.retain(|other| other != asked);
    }

    /// The service has answered: the challenge waits.
    pub fn waits(&mut self, asked: &Asked, id: String) {
        self.came_to_nothing(asked);
        if !self.has_begun(&id) {
            self.waiting.insert(id, Some(asked.clone()));
        }
    }

    /// A challenge of the bot's that waits.
    pub fn any_waiting(&self) -> Option<String> {
        self.waiting.keys().next().cloned()
    }

    /// A challenge of the bot's is no longer there, and the bot does not know why.
    pub fn is_in_doubt(&mut self, id: &str) {
        self.asked.extend(self.waiting.remove(id).flatten());
    }

    /// A challenge was declined or withdrawn. Returns whether it was one of the bot's that waited.
    pub fn closed(&mut self, id: &str) -> bool {
        self.accepting.retain(|other| other != id);
        self.waiting.remove(id).is_some()
    }

    /// The bot accepts a challenge; the answer may not arrive.
    pub fn accept(&mut self, id: &str) {
        if !self.is_accepting(id) {
            self.accepting.push(id.to_owned());
        }
    }

    pub fn is_accepting(&self, id: &str) -> bool {
        self.accepting.iter().any(|other| other == id)
    }

    /// A challenge that the bot accepted, without an answer of the service.
    pub fn accepted(&self) -> Option<&String> {
        self.accepting.first()
    }

    /// A game begins, or is gone on with. Returns whether it has to be played.
    pub fn begins(&mut self, id: &str) -> bool {
        self.closed(id);
        let over = self.ended.iter().any(|ended| ended == id) || self.given_up.contains(id);
        if over || !self.playing.insert(id.to_owned()) {
            return false;
        }
        self.begun += u64::from(self.counted.insert(id.to_owned()));
        true
    }

    /// A game was played to its end.
    pub fn ended(&mut self, id: String) {
        self.playing.remove(&id);
        self.counted.remove(&id);
        self.ended.push_back(id);
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
    }

    /// The bot cannot go on with a game.
    pub fn given_up(&mut self, id: String) {
        self.playing.remove(&id);
        self.given_up.insert(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A challenge of the bot's that waits.
    fn waiting(places: &mut Places, id: &str) {
        let asked = places.ask(0, format!("key of {id}"));
        places.waits(&asked, id.to_owned());
    }

    #[test]
    fn everything_that_may_become_a_game_takes_a_place() {
        let mut places = Places::new(4, None);
        places.accept("accepted");
        places.accept("accepted");
        let asked = places.ask(0, "a".to_owned());
        waiting(&mut places, "waits");
        assert!(places.is_free());
        assert!(places.begins("game"));
        assert!(!places.is_free(), "a game, and three challenges");
        // Two of them become games: no place is gained or lost.
        assert!(places.begins("accepted") && places.begins("waits"));
        assert!(!places.is_free());
        assert_eq!(places.playing(), 3);
        places.came_to_nothing(&asked);
        assert!(places.is_free());
        assert!(!places.closed("game"), "a game is no challenge");
        for id in ["game", "accepted", "waits"] {
            assert!(!places.begins(id), "it is being played");
            places.ended(id.to_owned());
            assert!(!places.begins(id), "it is over");
        }
        assert!(places.is_idle());
    }

    #[test]
    fn there_are_no_more_games_in_all_than_asked_for() {
        let mut places = Places::new(9, Some(3));
        assert!(places.begins("first"));
        places.ended("first".to_owned());
        waiting(&mut places, "second");
        assert!(places.is_free() && !places.is_full());
        places.accept("third");
        assert!(!places.is_free() && !places.is_full());
        assert!(places.begins("second") && places.begins("third"));
        assert!(places.is_full());
    }

    #[test]
    fn a_game_that_is_gone_on_with_counts_once() {
        let mut places = Places::new(1, Some(2));
        assert!(places.begins("a"));
        places.given_up("a".to_owned());
        assert!(!places.begins("a"), "not on the same stream");
        places.stream_begins();
        assert!(places.begins("a"));
        assert!(!places.is_full());
        places.ended("a".to_owned());
        assert!(places.begins("b") && places.is_full());
    }

    #[test]
    fn what_happened_while_nobody_listened_is_asked_for() {
        let mut places = Places::new(2, None);
        assert!(!places.is_up_to_date());
        places.is_told();
        waiting(&mut places, "stays");
        waiting(&mut places, "gone");
        places.stream_begins();
        places.is_waiting("stays");
        places.is_told();
        assert!(places.is_up_to_date());
        let asked = places.unanswered().cloned().expect("its fate is not known");
        assert_eq!(asked.key, "key of gone");
        assert!(!places.is_free(), "until there is an answer");
        places.came_to_nothing(&asked);
        assert!(places.is_free());
        assert_eq!(places.any_waiting().as_deref(), Some("stays"));
    }

    /// The bot was started again: what it sent before takes places, too.
    #[test]
    fn challenges_of_an_earlier_run_count() {
        let mut places = Places::new(1, None);
        places.is_waiting("old");
        places.is_told();
        assert!(!places.is_free());
        places.stream_begins();
        places.is_told();
        assert!(places.is_free(), "without a key it cannot be asked for");
    }

    #[test]
    fn an_answer_that_comes_after_the_game_takes_no_place() {
        let mut places = Places::new(1, None);
        let asked = places.ask(0, "a".to_owned());
        assert!(places.begins("game"));
        places.ended("game".to_owned());
        places.waits(&asked, "game".to_owned());
        assert!(places.is_idle() && places.is_free());
    }
}
