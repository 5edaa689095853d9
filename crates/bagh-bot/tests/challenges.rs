//! Challenges of a bot, against a service that is told what to say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use bagh_arena::players::EnginePlayer;
use bagh_bot::{Bot, Challenge, Connection, Report, Rules, Stop};
use bagh_engine::Level;

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a request and returns its first line, without the version, and its body.
fn request(stream: &TcpStream) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let (mut first, mut length) = (String::new(), 0);
    reader.read_line(&mut first).ok()?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if let Some(found) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = found.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((first.trim().strip_suffix(" HTTP/1.1")?.to_owned(), String::from_utf8(body).ok()?))
}

fn answer(stream: TcpStream, body: &str) {
    answer_with(stream, "200 OK", body);
}

/// Answers with a status, and further headers after it.
fn answer_with(mut stream: TcpStream, status: &str, body: &str) {
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all((head + body).as_bytes());
}

/// A challenge that the bot sends, which the test answers.
struct Sent {
    stream: TcpStream,
    /// What the bot calls it.
    key: String,
}

/// What the bot asks for.
struct Asked {
    streams: Receiver<TcpStream>,
    challenges: Receiver<Sent>,
    games: Receiver<TcpStream>,
    /// Challenges that it accepts, declines and cancels.
    answers: Receiver<String>,
}

/// Accepts connections until the test ends: streams of events and of games, and challenges, are
/// handed to the test.
fn serve(listener: TcpListener) -> Asked {
    let (opened, streams) = mpsc::channel();
    let (sent, challenges) = mpsc::channel();
    let (begun, games) = mpsc::channel();
    let (answered, answers) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            let Some((line, body)) = request(&stream) else { continue };
            match line.as_str() {
                "GET /api/account" => answer(stream, r#"{"id":"me","name":"me","title":"BOT"}"#),
                "GET /api/stream/event" => hand_over(stream, &opened),
                "POST /api/challenge/other" => {
                    let key = body.split('&').find_map(|field| field.strip_prefix("key="));
                    let key = key.expect("every challenge has a key").to_owned();
                    let _ = sent.send(Sent { stream, key });
                }
                line if line.starts_with("GET /api/bot/game/stream/") => hand_over(stream, &begun),
                line => {
                    if let Some(what) = line.strip_prefix("POST /api/challenge/") {
                        let _ = answered.send(what.to_owned());
                    }
                    answer(stream, "{}");
                }
            }
        }
    });
    Asked { streams, challenges, games, answers }
}

/// Begins a stream of lines, which the test goes on with.
fn hand_over(mut stream: TcpStream, to: &Sender<TcpStream>) {
    stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").unwrap();
    let _ = to.send(stream);
}

/// A bot that challenges another one.
fn hunter(connection: Connection) -> Bot {
    bot(connection, Rules::default().games)
        .with_challenges(vec![Challenge { player: "other".to_owned(), terms: Vec::new() }])
}

/// A bot that plays so many games at a time.
fn bot(connection: Connection, games: usize) -> Bot {
    Bot::new(connection, Rules { games, ..Rules::default() }, |game, seed| {
        Ok(Box::new(EnginePlayer::level(game, Level::WEAKEST, seed)))
    })
}

/// Runs a bot. Its reports follow.
fn run(make: impl FnOnce(Connection) -> Bot) -> (Asked, Receiver<Report>, Stop) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = serve(listener);
    let bot = make(Connection::new(&address, "token").unwrap());
    let (sender, reports) = mpsc::channel();
    let stop = bot.stop();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(bot.run(|report| drop(sender.send(report))))
    });
    (asked, reports, stop)
}

fn next<T>(receiver: &Receiver<T>) -> T {
    receiver.recv_timeout(PATIENCE).expect("the bot is still there")
}

fn say(stream: &mut TcpStream, lines: &str) {
    stream.write_all(lines.as_bytes()).unwrap();
}

fn no_challenge(asked: &Asked) {
    let early = asked.challenges.recv_timeout(Duration::from_millis(800));
    assert_eq!(early.err(), Some(RecvTimeoutError::Timeout), "a challenge too many");
}

