"""Functions that pickles call to build objects again."""

from __future__ import annotations

from pathlib import Path

from ._bagh import Game, Move, Position, Record, Tables


def game(text: str, captures: int) -> Game:
    """A game from the text of its board file."""
    return Game.from_toml(text).with_captures(captures)


def move(game: Game, action: int) -> Move:
    """A move from its number."""
    return game.move(action)


def position(game: Game, start: str, actions: list[int]) -> Position:
    """A position from where it began and what was played."""
    position = Position(start, game=game)
    for action in actions:
        position.push(action)
    return position


def record(text: str, game: Game) -> Record:
    """A record from its text."""
    return Record.parse(text, game=game)


def tables(folder: Path, game: Game) -> Tables:
    """Tables, opened again."""
    return Tables.open(folder, game)
