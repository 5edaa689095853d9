"""Checks proofs in plain Python, by docs/PROOFS.md: a second pair of eyes on what is proved.

The program `bagh` makes certificates of some claims about small games and small claims about large
ones. From there on nothing of it is used: the rules and symmetries (proof_rules.py), the unpacking of
the certificate (unpack_proof.py), the sets of positions (here) and the reader of the sliding tables
(read_tables.py) are plain Python. The choices are then compared with those that the program unpacks.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from proof_rules import Rules, State
from read_tables import Reader
from unpack_proof import Unpacker, read_certificate

import bagh

CLAIMS = [
    ("small", "goat-draws"),
    ("small", "tiger-draws"),
    ("small", "goat-holds --goats 1 --until 6"),
    ("kaooa", "goat-wins"),
    ("bagh-chal", "goat-holds --goats 1 --until 8"),
    ("bagh-chal", "tiger-captures --goats 2 --by 11 'TG2T/1G1G1/5/1G3/T3T t g16 c0 - 7'"),
]


class Checker:
    """Follows the choices of one side and every move of the other."""

    def __init__(self, game: bagh.Game, header: dict[str, Any], reader: Reader | None) -> None:
        self.rules = Rules(game, header, reader)
        self.sizes = {choice["ply"]: choice["positions"] for choice in header["choices"]}
        self.chosen: dict[int, list[int]] = {}

    def open(self, states: set[State], ply: int) -> list[State]:
        """The positions that are not settled, in order; none may be settled against the claim."""
        still: list[State] = []
        for state in states:
            reached = self.rules.reached(state, ply)
            if reached is None:
                still.append(state)
            elif reached != (self.rules.side == "tiger"):
                raise SystemExit(f"ply {ply}: {state} is reached, and lost: nothing is proved")
        return sorted(still)

    def holds(self, state: State, ply: int) -> bool:
        """Whether the claim holds, by playing on to the end."""
        reached = self.rules.reached(state, ply)
        if reached is not None:
            return reached == (self.rules.side == "tiger")
        moves = self.rules.moves(state)
        after = (self.holds(self.rules.after(state, move), ply + 1) for move in moves)
        return any(after) if state.turn == self.rules.side else all(after)

    def check(self, blocks: list[bytes]) -> int:
        """Walks through the proof, and tells how many positions it has."""
        rules, unpacker = self.rules, Unpacker(self.rules)
        states, ply, walked = self.open({rules.canonical(rules.root)}, 0), 0, 0
        left = dict(zip(sorted(self.sizes), blocks, strict=True))
        while states:
            walked += len(states)
            after: set[State] = set()
            if states[0].turn != rules.side:
                for state in states:
                    after |= {rules.canonical(rules.after(state, m)) for m in rules.moves(state)}
            elif ply in left:
                if len(states) != self.sizes[ply]:
                    raise SystemExit(f"ply {ply}: the choices are for other positions")
                self.chosen[ply] = unpacker.unpack(left.pop(ply), states, ply)
                for state, number in zip(states, self.chosen[ply]):
                    after.add(rules.canonical(rules.after(state, rules.moves(state)[number])))
            elif left or not all(self.holds(state, ply) for state in states):
                raise SystemExit(f"ply {ply}: nothing is proved")
            ply += 1
            states = self.open(after, ply)
        if left:
            raise SystemExit(f"found choices for plies that are never reached: {sorted(left)}")
        return walked


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

            run("prove", *shlex.split(claim), "--out", str(proof))
            header, blocks = read_certificate(proof)
            checker = Checker(game, header, reader)
            walked = checker.check(blocks)
            print(f"{game.title}, {claim}: proved, {walked} positions walked")
            run("check-proof", str(proof), "--choices", str(choices))
            expected = {row["ply"]: row["moves"] for row in json.loads(choices.read_text())}
            if checker.chosen != expected:
                raise SystemExit("the program unpacks other choices")


if __name__ == "__main__":
    main()
