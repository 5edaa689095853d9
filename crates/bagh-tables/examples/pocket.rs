//! How long look-ups in a pocket edition take: random positions of every layer, each from nothing.
//!
//! `cargo run --release -p bagh-tables --example pocket -- FOLDER POSITIONS [LAYER…]`

use std::path::Path;
use std::time::Instant;

use bagh::{Game, Side};
use bagh_tables::Access;
use bagh_tables::pocket::{Pocket, PocketProber};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, layers @ ..] = &arguments[..] else {
        return Err("expected a folder of editions, a number of positions, and layers".into());
    };
    let count: usize = count.parse()?;
    let game = Game::bagh_chal();
    let pocket = Pocket::open(game, Path::new(folder), Access::Memory)?;
    let mut layers: Vec<u8> = layers.iter().map(|layer| layer.parse()).collect::<Result<_, _>>()?;
    if layers.is_empty() {
        layers = (1..=game.goats()).collect();
    }
    println!(
        "layer  median ms    99 %     most   values decoded: median    99 %      most   nodes: most"
    );
    let mut state = 1u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let space = pocket.space();
    for placed in layers {
        let (mut times, mut values, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        while times.len() < count {
            let index = random() as u32 & ((1 << space.free()) - 1);
            let Some(captured) = placed.checked_sub(index.count_ones() as u8) else { continue };
            if captured >= game.captures() || captured >= placed {
                continue;
            }
            let block = (random() % space.blocks() as u64) as u32;
            let turn = if random() % 2 == 0 { Side::Tiger } else { Side::Goat };
            let position = space.position(block, index, turn, game.goats() - placed, captured);
            let mut prober = PocketProber::new(&pocket);
            let start = Instant::now();
            prober.value(&position)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            values.push(prober.effort().values as f64);
            nodes.push(prober.effort().nodes as f64);
        }
        for list in [&mut times, &mut values, &mut nodes] {
            list.sort_by(f64::total_cmp);
        }
        let at = |list: &[f64], share: f64| list[((list.len() - 1) as f64 * share) as usize];
        println!(
            "{placed:>5}  {:>9.2} {:>7.2} {:>8.2}   {:>22} {:>7} {:>9}   {:>11}",
            at(&times, 0.5),
            at(&times, 0.99),
            at(&times, 1.0),
            at(&values, 0.5),
            at(&values, 0.99),
            at(&values, 1.0),
            at(&nodes, 1.0)
        );
    }
    Ok(())
}
