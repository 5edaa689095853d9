//! Properties of games under random commands.

use bagh::Side;
use bagh_online::{
    Claim, Command, Event, EventKind, Names, OnlineGame, Phrase, PlayerId, Request, Seats, Setup,
    TimeControl,
};
use proptest::prelude::*;

/// Something that happens to a game.
#[derive(Clone, Debug)]
enum Act {
    /// A command by one of three people, two of whom have seats.
    Command {
        by: usize,
        command: Wish,
        lag: u64,
    },
    /// The last command again.
    Repeat,
    Expire,
    Left(Side),
    Returned(Side),
    /// An outage that began this long ago and ended that long after.
    Outage {
        ago: u64,
        lasted: u64,
    },
}

/// A command, with moves chosen among the legal ones.
#[derive(Clone, Debug)]
enum Wish {
    Legal(usize),
    Is(Command),
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Tiger), Just(Side::Goat)]
}

fn wish() -> impl Strategy<Value = Wish> {
    let rare = prop_oneof![
        Just(Command::OfferDraw),
        any::<bool>().prop_map(|accept| Command::AnswerDraw { accept }),
        Just(Command::ProposeTakeback),
        any::<bool>().prop_map(|accept| Command::AnswerTakeback { accept }),
        Just(Command::GiveTime),
        Just(Command::Leave),
        Just(Command::Say { phrase: Phrase::Hello }),
        Just(Command::TakeSeat { side: None }),
        (0..40_u32, "[A-E][1-5]([A-E][1-5])?").prop_map(|(ply, text)| Command::Move { ply, text }),
    ];
    let last = prop_oneof![
        Just(Command::Resign),
        Just(Command::Abort),
        Just(Command::Claim { claim: Claim::Win }),
        Just(Command::Claim { claim: Claim::Draw }),
    ];
    prop_oneof![
        60 => any::<usize>().prop_map(Wish::Legal),
        20 => rare.prop_map(Wish::Is),
        1 => last.prop_map(Wish::Is),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        40 => (0..3_usize, wish(), 0..2_000_u64)
            .prop_map(|(by, command, lag)| Act::Command { by, command, lag }),
        5 => Just(Act::Repeat),
        2 => Just(Act::Expire),
        2 => side().prop_map(Act::Left),
        2 => side().prop_map(Act::Returned),
        2 => (0..30_000_u64, 0..40_000_u64).prop_map(|(ago, lasted)| Act::Outage { ago, lasted }),
    ]
}

fn setup() -> impl Strategy<Value = Setup> {
    let time = prop_oneof![
        3 => (5..120_u32, 0..10_u32)
            .prop_map(|(base, increment)| TimeControl::Increment { base, increment }),
        1 => Just(TimeControl::Unlimited),
        1 => Just(TimeControl::Days { days: 1 }),
    ];
    let game = prop_oneof![Just("bagh-chal"), Just("aadu-puli"), Just("kaooa")];
    (game, time, any::<bool>()).prop_map(|(game, time, rated)| {
        let setup = Setup::new(game, time);
        if rated && time != TimeControl::Unlimited { setup.rated() } else { setup }
    })
}

struct Run {
    log: Vec<Event>,
    game: OnlineGame,
    now: u64,
    last: Option<Request>,
    sent: u32,
}

impl Run {
    fn new(setup: Setup) -> Run {
        let seats = Seats { tiger: Some(people(0)), goat: Some(people(1)) };
        let first = OnlineGame::create(setup, seats, None, 1_000_000).unwrap();
        let game = OnlineGame::replay([&first]).unwrap();
        Run { log: vec![first], game, now: 1_000_000, last: None, sent: 0 }
    }

    fn request(&mut self, by: usize, wish: &Wish, lag: u64) -> Request {
        let command = match wish {
            Wish::Is(command) => command.clone(),
            Wish::Legal(choice) => {
                let (game, position) = (self.game.game(), self.game.position());
                let moves: Vec<_> = game.moves(position).collect();
                let text = match moves.get(choice % moves.len().max(1)) {
                    Some(&mv) => game.move_text(position, mv),
                    None => "A1".to_owned(),
                };
                Command::Move { ply: self.game.ply(), text }
            }
        };
        self.sent += 1;
        // Legal moves come from the side to move more often than not.
        let by = match (wish, self.game.turn()) {
            (Wish::Legal(_), Side::Tiger) if by < 2 => 0,
            (Wish::Legal(_), Side::Goat) if by < 2 => 1,
            _ => by,
        };
        Request::new(&people(by), &format!("c{}", self.sent), command).unwrap().with_lag(lag)
    }

    fn step(&mut self, act: &Act) -> Vec<Event> {
        match act {
            Act::Command { by, command, lag } => {
                let request = self.request(*by, command, *lag);
                let events = self.game.decide(&request, self.now).events;
                self.last = Some(request);
                events
            }
            Act::Repeat => match &self.last {
                Some(request) => self.game.decide(request, self.now).events,
                None => Vec::new(),
            },
            Act::Expire => self.game.expire(self.now),
            Act::Left(side) => self.game.left(*side, self.now),
            Act::Returned(side) => self.game.returned(*side, self.now),
            Act::Outage { ago, lasted } => {
                let from = self.now.saturating_sub(*ago);
                self.game.credit(from, from + lasted, self.now)
            }
        }
    }
}

fn people(index: usize) -> PlayerId {
    PlayerId::new(["tiger", "goat", "stranger"][index]).unwrap()
}

