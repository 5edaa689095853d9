//! Looks a position of Bagh Chal up in tables on a web host or in a bucket:
//! `cargo run --release -p bagh-remote --example probe -- https://example.org/tables [OBX]`.

use std::sync::Arc;

use bagh::Game;
use bagh_remote::{Address, RemoteOptions, RemoteTables};
use bagh_tables::Tables;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let address: Address =
        args.next().ok_or("expected the address of a folder of tables")?.parse()?;
    let game = Game::bagh_chal();
    let position = match args.next() {
        Some(text) => game.parse_obx(&text)?,
        None => game.start(),
    };

    let remote = Arc::new(RemoteTables::open(&address, &RemoteOptions::default())?);
    let tables = Tables::open_remote(game, remote.clone())?;
    println!("{:?}", tables.probe(&position)?.value);
    for found in tables.moves(&position)? {
        println!("{:<6} {:?}", game.move_text(&position, found.mv), found.after.value);
    }
    let counts = remote.counters().counts();
    println!("{} bytes were fetched", counts.bytes);
    Ok(())
}
