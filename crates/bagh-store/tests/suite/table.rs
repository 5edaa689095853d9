//! What the cases share: players, and a game in a store.

use bagh::Side;
use bagh_online::{
    Command, Event, GameId, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl,
};
use bagh_store::{Append, GameRow, Store, StoreError};

pub type Outcomes<T> = Result<T, StoreError>;

pub fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

pub fn game_id(name: &str) -> GameId {
    GameId::new(name).unwrap()
}

/// Makes guests.
pub async fn guests(store: &Store, names: &[&str]) -> Outcomes<()> {
    for name in names {
        store.create_account(&player(name), 0).await?;
    }
    Ok(())
}

/// A game in a store.
pub struct Table {
    pub id: GameId,
    pub game: OnlineGame,
}

impl Table {
    pub async fn new(store: &Store, id: &str, setup: Setup, at: u64) -> Table {
        let seats = Seats { tiger: Some(player("t")), goat: Some(player("g")) };
        let first = OnlineGame::create(setup, seats, None, at).unwrap();
        let game = OnlineGame::replay([&first]).unwrap();
        let table = Table { id: game_id(id), game };
        store.append(table.append(0, vec![first])).await.unwrap();
        table
    }

    pub fn append(&self, after: u32, events: Vec<Event>) -> Append {
        Append { row: GameRow::of(&self.id, &self.game), after, events }
    }

    pub async fn send(
        &mut self,
        store: &Store,
        by: &str,
        command: Command,
        at: u64,
    ) -> Outcomes<()> {
        let id = format!("c{at}");
        let request = Request::new(&player(by), &id, command).unwrap();
        let events = self.game.decide(&request, at).events;
        let after = self.game.number();
        for event in &events {
            self.game.apply(event).unwrap();
        }
        store.append(self.append(after, events)).await
    }

    pub async fn play(&mut self, store: &Store, text: &str, at: u64) -> Outcomes<()> {
        let by = if self.game.turn() == Side::Tiger { "t" } else { "g" };
        let ply = self.game.ply();
        self.send(store, by, Command::Move { ply, text: text.into() }, at).await
    }
}

pub fn blitz() -> Setup {
    Setup::new("bagh-chal", TimeControl::minutes(5, 0))
}
