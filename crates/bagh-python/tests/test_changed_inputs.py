"""Texts, numbers and arrays that were changed at random: an answer or a ValueError, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import bagh

#: Characters that mean something somewhere.
ALPHABET = "ABCDETGtgcx-_/@#.*(){}[]\"' \n0123456789\u0000é虎"


def changed(rng: random.Random, text: str) -> str:
    """The text with a few characters removed, replaced, inserted or repeated."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice([0, 0, 1, 1, 2, 9]))
        middle = rng.choice(["", rng.choice(ALPHABET), text[at:end] * rng.randint(2, 40)])
        text = text[:at] + middle + text[end:]
    return text


def record() -> bagh.Record:
    record = bagh.Record(bagh.Position())
    for move in ("C1", "E1D1", "E3", "A1B1"):
        record.add(move)
    record.comment("so far")
    return record


PARSERS: dict[str, tuple[list[str], Callable[[str], object]]] = {
    "positions": (
        [bagh.Position().obx(word) for word in bagh.NOTATIONS],
        lambda text: [
            bagh.Position(text).legal_moves,
            bagh.Position.from_obx(text, lenient=True)._repr_svg_(),
        ],
    ),
    "named positions": (
        [bagh.Position().obx(word) for word in bagh.NOTATIONS],
        lambda text: [bagh.Position.from_obx(text, format=word) for word in bagh.NOTATIONS],
    ),
    "moves": (["C1", "A1B1", "A1xB1-C1"], lambda text: bagh.Position().push(text)),
    "records": (
        [record().text()],
        lambda text: [*bagh.Record.parse(text).walk(), bagh.Record.parse(text).text()],
    ),
    "other records": (
        [record().text(word) for word in bagh.RECORD_NOTATIONS],
        lambda text: [bagh.Record.parse(text, format=word) for word in bagh.RECORD_NOTATIONS],
    ),
    "boards": (
        [bagh.Game("kaooa").toml],
        lambda text: [bagh.Game.from_toml(text).symmetries, bagh.Game.from_toml(text).start()],
    ),
    "names": (["bagh-chal", "8", "perfect"], lambda text: [bagh.Engine(text), bagh.Game(text)]),
}


@pytest.mark.parametrize("what", PARSERS)
def test_changed_texts(what: str) -> None:
    rng = random.Random(what)
    seeds, parse = PARSERS[what]
    refused = 0
    for _ in range(400):
        try:
            parse(changed(rng, rng.choice(seeds)))
        except ValueError as error:
            assert len(str(error)) > 10
            refused += 1
    assert refused > 40


def test_changed_arrays(small_tables: bagh.Tables) -> None:
    game, rng = small_tables.game, np.random.default_rng(1)
    calls = (
        small_tables.values,
        small_tables.values_and_plies,
        small_tables.action_values,
        lambda array: bagh.decode(array, game=game),
        lambda array: bagh.observations(array, game=game),
        lambda array: bagh.legal_mask(array, game=game),
        lambda array: bagh.augment(array, 1, game=game),
    )
    refused = 0
    for _ in range(300):
        array = bagh.sample(game, n=3, seed=int(rng.integers(1000)))
        row, column = rng.integers(3), rng.integers(3)
        array[row, column] ^= np.uint32(1) << np.uint32(rng.integers(32))
        for call in calls:
            try:
                call(array)
            except ValueError as error:
                assert f"row {row}" in str(error)
                refused += 1
    assert refused > 500


def test_changed_actions() -> None:
    rng = np.random.default_rng(2)
    env = bagh.VectorEnv(8, seed=1, most_plies=60)
    refused = 0
    for _ in range(600):
        actions = env.random_actions()
        if rng.random() < 0.3:
            actions[rng.integers(8)] = rng.choice([-(2**63), -1, 0, 136, 216, 217, 2**63 - 1])
        try:
            env.step(actions)
        except ValueError as error:
            assert "actions: game" in str(error)
            refused += 1
    assert refused > 50
