"""One file of the tables in plain Python, by docs/FORMAT.md: header, checksums, blocks of codes."""

from __future__ import annotations

import json
import mmap
import struct
from functools import cache
from pathlib import Path

from xxh3 import xxh3
from zstd import decompress

#: Symbols of a Huffman code by the length and the value of what stands for them.
Code = dict[tuple[int, int], int]

#: The first of the symbols for runs, and the symbol before a chunk that has no code of its own.
RUN, WRITTEN_OUT = 1 << 16, (1 << 16) + 10

#: Pieces of a block.
PIECES = 32


class Damaged(ValueError):
    """The file is not what was written."""


def check(path: Path, what: str, data: bytes, checksum: int) -> None:
    """Refuses data with another checksum."""
    if xxh3(data) != checksum:
        raise Damaged(f"{path}: {what} has another checksum")


def check_next(path: Path, what: str, data: bytes | mmap.mmap, begin: int, end: int) -> int:
    """The same by the checksum that follows the data. Tells where that ends."""
    check(path, what, data[begin:end], int.from_bytes(data[end : end + 8], "little"))
    if end + 8 > len(data):
        raise Damaged(f"{path}: {what} is cut off")
    return end + 8


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


class TableFile:
    """One file, open for look-ups."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        magic, version, length = struct.unpack("<8sII", self.data[:16].ljust(16))
        if magic != b"\x89BAGH\r\n\x1a" or version not in (1, 2):
            raise Damaged(f"{path}: found another format, expected a table of version 1 or 2")
        at = check_next(path, "the header", self.data, 0, 16 + length)
        self.header = json.loads(self.data[16 : 16 + length])
        self.has_pieces = self.header.get("codec") == "chunks"
        # The codebook is one more block.
        stored = self.header["blocks"] + self.has_pieces
        index = self.data[at : at + 12 * stored]
        at = check_next(path, "the index", self.data, at, at + 12 * stored)
        #: Where each block begins, its length and its checksum.
        self.blocks: list[tuple[int, int, int]] = []
        for size, checksum in struct.iter_unpack("<IQ", index):
            self.blocks.append((at, size, checksum))
            at += size
        if at != len(self.data):
            raise Damaged(f"{path}: found {len(self.data)} bytes, expected {at}")
        self.code_bits: int = self.header["code_bits"]
        self.value_bits = (self.header["captures"] + 1).bit_length()
        self.code_bytes: int = self.header["block_positions"] * self.code_bits // 8
        if self.has_pieces:
            self.classes = self.codebook()

    def stored(self, number: int) -> bytes:
        """A block as it stands in the file."""
        start, size, checksum = self.blocks[number]
        data = self.data[start : start + size]
        check(self.path, f"block {number}", data, checksum)
        return data

    def codebook(self) -> list[list[Code]]:
        """The codes of each class and context."""
        book = self.stored(self.header["blocks"])
        at = 1
        classes: list[list[Code]] = []
        for _ in range(book[0]):
            codes = []
            for _ in range(2 << self.value_bits):
                (count,) = struct.unpack_from("<H", book, at)
                symbols = [*struct.unpack_from(f"<{count}H", book, at + 2), *range(RUN, WRITTEN_OUT + 1)]
                at += 2 + 2 * count
                codes.append(canonical(symbols, book[at : at + len(symbols)]))
                at += len(symbols)
            classes.append(codes)
        return classes

    @cache
    def block(self, number: int) -> bytes:
        """A block of a file without pieces, decompressed."""
        return decompress(self.stored(number))

    @cache
    def packed_pieces(self, number: int) -> list[tuple[bytes, list[Code]]]:
        """The pieces of a block, each with the codes of its class."""
        packed, at = self.stored(number), 2 * PIECES
        pieces = []
        for head in struct.unpack_from(f"<{PIECES}H", packed):
            end = at + (head & 0x1FFF)
            pieces.append((packed[at:end], self.classes[head >> 13]))
            at = end
        return pieces

    @cache
    def piece(self, block: int, number: int) -> bytes:
        """A piece of a block, decoded."""
        packed, codes = self.packed_pieces(block)[number]
        size = self.code_bytes // PIECES
        if len(packed) == size:
            return packed
        text, rest = int.from_bytes(packed, "big"), 8 * len(packed)
        chunks = bytearray(2)
        while len(chunks) < 2 + size:
            (before,) = struct.unpack("<H", chunks[-2:])
            code = before >> (16 - self.code_bits)
            every = sum(code << shift for shift in range(0, 8, self.code_bits))
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

    def code(self, block: int, place: int) -> int:
        """The code at a place of a block."""
        byte, shift = divmod(place * self.code_bits, 8)
        if self.has_pieces:
            size = self.code_bytes // PIECES
            found = self.piece(block, byte // size)[byte % size]
        else:
            found = self.block(block)[byte]
        return found >> shift & ((1 << self.code_bits) - 1)

    def plies(self, block: int, place: int) -> int:
        """The plies at a place of a block. They stand behind the codes."""
        size: int = self.header["plies_bytes"]
        start = self.code_bytes + size * place
        return int.from_bytes(self.block(block)[start : start + size], "little")
