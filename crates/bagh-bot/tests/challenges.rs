//! Challenges of a bot, against a service that is told what to say.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use bagh_arena::players::EnginePlayer;
use bagh_bot::{Bot, Challenge, Connection, Rules};
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

fn answer(mut stream: TcpStream, body: &str) {
    let length = body.len();
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all((head + body).as_bytes());
}

/// Accepts connections until the test ends: streams of events are handed to the test, challenges
/// are accepted and counted.
fn serve(listener: TcpListener, streams: Sender<TcpStream>, challenges: Sender<()>) {
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            match request(&stream).as_deref() {
                Some("GET /api/account") => {
                    answer(stream, r#"{"id":"me","name":"me","title":"BOT"}"#);
                }
                Some("GET /api/stream/event") => {
                    stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").unwrap();
                    let _ = streams.send(stream);
                }
                Some("POST /api/challenge/other") => {
                    let _ = challenges.send(());
                    answer(stream, r#"{"id":"second"}"#);
                }
                _ => answer(stream, "{}"),
            }
        }
    });
}

fn next<T>(receiver: &Receiver<T>) -> T {
    receiver.recv_timeout(PATIENCE).expect("the bot is still there")
}

/// A stream begins with what waits, and ends that with a blank line. A bot that challenged before
/// it would forget the challenges and games that it has, and begin too many.
#[test]
fn a_bot_challenges_when_it_knows_what_it_has() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (streams, opened) = mpsc::channel();
    let (sent, challenges) = mpsc::channel();
    serve(listener, streams, sent);

    let connection = Connection::new(&address, "token").unwrap();
    let bot = Bot::new(connection, Rules::default(), |game, seed| {
        Ok(Box::new(EnginePlayer::level(game, Level::WEAKEST, seed)))
    })
    .with_challenges(vec![Challenge { player: "other".to_owned(), terms: Vec::new() }])
    .with_stop_after(Some(2));
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(bot.run(|_| {}))
    });

    let nothing = |challenges: &Receiver<()>| {
        let early = challenges.recv_timeout(Duration::from_millis(800));
        assert_eq!(early, Err(RecvTimeoutError::Timeout), "a challenge too many");
    };
    let mut stream = next(&opened);
    nothing(&challenges);
    // One challenge waits already, of the two games that the bot may begin.
    let waits = r#"{"type":"challenge","challenge":{"id":"first","challenger":{"id":"me"},
        "variant":{"key":"bagh-chal"},"timeControl":{"type":"unlimited"}}}"#;
    stream.write_all((waits.replace('\n', "") + "\n\n").as_bytes()).unwrap();
    next(&challenges);
    nothing(&challenges);

    // The stream breaks. Both challenges still wait, but the bot cannot know before it is told.
    drop(stream);
    let mut stream = next(&opened);
    nothing(&challenges);
    let both = [waits.replace('\n', ""), waits.replace('\n', "").replace("first", "second")];
    stream.write_all((both.join("\n") + "\n\n").as_bytes()).unwrap();
    nothing(&challenges);
}
