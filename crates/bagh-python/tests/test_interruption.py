"""Ctrl-C while Rust is at work, and what becomes of a panic."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import bagh
from bagh import _bagh

#: Work that would take minutes at the least, beside what is imported already.
LONG = {
    "drawing positions of an exam": "bagh.evaluate('random', 'kaooa', 1_000_000, tables=tables)",
    "playing an exam": "exam.mark_player('8')",
    "asking a policy": "bagh.evaluate(sleepy, 'kaooa', 400, tables=tables)",
    "drawing positions of games": "bagh.sample(n=100_000_000, reachable=True)",
    "playing at random": "bagh.playouts(n=100_000_000)",
    "searching": "bagh.Engine().best(bagh.Position(), depth=60)",
}

PROGRAM = """
    import sys, time, bagh
    tables = bagh.Tables.open(sys.argv[1], "kaooa")
    exam = bagh.Exam(tables, 400)
    def sleepy(position):
        time.sleep(1)
        return 0
    try:
        print("begins", flush=True)
        {work}
        print("done", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    # The package is as it was.
    assert bagh.Engine(1).best(bagh.Position()) is not None
    assert len(bagh.sample(n=1000)) == 1000
    assert tables.values([bagh.Position(game="kaooa")]).shape == (1,)
    print("goes on", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_long_work(what: str, small_tables: bagh.Tables) -> None:
    source = textwrap.dedent(PROGRAM).format(work=LONG[what])
    words = [sys.executable, "-c", source, str(small_tables.folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        time.sleep(0.3)  # So that it is at work rather than about to begin; either must do.
        process.send_signal(signal.SIGINT)
        said = process.stdout.read().splitlines()
    assert said == ["interrupted", "goes on"]
    assert process.returncode == 0


def test_values_are_interrupted_between_blocks(tables: bagh.Tables) -> None:
    source = """
        import bagh
        tables, array = bagh.Tables.open(), bagh.sample(n=8_000_000, seed=1)
        try:
            print("begins", flush=True)
            tables.values(array)
        except KeyboardInterrupt:
            print("interrupted", flush=True)
        print(tables.values(array[:2000]).shape, flush=True)
    """
    words = [sys.executable, "-c", textwrap.dedent(source)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begins\n"
        process.send_signal(signal.SIGINT)
        said = process.stdout.read().splitlines()
    assert said == ["interrupted", "(2000,)"]


@pytest.mark.parametrize("on_another_thread", [False, True])
def test_a_panic_is_an_exception_that_can_be_caught(on_another_thread: bool) -> None:
    with pytest.raises(RuntimeError, match="internal error of bagh: asked for: .* please report it"):
        _bagh._panic(on_another_thread)


def test_nothing_calls_rust_unguarded_for_long() -> None:
    # Every source that gives up the GIL does so in work.rs, which turns panics into exceptions, but
    # for the wait for a solver, whose thread is watched.
    sources = Path(__file__).parent.parent / "src"
    found = {path.name for path in sources.glob("*.rs") if "py.detach(" in path.read_text()}
    assert found == {"work.rs", "solve.rs"}
