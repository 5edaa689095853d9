//! A database that stands still for a while without an error, as on a disk that is worn out.

use std::time::Duration;

use serde_json::json;

use crate::client::World;

/// Longer than an outage needs to be, and than the clocks last.
const STILL: Duration = Duration::from_millis(5_500);

#[test]
fn a_database_that_stands_still_takes_no_time_and_forgets_nobody() {
    let world = World::tuned(tempfile::tempdir().unwrap(), |online| {
        online.sweep = Duration::from_millis(50);
    });
    let time = json!({ "type": "increment", "base": 5, "increment": 0 });
    let (mut goat, mut tiger, game) = world.game(time);
    goat.play(&game, 0, "C1").fine();
    let (mut at_goat, mut at_tiger) = (goat.socket(), tiger.socket());
    for socket in [&mut at_goat, &mut at_tiger] {
        socket.follow(&game, 0);
        socket.next_of("state");
    }
    let path = world.folder.path().join("online.db");
    let database = rusqlite::Connection::open(path).unwrap();
    let present = || -> u32 {
        let sql = "SELECT count(*) FROM presence";
        database.query_row(sql, [], |row| row.get(0)).unwrap()
    };
    while present() < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    tiger.play(&game, 1, "A1B1").fine();
    // Nothing is written meanwhile. Other nodes would take this one for dead and forget who is
    // connected to it.
    database.execute_batch("BEGIN IMMEDIATE; DELETE FROM presence;").unwrap();
    let late = std::thread::spawn({
        let (mut goat, game) = (goat.clone(), game.clone());
        move || {
            // It arrives while there is time left, and is sent again until it is answered.
            loop {
                let reply = goat.play(&game, 2, "A1");
                if reply.status != 503 {
                    return reply;
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
    });
    std::thread::sleep(STILL);
    database.execute_batch("COMMIT").unwrap();
    late.join().unwrap().fine();
    let state = goat.state(&game);
    assert_eq!(state["ending"], json!(null), "{state}");
    assert_eq!(state["moves"], json!(["C1", "A1B1", "A1"]));
    while present() < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    // Both players were there all the time.
    let log = goat.get(&format!("/api/online/games/{game}/events")).fine();
    assert!(!log.to_string().contains("\"left\""), "{log}");
    let metrics = goat.get("/metrics").body;
    assert!(metrics.contains("bagh_online_outages_total"), "{metrics}");
}
