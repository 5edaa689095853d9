//! What nodes tell each other: signs of life, who is connected where, and hints.

use bagh_online::{Command, Setup, TimeControl};
use bagh_store::{Changed, Outage, SignOfLife, Store};

use crate::table::{Outcomes, Table, blitz, game_id, guests, player};

/// The sign of life of a node with infinite patience.
pub fn sign(node: &str, at: u64) -> SignOfLife {
    let node = node.to_owned();
    SignOfLife { node, at, here: 0, last: None, patience: u64::MAX, known: 0 }
}

pub async fn nodes_and_presence(store: Store) -> Outcomes<()> {
    assert_eq!(store.last_alive().await?, None);
    assert_eq!(store.here_elsewhere("n1", 0).await?, 0);
    guests(&store, &["maya"]).await?;
    for (node, at, here) in [("n1", 100, 7), ("n2", 200, 20), ("n1", 150, 3)] {
        store.come_alive(SignOfLife { here, ..sign(node, at) }).await?;
    }
    assert_eq!(store.last_alive().await?, Some(200));
    let here = ["n1", "n2", "n3"].map(|node| store.here_elsewhere(node, 150));
    assert_eq!(futures_util::future::try_join_all(here).await?, [20, 3, 23]);
    assert_eq!(store.here_elsewhere("n3", 151).await?, 20, "those of a dead node are gone");
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

pub async fn an_outage_is_noted_by_the_node_that_ends_it(store: Store) -> Outcomes<()> {
    let alive = async |node: &str, at: u64, last: Option<u64>| {
        store.come_alive(SignOfLife { patience: 50, last, ..sign(node, at) }).await
    };
    let nothing = alive("n1", 100, None).await?;
    assert_eq!((nothing.ended, nothing.outages), (None, vec![]), "there was no service before");
    assert_eq!(alive("n2", 150, None).await?.ended, None);
    let first = Outage { from: 150, until: 250 };
    let learned = alive("n1", 250, None).await?;
    assert_eq!((learned.ended, learned.outages), (Some(first), vec![first]));
    // The other node learns of it with its next sign of life, and has nothing to note itself.
    let learned = alive("n2", 260, None).await?;
    assert_eq!((learned.ended, learned.outages), (None, vec![first]));
    // A node that is the only one may know better when it was last alive.
    assert_eq!(alive("n1", 500, Some(480)).await?.ended, None);
    let second = Outage { from: 520, until: 600 };
    assert_eq!(alive("n1", 600, Some(520)).await?.ended, Some(second));
    assert_eq!(store.outages(0).await?, [first, second]);
    assert_eq!(store.outages(251).await?, [second]);
    // Two nodes that come back at the same moment may both note it.
    let (a, b) = tokio::join!(alive("n1", 900, None), alive("n2", 901, None));
    assert!(a?.ended.is_some() || b?.ended.is_some());
    store.forget_outages(251, 100).await?;
    let known = store.outages(0).await?;
    assert!(!known.contains(&first) && known.contains(&second));
    // A service that crashes again and again does not fill the database.
    for at in [2_000, 3_000, 4_000] {
        alive("n1", at, None).await?;
    }
    store.forget_outages(0, 2).await?;
    let ends: Vec<u64> = store.outages(0).await?.iter().map(|outage| outage.until).collect();
    assert_eq!(ends, [3_000, 4_000]);
    Ok(())
}

pub async fn hints_tell_of_appends(store: Store) -> Outcomes<()> {
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
