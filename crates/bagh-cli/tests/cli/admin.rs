//! What an operator does with accounts and online games.

use std::path::Path;

use bagh::{Game, Side};
use bagh_online::{Command, GameId, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl};
use bagh_store::testing::PostgresServer;
use bagh_store::{Append, GameRow, Name, RatedGame, Store};
use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, bagh_in};

/// A rated game of Kaooa between two players, of this many plies, which the goats resign. The first
/// moves are played, so that many of them are mistakes.
fn rated_game(goat: &PlayerId, tiger: &PlayerId, plies: u32) -> (OnlineGame, Append, GameId) {
    let setup = Setup::new("kaooa", TimeControl::minutes(5, 0)).rated();
    let seats = Seats { tiger: Some(tiger.clone()), goat: Some(goat.clone()) };
    let id = GameId::new(format!("{goat}-{tiger}")).unwrap();
    let mut log = vec![OnlineGame::create(setup, seats, None, 1_000).unwrap()];
    let mut game = OnlineGame::replay(&log).unwrap();
    let rules = Game::by_name("kaooa").unwrap();
    for ply in 0..=plies {
        let position = *game.position();
        let by = if position.turn() == Side::Goat { goat } else { tiger };
        let command = match rules.moves(&position).next() {
            Some(mv) if ply < plies => Command::Move { ply, text: rules.move_text(&position, mv) },
            _ => Command::Resign,
        };
        let request = Request::new(by, &format!("c{ply}"), command).unwrap();
        let decision = game.decide(&request, 1_000 * u64::from(ply + 2));
        decision.answer.unwrap();
        for event in decision.events {
            game.apply(&event).unwrap();
            log.push(event);
        }
        if game.ending().is_some() {
            break;
        }
    }
    let append = Append { row: GameRow::of(&id, &game), after: 0, events: log };
    (game, append, id)
}

/// A database of two players and their rated game, and a folder for the files of an operator.
struct Site {
    folder: TempDir,
    database: String,
    /// The server of a database that is not in a file.
    server: Option<PostgresServer>,
}

impl Site {
    fn sqlite() -> Site {
        Site::new("sqlite://online.db".to_owned(), None)
    }

    /// The same on PostgreSQL; none where it may be missing.
    fn postgres() -> Option<Site> {
        let server = PostgresServer::start()?;
        Some(Site::new(server.new_database("site"), Some(server)))
    }

    fn new(database: String, server: Option<PostgresServer>) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let file = folder.path().join("online.db");
            let store = match &server {
                Some(_) => Store::open(&database).await.unwrap(),
                None => Store::open_file(&file).await.unwrap(),
            };
            let players = ["g1", "t1"].map(|id| PlayerId::new(id).unwrap());
            for (player, name) in players.iter().zip(["Maya", "Tenzin"]) {
                store.create_account(player, 1).await.unwrap();
                let name = Name::new(name).unwrap();
                store.register(player, &name, Some("x".into()), Vec::new()).await.unwrap();
            }
            let (game, append, id) = rated_game(&players[0], &players[1], 12);
            store.append(append).await.unwrap();
            let outcome = game.ending().unwrap().outcome.unwrap();
            let [goat, tiger] = players;
            let played = RatedGame { id, game: "kaooa".into(), tiger, goat, outcome, at: 20_000 };
            assert!(store.rate_game(played).await.unwrap());
        });
        Site { folder, database, server }
    }

    fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a task of `bagh admin` on the database.
    fn admin(&self, args: &[&str]) -> Run {
        self.admin_on(&self.database, args)
    }

    /// Runs a task of `bagh admin` on another database.
    fn admin_on(&self, database: &str, args: &[&str]) -> Run {
        let options = ["--database", database, "--tables", "."];
        bagh_in(self.folder(), ["admin"].iter().chain(args).chain(&options), "")
    }
}

/// Makes a database without games.
pub fn make_empty(folder: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { drop(Store::open_file(&folder.join("online.db")).await.unwrap()) });
}

fn admin(folder: &Path, args: &[&str]) -> Run {
    let options = ["--database", "sqlite://online.db", "--tables", "."];
    bagh_in(folder, ["admin"].iter().chain(args).chain(&options), "")
}

#[test]
fn accounts_are_shown_banned_renamed_and_deleted() {
    look_after_accounts(&Site::sqlite());
}

#[test]
fn postgres_takes_the_same_tasks() {
    let Some(site) = Site::postgres() else { return };
    let server = site.server.as_ref().unwrap();
    // From one kind of database to the other, and back.
    back_up(&site, "sqlite://copy.db");
    back_up(&Site::sqlite(), &server.new_database("copy"));
    fair_play(&site);
    look_after_accounts(&site);
    let json = site.admin(&["token", "hunter", "--bot", "--json"]).fine();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["bot"].as_bool(), json["token"].as_str().unwrap().len()), (Some(true), 32));
    let missing = server.new_database("x").replace("/x", "/no-such-database");
    let refused = site.admin_on(&missing, &["export"]).refused();
    assert!(refused.contains("--database") && refused.contains("no-such-database"), "{refused}");
}

