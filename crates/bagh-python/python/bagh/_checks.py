"""Checks of arguments that several modules share."""

from __future__ import annotations

import operator

from ._bagh import Game, Tables


def game_of(game: Game | str, tables: Tables | None) -> Game:
    """The game that is meant, where the tables are of the same one."""
    chosen = Game(game) if isinstance(game, str) else game
    if tables is not None:
        tables._check_game(chosen)
    return chosen


def most_plies(value: int) -> int:
    """A number of plies after which games are cut off."""
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise ValueError(f"most_plies: found {value!r}, expected a whole number from 1")
    return number
