"""Checks proofs in plain Python, by docs/PROOFS.md: a second pair of eyes on what is proved.

    check_proof.py FILE --game bagh-chal --tables FOLDER

says what the certificate FILE proves. From the text of the board file on nothing here is compiled: the
rules (proof_rules.py) and symmetries (board.py), the unpacking of the certificate (unpack_proof.py), the
sets of positions (here) and the reader of the sliding tables (read_tables.py) are plain Python.

Without a file the program `bagh` makes certificates of some small claims, and unpacks their choices as
well, so that these can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from board import Board
from proof_rules import Rules, State
from read_tables import Reader
from table_file import check, check_next
from unpack_proof import Unpacker

import bagh

#: Claims about games, and what their certificates have to say.
CLAIMS = [
    ("small", "goat-draws", "goat at least draws"),
    ("small", "tiger-draws", "tiger at least draws"),
    ("small", "tiger-wins --by 11 'T2/1GG/G1T t g2 c0 - 5'", "tiger wins by ply 11"),
    ("small", "goat-holds --goats 1 --until 6", "tiger does not capture 1 goat by ply 6"),
    ("kaooa", "goat-wins", "goat wins"),
    ("bagh-chal", "goat-holds --goats 1 --until 8", "tiger does not capture 1 goat by ply 8"),
    (
        "bagh-chal",
        "tiger-captures --goats 2 --by 11 'TG2T/1G1G1/5/1G3/T3T t g16 c0 - 7'",
        "tiger captures 2 goats by ply 11",
    ),
]


def read_certificate(path: Path) -> tuple[dict[str, Any], list[bytes]]:
    """The header of a certificate, and its blocks."""
    data = path.read_bytes()
    magic, version, length = struct.unpack("<8sII", data[:16].ljust(16))
    if magic != b"\x89BAGP\r\n\x1a" or version != 2:
        raise SystemExit(f"{path}: found another format, expected a certificate of version 2")
    at = check_next(path, "the header", data, 0, 16 + length)
    header: dict[str, Any] = json.loads(data[16 : 16 + length])
    end = at + 4 + 16 * int.from_bytes(data[at : at + 4], "little")
    index = data[at:end]
    at = check_next(path, "the list of blocks", data, at, end)
    blocks: list[bytes] = []
    for size, checksum in struct.iter_unpack("<QQ", index[4:]):
        blocks.append(data[at : at + size])
        check(path, f"block {len(blocks)}", blocks[-1], checksum)
        at += size
    if at != len(data):
        raise SystemExit(f"{path}: found {len(data)} bytes, expected {at}")
    return header, blocks


class Checker:
    """Follows the choices of one side and every move of the other."""

    def __init__(
        self, board: Board, captures: int, header: dict[str, Any], reader: Reader | None
    ) -> None:
        self.rules = Rules(board, captures, header, reader)
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


def check_file(path: Path, game: bagh.Game, reader: Reader | None) -> Checker:
    """Checks a certificate, and says what it proves."""
    header, blocks = read_certificate(path)
    checker = Checker(Board(game.toml), game.captures, header, reader)
    walked = checker.check(blocks)
    root = header["root"]
    stand = ", ".join(f"{kind} {' '.join(root[kind]) or 'none'}" for kind in ("tigers", "goats"))
    print(f"{game.title}: {checker.rules.said}: proved, {walked} positions walked")
    print(f"  from {stand}, {root['goats-in-hand']} in hand, {root['captured']} captured, {root['turn']} to move")
    return checker


def state_of(position: bagh.Position) -> State:
    """A position as the certificate has it."""
    board = Board(position.game.toml)
    tigers, goats = board.set_of(position.tigers), board.set_of(position.goats)
    return State(tigers, goats, position.turn, position.goats_in_hand, position.captured)


def demonstrate() -> None:
    """Has the program prove the claims, and checks its certificates."""
    program = os.environ.get("BAGH_PROGRAM", "bagh")
    small = Path(__file__).resolve().parents[3] / "docs" / "small.toml"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game_name, claim, expected in CLAIMS:
            game = bagh.Game.from_file(small) if game_name == "small" else bagh.Game(game_name)
            common = ["--game", str(small) if game_name == "small" else game_name, "--tables", name]
            reader = None
            if game_name != "bagh-chal":
                bagh.Tables.solve(folder, game)
                reader = Reader(folder, Board(game.toml), game.captures)
            proof, choices = folder / "claim.proof", folder / "choices.json"

            def run(*words: str) -> None:
                subprocess.run([program, *words, *common], check=True, capture_output=True)

            claimed = shlex.split(claim)
            run("prove", *claimed, "--out", str(proof))
            checker = check_file(proof, game, reader)
            root = bagh.Position(claimed[-1], game=game) if "/" in claim else game.start()
            if (checker.rules.said, checker.rules.root) != (expected, state_of(root)):
                raise SystemExit(f"the certificate is of another claim, expected: {expected}")
            run("check-proof", str(proof), "--choices", str(choices))
            unpacked = {row["ply"]: row["moves"] for row in json.loads(choices.read_text())}
            if checker.chosen != unpacked:
                raise SystemExit("the program unpacks other choices")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?", help="the certificate")
    parser.add_argument("--game", default="bagh-chal", help="a built-in game, or a board file")
    parser.add_argument("--captures", type=int, help="captures to win")
    parser.add_argument("--tables", type=Path, help="the folder of tables, for claims that need them")
    options = parser.parse_args()
    if options.file is None:
        demonstrate()
        return
    is_file = options.game.endswith(".toml")
    game = bagh.Game.from_file(options.game) if is_file else bagh.Game(options.game)
    if options.captures is not None:
        game = game.with_captures(options.captures)
    reader = options.tables and Reader(options.tables, Board(game.toml), game.captures)
    check_file(options.file, game, reader)


if __name__ == "__main__":
    main()
