"""Games, positions and moves, and the rules beside their plain twin."""

from __future__ import annotations

import copy
import pickle
import sys
import threading

import pytest

import bagh
from twin import Played, State, Twin

GAMES = ["bagh-chal", "aadu-puli"]


def state_of(position: bagh.Position) -> State:
    return State(
        frozenset(position.tigers),
        frozenset(position.goats),
        position.turn,
        position.goats_in_hand,
        position.captured,
    )


def played(move: bagh.Move) -> Played:
    return (move.kind, move.origin, move.over, move.to)


@pytest.mark.parametrize("name", GAMES)
def test_10_000_random_positions_have_the_moves_and_results_of_the_twin(name: str) -> None:
    twin = Twin(bagh.Game(name).toml)
    half = bagh.sample(name, n=5000, seed=11)
    other = bagh.sample(name, n=5000, seed=12, reachable=True)
    seen = 0
    for array in (half, other):
        for position in bagh.decode(array, game=name):
            state = state_of(position)
            outcome = twin.outcome(state)
            assert position.outcome == outcome, position
            if outcome is None:
                assert {played(move) for move in position.legal_moves} == twin.moves(state), position
            seen += 1
    assert seen == 10_000


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_go_as_the_twin_says(name: str) -> None:
    twin = Twin(bagh.Game(name).toml)
    for seed in range(20):
        position = bagh.Position(game=name)
        state = state_of(position)
        for ply in range(80):
            moves = position.legal_moves
            if not moves:
                break
            move = moves[(seed * 31 + ply * 17) % len(moves)]
            position.push(move)
            state = twin.after(state, played(move))
            assert state_of(position) == state
        while position.move_stack:
            position.pop()
        assert position == bagh.Position(game=name)


def test_positions_are_read_and_written_in_every_notation() -> None:
    for position in bagh.decode(bagh.sample(n=200, seed=3, reachable=True)):
        for word in bagh.NOTATIONS:
            again = bagh.Position.from_obx(position.obx(word), format=word)
            assert state_of(again) == state_of(position), word


def test_equal_things_are_equal_and_survive_pickling() -> None:
    position = bagh.Position()
    position.push("C1")
    position.push("E1D1")
    record = bagh.Record(position)
    game = bagh.Game("bagh-chal", captures=4)
    for thing in (position, position.move_stack[1], bagh.Game("aadu-puli"), game, record):
        for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing)):
            assert again == thing and not (again != thing)
            if not isinstance(thing, bagh.Record):
                assert hash(again) == hash(thing)
    again = pickle.loads(pickle.dumps(position))
    assert [str(move) for move in again.move_stack] == ["C1", "E1-D1"]
    assert position == bagh.Position("T1GT1/5/5/5/T3T g g19 c0 - 2")
    assert game != bagh.Game() and position != "C1" and bagh.Position(game="kaooa") != position


def test_copies_do_not_share_moves() -> None:
    position = bagh.Position()
    other = position.copy()
    other.push("C1")
    assert position.move_stack == [] and len(other.move_stack) == 1


def test_games_that_begin_elsewhere_are_other_games() -> None:
    toml = bagh.Game("aadu-puli-fixed").toml
    moved = toml.replace('["B0", "B3", "B4"]', '["B0", "B3", "B5"]')
    assert moved != toml
    here, there = bagh.Game.from_toml(toml), bagh.Game.from_toml(moved)
    assert here == bagh.Game("aadu-puli-fixed") and here != there
    with pytest.raises(ValueError, match="move: found one of aadu-puli-fixed"):
        bagh.Position(game=there).push(here.move(20))


