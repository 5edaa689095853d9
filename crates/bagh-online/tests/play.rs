//! Whole games, one rule of online play at a time.

use bagh::{Outcome, Side};
use bagh_online::{
    Accepted, Claim, Command, EndReason, Event, EventKind, GameId, LogError, MatchGame,
    MatchResult, Names, OnlineGame, PlayerId, Refusal, Request, Seats, Setup, TimeControl,
};

const SECOND: u64 = 1_000;
const DAY: u64 = 86_400 * SECOND;

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).unwrap()
}

/// A game on a table in a test: the log and its state.
struct Table {
    log: Vec<Event>,
    game: OnlineGame,
    now: u64,
    ids: u32,
}

impl Table {
    /// Both players are seated: `t` plays the tigers, `g` the goats.
    fn new(setup: Setup) -> Table {
        let seats = Seats { tiger: Some(player("t")), goat: Some(player("g")) };
        Table::with(OnlineGame::create(setup, seats, None, 0).unwrap())
    }

    fn with(first: Event) -> Table {
        let game = OnlineGame::replay([&first]).unwrap();
        Table { log: vec![first], game, now: 0, ids: 0 }
    }

    fn add(&mut self, events: Vec<Event>) {
        for event in events {
            self.game.apply(&event).unwrap();
            self.log.push(event);
        }
    }

    fn send_as(&mut self, by: &str, id: &str, command: Command) -> Result<Accepted, Refusal> {
        let request = Request::new(&player(by), id, command).unwrap();
        let decision = self.game.decide(&request, self.now);
        self.add(decision.events);
        decision.answer
    }

    fn send(&mut self, by: &str, command: Command) -> Result<Accepted, Refusal> {
        self.ids += 1;
        let id = format!("id{}", self.ids);
        self.send_as(by, &id, command)
    }

    fn refused(&mut self, by: &str, command: Command) -> &'static str {
        let before = self.game.clone();
        let key = self.send(by, command).unwrap_err().key();
        assert!(before == self.game, "a refused command changed the game");
        key
    }

    /// Plays moves by whichever side is to move, each after this many milliseconds.
    fn play(&mut self, each: u64, moves: &[&str]) {
        for text in moves {
            self.now += each;
            let by = if self.game.turn() == Side::Tiger { "t" } else { "g" };
            let ply = self.game.ply();
            self.send(by, Command::Move { ply, text: (*text).into() }).unwrap();
        }
    }

    fn ended(&self) -> (Option<Outcome>, EndReason) {
        let ending = self.game.ending().expect("the game is over");
        (ending.outcome, ending.reason)
    }

    fn shows(&self, side: Side) -> u64 {
        self.game.clocks().unwrap().shows(side, self.now)
    }
}

fn blitz() -> Setup {
    Setup::new("bagh-chal", TimeControl::minutes(5, 3))
}

#[test]
fn clocks_start_after_both_first_moves_and_add_the_increment() {
    let mut table = Table::new(blitz());
    table.play(20 * SECOND, &["C1", "A1B1"]);
    assert_eq!((table.shows(Side::Goat), table.shows(Side::Tiger)), (300_000, 300_000));
    table.play(10 * SECOND, &["A1"]);
    assert_eq!(table.shows(Side::Goat), 293_000);
    table.now += 5 * SECOND;
    assert_eq!(table.shows(Side::Tiger), 295_000);
    assert_eq!(table.shows(Side::Goat), 293_000);
}

#[test]
fn a_flag_falls_for_the_side_to_move_only() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    let deadline = table.game.deadline().unwrap();
    assert_eq!(table.game.expire(deadline - 1), []);
    // The opponent cannot move for the flagged side, and a late move loses on time.
    table.now = deadline;
    let late = table.send("g", Command::Move { ply: 2, text: "A1".into() });
    assert_eq!(late, Err(Refusal::Over { reason: EndReason::Timeout }));
    assert_eq!(table.ended(), (Some(Outcome::TigerWin), EndReason::Timeout));
    assert_eq!(table.game.deadline(), None);
}

