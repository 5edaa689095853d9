//! Logs, deadlines, and lists of games.

use std::collections::BTreeSet;

use bagh::Side;
use bagh_online::{Command, GameId, OnlineGame, Request, Seats, Setup, TimeControl};
use bagh_store::{Append, GameRow, Store, StoreError};

use crate::table::{Outcomes, Table, blitz, game_id, player};

pub async fn logs_grow_in_one_place_only(store: Store) -> Outcomes<()> {
    let mut table = Table::new(&store, "log", blitz(), 1_000).await;
    let other = table.game.clone();
    table.play(&store, "C1", 2_000).await?;
    // A second node decided on the same state: its event finds the place taken.
    let request = Command::Move { ply: 0, text: "A2".into() };
    let events = other.decide(&Request::new(&player("g"), "x", request).unwrap(), 2_000).events;
    let late = Table { id: table.id.clone(), game: other };
    assert_eq!(store.append(late.append(1, events)).await, Err(StoreError::Conflict));
    let unknown = Table { id: game_id("unknown"), game: late.game.clone() };
    assert_eq!(store.append(unknown.append(1, vec![])).await, Err(StoreError::Conflict));

    table.play(&store, "A1B1", 3_000).await?;
    let log = store.events(&table.id, 0).await?;
    assert_eq!(log.iter().map(|e| e.number).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(OnlineGame::replay(&log).unwrap(), table.game);
    assert_eq!(store.events(&table.id, 2).await?, log[2..]);
    assert_eq!(store.events(&game_id("unknown"), 0).await?, []);
    assert_eq!(store.game(&table.id).await?, Some(GameRow::of(&table.id, &table.game)));
    assert_eq!(store.game(&game_id("unknown")).await?, None);
    Ok(())
}

pub async fn concurrent_appends_leave_no_gap_and_no_double(store: Store) -> Outcomes<()> {
    const GAMES: usize = 20;
    const WRITERS: usize = 4;
    let mut tasks = Vec::new();
    for g in 0..GAMES {
        Table::new(&store, &format!("many{g}"), Setup::new("bagh-chal", TimeControl::Unlimited), 0)
            .await;
        for w in 0..WRITERS {
            let store = store.clone();
            // Writers race to say something; each keeps trying until it is in the log.
            tasks.push(tokio::spawn(async move {
                let id = game_id(&format!("many{g}"));
                let side = if w % 2 == 0 { "t" } else { "g" };
                let command = Command::Say { phrase: bagh_online::Phrase::Hello };
                let request = Request::new(&player(side), &format!("w{w}"), command).unwrap();
                loop {
                    let log = store.events(&id, 0).await.unwrap();
                    let game = OnlineGame::replay(&log).unwrap();
                    let decision = game.decide(&request, 5);
                    let mut after = game.clone();
                    decision.events.iter().for_each(|e| after.apply(e).unwrap());
                    let row = GameRow::of(&id, &after);
                    let append = Append { row, after: game.number(), events: decision.events };
                    match store.append(append).await {
                        Ok(()) => return,
                        Err(StoreError::Conflict) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            }));
        }
    }
    for task in tasks {
        task.await.unwrap();
    }
    for g in 0..GAMES {
        let log = store.events(&game_id(&format!("many{g}")), 0).await?;
        let numbers: Vec<u32> = log.iter().map(|e| e.number).collect();
        assert_eq!(numbers, (1..=1 + WRITERS as u32).collect::<Vec<_>>());
        OnlineGame::replay(&log).unwrap();
    }
    Ok(())
}

pub async fn due_games_are_taken_by_one_node(store: Store) -> Outcomes<()> {
    let mut all = BTreeSet::new();
    for i in 0..10 {
        let mut table = Table::new(&store, &format!("due{i}"), blitz(), 0).await;
        table.play(&store, "C1", 1_000).await?;
        all.insert(table.id);
    }
    assert_eq!(store.take_due(60_000, 10_000, 100).await?, []);
    // Two nodes ask at the same time: together they get each game once.
    let now = 1_000_000;
    let (a, b) = tokio::join!(store.take_due(now, 10_000, 6), store.take_due(now, 10_000, 6));
    let (a, b) = (a?, b?);
    let together: BTreeSet<GameId> = a.iter().chain(&b).cloned().collect();
    assert_eq!(together.len(), a.len() + b.len());
    let rest = store.take_due(now, 10_000, 100).await?;
    assert_eq!(together.len() + rest.len(), 10);
    assert_eq!(store.take_due(now, 10_000, 100).await?, []);
    // A node that died with them gives them back.
    assert_eq!(store.take_due(now + 10_000, 10_000, 100).await?.len(), 10);
    // An append ends the lease and moves the deadline.
    let id = game_id("due3");
    let game = OnlineGame::replay(&store.events(&id, 0).await?).unwrap();
    let events = game.expire(now);
    let mut after = game.clone();
    events.iter().for_each(|e| after.apply(e).unwrap());
    let row = GameRow::of(&id, &after);
    store.append(Append { row, after: game.number(), events }).await?;
    assert_eq!(store.take_due(now + 30_000, 1, 100).await?.len(), 9);
    // A deadline that was noted wrongly is put right, unless the game has gone on since.
    let id = game_id("due4");
    store.note_deadline(&id, 1, None).await?;
    assert_eq!(store.take_due(now + 40_000, 1, 100).await?.len(), 9);
    store.note_deadline(&id, 2, Some(now * 2)).await?;
    assert_eq!(store.take_due(now + 50_000, 1, 100).await?.len(), 8);
    assert_eq!(store.game(&id).await?.unwrap().deadline, Some(now * 2));
    Ok(())
}

pub async fn games_are_listed(store: Store) -> Outcomes<()> {
    let mut one = Table::new(&store, "list1", blitz(), 10).await;
    let two =
        Table::new(&store, "list2", Setup::new("aadu-puli", TimeControl::Unlimited), 20).await;
    let seats = Seats::one(Side::Goat, &player("alone"));
    let waiting = OnlineGame::create(blitz(), seats, None, 30).unwrap();
    let game = OnlineGame::replay([&waiting]).unwrap();
    let row = GameRow::of(&game_id("list3"), &game);
    store.append(Append { row, after: 0, events: vec![waiting] }).await?;
    let ids = |rows: Vec<GameRow>| rows.into_iter().map(|r| r.id.to_string()).collect::<Vec<_>>();
    assert_eq!(ids(store.games_of(&player("t"), 1_000, 10).await?), ["list2", "list1"]);
    assert_eq!(ids(store.games_of(&player("t"), 20, 10).await?), ["list1"]);
    assert_eq!(ids(store.games_of(&player("alone"), 1_000, 10).await?), ["list3"]);
    assert_eq!(ids(store.live_games(0, 10).await?), ["list2", "list1"]);
    assert_eq!(ids(store.live_games(20, 10).await?), ["list2"], "the others are asleep");
    // Goats begin in one, tigers in the other.
    assert_eq!(ids(store.games_that_wait_for(&player("g"), 1_000).await?), ["list1"]);
    assert_eq!(ids(store.games_that_wait_for(&player("t"), 1_000).await?), ["list2"]);
    assert_eq!(ids(store.games_that_wait_for(&player("g"), 20).await?), ["list1", "list2"]);
    // A page does not end between games of the same millisecond.
    for id in ["list4", "list5", "list6"] {
        let setup = Setup::new("bagh-chal", TimeControl::Unlimited);
        let seats = Seats { tiger: Some(player("busy")), goat: Some(player("other")) };
        let first = OnlineGame::create(setup, seats, None, 50).unwrap();
        let game = OnlineGame::replay([&first]).unwrap();
        let row = GameRow::of(&game_id(id), &game);
        store.append(Append { row, after: 0, events: vec![first] }).await?;
    }
    let page = store.games_of(&player("busy"), 1_000, 2).await?;
    assert_eq!(ids(page), ["list4", "list5", "list6"]);
    assert_eq!(ids(store.games_of(&player("busy"), 50, 2).await?), [""; 0]);
    for id in ["list4", "list5", "list6"] {
        let log = store.events(&game_id(id), 0).await?;
        let mut table = Table { id: game_id(id), game: OnlineGame::replay(&log).unwrap() };
        table.send(&store, "busy", Command::Abort, 60).await?;
    }
    one.send(&store, "t", Command::Abort, 40).await?;
    assert_eq!(ids(store.live_games(0, 10).await?), ["list2"]);
    assert_eq!(ids(store.running_games_of(&player("g")).await?), ["list2"]);
    assert_eq!(ids(store.games_that_wait_for(&player("g"), 1_000).await?), [""; 0]);
    assert_eq!((store.count_live(0).await?, store.count_live(21).await?), (2, 1));
    assert_eq!(ids(store.games_after(None, 2).await?), ["list1", "list2"]);
    assert_eq!(ids(store.games_after(Some(&two.id), 2).await?), ["list3", "list4"]);
    Ok(())
}
