//! Logs have an end, whatever happens to a game.

use bagh::Outcome;
use bagh_online::{Command, EndReason, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl};

#[test]
fn outages_without_end_make_a_draw_and_no_longer_log() {
    let [tiger, goat] = ["t", "g"].map(|name| PlayerId::new(name).unwrap());
    let seats = Seats { tiger: Some(tiger.clone()), goat: Some(goat.clone()) };
    let setup = Setup::new("bagh-chal", TimeControl::minutes(5, 3));
    let mut game =
        OnlineGame::replay([&OnlineGame::create(setup, seats, None, 0).unwrap()]).unwrap();
    let mut now = 0;
    for (ply, by, text) in [(0, &goat, "C1"), (1, &tiger, "A1B1")] {
        let command = Command::Move { ply, text: text.into() };
        let request = Request::new(by, &format!("m{ply}"), command).unwrap();
        for event in game.decide(&request, now).events {
            game.apply(&event).unwrap();
        }
    }
    while game.ending().is_none() {
        now += 1_000;
        let events = game.credit(now - 900, now, now);
        assert!(!events.is_empty(), "event {}", game.number());
        for event in events {
            game.apply(&event).unwrap();
        }
        assert!(game.number() <= 5_000, "the log is longer than any log may be");
    }
    let ending = game.ending().unwrap();
    assert_eq!((ending.outcome, ending.reason), (Some(Outcome::Draw), EndReason::Length));
    assert!(game.credit(now, now + 1_000, now + 1_000).is_empty());
}