#[test]
fn a_move_that_left_in_time_is_given_its_lag_back() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    table.now += 300 * SECOND + 100;
    let request = Request::new(&player("g"), "late", Command::Move { ply: 2, text: "A1".into() });
    let request = request.unwrap();
    let without = table.game.decide(&request, table.now);
    assert_eq!(without.answer, Err(Refusal::Over { reason: EndReason::Timeout }));
    let with = table.game.decide(&request.with_lag(60_000), table.now);
    assert!(matches!(with.events[0].kind, EventKind::Moved { lag: 500, .. }), "{with:?}");
    // The opponent cannot make the flag fall while the move may still be on its way.
    assert_eq!(table.refused("t", Command::Move { ply: 2, text: "B1B2".into() }), "not-your-turn");
    table.send("t", Command::Say { phrase: bagh_online::Phrase::Hello }).unwrap();
    table.now += 400;
    let late = table.send("t", Command::Say { phrase: bagh_online::Phrase::Hello });
    assert_eq!(late, Err(Refusal::Over { reason: EndReason::Timeout }));
}

#[test]
fn lag_is_given_back_by_a_quota_that_depends_on_the_clock() {
    // 30 seconds for the game: 60 ms for each move, and three times that to begin with.
    let clock = TimeControl::Increment { base: 30, increment: 0 };
    let mut table = Table::new(Setup::new("bagh-chal", clock));
    let mut given = Vec::new();
    for _ in 0..16 {
        table.now += 1_000;
        let (game, position) = (table.game.game().clone(), *table.game.position());
        let quiet = game.moves(&position).find(|mv| mv.captured().is_none()).unwrap();
        let text = game.move_text(&position, quiet);
        let by = if table.game.turn() == Side::Tiger { "t" } else { "g" };
        let command = Command::Move { ply: table.game.ply(), text };
        let request = Request::new(&player(by), &format!("m{}", table.now), command).unwrap();
        // The goats' connection is slow, or they say so; the tigers' is not.
        let lag = if by == "g" { 5_000 } else { 20 };
        let events = table.game.decide(&request.with_lag(lag), table.now).events;
        let EventKind::Moved { lag, .. } = events[0].kind else { panic!("{events:?}") };
        given.push(lag);
        table.add(events);
    }
    let goats: Vec<u64> = given.iter().copied().step_by(2).collect();
    assert_eq!(goats, [0, 240, 60, 60, 60, 60, 60, 60], "the first move costs no time");
    assert!(given.iter().skip(3).step_by(2).all(|&lag| lag == 20), "{given:?}");
}

#[test]
fn real_time_games_without_first_moves_are_aborted() {
    let mut table = Table::new(blitz().rated());
    table.play(SECOND, &["C1"]);
    let events = table.game.expire(table.game.deadline().unwrap());
    table.add(events);
    assert_eq!(table.ended(), (None, EndReason::Aborted));
    let mut table = Table::new(blitz());
    table.send("t", Command::Abort).unwrap();
    assert_eq!(table.ended(), (None, EndReason::Aborted));
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    assert_eq!(table.refused("g", Command::Abort), "too-late-to-abort");
}

#[test]
fn correspondence_moves_have_days_each() {
    let mut table = Table::new(Setup::new("aadu-puli", TimeControl::Days { days: 3 }));
    assert_eq!(table.game.turn(), Side::Tiger);
    table.play(2 * DAY, &["B3", "B1", "B4"]);
    assert_eq!(table.shows(Side::Goat), 3 * DAY);
    table.now += DAY;
    table.send("t", Command::GiveTime).unwrap();
    assert_eq!(table.shows(Side::Goat), 3 * DAY);
    assert_eq!(table.refused("t", Command::Claim { claim: Claim::Win }), "opponent-present");
    let left = table.game.left(Side::Goat, table.now);
    table.add(left);
    assert_eq!(table.refused("t", Command::Claim { claim: Claim::Win }), "not-claimable");
    let events = table.game.expire(table.game.deadline().unwrap());
    table.add(events);
    assert_eq!(table.ended(), (Some(Outcome::TigerWin), EndReason::Timeout));
}

