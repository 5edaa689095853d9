//! Experiment.
use bagh::Game;
use bagh_engine::evaluation::network::Features;
use bagh_tables::Tables;
use bagh_train::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let game = Game::by_name(&args[1]).unwrap();
    let threads_note = 0;
    let _ = threads_note;
    let n: usize = args[2].parse().unwrap();
    let epochs: usize = args[3].parse().unwrap();
    let tables = Tables::open(&game, std::path::Path::new("/tmp/tables")).unwrap();
    let t = Instant::now();
    let cached = |name: &str, seed: u64, n: usize| -> Vec<Sample> {
        let f = format!("/tmp/samples-{}-{name}-{n}", args[1]);
        if let Ok(b) = std::fs::read(&f) {
            return b.chunks_exact(12).map(|c| Sample::from_bytes(c.try_into().unwrap())).collect();
        }
        let s = samples(&tables, seed, n).unwrap();
        std::fs::write(&f, s.iter().flat_map(|x| x.to_bytes()).collect::<Vec<u8>>()).unwrap();
        s
    };
    let held = cached("held", 0xABCDEF, 200_000);
    println!("held {:?}", t.elapsed());
    let mut s = cached("train", 1, n);
    println!("{} samples in {:?}", s.len(), t.elapsed());
    let mut hist = vec![0; 40];
    for x in &s {
        hist[x.value as usize] += 1;
    }
    println!("{hist:?}");
    let features = Features::new(&game).unwrap();
    println!("rows {}", features.rows());
    let t = Instant::now();
    let mut last = 0.0;
    let net = train(
        &features,
        &mut s,
        &held,
        Plan { seed: 1, epochs, rate: 0.002 },
        |x| {
            if x > last + 0.05 {
                last = x;
                println!("{x:.2} {:?}", t.elapsed());
            }
        },
        |l| println!("{l:?} {:?}", t.elapsed()),
    );
    std::fs::write(&args[4], net.to_bytes()).unwrap();
}
