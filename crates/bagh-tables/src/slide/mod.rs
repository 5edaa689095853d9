//! The sliding phase, solved backwards one class of captures at a time.

pub(crate) mod class;
pub(crate) mod edges;
pub(crate) mod entry;
mod frontier;
mod start;

#[cfg(test)]
mod timing {
    use super::*;
    #[test]
    #[ignore]
    fn sliding() {
        let space = crate::Space::new(bagh::Game::bagh_chal());
        let t = std::time::Instant::now();
        let edges = edges::Edges::new(&space);
        println!("edges {:?}", t.elapsed());
        let mut above: Option<class::Class> = None;
        for c in (0..5).rev() {
            let t = std::time::Instant::now();
            let class = class::solve(&space, &edges, c, above.as_ref()).unwrap();
            println!("c {c} {:?} {}", t.elapsed(), class.tiger.len());
            for (name, e) in [("ttm", &class.tiger), ("gtm", &class.goat)] {
                let mut counts = [0u64; 8];
                let mut longest = [0u16; 8];
                for &x in e.iter() {
                    let x = entry::Entry::from_bits(x);
                    counts[x.code() as usize] += 1;
                    longest[x.code() as usize] = longest[x.code() as usize].max(x.plies());
                }
                println!("{name} {counts:?} longest {longest:?}");
            }
            above = Some(class);
        }
    }
}
