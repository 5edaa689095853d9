//! The same code compiled for several processors, and how fast the widest version is here:
//! `cargo run --release -p bagh-simd --example count_bits`.

use std::time::Instant;

use bagh_simd::Simd;

bagh_simd::dispatch! {
    /// How many bits are set.
    fn ones(words: &[u64]) -> u64 {
        avx512 => count(words),
        avx2 => count(words),
        plain => count(words),
    }
}

// To be compiled once for each extension, the code must be inlined.
#[inline(always)]
fn count(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn main() {
    println!("this processor: {:?}", Simd::detect());
    let words: Vec<u64> =
        (0..1 << 20).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let timed = |name: &str, count: fn(&[u64]) -> u64| {
        let start = Instant::now();
        let bits: u64 = (0..100).map(|_| count(std::hint::black_box(&words))).sum();
        println!("{name}: {bits} bits in {:?}", start.elapsed());
        bits
    };
    assert_eq!(timed("for any processor", count), timed("for this one", ones));
}
