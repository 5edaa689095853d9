#!/usr/bin/env python3
"""The engine of the Python package `baghchal` as a UGI bot.

    python3 -m venv venv && venv/bin/pip install baghchal
    bagh match 'ugi:venv/bin/python bots/baghchal_package.py --depth 3' 4 --games 10

The package (tried: version 1.0.1) is not part of this project; it comes from its registry. Its
engine searches to a fixed depth, so clocks are ignored. Positions cannot be set. Its rules differ
in one point: a game is drawn when the pieces stand alike for the third time, no matter which side
is to move.
"""

import argparse
import os
import sys
from collections import Counter

START = os.getcwd()
from baghchal.engine import Engine  # noqa: E402
from baghchal.env import Board  # noqa: E402

os.chdir(START)  # The package changes the working directory.


def to_package(board, move):
    """A move such as A1B1 in the package's notation, such as B1112."""
    points = [move[i : i + 2] for i in range(0, len(move), 2)]
    target = "".join(f"{point[1]}{'ABCDE'.index(point[0]) + 1}" for point in points)
    return next(m for m in board.possible_moves() if m.lstrip("GBx") == target)


def from_package(move):
    """A move of the package in our notation."""
    digits = move.lstrip("GBx")
    return "".join("ABCDE"[int(digits[i + 1]) - 1] + digits[i] for i in range(0, len(digits), 2))


def position(words):
    if words[:1] != ["startpos"]:
        print("info string error position: only startpos is supported", flush=True)
        return None
    board = Board()
    for move in words[2:]:
        board.move(to_package(board, move))
        if board.check_draw():
            # For the package the game is over, and it would refuse to go on.
            board.fen_count = Counter([board.fen.split(" ")[0]])
    return board


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=3)
    depth = parser.parse_args().depth
    board = Board()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ugi":
            print(f"id name baghchal package, depth {depth}\nugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            board = position(rest.split())
        elif word == "go" and board is None:
            print("info string error go: the last position was refused\nbestmove none", flush=True)
        elif word == "go":
            move, _ = Engine(depth=depth).get_best_move(board)
            # It answers 0 where every move loses.
            print("bestmove", from_package(move or sorted(board.possible_moves())[0]), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
