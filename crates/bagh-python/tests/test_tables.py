"""Tables: values beside `bagh probe`, solving, interruption, damage."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

import bagh
from conftest import SMALL, TABLES, interpreter, run_program, said


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


def test_positions_that_no_game_comes_to_are_worked_out(aadu_tables: bagh.Tables) -> None:
    # Thousands of look-ups each: two tigers are in hand, and more goats stand than there can.
    rules = "1/TG4/3G2/6/4 t g13 c0", "1/GG4/2T3/5G/4 t g12 c0"
    words = ("probe", "--game", "aadu-puli", "--tables", str(TABLES), "--json", "--values", "-")
    answers = [json.loads(line) for line in run_program(*words, text="\n".join(rules)).splitlines()]
    for text, answer in zip(rules, answers, strict=True):
        position = bagh.Position(text, game="aadu-puli")
        verdict = aadu_tables.probe(position)
        assert (verdict.outcome, verdict.plies) == (answer["outcome"], answer["plies"])
        value = int(aadu_tables.values([position])[0])
        best = verdict.moves[0]
        assert verdict.value == value == best.value and best.regret == 0
        assert aadu_tables.action_values([position])[0].max() == value
        worst = verdict.moves[-1]
        assert aadu_tables.regret(position, worst.move) == worst.regret
        line = aadu_tables.line(position)
        assert line[0] == best.move
        for move in line:
            position.push(move)


def test_plies_of_the_placement_phase(tmp_path: Path) -> None:
    told: list[float] = []
    solved = bagh.Tables.solve(tmp_path, SMALL, progress=told.append, plies=True)
    assert told[-1] == 1.0 and told == sorted(told)
    plain = bagh.sample(SMALL, phase="placement", n=20_000, seed=1)
    array = np.concatenate([plain, bagh.sample(SMALL, n=2000, seed=2, reachable=True)])
    values, plies = solved.values_and_plies(array)
    assert np.array_equal(solved.values(array), values)
    # Every win has its plies now, and no draw in this phase.
    here = values[: len(plain)]
    won = (here < 0) | (here == solved.game.captures)
    assert won.any() and np.array_equal(plies[: len(plain)] >= 0, won)
    for position, value, ply in list(zip(bagh.decode(array, game=SMALL), values, plies))[::100]:
        verdict = solved.probe(position)
        assert (verdict.value, -1 if verdict.plies is None else verdict.plies) == (value, ply)
    after = solved.action_values(array)
    # Values are looked up without plies.
    for path in Path(tmp_path).rglob("plies-*.bagh"):
        path.write_bytes(b"")
    again = bagh.Tables.open(tmp_path, SMALL)
    assert np.array_equal(again.values(array), values)
    assert np.array_equal(again.action_values(array), after)
    with pytest.raises(ValueError, match="plies-"):
        again.values_and_plies(array)


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


def test_tables_survive_pickling(
    small_tables: bagh.Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    array = bagh.sample(SMALL, n=100, seed=1)
    expected = small_tables.values(array)
    monkeypatch.chdir(small_tables.folder.parent)
    relative = bagh.Tables.open(small_tables.folder.name, SMALL)
    pickled = pickle.dumps(relative)
    # Workers may be elsewhere, and so may this process be before it needs a file.
    monkeypatch.chdir(tmp_path)
    for again in (relative, pickle.loads(pickled)):
        assert np.array_equal(again.values(array), expected)
        assert again.folder == small_tables.folder


def test_progress_is_reported(tmp_path: Path) -> None:
    told: list[float] = []
    tables = bagh.Tables.solve(tmp_path, SMALL, progress=told.append)
    assert tables.is_complete and told[-1] == 1.0 and told == sorted(told)


def test_an_exception_of_the_callback_stops_the_solve(tmp_path: Path) -> None:
    def stop(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bagh.Tables.solve(tmp_path, "pulijudamu", progress=stop)


#: A game that takes seconds. It is interrupted once its first part is finished, by another thread at
#: once.
SOLVE = """
    import os, pathlib, signal, sys, threading, bagh
    game = bagh.Game("aadu-puli", captures=1)
    finished = pathlib.Path(sys.argv[1], "aadu-puli-1", "manifest.json")
    middle = threading.Event()
    def interrupt():
        middle.wait()
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=interrupt, daemon=True).start()
    def told(share):
        if finished.exists():
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
    with interpreter(SOLVE, str(tmp_path)) as process:
        # What was finished before the interrupt is not solved again.
        assert (said(process), said(process)) == ("interrupted", "True True True True")


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