#[test]
fn taking_back_costs_no_days() {
    let mut table = Table::new(Setup::new("bagh-chal", TimeControl::Days { days: 1 }));
    table.play(DAY / 2, &["C1", "A1B1", "A1"]);
    // The tigers think for most of a day, and let the goats take back.
    table.send("g", Command::ProposeTakeback).unwrap();
    table.now += DAY - SECOND;
    table.send("t", Command::AnswerTakeback { accept: true }).unwrap();
    assert_eq!(table.shows(Side::Goat), DAY);
    table.play(DAY / 2, &["A1"]);
    assert_eq!(table.shows(Side::Tiger), DAY, "their turn begins anew");
    table.now += DAY - 1;
    assert_eq!(table.game.expire(table.now), []);
}

#[test]
fn games_without_a_clock_end_when_nobody_moves_any_more() {
    let unlimited = || Table::new(Setup::new("bagh-chal", TimeControl::Unlimited));
    let mut fresh = unlimited();
    fresh.play(DAY, &["C1"]);
    assert_eq!(fresh.game.deadline(), Some(15 * DAY));
    fresh.now = 15 * DAY;
    let events = fresh.game.expire(fresh.now);
    fresh.add(events);
    assert_eq!(fresh.ended(), (None, EndReason::Aborted));

    let mut table = unlimited();
    table.play(DAY, &["C1", "A1B1"]);
    assert_eq!(table.game.deadline(), Some(62 * DAY));
    // Phrases keep no game alive; a restart of the service does not count, a winter does.
    table.now = 3 * DAY;
    table.send("g", Command::Say { phrase: bagh_online::Phrase::BackSoon }).unwrap();
    assert_eq!(table.game.credit(table.now - SECOND, table.now, table.now), []);
    table.now = 93 * DAY;
    let credited = table.game.credit(3 * DAY, table.now, table.now);
    table.add(credited);
    assert_eq!(table.game.expire(table.now), []);
    table.now = table.game.deadline().unwrap();
    assert_eq!(table.now, 152 * DAY);
    let late = table.send("g", Command::Move { ply: 2, text: "A1".into() });
    assert_eq!(late, Err(Refusal::Over { reason: EndReason::Abandonment }));
    assert_eq!(table.ended(), (Some(Outcome::Draw), EndReason::Abandonment));
}

#[test]
fn before_both_have_moved_there_is_no_result() {
    for time in [TimeControl::minutes(5, 0), TimeControl::Unlimited, TimeControl::Days { days: 1 }]
    {
        let mut table = Table::new(Setup::new("bagh-chal", time));
        table.play(SECOND, &["C1"]);
        let left = table.game.left(Side::Tiger, table.now);
        table.add(left);
        for claim in [Claim::Win, Claim::Draw] {
            assert_eq!(table.refused("g", Command::Claim { claim }), "not-underway");
        }
        for by in ["g", "t"] {
            assert_eq!(table.refused(by, Command::OfferDraw), "not-underway");
            let accept = Command::AnswerDraw { accept: true };
            assert_eq!(table.refused(by, accept), "not-underway");
        }
        table.send("g", Command::Abort).unwrap();
        assert_eq!(table.ended(), (None, EndReason::Aborted));
    }
}

#[test]
fn a_resent_move_is_played_once_and_a_stale_one_not_at_all() {
    let mut table = Table::new(blitz());
    let c1 = Command::Move { ply: 0, text: "C1".into() };
    let first = table.send_as("g", "x", c1.clone()).unwrap();
    table.play(SECOND, &["A1B1"]);
    let again = table.send_as("g", "x", c1.clone()).unwrap();
    assert_eq!((again.number, again.repeated), (first.number, true));
    assert_eq!(table.game.ply(), 2);
    // A premove for a position that did not come about.
    let premove = Command::Move { ply: 0, text: "A1".into() };
    assert_eq!(table.refused("g", premove), "ply");
    // The same identifier from the opponent is another command.
    assert_eq!(table.send_as("t", "x", c1).unwrap_err().key(), "ply");
    let stranger = Command::Move { ply: 2, text: "A1".into() };
    assert_eq!(table.refused("stranger", stranger.clone()), "not-a-player");
    assert_eq!(table.refused("t", stranger), "not-your-turn");
    let off = Command::Move { ply: 2, text: "<script>".repeat(1000) };
    assert_eq!(table.refused("g", off), "illegal-move");
}

