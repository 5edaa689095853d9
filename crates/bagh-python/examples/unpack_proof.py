"""Unpacks the choices of a certificate in plain Python, by docs/PROOFS.md, for check_proof.py.

What is unpacked here need not be trusted: any choices that hold the claim prove it.
"""

from __future__ import annotations

import heapq
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import zstandard
from proof_rules import Rules, State, image

WORD = (1 << 64) - 1
ODD = 0x9E3779B97F4A7C15
#: Later than every turn.
NEVER = 1 << 40

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


def bits(points: int) -> list[int]:
    return [point for point in range(points.bit_length()) if points >> point & 1]


@dataclass
class Question:
    """Does this place hold the claim?"""

    place: int
    shape: int
    wanted: int
    only: bool
    refused: int
    left: int
    capture: bool


@dataclass
class Wish:
    """A move of a position to a place."""

    place: int
    number: int
    capture: bool


@dataclass
class Asking:
    """A position without a choice, at one turn."""

    position: int
    wishes: list[Wish] = field(default_factory=list)
    #: Wishes that were not answered, those and later moves, and the turn of the first later one.
    here: int = 0
    open: int = 0
    next: int = NEVER
    done: bool = False


class Frame:
    """What is next to each point, and what tigers jump, in some numbering of the points."""

    def __init__(self, rules: Rules, order: list[int]) -> None:
        self.label = {point: label for label, point in enumerate(order)}
        self.near = [self.set(rules.next_to[point]) for point in order]
        self.jumps = [
            [(1 << self.label[over], 1 << self.label[to]) for over, to in rules.jumps[point]]
            for point in order
        ]

    def set(self, points: set[int]) -> int:
        return sum(1 << self.label[point] for point in points)


class Space:
    """The index space of docs/FORMAT.md: tigers up to symmetry, herds around them."""

    def __init__(self, rules: Rules) -> None:
        orbits = [{s[point] for s in rules.symmetries} for point in range(len(rules.points))]
        self.order = sorted(range(len(orbits)), key=lambda p: (len(orbits[p]), min(orbits[p]), p))
        label = {point: label for label, point in enumerate(self.order)}
        self.symmetries = [[label[s[point]] for point in self.order] for s in rules.symmetries]
        self.relabel = [label[point] for point in range(len(orbits))]
        placements = combinations(range(len(orbits)), rules.game.tigers)
        sets = (sum(1 << label for label in chosen) for chosen in placements)
        self.tigers = sorted({min(image(s, tigers) for s in self.symmetries) for tigers in sets})
        self.block = {tigers: block for block, tigers in enumerate(self.tigers)}

    def locate(self, state: State) -> tuple[int, int]:
        tigers, goats = image(self.relabel, state.tigers), image(self.relabel, state.goats)
        images = [(image(s, tigers), s) for s in self.symmetries]
        first = min(found for found, _ in images)
        free = [label for label in range(len(self.order)) if not first >> label & 1]
        herds = (image(s, goats) for found, s in images if found == first)
        index = min(sum((h >> label & 1) << i for i, label in enumerate(free)) for h in herds)
        return self.block[first], index

    def herd(self, block: int, index: int) -> int:
        free = [label for label in range(len(self.order)) if not self.tigers[block] >> label & 1]
        return sum(1 << label for i, label in enumerate(free) if index >> i & 1)


