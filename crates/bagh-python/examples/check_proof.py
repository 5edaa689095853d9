"""Checks proofs in plain Python, by docs/PROOFS.md: a second pair of eyes on what is proved.

The program `bagh` makes certificates of some claims about small games and unpacks their choices.
From there on nothing of it is used: the rules, the symmetries, the sets of positions and the reader
of the sliding tables are those of this file and of read_tables.py.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from read_tables import Reader

import bagh

CLAIMS = [
    ("small", "goat-draws"),
    ("small", "tiger-draws"),
    ("small", "goat-holds --goats 1 --until 6"),
    ("kaooa", "goat-wins"),
    ("bagh-chal", "goat-holds --goats 1 --until 8"),
]

#: A move: whether it jumps, and the labels that it touches, in the order that numbers moves.
Move = tuple[int, ...]


@dataclass(frozen=True, order=True)
class State:
    """A position, with bit i for point i in reading order."""

    tigers: int
    goats: int
    turn: str
    in_hand: int
    captured: int


class Checker:
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
        self.sizes = {choice["ply"]: choice["positions"] for choice in header["choices"]}

    def extend(self, images: dict[int, int]) -> Any:
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

        def move(labels: int, symmetry: list[int]) -> int:
            return sum(1 << image for point, image in enumerate(symmetry) if labels >> point & 1)

        images = ((move(state.tigers, s), move(state.goats, s)) for s in self.symmetries)
        tigers, goats = min(images)
        return State(tigers, goats, state.turn, state.in_hand, state.captured)

    def tigers_in_hand(self, state: State) -> int:
        return self.game.tigers - state.tigers.bit_count()

    def moves(self, state: State) -> list[Move]:
        """The legal moves in the order that numbers them: slides before jumps, then by point."""
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

    def reached(self, state: State, ply: int) -> bool | None:
        """Whether the tigers reach their goal, where that is known."""
        by = self.terms.get("by")
        enough = self.terms["goats"] if self.goal == "captures" else self.game.captures
        if state.captured >= enough:
            return True
        if self.goal == "captures" and ply >= by:
            return False
        if not self.moves(state):
            return state.turn == "goat" and self.goal != "captures"
        if self.goal != "captures" and not state.in_hand and not self.tigers_in_hand(state):
            assert self.reader is not None, "this claim needs sliding tables"
            value = self.reader.value(self.position(state))
            if self.goal == "draw":
                return value >= int(self.terms["captured"])
            assert by is None, "claims of a win by a ply are not checked here"
            return value == self.game.captures
        return None

    def position(self, state: State) -> bagh.Position:
        """For the reader of tables, which takes positions by the names of their points."""
        row = [state.tigers, state.goats, (state.turn == "tiger") + (state.captured << 16)]
        import numpy as np

        return bagh.decode(np.array([row], dtype=np.uint32), game=self.game)[0]

    def open(self, states: set[State], ply: int) -> list[State]:
        """The positions that are not settled, in order; none may be settled against the claim."""
        still: list[State] = []
        for state in states:
            reached = self.reached(state, ply)
            if reached is None:
                still.append(state)
            elif reached != (self.side == "tiger"):
                raise SystemExit(f"ply {ply}: {state} is reached, and lost: nothing is proved")
        return sorted(still)

    def holds(self, state: State, ply: int) -> bool:
        """Whether the claim holds, by playing on to the end."""
        reached = self.reached(state, ply)
        if reached is not None:
            return reached == (self.side == "tiger")
        after = (self.holds(self.after(state, move), ply + 1) for move in self.moves(state))
        return any(after) if state.turn == self.side else all(after)

    def check(self, choices: dict[int, list[int]]) -> int:
        """Walks through the proof, and tells how many positions it has."""
        states, ply, walked = self.open({self.canonical(self.root)}, 0), 0, 0
        left = dict(choices)
        while states:
            walked += len(states)
            after: set[State] = set()
            if states[0].turn != self.side:
                for state in states:
                    after |= {self.canonical(self.after(state, m)) for m in self.moves(state)}
            elif ply in left:
                chosen = left.pop(ply)
                assert len(chosen) == len(states) == self.sizes[ply], f"ply {ply}: other positions"
                for state, number in zip(states, chosen):
                    after.add(self.canonical(self.after(state, self.moves(state)[number])))
            elif not left:
                assert all(self.holds(state, ply) for state in states), f"ply {ply}: not proved"
            else:
                raise SystemExit(f"ply {ply}: there are no choices for it")
            ply += 1
            states = self.open(after, ply)
        assert not left, f"choices for plies that are never reached: {sorted(left)}"
        return walked


def header_of(path: Path) -> dict[str, Any]:
    """The header of a certificate."""
    data = path.read_bytes()
    magic, version, length = struct.unpack_from("<8sII", data)
    if magic != b"\x89BAGP\r\n\x1a" or version != 2:
        raise SystemExit(f"{path}: found another format, expected a certificate of version 2")
    header: dict[str, Any] = json.loads(data[16 : 16 + length])
    return header


def main() -> None:
    program = os.environ.get("BAGH_PROGRAM", "bagh")
    small = Path(__file__).resolve().parents[3] / "docs" / "small.toml"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game_name, claim in CLAIMS:
            board = str(small) if game_name == "small" else game_name
            game = bagh.Game.from_file(board) if game_name == "small" else bagh.Game(game_name)
            common = ["--game", board, "--tables", name]
            reader = None
            if game_name != "bagh-chal":
                bagh.Tables.solve(folder, game)
                reader = Reader(folder, game)
            proof, choices = folder / "claim.proof", folder / "choices.json"

            def run(*words: str) -> None:
                subprocess.run([program, *words, *common], check=True, capture_output=True)

            run("prove", *claim.split(), "--out", str(proof))
            run("check-proof", str(proof), "--choices", str(choices))
            chosen = {row["ply"]: row["moves"] for row in json.loads(choices.read_text())}
            walked = Checker(game, header_of(proof), reader).check(chosen)
            print(f"{game.title}, {claim}: proved, {walked} positions walked")


if __name__ == "__main__":
    main()