#[test]
fn draws_are_offered_declined_and_agreed() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    assert_eq!(table.refused("t", Command::AnswerDraw { accept: true }), "no-offer");
    table.send("g", Command::OfferDraw).unwrap();
    assert_eq!(table.refused("g", Command::OfferDraw), "offer-stands");
    assert_eq!(table.refused("g", Command::AnswerDraw { accept: true }), "no-offer");
    table.play(SECOND, &["A1"]);
    assert_eq!(table.game.draw_offer(), Some(Side::Goat), "the offerer's own move keeps the offer");
    table.play(SECOND, &["B1B2"]);
    assert_eq!(table.game.draw_offer(), None, "the opponent's move declines it");
    assert_eq!(table.refused("g", Command::OfferDraw), "offer-too-soon");
    table.send("t", Command::OfferDraw).unwrap();
    table.send("g", Command::OfferDraw).unwrap();
    assert_eq!(table.ended(), (Some(Outcome::Draw), EndReason::Agreement));
    let record = table.game.record(Names::default());
    assert_eq!(record.reason(), Some(bagh::Reason::Agreement));
}

#[test]
fn taking_back_keeps_the_clocks_and_earns_no_second_increment() {
    let mut table = Table::new(blitz());
    table.play(10 * SECOND, &["C1", "A1B1", "A1"]);
    assert_eq!(table.shows(Side::Goat), 293_000);
    table.now += 10 * SECOND;
    table.send("g", Command::ProposeTakeback).unwrap();
    table.send("t", Command::AnswerTakeback { accept: true }).unwrap();
    assert_eq!((table.game.ply(), table.game.turn()), (2, Side::Goat));
    assert_eq!((table.shows(Side::Goat), table.shows(Side::Tiger)), (293_000, 290_000));
    table.play(10 * SECOND, &["A1"]);
    assert_eq!(table.shows(Side::Goat), 283_000);
    // On the asker's turn, the opponent's reply goes, too.
    table.play(SECOND, &["B1B2"]);
    table.send("g", Command::ProposeTakeback).unwrap();
    table.send("t", Command::ProposeTakeback).unwrap();
    assert_eq!((table.game.ply(), table.game.turn()), (2, Side::Goat));

    let mut rated = Table::new(blitz().rated());
    rated.play(SECOND, &["C1"]);
    assert_eq!(rated.refused("g", Command::ProposeTakeback), "rated-takeback");
    let mut fresh = Table::new(blitz());
    assert_eq!(fresh.refused("t", Command::ProposeTakeback), "nothing-to-take-back");
}

#[test]
fn someone_who_left_can_be_claimed_after_the_countdown() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    let claim = || Command::Claim { claim: Claim::Win };
    assert_eq!(table.refused("t", claim()), "opponent-present");
    let left = table.game.left(Side::Goat, table.now);
    table.add(left);
    assert_eq!(table.game.left(Side::Goat, table.now), [], "once is enough");
    let claimable = table.game.absence(Side::Goat).unwrap().claimable.unwrap();
    table.now = claimable - 1;
    assert_eq!(table.refused("t", claim()), "claim-too-soon");
    // A player who acts is back.
    table.send("g", Command::Say { phrase: bagh_online::Phrase::BadConnection }).unwrap();
    table.now = claimable;
    assert_eq!(table.refused("t", claim()), "opponent-present");
    // Leaving on purpose shortens the countdown.
    table.send("g", Command::Leave).unwrap();
    table.now += 10 * SECOND;
    table.send("t", claim()).unwrap();
    assert_eq!(table.ended(), (Some(Outcome::TigerWin), EndReason::Abandonment));
    assert_eq!(table.refused("g", Command::Resign), "over");
}

