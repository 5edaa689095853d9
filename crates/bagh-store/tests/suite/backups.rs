//! Backups, and restoring them.

use bagh_online::{Command, PlayerId};
use bagh_store::{
    ChallengeKind, DumpLine, KeyKind, Name, Outage, SignOfLife, Store, StoreError, Value,
};
use tokio::sync::mpsc;

use crate::challenges::challenge;
use crate::keys::{key, passkey};
use crate::nodes::sign;
use crate::table::{Outcomes, Table, blitz, player};

pub async fn lines_of(store: &Store) -> Outcomes<Vec<DumpLine>> {
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

pub async fn restore(store: &Store, lines: Vec<DumpLine>) -> Outcomes<u64> {
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

pub async fn backups_restore_into_either_database(store: Store, empty: [Store; 2]) -> Outcomes<()> {
    store.create_account(&player("t"), 0).await?;
    store
        .register(&player("t"), &Name::new("राम").unwrap(), Some("h".into()), vec!["c".into()])
        .await?;
    store.create_account(&player("g"), 0).await?;
    store.add_key(key(&player("t"), "k", KeyKind::Token, None)).await?;
    store.add_passkey(passkey(&player("t"), "a-key")).await?;
    store.block(&player("t"), &player("g"), true, 3).await?;
    store.add_challenge(challenge("b", "t", ChallengeKind::Open, 1500.0)).await?;
    let mut table = Table::new(&store, "b1", blitz().rated(), 0).await;
    table.play(&store, "C1", 1).await?;
    table.play(&store, "A1B1", 2).await?;
    table.send(&store, "g", Command::Resign, 3).await?;
    store.rate_game(store.games_to_rate(1).await?.remove(0)).await?;
    // A restored site knows when it was last alive, or else the time since then counts.
    store.come_alive(sign("n1", 7_000)).await?;
    store.come_alive(SignOfLife { patience: 50, ..sign("n2", 9_000) }).await?;
    // More than a page of rows.
    let many: Vec<PlayerId> = (0..1_100).map(|i| player(&format!("many{i}"))).collect();
    futures_util::future::try_join_all(many.iter().map(|id| store.create_account(id, 0))).await?;
    let lines = lines_of(&store).await?;
    for target in &empty {
        assert_eq!(restore(target, lines.clone()).await?, lines.len() as u64 - 2);
        assert_eq!(lines_of(target).await?, lines);
        assert_eq!(store.events(&table.id, 0).await?, target.events(&table.id, 0).await?);
        assert_eq!(target.last_alive().await?, Some(9_000));
        // Games that nobody has looked at since get the time back on the restored site.
        assert_eq!(target.outages(0).await?, [Outage { from: 7_000, until: 9_000 }]);
        assert_eq!(restore(target, lines.clone()).await, Err(StoreError::NotEmpty));
    }
    Ok(())
}

pub async fn bad_backups_change_nothing(store: Store) -> Outcomes<()> {
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
        vec![
            header.clone(),
            row("nodes", vec!["n".into(), Value::Null]),
            DumpLine::End { rows: 1 },
        ],
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

pub async fn backups_made_before_there_were_bots_can_be_restored(store: Store) -> Outcomes<()> {
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

pub async fn marks_of_older_backups_are_made_again(store: Store) -> Outcomes<()> {
    let row = |table: &str, json: &str| DumpLine::Row {
        table: table.into(),
        row: serde_json::from_str(json).unwrap(),
    };
    let lines = vec![
        DumpLine::Header { bagh_backup: 1 },
        row("accounts", r#"["a",null,null,null,1,1,null]"#),
        row("marks", r#"["g","goat","a","bagh-chal",10,9,2,1]"#),
        DumpLine::End { rows: 2 },
    ];
    assert_eq!(restore(&store, lines).await?, 2);
    assert_eq!(store.marks_of(&player("a")).await?, []);
    Ok(())
}

pub async fn older_backups_were_alive_at_their_newest_event(store: Store) -> Outcomes<()> {
    let header = DumpLine::Header { bagh_backup: 1 };
    let game = |id: &str, updated: u64| {
        let json = format!(
            r#"["{id}",1,"t","g","bagh-chal","{{}}",false,1,{updated},0,"goat",null,null,null,false]"#
        );
        DumpLine::Row { table: "games".into(), row: serde_json::from_str(&json).unwrap() }
    };
    let lines = vec![header, game("a", 500), game("b", 800), DumpLine::End { rows: 2 }];
    // A service that was started on the empty database was alive without these games.
    store.come_alive(sign("new", 4_000)).await?;
    store.come_alive(SignOfLife { patience: 50, ..sign("new", 5_000) }).await?;
    restore(&store, lines).await?;
    assert_eq!(store.last_alive().await?, Some(800));
    assert_eq!(store.outages(0).await?, [], "what it was down for is none of theirs");
    Ok(())
}
