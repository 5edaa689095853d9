//! Besieges a service in the ways that are known to hurt, and measures what honest clients notice.
//!
//! ```text
//! bagh serve --no-solve --address 127.0.0.1:8080
//! cargo run --release -p bagh-service --example siege -- batches
//! cargo run --release -p bagh-service --example siege -- lines
//! cargo run --release -p bagh-service --example siege -- counts --game aadu-puli
//! cargo run --release -p bagh-service --example siege -- bodies
//! cargo run --release -p bagh-service --example siege -- drips --path /api/online/guest
//! cargo run --release -p bagh-service --example siege -- readers
//! ```
//!
//! `batches`: clients that send batches of 1,000 positions one after the other. `lines`: clients
//! that ask for lines of best play. `counts`: requests for counts of whole tables. `bodies`:
//! connections that announce a body and send one byte, beside honest batches. `drips`: connections
//! that send a byte of their body every second. `readers`: downloads that are read a few hundred
//! bytes at a time. `--clients` sets how many, `--seconds` for how long, `--game` of which game, and
//! `--address` where. `scripts/siege.py` lays siege to two versions in turn.

#[path = "../load/client.rs"]
mod client;
#[path = "../load/games.rs"]
mod games;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use client::Client;
use games::Random;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let siege = words.next().unwrap_or_default();
    let mut args = Args {
        address: SocketAddr::from(([127, 0, 0, 1], 8080)),
        seconds: 20,
        clients: 0,
        game: "bagh-chal".to_owned(),
        path: "/api/online/guest".to_owned(),
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word}: its value is missing"))?;
        match word.as_str() {
            "--address" => args.address = value.parse()?,
            "--seconds" => args.seconds = value.parse()?,
            "--clients" => args.clients = value.parse()?,
            "--game" => args.game = value,
            "--path" => args.path = value,
            _ => {
                let known = "--address, --seconds, --clients, --game or --path";
                return Err(format!("{word}: expected {known}").into());
            }
        }
    }
    match siege.as_str() {
        "batches" => batches(&args.or(30)),
        "lines" => lines(&args.or(30)),
        "counts" => counts(&args.or(4)),
        "bodies" => bodies(&args.or(66)),
        "drips" => drips(&args.or(100)),
        "readers" => readers(&args.or(700)),
        _ => {
            let known = "batches, lines, counts, bodies, drips or readers";
            Err(format!("found `{siege}`, expected {known}").into())
        }
    }
}

/// What is asked on the command line.
struct Args {
    address: SocketAddr,
    seconds: u64,
    clients: usize,
    game: String,
    /// Where bodies are sent to that drip.
    path: String,
}

impl Args {
    fn or(mut self, clients: usize) -> Args {
        if self.clients == 0 {
            self.clients = clients;
        }
        self
    }

    /// A path of the game.
    fn path(&self, rest: &str) -> String {
        format!("/api/v1/{}/{rest}", self.game)
    }

    fn until(&self) -> Instant {
        Instant::now() + Duration::from_secs(self.seconds)
    }
}

/// Single lookups, one after the other, until told to stop: microseconds of each, and failures.
fn honest(args: &Args, positions: &[String], over: &AtomicBool) -> (Vec<u64>, u64) {
    let mut client = Client::new(args.address);
    let mut random = Random::new(99);
    let (mut times, mut failures) = (Vec::new(), 0);
    while !over.load(Relaxed) {
        let position = client::escaped(&positions[random.below(positions.len())]);
        let request = client::get(&args.path(&format!("probe?position={position}")));
        let began = Instant::now();
        match client.send(&request) {
            Ok(reply) if reply.status == 200 => {}
            _ => failures += 1,
        }
        times.push(began.elapsed().as_micros() as u64);
        std::thread::sleep(Duration::from_millis(5));
    }
    times.sort_unstable();
    (times, failures)
}