def test_repetition_is_a_draw() -> None:
    position = bagh.Position("GGGGG/GGGGG/GGGGG/G4/TTTT1 g g0 c4 - 40")
    seen = [position.copy()]
    for move in ("A4B4", "D5E5", "B4A4", "E5D5") * 2:
        assert position.outcome is None
        position.push(move)
        seen.append(position.copy())
    # The first position came before any move, and stands for the third time.
    assert seen.count(position) == 3
    assert (position.outcome, position.reason) == ("draw", "repetition")
    assert position.legal_moves == []
    position.pop()
    assert position.outcome is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: bagh.Position("nonsense"), "expected"),
        (lambda: bagh.Position("T3T/5/5/5/T3T g g20 c0 - 0", game="aadu-puli"), "expected"),
        (lambda: bagh.Position(game=3), "game: found int"),
        (lambda: bagh.Position().push("A9"), "A9"),
        (lambda: bagh.Position().push("A1"), "A1 is occupied"),
        (lambda: bagh.Position().push(0), "A1"),
        (lambda: bagh.Position().push(217), "from 0 to 216"),
        (lambda: bagh.Position().push(-1), "from 0 to 216"),
        (lambda: bagh.Position().push(None), "move: found NoneType"),
        (lambda: bagh.Position().push(bagh.Game().move(30)), "legal here"),
        (lambda: bagh.Position(game="kaooa").push(bagh.Game().move(24)), "move: found one of bagh-chal"),
        (lambda: bagh.Position().push(bagh.Game("kaooa").move(0)), "expected one of bagh-chal"),
        (lambda: bagh.Position().move_text(bagh.Game("aadu-puli").move(0)), "expected one of"),
        (lambda: bagh.Record(game="kaooa").add(bagh.Game().move(24)), "move: found one of bagh-chal"),
        (lambda: bagh.Position().pop(), "no move"),
        (lambda: bagh.Position().obx("chess"), "format: found"),
        (lambda: bagh.Position().transform(8), "from 0 to 7"),
        (lambda: bagh.Game().move(10**6), "from 0 to 216"),
        (lambda: bagh.Game(captures=0), "captures: found 0, expected a whole number from 1"),
        (lambda: bagh.Game(captures=-1), "captures: found -1"),
        (lambda: bagh.Game(captures=300), "captures: found 300"),
        (lambda: bagh.Game(captures=99), "captures to win: found 99"),
        (lambda: bagh.Game().with_captures(2.5), "captures: found 2.5"),
        (lambda: bagh.Game().move(-1), "action: found -1, expected a whole number from 0 to 216"),
        (lambda: bagh.Game().move("A1"), "action: found 'A1'"),
        (lambda: bagh.Position().push(10**40), "action: found 1000"),
        (lambda: bagh.Position().push(1.0), "move: found float"),
        (lambda: bagh.Position().transform(-1), "symmetry: found -1"),
        (lambda: bagh.augment(bagh.sample(), 10**30), "symmetry: found 1000"),
        (lambda: bagh.Game.from_file("/no/such/file"), "cannot read"),
        (lambda: bagh.Game.from_toml("x = ["), ""),
        (lambda: bagh.Record.parse("1. Z9"), ""),
        (lambda: bagh.Record.read("/no/such/file"), "cannot read"),
        (lambda: bagh.Record().declare("nobody"), "outcome: found"),
        (lambda: bagh.sample(phase="midgame"), "expected placement or sliding"),
        (lambda: bagh.sample(n=-1), "n: found -1, expected a whole number from 0 to"),
        (lambda: bagh.sample(n=1 << 70), "n: found 1180591620717411303424"),
        (lambda: bagh.sample(n="many"), "n: found 'many', expected a whole number"),
        (lambda: bagh.sample(seed=-1), "seed: found -1"),
        (lambda: bagh.sample(n=1 << 60), "expected fewer positions"),
        (lambda: bagh.playouts(n=-1), "n: found -1"),
        (lambda: bagh.playouts(seed=1 << 64), "seed: found 18446744073709551616"),
        (lambda: bagh.playouts(most_plies=-1), "most_plies: found -1"),
        (lambda: bagh.playouts(most_plies=0), "most_plies: found 0"),
        (lambda: bagh.playouts(n=1 << 60), "expected fewer positions"),
        (lambda: bagh.Engine(level=9), "level: found"),
        (lambda: bagh.Engine(level="perfect"), "tables: found none"),
        (lambda: bagh.Engine(seed=-5), "seed: found -5"),
        (lambda: bagh.Engine().best(bagh.Position(), depth=-1), "depth: found -1"),
        (lambda: bagh.Engine().best(bagh.Position(), depth=0), "depth: found 0"),
        (lambda: bagh.Engine().best(bagh.Position(), nodes=-1), "nodes: found -1"),
        (lambda: bagh.Engine().best(bagh.Position(), time=1e300), "time: found 1"),
        (lambda: bagh.Engine().best(bagh.Position(), time=float("nan")), "time: found NaN"),
        (lambda: bagh.Engine().analyse(bagh.Position(), lines=0), "lines: found 0"),
        (lambda: bagh.Engine().analyse(bagh.Position(), lines=-3), "lines: found -3"),
        (lambda: bagh.Engine().best(bagh.Position(), time=-1.0), "time: found -1"),
        (lambda: bagh.Engine().best(bagh.Position(game="aadu-puli")), "found one of aadu-puli"),
        (lambda: bagh.VectorEnv(0), "n: found 0, expected a whole number from 1"),
        (lambda: bagh.VectorEnv(-1), "n: found -1"),
        (lambda: bagh.VectorEnv(2, most_plies=0), "most_plies: found 0"),
        (lambda: bagh.VectorEnv(2, most_plies=1 << 40), "most_plies: found 1099511627776"),
        (lambda: bagh.VectorEnv(2, seed="x"), "seed: found 'x'"),
        (lambda: bagh.VectorEnv(1 << 60), "expected fewer"),
    ],
)
def test_mistakes_are_value_errors_in_our_words(call: object, words: str) -> None:
    with pytest.raises(ValueError) as error:
        call()  # type: ignore[operator]
    assert words in str(error.value) and len(str(error.value)) > 10


