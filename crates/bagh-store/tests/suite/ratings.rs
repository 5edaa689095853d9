//! Ratings, and how accurately games were played.

use bagh::{Outcome, Side};
use bagh_online::Command;
use bagh_store::{Mark, MarkRow, Name, RatedGame, Store};

use crate::table::{Outcomes, Table, blitz, game_id, player};

pub async fn marks_add_up_and_go_with_the_account(store: Store) -> Outcomes<()> {
    let table = Table::new(&store, "marked", blitz(), 0).await;
    for name in ["t", "g"] {
        store.create_account(&player(name), 0).await?;
    }
    let mark = Mark { moves: 10, could_err: 8, keeping: 7, only_moves: 3, only_found: 2 };
    for game in ["m1", "m2", "m2"] {
        store.add_mark(&game_id(game), Side::Tiger, &player("t"), "bagh-chal", mark).await?;
    }
    store.add_mark(&game_id("m1"), Side::Goat, &player("nobody"), "bagh-chal", mark).await?;
    let twice = Mark { moves: 20, could_err: 16, keeping: 14, only_moves: 6, only_found: 4 };
    let rows = store.marks_of(&player("t")).await?;
    let expected = MarkRow { game: "bagh-chal".into(), side: Side::Tiger, games: 2, mark: twice };
    assert_eq!(rows, [expected]);
    assert_eq!(store.marks_of(&player("nobody")).await?, [], "there is no such account");
    // Running games are not marked.
    assert!(store.game(&table.id).await?.unwrap().reason.is_none());
    assert_eq!(store.games_to_mark(&player("t"), None, 10).await?, []);
    // Those that are over come page by page, however many cannot be marked.
    for (id, at) in [("over1", 100), ("over2", 200), ("over3", 200)] {
        let mut table = Table::new(&store, id, blitz(), at).await;
        table.play(&store, "C1", at + 1).await?;
        table.send(&store, "g", Command::Resign, at + 2).await?;
    }
    let mut seen = Vec::new();
    let mut after = None;
    while let Some(row) = store.games_to_mark(&player("t"), after, 1).await?.into_iter().next() {
        after = Some((row.created, row.id.clone()));
        seen.push(row.id.as_str().to_owned());
    }
    assert_eq!(seen, ["over2", "over3", "over1"]);
    store.delete_account(&player("t"), 1).await?;
    assert_eq!(store.marks_of(&player("t")).await?, []);
    Ok(())
}

pub async fn rated_games_count_once(store: Store) -> Outcomes<()> {
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
