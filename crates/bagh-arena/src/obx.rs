//! A service that speaks OBX over HTTP, as a player.

use std::sync::Once;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use bagh::notation::{self, ReadOptions};
use bagh::{Game, History, Move, Position};
use serde::{Deserialize, Serialize};
use ureq::tls::{RootCerts, TlsConfig};

use crate::answer::legal_move;
use crate::interrupt;
use crate::player::{Choice, Failure, ForfeitKind, Player};
use crate::time::Budget;

/// The largest answer that is read, in bytes.
const MAX_ANSWER: u64 = 64 << 10;

/// How often a wait looks whether the user interrupted it.
const SLICE: Duration = Duration::from_millis(50);

/// A service at an address that the user typed: `{"obx": …}` is posted to it, and
/// `{"move": …, "obx": …}` comes back. Redirections are not followed.
pub struct ObxPlayer {
    address: String,
    agent: ureq::Agent,
}

#[derive(Serialize)]
struct Asked {
    obx: String,
}

#[derive(Deserialize)]
struct Answered {
    r#move: Option<String>,
    obx: Option<String>,
}

impl ObxPlayer {
    /// A player at this address.
    pub fn new(address: &str) -> ObxPlayer {
        ObxPlayer::trusting(address, RootCerts::PlatformVerifier)
    }

    /// The same, where the authorities are these.
    fn trusting(address: &str, authorities: RootCerts) -> ObxPlayer {
        choose_cryptography();
        let config = ureq::Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(authorities).build())
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .timeout_connect(Some(Duration::from_secs(5)))
            .build();
        ObxPlayer { address: address.to_owned(), agent: config.into() }
    }

    /// Asks on a thread of its own, since a request cannot be interrupted.
    fn ask(&self, obx: String, wait: Duration) -> Result<String, Failure> {
        let body =
            serde_json::to_string(&Asked { obx }).map_err(|e| Failure::Broken(e.to_string()))?;
        let (agent, address) = (self.agent.clone(), self.address.clone());
        let (answer, answered) = mpsc::channel();
        std::thread::spawn(move || answer.send(post(&agent, &address, &body, wait)));
        loop {
            match answered.recv_timeout(SLICE) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if interrupt::is_stopped() => {
                    return Err(Failure::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::Broken("the thread of a request panicked".to_owned()));
                }
            }
        }
    }
}