fn report(what: &str, (times, failures): &(Vec<u64>, u64)) {
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or(0) as f64 / 1e3
    };
    println!(
        "{what}: {} lookups, median {:.1} ms, 99 % {:.1} ms, most {:.1} ms, {failures} failed",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

/// Runs honest lookups alone for a few seconds, and then beside `siege`.
fn beside(args: &Args, siege: impl Fn(&[String], &AtomicBool) + Sync) -> Result<()> {
    let positions = games::play(&mut Client::new(args.address), &args.game, 200)?;
    let positions = &positions;
    let run = |seconds: u64, siege: &(dyn Fn(&[String], &AtomicBool) + Sync)| {
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let besiegers = scope.spawn(|| siege(positions, &over));
            let client = scope.spawn(|| honest(args, positions, &over));
            std::thread::sleep(Duration::from_secs(seconds));
            over.store(true, Relaxed);
            let _ = besiegers.join();
            client.join()
        })
    };
    let alone = run(5, &|_, _| ()).map_err(|_| "a client panicked")?;
    report("alone   ", &alone);
    let besieged = run(args.seconds, &siege).map_err(|_| "a client panicked")?;
    report("besieged", &besieged);
    Ok(())
}

fn batches(args: &Args) -> Result<()> {
    let answered = AtomicU64::new(0);
    beside(args, |positions, over| {
        std::thread::scope(|scope| {
            for number in 0..args.clients {
                let answered = &answered;
                scope.spawn(move || {
                    let mut random = Random::new(number as u64 + 1);
                    let mut client = Client::new(args.address);
                    while !over.load(Relaxed) {
                        let any = || &positions[random.below(positions.len())];
                        let texts: Vec<&String> = std::iter::repeat_with(any).take(1_000).collect();
                        let body = serde_json::json!({ "positions": texts }).to_string();
                        let request = client::post(&args.path("probe"), &body);
                        if client.send(&request).is_ok_and(|reply| reply.status == 200) {
                            answered.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
    })?;
    println!("batches : {} of 1,000 positions answered", answered.load(Relaxed));
    Ok(())
}

fn lines(args: &Args) -> Result<()> {
    let answered = AtomicU64::new(0);
    beside(args, |positions, over| {
        std::thread::scope(|scope| {
            for number in 0..args.clients {
                let answered = &answered;
                scope.spawn(move || {
                    let mut random = Random::new(number as u64 + 1);
                    let mut client = Client::new(args.address);
                    while !over.load(Relaxed) {
                        let position = client::escaped(&positions[random.below(positions.len())]);
                        let request = client::get(&args.path(&format!("line?position={position}")));
                        if client.send(&request).is_ok_and(|reply| reply.status == 200) {
                            answered.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
    })?;
    println!("lines   : {} answered", answered.load(Relaxed));
    Ok(())
}

fn counts(args: &Args) -> Result<()> {
    beside(args, |_, over| {
        std::thread::scope(|scope| {
            for number in 0..args.clients {
                scope.spawn(move || {
                    let count = ["cross", "distances", "longest"][number % 3];
                    let request = client::get(&args.path(&format!("stats/{count}")));
                    let began = Instant::now();
                    let reply = Client::new(args.address).send(&request);
                    let status = reply.map_or(0, |reply| reply.status);
                    println!("{count}: {status} after {:.1} s", began.elapsed().as_secs_f64());
                });
            }
        });
        let _ = over;
    })
}

fn bodies(args: &Args) -> Result<()> {
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{",
        args.path("probe")
    );
    let hold = || -> Result<Vec<TcpStream>> {
        let connect = |_| -> Result<TcpStream> {
            let mut stream = TcpStream::connect(args.address)?;
            stream.write_all(head.as_bytes())?;
            Ok(stream)
        };
        (0..args.clients).map(connect).collect()
    };
    let body = serde_json::json!({ "positions": [start(args)?] }).to_string();
    let (mut answered, mut refused) = (0, 0);
    let until = args.until();
    while Instant::now() < until {
        // The service gives silent bodies up after some seconds: they are sent anew.
        let held = hold()?;
        let again = Instant::now() + Duration::from_secs(5);
        while Instant::now() < again.min(until) {
            let request = client::post(&args.path("probe"), &body);
            match Client::new(args.address).send(&request) {
                Ok(reply) if reply.status == 200 => answered += 1,
                _ => refused += 1,
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(held);
    }
    println!("honest batches: {answered} answered, {refused} refused");
    Ok(())
}

/// Connections that send their bodies a byte at a time: how many does the service keep?
fn drips(args: &Args) -> Result<()> {
    #[cfg(unix)]
    rlimit::increase_nofile_limit(args.clients as u64 + 256)?;
    let head = format!(
        "POST {} HTTP/1.1\r\nHost: localhost\r\n\
         Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n{{",
        args.path
    );
    let mut held = Vec::new();
    for _ in 0..args.clients {
        let mut stream = TcpStream::connect(args.address)?;
        stream.write_all(head.as_bytes())?;
        stream.set_nonblocking(true)?;
        held.push(stream);
    }
    let until = args.until();
    while Instant::now() < until {
        held.retain_mut(|stream| {
            let mut answer = [0; 512];
            // Whoever is answered before the body has come is done.
            stream.write_all(b" ").is_ok()
                && stream.read(&mut answer).is_err_and(|e| e.kind() == ErrorKind::WouldBlock)
        });
        std::thread::sleep(Duration::from_secs(1));
    }
    println!("dripping connections: {} of {} still held", held.len(), args.clients);
    Ok(())
}

/// The position in which the game begins.
fn start(args: &Args) -> Result<String> {
    let request = client::get(&format!("/api/v1/{}", args.game));
    let reply = Client::new(args.address).send(&request)?;
    let game: serde_json::Value = serde_json::from_slice(&reply.body)?;
    let start = game["start"].as_str();
    Ok(start.ok_or_else(|| format!("{}: the service does not know it", args.game))?.to_owned())
}

/// The longest file of the game's tables: too long to be kept by the sockets.
fn long_file(args: &Args) -> Result<String> {
    let reply = Client::new(args.address).send(&client::get(&args.path("tables")))?;
    let tables: serde_json::Value = serde_json::from_slice(&reply.body)?;
    let parts = tables["parts"].as_array().into_iter().flatten();
    let files = parts.filter_map(|part| part["files"].as_array()).flatten();
    let longest = files.max_by_key(|file| file["length"].as_u64());
    let name = longest.and_then(|file| file["name"].as_str());
    Ok(name.ok_or_else(|| format!("{}: the service has no tables of it", args.game))?.to_owned())
}

fn readers(args: &Args) -> Result<()> {
    #[cfg(unix)]
    rlimit::increase_nofile_limit(args.clients as u64 + 256)?;
    let memory = || number(args, "process_resident_memory_bytes").unwrap_or(f64::NAN) / 1e6;
    println!("memory before: {:.0} MB", memory());
    let request = client::get(&args.path(&format!("tables/{}", long_file(args)?)));
    let probe = args.path(&format!("probe?position={}", client::escaped(&start(args)?)));
    let mut held = Vec::new();
    let (mut failed, until) = (0, args.until());
    for _ in 0..args.clients {
        let asked = TcpStream::connect(args.address).and_then(|mut stream| {
            stream.write_all(request.as_bytes())?;
            stream.set_nonblocking(true)?;
            Ok(stream)
        });
        match asked {
            Ok(stream) => held.push(stream),
            Err(_) => failed += 1,
        }
    }
    println!("readers: {} connected, {failed} refused", held.len());
    let (mut healthy, mut lookups, mut ill, mut slowest) = (0, 0, 0, Duration::ZERO);
    let mut buffer = [0; 300];
    let mut next = Instant::now();
    while Instant::now() < until {
        if Instant::now() >= next {
            held.retain_mut(|stream| match stream.read(&mut buffer) {
                Ok(0) => false,
                Ok(_) => true,
                Err(error) => error.kind() == ErrorKind::WouldBlock,
            });
            next += Duration::from_secs(3);
        }
        let began = Instant::now();
        for path in ["/healthz", &probe] {
            match Client::new(args.address).send(&client::get(path)) {
                Ok(reply) if reply.status == 200 && path == "/healthz" => healthy += 1,
                Ok(reply) if reply.status == 200 => lookups += 1,
                Ok(reply) => {
                    println!("{path}: status {}", reply.status);
                    ill += 1;
                }
                Err(error) => {
                    println!("{path}: {error}");
                    ill += 1;
                }
            }
        }
        slowest = slowest.max(began.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    println!(
        "others: {healthy} times healthy, {lookups} lookups, {ill} failed, the slowest after {:.0} ms",
        slowest.as_secs_f64() * 1e3
    );
    println!("readers still served: {}", held.len());
    println!("memory with them: {:.0} MB", memory());
    drop(held);
    std::thread::sleep(Duration::from_secs(5));
    println!("memory 5 s after they left: {:.0} MB", memory());
    Ok(())
}

fn number(args: &Args, name: &str) -> Result<f64> {
    let reply = Client::new(args.address).send(&client::get("/metrics"))?;
    let text = String::from_utf8(reply.body)?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(line.ok_or_else(|| format!("/metrics does not tell {name}"))?.parse()?)
}
