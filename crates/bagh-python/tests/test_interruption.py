"""Ctrl-C while Rust is at work, and what becomes of a panic."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import bagh
from bagh import _bagh
from conftest import interpreter, said

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

on_unix = pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")


@on_unix
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_long_work(what: str, small_tables: bagh.Tables) -> None:
    with interpreter(PROGRAM.format(work=LONG[what]), str(small_tables.folder)) as process:
        assert said(process) == "begins"
        time.sleep(0.3)  # So that it is at work rather than about to begin; either must do.
        process.send_signal(signal.SIGINT)
        assert (said(process), said(process)) == ("interrupted", "goes on")
        assert process.wait(timeout=300) == 0


@on_unix
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
    with interpreter(source) as process:
        assert said(process) == "begins"
        process.send_signal(signal.SIGINT)
        assert (said(process), said(process)) == ("interrupted", "(2000,)")


@on_unix
def test_slow_questions_are_interrupted(aadu_tables: bagh.Tables) -> None:
    # About a position with three tigers in hand that no game comes to: millions of look-ups.
    source = """
        import bagh
        tables = bagh.Tables.open(game="aadu-puli")
        position = bagh.Position("1/6/6/6/4 g g15 c0", game="aadu-puli")
        first = position.legal_moves[0]
        for work in (
            lambda: tables.probe(position),
            lambda: tables[position],
            lambda: tables.values([position]),
            lambda: tables.values_and_plies([position]),
            lambda: tables.action_values([position]),
            lambda: tables.regret(position, first),
            lambda: tables.line(position),
        ):
            try:
                print("begins", flush=True)
                work()
                print("done", flush=True)
            except KeyboardInterrupt:
                print("interrupted", flush=True)
    """
    with interpreter(source) as process:
        for _ in range(7):
            assert said(process) == "begins"
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            assert said(process) == "interrupted"
        assert process.wait(timeout=300) == 0


@on_unix
def test_ctrl_c_does_not_wait_for_the_solver(tmp_path: Path) -> None:
    # This solver hears nothing: it ends when its file is there, which is after the exception.
    source = """
        import pathlib, sys, bagh
        end = pathlib.Path(sys.argv[1])
        try:
            print("begins", flush=True)
            bagh._bagh._stubborn_solver(end)
        except KeyboardInterrupt:
            print("interrupted", end.exists(), flush=True)
        end.touch()
        print(bagh.Tables.solve(sys.argv[2], "kaooa").is_complete, flush=True)
    """
    with interpreter(source, str(tmp_path / "end"), str(tmp_path)) as process:
        assert said(process) == "begins"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=300)
        assert rest.splitlines() == ["interrupted False", "True"]


#: Work that takes a moment, during which other threads of Python can run.
SHORT = {
    "values": lambda tables, array: tables.values(array),
    "action_values": lambda tables, array: tables.action_values(array),
    "masks": lambda tables, array: bagh.legal_mask(array, game=tables.game),
    "boards": lambda tables, array: bagh.boards(array, game=tables.game),
    "augment": lambda tables, array: bagh.augment(array, 1, game=tables.game),
    "sample": lambda tables, array: bagh.sample(tables.game, n=len(array)),
    "playouts": lambda tables, array: bagh.playouts(tables.game, n=len(array) // 10),
}


@pytest.mark.parametrize("what", SHORT)
def test_other_threads_run_meanwhile(what: str, small_tables: bagh.Tables) -> None:
    array = bagh.sample(small_tables.game, n=30_000, seed=1)
    ticks, over = 0, False

    def tick() -> None:
        nonlocal ticks
        while not over:
            ticks += 1
            time.sleep(0.0001)

    interval = sys.getswitchinterval()
    # Threads take turns only where one lets the others.
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=tick)
    try:
        thread.start()
        end = time.monotonic() + 60
        ran = False
        while not ran and time.monotonic() < end:
            before = ticks
            SHORT[what](small_tables, array)
            ran = ticks > before
    finally:
        over = True
        sys.setswitchinterval(interval)
        thread.join()
    assert ran


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
