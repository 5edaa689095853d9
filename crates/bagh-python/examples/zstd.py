"""A decoder of Zstandard in plain Python, by RFC 8878. It reads one frame without a dictionary.

The checksum that a frame may have is skipped: the files that are read here have their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

MAGIC = b"\x28\xb5\x2f\xfd"

#: A table of finite state entropy: for each state its symbol, the bits to read, and what they are
#: added to for the next state. The first is the number of bits that the first state has.
States = tuple[int, list[tuple[int, int, int]]]

#: A table of a Huffman code: for every number of as many bits its symbol and how many bits it takes.
Huffman = tuple[int, list[tuple[int, int]]]

LITERAL_BITS = [*[0] * 16, 1, 1, 1, 1, 2, 2, 3, 3, 4, *range(6, 17)]
LITERAL_BASES = [*accumulate((1 << bits for bits in LITERAL_BITS[:-1]), initial=0)]
MATCH_BITS = [*[0] * 32, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, *range(7, 17)]
MATCH_BASES = [*accumulate((1 << bits for bits in MATCH_BITS[:-1]), initial=3)]


class Damaged(ValueError):
    """The bytes are no frame, or one of another kind."""


class Backwards:
    """Bits from the end of some bytes to their beginning. After the last one come zeros."""

    def __init__(self, data: bytes) -> None:
        self.bits = int.from_bytes(data, "little")
        # The highest bit that is set marks the end.
        self.left = self.bits.bit_length() - 1
        if self.left < 0:
            raise Damaged("a stream of bits has no end")

    def read(self, count: int) -> int:
        value = self.peek(count)
        self.left -= count
        return value

    def peek(self, count: int) -> int:
        rest = self.left - count
        bits = self.bits >> rest if rest >= 0 else self.bits << -rest
        return bits & (1 << count) - 1


def states(shares: Iterable[int], accuracy: int) -> States:
    """The table for symbols with these shares of all states; -1 is less than one."""
    size = 1 << accuracy
    symbols = [-1] * size
    following: dict[int, int] = {}
    high = size
    for symbol, share in enumerate(shares):
        following[symbol] = abs(share)
        if share < 0:
            high -= 1
            symbols[high] = symbol
    at = 0
    for symbol, share in enumerate(shares):
        for _ in range(share):
            symbols[at] = symbol
            at = at + (size >> 1) + (size >> 3) + 3 & size - 1
            while at >= high:
                at = at + (size >> 1) + (size >> 3) + 3 & size - 1
    table = []
    for symbol in symbols:
        count = following[symbol]
        following[symbol] += 1
        bits = accuracy + 1 - count.bit_length()
        table.append((symbol, bits, (count << bits) - size))
    return accuracy, table


def read_states(data: bytes, most: int) -> tuple[States, int]:
    """The table that these bytes describe, and how many bytes it takes."""
    bits, at = int.from_bytes(data[:512], "little"), 4
    accuracy = (bits & 15) + 5
    if accuracy > most:
        raise Damaged(f"found a table of {accuracy} bits, expected at most {most}")
    left = 1 << accuracy
    shares: list[int] = []
    while left > 0:
        # From 0 to left + 1, the lower numbers with a bit less.
        width = (left + 1).bit_length()
        spared = (1 << width) - left - 2
        value = bits >> at & (1 << width) - 1
        at += width
        low = value & (1 << width - 1) - 1
        if low < spared:
            value, at = low, at - 1
        elif value > low:
            value -= spared
        shares.append(value - 1)
        left -= abs(value - 1)
        while shares[-1] == 0 and left > 0:
            again = bits >> at & 3
            at += 2
            shares += [0] * again
            if again < 3:
                break
    if left < 0 or len(shares) > 256 or at > 8 * len(data):
        raise Damaged("a table of states has shares of another sum")
    return states(shares, accuracy), (at + 7) // 8


def read_huffman(data: bytes) -> tuple[Huffman, int]:
    """The code that these bytes describe, and how many bytes it takes."""
    head = data[0]
    if head < 128:
        (accuracy, table), used = read_states(data[1 : 1 + head], 6)
        stream = Backwards(data[1 + used : 1 + head])
        now, then = stream.read(accuracy), stream.read(accuracy)
        weights: list[int] = []
        # Two states take turns, until one has no bits left for the next.
        while stream.left >= 0 and len(weights) < 255:
            symbol, count, base = table[now]
            weights.append(symbol)
            now, then = then, base + stream.read(count)
        weights.append(table[now][0])
        end = 1 + head
    else:
        end = 1 + (head - 126) // 2
        nibbles = (part for byte in data[1:end] for part in (byte >> 4, byte & 15))
        weights = [weight for weight, _ in zip(nibbles, range(head - 127))]
    total = sum(1 << weight >> 1 for weight in weights)
    width = total.bit_length()
    rest = (1 << width) - total
    if not 0 < width <= 11 or rest & rest - 1:
        raise Damaged("a Huffman code has lengths that do not fit")
    # The last weight is what the others leave.
    weights.append(rest.bit_length())
    code = [
        (symbol, width + 1 - wanted)
        for wanted in range(1, width + 1)
        for symbol, weight in enumerate(weights)
        if weight == wanted
        for _ in range(1 << wanted - 1)
    ]
    return (width, code), end


def decode(data: bytes, count: int, huffman: Huffman) -> bytes:
    """As many symbols of a Huffman code."""
    width, code = huffman
    stream = Backwards(data)
    out = bytearray()
    for _ in range(count):
        symbol, length = code[stream.peek(width)]
        stream.left -= length
        out.append(symbol)
    if stream.left:
        raise Damaged("a stream of symbols has another length")
    return bytes(out)


def uniform(symbol: int) -> States:
    """A table with one symbol, which takes no bits."""
    return 0, [(symbol, 0, 0)]


#: Each kind of code that sequences have, in their order: the most bits of its table, and the table
#: that is meant where none is given.
KINDS = [
    (9, states([4, 3, *[2] * 11, 1, 1, 1, *[2] * 9, 3, 2, *[1] * 5, *[-1] * 4], 6)),
    (8, states([*[1] * 6, 2, 2, 2, *[1] * 15, *[-1] * 5], 5)),
    (9, states([1, 4, 3, *[2] * 6, *[1] * 37, *[-1] * 7], 6)),
]


class Frame:
    """One frame, as it is decoded."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.huffman: Huffman | None = None
        self.tables: list[States | None] = [None, None, None]
        self.offsets = [1, 4, 8]

    def literals(self, data: bytes) -> tuple[bytes, int]:
        """The literals of a block, and how many bytes they take."""
        kind, form = data[0] & 3, data[0] >> 2 & 3
        if kind < 2:
            used = (1, 2, 1, 3)[form]
            size = int.from_bytes(data[:used], "little") >> (3, 4, 3, 4)[form]
            if kind == 1:
                return data[used : used + 1] * size, used + 1
            return data[used : used + size], used + size
        used, width = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
        head = int.from_bytes(data[:used], "little") >> 4
        size, packed = head & (1 << width) - 1, head >> width
        end = used + packed
        if kind == 2:
            self.huffman, tree = read_huffman(data[used:end])
            used += tree
        if self.huffman is None:
            raise Damaged("literals refer to a code that is not there")
        if form == 0:
            return decode(data[used:end], size, self.huffman), end
        lengths = [int.from_bytes(data[used + i : used + i + 2], "little") for i in (0, 2, 4)]
        bounds = [*accumulate(lengths, initial=used + 6), end]
        counts = [(size + 3) // 4] * 3
        counts.append(size - sum(counts))
        parts = zip(bounds, bounds[1:], counts)
        return b"".join(decode(data[a:b], n, self.huffman) for a, b, n in parts), end

    def block(self, data: bytes) -> None:
        """A compressed block: literals, and sequences of literals and copies."""
        literals, at = self.literals(data)
        count, at = data[at], at + 1
        if count == 255:
            count, at = int.from_bytes(data[at : at + 2], "little") + 0x7F00, at + 2
        elif count > 127:
            count, at = (count - 128 << 8) + data[at], at + 1
        if count == 0:
            self.out += literals
            return
        modes, at = data[at], at + 1
        for number, (most, usual) in enumerate(KINDS):
            mode = modes >> 6 - 2 * number & 3
            if mode == 0:
                self.tables[number] = usual
            elif mode == 1:
                self.tables[number], at = uniform(data[at]), at + 1
            elif mode == 2:
                self.tables[number], used = read_states(data[at:], most)
                at += used
        self.copy(literals, count, Backwards(data[at:]))

    def copy(self, literals: bytes, count: int, stream: Backwards) -> None:
        """Follows the sequences."""
        if not all(self.tables):
            raise Damaged("sequences refer to a table that is not there")
        tables = [table for table in self.tables if table]
        at = 0
        now = [table[stream.read(accuracy)] for accuracy, table in tables]
        for number in range(count):
            (literal, *_), (offset, *_), (match, *_) = now
            if literal > 35 or match > 52:
                raise Damaged("a sequence has a length that does not exist")
            distance = (1 << offset) + stream.read(offset)
            length = MATCH_BASES[match] + stream.read(MATCH_BITS[match])
            before = LITERAL_BASES[literal] + stream.read(LITERAL_BITS[literal])
            self.out += literals[at : at + before]
            at += before
            self.repeat(self.distance(distance, before == 0), length)
            if number < count - 1:
                for kind in (0, 2, 1):
                    _, bits, base = now[kind]
                    now[kind] = tables[kind][1][base + stream.read(bits)]
        if stream.left:
            raise Damaged("sequences have another length")
        self.out += literals[at:]

    def distance(self, value: int, is_bare: bool) -> int:
        """How far back a copy lies: a new distance, or one of the last three."""
        last = self.offsets
        if value > 3:
            self.offsets = [value - 3, *last[:2]]
        else:
            which = value - 1 + is_bare
            found = last[which] if which < 3 else last[0] - 1
            self.offsets = [found, *(last[:which] + last[which + 1 :])[:2]]
        return self.offsets[0]

    def repeat(self, distance: int, length: int) -> None:
        """Copies what lies this far back, which may be what is being copied."""
        start = len(self.out) - distance
        if not 0 <= start < len(self.out):
            raise Damaged("a copy lies before the beginning")
        part = bytes(self.out[start : start + length])
        while len(part) < length:
            part += part
        self.out += part[:length]


def decompress(data: bytes) -> bytes:
    """The content of a frame."""
    if data[:4] != MAGIC:
        raise Damaged("found other bytes, expected the beginning of a frame of Zstandard")
    frame, is_last = Frame(), False
    try:
        head = data[4]
        is_single = head >> 5 & 1
        at = 5 + (not is_single) + (0, 1, 2, 4)[head & 3]
        width = (is_single, 2, 4, 8)[head >> 6]
        size = int.from_bytes(data[at : at + width], "little") + (256 if width == 2 else 0)
        at += width
        while not is_last:
            head, at = int.from_bytes(data[at : at + 3], "little"), at + 3
            is_last, kind, length = bool(head & 1), head >> 1 & 3, head >> 3
            if kind == 1:
                frame.out += data[at : at + 1] * length
                length = 1
            elif kind == 0:
                frame.out += data[at : at + length]
            else:
                frame.block(data[at : at + length])
            at += length
            if at > len(data):
                raise Damaged("the frame is cut off")
    except IndexError:
        raise Damaged("the frame is cut off") from None
    if width and len(frame.out) != size:
        raise Damaged(f"found {len(frame.out)} bytes, expected {size}")
    return bytes(frame.out)
