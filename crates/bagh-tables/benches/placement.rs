//! The kernels of the placement phase: with the processor's widest registers, and with plain words.

// The harness makes public functions without documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use bagh_tables::benchmarks::Kernels;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn kernels(c: &mut Criterion) {
    let mut kernels = Kernels::new();
    let mut group = c.benchmark_group("placement");
    group.throughput(Throughput::Elements(kernels.positions()));
    group.sample_size(20);
    group.bench_function("tiger step, widest", |b| b.iter(|| black_box(&mut kernels).tiger_best()));
    group.bench_function("tiger step, AVX2", |b| b.iter(|| black_box(&mut kernels).tiger_avx2()));
    group.bench_function("tiger step, plain", |b| b.iter(|| black_box(&mut kernels).tiger_plain()));
    group.bench_function("goat step, widest", |b| b.iter(|| black_box(&mut kernels).goat_best()));
    group.bench_function("goat step, plain", |b| b.iter(|| black_box(&mut kernels).goat_plain()));
    group.bench_function("packing, widest", |b| b.iter(|| black_box(&mut kernels).pack_best()));
    group.bench_function("packing, plain", |b| b.iter(|| black_box(&mut kernels).pack_plain()));
    group.finish();
}

criterion_group!(benches, kernels);
criterion_main!(benches);