#[test]
fn coming_and_going_does_not_stop_a_claim_but_a_move_does() {
    let mut table = Table::new(Setup::new("bagh-chal", TimeControl::Unlimited));
    table.play(SECOND, &["C1", "A1B1"]);
    let come_and_go = |table: &mut Table| {
        table.now += SECOND;
        let left = table.game.left(Side::Goat, table.now);
        table.add(left);
        let returned = table.game.returned(Side::Goat, table.now);
        table.add(returned);
        table.game.absence(Side::Goat).is_none()
    };
    // On their own turn the goats can come back twenty times without moving.
    let back = (0..40).take_while(|_| come_and_go(&mut table)).count();
    assert_eq!(back, 20);
    table.play(SECOND, &["A1"]);
    assert_eq!(table.game.absence(Side::Goat), None, "a move ends any absence");
    // While they wait for the tigers there is nothing else that they could do.
    assert!((0..100).all(|_| come_and_go(&mut table)));
    table.play(SECOND, &["B1B2"]);
    assert!(come_and_go(&mut table), "each turn counts by itself");
    // However often a player comes and goes while waiting, the log keeps half of its room for
    // moves.
    table.play(SECOND, &["A2"]);
    while table.game.number() < 5_000 {
        let number = table.game.number();
        come_and_go(&mut table);
        if table.game.number() == number {
            break;
        }
    }
    assert!((2_500..=2_501).contains(&table.game.number()));
    table.play(SECOND, &["B2B1"]);
}

#[test]
fn an_outage_costs_no_time_even_if_it_is_credited_twice() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    let left = table.game.left(Side::Goat, table.now);
    table.add(left);
    let (before, claimable) = (table.shows(Side::Goat), table.game.snapshot().absent[0].claimable);
    let down = table.now;
    table.now += 1_000 * SECOND;
    let credited = table.game.credit(down, table.now, table.now);
    table.add(credited);
    assert_eq!(table.shows(Side::Goat), before);
    assert_eq!(table.game.credit(down, table.now, table.now), []);
    // The service went down again while it was crediting: the old outage counts once.
    table.now += 500 * SECOND;
    let credited = table.game.credit(down, table.now, table.now);
    table.add(credited);
    assert_eq!(table.shows(Side::Goat), before);
    let shifted = table.game.snapshot().absent[0].claimable.unwrap();
    assert_eq!(shifted, claimable.unwrap() + 1_500 * SECOND);
    assert_eq!(table.game.expire(table.now), []);
}

#[test]
fn captures_win_and_everything_after_is_refused() {
    let setup = Setup { captures: Some(1), ..Setup::new("bagh-chal", TimeControl::Unlimited) };
    let mut table = Table::new(setup);
    table.play(SECOND, &["B1", "A1C1"]);
    assert_eq!(table.ended(), (Some(Outcome::TigerWin), EndReason::Captures));
    assert_eq!(table.game.record(Names::default()).outcome(), Some(Outcome::TigerWin));
    let late = Event { number: table.game.number() + 1, at: table.now, ..table.log[1].clone() };
    let number = late.number;
    assert_eq!(table.game.apply(&late), Err(LogError::AfterEnd { number }));
}

