//! One suite of tests for both databases.

use std::collections::BTreeSet;

use bagh::{Outcome, Side};
use bagh_online::{
    Command, Event, GameId, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl,
};
use bagh_store::testing::PostgresServer;
use bagh_store::{
    Append, Challenge, ChallengeKind, Changed, DumpLine, GameRow, Key, KeyKind, Mark, MarkRow,
    Name, Passkey, RatedGame, Store, StoreError, Value, secret,
};
use tokio::sync::mpsc;

type Outcomes<T> = Result<T, StoreError>;

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

fn game_id(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

/// A game in a store.
struct Table {
    id: GameId,
    game: OnlineGame,
}

impl Table {
    async fn new(store: &Store, id: &str, setup: Setup, at: u64) -> Table {
        let seats = Seats { tiger: Some(player("t")), goat: Some(player("g")) };
        let first = OnlineGame::create(setup, seats, None, at).unwrap();
        let game = OnlineGame::replay([&first]).unwrap();
        let table = Table { id: game_id(id), game };
        store.append(table.append(0, vec![first])).await.unwrap();
        table
    }

    fn append(&self, after: u32, events: Vec<Event>) -> Append {
        Append { row: GameRow::of(&self.id, &self.game), after, events }
    }

    async fn send(&mut self, store: &Store, by: &str, command: Command, at: u64) -> Outcomes<()> {
        let id = format!("c{at}");
        let request = Request::new(&player(by), &id, command).unwrap();
        let events = self.game.decide(&request, at).events;
        let after = self.game.number();
        for event in &events {
            self.game.apply(event).unwrap();
        }
        store.append(self.append(after, events)).await
    }

    async fn play(&mut self, store: &Store, text: &str, at: u64) -> Outcomes<()> {
        let by = if self.game.turn() == Side::Tiger { "t" } else { "g" };
        let ply = self.game.ply();
        self.send(store, by, Command::Move { ply, text: text.into() }, at).await
    }
}

fn blitz() -> Setup {
    Setup::new("bagh-chal", TimeControl::minutes(5, 0))
}

async fn logs_grow_in_one_place_only(store: Store) -> Outcomes<()> {
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

async fn concurrent_appends_leave_no_gap_and_no_double(store: Store) -> Outcomes<()> {
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

async fn due_games_are_taken_by_one_node(store: Store) -> Outcomes<()> {
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
    Ok(())
}

async fn games_are_listed(store: Store) -> Outcomes<()> {
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
    assert_eq!(ids(store.live_games(10).await?), ["list2", "list1"]);
    one.send(&store, "t", Command::Abort, 40).await?;
    assert_eq!(ids(store.live_games(10).await?), ["list2"]);
    assert_eq!(ids(store.running_games_of(&player("g")).await?), ["list2"]);
    assert_eq!(store.count_running().await?, 2);
    assert_eq!(ids(store.games_after(None, false, 2).await?), ["list1", "list2"]);
    assert_eq!(ids(store.games_after(Some(&two.id), false, 2).await?), ["list3"]);
    assert_eq!(ids(store.games_after(None, true, 9).await?), ["list2", "list3"]);
    Ok(())
}

async fn accounts_keep_names_apart(store: Store) -> Outcomes<()> {
    let (maya, other) = (player("p1"), player("p2"));
    store.create_account(&maya, 5).await?;
    store.create_account(&other, 5).await?;
    assert!(store.create_account(&maya, 6).await.is_err(), "identifiers are unique");
    assert!(store.account(&maya).await?.unwrap().is_guest());
    let name = Name::new("Maya").unwrap();
    let codes: Vec<String> = ["one", "two"].iter().map(|c| secret::key_hash(c)).collect();
    store.register(&maya, &name, Some("hash".into()), codes).await?;
    let imitation = Name::new("rnAYA").unwrap();
    let taken = store.register(&other, &imitation, Some("hash".into()), vec![]).await;
    assert_eq!(taken, Err(StoreError::NameTaken));
    assert!(store.account(&other).await?.unwrap().password.is_none(), "all or nothing");
    let found = store.account_by_name(&Name::new("MAYA").unwrap()).await?.unwrap();
    assert_eq!((found.id, found.name.as_deref()), (maya.clone(), Some("Maya")));
    store.rename(&maya, &Name::new("MAYA").unwrap()).await?;
    assert_eq!(store.rename(&other, &name).await, Err(StoreError::NameTaken));
    let missing = store.rename(&player("px"), &Name::new("someone").unwrap()).await;
    assert_eq!(missing, Err(StoreError::NotFound("account")));
    // Two accounts that want the same name at the same time.
    let wanted = Name::new("tenzin").unwrap();
    let (a, b) = tokio::join!(store.rename(&maya, &wanted), store.rename(&other, &wanted));
    assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    assert!([a, b].contains(&Err(StoreError::NameTaken)));

    assert_eq!(store.recovery_codes_left(&maya).await?, 2);
    let code = secret::key_hash("ONE");
    assert!(store.use_recovery_code(&maya, &code).await?);
    assert!(!store.use_recovery_code(&maya, &code).await?, "a code works once");
    assert!(!store.use_recovery_code(&other, &secret::key_hash("two")).await?);
    store.note_seen(&maya, 99).await?;
    store.note_seen(&maya, 50).await?;
    assert_eq!(store.account(&maya).await?.unwrap().seen, 99);
    Ok(())
}

async fn bots_are_listed_while_they_are_seen(store: Store) -> Outcomes<()> {
    let name = Name::new("hunter").unwrap();
    store.create_bot(&player("b1"), &name, 100).await?;
    let again = store.create_bot(&player("b2"), &Name::new("HUNTER").unwrap(), 100).await;
    assert_eq!(again, Err(StoreError::NameTaken));
    assert_eq!(store.account(&player("b2")).await?, None, "all or nothing");
    for _ in 0..2 {
        // Every node makes them when it starts.
        store.create_house_bot(&player("level-1"), "Level 1", 200).await?;
    }
    store.create_account(&player("guest"), 300).await?;
    assert!(store.account(&player("b1")).await?.unwrap().bot);
    assert!(!store.account(&player("guest")).await?.unwrap().bot);
    let names = |bots: Vec<bagh_store::Account>| {
        bots.into_iter().filter_map(|bot| bot.name).collect::<Vec<_>>()
    };
    assert_eq!(names(store.bots(0, 10).await?), ["Level 1", "hunter"]);
    assert_eq!(names(store.bots(150, 10).await?), ["Level 1"]);
    store.ban(&player("level-1"), Some("test".into())).await?;
    assert_eq!(names(store.bots(0, 10).await?), ["hunter"]);
    Ok(())
}

async fn backups_made_before_there_were_bots_can_be_restored(store: Store) -> Outcomes<()> {
    let account: Vec<Value> = serde_json::from_str(r#"["a",null,null,null,1,1,null]"#).unwrap();
    let lines = vec![
        DumpLine::Header { bagh_backup: 1 },
        DumpLine::Row { table: "accounts".into(), row: account },
        DumpLine::End { rows: 1 },
    ];
    assert_eq!(restore(&store, lines).await?, 1);
    assert!(!store.account(&player("a")).await?.unwrap().bot);
    Ok(())
}

fn key(account: &PlayerId, secret: &str, kind: KeyKind, expires: Option<u64>) -> Key {
    let hash = secret::key_hash(secret);
    Key { hash, account: account.clone(), kind, label: "a phone".into(), created: 1, expires }
}

fn passkey(account: &PlayerId, id: &str) -> Passkey {
    Passkey {
        id: id.to_owned(),
        account: account.clone(),
        public_key: "pQECAyYgASFY".to_owned(),
        counter: 0,
        label: "a phone".to_owned(),
        created: 1,
        used: None,
    }
}

async fn passkeys_belong_to_one_account(store: Store) -> Outcomes<()> {
    let (maya, other) = (player("p1"), player("p2"));
    store.create_account(&maya, 0).await?;
    store.create_account(&other, 0).await?;
    store.add_passkey(passkey(&maya, "one")).await?;
    store.add_passkey(Passkey { created: 2, counter: 7, ..passkey(&maya, "two") }).await?;
    assert_eq!(store.add_passkey(passkey(&other, "one")).await, Err(StoreError::Conflict));
    let ids: Vec<String> = store.passkeys_of(&maya).await?.into_iter().map(|p| p.id).collect();
    assert_eq!(ids, ["one", "two"]);
    // An authenticator that counts has to count on; one that does not count stays at 0.
    assert!(store.use_passkey("one", 0, 10).await? && store.use_passkey("one", 0, 11).await?);
    for (counter, fits) in [(7, false), (6, false), (0, false), (8, true), (8, false), (9, true)] {
        assert_eq!(store.use_passkey("two", counter, 12).await?, fits, "{counter}");
    }
    assert!(!store.use_passkey("none", 1, 12).await?);
    let two = store.passkey("two").await?.unwrap();
    assert_eq!((two.counter, two.used, &two.account), (9, Some(12), &maya));
    assert!(!store.remove_passkey(&other, "one").await?, "someone else's passkey stays");
    assert!(store.remove_passkey(&maya, "one").await?);
    assert!(!store.remove_passkey(&maya, "one").await?);

    // A challenge is good once, for the one it was given to, and for a while.
    for (hash, whose) in [("c1", None), ("c2", Some(&maya)), ("c3", None), ("c4", None)] {
        store.add_passkey_challenge(hash, whose, 100).await?;
    }
    assert!(!store.take_passkey_challenge("c1", Some(&maya), 50).await?);
    assert!(!store.take_passkey_challenge("c2", None, 50).await?);
    assert!(!store.take_passkey_challenge("c2", Some(&other), 50).await?);
    assert!(!store.take_passkey_challenge("c3", None, 100).await?, "expired");
    for (hash, whose) in [("c1", None), ("c2", Some(&maya))] {
        assert!(store.take_passkey_challenge(hash, whose, 99).await?);
        assert!(!store.take_passkey_challenge(hash, whose, 99).await?, "used");
    }
    store.remove_expired_keys(100).await?;
    assert!(!store.take_passkey_challenge("c4", None, 50).await?, "swept away");
    Ok(())
}

async fn keys_open_accounts_until_they_end(store: Store) -> Outcomes<()> {
    let (maya, other) = (player("k1"), player("k2"));
    store.create_account(&maya, 0).await?;
    store.add_key(key(&maya, "cookie", KeyKind::Session, Some(100))).await?;
    store.add_key(key(&maya, "token", KeyKind::Token, None)).await?;
    let by_key =
        async |secret: &str, now| store.account_by_key(&secret::key_hash(secret), now).await;
    assert_eq!(by_key("cookie", 99).await?.unwrap().id, maya);
    assert_eq!(by_key("cookie", 100).await?, None);
    assert_eq!(by_key("guess", 1).await?, None);
    assert_eq!(store.keys_of(&maya).await?.len(), 2);
    let hash = secret::key_hash("token");
    assert!(!store.remove_key(&other, &hash).await?, "someone else's key stays");
    store.set_password(&maya, "new".into()).await?;
    assert_eq!(by_key("cookie", 1).await?, None, "a new password ends sessions");
    assert!(by_key("token", u64::MAX).await?.is_some());
    assert!(store.remove_key(&maya, &hash).await?);
    store.add_key(key(&maya, "old", KeyKind::Session, Some(10))).await?;
    assert_eq!(store.remove_expired_keys(10).await?, 1);
    // Many sessions end the oldest, and leave tokens alone.
    store.add_key(key(&maya, "bot", KeyKind::Token, None)).await?;
    for n in 2..=5 {
        let session = key(&maya, &format!("phone {n}"), KeyKind::Session, None);
        store.add_session(Key { created: n, ..session }, 2).await?;
    }
    let labels = ["phone 3", "phone 4", "phone 5", "bot"].map(|secret| by_key(secret, 1));
    let open = futures_util::future::try_join_all(labels).await?;
    assert_eq!(open.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true, true]);
    store.add_key(key(&maya, "again", KeyKind::Session, None)).await?;
    store.ban(&maya, Some("cheating".into())).await?;
    assert_eq!(by_key("again", 1).await?, None, "a ban ends sessions");
    assert_eq!(store.account(&maya).await?.unwrap().banned.as_deref(), Some("cheating"));
    store.ban(&maya, None).await?;
    assert_eq!(store.account(&maya).await?.unwrap().banned, None);
    assert_eq!(store.ban(&player("kx"), None).await, Err(StoreError::NotFound("account")));
    Ok(())
}

async fn marks_add_up_and_go_with_the_account(store: Store) -> Outcomes<()> {
    let table = Table::new(&store, "marked", blitz(), 0).await;
    for name in ["t", "g"] {
        store.create_account(&player(name), 0).await?;
    }
    let mark = Mark { moves: 10, keeping: 7, only_moves: 3, only_found: 2 };
    for game in ["m1", "m2", "m2"] {
        store.add_mark(&game_id(game), Side::Tiger, &player("t"), "bagh-chal", mark).await?;
    }
    store.add_mark(&game_id("m1"), Side::Goat, &player("nobody"), "bagh-chal", mark).await?;
    let twice = Mark { moves: 20, keeping: 14, only_moves: 6, only_found: 4 };
    let rows = store.marks_of(&player("t")).await?;
    let expected = MarkRow { game: "bagh-chal".into(), side: Side::Tiger, games: 2, mark: twice };
    assert_eq!(rows, [expected]);
    assert_eq!(store.marks_of(&player("nobody")).await?, [], "there is no such account");
    // Running games are not marked.
    assert!(store.game(&table.id).await?.unwrap().reason.is_none());
    assert_eq!(store.games_to_mark(&player("t"), 10).await?, []);
    store.delete_account(&player("t")).await?;
    assert_eq!(store.marks_of(&player("t")).await?, []);
    Ok(())
}

async fn rated_games_count_once(store: Store) -> Outcomes<()> {
    for name in ["t", "g"] {
        store.create_account(&player(name), 0).await?;
        store.rename(&player(name), &Name::new(&format!("player-{name}")).unwrap()).await?;
    }
    let mut table = Table::new(&store, "rated", blitz().rated(), 0).await;
    table.play(&store, "C1", 1_000).await?;
    table.play(&store, "A1B1", 2_000).await?;
    assert_eq!(store.games_to_rate(10).await?, []);
    table.send(&store, "g", Command::Resign, 3_000).await?;
    let due = store.games_to_rate(10).await?;
    let expected = RatedGame {
        id: table.id.clone(),
        game: "bagh-chal".into(),
        tiger: player("t"),
        goat: player("g"),
        outcome: Outcome::TigerWin,
        at: 3_000,
    };
    assert_eq!(due, std::slice::from_ref(&expected));
    let (a, b) = tokio::join!(store.rate_game(expected.clone()), store.rate_game(expected.clone()));
    assert!(a? != b?, "one of two nodes rates the game");
    assert!(!store.rate_game(expected).await?);
    let tiger = store.ratings_of(&player("t")).await?;
    assert_eq!((tiger.len(), tiger[0].games, tiger[0].side), (1, 1, Side::Tiger));
    assert!(tiger[0].rating.value > 1500.0);
    let goat = store.rating_history(&player("g"), "bagh-chal", Side::Goat, 10).await?;
    assert_eq!((goat.len(), goat[0].played.clone()), (1, table.id));
    assert!(goat[0].value < 1500.0);
    assert!(store.rating_history(&player("g"), "bagh-chal", Side::Tiger, 10).await?.is_empty());
    assert_eq!(store.leaderboard("bagh-chal", Side::Tiger, false, 10).await?, [], "provisional");
    assert_eq!(store.games_to_rate(10).await?, []);
    Ok(())
}

fn challenge(id: &str, by: &str, kind: ChallengeKind, rating: f64) -> Challenge {
    Challenge {
        id: id.into(),
        kind,
        by: player(by),
        opponent: None,
        setup: blitz(),
        side: None,
        rating,
        range: 200.0,
        two_games: false,
        rematch_of: None,
        created: 10,
        expires: 1_000,
        game: None,
    }
}

fn start(id: &str, tiger: &str, goat: &str) -> Append {
    let seats = Seats { tiger: Some(player(tiger)), goat: Some(player(goat)) };
    let first = OnlineGame::create(blitz(), seats, None, 20).unwrap();
    let game = OnlineGame::replay([&first]).unwrap();
    Append { row: GameRow::of(&game_id(id), &game), after: 0, events: vec![first] }
}

async fn a_challenge_leads_to_one_game(store: Store) -> Outcomes<()> {
    let link = challenge("link", "a", ChallengeKind::Link, 1500.0);
    store.add_challenge(link.clone()).await?;
    store.add_challenge(challenge("open", "a", ChallengeKind::Open, 1500.0)).await?;
    assert_eq!(store.challenge("link", 999).await?, Some(link));
    assert_eq!(store.challenge("link", 1_000).await?, None);
    assert_eq!(store.open_challenges(500, 10).await?.len(), 1);
    let (a, b) = tokio::join!(
        store.take_challenge("link", start("cg1", "a", "b"), 500),
        store.take_challenge("link", start("cg2", "a", "c"), 500)
    );
    assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
    assert!([a, b].contains(&Err(StoreError::Conflict)));
    let games = [store.game(&game_id("cg1")).await?, store.game(&game_id("cg2")).await?];
    assert_eq!(games.iter().flatten().count(), 1, "the game of the slower one does not exist");
    assert!(!store.remove_challenge("link", &player("a")).await?);
    assert!(!store.remove_challenge("open", &player("b")).await?);
    assert!(store.remove_challenge("open", &player("a")).await?);
    let late = store.take_challenge("open", start("cg3", "a", "b"), 500).await;
    assert_eq!(late, Err(StoreError::Conflict));
    assert_eq!(store.challenges_of(&player("a"), 500).await?.len(), 1);
    assert_eq!(store.count_open_challenges(&player("a"), 500).await?, 0, "it was taken");
    assert_eq!(store.remove_expired_challenges(1_000).await?, 1);
    Ok(())
}

async fn seeks_pair_players_who_fit(store: Store) -> Outcomes<()> {
    let seek = async |id: &'static str, by: &'static str, rating: f64, side: Option<Side>| {
        let mut seek = challenge(id, by, ChallengeKind::Seek, rating);
        seek.side = side;
        let make = move |found: &Challenge| Ok(start(id, found.by.as_str(), by));
        store.seek(seek, 500, make).await
    };
    assert_eq!(seek("s1", "a", 1500.0, None).await?, None);
    assert_eq!(seek("s2", "a", 1500.0, None).await?, None, "not with oneself");
    assert_eq!(store.open_challenges(500, 10).await?.len(), 1, "one seek for each player");
    assert_eq!(seek("s3", "far", 1800.0, None).await?, None);
    store.block(&player("a"), &player("foe"), true, 1).await?;
    assert_eq!(seek("s4", "foe", 1500.0, None).await?, None);
    assert!(store.is_blocked(&player("foe"), &player("a")).await?);
    assert_eq!(store.blocked_by(&player("a")).await?, [player("foe")]);
    store.block(&player("a"), &player("foe"), false, 1).await?;
    let found = seek("s5", "b", 1400.0, None).await?.expect("a partner");
    assert!(["a", "foe"].contains(&found.by.as_str()));
    assert_eq!(found.game, Some(game_id("s5")));
    assert!(store.game(&game_id("s5")).await?.is_some());
    // Both want the tigers: no game.
    assert!(seek("s6", "t1", 900.0, Some(Side::Tiger)).await?.is_none());
    assert!(seek("s7", "t2", 900.0, Some(Side::Tiger)).await?.is_none());
    assert!(seek("s8", "g1", 900.0, Some(Side::Goat)).await?.is_some());
    Ok(())
}

async fn a_deleted_account_leaves_nothing_but_its_games(store: Store) -> Outcomes<()> {
    let gone = player("g");
    store.create_account(&gone, 0).await?;
    store
        .register(&gone, &Name::new("leaving").unwrap(), Some("x".into()), vec!["h".into()])
        .await?;
    store.add_key(key(&gone, "gone", KeyKind::Token, None)).await?;
    store.add_passkey(passkey(&gone, "gone-key")).await?;
    store.block(&player("z"), &gone, true, 1).await?;
    let table = Table::new(&store, "stays", blitz(), 0).await;
    store.delete_account(&gone).await?;
    assert_eq!(store.account(&gone).await?, None);
    assert_eq!(store.keys_of(&gone).await?, []);
    assert_eq!(store.passkey("gone-key").await?, None);
    assert_eq!(store.recovery_codes_left(&gone).await?, 0);
    assert_eq!(store.blocked_by(&player("z")).await?, []);
    assert!(store.game(&table.id).await?.is_some());
    assert_eq!(store.delete_account(&gone).await, Err(StoreError::NotFound("account")));
    let log = serde_json::to_string(&store.events(&table.id, 0).await?).unwrap();
    assert!(!log.contains("leaving"), "logs hold no names");
    // Guests go when they have been away for long, but not from a running game.
    store.create_account(&player("t"), 5).await?;
    store.create_account(&player("idle"), 5).await?;
    store.create_account(&player("visitor"), 15).await?;
    assert_eq!(store.delete_idle_guests(10, 10).await?, 1);
    assert!(store.account(&player("t")).await?.is_some());
    // Those who never played go sooner.
    assert_eq!(store.delete_idle_guests(10, 20).await?, 1);
    assert!(store.account(&player("t")).await?.is_some());
    assert!(store.account(&player("visitor")).await?.is_none());
    // A passkey keeps a guest who never played as long as one who did.
    store.create_account(&player("keeper"), 15).await?;
    store.add_passkey(passkey(&player("keeper"), "kept-key")).await?;
    assert_eq!(store.delete_idle_guests(10, 20).await?, 0);
    assert!(store.passkey("kept-key").await?.is_some());
    assert_eq!(store.delete_idle_guests(20, 20).await?, 1);
    assert_eq!(store.passkey("kept-key").await?, None);
    Ok(())
}

async fn nodes_and_presence(store: Store) -> Outcomes<()> {
    assert_eq!(store.last_alive().await?, None);
    store.note_alive("n1", 100).await?;
    store.note_alive("n2", 200).await?;
    store.note_alive("n1", 150).await?;
    assert_eq!(store.last_alive().await?, Some(200));
    let (game, maya) = (game_id("pg"), player("maya"));
    store.note_presence(&game, &maya, "n1", true).await?;
    store.note_presence(&game, &maya, "n1", true).await?;
    assert!(store.is_present(&game, &maya, 150).await?);
    assert!(!store.is_present(&game, &maya, 151).await?, "connected to a dead node");
    store.note_presence(&game, &maya, "n2", true).await?;
    store.note_presence(&game, &maya, "n2", false).await?;
    assert!(!store.is_present(&game, &maya, 160).await?);
    store.forget_nodes(1_000).await?;
    assert_eq!(store.last_alive().await?, Some(200), "the newest stays");
    assert!(!store.is_present(&game, &maya, 0).await?);
    Ok(())
}

async fn hints_tell_of_appends(store: Store) -> Outcomes<()> {
    let mut changes = store.changes();
    // Hints may be lost while a listener connects, so there is one append after another.
    let mut table =
        Table::new(&store, "hint", Setup::new("bagh-chal", TimeControl::Unlimited), 0).await;
    let mut at = 1;
    loop {
        at += 1;
        let say = Command::Say { phrase: bagh_online::Phrase::Hello };
        if table.send(&store, if at % 2 == 0 { "t" } else { "g" }, say, at).await.is_err()
            || at > 10
        {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            table = Table::new(&store, &format!("hint{at}"), blitz(), 0).await;
        }
        let wait = std::time::Duration::from_millis(500);
        if let Ok(Ok(changed)) = tokio::time::timeout(wait, changes.recv()).await
            && changed != Changed::Anything
        {
            assert!(matches!(changed, Changed::Game { id, .. } if id.as_str().starts_with("hint")));
            return Ok(());
        }
        assert!(at < 100, "no hint ever came");
    }
}

async fn lines_of(store: &Store) -> Outcomes<Vec<DumpLine>> {
    let (sender, mut receiver) = mpsc::channel(4);
    let collect = async {
        let mut lines = Vec::new();
        while let Some(line) = receiver.recv().await {
            // Through JSON, as a file would have it.
            let text = serde_json::to_string(&line).unwrap();
            lines.push(serde_json::from_str::<DumpLine>(&text).unwrap());
        }
        lines
    };
    let (dumped, lines) = tokio::join!(store.dump(sender), collect);
    dumped?;
    Ok(lines)
}

async fn restore(store: &Store, lines: Vec<DumpLine>) -> Outcomes<u64> {
    let (sender, receiver) = mpsc::channel(4);
    let send = async move {
        for line in lines {
            if sender.send(line).await.is_err() {
                break;
            }
        }
    };
    tokio::join!(store.restore(receiver), send).0
}

async fn backups_restore_into_either_database(store: Store, empty: [Store; 2]) -> Outcomes<()> {
    store.create_account(&player("t"), 0).await?;
    store
        .register(&player("t"), &Name::new("राम").unwrap(), Some("h".into()), vec!["c".into()])
        .await?;
    store.create_account(&player("g"), 0).await?;
    store.add_key(key(&player("t"), "k", KeyKind::Token, None)).await?;
    store.add_passkey(passkey(&player("t"), "a-key")).await?;
    store.block(&player("t"), &player("x"), true, 3).await?;
    store.add_challenge(challenge("b", "t", ChallengeKind::Open, 1500.0)).await?;
    let mut table = Table::new(&store, "b1", blitz().rated(), 0).await;
    table.play(&store, "C1", 1).await?;
    table.play(&store, "A1B1", 2).await?;
    table.send(&store, "g", Command::Resign, 3).await?;
    store.rate_game(store.games_to_rate(1).await?.remove(0)).await?;
    // More than a page of rows.
    let many: Vec<PlayerId> = (0..1_100).map(|i| player(&format!("many{i}"))).collect();
    futures_util::future::try_join_all(many.iter().map(|id| store.create_account(id, 0))).await?;
    let lines = lines_of(&store).await?;
    for target in &empty {
        assert_eq!(restore(target, lines.clone()).await?, lines.len() as u64 - 2);
        assert_eq!(lines_of(target).await?, lines);
        assert_eq!(store.events(&table.id, 0).await?, target.events(&table.id, 0).await?);
        assert_eq!(restore(target, lines.clone()).await, Err(StoreError::NotEmpty));
    }
    Ok(())
}

async fn bad_backups_change_nothing(store: Store) -> Outcomes<()> {
    let header = DumpLine::Header { bagh_backup: 1 };
    let row = |table: &str, row| DumpLine::Row { table: table.into(), row };
    let account: Vec<Value> = serde_json::from_str(r#"["a",null,null,null,1,1,null]"#).unwrap();
    let bad = [
        vec![],
        vec![DumpLine::Header { bagh_backup: 2 }],
        vec![header.clone()],
        vec![header.clone(), row("accounts", account.clone())],
        vec![header.clone(), row("accounts", account.clone()), DumpLine::End { rows: 2 }],
        vec![header.clone(), row("accounts", vec![]), DumpLine::End { rows: 1 }],
        vec![header.clone(), row("sqlite_schema; DROP TABLE games", account.clone())],
        vec![header, row("accounts", account.clone()), row("accounts", account)],
    ];
    for lines in bad {
        let result = restore(&store, lines.clone()).await;
        assert!(matches!(result, Err(StoreError::Backup { .. })), "{lines:?}: {result:?}");
        assert_eq!(store.account(&player("a")).await?, None);
    }
    Ok(())
}

/// Runs each case on a store of its own.
macro_rules! cases {
    ($fresh:ident: $($case:ident),* $(,)?) => {
        $(
            $case($fresh(stringify!($case)).await).await.expect(stringify!($case));
        )*
    };
}

async fn suite(fresh: impl AsyncFn(&str) -> Store) {
    cases!(fresh:
        logs_grow_in_one_place_only,
        concurrent_appends_leave_no_gap_and_no_double,
        due_games_are_taken_by_one_node,
        games_are_listed,
        accounts_keep_names_apart,
        bots_are_listed_while_they_are_seen,
        keys_open_accounts_until_they_end,
        passkeys_belong_to_one_account,
        marks_add_up_and_go_with_the_account,
        rated_games_count_once,
        a_challenge_leads_to_one_game,
        seeks_pair_players_who_fit,
        a_deleted_account_leaves_nothing_but_its_games,
        nodes_and_presence,
        hints_tell_of_appends,
        bad_backups_change_nothing,
        backups_made_before_there_were_bots_can_be_restored,
    );
}

async fn sqlite(folder: &tempfile::TempDir, name: &str) -> Store {
    Store::open_file(&folder.path().join(format!("{name}.db"))).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    suite(async |name: &str| sqlite(&folder, name).await).await;
    let empty = [sqlite(&folder, "empty1").await, sqlite(&folder, "empty2").await];
    backups_restore_into_either_database(sqlite(&folder, "full").await, empty).await.unwrap();
    // A file that is opened again holds what it held, and migrations run once.
    let again = sqlite(&folder, "full").await;
    assert!(again.account(&player("t")).await.unwrap().is_some());
    for bad in ["mysql://x", "sqlite://", "", "postgres://host:port/x"] {
        assert!(matches!(Store::open(bad).await, Err(StoreError::Address(_))), "{bad}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_passes_the_suite() {
    let Some(mut server) = PostgresServer::start() else { return };
    let open = async |name: &str| {
        let address = server.new_database(name);
        // Two nodes that start at the same time run the migrations once.
        let (a, b) = tokio::join!(Store::open(&address), Store::open(&address));
        drop(b.unwrap());
        a.unwrap()
    };
    suite(open).await;
    let folder = tempfile::tempdir().unwrap();
    let empty = [open("empty").await, sqlite(&folder, "empty").await];
    backups_restore_into_either_database(open("full").await, empty).await.unwrap();

    // After a crash of the server everything that was acknowledged is there.
    let store = open("crash").await;
    let mut table = Table::new(&store, "c", blitz(), 0).await;
    table.play(&store, "C1", 1).await.unwrap();
    server.crash();
    let unavailable = store.events(&table.id, 0).await;
    assert!(matches!(unavailable, Err(StoreError::Unavailable(_))), "{unavailable:?}");
    server.launch();
    assert_eq!(store.events(&table.id, 0).await.unwrap().len(), 2);
    table.play(&store, "A1B1", 2).await.unwrap();
}
