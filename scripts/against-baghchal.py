#!/usr/bin/env python3
"""Bagh's engine against the one of the Python package `baghchal`.

    python3 -m venv target/baghchal && target/baghchal/bin/pip install baghchal
    cargo build --release
    target/baghchal/bin/python scripts/against-baghchal.py speed
    target/baghchal/bin/python scripts/against-baghchal.py match --games 100

`speed` prints positions a second and the depth that each reaches in one second, from the same
positions. `match` plays games, each side in half of them; the first plies are random, so that
games differ. A position that stands for the third time is a draw. Both programs get the same positions, as text; moves are checked by the package's own
rules. Exits with 1 if Bagh lost a game.
"""

import argparse
import json
import random
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from baghchal import engine as package_engine
from baghchal.engine import Engine
from baghchal.env import Board

# The package changes the working directory.
BAGH = str(Path(__file__).resolve().parent.parent / "target/release/bagh")
LONGEST = 200  # Plies after which a game counts as drawn.


def ask(board, limits):
    """What Bagh would play, in the package's notation, and all it says."""
    fen = board.board_to_fen()
    command = [BAGH, "best", "--json", "--from", "baghchal-fen", fen, *limits]
    answer = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    points = [answer["best"][i : i + 2] for i in range(0, len(answer["best"]), 2)]
    target = "".join(f"{point[1]}{'ABCDE'.index(point[0]) + 1}" for point in points)
    for move in board.possible_moves():
        if move.lstrip("GBx") == target:
            return move, answer
    sys.exit(f"{answer['best']} is not legal for the package in {fen}")


def play(number, ours, limits, depth, aimless):
    """One game; returns who won ('G', 'B' or 0) and how many goats were captured."""
    rng = random.Random(number)
    board, theirs = Board(), Engine(depth=depth)
    seen = {}
    for ply in range(LONGEST):
        # Its last field counts moves, so no two positions of a game have the same text.
        stands = (board.board_to_fen().rsplit(" ", 1)[0], board.goats_captured)
        seen[stands] = seen.get(stands, 0) + 1
        if board.is_game_over() or seen[stands] == 3:
            break
        if ply < aimless:
            move = rng.choice(sorted(board.possible_moves()))
        elif board.next_turn == ours:
            move, _ = ask(board, limits)
        else:
            move, _ = theirs.get_best_move(board)
            # It answers 0 where every move loses.
            move = move or sorted(board.possible_moves())[0]
        board.move(move)
    won = board.winner() if board.is_game_over() else 0
    return number, ours, won, board.goats_captured


def match(options):
    limits = ["--time", options.time, "--threads", "1"]
    games = [(n, "GB"[n % 2]) for n in range(options.games)]
    score = {"G": [0, 0, 0], "B": [0, 0, 0]}
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [
            pool.submit(play, n, ours, limits, options.depth, options.aimless) for n, ours in games
        ]
        for done, job in enumerate(jobs, 1):
            number, ours, won, captured = job.result()
            score[ours][0 if won == ours else 1 if not won else 2] += 1
            print(f"game {number}: ours {ours}, {f'won by {won}' if won else 'drawn'}, {captured} captured", flush=True)
    lost = 0
    for ours, name in (("G", "goats"), ("B", "tigers")):
        won, drawn, gone = score[ours]
        lost += gone
        print(f"Bagh as {name}: won {won}, drawn {drawn}, lost {gone}")
    return 1 if lost else 0


def speed(options):
    """Positions a second and depth in one second, on the same positions."""
    counted = [0]
    minimax = package_engine.Engine.minimax

    def counting(self, *args, **kwargs):
        counted[0] += 1
        return minimax(self, *args, **kwargs)

    rng = random.Random(1)
    rows = []
    for ply in (0, 6, 12, 18, 24, 30):
        board = Board()
        for _ in range(ply):
            board.move(rng.choice(sorted(board.possible_moves())))
        if board.is_game_over():
            continue
        package_engine.Engine.minimax = counting
        depth, nodes, spent = 0, 0, 0.0
        while spent < 1.0:
            counted[0], begun = 0, time.perf_counter()
            Engine(depth=depth + 1).get_best_move(board)
            seconds = time.perf_counter() - begun
            nodes, spent = nodes + counted[0], spent + seconds
            if spent < 1.0:
                depth += 1
        package_engine.Engine.minimax = minimax
        _, answer = ask(board, ["--time", "1s", "--threads", "1"])
        rows.append((nodes / spent, depth, answer["nodes"] / answer["seconds"], answer["depth"]))
        print(f"ply {ply:2}: package {rows[-1][0]:9,.0f} a second, depth {depth}; "
              f"Bagh {rows[-1][2]:11,.0f} a second, depth {answer['depth']}", flush=True)
    mean = [sum(column) / len(rows) for column in zip(*rows)]
    print(f"mean:   package {mean[0]:9,.0f} a second, depth {mean[1]:.1f}; "
          f"Bagh {mean[2]:11,.0f} a second, depth {mean[3]:.1f}; {mean[2] / mean[0]:,.0f} times as many")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("speed")
    game = commands.add_parser("match")
    game.add_argument("--games", type=int, default=100)
    game.add_argument("--time", default="1s", help="Bagh's time for a move")
    game.add_argument("--depth", type=int, default=5, help="the package's depth")
    game.add_argument("--aimless", type=int, default=4, help="random plies at the beginning")
    game.add_argument("--jobs", type=int, default=1, help="games at the same time")
    options = parser.parse_args()
    return speed(options) if options.command == "speed" else match(options)


if __name__ == "__main__":
    sys.exit(main())
