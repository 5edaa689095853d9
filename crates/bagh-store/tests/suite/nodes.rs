//! What nodes tell each other: signs of life, who is connected where, and hints.

use bagh_online::{Command, Setup, TimeControl};
use bagh_store::{Changed, Store};

use crate::table::{Outcomes, Table, blitz, game_id, player};

pub async fn nodes_and_presence(store: Store) -> Outcomes<()> {
    assert_eq!(store.last_alive().await?, None);
    assert_eq!(store.here_elsewhere("n1", 0).await?, 0);
    store.note_alive("n1", 100, 7).await?;
    store.note_alive("n2", 200, 20).await?;
    store.note_alive("n1", 150, 3).await?;
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
