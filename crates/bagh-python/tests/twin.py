"""The rules of the games once more, in plain Python, from docs/RULES.md.

Slow and simple: sets of names of points, and no cleverness. It reads the board file, so that nothing
of it comes from compiled code.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class State:
    """A position."""

    tigers: frozenset[str]
    goats: frozenset[str]
    turn: str
    in_hand: int
    captured: int


#: The kind of a move, where it begins, what it captures, where it ends.
Played = tuple[str, "str | None", "str | None", str]


class Twin:
    """A game."""

    def __init__(self, toml: str) -> None:
        data: dict[str, Any] = tomllib.loads(toml)
        self.points = [name for row in data["rows"] for name in row["points"]]
        self.lines = [line.split() for line in data["lines"] + data.get("diagonals", [])]
        self.tigers = data["tigers"]
        self.goats = data["goats"]
        self.captures = data["captures"]
        self.next_to: dict[str, set[str]] = {point: set() for point in self.points}
        self.jumps: dict[str, set[tuple[str, str]]] = {point: set() for point in self.points}
        for line in self.lines:
            for a, b in zip(line, line[1:]):
                self.next_to[a].add(b)
                self.next_to[b].add(a)
            for a, b, c in zip(line, line[1:], line[2:]):
                self.jumps[a].add((b, c))
                self.jumps[c].add((b, a))

    def moves(self, state: State) -> set[Played]:
        """The legal moves."""
        if state.captured >= self.captures:
            return set()
        empty = set(self.points) - state.tigers - state.goats
        tigers_in_hand = self.tigers - len(state.tigers)
        if (state.turn == "goat" and state.in_hand) or (state.turn == "tiger" and tigers_in_hand):
            return {("place", None, None, point) for point in empty}
        movers = state.tigers if state.turn == "tiger" else state.goats
        found: set[Played] = {
            ("slide", a, None, b) for a in movers for b in self.next_to[a] if b in empty
        }
        if state.turn == "tiger":
            found |= {
                ("jump", a, over, to)
                for a in movers
                for over, to in self.jumps[a]
                if over in state.goats and to in empty
            }
        return found

    def after(self, state: State, move: Played) -> State:
        """The position after a move."""
        kind, origin, over, to = move
        pieces = set(state.tigers if state.turn == "tiger" else state.goats)
        if origin is not None:
            pieces.remove(origin)
        pieces.add(to)
        in_hand, captured = state.in_hand, state.captured
        if state.turn == "goat":
            in_hand -= kind == "place"
            return State(state.tigers, frozenset(pieces), "tiger", in_hand, captured)
        goats = state.goats - {over} if over else state.goats
        return State(frozenset(pieces), goats, "goat", in_hand, captured + (kind == "jump"))

    def outcome(self, state: State) -> str | None:
        """Who won, if the position ends the game."""
        if state.captured >= self.captures:
            return "tiger-win"
        if self.moves(state):
            return None
        return "goat-win" if state.turn == "tiger" else "tiger-win"