#[test]
fn a_grand_win_counts_twelve_and_captures_break_ties() {
    let seats = Seats { tiger: Some(player("t")), goat: Some(player("g")) };
    let setup = || Setup::new("bagh-chal", TimeControl::minutes(5, 0));
    let first = OnlineGame::create(setup(), seats, Some(MatchGame::FIRST), 0).unwrap();
    let mut first = Table::with(first);
    let id = GameId::new("one").unwrap();
    assert_eq!(first.game.second_of_match(&id, 0), None, "the first game is still running");
    first.play(SECOND, &["B1", "A1C1"]);
    first.send("g", Command::OfferDraw).unwrap();
    first.send("t", Command::OfferDraw).unwrap();

    let mut second = Table::with(first.game.second_of_match(&id, first.now).unwrap());
    assert_eq!(second.game.side_of(&player("t")), Some(Side::Goat));
    second.now = first.now;
    second.ids = 100;
    for text in ["C1", "A1B1"] {
        second.now += SECOND;
        let by = if second.game.turn() == Side::Tiger { "g" } else { "t" };
        let ply = second.game.ply();
        second.send(by, Command::Move { ply, text: text.into() }).unwrap();
    }
    let running = MatchResult::new(&first.game, Some(&second.game)).unwrap();
    assert_eq!((running.over, running.winner), (false, None));
    second.send("t", Command::OfferDraw).unwrap();
    second.send("g", Command::OfferDraw).unwrap();
    let result = MatchResult::new(&first.game, Some(&second.game)).unwrap();
    assert!(result.over);
    assert_eq!((result.first_score.captures, result.second_score.captures), (1, 0));
    assert_eq!(result.winner, Some(player("t")));
    assert_eq!(second.game.second_of_match(&id, 0), None, "there is no third game");
    // A rematch of the match begins the other way round.
    let rematch = OnlineGame::replay([&second.game.rematch(0).unwrap()]).unwrap();
    assert_eq!(rematch.side_of(&player("t")), Some(Side::Goat));

    let grand = bagh_online::Ending { outcome: Some(Outcome::GoatWin), reason: EndReason::Dandee };
    assert_eq!((grand.worth(), grand.is_grand()), (12, true));
}

#[test]
fn the_third_time_a_position_stands_is_a_draw_by_itself() {
    // The tigers capture what they can while goats are placed, which leaves room; then both
    // sides shuttle.
    let setup = Setup { captures: Some(20), ..Setup::new("bagh-chal", TimeControl::Unlimited) };
    let mut table = Table::new(setup);
    while table.game.ending().is_none() {
        let game = table.game.game().clone();
        let position = *table.game.position();
        // Undo the side's own last move where possible.
        let back = table.game.history().moves().iter().rev().nth(1).copied();
        let reverse = back.and_then(|b| {
            game.moves(&position).find(|m| {
                m.captured().is_none() && m.from() == Some(b.to()) && Some(m.to()) == b.from()
            })
        });
        let placing = game.phase(&position) == bagh::Phase::Placement;
        let wanted = game.moves(&position).find(|m| m.captured().is_some() == placing);
        let mv = reverse.or(wanted).or_else(|| game.moves(&position).next()).unwrap();
        let text = game.move_text(&position, mv);
        table.play(SECOND, &[&text]);
    }
    assert_eq!(table.ended(), (Some(Outcome::Draw), EndReason::Repetition));
    assert_eq!(table.game.history().occurrences(), 3);
    assert_eq!(OnlineGame::replay(&table.log).unwrap(), table.game);
}

#[test]
fn seats_are_taken_once() {
    let seats = Seats::one(Side::Goat, &player("g"));
    let mut table = Table::with(OnlineGame::create(blitz(), seats, None, 0).unwrap());
    let sit = |side| Command::TakeSeat { side };
    assert_eq!(table.refused("g", sit(None)), "already-seated");
    assert_eq!(table.refused("t", sit(Some(Side::Goat))), "seat-taken");
    assert_eq!(table.refused("g", Command::Move { ply: 0, text: "C1".into() }), "not-started");
    assert_eq!(table.game.deadline(), None, "a game waits for its second player");
    table.send("t", sit(None)).unwrap();
    assert_eq!(table.refused("late", sit(None)), "seat-taken");
    assert_eq!(table.game.side_of(&player("t")), Some(Side::Tiger));
    let both = Seats { tiger: Some(player("g")), goat: Some(player("g")) };
    assert!(OnlineGame::create(blitz(), both, None, 0).is_err());
}