fn look_after_accounts(site: &Site) {
    let shown = site.admin(&["account", "maya"]).fine();
    assert_eq!(shown, "Maya, id g1, 1 game, banned: no\n");
    assert_eq!(site.admin(&["ban", "maya", "--reason", "rude"]).fine(), "maya is banned\n");
    assert!(site.admin(&["account", "g1"]).fine().contains("banned: rude"));
    site.admin(&["unban", "maya"]).fine();
    assert!(site.admin(&["rename", "maya", "TENZIN"]).refused().contains("taken"));
    assert!(site.admin(&["rename", "maya", "<b>"]).refused().contains("name: "));
    site.admin(&["rename", "maya", "Mira"]).fine();
    assert_eq!(site.admin(&["token", "mira"]).fine().trim().len(), 32);
    assert!(site.admin(&["account", "maya"]).refused().contains("expected the name"));
    assert!(site.admin(&["delete", "mira"]).refused().contains("--yes"));
    site.admin(&["delete", "mira", "--yes"]).fine();
    assert!(site.admin(&["account", "mira"]).refused().contains("\"mira\""));
    // The game stays, without the name.
    let games = site.admin(&["export"]).fine();
    assert!(games.contains("[Tigers \"Tenzin\"]") && !games.contains("Mira"), "{games}");
}

#[test]
fn a_backup_comes_back_whole_or_not_at_all() {
    back_up(&Site::sqlite(), "sqlite://copy.db");
}

/// Backs a database up, and restores it into an empty one.
fn back_up(site: &Site, copy: &str) {
    let folder = site.folder();
    site.admin(&["backup", "all.backup"]).fine();
    assert!(site.admin(&["backup", "all.backup"]).refused().contains("exists"));
    assert!(site.admin(&["restore", "all.backup"]).refused().contains("empty"));
    let text = std::fs::read_to_string(folder.join("all.backup")).unwrap();
    let cut = &text[..text.len() - 20];
    for (name, text) in [("cut", cut), ("empty", ""), ("nonsense", "{\"x\":1}\n")] {
        std::fs::write(folder.join(name), text).unwrap();
        site.admin_on(copy, &["restore", name]).refused();
    }
    site.admin_on(copy, &["restore", "all.backup"]).fine();
    let copied = site.admin_on(copy, &["export"]).fine();
    assert_eq!(copied, site.admin(&["export"]).fine());
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for task in [&["export"][..], &["backup", "x"], &["account", "maya"], &["fair-play"]] {
        let refused = admin(folder, task).refused();
        assert!(refused.contains("--database: found no file online.db, expected"), "{refused}");
        assert!(!folder.join("online.db").exists(), "{task:?}");
    }
    let elsewhere = ["admin", "restore", "x", "--database", "sqlite://none/online.db"];
    let refused = bagh_in(folder, elsewhere, "").refused();
    assert!(refused.contains("--database: found no folder none"), "{refused}");
    let refused = admin(folder, &["export", "--game", "kaooa"]).refused();
    assert!(refused.contains("--game: cannot be used here"), "{refused}");
}

#[test]
fn fair_play_is_judged_by_tables() {
    fair_play(&Site::sqlite());
}

/// Compares the report with what the rules and the tables say of the moves, counted by hand.
fn fair_play(site: &Site) {
    let folder = site.folder();
    let missing = site.admin(&["fair-play"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    assert!(missing.stderr.contains("--tables"), "{missing:?}");
    let solved = bagh_in(folder, ["solve", "--game", "kaooa", "--tables", "."], "");
    assert_eq!(solved.code, 0, "{solved:?}");
    let table = site.admin(&["fair-play", "--least", "0"]).fine();
    assert!(table.starts_with("1 rated game;") && table.contains("Maya"), "{table}");
    for class in ["2 to 5 moves", "12 moves and more", "under 2 s"] {
        assert!(table.contains(class), "{class}: {table}");
    }
    let json = site.admin(&["fair-play", "--least", "0", "--json"]).fine();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["games"], 1);
    let game = Game::by_name("kaooa").unwrap();
    let tables = bagh_tables::Tables::open(&game, folder).unwrap();
    let [goat, tiger] = ["g1", "t1"].map(|id| PlayerId::new(id).unwrap());
    let (played, _, _) = rated_game(&goat, &tiger, 12);
    for (id, side) in [("g1", Side::Goat), ("t1", Side::Tiger)] {
        let (mut faced, mut found) = (0, 0);
        let history = played.history();
        for (position, &mv) in history.before().iter().zip(history.moves()) {
            let value = tables.probe(position).unwrap().value;
            let moves: Vec<_> = game.moves(position).collect();
            let keeps = |mv| tables.probe(&game.after(position, mv)).unwrap().value == value;
            let right: Vec<_> = moves.iter().copied().filter(|&mv| keeps(mv)).collect();
            if position.turn() == side && moves.len() > 1 && right.len() == 1 {
                faced += 1;
                found += u64::from(right[0] == mv);
            }
        }
        let players = json["players"].as_array().unwrap();
        let row = &players.iter().find(|row| row["row"]["player"] == id).unwrap()["row"];
        assert_eq!((&row["faced"], &row["found"]), (&faced.into(), &found.into()), "{row}");
    }
    assert!(site.admin(&["fair-play"]).fine().lines().count() == 2, "too few positions");
}

#[test]
fn bad_databases_are_refused_without_their_password() {
    let folder = tempfile::tempdir().unwrap();
    for (address, expected) in [
        ("mysql://root:secret@localhost/x", "expected sqlite://FILE"),
        ("sqlite://", "found no file"),
        ("sqlite://no/such/folder/x.db", "no/such/folder"),
        ("postgres://bagh:secret@localhost:1/x", "--database"),
    ] {
        let run = bagh_in(folder.path(), ["admin", "export", "--database", address], "");
        let message = run.refused();
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
}
