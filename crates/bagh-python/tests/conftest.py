"""What the tests have in common."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bagh

#: The solved tables, where there are some.
TABLES = os.environ.get("BAGH_TABLES")

#: The program that answers are compared with, where it is built.
PROGRAM = os.environ.get("BAGH_PROGRAM")

#: A small game that is solved in a moment.
SMALL = "kaooa"


def pytest_report_header() -> str:
    return f"tables: {TABLES or 'none, so that tests of solved games are skipped'}"


@pytest.fixture(scope="session")
def tables() -> bagh.Tables:
    """The tables of Bagh Chal."""
    if TABLES is None:
        pytest.skip("BAGH_TABLES is not set")
    return bagh.Tables.open()


@pytest.fixture(scope="session")
def aadu_tables() -> bagh.Tables:
    """The tables of Aadu Puli Attam."""
    if TABLES is None:
        pytest.skip("BAGH_TABLES is not set")
    try:
        opened = bagh.Tables.open(game="aadu-puli")
    except ValueError as error:
        pytest.skip(str(error))
    if not opened.is_complete:
        pytest.skip("the tables of Aadu Puli Attam are not complete")
    return opened


@pytest.fixture(scope="session")
def small_tables(tmp_path_factory: pytest.TempPathFactory) -> bagh.Tables:
    """Tables of a small game, solved here."""
    return bagh.Tables.solve(tmp_path_factory.mktemp("tables"), SMALL)


@contextmanager
def interpreter(source: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Another interpreter at work on a source, in which Ctrl-C is an exception.

    It is not by itself where a shell started the tests in the background.
    """
    head = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    command = [sys.executable, "-c", head + textwrap.dedent(source), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()  # So that a test that fails does not wait for it.


def said(process: subprocess.Popen[str]) -> str:
    """The next line that it prints."""
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def run_program(*words: str, text: str | None = None) -> str:
    """What the program `bagh` prints."""
    if PROGRAM is None or not Path(PROGRAM).is_file():
        pytest.skip("BAGH_PROGRAM is not set")
    done = subprocess.run([PROGRAM, *words], input=text, capture_output=True, text=True, check=True)
    return done.stdout
