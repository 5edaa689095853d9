//! Accounts of people and bots, and what is left of those that are deleted.

use bagh_store::{Challenge, ChallengeKind, KeyKind, Name, Store, StoreError, secret};

use crate::challenges::challenge;
use crate::keys::{key, passkey};
use crate::nodes::sign;
use crate::table::{Outcomes, Table, blitz, game_id, player};

pub async fn accounts_keep_names_apart(store: Store) -> Outcomes<()> {
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

pub async fn bots_are_listed_while_they_are_seen(store: Store) -> Outcomes<()> {
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

pub async fn a_deleted_account_leaves_nothing_but_its_games(store: Store) -> Outcomes<()> {
    let gone = player("g");
    store.create_account(&gone, 0).await?;
    store
        .register(&gone, &Name::new("leaving").unwrap(), Some("x".into()), vec!["h".into()])
        .await?;
    store.add_key(key(&gone, "gone", KeyKind::Token, None)).await?;
    store.add_passkey(passkey(&gone, "gone-key")).await?;
    store.create_account(&player("z"), 0).await?;
    store.rename(&player("z"), &Name::new("stays").unwrap()).await?;
    store.block(&player("z"), &gone, true, 1).await?;
    let table = Table::new(&store, "stays", blitz(), 0).await;
    store.delete_account(&gone, 1).await?;
    assert_eq!(store.account(&gone).await?, None);
    assert_eq!(store.keys_of(&gone).await?, []);
    assert_eq!(store.passkey("gone-key").await?, None);
    assert_eq!(store.recovery_codes_left(&gone).await?, 0);
    assert_eq!(store.blocked_by(&player("z")).await?, []);
    assert!(store.game(&table.id).await?.is_some());
    assert_eq!(store.delete_account(&gone, 1).await, Err(StoreError::NotFound("account")));
    let log = serde_json::to_string(&store.events(&table.id, 0).await?).unwrap();
    assert!(!log.contains("leaving"), "logs hold no names");
    // Requests that are still under way find no account any more.
    let not_found = StoreError::NotFound("account");
    assert_eq!(store.add_passkey(passkey(&gone, "k")).await, Err(not_found.clone()));
    assert_eq!(store.add_passkey_challenge("c", Some(&gone), 9).await, Err(not_found.clone()));
    assert_eq!(store.block(&player("z"), &gone, true, 1).await, Err(not_found.clone()));
    assert_eq!(store.set_recovery_codes(&gone, vec!["x".into()]).await, Err(not_found.clone()));
    let late = challenge("late", "g", ChallengeKind::Open, 1500.0);
    assert_eq!(store.add_challenge(late.clone()).await, Err(not_found.clone()));
    let to_it = Challenge { by: player("z"), opponent: Some(gone.clone()), ..late };
    assert_eq!(store.add_challenge(to_it).await, Err(not_found));
    store.come_alive(sign("n", 5)).await?;
    store.note_presence(&table.id, &gone, "n", true).await?;
    assert!(!store.is_present(&table.id, &gone, 0).await?);
    Ok(())
}

/// What is written about an account while it is deleted is deleted with it, or refused.
pub async fn nothing_is_left_of_an_account_that_is_deleted_meanwhile(store: Store) -> Outcomes<()> {
    for round in 0..12 {
        let id = player(&format!("r{round}"));
        store.create_account(&id, 0).await?;
        let writes = (0..4).map(|n| {
            let (store, id) = (store.clone(), id.clone());
            tokio::spawn(async move {
                let _ = store.add_key(key(&id, &format!("{id} {n}"), KeyKind::Token, None)).await;
                let _ = store.add_passkey(passkey(&id, &format!("{id}-{n}"))).await;
                store.note_presence(&game_id("any"), &id, "n", true).await
            })
        });
        let writes: Vec<_> = writes.collect();
        store.delete_account(&id, 1).await?;
        for write in writes {
            write.await.unwrap()?;
        }
        assert_eq!(store.keys_of(&id).await?, [], "round {round}");
        assert_eq!(store.passkeys_of(&id).await?, [], "round {round}");
    }
    Ok(())
}

pub async fn guests_go_when_they_have_been_away_for_long(store: Store) -> Outcomes<()> {
    for (name, seen) in [("t", 5), ("idle", 5), ("visitor", 15), ("waits", 15), ("keeper", 15)] {
        store.create_account(&player(name), seen).await?;
    }
    let exists = async |name| Ok::<_, StoreError>(store.account(&player(name)).await?.is_some());
    // A passkey and a link that waits keep a guest who never played; a running game any guest.
    Table::new(&store, "runs", blitz(), 0).await;
    store.add_passkey(passkey(&player("keeper"), "kept-key")).await?;
    store.add_challenge(challenge("link", "waits", ChallengeKind::Link, 1500.0)).await?;
    assert_eq!(store.delete_idle_guests(10, 10, 100, 99).await?, 1);
    assert!(!exists("idle").await? && exists("t").await?);
    // Those who never played go sooner.
    assert_eq!(store.delete_idle_guests(10, 20, 100, 99).await?, 1);
    assert!(!exists("visitor").await? && exists("waits").await? && exists("keeper").await?);
    store.remove_expired_challenges(u64::MAX).await?;
    assert_eq!(store.delete_idle_guests(10, 20, 100, 99).await?, 1);
    assert!(!exists("waits").await?);
    // What was stored about them goes, too.
    store.create_account(&player("friend"), 99).await?;
    store.block(&player("friend"), &player("keeper"), true, 1).await?;
    let to_keeper = challenge("direct", "friend", ChallengeKind::Direct, 1500.0);
    store.add_challenge(Challenge { opponent: Some(player("keeper")), ..to_keeper }).await?;
    assert_eq!(store.delete_idle_guests(20, 20, 100, 99).await?, 1);
    assert_eq!(store.passkey("kept-key").await?, None);
    assert_eq!(store.blocked_by(&player("friend")).await?, []);
    assert_eq!(store.challenge("direct", 20).await?, None);
    // Crowds go in several steps.
    for n in 0..5 {
        store.create_account(&player(&format!("crowd{n}")), 1).await?;
    }
    assert_eq!(store.delete_idle_guests(10, 10, 3, 99).await?, 3);
    assert_eq!(store.delete_idle_guests(10, 10, 3, 99).await?, 2);
    Ok(())
}

pub async fn names_are_not_identifiers_of_others(store: Store) -> Outcomes<()> {
    let (id, own) = (player("maya2x9"), player("impostor"));
    store.create_account(&id, 0).await?;
    store.create_account(&own, 0).await?;
    let name = Name::new("maya2x9").unwrap();
    assert_eq!(store.rename(&own, &name).await, Err(StoreError::NameTaken));
    let registered = store.register(&own, &name, None, vec![]).await;
    assert_eq!(registered, Err(StoreError::NameTaken));
    store.rename(&id, &name).await?;
    // A name that an account had before there was a player with this identifier.
    store.rename(&own, &Name::new("later").unwrap()).await?;
    store.create_account(&player("later"), 0).await?;
    let found = async |text| {
        Ok::<_, StoreError>(store.account_by_id_or_name(text).await?.map(|account| account.id))
    };
    assert_eq!(found("later").await?, Some(player("later")), "the identifier counts");
    assert_eq!(found("LATER").await?, Some(own));
    assert_eq!(found("maya2x9").await?, Some(id));
    assert_eq!(found("nobody").await?, None);
    // More at once than one statement takes, some of them unknown.
    let ids: Vec<_> = (0..70).map(|n| player(&format!("many{n}"))).collect();
    for id in &ids[10..] {
        store.create_account(id, 0).await?;
    }
    let mut many: Vec<_> = store.accounts(&ids).await?.into_iter().map(|a| a.id).collect();
    many.sort_unstable();
    let mut expected = ids[10..].to_vec();
    expected.sort_unstable();
    assert_eq!(many, expected);
    assert_eq!(store.accounts(&[]).await?, []);
    assert_eq!(found("<b>").await?, None);
    Ok(())
}

pub async fn text_that_no_database_stores_is_refused_by_both(store: Store) -> Outcomes<()> {
    assert_eq!(store.passkey("a\0b").await, Err(StoreError::Nul));
    let challenge = challenge("a\0b", "t", ChallengeKind::Link, 1500.0);
    store.create_account(&player("t"), 0).await?;
    assert_eq!(store.add_challenge(challenge).await, Err(StoreError::Nul));
    assert_eq!(store.leaderboard("\0", bagh::Side::Goat, false, 1).await, Err(StoreError::Nul));
    Ok(())
}
