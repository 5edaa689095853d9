"""Unpacks the choices of a certificate in plain Python, by docs/PROOFS.md, for check_proof.py.

What is unpacked here need not be trusted: any choices that hold the claim prove it.
"""

from __future__ import annotations

import heapq
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from board import Images, bits
from proof_model import Decoder, Model, mix, scrambled
from proof_rules import Rules, State
from zstd import decompress

#: Later than every turn.
NEVER = 1 << 40


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
        board = rules.board
        self.label = {point: label for label, point in enumerate(order)}
        self.near = [self.set(board.next_to[point]) for point in order]
        self.jumps = [
            [(1 << self.label[over], 1 << self.label[to]) for over, to in board.jumps[point]]
            for point in order
        ]

    def set(self, points: set[int]) -> int:
        return sum(1 << self.label[point] for point in points)


class Space:
    """The index space of docs/FORMAT.md: tigers up to symmetry, herds around them."""

    def __init__(self, rules: Rules) -> None:
        symmetries = rules.board.symmetries
        orbits = [{s[point] for s in symmetries} for point in range(len(rules.board.points))]
        self.order = sorted(range(len(orbits)), key=lambda p: (len(orbits[p]), min(orbits[p]), p))
        label = {point: label for label, point in enumerate(self.order)}
        #: The images of a set of points, as sets of labels.
        self.images = Images([[label[to] for to in s] for s in symmetries])
        placements = combinations(range(len(orbits)), rules.board.tigers)
        sets = (sum(1 << point for point in chosen) for chosen in placements)
        self.tigers = sorted({min(self.images.of(tigers)) for tigers in sets})
        self.block = {tigers: block for block, tigers in enumerate(self.tigers)}
        self.free = [
            [label for label in range(len(self.order)) if not tigers >> label & 1]
            for tigers in self.tigers
        ]

    def locate(self, state: State) -> tuple[int, int]:
        images = list(zip(self.images.of(state.tigers), self.images.of(state.goats)))
        first, _ = min(images)
        block = self.block[first]
        free = self.free[block]
        herds = (herd for tigers, herd in images if tigers == first)
        return block, min(sum((h >> label & 1) << i for i, label in enumerate(free)) for h in herds)

    def herd(self, block: int, index: int) -> int:
        return sum(1 << label for i, label in enumerate(self.free[block]) if index >> i & 1)


class Unpacker:
    """Reads one block after the other, and learns from their answers."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model, self.offered = Model(16, 64), Model(4, 1, 1 << 10)
        self.points = Frame(rules, list(range(len(rules.board.points))))
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
            packed = decompress(block[9 : 9 + length])
            if len(packed) != 4 * count:
                raise SystemExit("a list of shapes has another length")
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
        return min(self.rules.images.of(own))

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