class Unpacker:
    """Reads one block after the other, and learns from their answers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model, self.offered = Model(16, 64), Model(4, 1, 1 << 10)
        self.points = Frame(rules, list(range(len(rules.points))))
        self.space: Space | None = None
        if rules.side == "tiger":
            self.space = Space(rules)
            self.labels = Frame(rules, self.space.order)

    def unpack(self, block: bytes, states: list[State], ply: int) -> list[int]:
        """The choices of a ply for its positions, in their order."""
        self.states, self.ply = states, ply
        self.choices = [0] * len(states)
        self.refused = [0] * len(states)
        stand = self.rules.tigers_in_hand(states[0]) <= 1
        self.indexed = self.rules.side == "tiger" and stand
        self.model.grow(1 << (min(4 * len(states), 1 << 22) - 1).bit_length())
        self.paths = [self.paths_of(number) for number in range(len(states))]
        if block[0] == 3:
            self.decoder = Decoder(block[1:])
            self.by_popularity()
        else:
            count, length = struct.unpack_from("<II", block, 1)
            packed = zstandard.ZstdDecompressor().decompress(block[9 : 9 + length], 4 * count)
            self.decoder = Decoder(block[9 + length :])
            self.by_list(list(struct.unpack(f"<{count}I", packed)), block[0])
        if self.decoder.taken < len(self.decoder.data):
            raise SystemExit("a block has more answers than there are questions")
        return self.choices

    def paths_of(self, number: int) -> list[tuple[int, int, bool, State]]:
        """The moves of a position that settle nothing: number, shape, capture, where they lead."""
        state, found = self.states[number], []
        for at, move in enumerate(self.rules.moves(state)):
            after = self.rules.after(state, move)
            settled = self.rules.settled(after, self.ply + 1)
            if settled == (self.rules.side == "tiger"):
                self.choices[number] = at
                return []
            if settled is None:
                found.append((at, self.shape(after), after.captured > state.captured, after))
        if not found:
            raise SystemExit("a position has no choice")
        return found

    def shape(self, after: State) -> int:
        if self.indexed and self.space is not None:
            return 32 * self.space.locate(after)[0] + after.goats.bit_count()
        own = after.tigers if self.rules.side == "tiger" else after.goats
        return min(image(s, own) for s in self.rules.symmetries)

    def place(self, after: State) -> int:
        if self.indexed and self.space is not None:
            block, index = self.space.locate(after)
            return block << 32 | index
        least = self.rules.canonical(after)
        return least.tigers << 32 | least.goats

    def by_list(self, order: list[int], captures: int) -> None:
        """Goes through the shapes of a list."""
        rank = {shape: number for number, shape in enumerate(order)}

        def turn_of(shape: int, capture: bool) -> int:
            late = (captures == 1 and capture) or (captures == 2 and not capture)
            return rank[shape] + late * len(order) if shape in rank else NEVER

        waiting: list[list[int]] = [[] for _ in range(2 * len(order))]
        for position, paths in enumerate(self.paths):
            if paths:
                first = min(turn_of(shape, capture) for _, shape, capture, _ in paths)
                if first == NEVER:
                    raise SystemExit("a position has no choice")
                waiting[first].append(position)
        for turn, here in enumerate(waiting):
            batch = [self.asking(position, turn, turn_of) for position in here]
            self.ask(order[turn % len(order)], batch)
            for asking in batch:
                if not asking.done:
                    self.refused[asking.position] = min(self.refused[asking.position] + 1, 255)
                    waiting[asking.next].append(asking.position)

    def by_popularity(self) -> None:
        """Goes through the shapes that most positions could go to."""
        wanted: dict[int, list[int]] = {}
        for position, paths in enumerate(self.paths):
            for shape in {path[1] for path in paths}:
                wanted.setdefault(shape, []).append(position)
        left = [len({path[1] for path in paths}) for paths in self.paths]
        done = [not paths for paths in self.paths]
        offers = dict.fromkeys(wanted, 0)
        heap = [(-float(len(positions)), shape) for shape, positions in wanted.items()]
        heapq.heapify(heap)
        while heap:
            before, name = heapq.heappop(heap)
            here = [position for position in wanted[name] if not done[position]]
            now = -len(here) / (1 << offers[name])
            if not here:
                continue
            if now > before:
                heapq.heappush(heap, (now, name))
                continue
            offers[name] += 1
            last = offers[name] == 5
            batch = [self.asking(p, 0, lambda shape, _: 0 if shape == name else NEVER) for p in here]
            for asking in batch:
                asking.open += left[asking.position] - 1
            needed = any(left[position] == 1 for position in here)
            takes = needed or self.takes(name, batch, 1 << offers[name] - 1)
            if not takes and not last:
                heapq.heappush(heap, (now / 2, name))
                continue
            for position in here:
                left[position] -= 1
            if takes:
                self.ask(name, batch)
                for asking in batch:
                    done[asking.position] = asking.done
                    if not asking.done:
                        self.refused[asking.position] = min(self.refused[asking.position] + 1, 255)

    def asking(self, position: int, turn: int, turn_of: Callable[[int, bool], int]) -> Asking:
        """What a position wishes at this turn, and what it can do later."""
        asking = Asking(position)
        for number, shape, capture, after in self.paths[position]:
            then = turn_of(shape, capture)
            if then == turn:
                place = self.place(after)
                if all(wish.place != place for wish in asking.wishes):
                    asking.wishes.append(Wish(place, number, capture))
            elif turn < then < NEVER:
                asking.open += 1
                asking.next = min(asking.next, then)
        asking.here = len(asking.wishes)
        asking.open += asking.here
        return asking

    def ask(self, shape: int, batch: list[Asking]) -> None:
        """Asks about the places of one turn."""
        groups: dict[int, list[tuple[Asking, Wish]]] = {}
        for asking in batch:
            for wish in asking.wishes:
                groups.setdefault(scrambled(wish.place), []).append((asking, wish))

        def worth(key: int) -> tuple[bool, int]:
            still = [asking for asking, _ in groups[key] if not asking.done]
            return any(asking.here == 1 for asking in still), len(still)

        # The greatest worth first, then the least scrambled place. What a place is worth falls while
        # others are answered, or rises as one becomes the only one of a position; then it is put in
        # again, above all others, to be weighed anew.
        heap = [(not only, -count, key) for key in groups for only, count in [worth(key)]]
        heapq.heapify(heap)
        answered: set[int] = set()
        while heap:
            *before, key = heapq.heappop(heap)
            only, count = worth(key)
            if key in answered or not count:
                continue
            if [not only, -count] > before:
                heapq.heappush(heap, (not only, -count, key))
                continue
            answered.add(key)
            still = [(asking, wish) for asking, wish in groups[key] if not asking.done]
            question = Question(
                place=still[0][1].place,
                shape=shape,
                wanted=count,
                only=only,
                refused=max(self.refused[asking.position] for asking, _ in still),
                left=min(asking.open - 1 for asking, _ in still),
                capture=any(wish.capture for _, wish in still),
            )
            holds = question.left == 0 or self.holds(question)
            for asking, wish in still:
                if holds:
                    self.choices[asking.position] = wish.number
                    asking.done = True
                    continue
                asking.open -= 1
                asking.here -= 1
                if asking.here == 1:
                    keys = (scrambled(wish.place) for wish in asking.wishes)
                    heapq.heappush(heap, (False, -NEVER, next(k for k in keys if k not in answered)))

    def holds(self, question: Question) -> bool:
        holds = self.decoder.read(self.likely(question))
        self.model.learn(holds)
        return holds

    def takes(self, shape: int, batch: list[Asking], again: int) -> bool:
        """Whether a shape is taken."""
        questions = [
            Question(
                wish.place, shape, 1, asking.here == 1, self.refused[asking.position], asking.open - 1, wish.capture
            )
            for asking in batch
            for wish in asking.wishes
        ]
        sample = min(len(questions), 4)
        step = len(questions) // sample
        mean = sum(self.likely(questions[at * step]) for at in range(sample)) // sample
        mean = (mean | 1).bit_length() if mean < 1 << 15 else 32 - ((1 << 16) - mean | 1).bit_length()
        mean = mean << 8 | again
        crowd, least = len(batch).bit_length(), min(question.left for question in questions)
        contexts = [mean, mean << 8 | crowd, least << 8 | crowd, mean << 8 | min(least, 15)]
        takes = self.decoder.read(self.offered.probability(contexts, 0))
        self.offered.learn(takes)
        return takes

    def likely(self, question: Question) -> int:
        """How likely a yes is."""
        high, low = question.place >> 32, question.place & 0xFFFFFFFF
        frame, tigers, herd = self.points, high, low
        if self.indexed and self.space is not None:
            frame, tigers, herd = self.labels, self.space.tigers[high], self.space.herd(high, low)
        goats = herd.bit_count()
        empty = (1 << len(frame.near)) - 1 & ~herd & ~tigers
        hunted = around = room = 0
        hunters, locals_ = [0] * 4, [0] * 4
        for number, tiger in enumerate(bits(tigers)):
            near = frame.near[tiger]
            mine, far = 0, near
            for over, to in frame.jumps[tiger]:
                far |= to
                if herd & over and empty & to:
                    mine |= over
            hunted |= mine
            around |= near
            free = (near & empty).bit_count()
            room += free
            number = min(number, 3)
            hunters[number] = min(free, 3) << 2 | min(mine.bit_count(), 2)
            locals_[number] = mix(tigers, number, herd & far, goats)
        threats = min(hunted.bit_count(), 3)
        pack = 0
        for hunter in sorted(hunters):
            pack = pack << 4 | hunter
        reach, before = around & empty, 0
        while reach != before:
            before = reach
            for point in bits(before):
                reach |= frame.near[point] & empty
        area, crowd = reach.bit_count(), question.wanted.bit_length()
        refused, left = question.refused, question.left
        only, capture = int(question.only), int(question.capture)
        contexts = [
            *locals_,
            mix(question.shape, threats, 4),
            mix(tigers, herd & around),
            mix(tigers, area, room, threats),
            mix(pack, goats, area),
            mix(area, threats, min(left, 7), min(refused, 7), goats, only),
            mix(crowd, left, refused, only, capture),
            mix(tigers, herd & 0x00001FFF),
            mix(tigers, herd & 0x01FFE000),
            mix(tigers, herd & 0x01555555, 1),
            mix(tigers, herd & 0x00AAAAAA, 2),
            mix(tigers, herd & 0x001FFF00, 3),
            mix(tigers, herd & ~0x001FFF00, 4),
        ]
        return self.model.probability(contexts, min(refused, 3) * 16 + min(left, 7) * 2 + only)


def read_certificate(path: Path) -> tuple[dict[str, Any], list[bytes]]:
    """The header of a certificate, and its blocks. Checksums are not checked."""
    data = path.read_bytes()
    magic, version, length = struct.unpack_from("<8sII", data)
    if magic != b"\x89BAGP\r\n\x1a" or version != 2:
        raise SystemExit(f"{path}: found another format, expected a certificate of version 2")
    header: dict[str, Any] = json.loads(data[16 : 16 + length])
    at = 16 + length + 8
    (count,) = struct.unpack_from("<I", data, at)
    lengths = [struct.unpack_from("<Q", data, at + 4 + 16 * number)[0] for number in range(count)]
    at += 4 + 16 * count + 8
    blocks: list[bytes] = []
    for size in lengths:
        blocks.append(data[at : at + size])
        at += size
    return header, blocks
