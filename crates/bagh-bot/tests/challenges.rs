//! Challenges of a bot, against a service that is told what to say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use bagh_arena::players::EnginePlayer;
use bagh_bot::{Bot, Challenge, Connection, Report, Rules};
use bagh_engine::Level;

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads a request and returns its first line, without the version.
fn request(stream: &TcpStream) -> Option<String> {
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
    reader.read_exact(&mut vec![0; length]).ok()?;
    first.trim().strip_suffix(" HTTP/1.1").map(str::to_owned)
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

/// What the bot asks for, and the test answers.
struct Asked {
    streams: Receiver<TcpStream>,
    challenges: Receiver<TcpStream>,
    games: Receiver<TcpStream>,
}

/// Accepts connections until the test ends: streams of events and of games, and challenges, are
/// handed to the test.
fn serve(listener: TcpListener) -> Asked {
    let (opened, streams) = mpsc::channel();
    let (sent, challenges) = mpsc::channel();
    let (begun, games) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            match request(&stream).as_deref() {
                Some("GET /api/account") => {
                    answer(stream, r#"{"id":"me","name":"me","title":"BOT"}"#);
                }
                Some("GET /api/stream/event") => hand_over(stream, &opened),
                Some("GET /api/bot/game/stream/first") => hand_over(stream, &begun),
                Some("POST /api/challenge/other") => {
                    let _ = sent.send(stream);
                }
                _ => answer(stream, "{}"),
            }
        }
    });
    Asked { streams, challenges, games }
}

/// Begins a stream of lines, which the test goes on with.
fn hand_over(mut stream: TcpStream, to: &Sender<TcpStream>) {
    stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").unwrap();
    let _ = to.send(stream);
}

/// A bot that challenges another one, and ends after some games. Its reports follow.
fn run(games: u64) -> (Asked, Receiver<Report>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = serve(listener);
    let connection = Connection::new(&address, "token").unwrap();
    let bot = Bot::new(connection, Rules::default(), |game, seed| {
        Ok(Box::new(EnginePlayer::level(game, Level::WEAKEST, seed)))
    })
    .with_challenges(vec![Challenge { player: "other".to_owned(), terms: Vec::new() }])
    .with_stop_after(Some(games));
    let (sender, reports) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(bot.run(|report| drop(sender.send(report))))
    });
    (asked, reports)
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

/// A challenge of the bot that waits, as the stream tells of it.
fn waits(id: &str) -> String {
    format!(
        "{{\"type\":\"challenge\",\"challenge\":{{\"id\":\"{id}\",\"challenger\":{{\"id\":\"me\"}},\
         \"variant\":{{\"key\":\"bagh-chal\"}},\"timeControl\":{{\"type\":\"unlimited\"}}}}}}\n"
    )
}

const FIRST_STARTS: &str = "{\"type\":\"gameStart\",\"game\":{\"gameId\":\"first\"}}\n";

/// A stream begins with what waits, and ends that with a blank line. A bot that challenged before
/// it would forget the challenges and games that it has, and begin too many.
#[test]
fn a_bot_challenges_when_it_knows_what_it_has() {
    let (asked, _reports) = run(2);
    let mut stream = next(&asked.streams);
    no_challenge(&asked);
    // One challenge waits already, of the two games that the bot may begin.
    say(&mut stream, &(waits("first") + "\n"));
    answer(next(&asked.challenges), r#"{"id":"second"}"#);
    no_challenge(&asked);

    // The stream breaks. Both challenges still wait, but the bot cannot know before it is told.
    drop(stream);
    let mut stream = next(&asked.streams);
    no_challenge(&asked);
    say(&mut stream, &(waits("first") + &waits("second") + "\n"));
    no_challenge(&asked);
}

/// A service that failed while it answered may have made the challenge before.
#[test]
fn a_challenge_without_an_answer_is_looked_for_before_the_next() {
    let (asked, _reports) = run(1);
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    answer_with(
        next(&asked.challenges),
        "503 Service Unavailable\r\nRetry-After: 0",
        r#"{"error":{"message":"games cannot be stored at the moment"}}"#,
    );
    no_challenge(&asked);
    let mut stream = next(&asked.streams);
    say(&mut stream, &(waits("first") + "\n"));
    no_challenge(&asked);
}

/// A limit is kept without asking again for what waits: nothing was made.
#[test]
fn a_limit_of_challenges_is_waited_out() {
    let (asked, _reports) = run(1);
    let mut stream = next(&asked.streams);
    say(&mut stream, "\n");
    let many = r#"{"error":{"message":"too many"}}"#;
    answer_with(next(&asked.challenges), "429 Too Many Requests\r\nRetry-After: 1", many);
    answer(next(&asked.challenges), r#"{"id":"first"}"#);
    assert!(asked.streams.try_recv().is_err(), "the stream did not break");
}

/// What begins a stream may have been read before the game ended.
#[test]
fn a_game_that_has_ended_does_not_begin_again() {
    let (asked, reports) = run(2);
    let mut stream = next(&asked.streams);
    say(&mut stream, FIRST_STARTS);
    let over = r#"{"type":"gameFull","variant":{"key":"bagh-chal"},"white":{"id":"me"},
        "black":{"id":"other"},"state":{"moves":"","wtime":1,"btime":1,"status":"aborted"}}"#;
    let mut game = next(&asked.games);
    say(&mut game, &(over.replace('\n', "") + "\n"));
    while !matches!(next(&reports), Report::Ended(_)) {}

    drop(stream);
    let mut stream = next(&asked.streams);
    say(&mut stream, &(FIRST_STARTS.to_owned() + "\n"));
    // It has begun one game of two, so there is a challenge, and no second stream of the first.
    answer(next(&asked.challenges), r#"{"id":"second"}"#);
    no_challenge(&asked);
    assert!(asked.games.try_recv().is_err(), "the game was opened again");
}
