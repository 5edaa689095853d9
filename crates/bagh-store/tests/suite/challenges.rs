//! Challenges and seeks.

use bagh::Side;
use bagh_online::{OnlineGame, Seats};
use bagh_store::{
    Append, Challenge, ChallengeKind, ClosedChallenge, Closing, GameRow, Store, StoreError,
};

use crate::table::{Outcomes, blitz, game_id, guests, player};

pub fn challenge(id: &str, by: &str, kind: ChallengeKind, rating: f64) -> Challenge {
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

pub fn start(id: &str, tiger: &str, goat: &str) -> Append {
    let seats = Seats { tiger: Some(player(tiger)), goat: Some(player(goat)) };
    let first = OnlineGame::create(blitz(), seats, None, 20).unwrap();
    let game = OnlineGame::replay([&first]).unwrap();
    Append { row: GameRow::of(&game_id(id), &game), after: 0, events: vec![first] }
}

pub async fn a_challenge_leads_to_one_game(store: Store) -> Outcomes<()> {
    guests(&store, &["a", "b", "c"]).await?;
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
    assert!(!store.close_challenge("link", &player("a"), 500).await?);
    assert!(!store.close_challenge("open", &player("b"), 500).await?);
    assert!(store.close_challenge("open", &player("a"), 500).await?);
    let late = store.take_challenge("open", start("cg3", "a", "b"), 500).await;
    assert_eq!(late, Err(StoreError::Conflict));
    assert_eq!(store.challenges_of(&player("a"), 500).await?.len(), 1);
    assert_eq!(store.count_open_challenges(&player("a"), 500).await?, 0, "it was taken");
    assert_eq!(store.remove_expired_challenges(1_000).await?, 1);
    // One that has expired does not stand in the way of another one with its identifier.
    let again = || store.add_challenge(challenge("again", "a", ChallengeKind::Direct, 1500.0));
    // Two at the same moment: one of them is told of the other.
    let (one, other) = tokio::join!(again(), again());
    assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    assert!([one, other].contains(&Err(StoreError::Conflict)));
    let later = Challenge {
        created: 1_000,
        expires: 2_000,
        ..challenge("again", "a", ChallengeKind::Direct, 1500.0)
    };
    store.add_challenge(later).await?;
    // Its maker lets it last longer, until it has ended.
    assert_eq!(store.renew_challenge("again", &player("b"), 1_500, 2_500).await?, None);
    let renewed = store.renew_challenge("again", &player("a"), 1_500, 2_500).await?;
    assert_eq!(renewed.map(|challenge| challenge.expires), Some(2_500));
    let earlier = store.renew_challenge("again", &player("a"), 1_500, 2_000).await?;
    assert_eq!(earlier.map(|challenge| challenge.expires), Some(2_500), "it does not get shorter");
    store.take_challenge("again", start("again", "a", "b"), 1_600).await?;
    let taken = store.renew_challenge("again", &player("a"), 1_700, 9_000).await?.unwrap();
    assert_eq!((taken.expires, taken.game), (2_500, Some(game_id("again"))));
    assert_eq!(store.renew_challenge("again", &player("a"), 2_500, 9_000).await?, None);
    Ok(())
}

/// How a challenge ended can be read for a while, and its identifier is not given away meanwhile.
pub async fn closed_challenges_are_remembered(store: Store) -> Outcomes<()> {
    guests(&store, &["a", "b"]).await?;
    let to_b = |id: &str| Challenge {
        opponent: Some(player("b")),
        ..challenge(id, "a", ChallengeKind::Direct, 1500.0)
    };
    let [declined, withdrawn, open] = ["declined", "withdrawn", "open"].map(to_b);
    for challenge in [&declined, &withdrawn, &open] {
        store.add_challenge(challenge.clone()).await?;
        let twice = store.add_challenge(challenge.clone()).await;
        assert_eq!(twice, Err(StoreError::Conflict), "while it waits");
    }
    assert!(!store.close_challenge("declined", &player("c"), 500).await?, "it is not theirs");
    assert!(store.close_challenge("declined", &player("b"), 500).await?);
    assert!(!store.close_challenge("declined", &player("b"), 500).await?, "it is closed");
    assert!(store.close_challenge("withdrawn", &player("a"), 501).await?);
    let closed = |challenge: &Challenge, closing| {
        Some(ClosedChallenge { challenge: challenge.clone(), closing })
    };
    let declined_by_b = closed(&declined, Closing::Declined);
    assert_eq!(store.closed_challenge("declined").await?, declined_by_b);
    assert_eq!(store.closed_challenge("open").await?, None);
    let both = [closed(&withdrawn, Closing::Canceled), declined_by_b].map(Option::unwrap);
    for name in ["a", "b"] {
        assert_eq!(store.closed_challenges_of(&player(name), 500).await?, both);
        assert_eq!(store.closed_challenges_of(&player(name), 501).await?, both[..1]);
        assert_eq!(store.challenges_of(&player(name), 500).await?, std::slice::from_ref(&open));
    }
    assert_eq!(store.add_challenge(declined).await, Err(StoreError::Conflict), "once closed");

    // A rematch can be offered again, and declined again.
    let rematch = Challenge { rematch_of: Some(game_id("old")), ..to_b("rematch") };
    for at in [510, 520] {
        store.add_challenge(rematch.clone()).await?;
        assert_eq!(store.closed_challenge("rematch").await?, None);
        assert!(store.close_challenge("rematch", &player("b"), at).await?);
    }
    assert_eq!(store.closed_challenges_of(&player("b"), 510).await?.len(), 1);

    // The challenger hears of it when the other player's account is deleted.
    store.delete_account(&player("b"), 530).await?;
    let told = store.closed_challenges_of(&player("a"), 530).await?;
    let orphan = Challenge { opponent: None, ..open };
    assert_eq!(told, [closed(&orphan, Closing::Declined).unwrap()]);
    assert_eq!(store.closed_challenges_of(&player("b"), 0).await?, []);

    assert_eq!(store.forget_closed_challenges(500 + 600_000).await?, 0);
    assert_eq!(store.forget_closed_challenges(502 + 600_000).await?, 2);
    Ok(())
}

/// A bot that has played hundreds of games today still sees who challenges it.
pub async fn what_waits_comes_before_what_was_played(store: Store) -> Outcomes<()> {
    guests(&store, &["a", "b"]).await?;
    for number in 0..220 {
        let id = format!("p{number}");
        store.add_challenge(challenge(&id, "a", ChallengeKind::Direct, 1500.0)).await?;
        store.take_challenge(&id, start(&id, "a", "b"), 500).await?;
    }
    let last = Challenge {
        by: player("b"),
        opponent: Some(player("a")),
        created: 900,
        ..challenge("last", "b", ChallengeKind::Direct, 1500.0)
    };
    store.add_challenge(last.clone()).await?;
    let all = store.challenges_of(&player("a"), 950).await?;
    assert_eq!((all.len(), &all[0]), (200, &last));
    Ok(())
}

pub async fn seeks_pair_players_who_fit(store: Store) -> Outcomes<()> {
    guests(&store, &["a", "b", "far", "foe", "t1", "t2", "g1"]).await?;
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

pub async fn seeks_at_the_same_time_are_all_paired(store: Store) -> Outcomes<()> {
    let seekers: Vec<String> = (0..16).map(|n| format!("p{n}")).collect();
    for by in &seekers {
        guests(&store, &[by]).await?;
    }
    for round in 0..6_u32 {
        let seeks = seekers.iter().map(|by| {
            let id = format!("r{round}{by}");
            let seek = challenge(&id, by, ChallengeKind::Seek, 1500.0);
            let taker = by.clone();
            let make = move |found: &Challenge| Ok(start(&id, found.by.as_str(), &taker));
            let store = store.clone();
            tokio::spawn(async move { store.seek(seek, 500, make).await })
        });
        let seeks: Vec<_> = seeks.collect();
        // Those who wait renew their seeks meanwhile, which must not hide them.
        for by in &seekers {
            store.renew_challenge(&format!("r{round}{by}"), &player(by), 500, 2_000).await?;
        }
        let mut paired = 0;
        for task in seeks {
            paired += usize::from(task.await.unwrap()?.is_some());
        }
        assert_eq!(paired, seekers.len() / 2, "round {round}");
        assert_eq!(store.open_challenges(500, 100).await?, [], "no one waits beside another");
    }
    Ok(())
}
