"""Regret as a benchmark: policies marked against the exact values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Union

from ._bagh import Exam, Game, Move, Position, Tables
from ._checks import game_of
from ._types import Mark

#: Chooses a move: a `Move`, its text, or the number of an action.
Policy = Callable[[Position], Union[Move, str, int]]

#: The players that `regret_table` marks unless others are given.
PLAYERS = ("random", "greedy", "evolved", "1", "2", "3", "4", "5", "6", "7", "perfect")


@dataclass(frozen=True)
class Marks:
    """The marks of one policy: for all positions together, then by side and phase.

    Each row is a dict: `side`, `phase`, `positions`, `errors`, `share` of moves that lose value,
    `regret` (the mean value lost by a move, in goats), and `share_interval` and `regret_interval`,
    which are 95 % confidence intervals.
    """

    name: str
    rows: tuple[Mark, ...]

    @property
    def regret(self) -> float:
        """The mean value lost by a move, in goats, over all positions."""
        return self.rows[0]["regret"]

    @property
    def regret_interval(self) -> tuple[float, float]:
        """Its 95 % interval."""
        return self.rows[0]["regret_interval"]

    @property
    def share(self) -> float:
        """The share of moves that lose value, over all positions."""
        return self.rows[0]["share"]

    def __str__(self) -> str:
        return str(RegretTable((self,)))


@dataclass(frozen=True)
class RegretTable:
    """The marks of several policies on the same positions. `str` gives a table in Markdown."""

    marks: tuple[Marks, ...]

    def __str__(self) -> str:
        rows = self.marks[0].rows if self.marks else ()
        kinds = [f"{row['side']}, {row['phase']}" for row in rows[1:]]
        lines = [
            "| player | regret | " + " | ".join(kinds) + " | moves that lose value |",
            "| --- | " + "---: | " * (len(kinds) + 2),
        ]
        for marks in self.marks:
            cells = [
                f"{row['regret']:.3f} ({row['regret_interval'][0]:.3f}–{row['regret_interval'][1]:.3f})"
                for row in marks.rows
            ]
            lines.append(f"| {marks.name} | " + " | ".join(cells) + f" | {marks.share:.1%} |")
        return "\n".join(line.rstrip() for line in lines)


def _exam(game: Game | str | None, n: int, seed: int, tables: Tables | None) -> Exam:
    if tables is None:
        tables = Tables.open(game=game)
    elif game is not None:
        game_of(game, tables)
    return Exam(tables, n, seed=seed)


def evaluate(
    policy: Policy | str | int,
    game: Game | str | None = None,
    n: int = 1000,
    *,
    seed: int = 1,
    tables: Tables | None = None,
    name: str | None = None,
) -> Marks:
    """Marks a policy by the tables.

    It is asked about positions of games between players of mixed strength, `n` of them, as many of
    each phase and side; those in which no move loses value are left out. The game is that of the
    tables, or Bagh Chal where neither is given. A policy is a callable that takes a `Position` and
    returns a `Move`, its text or the number of an action, or the name of a player: 1 to 8, perfect,
    random, greedy or evolved.

    >>> import bagh
    >>> first = lambda position: position.legal_moves[0]
    >>> bagh.evaluate(first, n=40).regret > 0.2                     # doctest: +TABLES
    True
    """
    exam = _exam(game, n, seed, tables)
    return _mark(exam, policy, seed, name)


def _mark(exam: Exam, policy: Policy | str | int, seed: int, name: str | None) -> Marks:
    if callable(policy):
        rows = exam.mark([policy(position) for position in exam.positions])
        return Marks(name or str(getattr(policy, "__name__", "policy")), tuple(rows))
    return Marks(name or str(policy), tuple(exam.mark_player(policy, seed=seed)))


def regret_table(
    game: Game | str | None = None,
    n: int = 1000,
    *,
    seed: int = 1,
    tables: Tables | None = None,
    players: Sequence[Policy | str | int] = PLAYERS,
) -> RegretTable:
    """Marks several players, or policies, on the same positions.

    Players that do not play this game are left out, such as the evolved ones outside of Bagh Chal.
    """
    exam = _exam(game, n, seed, tables)
    plays_all = exam.game.name == "bagh-chal" and exam.game.captures == 5
    chosen = [player for player in players if plays_all or player != "evolved"]
    return RegretTable(tuple(_mark(exam, player, seed, None) for player in chosen))
