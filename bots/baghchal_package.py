#!/usr/bin/env python3
"""The engine of the Python package `baghchal` as a UGI bot: alpha-beta to a fixed depth.

    python3 -m venv venv && venv/bin/pip install baghchal
    bagh match 'ugi:venv/bin/python bots/baghchal_package.py --depth 3' 4 --games 10

The package (tried: version 1.0.1) is not part of this project; it comes from its registry. The
depth is that of the command `go depth`, or else of `--depth`; clocks are ignored. Positions can be
set. It is told each position without the moves before it, so it knows no repetition. Its rules
differ in one point: four trapped tigers have lost even if the goats are to move.
"""

import argparse
import os
import sys
from collections import Counter

import adapter

START = os.getcwd()
from baghchal.engine import Engine  # noqa: E402
from baghchal.env import Bagh, Board, Goat  # noqa: E402

os.chdir(START)  # The package changes the working directory.


def to_board(position):
    """The package's board with this position."""
    board = Board()
    board.board = [[0] * 5 for _ in range(5)]
    board.bagh_points, board.goat_points = set(), set()
    for at, cell in enumerate(position.cells):
        if cell != ".":
            (Bagh if cell == "T" else Goat)(board, (at // 5 + 1, at % 5 + 1))
    board.next_turn = "B" if position.turn == "T" else "G"
    board.goats_placed = board.no_of_goat_moves = 20 - position.hand
    board.no_of_bagh_moves = board.no_of_goat_moves - (position.turn == "T")
    board.goats_captured = position.captured
    board.fen = board.board_to_fen()
    board.fen_history = [board.fen]
    board.fen_count = Counter([board.fen.split(" ")[0]])
    return board


def from_package(move):
    """A move of the package, such as Bx1113, in our notation."""
    digits = [int(digit) for digit in move.lstrip("GBx")]
    points = zip(digits[::2], digits[1::2])
    return adapter.move_text(*(5 * (row - 1) + column - 1 for row, column in points))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=3, help="plies; by default 3")
    depth = parser.parse_args().depth

    def choose(position, limits):
        board = to_board(position)
        move = 0
        if not board.is_game_over():
            move, _ = Engine(depth=limits.depth or depth).get_best_move(board)
        # It answers 0 where every move loses.
        mine = board._possible_bagh_moves if board.next_turn == "B" else board._possible_goat_moves
        return from_package(move or min(mine()))

    adapter.run(f"baghchal package, depth {depth}", "Soyuj Jung Basnet", choose)


if __name__ == "__main__":
    sys.exit(main())
