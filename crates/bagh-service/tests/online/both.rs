//! What has to be the same on both databases.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bagh_store::testing::PostgresServer;
use serde_json::json;

use crate::client::World;
use crate::{bad_input, hostile, passkeys, people, play, presence};

/// Each case as a test on SQLite, and all of them on one PostgreSQL server.
macro_rules! cases {
    ($($concern:ident::$case:ident,)*) => {
        $(
            #[test]
            fn $case() {
                $concern::$case(&world(None));
            }
        )*

        #[test]
        fn all_on_postgres() {
            let Some(server) = PostgresServer::start() else { return };
            let databases = (1..).map(|n| server.new_database(&format!("case{n}")));
            let mut worlds = databases.map(|database| world(Some(database)));
            $(
                println!("{}", stringify!($case));
                $concern::$case(&worlds.next().expect("there is always another one"));
            )*
        }
    };
}

/// A service that looks often whether players are there.
fn world(database: Option<String>) -> World {
    let world = World::tuned(tempfile::tempdir().unwrap(), |online| {
        online.sweep = Duration::from_millis(50);
        if let Some(database) = &database {
            online.database = database.clone();
        }
    });
    if database.is_some() {
        wait_for_notices(&world);
    }
    world
}

/// Hints go through PostgreSQL, to which a node that has just started may not be listening yet.
fn wait_for_notices(world: &World) {
    let mut maya = world.guest();
    let mut socket = maya.socket();
    let heard = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let setup = json!({ "game": "kaooa", "time": { "type": "unlimited" } });
            while !heard.load(Ordering::Relaxed) {
                let new = json!({ "kind": "link", "setup": setup });
                let made = maya.post("/api/online/challenges", &new).fine();
                let id = made["challenge"]["id"].as_str().unwrap();
                std::thread::sleep(Duration::from_millis(50));
                maya.post(&format!("/api/online/challenges/{id}/decline"), &json!({})).fine();
            }
        });
        socket.next_of("challenge");
        heard.store(true, Ordering::Relaxed);
    });
}

cases! {
    bad_input::bad_bodies_are_refused_by_every_path,
    bad_input::bad_commands_are_refused_and_leave_no_trace,
    bad_input::names_stay_text_and_cannot_be_imitated,
    hostile::messages_with_something_wrong_are_refused_and_change_nothing,
    hostile::bodies_with_something_wrong_are_refused_and_change_nothing,
    hostile::keys_of_others_open_nothing,
    people::a_guest_takes_a_name_and_keeps_the_games,
    people::rated_games_need_names_and_change_ratings,
    people::recovery_codes_are_replaced_for_the_owner_only,
    passkeys::a_guest_keeps_an_account_with_a_passkey,
    play::two_guests_play_by_link_and_a_third_watches,
    play::seeks_pair_players_and_matches_have_two_games,
    play::challenges_to_a_player_are_private_and_can_be_declined_or_blocked,
    presence::a_player_who_drops_comes_back_and_one_who_leaves_can_be_claimed_from,
    bad_input::texts_that_no_database_stores_are_refused,
    play::both_players_may_offer_the_rematch_at_the_same_moment,
}
