"""The tiger-hunt games of South Asia: rules, exact values, data and environments.

>>> import bagh
>>> position = bagh.Position()
>>> position.push("C1")
<Move C1>
>>> position.turn, len(position.legal_moves)
('tiger', 12)

`Position` and `Move` are for one game at a time, arrays (`encode`, `sample`, `Tables.values`,
`VectorEnv`) for many. `bagh.pettingzoo`, `bagh.gymnasium` and `bagh.openspiel` are environments for
those packages. docs/PYTHON.md is the manual.
"""

from __future__ import annotations

from ._bagh import (
    ClassReader,
    Engine,
    Exam,
    Game,
    Line,
    Move,
    MoveVerdict,
    Position,
    Record,
    Tables,
    VectorEnv,
    Verdict,
    __version__,
    augment,
    boards,
    decode,
    encode,
    legal_mask,
    observations,
    playouts,
    sample,
)
from ._benchmark import Marks, RegretTable, evaluate, regret_table
from ._export import export

#: Marks actions that are not legal, in the arrays of `Tables.action_values`.
ILLEGAL = -128

#: The notations that `Position.obx` writes and `Position.from_obx` reads.
NOTATIONS = (
    "obx",
    "obx-1x",
    "obx-2-early",
    "obx-2",
    "baghchal-fen",
    "captured-fen",
    "gamescrafters",
)

#: The notations that `Record.text` and `Record.write` write and `Record.parse` and `Record.read` read.
RECORD_NOTATIONS = ("record", "baghchal-pgn", "baghchal-ids")

solve = Tables.solve

__all__ = [
    "ILLEGAL",
    "NOTATIONS",
    "RECORD_NOTATIONS",
    "ClassReader",
    "Engine",
    "Exam",
    "Game",
    "Line",
    "Marks",
    "Move",
    "MoveVerdict",
    "Position",
    "Record",
    "RegretTable",
    "Tables",
    "VectorEnv",
    "Verdict",
    "__version__",
    "augment",
    "boards",
    "decode",
    "encode",
    "evaluate",
    "export",
    "legal_mask",
    "observations",
    "playouts",
    "regret_table",
    "sample",
    "solve",
]


def _register() -> None:
    """Registers the games with Gymnasium and OpenSpiel, where they are installed."""
    import importlib.util

    for package, module in (("gymnasium", "_registration"), ("pyspiel", "openspiel")):
        if importlib.util.find_spec(package) is not None:
            try:
                importlib.import_module(f"{__name__}.{module}")
            except Exception as error:  # A broken installation of it is no reason to fail here.
                import warnings

                warnings.warn(f"bagh is not registered with {package}: {error}", stacklevel=3)


_register()