/// Time that an event may add to a side's clock.
fn given(before: &OnlineGame, event: &Event, side: Side) -> u64 {
    match &event.kind {
        EventKind::Moved { lag, .. } if before.turn() == side => match before.setup().time {
            TimeControl::Increment { increment, .. } => u64::from(increment) * 1_000 + lag,
            TimeControl::Days { days } => u64::from(days) * 86_400_000,
            TimeControl::Unlimited => 0,
        },
        EventKind::TimeGiven { side: giver, ms, .. } if *giver == side.other() => *ms,
        EventKind::Credited { from, until } => until - from,
        _ => 0,
    }
}

/// What each clock shows by a second, naive account of the log: turns are charged as a whole,
/// less every millisecond of the outages that were credited in them.
fn naive_clocks(log: &[Event], base: u64, increment: u64) -> [u64; 2] {
    let mut clocks = [base; 2];
    let mut furthest = 0;
    let mut game = OnlineGame::replay(&log[..1]).unwrap();
    let mut turn_began = log[0].at;
    let mut outages: Vec<(u64, u64)> = Vec::new();
    for event in &log[1..] {
        let mover = usize::from(game.turn() == Side::Goat);
        match &event.kind {
            EventKind::Moved { .. } | EventKind::TakenBack { .. } | EventKind::Ended { .. } => {
                let lag = if let EventKind::Moved { lag, .. } = event.kind { lag } else { 0 };
                if furthest >= 2 {
                    let turn = (turn_began, event.at);
                    let used = turn.1 - turn.0 - covered(&outages, turn);
                    clocks[mover] = clocks[mover].saturating_sub(used.saturating_sub(lag));
                }
                if let EventKind::Moved { ply, .. } = event.kind
                    && ply + 1 > furthest
                {
                    if furthest >= 2 {
                        clocks[mover] += increment;
                    }
                    furthest = ply + 1;
                }
                turn_began = event.at;
                outages.clear();
            }
            EventKind::TimeGiven { side, ms, .. } => {
                clocks[usize::from(*side == Side::Tiger)] += ms;
            }
            EventKind::Credited { from, until } => outages.push((*from, *until)),
            _ => {}
        }
        game.apply(event).unwrap();
    }
    clocks
}

/// How much of a span is covered by others, each moment counted once.
fn covered(spans: &[(u64, u64)], within: (u64, u64)) -> u64 {
    let mut spans: Vec<_> = spans
        .iter()
        .map(|&(a, b)| (a.max(within.0), b.min(within.1)))
        .filter(|s| s.0 < s.1)
        .collect();
    spans.sort_unstable();
    let (mut sum, mut reached) = (0, within.0);
    for (a, b) in spans {
        sum += b.saturating_sub(a.max(reached));
        reached = reached.max(b);
    }
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_the_promises(
        setup in setup(),
        acts in prop::collection::vec((act(), 0..4_000_u64), 1..250),
    ) {
        let mut run = Run::new(setup.clone());
        for (act, pause) in &acts {
            run.now += pause;
            let over = run.game.ending().is_some();
            let events = run.step(act);
            prop_assert!(!over || events.is_empty(), "an event after the end: {events:?}");
            if matches!(act, Act::Repeat) && run.last.as_ref().is_some_and(|r| {
                run.log.iter().any(|e| serde_json::to_value(e).unwrap()["id"] == r.id.as_str())
            }) {
                prop_assert!(events.is_empty(), "a repeated command took effect again");
            }
            for event in events {
                let before = run.game.clone();
                run.game.apply(&event).unwrap();
                if let (Some(was), Some(is)) = (before.clocks(), run.game.clocks()) {
                    for side in [Side::Tiger, Side::Goat] {
                        let allowed = was.shows(side, event.at) + given(&before, &event, side);
                        let shows = is.shows(side, event.at);
                        prop_assert!(shows <= allowed, "{side}: {shows} > {allowed}: {event:?}");
                    }
                }
                run.log.push(event);
            }
        }
        // The log as it is stored gives the same state.
        let stored: Vec<String> =
            run.log.iter().map(|e| serde_json::to_string(e).unwrap()).collect();
        let read: Vec<Event> = stored.iter().map(|t| serde_json::from_str(t).unwrap()).collect();
        prop_assert_eq!(&read, &run.log);
        prop_assert_eq!(OnlineGame::replay(&read).unwrap(), run.game.clone());
        // A second account of the clocks agrees that there is no more time than that.
        if let TimeControl::Increment { base, increment } = setup.time {
            let naive = naive_clocks(&run.log, u64::from(base) * 1_000, u64::from(increment) * 1_000);
            let clocks = run.game.clocks().unwrap();
            prop_assert!(clocks.tiger <= naive[0] && clocks.goat <= naive[1], "{clocks:?} {naive:?}");
        }
        // The record has the moves that stand, and can be read back.
        let record = run.game.record(Names { tiger: Some("T \"x\""), goat: Some("G\n]") });
        prop_assert_eq!(record.main_line().count() as u32, run.game.ply());
        let text = record.to_text();
        let again = bagh::record::Record::parse(run.game.game(), &text).unwrap();
        prop_assert_eq!(again.to_text(), text);
    }

    #[test]
    fn deadlines_are_exact(setup in setup(), moves in 0..12_usize) {
        let mut run = Run::new(setup);
        for _ in 0..moves {
            run.now += 100;
            let request = run.request(0, &Wish::Legal(7), 0);
            for event in run.game.decide(&request, run.now).events {
                run.game.apply(&event).unwrap();
            }
        }
        if let Some(deadline) = run.game.deadline() {
            prop_assert!(run.game.expire(deadline - 1).is_empty());
            let events = run.game.expire(deadline);
            prop_assert_eq!(events.len(), 1);
            run.game.apply(&events[0]).unwrap();
            prop_assert!(run.game.ending().is_some());
        }
    }
}
