"""What the Python adapters of this folder share: UGI, positions in OBX, and the user's options.

An adapter gives `run` a name, an author and a function from a position and limits to the text of a
move. The move is not judged here: the referee names illegal ones. A bot that raises an exception
ends, with the traceback on standard error, and the referee names that a crash.
"""

import argparse
import contextlib
import pathlib
import re
import sys
from dataclasses import dataclass

POINTS = [column + row for row in "12345" for column in "ABCDE"]
START = "T3T/5/5/5/T3T g g20 c0"


@dataclass
class Position:
    """Points are numbered row by row from the top: A1 is 0, B1 is 1, E5 is 24."""

    cells: list  # 25 of "T", "G" and "."
    turn: str  # "G" or "T"
    hand: int  # goats still to be placed
    captured: int

    def play(self, move):
        """Plays a move of the referee, which has made sure that it is legal."""
        points = [POINTS.index(move[i : i + 2].upper()) for i in range(0, len(move), 2)]
        if len(points) == 1:
            self.cells[points[0]] = "G"
            self.hand -= 1
        else:
            start, end = points
            self.cells[end], self.cells[start] = self.cells[start], "."
            middle = (start + end) // 2
            if max(abs(start // 5 - end // 5), abs(start % 5 - end % 5)) == 2:
                self.cells[middle] = "."
                self.captured += 1
        self.turn = "T" if self.turn == "G" else "G"


@dataclass
class Limits:
    """What the `go` command asks for; None where it says nothing."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None


def move_text(*points):
    """A move from the numbers of its points: one for a placement, two for a move."""
    return "".join(POINTS[point] for point in points)


def read_position(text):
    """The position of `startpos …`, `fen …` or `obx …`, with its moves played."""
    start, _, moves = text.partition("moves")
    kind, _, obx = start.strip().partition(" ")
    obx = START if kind == "startpos" else obx
    found = re.match(r"([TG1-5/]+) ([TG]) G(\d+) C(\d+)( |$)", obx.strip().upper())
    if kind not in ("startpos", "fen", "obx") or not found:
        raise ValueError(f"found `{text[:80]}`, expected startpos or `fen OBX`, and moves")
    cells = list(re.sub(r"\d", lambda digit: "." * int(digit[0]), found[1].replace("/", "")))
    if len(cells) != 25:
        raise ValueError(f"found {len(cells)} points, expected the 25 of Bagh Chal")
    position = Position(cells, found[2], int(found[3]), int(found[4]))
    for move in moves.split():
        if not re.fullmatch(r"([A-E][1-5]){1,2}", move, re.IGNORECASE):
            raise ValueError(f"found the move `{move[:20]}`, expected one such as C1 or A1B1")
        position.play(move)
    return position


def read_limits(words, turn):
    """The limits of a `go` command. A clock is spread over 30 moves."""
    values = {word: int(n) for word, n in zip(words, words[1:]) if n.isdecimal()}
    player = "p1" if turn == "G" else "p2"
    seconds = values.get("movetime")
    if seconds is None and player + "time" in values:
        clock, increment = values[player + "time"], values.get(player + "inc", 0)
        seconds = min(clock / 2, clock / 30 + increment)
    seconds = None if seconds is None else seconds / 1000
    return Limits(seconds, values.get("depth"), values.get("nodes"))


def options(document):
    """A parser of the command line with the option that every adapter has."""
    parser = argparse.ArgumentParser(
        description=document, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--source", required=True, type=folder, help="the checkout of the bot")
    return parser


def folder(text):
    path = pathlib.Path(text).resolve()
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"`{text}` is not a folder; give the bot's checkout")
    return path


def run(name, author, choose, new_game=lambda: None):
    """Speaks UGI until `quit` or the end of the input."""
    answers, position, error = sys.stdout, read_position("startpos"), None

    def say(text):
        print(text, file=answers, flush=True)

    # What the bot prints must not be taken for answers.
    with contextlib.redirect_stdout(sys.stderr):
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "ugi":
                say(f"id name {name}\nid author {author}\nugiok")
            elif word == "isready":
                say("readyok")
            elif word == "uginewgame":
                new_game()
            elif word == "position":
                try:
                    position, error = read_position(rest), None
                except ValueError as problem:
                    error = problem
                    say(f"info string error position: {error}")
            elif word == "go" and error:
                say(f"info string error go: the last position was refused: {error}\nbestmove none")
            elif word == "go":
                say(f"bestmove {choose(position, read_limits(rest.split(), position.turn))}")
            elif word == "quit":
                break