#[test]
fn terms_are_checked() {
    let bad = [
        Setup::new("chess", TimeControl::Unlimited),
        Setup::new("bagh-chal", TimeControl::Unlimited).rated(),
        Setup::new("bagh-chal", TimeControl::Increment { base: 0, increment: 0 }),
        Setup::new("bagh-chal", TimeControl::Increment { base: 60, increment: 181 }),
        Setup::new("bagh-chal", TimeControl::Days { days: 0 }),
        Setup { captures: Some(0), ..Setup::new("bagh-chal", TimeControl::Unlimited) },
        Setup { captures: Some(21), ..Setup::new("bagh-chal", TimeControl::Unlimited) },
        Setup { captures: Some(3), ..blitz().rated() },
    ];
    for setup in bad {
        let error = setup.check().unwrap_err().to_string();
        assert!(error.contains("found") || error.contains("rated"), "{error}");
    }
    assert!(Setup { captures: Some(5), ..blitz().rated() }.check().is_ok());
}

#[test]
fn phrases_and_gifts_are_limited_between_moves() {
    let mut table = Table::new(blitz());
    table.play(SECOND, &["C1", "A1B1"]);
    let hello = || Command::Say { phrase: bagh_online::Phrase::Hello };
    for _ in 0..6 {
        table.send("g", hello()).unwrap();
    }
    assert_eq!(table.refused("g", hello()), "too-many");
    assert_eq!(table.refused("g", Command::GiveTime), "too-many");
    table.send("t", Command::GiveTime).unwrap();
    assert_eq!(table.shows(Side::Goat), 315_000);
    table.play(0, &["A1"]);
    table.send("g", hello()).unwrap();
    let mut untimed = Table::new(Setup::new("bagh-chal", TimeControl::Unlimited));
    assert_eq!(untimed.refused("g", Command::GiveTime), "no-clock");
}

#[test]
fn a_log_of_version_1_stays_readable() {
    let log = [
        r#"{"number":1,"at":5,"type":"created","version":1,"setup":{"game":"bagh-chal","time":{"type":"increment","base":300,"increment":3},"rated":false},"seats":{"goat":"g"}}"#,
        r#"{"number":2,"at":6,"type":"seat-taken","side":"tiger","player":"t","id":"a"}"#,
        r#"{"number":3,"at":7,"type":"moved","ply":0,"move":"C1","id":"b"}"#,
        r#"{"number":4,"at":8,"type":"moved","ply":1,"move":"A1B1","id":"c"}"#,
        r#"{"number":5,"at":9,"type":"left","side":"goat","claimable":40009}"#,
        r#"{"number":6,"at":10,"type":"returned","side":"goat"}"#,
        r#"{"number":7,"at":11,"type":"credited","from":9,"until":10}"#,
        r#"{"number":8,"at":12,"type":"time-given","side":"goat","ms":15000,"id":"d"}"#,
        r#"{"number":9,"at":13,"type":"said","side":"goat","phrase":"good-luck","id":"e"}"#,
        r#"{"number":10,"at":14,"type":"ended","outcome":"tiger-win","reason":"resignation","side":"goat","id":"f"}"#,
    ];
    let events: Vec<Event> = log.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (event, line) in events.iter().zip(log) {
        assert_eq!(serde_json::to_string(event).unwrap(), line);
    }
    let game = OnlineGame::replay(&events).unwrap();
    assert_eq!(game.ending().unwrap().reason, EndReason::Resignation);
    let newer = log[0].replace("\"version\":1", "\"version\":2");
    let newer: Event = serde_json::from_str(&newer).unwrap();
    assert_eq!(OnlineGame::replay([&newer]).unwrap_err(), LogError::Version { found: 2 });
}

#[test]
fn commands_over_the_wire_are_strict() {
    let ok: Command = serde_json::from_str(r#"{"type":"move","ply":0,"move":"C1"}"#).unwrap();
    assert_eq!(ok, Command::Move { ply: 0, text: "C1".into() });
    for bad in [
        r#"{"type":"move","ply":-1,"move":"C1"}"#,
        r#"{"type":"move","move":"C1"}"#,
        r#"{"type":"move","ply":0,"move":"C1","lag":9}"#,
        r#"{"type":"say","phrase":"buy my things"}"#,
        r#"{"type":"claim","claim":"everything"}"#,
        r#"{"type":"ended"}"#,
    ] {
        assert!(serde_json::from_str::<Command>(bad).is_err(), "{bad}");
    }
}
