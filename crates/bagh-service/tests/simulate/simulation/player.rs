//! Players and watchers with bad networks.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bagh::{Game, History, Side};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::World;
use super::network::{Socket, post};
use super::table::persist;

/// An answer that takes longer is taken for lost, and the command is sent again.
const LOST: Duration = Duration::from_secs(5);
/// The pause before a command that could not be stored is sent again.
const AGAIN: Duration = Duration::from_millis(200);

/// What is checked and counted at the end.
#[derive(Default)]
pub struct Notes {
    /// Commands that were sent: the game and the identifier.
    pub sent: HashSet<(String, String)>,
    /// Commands that were acknowledged, with the number of the event.
    pub acknowledged: HashMap<(String, String), u64>,
    /// What each player and watcher saw of each game.
    pub views: Vec<(String, Vec<Value>)>,
    /// When moves were sent, and how long it took until the opponent saw them.
    pub latencies: Vec<(Instant, Duration)>,
    pub reconnects: u64,
    pub repeats: u64,
    departures: HashMap<(String, u64), Instant>,
}

impl Notes {
    pub fn acknowledged_moves(&self) -> usize {
        self.acknowledged.keys().filter(|(_, id)| is_move(id)).count()
    }

    pub fn games(&self) -> usize {
        self.views.iter().map(|(game, _)| game).collect::<HashSet<_>>().len()
    }

    /// Notes an acknowledgement. The same command always gets the same one.
    fn acknowledge(&mut self, game: &str, id: &str, number: u64) {
        let key = (game.to_owned(), id.to_owned());
        let before = *self.acknowledged.entry(key).or_insert(number);
        assert_eq!(before, number, "{game}: {id} was acknowledged at two places");
    }
}

/// How identifiers of resignations end, and of what players do beside moving.
const RESIGN: &str = "-resign";
const ASIDE: &str = "-aside";

fn is_move(id: &str) -> bool {
    !id.ends_with(RESIGN) && !id.ends_with(ASIDE)
}

/// Random numbers, good enough for bad luck.
pub struct Luck(u64);

