//! Which challenges a bot accepts.

use std::ops::RangeInclusive;

use crate::protocol::{ChallengeInfo, Time};

/// Whose challenges are accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Opponents {
    /// People's and bots'.
    #[default]
    Anyone,
    /// People's.
    People,
    /// Bots'.
    Bots,
    /// None of them: the bot only plays games that it asked for.
    None,
}

/// Whether games may count for ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Rated {
    /// Either kind.
    #[default]
    Either,
    /// Rated games only.
    Only,
    /// Unrated games only.
    Never,
}

/// Which challenges a bot accepts, and how many games it plays at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Games at a time. Challenges beyond that are declined.
    pub games: usize,
    /// Whose challenges are accepted.
    pub opponents: Opponents,
    /// Whether games may be rated.
    pub rated: Rated,
    /// Names of the games that it plays; all that are known if empty.
    pub variants: Vec<String>,
    /// Seconds that a clock may start with. Games without a clock are accepted, too.
    pub clock: RangeInclusive<u32>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            games: 4,
            opponents: Opponents::Anyone,
            rated: Rated::Either,
            variants: Vec::new(),
            clock: 5..=10_800,
        }
    }
}

impl Rules {
    /// Why a challenge is declined, if there is a place for its game; nothing if it is accepted.
    pub(crate) fn objection(&self, challenge: &ChallengeInfo) -> Option<String> {
        let bot = challenge.challenger.is_bot();
        match self.opponents {
            Opponents::None => return Some("the bot takes no challenges".to_owned()),
            Opponents::People if bot => return Some("the bot plays with people only".to_owned()),
            Opponents::Bots if !bot => return Some("the bot plays with bots only".to_owned()),
            _ => {}
        }
        match self.rated {
            Rated::Only if !challenge.rated => return Some("rated games only".to_owned()),
            Rated::Never if challenge.rated => return Some("unrated games only".to_owned()),
            _ => {}
        }
        let key = &challenge.variant.key;
        if challenge.variant.game().is_none()
            || (!self.variants.is_empty() && !self.variants.contains(key))
        {
            return Some(format!("the bot does not play {key}"));
        }
        if let Time::Clock { limit } = &challenge.time
            && !self.clock.contains(limit)
        {
            let (from, to) = (self.clock.start(), self.clock.end());
            return Some(format!("a clock of {limit} s, expected {from} to {to} s"));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(change: serde_json::Value) -> ChallengeInfo {
        let mut json = serde_json::json!({
            "id": "x", "challenger": { "id": "p", "name": "Maya" }, "destUser": null,
            "variant": { "key": "bagh-chal" }, "rated": false,
            "timeControl": { "type": "clock", "limit": 60, "increment": 1 },
        });
        for (key, value) in change.as_object().unwrap() {
            json[key] = value.clone();
        }
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn each_rule_can_object() {
        use serde_json::json;
        let bot = json!({ "challenger": { "id": "b", "title": "BOT" } });
        let rules = Rules::default();
        assert_eq!(rules.objection(&challenge(json!({}))), None);
        assert_eq!(rules.objection(&challenge(bot.clone())), None);
        let chess = json!({ "variant": { "key": "chess" } });
        assert!(rules.objection(&challenge(chess)).unwrap().contains("chess"));
        let days = json!({ "timeControl": { "type": "correspondence", "daysPerTurn": 2 } });
        assert_eq!(rules.objection(&challenge(days)), None);
        let people = Rules { opponents: Opponents::People, ..Rules::default() };
        assert!(people.objection(&challenge(bot.clone())).is_some());
        let bots = Rules { opponents: Opponents::Bots, ..Rules::default() };
        assert_eq!(bots.objection(&challenge(bot)), None);
        assert!(bots.objection(&challenge(json!({}))).is_some());
        let rated = Rules { rated: Rated::Only, ..Rules::default() };
        assert!(rated.objection(&challenge(json!({}))).is_some());
        let never = Rules { rated: Rated::Never, ..Rules::default() };
        assert!(never.objection(&challenge(json!({ "rated": true }))).is_some());
        let slow = Rules { clock: 120..=600, ..Rules::default() };
        assert!(slow.objection(&challenge(json!({}))).unwrap().contains("60 s"));
        let other = Rules { variants: vec!["aadu-puli".to_owned()], ..Rules::default() };
        assert!(other.objection(&challenge(json!({}))).is_some());
    }
}
