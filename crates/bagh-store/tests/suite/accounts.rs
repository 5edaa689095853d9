//! Accounts of people and bots, and what is left of those that are deleted.

use bagh_store::{KeyKind, Name, Store, StoreError, secret};

use crate::keys::{key, passkey};
use crate::table::{Outcomes, Table, blitz, player};

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
