//! A level of the engine as a bot:
//! `cargo run -p bagh-bot --example level -- http://localhost:8000 TOKEN 3`.

use bagh_arena::players::EnginePlayer;
use bagh_bot::{Bot, Connection, Opponents, Rules};
use bagh_engine::Level;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [service, token, level] = args.as_slice() else {
        return Err("expected the address of a service, a token and a level".into());
    };
    let level: Level = level.parse()?;
    let rules = Rules { opponents: Opponents::People, ..Rules::default() };
    let bot = Bot::new(Connection::new(service, token)?, rules, move |game, seed| {
        Ok(Box::new(EnginePlayer::level(game, level, seed)))
    });
    // What happens is told as it happens; the bot goes on until it is interrupted.
    bot.run(|report| println!("{report}")).await?;
    Ok(())
}
