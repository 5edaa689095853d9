"""How likely answers are, and how they are decoded, in plain Python, by docs/PROOFS.md.

A part of unpack_proof.py.
"""

from __future__ import annotations

WORD = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15

# The logistic function, from -12 to 12 in steps of a half, in parts of 65,536.
LOGISTIC = [
    *(1, 1, 1, 2, 3, 5, 8, 13, 22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812),
    *(11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816),
    *(65097, 65269, 65374, 65438, 65476, 65500, 65514, 65523, 65528, 65531, 65533, 65534, 65535),
    *(65535, 65535),
]


def squash(x: int) -> int:
    """The logistic function: parts of 256 to parts of 65,536."""
    x = max(-3071, min(3071, x)) + 3072
    at, part = x >> 7, x & 127
    mixed = (LOGISTIC[at] * (128 - part) + LOGISTIC[at + 1] * part + 64) >> 7
    return max(1, min(65535, mixed))


def inverse_of_squash() -> list[int]:
    """For parts of 4,096, the first argument that reaches them."""
    found: list[int] = []
    for x in range(-3071, 3072):
        found += [x] * ((squash(x) >> 4) + 1 - len(found))
    return found + [3071] * (4096 - len(found))


STRETCH = inverse_of_squash()


class Decoder:
    """Reads yes and no by their probabilities."""

    def __init__(self, data: bytes) -> None:
        self.data, self.taken = data, 4
        self.low, self.high = 0, 0xFFFFFFFF
        self.number = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def read(self, yes: int) -> bool:
        middle = self.low + ((self.high - self.low) * yes >> 16)
        answer = self.number <= middle
        if answer:
            self.high = middle
        else:
            self.low = middle + 1
        while self.low >> 24 == self.high >> 24:
            byte = self.data[self.taken] if self.taken < len(self.data) else 0
            self.taken += 1
            self.low = self.low << 8 & 0xFFFFFFFF
            self.high = self.high << 8 & 0xFFFFFFFF | 255
            self.number = self.number << 8 & 0xFFFFFFFF | byte
        return answer


class Model:
    """How likely a yes is, by what contexts have seen."""

    def __init__(self, contexts: int, selectors: int, slots: int = 1) -> None:
        self.chance = [[1 << 21] * slots for _ in range(contexts)]
        self.seen = [[0] * slots for _ in range(contexts)]
        self.weights = [[19660] * (2 * contexts + 1) for _ in range(selectors)]

    def grow(self, slots: int) -> None:
        for table in self.chance + self.seen:
            while len(table) < slots:
                table += table

    def probability(self, hashes: list[int], selector: int) -> int:
        self.at = [(h * ODD & WORD) >> 24 & len(t) - 1 for h, t in zip(hashes, self.chance)]
        self.inputs: list[int] = []
        for at, chance, seen in zip(self.at, self.chance, self.seen):
            stretched, n = STRETCH[chance[at] >> 10], min(seen[at], 255)
            trust = (n << 16) // (n + 8)
            self.inputs += [stretched if n else 0, stretched * (trust >> 4) >> 12]
        self.inputs.append(256)
        self.chosen = self.weights[selector]
        self.mixed = squash(sum(w * x for w, x in zip(self.chosen, self.inputs)) >> 18)
        return self.mixed

    def learn(self, yes: bool) -> None:
        error = (65535 if yes else 0) - self.mixed
        for number, x in enumerate(self.inputs):
            weight = self.chosen[number] + ((x * error * 20 + (1 << 17)) >> 18)
            self.chosen[number] = max(-(1 << 21), min(1 << 21, weight))
        aim = (1 << 22) - 1 if yes else 0
        for at, chance, seen in zip(self.at, self.chance, self.seen):
            chance[at] += (aim - chance[at]) * ((1 << 17) // (2 * seen[at] + 3)) >> 16
            seen[at] = min(seen[at] + 1, 1023)


def mix(*parts: int) -> int:
    """A hash of some numbers."""
    found = 0x243F6A8885A308D3
    for part in parts:
        found = (found ^ part) * ODD & WORD
        found ^= found >> 29
    return found


def scrambled(place: int) -> int:
    place = place * ODD & WORD
    return ((place << 32 | place >> 32) & WORD) * ODD & WORD
