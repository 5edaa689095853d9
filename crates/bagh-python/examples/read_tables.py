"""Reads table files in plain Python, by docs/FORMAT.md, and compares with the package.

The only compiled code that it uses is Zstandard. The package is asked for random positions and for
the lines of the board, and in the end for the values to compare with. Checksums are not checked.
"""

from __future__ import annotations

import argparse
import json
import struct
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import ceil, comb
from pathlib import Path

import zstandard

import bagh


Code = dict[tuple[int, int], int]
"""Symbols by the length and the value of their codes."""


RUN = 1 << 16
"""The first of the symbols for runs."""

WRITTEN_OUT = RUN + 10
"""The symbol before a chunk that has no code of its own."""


def canonical(symbols: list[int], lengths: bytes) -> Code:
    """The canonical Huffman code with these lengths."""
    code: Code = {}
    value = last = 0
    for length, symbol in sorted(zip(lengths, symbols)):
        if length:
            value <<= length - last
            code[length, value] = symbol
            value, last = value + 1, length
    return code


class Table:
    """One file."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<8sII", data)
        if magic != b"\x89BAGH\r\n\x1a" or version not in (1, 2):
            raise ValueError(f"{path}: found another format, expected a table of version 1 or 2")
        self.header = json.loads(data[16 : 16 + length])
        self.value_bits = (self.header["captures"] + 1).bit_length()
        self.has_pieces = self.header.get("codec") == "chunks"
        at = 16 + length + 8
        stored = self.header["blocks"] + self.has_pieces
        lengths = [struct.unpack_from("<I", data, at + 12 * i)[0] for i in range(stored)]
        at += 12 * len(lengths) + 8
        self.blocks: list[tuple[int, int]] = []
        for size in lengths:
            self.blocks.append((at, size))
            at += size
        self.data = data
        if self.has_pieces:
            self.classes = self.codebook()

    def stored(self, number: int) -> bytes:
        """A block as it stands in the file."""
        start, size = self.blocks[number]
        return self.data[start : start + size]

    def codebook(self) -> list[list[Code]]:
        """The codes of each class and context."""
        book = self.stored(self.header["blocks"])
        contexts = 2 << self.value_bits
        at = 1
        classes: list[list[Code]] = []
        for _ in range(book[0]):
            codes = []
            for _ in range(contexts):
                (count,) = struct.unpack_from("<H", book, at)
                symbols = [*struct.unpack_from(f"<{count}H", book, at + 2), *range(RUN, WRITTEN_OUT + 1)]
                at += 2 + 2 * count
                codes.append(canonical(symbols, book[at : at + len(symbols)]))
                at += len(symbols)
            classes.append(codes)
        return classes

    def piece(self, packed: bytes, codes: list[Code], size: int) -> bytes:
        """A piece of this many bytes, decoded."""
        if len(packed) == size:
            return packed
        width: int = self.header["code_bits"]
        text, rest = int.from_bytes(packed, "big"), 8 * len(packed)
        chunks = bytearray(2)
        while len(chunks) < 2 + size:
            (before,) = struct.unpack("<H", chunks[-2:])
            code = before >> (16 - width)
            every = sum(code << shift for shift in range(0, 8, width))
            context = code | (before == 0x101 * every) << self.value_bits
            length = value = 0
            while (length, value) not in codes[context]:
                rest -= 1
                length, value = length + 1, value << 1 | text >> rest & 1
            symbol = codes[context][length, value]
            if RUN <= symbol < WRITTEN_OUT:
                chunks += bytes([every]) * (8 << (symbol - RUN))
                continue
            if symbol == WRITTEN_OUT:
                rest -= 16
                symbol = text >> rest & 0xFFFF
            chunks += struct.pack("<H", symbol)
        return bytes(chunks[2:])

    @cache
    def block(self, number: int) -> bytes:
        """A block, decompressed."""
        packed = self.stored(number)
        if not self.has_pieces:
            return zstandard.ZstdDecompressor().decompress(packed, max_output_size=1 << 24)
        size = self.header["block_positions"] * self.header["code_bits"] // 8 // 32
        pieces = []
        at = 64
        for head in struct.unpack_from("<32H", packed):
            end = at + (head & 0x1FFF)
            pieces.append(self.piece(packed[at:end], self.classes[head >> 13], size))
            at = end
        return b"".join(pieces)

    def code(self, block: int, place: int) -> int:
        """The code at a place of a block."""
        bits: int = self.header["code_bits"]
        bit = place * bits
        return self.block(block)[bit // 8] >> bit % 8 & ((1 << bits) - 1)


class Reader:
    """The tables of a game with a fixed opening, such as Bagh Chal."""

    def __init__(self, folder: Path, game: bagh.Game) -> None:
        self.folder, self.game = folder / f"{game.name}-{game.captures}", game
        self.points: list[str] = self.table("sliding-00-tiger").header["points"]
        self.label = {name: number for number, name in enumerate(self.points)}
        lines = [[self.label[name] for name in line] for line in game.lines]
        self.next_to: dict[int, set[int]] = {label: set() for label in range(len(self.points))}
        for line in lines:
            for a, b in zip(line, line[1:]):
                self.next_to[a].add(b)
                self.next_to[b].add(a)
        self.jumps = {three for line in lines for three in zip(line, line[1:], line[2:])}
        self.jumps |= {(c, b, a) for a, b, c in self.jumps}
        self.symmetries = list(self.extend({}))
        placements = (
            sum(1 << label for label in chosen)
            for chosen in combinations(range(len(self.points)), game.tigers)
        )
        least = {min(self.images(tigers)) for tigers in placements}
        self.representatives = {tigers: number for number, tigers in enumerate(sorted(least))}
        self.free = len(self.points) - game.tigers

    @cache
    def table(self, name: str) -> Table:
        return Table(self.folder / f"{name}.bagh")

    def extend(self, images: dict[int, int]) -> Iterator[list[int]]:
        """All permutations that keep adjacency and jumps, and have these images."""
        everything = set(range(len(self.points)))
        if len(images) == len(everything):
            if all((images[a], images[b], images[c]) in self.jumps for a, b, c in self.jumps):
                yield [images[label] for label in sorted(images)]
            return
        # The label with the most neighbours that have an image has the least choice.
        new = max(everything - set(images), key=lambda label: len(self.next_to[label] & set(images)))
        around = {images[label] for label in self.next_to[new] & set(images)}
        apart = {images[label] for label in set(images) - self.next_to[new]}
        for image in everything - set(images.values()):
            if around <= self.next_to[image] and not apart & self.next_to[image]:
                yield from self.extend({**images, new: image})

    def image(self, symmetry: list[int], labels: int) -> int:
        return sum(1 << symmetry[i] for i in range(len(self.points)) if labels >> i & 1)

    def images(self, labels: int) -> list[int]:
        return [self.image(symmetry, labels) for symmetry in self.symmetries]

    def squeeze(self, labels: int, tigers: int) -> int:
        """The labels with the tigers' bits taken out and the rest moved together."""
        free = [i for i in range(len(self.points)) if not tigers >> i & 1]
        return sum(1 << place for place, i in enumerate(free) if labels >> i & 1)

    def locate(self, tigers: int, goats: int) -> tuple[int, int, list[int]]:
        """The block, the index, and the images of the herd that keep the tigers."""
        tigers_now = [(self.image(s, tigers), s) for s in self.symmetries]
        first = min(image for image, _ in tigers_now)
        herds = [self.squeeze(self.image(s, goats), first) for image, s in tigers_now if image == first]
        return self.representatives[first], herds[0], herds

    def rank(self, index: int) -> int:
        places = [i for i in range(self.free) if index >> i & 1]
        return sum(comb(place, count + 1) for count, place in enumerate(places))

    def code(self, tigers: int, goats: int, turn: str, in_hand: int, captured: int) -> int:
        """The code of a position: 0 the goats win, all bits the tigers win, else a draw."""
        game = self.game
        if turn == "goat" and in_hand:
            # Not stored: the least of the positions after each placement.
            empty = [i for i in range(len(self.points)) if not (tigers | goats) >> i & 1]
            after = (self.code(tigers, goats | 1 << i, "tiger", in_hand - 1, captured) for i in empty)
            return min(after)
        block, index, herds = self.locate(tigers, goats)
        count = goats.bit_count()
        if not in_hand:
            table = self.table(f"sliding-{captured:02}-{turn}")
            number = block * comb(self.free, count) + self.rank(index)
            size: int = table.header["block_positions"]
            return table.code(number // size, number % size)
        placed = game.goats - in_hand
        table = self.table(f"placement-{placed:02}")
        rank = self.rank(min(herds))
        most = min(game.captures, placed)
        words = [ceil(comb(self.free, placed - c) / 64) for c in range(most)]
        group: int = table.header["group"]
        word = block % group * sum(words) + sum(words[:captured]) + rank // 64
        first = block // group * ceil(group * sum(words) / 1024)
        return table.code(first + word // 1024, word % 1024 * 64 + rank % 64)

    def value(self, position: bagh.Position) -> int:
        """The value of a position as a number, like `Tables.values`."""
        tigers = sum(1 << self.label[name] for name in position.tigers)
        goats = sum(1 << self.label[name] for name in position.goats)
        code = self.code(tigers, goats, position.turn, position.goats_in_hand, position.captured)
        return min(code - 1, self.game.captures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    options = parser.parse_args()
    tables = bagh.Tables.open()
    reader = Reader(tables.folder, tables.game)
    print(f"{len(reader.symmetries)} symmetries, {len(reader.representatives)} tiger placements")
    array = bagh.sample(n=options.positions, seed=1)
    expected = tables.values(array).tolist()
    for position, value in zip(bagh.decode(array), expected):
        found = reader.value(position)
        if found != value:
            raise SystemExit(f"{position.obx()}: the files say {found}, the package {value}")
    print(f"{options.positions} values are those of the package")


if __name__ == "__main__":
    main()
