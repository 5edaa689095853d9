"""Tables: values beside `bagh probe`, solving, interruption, damage."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

import bagh
from conftest import SMALL, TABLES, run_program


@pytest.mark.parametrize("name", ["bagh-chal", "aadu-puli"])
def test_10_000_values_are_those_of_bagh_probe(name: str, request: pytest.FixtureRequest) -> None:
    opened = request.getfixturevalue("tables" if name == "bagh-chal" else "aadu_tables")
    array = np.concatenate(
        [bagh.sample(name, n=5000, seed=21), bagh.sample(name, n=5000, seed=22, reachable=True)]
    )
    positions = bagh.decode(array, game=name)
    text = "\n".join(position.obx() for position in positions) + "\n"
    words = ("probe", "--game", name, "--tables", str(TABLES), "--json", "--values", "-")
    answers = [json.loads(line) for line in run_program(*words, text=text).splitlines()]
    assert len(answers) == len(positions)
    values, plies = opened.values_and_plies(array)
    assert np.array_equal(opened.values(array), values)
    captures = opened.game.captures
    for position, answer, value, ply in zip(positions, answers, values.tolist(), plies.tolist()):
        outcome = "goat-win" if value < 0 else "tiger-win" if value == captures else "draw"
        assert answer["outcome"] == outcome, position
        assert answer["plies"] == (None if ply < 0 else ply), position
        if outcome == "draw":
            assert answer["captures"] == value, position
    for position, answer in list(zip(positions, answers))[::100]:
        verdict = opened.probe(position)
        assert (verdict.outcome, verdict.captures, verdict.plies) == (
            answer["outcome"],
            answer["captures"],
            answer["plies"],
        )


def test_probe_says_what_is_known(tables: bagh.Tables) -> None:
    verdict = tables.probe(bagh.Position())
    assert (verdict.outcome, verdict.captures, verdict.plies) == ("draw", 3, None)
    assert tables["T3T/5/5/5/T3T g g20 c0 - 0"].value == 3
    best = verdict.moves[0]
    assert best.regret == 0 and best.outcome == "draw"
    assert len(verdict.moves) == 21 and "draw" in repr(verdict)
    with pytest.raises(KeyError):
        tables["nonsense"]


def test_action_values_are_the_values_after_moves(tables: bagh.Tables) -> None:
    array = bagh.sample(n=400, seed=5, reachable=True)
    after = tables.action_values(array)
    assert after.shape == (400, 217) and after.dtype == np.int8
    assert np.array_equal(after != bagh.ILLEGAL, bagh.legal_mask(array))
    values = tables.values(array)
    for position, row, value in list(zip(bagh.decode(array), after, values))[:60]:
        legal = row[row != bagh.ILLEGAL]
        best = legal.max() if position.turn == "tiger" else legal.min()
        assert best == value
        for move in position.legal_moves:
            position.push(move)
            assert tables.probe(position).value == row[move.action]
            position.pop()
            assert tables.regret(position, move) == abs(int(value) - int(row[move.action]))


def test_threads_share_tables(small_tables: bagh.Tables) -> None:
    array = bagh.sample(SMALL, n=5000, seed=1)
    expected = small_tables.values(array)
    found: list[bool] = []

    def ask() -> None:
        found.append(bool(np.array_equal(small_tables.values(array), expected)))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 4


def test_tables_survive_pickling(small_tables: bagh.Tables) -> None:
    again = pickle.loads(pickle.dumps(small_tables))
    array = bagh.sample(SMALL, n=100, seed=1)
    assert np.array_equal(again.values(array), small_tables.values(array))


def test_progress_is_reported(tmp_path: Path) -> None:
    told: list[float] = []
    tables = bagh.Tables.solve(tmp_path, SMALL, progress=told.append)
    assert tables.is_complete and told[-1] == 1.0 and told == sorted(told)


def test_an_exception_of_the_callback_stops_the_solve(tmp_path: Path) -> None:
    def stop(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bagh.Tables.solve(tmp_path, "pulijudamu", progress=stop)


#: A game that takes seconds. It is interrupted in the middle of them, by another thread at once.
SOLVE = """
    import os, signal, sys, threading, bagh
    game = bagh.Game("aadu-puli", captures=1)
    middle = threading.Event()
    def interrupt():
        middle.wait()
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    def told(share):
        if share > 0.25:
            middle.set()
    try:
        bagh.Tables.solve(sys.argv[1], game, progress=told)
        print("solved", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        # Another game, while the first solve may still be ending; then the same one again.
        tables = bagh.Tables.solve(sys.argv[1], "kaooa")
        shares = []
        again = bagh.Tables.solve(sys.argv[1], game, progress=shares.append)
        print(tables.is_complete, again.is_complete, shares[0] > 0, shares[-1] == 1, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent in another way there")
def test_ctrl_c_interrupts_a_solve(tmp_path: Path) -> None:
    words = [sys.executable, "-c", textwrap.dedent(SOLVE), str(tmp_path)]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    # What was finished before the interrupt is not solved again.
    assert done.stdout.splitlines() == ["interrupted", "True True True True"]


def test_damage_is_an_error_and_not_the_end(small_tables: bagh.Tables, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(small_tables.folder, folder)
    files = sorted(folder.rglob("*.bagh"))
    array = bagh.sample(SMALL, n=2000, seed=1)
    expected = small_tables.values(array)
    refused = set()
    for path in files:
        whole = path.read_bytes()
        for damaged in (whole[: len(whole) // 2], bytes([whole[0] ^ 1]) + whole[1:], b""):
            path.write_bytes(damaged)
            try:
                # A file that no position of the sample needs is not looked at.
                assert np.array_equal(bagh.Tables.open(folder, SMALL).values(array), expected)
            except ValueError as error:
                assert path.name in str(error)
                refused.add(path.name)
        path.write_bytes(whole)
    assert refused >= {path.name for path in files if path.name.startswith("sliding")}
    manifest = next(folder.rglob("manifest.json"))
    manifest.write_text("{")
    with pytest.raises(ValueError, match="manifest"):
        bagh.Tables.open(folder, SMALL)


def test_missing_tables_say_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"bagh\.Tables\.solve"):
        bagh.Tables.open(tmp_path)


def test_positions_of_another_game_are_refused(small_tables: bagh.Tables) -> None:
    for what in (bagh.Position(), "T3T/5/5/5/T3T g g20 c0 - 0", [bagh.Position()], 3):
        with pytest.raises(ValueError):
            small_tables.probe(what)
        with pytest.raises(ValueError):
            small_tables.values(what)
    with pytest.raises(ValueError, match="another game"):
        bagh.VectorEnv(2, "bagh-chal", tables=small_tables)


def test_policies_are_marked(small_tables: bagh.Tables) -> None:
    marks = {
        name: bagh.evaluate(name, SMALL, 60, tables=small_tables) for name in ("perfect", "random", 1)
    }
    assert marks["perfect"].regret == 0.0 and marks["random"].regret > 0
    low, high = marks["random"].regret_interval
    assert low <= marks["random"].regret <= high

    def best(position: bagh.Position) -> bagh.Move:
        return small_tables.probe(position).moves[0].move

    def worst(position: bagh.Position) -> int:
        return small_tables.probe(position).moves[-1].move.action

    assert bagh.evaluate(best, SMALL, 60, tables=small_tables).regret == 0.0
    marked = bagh.evaluate(worst, SMALL, 60, tables=small_tables)
    assert marked.share == 1.0 and marked.name == "worst"
    with pytest.raises(ValueError):
        bagh.evaluate(lambda position: "Z9", SMALL, 60, tables=small_tables)
    for n in (0, -1, 10**7, 1 << 70, 2.5, None):
        with pytest.raises(ValueError, match="n: found .*, expected a whole number from 1 to 1000000"):
            bagh.evaluate("random", SMALL, n, tables=small_tables)
    with pytest.raises(ValueError, match="seed: found -1"):
        bagh.evaluate("random", SMALL, 60, seed=-1, tables=small_tables)
    table = bagh.regret_table(SMALL, 60, tables=small_tables, players=("random", "evolved", "perfect", best))
    assert [marks.name for marks in table.marks] == ["random", "perfect", "best"]
    assert "| perfect | 0.000" in str(table)


def test_classes_are_exported_whole(small_tables: bagh.Tables, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    game = small_tables.game
    options = {"placed": game.goats, "captured": 1, "turn": "tiger"}
    path = tmp_path / "class.parquet"
    count = bagh.export(small_tables, path, **options, lot=100)
    assert not list(tmp_path.glob("*.part"))
    table = parquet.read_table(path)
    assert table.num_rows == count > 100
    assert table.schema.metadata[b"game"] == SMALL.encode()
    array = np.zeros((count, 3), dtype=np.uint32)
    array[:, 0], array[:, 1] = table["tigers"].to_numpy(), table["goats"].to_numpy()
    array[:, 2] = 1 + (1 << 16)
    assert np.array_equal(small_tables.values(array), table["value"].to_numpy())
    bagh.export(small_tables, tmp_path / "class.arrow", **options)
    with pa.memory_map(str(tmp_path / "class.arrow")) as source:
        assert pa.ipc.open_file(source).read_all().equals(table.combine_chunks())
    with pytest.raises(ValueError, match="class: found"):
        bagh.export(small_tables, path, placed=99, captured=0, turn="tiger")
    with pytest.raises(ValueError, match="turn: found"):
        bagh.export(small_tables, path, placed=1, captured=0, turn="goats")
    for wrong in ({"placed": -1}, {"captured": -1}, {"placed": 1 << 40}, {"lot": 0}, {"lot": -7}):
        (name,) = wrong
        with pytest.raises(ValueError, match=f"{name}: found {wrong[name]}, expected a whole number"):
            bagh.export(small_tables, path, **{**options, **wrong})
