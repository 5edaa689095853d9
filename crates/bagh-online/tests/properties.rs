//! Properties of games under random commands.

use bagh::Side;
use bagh_online::{
    Claim, Command, Event, EventKind, GameId, MatchGame, MatchResult, Names, OnlineGame, Phrase,
    PlayerId, Request, Seats, Setup, TimeControl,
};
use proptest::prelude::*;

const DAY: u64 = 86_400_000;

/// Something that happens to a game.
#[derive(Clone, Debug)]
enum Act {
    /// A command by one of three people, up to two of whom have seats.
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
        side().prop_map(|side| Command::TakeSeat { side: Some(side) }),
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

/// Who sits where at the beginning: mostly both, sometimes one or nobody.
fn seats() -> impl Strategy<Value = Seats> {
    let both = Seats { tiger: Some(people(0)), goat: Some(people(1)) };
    prop_oneof![
        6 => Just(both),
        1 => side().prop_map(|side| Seats::one(side, &people(0))),
        1 => Just(Seats::default()),
    ]
}

/// The place in a match of two games, if the game is in one.
fn part_of() -> impl Strategy<Value = Option<MatchGame>> {
    let second = MatchGame { first: Some(GameId::new("first").unwrap()) };
    prop_oneof![2 => Just(None), 1 => Just(Some(MatchGame::FIRST)), 1 => Just(Some(second))]
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
    fn new(setup: Setup, seats: Seats, part_of: Option<MatchGame>) -> Run {
        let first = OnlineGame::create(setup, seats, part_of, 1_000_000).unwrap();
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
        let to_move = self.game.seats().get(self.game.turn()).cloned();
        let by = match (wish, to_move) {
            (Wish::Legal(_), Some(player)) if by < 2 => player,
            _ => people(by),
        };
        Request::new(&by, &format!("c{}", self.sent), command).unwrap().with_lag(lag)
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

/// The most that a side's clock may show after an event, by what it would have shown without.
fn at_most(before: &OnlineGame, event: &Event, side: Side, shown: u64) -> u64 {
    match (&event.kind, before.setup().time) {
        // Correspondence players have their days for every turn, whatever was taken back.
        (EventKind::Moved { .. } | EventKind::TakenBack { .. }, TimeControl::Days { days }) => {
            shown.max(u64::from(days) * DAY)
        }
        (EventKind::Moved { lag, .. }, TimeControl::Increment { increment, .. })
            if before.turn() == side =>
        {
            shown + u64::from(increment) * 1_000 + lag
        }
        (EventKind::TimeGiven { side: giver, ms, .. }, _) if *giver == side.other() => shown + ms,
        (EventKind::Credited { from, until }, _) => shown + until - from,
        _ => shown,
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

/// What holds after each event.
fn check_turn(before: &OnlineGame, game: &OnlineGame, event: &Event) -> Result<(), TestCaseError> {
    // A player whose turn begins in a correspondence game has at least the days for it.
    let begins = matches!(event.kind, EventKind::Moved { .. } | EventKind::TakenBack { .. });
    if let (true, TimeControl::Days { days }) = (begins, game.setup().time) {
        let shows = game.clocks().unwrap().shows(game.turn(), event.at);
        prop_assert!(shows >= u64::from(days) * DAY, "{shows}: {event:?}");
    }
    // A game has a result only once both sides have moved.
    if let Some(ending) = game.ending() {
        prop_assert!(ending.outcome.is_none() || game.is_underway(), "{event:?}");
        prop_assert!(ending.outcome.is_some() || !game.is_underway(), "{event:?}");
    }
    // A seat is taken once, and nobody sits on both.
    for side in [Side::Tiger, Side::Goat] {
        let seat = before.seats().get(side);
        prop_assert!(seat.is_none() || seat == game.seats().get(side), "{event:?}");
    }
    let Seats { tiger, goat } = game.seats();
    prop_assert!(tiger.is_none() || tiger != goat, "{event:?}");
    Ok(())
}

/// What each side is given back is bounded, whatever was measured.
fn check_lag(log: &[Event], time: TimeControl) -> Result<(), TestCaseError> {
    let share = match time {
        TimeControl::Increment { base, increment } => (2 * (base + 40 * increment)).min(500),
        _ => 0,
    };
    for parity in [0, 1] {
        let (mut moves, mut given) = (0, 0);
        for event in log {
            if let EventKind::Moved { ply, lag, .. } = event.kind
                && ply % 2 == parity
            {
                (moves, given) = (moves + 1, given + lag);
                prop_assert!(given <= u64::from(share) * (moves + 2), "{given} in {moves} moves");
            }
        }
    }
    Ok(())
}

/// Rematches and second games: they come after the end, between the same players.
fn check_what_follows(game: &OnlineGame) -> Result<(), TestCaseError> {
    let id = GameId::new("this").unwrap();
    let over = game.ending().is_some();
    let rematch = game.rematch(game.last_at());
    prop_assert_eq!(rematch.is_some(), over && game.has_started());
    let second = game.second_of_match(&id, game.last_at());
    let is_first = game.part_of().is_some_and(MatchGame::is_first);
    let has_result = game.ending().is_some_and(|ending| ending.outcome.is_some());
    prop_assert_eq!(second.is_some(), is_first && has_result);
    if let Some(rematch) = rematch {
        let next = OnlineGame::replay([&rematch]).unwrap();
        let is_second = game.part_of().is_some_and(|part| !part.is_first());
        let seats = if is_second { game.seats().clone() } else { game.seats().swapped() };
        prop_assert_eq!(next.seats(), &seats);
        prop_assert_eq!(next.setup(), game.setup());
        prop_assert_eq!(next.part_of().is_some(), game.part_of().is_some());
        prop_assert!(next.part_of().is_none_or(MatchGame::is_first));
    }
    if let Some(second) = second {
        let mut second = OnlineGame::replay([&second]).unwrap();
        prop_assert_eq!(second.seats(), &game.seats().swapped());
        prop_assert_eq!(second.part_of(), Some(&MatchGame { first: Some(id) }));
        let running = MatchResult::new(game, Some(&second)).unwrap();
        prop_assert!(!running.over && running.winner.is_none());
        // Both sides move once, then the goats of the second game resign.
        for ply in 0..2 {
            let mv = second.game().moves(second.position()).next().unwrap();
            let text = second.game().move_text(second.position(), mv);
            let by = second.seats().get(second.turn()).cloned().unwrap();
            play(&mut second, &by, Command::Move { ply, text });
        }
        let by = second.seats().goat.clone().unwrap();
        play(&mut second, &by, Command::Resign);
        let result = MatchResult::new(game, Some(&second)).unwrap();
        let ending = game.ending().unwrap();
        prop_assert!(result.over);
        let wins = result.first_score.wins + result.second_score.wins;
        prop_assert_eq!(wins, u32::from(ending.worth()) + 1);
        // More wins decide the match; captures count where wins are equal.
        let order = result.first_score.cmp(&result.second_score);
        let winner = match order {
            std::cmp::Ordering::Greater => Some(&result.first),
            std::cmp::Ordering::Less => Some(&result.second),
            std::cmp::Ordering::Equal => None,
        };
        prop_assert_eq!(result.winner.as_ref(), winner);
    }
    Ok(())
}

fn play(game: &mut OnlineGame, by: &PlayerId, command: Command) {
    let id = format!("after{}", game.number());
    let request = Request::new(by, &id, command).unwrap();
    for event in game.decide(&request, game.last_at()).events {
        game.apply(&event).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_the_promises(
        setup in setup(),
        seats in seats(),
        part_of in part_of(),
        acts in prop::collection::vec((act(), 0..4_000_u64), 1..250),
    ) {
        let mut run = Run::new(setup.clone(), seats, part_of);
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
                        let allowed = at_most(&before, &event, side, was.shows(side, event.at));
                        let shows = is.shows(side, event.at);
                        prop_assert!(shows <= allowed, "{side}: {shows} > {allowed}: {event:?}");
                    }
                }
                check_turn(&before, &run.game, &event)?;
                run.log.push(event);
            }
        }
        check_lag(&run.log, setup.time)?;
        check_what_follows(&run.game)?;
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
        let seats = Seats { tiger: Some(people(0)), goat: Some(people(1)) };
        let mut run = Run::new(setup, seats, None);
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