/// A challenge that waits, as the stream tells of it.
fn challenge(id: &str, by: &str) -> String {
    format!(
        "{{\"type\":\"challenge\",\"challenge\":{{\"id\":\"{id}\",\"challenger\":{{\"id\":\"{by}\"}},\
         \"variant\":{{\"key\":\"bagh-chal\"}},\"timeControl\":{{\"type\":\"unlimited\"}}}}}}\n"
    )
}

/// A challenge of the bot's.
fn waits(id: &str) -> String {
    challenge(id, "me")
}

/// Reads so many answers of the bot to challenges, in any order.
fn answers<const N: usize>(asked: &Asked) -> [String; N] {
    let mut answers = [(); N].map(|()| next(&asked.answers));
    answers.sort();
    answers
}

/// The end of the stream of a game that was called off.
const OVER: &str = "{\"type\":\"gameFull\",\"variant\":{\"key\":\"bagh-chal\"},\"white\":{\"id\":\"me\"},\
    \"black\":{\"id\":\"other\"},\"state\":{\"moves\":\"\",\"wtime\":1,\"btime\":1,\"status\":\"aborted\"}}\n";

const FIRST_STARTS: &str = "{\"type\":\"gameStart\",\"game\":{\"gameId\":\"first\"}}\n";

/// A stream begins with what waits, and ends that with a blank line. A bot that challenged before
/// it would forget the challenges and games that it has, and begin too many.
#[test]
fn a_bot_challenges_when_it_knows_what_it_has() {
    let (asked, _reports, _) = run(|to| hunter(to).with_stop_after(Some(2)));
    let mut stream = next(&asked.streams);
    no_challenge(&asked);
    // One challenge waits already, of the two games that the bot may begin.
    say(&mut stream, &(waits("first") + "\n"));
    answer(next(&asked.challenges).stream, r#"{"id":"second"}"#);
    no_challenge(&asked);

    // The stream breaks. Both challenges still wait, but the bot cannot know before it is told.
    drop(stream);
    let mut stream = next(&asked.streams);
    no_challenge(&asked);
    say(&mut stream, &(waits("first") + &waits("second") + "\n"));
    no_challenge(&asked);
}

/// A service that failed while it answered, or whose answer was lost, may have made the challenge.
#[test]
fn a_challenge_without_an_answer_is_asked_for_again_by_its_key() {
    let (asked, reports, _) = run(|to| hunter(to).with_stop_after(Some(2)));
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    let Sent { stream: first, key } = next(&asked.challenges);
    let failed = r#"{"error":{"message":"games cannot be stored at the moment"}}"#;
    answer_with(first, "503 Service Unavailable\r\nRetry-After: 0", failed);
    no_challenge(&asked);
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    // The connection breaks without an answer. The challenge was made, and is told after the rest.
    let again = next(&asked.challenges);
    assert_eq!(again.key, key);
    drop(again);
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    say(&mut stream, &waits("first"));
    let again = next(&asked.challenges);
    assert_eq!(again.key, key);
    answer(again.stream, r#"{"id":"first","status":"created"}"#);
    // It takes one place of two.
    let second = next(&asked.challenges);
    assert_ne!(second.key, key);
    answer(second.stream, r#"{"id":"second","status":"accepted"}"#);
    no_challenge(&asked);
    say(&mut next(&asked.games), OVER);
    while !matches!(next(&reports), Report::Ended(_)) {}
    no_challenge(&asked);
}

/// While nobody listened, a challenge was declined or led to a game that is over.
#[test]
fn a_challenge_that_is_no_longer_told_is_asked_for() {
    let (asked, reports, _) = run(|to| hunter(to).with_stop_after(Some(1)));
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    let first = next(&asked.challenges);
    answer(first.stream, r#"{"id":"first","status":"created"}"#);
    while !matches!(next(&reports), Report::Challenged { .. }) {}
    drop(stream);
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    let again = next(&asked.challenges);
    assert_eq!(again.key, first.key);
    answer(again.stream, r#"{"id":"first","status":"declined"}"#);
    let second = next(&asked.challenges);
    assert_ne!(second.key, first.key);
    answer(second.stream, r#"{"id":"second","status":"created"}"#);
    say(&mut stream, &("{\"type\":\"challengeDeclined\",".to_owned() + &waits("second")[20..]));
    assert_ne!(next(&asked.challenges).key, second.key);
}

/// All that wait are told at once, before any of their games begins.
#[test]
fn no_more_challenges_are_accepted_than_there_are_places() {
    for stop_after in [None, Some(2)] {
        let games = if stop_after.is_some() { 4 } else { 2 };
        let (asked, _reports, _) = run(|to| bot(to, games).with_stop_after(stop_after));
        let mut stream = next(&asked.streams);
        let all: Vec<String> = (1..=5).map(|n| challenge(&n.to_string(), "other")).collect();
        say(&mut stream, &all.concat());
        let early = asked.answers.recv_timeout(Duration::from_millis(300));
        assert_eq!(early.err(), Some(RecvTimeoutError::Timeout), "it may have games already");
        say(&mut stream, "\n");
        let expected = ["1/accept", "2/accept", "3/decline", "4/decline", "5/decline"];
        assert_eq!(answers(&asked), expected);
    }
}

/// A player who is there comes before one who may never answer.
#[test]
fn a_challenge_of_the_bot_gives_way() {
    let (asked, _reports, _) = run(|to| {
        bot(to, 1)
            .with_challenges(vec![Challenge { player: "other".to_owned(), terms: Vec::new() }])
    });
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    answer(next(&asked.challenges).stream, r#"{"id":"own","status":"created"}"#);
    say(&mut stream, &challenge("theirs", "other"));
    assert_eq!([(); 2].map(|()| next(&asked.answers)), ["own/cancel", "theirs/accept"]);
    next(&asked.games);
    say(&mut stream, &challenge("another", "other"));
    assert_eq!(next(&asked.answers), "another/decline");
    no_challenge(&asked);
}

#[test]
fn a_bot_that_is_stopped_withdraws_its_challenges() {
    let (asked, reports, stop) = run(hunter);
    let mut stream = next(&asked.streams);
    say(&mut stream, &(waits("old") + "\n"));
    answer(next(&asked.challenges).stream, r#"{"id":"new","status":"created"}"#);
    while !matches!(next(&reports), Report::Challenged { .. }) {}
    stop.stop();
    assert_eq!(answers(&asked), ["new/cancel", "old/cancel"]);
    // The bot ends: there are no more reports.
    loop {
        match reports.recv_timeout(PATIENCE) {
            Ok(_) => {}
            Err(error) => return assert_eq!(error, RecvTimeoutError::Disconnected),
        }
    }
}

/// A limit is kept without asking again for what waits: nothing was made.
#[test]
fn a_limit_of_challenges_is_waited_out() {
    let (asked, _reports, _) = run(|to| hunter(to).with_stop_after(Some(1)));
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    let many = r#"{"error":{"message":"too many"}}"#;
    answer_with(next(&asked.challenges).stream, "429 Too Many Requests\r\nRetry-After: 1", many);
    answer(next(&asked.challenges).stream, r#"{"id":"first"}"#);
    assert!(asked.streams.try_recv().is_err(), "the stream did not break");
}

/// What begins a stream may have been read before the game ended.
#[test]
fn a_game_that_has_ended_does_not_begin_again() {
    let (asked, reports, _) = run(|to| hunter(to).with_stop_after(Some(2)));
    let mut stream = next(&asked.streams);
    say(&mut stream, FIRST_STARTS);
    say(&mut next(&asked.games), OVER);
    while !matches!(next(&reports), Report::Ended(_)) {}

    drop(stream);
    let mut stream = next(&asked.streams);
    say(&mut stream, &(FIRST_STARTS.to_owned() + "\n"));
    // It has begun one game of two, so there is a challenge, and no second stream of the first.
    answer(next(&asked.challenges).stream, r#"{"id":"second"}"#);
    no_challenge(&asked);
    assert!(asked.games.try_recv().is_err(), "the game was opened again");
}