impl Luck {
    pub fn new(seed: u64, stream: u64) -> Luck {
        let mixed = (seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(1);
        let mut luck = Luck(mixed.max(1));
        for _ in 0..8 {
            luck.below(2);
        }
        luck
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n.max(1)
    }

    /// Whether something happens that has a chance of one in `n`.
    fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Who follows a game.
pub enum Seat {
    /// A player, with the cookie.
    Player(Side, String),
    /// Someone without an account.
    Watcher,
}

/// Someone who follows a game, and plays it if it is a player.
pub struct Player {
    world: Arc<World>,
    game: String,
    seat: Seat,
    luck: Luck,
    seen: Vec<Value>,
    history: History,
    /// A command that was sent and not answered.
    pending: Option<(String, Value)>,
    /// The number of the last event of a command of its own. Its answer may come before the event.
    acknowledged: usize,
    /// Commands that were sent; the network may deliver them once more.
    sent: Vec<Value>,
    /// How many commands were made up.
    made: u32,
    /// Answers to what the opponent asked for.
    replies: Vec<Value>,
    /// Whether it took part in taking moves back: then a move may find another position.
    took_back: bool,
    over: bool,
}

impl Player {
    pub fn new(world: Arc<World>, game: String, seat: Seat, luck: Luck) -> Player {
        let history = History::new(Game::bagh_chal().clone(), Game::bagh_chal().start());
        Player {
            world,
            game,
            seat,
            luck,
            seen: Vec::new(),
            history,
            pending: None,
            acknowledged: 0,
            sent: Vec::new(),
            made: 0,
            replies: Vec::new(),
            took_back: false,
            over: false,
        }
    }

    fn side(&self) -> Option<Side> {
        match self.seat {
            Seat::Player(side, _) => Some(side),
            Seat::Watcher => None,
        }
    }

    fn cookie(&self) -> Option<&str> {
        match &self.seat {
            Seat::Player(_, cookie) => Some(cookie),
            Seat::Watcher => None,
        }
    }

    /// Whether the game waits for this player, as far as it can know.
    fn has_to_move(&self) -> bool {
        let seen = self.seen.len() >= self.acknowledged;
        self.pending.is_none() && !self.over && seen && self.is_to_move()
    }

    fn is_to_move(&self) -> bool {
        self.side() == Some(self.history.position().turn())
    }

    /// Follows the game to its end.
    pub async fn play(mut self) {
        let mut connections = 0;
        while !self.is_done() {
            let node = self.luck.below(1 << 20);
            let socket = {
                let (world, cookie) = (&self.world, self.cookie());
                persist(async |n| Socket::open(world.node(node + n)?, cookie).await).await
            };
            connections += 1;
            // A lost connection is part of the simulation; the next one goes on.
            let _ = self.stay_connected(socket).await;
        }
        let mut notes = self.world.notes();
        notes.reconnects += connections - 1;
        notes.views.push((self.game.clone(), self.seen));
    }

    fn is_done(&self) -> bool {
        self.over && self.pending.is_none()
    }

    async fn stay_connected(&mut self, mut socket: Socket) -> io::Result<()> {
        self.follow(&mut socket).await?;
        if let Some((_, message)) = &self.pending {
            let message = message.clone();
            self.send_again(&mut socket, &message).await?;
        }
        while !self.is_done() {
            for reply in std::mem::take(&mut self.replies) {
                self.send_aside(reply, &mut socket).await?;
            }
            if self.has_to_move() {
                self.make_move(&mut socket).await?;
            }
            match timeout(LOST, socket.next()).await {
                Ok(message) => self.receive(&message?, &mut socket).await?,
                Err(_) if self.pending.is_some() => return Ok(()),
                Err(_) => {}
            }
            if !self.world.plan.calm {
                self.moods(&mut socket).await?;
                self.bad_luck(&mut socket).await?;
            }
        }
        Ok(())
    }

    async fn follow(&mut self, socket: &mut Socket) -> io::Result<()> {
        let follow = json!({ "type": "follow", "game": self.game, "after": self.seen.len() });
        socket.send(&follow).await
    }

    /// What people do beside moving.
    async fn moods(&mut self, socket: &mut Socket) -> io::Result<()> {
        if self.luck.once_in(20) {
            self.follow(socket).await?;
        }
        if self.luck.once_in(20) {
            let on = self.luck.once_in(2);
            socket.send(&json!({ "type": "lobby", "on": on })).await?;
        }
        if self.side().is_some() && self.history.len() >= 2 && self.luck.once_in(15) {
            let wish = match self.luck.below(3) {
                0 => json!({ "type": "offer-draw" }),
                1 => json!({ "type": "propose-takeback" }),
                _ => json!({ "type": "say", "phrase": "hello" }),
            };
            self.send_aside(wish, socket).await?;
        }
        Ok(())
    }

    /// Sends a command that may be refused, and is not sent again.
    async fn send_aside(&mut self, command: Value, socket: &mut Socket) -> io::Result<()> {
        let Some(side) = self.side() else { return Ok(()) };
        self.took_back |= command["type"].as_str().is_some_and(|kind| kind.contains("takeback"));
        let id = self.new_id(side, ASIDE);
        self.world.notes().sent.insert((self.game.clone(), id.clone()));
        let message = json!({ "type": "command", "game": self.game, "id": id, "command": command });
        socket.send(&message).await
    }

    fn new_id(&mut self, side: Side, what: &str) -> String {
        self.made += 1;
        format!("{side}-{}{what}", self.made)
    }

    /// What bad networks do. An error ends the connection.
    async fn bad_luck(&mut self, socket: &mut Socket) -> io::Result<()> {
        if self.luck.once_in(12) && !self.sent.is_empty() {
            // Something that was sent long ago arrives once more.
            let old = self.luck.below(self.sent.len() as u64) as usize;
            let message = self.sent[old].clone();
            self.send_again(socket, &message).await?;
        }
        if self.luck.once_in(15) {
            sleep(Duration::from_millis(self.luck.below(50))).await;
        }
        if self.luck.once_in(40) {
            sleep(Duration::from_millis(self.luck.below(300))).await;
            return Err(io::Error::other("the bus goes around a mountain"));
        }
        Ok(())
    }

    async fn send_again(&mut self, socket: &mut Socket, message: &Value) -> io::Result<()> {
        self.world.notes().repeats += 1;
        socket.send(message).await
    }

    async fn receive(&mut self, message: &Value, socket: &mut Socket) -> io::Result<()> {
        match message["type"].as_str() {
            Some("state") => {
                let number = message["state"]["number"].as_u64().expect("a number");
                self.read_log(number as usize).await;
            }
            Some("events") => {
                for event in message["events"].as_array().into_iter().flatten() {
                    self.see(event);
                }
            }
            Some("answer") => self.answered(message, socket).await?,
            Some("error") => return Err(io::Error::other(message.to_string())),
            _ => {}
        }
        Ok(())
    }

    /// What a state stands for, so that the whole log is seen.
    async fn read_log(&mut self, number: usize) {
        let path = format!("/api/online/games/{}/events?after={}", self.game, self.seen.len());
        let log: Value = serde_json::from_str(&self.world.read(&path).await).expect("JSON");
        let missing = number.saturating_sub(self.seen.len());
        for event in log["events"].as_array().expect("events").iter().take(missing) {
            self.see(event);
        }
    }

    fn see(&mut self, event: &Value) {
        let number = event["number"].as_u64().unwrap_or(0) as usize;
        // Asked for again, a game begins where it was asked for.
        if let Some(before) = number.checked_sub(1).and_then(|index| self.seen.get(index)) {
            assert_eq!(before, event, "{}: an event has changed", self.game);
            return;
        }
        assert_eq!(number, self.seen.len() + 1, "events come in order, and none is missing");
        self.seen.push(event.clone());
        let by_opponent = self.side().is_some_and(|side| event["side"] != side.word());
        match event["type"].as_str() {
            Some("draw-offered") if by_opponent => {
                self.replies.push(json!({ "type": "answer-draw", "accept": false }));
            }
            Some("takeback-proposed") if by_opponent => {
                let accept = self.luck.once_in(2);
                self.replies.push(json!({ "type": "answer-takeback", "accept": accept }));
            }
            Some("taken-back") => {
                let ply = event["ply"].as_u64().expect("a number") as usize;
                while self.history.len() > ply {
                    self.history.undo();
                }
            }
            Some("moved") => {
                let ply = event["ply"].as_u64().unwrap_or(0);
                if matches!(self.seat, Seat::Player(..)) && !self.is_to_move() {
                    let mut notes = self.world.notes();
                    if let Some(left) = notes.departures.remove(&(self.game.clone(), ply)) {
                        notes.latencies.push((left, left.elapsed()));
                    }
                }
                let text = event["move"].as_str().unwrap_or_default();
                let mv = Game::bagh_chal().parse_move(self.history.position(), text);
                self.history.play(mv.expect("a legal move")).expect("the game goes on");
            }
            Some("ended") => self.over = true,
            _ => {}
        }
    }

    async fn answered(&mut self, message: &Value, socket: &mut Socket) -> io::Result<()> {
        let id = message["id"].as_str().expect("an identifier").to_owned();
        let is_pending = self.pending.as_ref().is_some_and(|(pending, _)| *pending == id);
        if let Some(number) = message["number"].as_u64() {
            acknowledge(&self.world, &self.game, &id, number);
            self.acknowledged = self.acknowledged.max(number as usize);
            if is_pending {
                self.pending = None;
            }
            return Ok(());
        }
        let error = &message["error"];
        match error["code"].as_str() {
            Some("unavailable" | "too-many") => {
                if is_pending {
                    sleep(AGAIN).await;
                    let (_, message) = self.pending.clone().expect("it waits");
                    self.send_again(socket, &message).await?;
                }
            }
            // The game can have ended before a command came, or moves were taken back. But a command
            // that was acknowledged must not be refused when it is repeated.
            Some("refused") => {
                let key = (self.game.clone(), id.clone());
                let acknowledged = self.world.notes().acknowledged.contains_key(&key);
                assert!(!acknowledged, "{}: {id} was acknowledged, and then refused", self.game);
                let why = error["refusal"]["key"].as_str().unwrap_or_default();
                let moved_on = ["ply", "not-your-turn", "illegal-move"].contains(&why);
                let expected = why == "over" || id.ends_with(ASIDE) || (moved_on && self.took_back);
                assert!(expected, "{}: {message}", self.game);
                if is_pending {
                    self.pending = None;
                }
            }
            _ => panic!("{}: {message}", self.game),
        }
        Ok(())
    }

    async fn make_move(&mut self, socket: &mut Socket) -> io::Result<()> {
        let pause = self.world.pause();
        sleep(Duration::from_millis(pause / 2 + self.luck.below(pause))).await;
        let game = Game::bagh_chal();
        let position = *self.history.position();
        let moves: Vec<_> = game.moves(&position).collect();
        if moves.is_empty() {
            return Ok(()); // The end is on its way.
        }
        let mv = moves[self.luck.below(moves.len() as u64) as usize];
        let ply = self.history.len();
        let ending = self.world.ending.load(Ordering::Relaxed);
        let resigns = ending || ply >= self.world.plan.plies;
        let command = if resigns {
            json!({ "type": "resign" })
        } else {
            json!({ "type": "move", "ply": ply, "move": game.move_text(&position, mv) })
        };
        let id = self.new_id(position.turn(), if resigns { RESIGN } else { "" });
        let message = json!({ "type": "command", "game": self.game, "id": id, "command": command });
        {
            let mut notes = self.world.notes();
            notes.sent.insert((self.game.clone(), id.clone()));
            // Once both have moved, both are connected: then there is a screen to come to.
            if !resigns && ply >= 2 {
                notes.departures.insert((self.game.clone(), ply as u64), Instant::now());
            }
        }
        self.pending = Some((id.clone(), message.clone()));
        if !self.world.plan.calm {
            self.sent.push(message.clone());
            if self.luck.once_in(10) {
                self.send_elsewhere(json!({ "id": id, "command": command }));
            }
            if self.luck.once_in(10) {
                self.send_again(socket, &message).await?;
            }
        }
        socket.send(&message).await
    }

    /// The same command on another way, perhaps by another node: it may arrive before or after.
    fn send_elsewhere(&mut self, body: Value) {
        let (world, game) = (self.world.clone(), self.game.clone());
        let cookie = self.cookie().map(str::to_owned);
        let (node, delay) = (self.luck.below(1 << 20), self.luck.below(100));
        world.notes().repeats += 1;
        tokio::spawn(async move {
            sleep(Duration::from_millis(delay)).await;
            let Ok(node) = world.node(node) else { return };
            let path = format!("/api/online/games/{game}/commands");
            let answer = post(node, cookie.as_deref(), &path, &body).await;
            // Whether it arrives does not matter. If it does, it is the same command.
            if let Ok((answer, _)) = answer
                && let (Some(number), Some(id)) = (answer["number"].as_u64(), body["id"].as_str())
            {
                acknowledge(&world, &game, id, number);
            }
        });
    }
}

fn acknowledge(world: &World, game: &str, id: &str, number: u64) {
    let mut notes = world.notes();
    let before = notes.acknowledged.len();
    notes.acknowledge(game, id, number);
    if is_move(id) && notes.acknowledged.len() > before {
        world.moves.fetch_add(1, Ordering::Relaxed);
    }
}
