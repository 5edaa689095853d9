"""Children of `fork`, as multiprocessing and data loaders make them, have none of our threads."""

from __future__ import annotations

import multiprocessing
import sys
import warnings
from pathlib import Path

import pytest

import bagh

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the default is spawn elsewhere")


def work(folder: Path, seed: int) -> list[int]:
    """Everything that shares work among threads."""
    array = bagh.sample(n=3000, seed=seed, reachable=True)
    tables = bagh.Tables.open(folder, "kaooa")
    env = bagh.VectorEnv(600, seed=seed)
    env.step(env.random_actions())
    counted = [
        int(bagh.legal_mask(array).sum()),
        int(bagh.playouts(n=50, seed=seed)[1].sum()),
        int(tables.values(bagh.sample("kaooa", n=3000, seed=seed)).sum()),
        int(env.masks().sum()),
        len(bagh.Exam(tables, 40, seed=seed).mark_player("random")),
    ]
    return counted


def work_in_child(folder: Path, seed: int, answers: multiprocessing.queues.Queue[list[int]]) -> None:
    answers.put(work(folder, seed))


def test_children_work_as_their_parent_does(small_tables: bagh.Tables) -> None:
    folder = Path(small_tables.folder)
    expected = [work(folder, seed) for seed in range(3)]
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():
        # Python warns that a program with threads forks, which is what is tested.
        warnings.simplefilter("ignore", DeprecationWarning)
        for seed in range(3):
            answers = context.Queue()
            child = context.Process(target=work_in_child, args=(folder, seed, answers), daemon=True)
            child.start()
            # A child that waits for threads that are not there never ends.
            assert answers.get(timeout=300) == expected[seed]
            child.join(timeout=300)
            assert child.exitcode == 0
            # The parent's own threads are as they were.
            assert work(folder, seed) == expected[seed]


def test_a_child_solves(small_tables: bagh.Tables, tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = context.Process(target=bagh.Tables.solve, args=(tmp_path, "kaooa"), daemon=True)
        child.start()
    child.join(timeout=300)
    assert child.exitcode == 0
    assert bagh.Tables.open(tmp_path, "kaooa").is_complete
