//! What opens an account: sessions, tokens and passkeys.

use bagh_online::PlayerId;
use bagh_store::{Key, KeyKind, Passkey, Store, StoreError, secret};

use crate::table::{Outcomes, player};

pub fn key(account: &PlayerId, secret: &str, kind: KeyKind, expires: Option<u64>) -> Key {
    let hash = secret::key_hash(secret);
    Key { hash, account: account.clone(), kind, label: "a phone".into(), created: 1, expires }
}

pub fn passkey(account: &PlayerId, id: &str) -> Passkey {
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

pub async fn keys_open_accounts_until_they_end(store: Store) -> Outcomes<()> {
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
    store.set_password(&maya, "new".into(), false).await?;
    assert_eq!(by_key("cookie", 1).await?, None, "a new password ends sessions");
    assert!(by_key("token", u64::MAX).await?.is_some());
    // A session that is used lasts longer; a token does not need to.
    store.add_key(key(&maya, "used", KeyKind::Session, Some(100))).await?;
    let used = secret::key_hash("used");
    assert!(!store.renew_session(&used, 110, 10).await?, "not for so little");
    assert!(store.renew_session(&used, 111, 10).await?);
    assert!(by_key("used", 110).await?.is_some());
    assert!(!store.renew_session(&hash, 1_000, 10).await?);
    assert!(!store.renew_session("unknown", 1_000, 10).await?);
    store.set_password(&maya, "newer".into(), true).await?;
    assert_eq!(by_key("used", 1).await?, None);
    assert_eq!(by_key("token", 1).await?, None, "nothing is left after a recovery");
    store.add_key(key(&maya, "token", KeyKind::Token, None)).await?;
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
    let nobody = store.add_key(key(&player("kx"), "kx", KeyKind::Token, None)).await;
    assert_eq!(nobody, Err(StoreError::NotFound("account")));
    Ok(())
}

pub async fn passkeys_belong_to_one_account(store: Store) -> Outcomes<()> {
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