def test_damage_anywhere_is_an_error(small_tables: bagh.Tables, tmp_path: Path) -> None:
    shutil.copytree(small_tables.folder, tmp_path / "tables")
    files = sorted((tmp_path / "tables").rglob("*.bagh"))
    array = bagh.sample(SMALL, n=500, seed=1)
    expected = small_tables.values(array)
    random = np.random.default_rng(1)
    refused = 0
    for path in files:
        whole = path.read_bytes()
        for at in random.integers(len(whole), size=5):
            damaged = bytearray(whole)
            damaged[at] ^= int(random.integers(1, 256))
            path.write_bytes(damaged)
            try:
                assert np.array_equal(bagh.Tables.open(tmp_path / "tables", SMALL).values(array), expected)
            except ValueError as error:
                assert path.name in str(error)
                refused += 1
        path.write_bytes(whole)
    assert refused > len(files)


def test_missing_tables_say_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"bagh\.Tables\.solve"):
        bagh.Tables.open(tmp_path)


def test_positions_of_another_game_are_refused(small_tables: bagh.Tables) -> None:
    for what in (bagh.Position(), "T3T/5/5/5/T3T g g20 c0 - 0", [bagh.Position()], 3):
        with pytest.raises(ValueError):
            small_tables.probe(what)
        with pytest.raises(ValueError):
            small_tables.values(what)
        with pytest.raises(KeyError):
            small_tables[what]
    other = bagh.Game(SMALL, captures=2)
    for make in (
        lambda game: bagh.VectorEnv(2, game, tables=small_tables),
        lambda game: bagh.Engine("perfect", game, tables=small_tables),
        lambda game: bagh.Engine(1, game, tables=small_tables),
        lambda game: bagh.evaluate("random", game, 20, tables=small_tables),
        lambda game: bagh.regret_table(game, 20, tables=small_tables),
    ):
        with pytest.raises(ValueError, match="another game .*4 captures.*expected bagh-chal, 5"):
            make("bagh-chal")
        # The same board, but other values.
        with pytest.raises(ValueError, match="another game .*4 captures.*expected kaooa, 2"):
            make(other)


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
    # The game is that of the tables.
    assert bagh.evaluate("random", n=60, tables=small_tables).rows == marks["random"].rows
    assert str(bagh.RegretTable(())).startswith("| player | regret |")
    table = bagh.regret_table(SMALL, 60, tables=small_tables, players=("random", "evolved", "perfect", best))
    assert [marks.name for marks in table.marks] == ["random", "perfect", "best"]
    assert "| perfect | 0.000" in str(table)


def test_exports_take_the_place_of_other_files(small_tables: bagh.Tables, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    options = {"placed": 2, "captured": 0, "turn": "tiger"}
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "old.parquet").write_bytes(b"old")
    link = tmp_path / "link.parquet"
    link.symlink_to(tmp_path / "there" / "old.parquet")
    counts: list[int] = []
    threads = [
        threading.Thread(target=lambda: counts.append(bagh.export(small_tables, link, **options)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert link.is_symlink() and counts == [parquet.read_table(link).num_rows] * 4
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["old.parquet"]
    # One place of the tiger for all of its images; around it every herd, mirror images included.
    table = parquet.read_table(link)
    rows = set(zip(table["tigers"].to_pylist(), table["goats"].to_pylist()))
    array = np.array([(tigers, goats, 1 + (5 << 8)) for tigers, goats in rows], dtype=np.uint32)
    assert len(rows) == counts[0]
    forms = {position.canonical().obx() for position in bagh.decode(array, game=SMALL)}
    assert len(forms) < len(rows)
    points = len(small_tables.game.points)
    assert len(rows) == len({row[0] for row in rows}) * (points - 1) * (points - 2) // 2


def test_classes_are_exported_whole(small_tables: bagh.Tables, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    game = small_tables.game
    options = {"placed": game.goats, "captured": 1, "turn": "tiger"}
    path = tmp_path / "class.parquet"
    count = bagh.export(small_tables, path, **options, lot=100)
    assert not list(tmp_path.glob("*.part"))
    table = parquet.read_table(path)
    # The program writes the same rows.
    numbers = ["--placed", str(game.goats), "--captured", "1", "--turn", "tiger"]
    folder = ["--game", SMALL, "--tables", str(small_tables.folder)]
    run_program("export", str(tmp_path / "program.parquet"), *numbers, *folder)
    assert parquet.read_table(tmp_path / "program.parquet").equals(table)
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
