#!/usr/bin/env python3
"""How fast the Python package is, beside what it is compared with.

    cargo xtask python --no-tests
    python3 -m venv target/speed && target/speed/bin/pip install baghchal target/wheels/bagh-*.whl
    cargo build --release -p bagh-tables --example batch
    BAGH_TABLES=... target/speed/bin/python scripts/python-speed.py target/release/examples/batch

Random playouts beside the package `baghchal`, values of a million positions beside the same look-ups
in Rust (the example `batch`, on positions of the same kind), and steps of many games at once, alone and
with what a policy looks at. All are measured in one run, one after the other; `values` and Rust take
turns, and the best of three counts.
"""

import os
import random
import re
import subprocess
import sys
import time

import bagh

N = 1_000_000


def rate(count, work):
    """How many a second."""
    start = time.perf_counter()
    work()
    return count / (time.perf_counter() - start)


def of_baghchal(games):
    """Plies a second of random playouts in the package."""
    from baghchal.env import Board

    rng = random.Random(1)
    start, plies = time.perf_counter(), 0
    for _ in range(games):
        board = Board()
        while not board.is_game_over() and board.no_of_moves_made < 200:
            board.move(rng.choice(sorted(board.possible_moves())))
            plies += 1
    return plies / (time.perf_counter() - start)


def of_positions(games):
    """The same with push and legal_moves."""
    rng = random.Random(1)
    start, plies = time.perf_counter(), 0
    for _ in range(games):
        position = bagh.Position()
        while moves := position.legal_moves:
            position.push(rng.choice(moves))
            plies += 1
    return plies / (time.perf_counter() - start)


def main():
    here = os.getcwd()
    ours = bagh.playouts(n=1000, seed=1)
    start = time.perf_counter()
    ours = bagh.playouts(n=50_000, seed=1)[1].sum() / (time.perf_counter() - start)
    one_by_one = of_positions(500)
    theirs = of_baghchal(10)
    os.chdir(here)  # The package changes the working directory.
    print(f"random playouts, plies a second: baghchal {theirs:,.0f}")
    print(f"  bagh.Position {one_by_one:,.0f} ({one_by_one / theirs:.0f} times)")
    print(f"  bagh.playouts {ours:,.0f} ({ours / theirs:.0f} times)")

    for n in (1024, 16_384):
        env = bagh.VectorEnv(n, seed=1)
        env.step(env.random_actions())

        def steps():
            for _ in range(100):
                env.step(env.random_actions())

        def steps_of_a_policy():
            for _ in range(20):
                env.masks(), env.observations()
                env.step(env.random_actions())

        print(f"VectorEnv of {n:,} games: {rate(100 * n, steps):,.0f} steps a second")
        seen = rate(20 * n, steps_of_a_policy)
        print(f"  with masks and observations: {seen:,.0f}")

    if len(sys.argv) < 2:
        return
    tables = bagh.Tables.open()
    array = bagh.sample(n=N, seed=1)
    tables.values(array)  # Once, so that the files are in memory.
    python, rust = [], []
    for _ in range(3):
        python.append(rate(N, lambda: tables.values(array)))
        words = [sys.argv[1], str(tables.folder), str(N), "values"]
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        rust.append(float(re.search(r"values only\s+([\d]+)", said)[1]))
    print(f"values of {N:,} positions, a second: Python {max(python):,.0f}, Rust {max(rust):,.0f}")
    print(f"  ratio {max(python) / max(rust):.2f}")


if __name__ == "__main__":
    main()
