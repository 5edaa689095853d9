//! One suite of tests for both databases.

mod accounts;
mod backups;
mod challenges;
mod games;
mod keys;
mod nodes;
mod ratings;
mod schema;
mod table;

use bagh_store::testing::PostgresServer;
use bagh_store::{Store, StoreError};

use backups::backups_restore_into_either_database;
use table::{Table, blitz, player};

/// Runs each case on a store of its own.
macro_rules! cases {
    ($fresh:ident: $($concern:ident::$case:ident),* $(,)?) => {
        $(
            $concern::$case($fresh(stringify!($case)).await).await.expect(stringify!($case));
        )*
    };
}

async fn suite(fresh: impl AsyncFn(&str) -> Store) {
    cases!(fresh:
        games::logs_grow_in_one_place_only,
        games::concurrent_appends_leave_no_gap_and_no_double,
        games::due_games_are_taken_by_one_node,
        games::games_are_listed,
        accounts::accounts_keep_names_apart,
        accounts::names_are_not_identifiers_of_others,
        accounts::bots_are_listed_while_they_are_seen,
        keys::keys_open_accounts_until_they_end,
        keys::passkeys_belong_to_one_account,
        ratings::marks_add_up_and_go_with_the_account,
        ratings::rated_games_count_once,
        challenges::a_challenge_leads_to_one_game,
        challenges::closed_challenges_are_remembered,
        challenges::what_waits_comes_before_what_was_played,
        challenges::seeks_pair_players_who_fit,
        challenges::seeks_at_the_same_time_are_all_paired,
        accounts::a_deleted_account_leaves_nothing_but_its_games,
        accounts::nothing_is_left_of_an_account_that_is_deleted_meanwhile,
        accounts::guests_go_when_they_have_been_away_for_long,
        accounts::text_that_no_database_stores_is_refused_by_both,
        nodes::nodes_and_presence,
        nodes::an_outage_is_noted_by_the_node_that_ends_it,
        nodes::hints_tell_of_appends,
        backups::bad_backups_change_nothing,
        backups::backups_made_before_there_were_bots_can_be_restored,
        backups::marks_of_older_backups_are_made_again,
        backups::older_backups_were_alive_at_their_newest_event,
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
    schema::sqlite(folder.path()).await;
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

    schema::postgres(&server.new_database("schema")).await;

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
