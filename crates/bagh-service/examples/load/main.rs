//! Puts a service under load, and tells how it bears it.
//!
//! ```text
//! bagh serve --no-solve --address 127.0.0.1:8080
//! cargo run --release -p bagh-service --example load -- --seconds 60
//! cargo run --release -p bagh-service --example load -- --seconds 60 --batch 100
//! cargo run --release -p bagh-service --example load -- --seconds 60 --batch 1000 --moves false
//! cargo run --release -p bagh-service --example load -- --idle 10000
//! ```
//!
//! First it plays games through the service, mostly the best moves and sometimes others, so that
//! the positions are those of realistic play. Then it asks for them in random order.

mod client;
mod games;

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use client::Client;
use games::Random;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What is asked on the command line.
struct Args {
    address: SocketAddr,
    game: String,
    seconds: u64,
    connections: usize,
    /// Positions in a request; 0 for one in the address.
    batch: usize,
    /// Whether batches ask for the moves, too.
    moves: bool,
    games: usize,
    /// Idle connections to hold instead of asking.
    idle: usize,
}

fn main() -> Result<()> {
    let args = Args::read()?;
    if args.idle > 0 {
        return idle(&args);
    }
    let mut client = Client::new(args.address);
    eprintln!("playing {} games of {}", args.games, args.game);
    let positions = games::play(&mut client, &args.game, args.games)?;
    eprintln!("{} positions; asking for {} s", positions.len(), args.seconds);
    load(&args, &positions)
}

impl Args {
    fn read() -> Result<Args> {
        let mut args = Args {
            address: SocketAddr::from(([127, 0, 0, 1], 8080)),
            game: "bagh-chal".to_owned(),
            seconds: 60,
            connections: 16,
            batch: 0,
            moves: true,
            games: 2_000,
            idle: 0,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let value = words.next().ok_or_else(|| format!("{word}: its value is missing"))?;
            match word.as_str() {
                "--address" => args.address = value.parse()?,
                "--game" => args.game = value,
                "--seconds" => args.seconds = value.parse()?,
                "--connections" => args.connections = value.parse()?,
                "--batch" => args.batch = value.parse()?,
                "--moves" => args.moves = value.parse()?,
                "--games" => args.games = value.parse()?,
                "--idle" => args.idle = value.parse()?,
                _ => return Err(format!("{word}: this option is not known").into()),
            }
        }
        Ok(args)
    }
}

/// Asks for random positions on many connections at once.
fn load(args: &Args, positions: &[String]) -> Result<()> {
    let over = AtomicBool::new(false);
    let errors = AtomicU64::new(0);
    let began = Instant::now();
    let mut times = std::thread::scope(|scope| -> Result<Vec<u32>> {
        let clients: Vec<_> = (0..args.connections)
            .map(|number| {
                let (over, errors) = (&over, &errors);
                scope.spawn(move || ask(args, positions, number as u64, over, errors))
            })
            .collect();
        // The service closes what is silent for some seconds, so each look is a connection of its
        // own; and a look that fails must not keep the clients going.
        let look =
            || memory(&mut Client::new(args.address)).inspect_err(|_| over.store(true, Relaxed));
        let end = began + Duration::from_secs(args.seconds);
        while Instant::now() < end {
            let gone = began.elapsed().as_secs();
            eprintln!("{gone:>4} s: {:.1} MB", look()? / 1e6);
            let left = end.saturating_duration_since(Instant::now());
            std::thread::sleep(left.min(Duration::from_secs(10)));
        }
        over.store(true, Relaxed);
        eprintln!("{:>4} s: {:.1} MB", args.seconds, look()? / 1e6);
        let mut times = Vec::new();
        for client in clients {
            times.extend(client.join().map_err(|_| "a client panicked")?);
        }
        Ok(times)
    })?;
    let seconds = began.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share) as usize;
        f64::from(times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or(0))
            / 1000.0
    };
    let a_second = times.len() as f64 / seconds;
    println!("requests    {} ({a_second:.0} a second)", times.len());
    println!("positions   {:.0} a second", a_second * args.batch.max(1) as f64);
    println!("errors      {}", errors.load(Relaxed));
    println!(
        "latency     median {:.2} ms, 90 % {:.2} ms, 99 % {:.2} ms, 99.9 % {:.2} ms, most {:.2} ms",
        at(0.5),
        at(0.9),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    Ok(())
}

