"""The rules of a claim in plain Python, for check_proof.py: positions, moves, symmetries, goals.

The package is asked for the points and lines of the board, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from read_tables import Reader

import bagh

#: A move: 0 for a placement, 1 for a slide, 2 for a jump, and the points that it touches. Sorted,
#: moves are in the order that numbers them.
Move = tuple[int, ...]


@dataclass(frozen=True, order=True)
class State:
    """A position, with bit i for point i in reading order."""

    tigers: int
    goats: int
    turn: str
    in_hand: int
    captured: int


class Rules:
    """A claim about a game, with what its goal means."""

    def __init__(self, game: bagh.Game, header: dict[str, Any], reader: Reader | None) -> None:
        self.game, self.reader = game, reader
        self.points = game.points
        index = {name: number for number, name in enumerate(self.points)}
        lines = [[index[name] for name in line] for line in game.lines]
        self.next_to: list[set[int]] = [set() for _ in self.points]
        self.jumps: list[set[tuple[int, int]]] = [set() for _ in self.points]
        for line in lines:
            for a, b in zip(line, line[1:]):
                self.next_to[a].add(b)
                self.next_to[b].add(a)
            for a, b, c in zip(line, line[1:], line[2:]):
                self.jumps[a].add((b, c))
                self.jumps[c].add((b, a))
        self.symmetries = list(self.extend({}))
        root = header["root"]
        bits = {key: sum(1 << index[name] for name in root[key]) for key in ("tigers", "goats")}
        numbers = (root["turn"], root["goats-in-hand"], root["captured"])
        self.root = State(bits["tigers"], bits["goats"], *numbers)
        self.side: str = header["claim"]["side"]
        ((self.goal, self.terms),) = header["claim"]["goal"].items()
        by = self.terms.get("by")
        if self.goal == "win" and by is not None:
            raise SystemExit("claims of a win by a ply are not checked here")

    def extend(self, images: dict[int, int]) -> Iterator[list[int]]:
        """The symmetries of the board that have these images."""
        everything = set(range(len(self.points)))
        if len(images) == len(everything):
            kept = all(
                (images[over], images[to]) in self.jumps[images[start]]
                for start in everything
                for over, to in self.jumps[start]
            )
            if kept:
                yield [images[point] for point in sorted(images)]
            return
        new = max(everything - set(images), key=lambda p: len(self.next_to[p] & set(images)))
        around = {images[point] for point in self.next_to[new] & set(images)}
        apart = {images[point] for point in set(images) - self.next_to[new]}
        for image in everything - set(images.values()):
            if around <= self.next_to[image] and not apart & self.next_to[image]:
                yield from self.extend({**images, new: image})

    def canonical(self, state: State) -> State:
        """The least image of a position."""
        images = ((image(s, state.tigers), image(s, state.goats)) for s in self.symmetries)
        tigers, goats = min(images)
        return State(tigers, goats, state.turn, state.in_hand, state.captured)

    def tigers_in_hand(self, state: State) -> int:
        return self.game.tigers - state.tigers.bit_count()

    def moves(self, state: State) -> list[Move]:
        """The legal moves in the order that numbers them."""
        if state.captured >= self.game.captures:
            return []
        empty = {p for p in range(len(self.points)) if not (state.tigers | state.goats) >> p & 1}
        places = state.in_hand if state.turn == "goat" else self.tigers_in_hand(state)
        if places:
            return sorted((0, point) for point in empty)
        own = state.tigers if state.turn == "tiger" else state.goats
        movers = [point for point in range(len(self.points)) if own >> point & 1]
        found: list[Move] = [(1, a, b) for a in movers for b in self.next_to[a] & empty]
        if state.turn == "tiger":
            for a in movers:
                found += [
                    (2, a, over, to)
                    for over, to in self.jumps[a]
                    if state.goats >> over & 1 and to in empty
                ]
        return sorted(found)

    def after(self, state: State, move: Move) -> State:
        """The position after a move."""
        kind, points = move[0], move[1:]
        if kind == 0 and state.turn == "tiger":
            tigers = state.tigers | 1 << points[0]
            return State(tigers, state.goats, "goat", state.in_hand, state.captured)
        if kind == 0:
            return State(
                state.tigers, state.goats | 1 << points[0], "tiger", state.in_hand - 1, state.captured
            )
        change = 1 << points[0] | 1 << points[-1]
        if state.turn == "goat":
            return State(state.tigers, state.goats ^ change, "tiger", state.in_hand, state.captured)
        goats = state.goats & ~(1 << points[1]) if kind == 2 else state.goats
        return State(state.tigers ^ change, goats, "goat", state.in_hand, state.captured + (kind == 2))

    def settled(self, state: State, ply: int) -> bool | None:
        """Whether the tigers reach their goal, as far as captures, plies and moves tell."""
        enough = self.terms["goats"] if self.goal == "captures" else self.game.captures
        if state.captured >= enough:
            return True
        if self.goal == "captures" and ply >= self.terms["by"]:
            return False
        if not self.moves(state):
            return state.turn == "goat" and self.goal != "captures"
        return None

    def reached(self, state: State, ply: int) -> bool | None:
        """The same, with what the sliding tables say."""
        settled = self.settled(state, ply)
        if settled is not None or self.goal == "captures":
            return settled
        if state.in_hand or self.tigers_in_hand(state):
            return None
        if self.reader is None:
            raise SystemExit("this claim needs sliding tables")
        tigers, goats = self.labels(state.tigers), self.labels(state.goats)
        value = self.reader.code(tigers, goats, state.turn, 0, state.captured) - 1
        wanted: int = self.terms["captured"] if self.goal == "draw" else self.game.captures
        return min(value, self.game.captures) >= wanted

    def labels(self, points: int) -> int:
        """A set of points as the tables have it."""
        assert self.reader is not None
        names = (name for number, name in enumerate(self.points) if points >> number & 1)
        return sum(1 << self.reader.label[name] for name in names)


def image(symmetry: list[int], points: int) -> int:
    """A set of points under a symmetry."""
    return sum(1 << to for point, to in enumerate(symmetry) if points >> point & 1)
