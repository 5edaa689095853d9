"""Reads the tables of a game in plain Python, by docs/FORMAT.md, and compares with the package.

Nothing here is compiled: table_file.py reads a file, zstd.py and xxh3.py are its decompression and its
checksums, and board.py has the board. The package gives random positions, the text of the board file,
and in the end the answers to compare with.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

from board import Board, Images, bits
from table_file import TableFile

import bagh

#: Words of 64 places in a block of the placement phase.
WORDS = 1024


class Reader:
    """The tables of a game. Sets of points are sets of labels here."""

    def __init__(self, folder: Path, board: Board, captures: int) -> None:
        self.folder, self.board, self.captures = folder / f"{board.name}-{captures}", board, captures
        manifest = json.loads((self.folder / "manifest.json").read_text())
        self.is_compact: bool = manifest["compact"]
        self.rules: str = manifest["rules"]
        header = self.table("sliding-00-tiger").header
        #: The point of each label.
        self.order = [board.number[name] for name in header["points"]]
        self.label = {point: label for label, point in enumerate(self.order)}
        self.next_to = [self.set_of(board.next_to[point]) for point in self.order]
        self.jumps = [
            [(1 << self.label[over], 1 << self.label[to]) for over, to in board.jumps[point]]
            for point in self.order
        ]
        self.all = (1 << len(self.order)) - 1
        self.images = Images([[self.label[s[p]] for p in self.order] for s in board.symmetries])
        placements = combinations(range(len(self.order)), board.tigers)
        sets = (sum(1 << label for label in chosen) for chosen in placements)
        least = sorted({min(self.images.of(tigers)) for tigers in sets})
        self.representatives = {tigers: number for number, tigers in enumerate(least)}
        self.free = len(self.order) - board.tigers
        #: The tigers' win has all bits of a code set.
        self.tigers_win: int = (1 << (captures + 1).bit_length()) - 1

    @cache
    def table(self, name: str) -> TableFile:
        file = TableFile(self.folder / f"{name}.bagh")
        if (file.header["captures"], file.header["rules"]) != (self.captures, self.rules):
            raise ValueError(f"{file.path}: found the tables of another game")
        return file

    def set_of(self, points: set[int]) -> int:
        return sum(1 << self.label[point] for point in points)

    def labels(self, points: int) -> int:
        """A set of points as a set of labels."""
        return self.set_of(set(bits(points)))

    def squeeze(self, labels: int, tigers: int) -> int:
        """The labels with the tigers' bits taken out and the rest moved together."""
        free = bits(self.all & ~tigers)
        return sum(1 << place for place, label in enumerate(free) if labels >> label & 1)

    def locate(self, tigers: int, goats: int) -> tuple[int, list[int]]:
        """The block, and the indices of the herd under the symmetries that lead to it."""
        images = list(zip(self.images.of(tigers), self.images.of(goats)))
        first, _ = min(images)
        herds = [self.squeeze(herd, first) for image, herd in images if image == first]
        return self.representatives[first], herds

    def sliding(self, tigers: int, goats: int, turn: str, captured: int) -> tuple[TableFile, int, int]:
        """Where a sliding position stands: file, block and place."""
        block, herds = self.locate(tigers, goats)
        table = self.table(f"sliding-{captured:02}-{turn}")
        number = block * comb(self.free, goats.bit_count()) + rank(herds[0])
        return table, *divmod(number, table.header["block_positions"])

    def streams(self, placed: int) -> list[int]:
        """The words that a tiger block of this layer has for each number of captures."""
        free = max(self.free, 6)
        return [-(-comb(free, placed - c) // 64) for c in range(min(self.captures, placed))]

    def placement(self, tigers: int, goats: int, placed: int, captured: int) -> tuple[int, int]:
        """Where a position of the placement phase stands: block and place."""
        block, herds = self.locate(tigers, goats)
        streams = self.streams(placed)
        group: int = self.table(f"placement-{placed:02}").header["group"]
        place = rank(min(herds))
        word = block % group * sum(streams) + sum(streams[:captured]) + place // 64
        first = block // group * -(-group * sum(streams) // WORDS)
        return first + word // WORDS, word % WORDS * 64 + place % 64

    def opening(self, tigers: int, goats: int, turn: str) -> tuple[int, int]:
        """Where a position with tigers in hand stands: block and place."""
        points, before = len(self.order), 0
        for k in range(self.board.tigers):
            for stage, herd in (("goat", k - 1), ("tiger", k)):
                if herd < 0:
                    continue
                herds = comb(points - k, herd)
                if (k, stage, herd) == (tigers.bit_count(), turn, goats.bit_count()):
                    place = before + rank(tigers) * herds + rank(self.squeeze(goats, tigers))
                    size: int = self.table("opening").header["block_positions"]
                    return divmod(place, size)
                before += comb(points, k) * herds
        raise ValueError("no game comes to this position: it is not in the table of openings")

    def is_stored(self, placed: int, captured: int) -> bool:
        """Whether a layer with tiger to move has positions with as many captures."""
        left_out = self.is_compact and (self.board.goats - placed) % 2 == 1
        return captured < min(self.captures, placed) and not left_out

    def after(
        self, tigers: int, goats: int, turn: str, in_hand: int, captured: int
    ) -> Iterator[tuple[int, int, str, int, int]]:
        """The positions after each move of the placement phase, with all tigers on the board."""
        empty = self.all & ~tigers & ~goats
        if turn == "goat":
            for label in bits(empty):
                yield tigers, goats | 1 << label, "tiger", in_hand - 1, captured
            return
        for label in bits(tigers):
            rest = tigers & ~(1 << label)
            for to in bits(self.next_to[label] & empty):
                yield rest | 1 << to, goats, "goat", in_hand, captured
            for over, to in self.jumps[label]:
                if goats & over and empty & to:
                    yield rest | to, goats & ~over, "goat", in_hand, captured + 1

    def code(self, tigers: int, goats: int, turn: str, in_hand: int, captured: int) -> int:
        """The code of a position: 0 the goats win, all bits the tigers win, else a draw."""
        if captured >= self.captures:
            return self.tigers_win
        if tigers.bit_count() < self.board.tigers:
            return self.table("opening").code(*self.opening(tigers, goats, turn))
        if not in_hand:
            table, block, place = self.sliding(tigers, goats, turn, captured)
            return table.code(block, place)
        placed = self.board.goats - in_hand
        if turn == "tiger" and self.is_stored(placed, captured):
            block, place = self.placement(tigers, goats, placed, captured)
            return self.table(f"placement-{placed:02}").code(block, place)
        # Not stored: the best of the moves. Tigers without one have lost.
        codes = (self.code(*after) for after in self.after(tigers, goats, turn, in_hand, captured))
        return min(codes) if turn == "goat" else max(codes, default=0)

    def plies(self, tigers: int, goats: int, turn: str, in_hand: int, captured: int) -> int | None:
        """The plies of a position, where the tables have them."""
        code = self.code(tigers, goats, turn, in_hand, captured)
        if captured >= self.captures:
            return 0
        if not in_hand and tigers.bit_count() == self.board.tigers:
            table, block, place = self.sliding(tigers, goats, turn, captured)
            return None if code == captured + 1 else table.plies(block, place)
        after = self.after(tigers, goats, turn, in_hand, captured)
        if turn == "tiger" and tigers.bit_count() == self.board.tigers and not any(after):
            return 0
        if code not in (0, self.tigers_win) or not (self.folder / "plies.json").exists():
            return None
        if tigers.bit_count() < self.board.tigers:
            return self.table("plies-opening").plies(*self.opening(tigers, goats, turn))
        placed = self.board.goats - in_hand
        if turn == "tiger" and self.is_stored(placed, captured):
            block, place = self.placement(tigers, goats, placed, captured)
            return 2 * self.halves(placed, block)[place] + (code == self.tigers_win)
        after = self.after(tigers, goats, turn, in_hand, captured)
        found = [self.plies(*position) for position in after if self.code(*position) == code]
        plies = [number for number in found if number is not None]
        # The winner plays the shortest line, the loser the longest.
        return 1 + (min(plies) if (turn == "goat") == (code == 0) else max(plies))

    @cache
    def halves(self, placed: int, number: int) -> dict[int, int]:
        """Half of the plies at each won place of a block of the placement phase, rounded down."""
        data, values = self.table(f"plies-{placed:02}").block(number), self.table(f"placement-{placed:02}")
        lists = {0: data[32768:32784], self.tigers_win: data[32784:32800]}
        rest = iter(data[32800:])
        found: dict[int, int] = {}
        for place in self.places(placed, number):
            code = values.code(number, place)
            if code in lists:
                which = data[len(found) // 2] >> 4 * (len(found) % 2) & 15
                found[place] = next(rest) if which == 15 else lists[code][which]
        return found

    def places(self, placed: int, number: int) -> Iterator[int]:
        """The places of a block where positions stand; others fill words up."""
        streams = self.streams(placed)
        group: int = self.table(f"placement-{placed:02}").header["group"]
        blocks = -(-group * sum(streams) // WORDS)
        first = number % blocks * WORDS * 64
        members = min(group, len(self.representatives) - number // blocks * group)
        begin = -first
        for _ in range(members):
            for captured, words in enumerate(streams):
                end = begin + comb(self.free, placed - captured)
                yield from range(max(begin, 0), min(end, 64 * WORDS))
                begin += 64 * words

    def answer(self, position: bagh.Position) -> tuple[int, int]:
        """What `Tables.values_and_plies` says of a position."""
        tigers = self.labels(self.board.set_of(position.tigers))
        goats = self.labels(self.board.set_of(position.goats))
        seen = (tigers, goats, position.turn, position.goats_in_hand, position.captured)
        plies = self.plies(*seen)
        return min(self.code(*seen) - 1, self.captures), -1 if plies is None else plies


def rank(index: int) -> int:
    """The number of a set among those with as many members."""
    return sum(comb(place, count + 1) for count, place in enumerate(bits(index)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="bagh-chal")
    parser.add_argument("--tables", type=Path, help="the folder; that of BAGH_TABLES if left out")
    parser.add_argument("--positions", type=int, default=200, help="of each phase")
    options = parser.parse_args()
    tables = bagh.Tables.open(options.tables, options.game)
    reader = Reader(tables.folder, Board(tables.game.toml), tables.game.captures)
    print(f"{len(reader.board.symmetries)} symmetries, {len(reader.representatives)} tiger placements")
    for phase in ("placement", "sliding"):
        array = bagh.sample(tables.game, phase=phase, n=options.positions, seed=1)
        values, plies = tables.values_and_plies(array)
        expected = zip(values.tolist(), plies.tolist())
        for position, said in zip(bagh.decode(array, game=tables.game), expected):
            found = reader.answer(position)
            if found != said:
                raise SystemExit(f"{position.obx()}: the files say {found}, the package {said}")
    print(f"the values and plies of {options.positions} positions of each phase are those of the package")


if __name__ == "__main__":
    main()
