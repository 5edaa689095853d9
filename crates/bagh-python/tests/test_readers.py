"""The readers in plain Python, beside the package and the libraries of others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bagh

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def examples_are_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(EXAMPLES)


def texts() -> Iterator[bytes]:
    """Bytes of many lengths and kinds."""
    rng = random.Random(1)
    for length in (0, 1, 2, 3, 5, 17, 100, 1000, 6000, 24_576, 140_000):
        yield bytes(length)
        yield rng.randbytes(min(length, 6000))
        # Few symbols, many symbols of which some are rare, and phrases that come again.
        yield bytes(rng.choice(b"abcd") for _ in range(min(length, 6000)))
        yield bytes(min(255, int(rng.expovariate(0.1))) for _ in range(min(length, 24_576)))
        words = [b"tiger ", b"goat, ", b"hello world ", rng.randbytes(3), rng.randbytes(70)]
        yield b"".join(rng.choice(words) for _ in range(length // 7))


@pytest.mark.parametrize("level", [-5, 1, 3, 19])
def test_frames_are_decompressed(level: int) -> None:
    zstandard = pytest.importorskip("zstandard")
    from zstd import decompress

    for number, text in enumerate(texts()):
        sized, checked = number % 3 != 0, number % 2 == 0
        compressor = zstandard.ZstdCompressor(
            level=level, write_checksum=checked, write_content_size=sized
        )
        assert decompress(compressor.compress(text)) == text


def test_damaged_frames_are_refused_or_decoded() -> None:
    zstandard = pytest.importorskip("zstandard")
    from zstd import Damaged, decompress

    rng = random.Random(2)
    refused = 0
    for text in texts():
        packed = zstandard.ZstdCompressor(level=3).compress(text[:3000])
        for _ in range(20):
            damaged = bytearray(packed)
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
            if rng.random() < 0.3:
                del damaged[rng.randrange(len(damaged)) :]
            try:
                decompress(bytes(damaged))
            except Damaged:
                refused += 1
    assert refused > 200


def test_checksums_are_those_of_the_library() -> None:
    xxhash = pytest.importorskip("xxhash")
    from xxh3 import xxh3

    rng = random.Random(3)
    for length in [*range(0, 270), 1000, 1023, 1024, 1025, 1088, 2048, 2049, 70_000]:
        data = rng.randbytes(length)
        assert xxh3(data) == xxhash.xxh3_64_intdigest(data), length


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("name", ["small", "kaooa"])
def test_whole_tables_are_read(name: str, compact: bool, tmp_path: Path) -> None:
    from board import Board
    from read_tables import Reader

    board = EXAMPLES.parents[2] / "docs" / "small.toml"
    game = bagh.Game.from_file(board) if name == "small" else bagh.Game(name)
    tables = bagh.Tables.solve(tmp_path, game, compact=compact, plies=True)
    reader = Reader(tmp_path, Board(game.toml), game.captures)
    assert reader.is_compact == compact
    samples = [bagh.sample(game, phase=phase, n=250, seed=1) for phase in ("placement", "sliding")]
    positions = [p for array in samples for p in bagh.decode(array, game=game)]
    # The opening, too: tigers in hand are not in samples.
    positions += opening(game)
    values, plies = tables.values_and_plies(positions)
    for position, *expected in zip(positions, values.tolist(), plies.tolist()):
        assert list(reader.answer(position)) == expected, position


def opening(game: bagh.Game) -> list[bagh.Position]:
    """The first positions of a game."""
    found, now = [game.start()], [game.start()]
    for _ in range(2):
        after = []
        for position in now:
            for move in position.legal_moves:
                position.push(move)
                after.append(position.copy())
                position.pop()
        found += after
        now = after[::7]
    return found


def test_damaged_tables_are_refused(small_tables: Any, tmp_path: Path) -> None:
    from table_file import Damaged, TableFile

    rng = random.Random(4)
    for path in sorted(Path(small_tables.folder).rglob("*.bagh")):
        whole = path.read_bytes()
        for _ in range(4):
            damaged = bytearray(whole)
            damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
            (tmp_path / path.name).write_bytes(damaged)
            with pytest.raises(Damaged):
                file = TableFile(tmp_path / path.name)
                for number in range(len(file.blocks)):
                    file.stored(number)