def test_drawings() -> None:
    position = bagh.Position("T1G1T/5/2T2/5/4T g g17 c2 - 6")
    assert "1  T───·───G───·───T" in str(position)
    for name in bagh.Game.names():
        svg = bagh.Position(game=name)._repr_svg_()
        assert svg.startswith("<svg") and svg.endswith("</svg>")
        import xml.dom.minidom

        xml.dom.minidom.parseString(svg)


def test_records_are_walked_with_their_variations() -> None:
    text = '[Game "bagh-chal"]\n\n1. C1 E1D1 (1... A1B1 {too early}) 2. B1 *\n'
    record = bagh.Record.parse(text)
    assert [str(move) for move in record.moves] == ["C1", "E1-D1", "B1"]
    walked = [(depth, str(move), comments) for depth, move, _, comments in record.walk()]
    assert walked == [(0, "C1", []), (1, "A1-B1", ["too early"]), (0, "E1-D1", []), (0, "B1", [])]
    record.declare("goat-win", "resignation")
    assert (record.outcome, record.reason) == ("goat-win", "resignation")
    assert bagh.Record.parse(record.text()) == record
    assert record.position.move_stack == record.moves


def test_records_are_of_the_game_that_they_name() -> None:
    for name, first in (("aadu-puli", "B0"), ("kaooa", "A1"), ("bagh-chal", "C1")):
        written = bagh.Record(game=name)
        written.add(first)
        for given in (None, "kaooa", "bagh-chal", bagh.Game(captures=3)):
            record = bagh.Record.parse(written.text(), game=given)
            assert record.game == bagh.Game(name) and record == written
            assert record.moves == written.moves and record.position == written.position
            assert record.position.legal_moves == written.position.legal_moves
            assert pickle.loads(pickle.dumps(record)) == record
    three = bagh.Record.parse('[Game "bagh-chal"]\n[Captures "3"]\n\n1. C1 *\n')
    assert three.game == bagh.Game(captures=3) and three.position.game.captures == 3
    assert pickle.loads(pickle.dumps(three)) == three
    # A board of one's own is known by its name, too.
    own = bagh.Game.from_toml(bagh.Game("kaooa").toml.replace('name = "kaooa"', 'name = "own"'))
    record = bagh.Record(game=own.with_captures(2))
    record.add("A1")
    assert bagh.Record.parse(record.text(), game=own) == record
    with pytest.raises(ValueError, match="Game: found"):
        bagh.Record.parse(record.text())


def test_records_are_written_and_read(tmp_path: object) -> None:
    record = bagh.Record()
    record.add("C1")
    path = f"{tmp_path}/game.txt"
    record.write(path)
    assert bagh.Record.read(path) == record


def test_records_of_other_programs_are_read_and_written(tmp_path: object) -> None:
    record = bagh.Record.parse("1. G13 B1122 2. G11 B2223", format="baghchal-pgn")
    assert [str(move) for move in record.moves] == ["C1", "A1-B2", "A1", "B2-C2"]
    for word in bagh.RECORD_NOTATIONS:
        path = f"{tmp_path}/{word}.txt"
        record.write(path, format=word)
        again = bagh.Record.read(path, format=word)
        assert again.moves == record.moves, word
        assert bagh.Record.parse(record.text(word), format=word) == again
    assert "G13" in record.text("baghchal-pgn") and "G02" in record.text("baghchal-ids")
    for call in (
        lambda: bagh.Record.parse("1. G13", format="pgn"),
        lambda: record.text("pgn"),
        lambda: bagh.Record(game="aadu-puli").text("baghchal-pgn"),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(ValueError, match="expected record, baghchal-pgn or baghchal-ids"):
        record.text("pgn")


def test_levels_play_whole_games() -> None:
    goat, tiger = bagh.Engine(level=1, seed=1), bagh.Engine(level="greedy", seed=1)
    position = bagh.Position()
    while position.outcome is None and len(position.move_stack) < 30:
        position.push((goat if position.turn == "goat" else tiger).best(position))
    assert len(position.move_stack) > 10


def test_searches_keep_to_their_limits() -> None:
    engine = bagh.Engine()
    lines = engine.analyse(bagh.Position(), lines=3, depth=3)
    assert len(lines) == 3 and all(line.moves for line in lines)
    assert engine.best(bagh.Position(), nodes=500) in bagh.Position().legal_moves
    assert "Line" in repr(lines[0])


def test_threads_share_an_engine() -> None:
    engine = bagh.Engine(level=2, seed=1)
    found: list[bagh.Move] = []
    threads = [
        threading.Thread(target=lambda: found.append(engine.best(bagh.Position(), depth=3)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