/// TLS needs a provider of cryptography, chosen once in a process.
fn choose_cryptography() {
    static CHOSEN: Once = Once::new();
    CHOSEN.call_once(|| {
        // The program may have chosen another one before, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Posts a question, and reads the answer.
fn post(agent: &ureq::Agent, address: &str, body: &str, wait: Duration) -> Result<String, Failure> {
    let sent = agent
        .post(address)
        .config()
        .timeout_global(Some(wait))
        .build()
        .header("content-type", "application/json")
        .send(body);
    let mut response = match sent {
        Ok(response) => response,
        Err(ureq::Error::Timeout(_)) => {
            return Err(Failure::forfeit(ForfeitKind::Stall, "did not answer"));
        }
        Err(error) => {
            let message = format!("cannot be reached: {error}");
            return Err(Failure::forfeit(ForfeitKind::Crash, message));
        }
    };
    let status = response.status();
    let text = response.body_mut().with_config().limit(MAX_ANSWER).read_to_string();
    let text = text.map_err(|error| match error {
        ureq::Error::Timeout(_) => Failure::forfeit(ForfeitKind::Stall, "did not answer"),
        other => Failure::forfeit(ForfeitKind::Protocol, format!("answer: {other}")),
    })?;
    if status.as_u16() != 200 {
        let message = format!("answered with status {status}, expected 200");
        return Err(said(ForfeitKind::Protocol, message, &text));
    }
    Ok(text)
}

fn said(kind: ForfeitKind, message: String, text: &str) -> Failure {
    Failure::Forfeit { kind, message, said: text.chars().take(300).collect() }
}

impl Player for ObxPlayer {
    fn name(&self) -> String {
        format!("obx:{}", self.address)
    }

    fn is_per_game(&self) -> bool {
        false
    }

    fn choose(&mut self, history: &History, budget: &Budget) -> Result<Choice, Failure> {
        let (game, position) = (history.game(), history.position());
        let asked = Instant::now();
        let text = self.ask(game.obx(position), budget.stall_limit(position.turn()))?;
        let time = Some(asked.elapsed());
        let answer: Answered = serde_json::from_str(&text)
            .map_err(|error| said(ForfeitKind::Protocol, format!("answer: {error}"), &text))?;
        answered_move(game, position, &answer)
            .map(|mv| Choice { mv, time })
            .map_err(|(kind, message)| said(kind, message, &text))
    }
}

/// The move of an answer: by its text, or by the position that it leads to.
fn answered_move(
    game: &Game,
    position: &Position,
    answer: &Answered,
) -> Result<Move, (ForfeitKind, String)> {
    let protocol = |message: String| (ForfeitKind::Protocol, format!("answer: {message}"));
    match (&answer.r#move, &answer.obx) {
        (Some(text), _) => legal_move(game, position, text),
        (None, Some(text)) => {
            let after = notation::read(game, text, &ReadOptions::default())
                .map_err(|error| protocol(format!("obx: {error}")))?;
            let mut moves = game.moves(position);
            let found = moves.find(|&mv| game.after(position, mv) == after.position);
            found.ok_or_else(|| {
                let message = format!("no legal move in {} leads there", game.obx(position));
                (ForfeitKind::IllegalMove, message)
            })
        }
        (None, None) => Err(protocol("found neither `move` nor `obx`, expected one".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// Answers one request with this, and says how the player took it.
    fn answered(answer: String) -> Result<Choice, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/obx", listener.local_addr().unwrap());
        let service = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let mut read = 0;
            while !request[..read].ends_with(b"}") {
                read += stream.read(&mut request[read..]).unwrap();
            }
            // The player may hang up in the middle of a long answer.
            let _ = stream.write_all(answer.as_bytes());
        });
        let game = Game::bagh_chal();
        let history = History::new(game.clone(), game.start());
        let budget = Budget::move_time(Duration::from_secs(20));
        let choice = ObxPlayer::new(&address).choose(&history, &budget);
        service.join().unwrap();
        choice
    }

    /// Asks a service over TLS for a move. The player trusts the authority of its certificate, or
    /// the system's.
    fn answered_over_tls(is_trusted: bool) -> Result<Choice, Failure> {
        choose_cryptography();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://localhost:{}/obx", listener.local_addr().unwrap().port());
        let signed = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let certificate = signed.cert.der().clone();
        let key = rustls::pki_types::PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der());
        let config = rustls::ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key.into())
            .unwrap();
        let service = std::thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            let connection = rustls::ServerConnection::new(std::sync::Arc::new(config)).unwrap();
            let mut stream = rustls::StreamOwned::new(connection, stream);
            let mut request = [0; 4096];
            let mut read = 0;
            while !request[..read].ends_with(b"}") {
                // A player that does not trust us hangs up.
                let Ok(count) = stream.read(&mut request[read..]) else { return };
                read += count;
            }
            stream.write_all(json(r#"{"move": "C1"}"#).as_bytes()).unwrap();
            stream.conn.send_close_notify();
            let _ = stream.flush();
        });
        let trusted = ureq::tls::Certificate::from_der(&certificate).to_owned();
        let authorities = match is_trusted {
            true => RootCerts::new_with_certs(&[trusted]),
            false => RootCerts::PlatformVerifier,
        };
        let game = Game::bagh_chal();
        let history = History::new(game.clone(), game.start());
        let budget = Budget::move_time(Duration::from_secs(20));
        let choice = ObxPlayer::trusting(&address, authorities).choose(&history, &budget);
        service.join().unwrap();
        choice
    }

    fn json(body: &str) -> String {
        let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length:";
        format!("{head} {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn services_are_asked_over_tls_if_their_certificate_is_trusted() {
        assert!(answered_over_tls(true).is_ok());
        match answered_over_tls(false) {
            Err(Failure::Forfeit { kind: ForfeitKind::Crash, message, .. }) => {
                assert!(message.to_lowercase().contains("certificate"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn answers_are_moves_or_positions_and_faults_are_named() {
        for good in [r#"{"move": "C1"}"#, r#"{"obx": "T1G1T/5/5/5/T3T t g19 c0 mC1 1"}"#] {
            assert!(answered(json(good)).is_ok(), "{good}");
        }
        let long = format!(r#"{{"move": "{}"}}"#, "x".repeat(MAX_ANSWER as usize));
        for (answer, expected) in [
            (json(r#"{"move": "A1"}"#), ForfeitKind::IllegalMove),
            (json(r#"{"obx": "T1G1T/5/5/5/T3T t g18 c1"}"#), ForfeitKind::IllegalMove),
            (json(r#"{"move": "hello"}"#), ForfeitKind::Protocol),
            (json(r#"{"obx": "hello"}"#), ForfeitKind::Protocol),
            (json(r#"{"move": 7}"#), ForfeitKind::Protocol),
            (json("{}"), ForfeitKind::Protocol),
            (json("hello"), ForfeitKind::Protocol),
            (json(&long), ForfeitKind::Protocol),
            ("HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n".to_owned(), ForfeitKind::Protocol),
            (
                "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n"
                    .to_owned(),
                ForfeitKind::Protocol,
            ),
            (String::new(), ForfeitKind::Crash),
        ] {
            match answered(answer.clone()) {
                Err(Failure::Forfeit { kind, .. }) => assert_eq!(kind, expected, "{answer:.200}"),
                other => panic!("{answer:.200}: {other:?}"),
            }
        }
    }
}
