#!/usr/bin/env python3
"""The engine of github.com/code-geek/pybaghchal as a UGI bot: alpha-beta to a fixed depth.

    git clone https://github.com/code-geek/pybaghchal others/pybaghchal
    bagh match 'ugi:python3 bots/pybaghchal.py --source others/pybaghchal --depth 3' 2 --games 10

Tried with commit f652ceaa0d5e5edd288991b2d4042a13b6a21cd8 (MIT licence). Positions can be set. The
depth is that of the command `go depth`, or else of `--depth`; clocks are ignored. Its rules are
ours, without the draw by repetition.
"""

import sys

import adapter


def main():
    parser = adapter.options(__doc__)
    parser.add_argument("--depth", type=int, default=5, help="plies; by default the bot's own, 5")
    arguments = parser.parse_args()
    sys.path.append(str(arguments.source))
    from Board import Board
    from Engine import Engine

    def choose(position, limits):
        rows = ["".join(position.cells[i : i + 5]).replace(".", "1") for i in range(0, 25, 5)]
        counts = f"{position.turn} g{position.hand} c{position.captured} m-"
        board = Board(f"{'/'.join(rows)} {counts}")
        move = Engine(board, depth=limits.depth or arguments.depth).get_best_move()
        return adapter.move_text(*([move.t] if move.f == move.t else [move.f, move.t]))

    adapter.run(f"pybaghchal, depth {arguments.depth}", "code-geek", choose)


if __name__ == "__main__":
    main()