/// One client: microseconds of each request.
fn ask(
    args: &Args,
    positions: &[String],
    seed: u64,
    over: &AtomicBool,
    errors: &AtomicU64,
) -> Vec<u32> {
    let mut client = Client::new(args.address);
    let mut random = Random::new(seed + 1);
    let mut times = Vec::new();
    while !over.load(Relaxed) {
        let mut any = || &positions[random.below(positions.len())];
        let request = match args.batch {
            0 => client::get(&format!(
                "/api/v1/{}/probe?position={}",
                args.game,
                client::escaped(any())
            )),
            batch => {
                let texts: Vec<&String> = (0..batch).map(|_| any()).collect();
                let mut body = serde_json::json!({ "positions": texts });
                // Older versions do not know the key, so it is only there where it says something.
                if !args.moves {
                    body["moves"] = false.into();
                }
                let body = body.to_string();
                client::post(&format!("/api/v1/{}/probe", args.game), &body)
            }
        };
        let began = Instant::now();
        let fine = client
            .send(&request)
            .is_ok_and(|reply| reply.status == 200 && !contains(&reply.body, b"\"known\":false"));
        times.push(u32::try_from(began.elapsed().as_micros()).unwrap_or(u32::MAX));
        if !fine {
            errors.fetch_add(1, Relaxed);
        }
    }
    times
}

/// Bytes of memory that the service says it uses.
fn memory(client: &mut Client) -> Result<f64> {
    number(client, "process_resident_memory_bytes")
}

fn number(client: &mut Client, name: &str) -> Result<f64> {
    let reply = client.send(&client::get("/metrics"))?;
    let text = String::from_utf8(reply.body)?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    Ok(line.ok_or_else(|| format!("/metrics does not tell {name}"))?.parse()?)
}

/// Holds many connections on which nothing is said, and sees whether others are still answered.
fn idle(args: &Args) -> Result<()> {
    #[cfg(unix)]
    {
        let allowed = rlimit::increase_nofile_limit(args.idle as u64 + 64)?;
        if allowed < args.idle as u64 + 64 {
            return Err(
                format!("only {allowed} files may be open: raise it with `ulimit -n`").into()
            );
        }
    }
    // The service closes what is silent for some seconds: each question has its own connection.
    let fresh = || Client::new(args.address);
    let before = memory(&mut fresh())?;
    let began = Instant::now();
    let held = connect(args)?;
    println!("connected   {} in {:.1} s", held.len(), began.elapsed().as_secs_f64());
    let with = memory(&mut fresh())?;
    println!("open        {}", number(&mut fresh(), "bagh_connections")?);
    let mut slowest = Duration::ZERO;
    for _ in 0..100 {
        let asked = Instant::now();
        let reply = fresh().send(&client::get("/healthz"))?;
        if reply.status != 200 {
            return Err(format!("status {}", reply.status).into());
        }
        slowest = slowest.max(asked.elapsed());
    }
    println!("answered    100 others, the slowest after {:.2} ms", slowest.as_secs_f64() * 1e3);
    let mut open = number(&mut fresh(), "bagh_connections")?;
    while open > 1.0 && began.elapsed() < Duration::from_secs(args.seconds) {
        std::thread::sleep(Duration::from_millis(200));
        open = number(&mut fresh(), "bagh_connections")?;
    }
    println!("closed      all but {open} after {:.1} s", began.elapsed().as_secs_f64());
    let after = memory(&mut fresh())?;
    println!(
        "memory      {:.1} MB, {:.1} MB with them, {:.1} MB after",
        before / 1e6,
        with / 1e6,
        after / 1e6
    );
    Ok(())
}

/// Opens the idle connections, a few at a time.
fn connect(args: &Args) -> Result<Vec<TcpStream>> {
    const AT_ONCE: usize = 8;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..AT_ONCE)
            .map(|number| {
                let share = args.idle / AT_ONCE + usize::from(number < args.idle % AT_ONCE);
                scope.spawn(move || {
                    (0..share)
                        .map(|_| TcpStream::connect(args.address))
                        .collect::<std::io::Result<Vec<_>>>()
                })
            })
            .collect();
        let mut all = Vec::with_capacity(args.idle);
        for thread in threads {
            all.extend(thread.join().map_err(|_| "a thread panicked")??);
        }
        Ok(all)
    })
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
