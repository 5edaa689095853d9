//! Recorded games in `logs.json`, with the state after some of their events. Clients that compute
//! the state themselves, such as the page, are tested with them. `BLESS=1` writes the file anew.

use bagh::Side;
use bagh_online::{
    Command, Event, OnlineGame, Phrase, PlayerId, Request, Seats, Setup, TimeControl,
};
use serde_json::{Value, json};

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        ((self.0 >> 33) as usize) % limit
    }
}

fn people(side: Side) -> PlayerId {
    PlayerId::new(match side {
        Side::Tiger => "maya",
        Side::Goat => "tenzin",
    })
    .unwrap()
}

/// What happens next, most often a move.
fn events(game: &OnlineGame, numbers: &mut Numbers, now: u64, sent: usize) -> Vec<Event> {
    let mut side = if numbers.below(2) == 0 { Side::Tiger } else { Side::Goat };
    let command = match numbers.below(24) {
        // Offers are answered more often than not.
        choice if choice < 14 && game.takeback().is_some() => {
            side = game.takeback().unwrap().other();
            Command::AnswerTakeback { accept: choice < 10 }
        }
        choice if choice < 8 && game.draw_offer().is_some() => {
            side = game.draw_offer().unwrap().other();
            Command::AnswerDraw { accept: false }
        }
        0 => Command::OfferDraw,
        1..=5 => Command::ProposeTakeback,
        6 => Command::GiveTime,
        7 => Command::Say { phrase: Phrase::Hello },
        8 => return game.left(side, now),
        9 => return game.returned(side, now),
        10 => return game.credit(now.saturating_sub(9_000), now.saturating_sub(2_000), now),
        11 => Command::Leave,
        _ => {
            let moves: Vec<_> = game.game().moves(game.position()).collect();
            let text = game.game().move_text(game.position(), moves[numbers.below(moves.len())]);
            let command = Command::Move { ply: game.ply(), text };
            let by = people(game.turn());
            let request = Request::new(&by, &format!("c{sent}"), command).unwrap();
            return game.decide(&request.with_lag(numbers.below(300) as u64), now).events;
        }
    };
    let request = Request::new(&people(side), &format!("c{sent}"), command).unwrap();
    game.decide(&request, now).events
}

fn recorded(name: &str, time: TimeControl, seed: u64) -> Value {
    let seats = Seats { tiger: Some(people(Side::Tiger)), goat: Some(people(Side::Goat)) };
    let mut now = 1_000_000;
    let first = OnlineGame::create(Setup::new(name, time), seats, None, now).unwrap();
    let mut game = OnlineGame::replay([&first]).unwrap();
    let mut log = vec![first];
    let mut states = vec![game.snapshot()];
    let mut numbers = Numbers(seed);
    for sent in 0..60 {
        if game.ending().is_some() {
            break;
        }
        now += 500 + numbers.below(6_000) as u64;
        for event in events(&game, &mut numbers, now, sent) {
            game.apply(&event).unwrap();
            if event.number % 4 == 0 || game.ending().is_some() {
                states.push(game.snapshot());
            }
            log.push(event);
        }
    }
    json!({ "events": log, "states": states })
}

#[test]
fn recorded_games_are_up_to_date() {
    let short = TimeControl::Increment { base: 90, increment: 3 };
    let games = [
        recorded("bagh-chal", TimeControl::minutes(10, 5), 1),
        recorded("bagh-chal", short, 2),
        recorded("kaooa", TimeControl::minutes(5, 3), 3),
        recorded("aadu-puli", TimeControl::Days { days: 2 }, 4),
        recorded("kaooa", TimeControl::Unlimited, 5),
        recorded("bagh-chal", TimeControl::Increment { base: 20, increment: 0 }, 6),
    ];
    let kinds: std::collections::BTreeSet<&str> = games
        .iter()
        .flat_map(|game| game["events"].as_array().unwrap())
        .map(|event| event["type"].as_str().unwrap())
        .collect();
    for kind in ["moved", "taken-back", "credited", "left", "returned", "time-given", "ended"] {
        assert!(kinds.contains(kind), "no game has {kind}");
    }
    let text = serde_json::to_string(&games).unwrap() + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logs.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    let stored = std::fs::read_to_string(file).unwrap_or_default();
    assert!(stored == text, "logs.json is out of date: run this test with BLESS=1");
}
