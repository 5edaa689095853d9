"""A board in plain Python, from the text of a board file (docs/RULES.md): points, lines, symmetries."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any


class Board:
    """Points have numbers in reading order; a set of points is a number with bit i for point i."""

    def __init__(self, toml: str) -> None:
        data: dict[str, Any] = tomllib.loads(toml)
        self.name: str = data["name"]
        self.tigers: int = data["tigers"]
        self.goats: int = data["goats"]
        self.points: list[str] = [name for row in data["rows"] for name in row["points"]]
        self.number = {name: number for number, name in enumerate(self.points)}
        self.next_to: list[set[int]] = [set() for _ in self.points]
        #: For each point the points that are jumped from there, each with the point behind.
        self.jumps: list[set[tuple[int, int]]] = [set() for _ in self.points]
        for text in data["lines"] + data.get("diagonals", []):
            line = [self.number[name] for name in text.split()]
            for a, b in zip(line, line[1:]):
                self.next_to[a].add(b)
                self.next_to[b].add(a)
            for a, b, c in zip(line, line[1:], line[2:]):
                self.jumps[a].add((b, c))
                self.jumps[c].add((b, a))
        #: Permutations of the points that keep adjacency and jumps.
        self.symmetries = list(self.extend({}))

    def extend(self, images: dict[int, int]) -> Iterator[list[int]]:
        """The symmetries that have these images."""
        everything = set(range(len(self.points)))
        if len(images) == len(everything):
            kept = all(
                (images[over], images[to]) in self.jumps[images[start]]
                for start in everything
                for over, to in self.jumps[start]
            )
            if kept:
                yield [images[point] for point in sorted(images)]
            return
        # The point with the most neighbours that have an image has the least choice.
        new = max(everything - set(images), key=lambda p: len(self.next_to[p] & set(images)))
        around = {images[point] for point in self.next_to[new] & set(images)}
        apart = {images[point] for point in set(images) - self.next_to[new]}
        for image in everything - set(images.values()):
            if around <= self.next_to[image] and not apart & self.next_to[image]:
                yield from self.extend({**images, new: image})

    def set_of(self, names: list[str]) -> int:
        """A set of points by their names."""
        return sum(1 << self.number[name] for name in names)


class Images:
    """What permutations of points do to sets of points. Halves of the board are looked up."""

    def __init__(self, permutations: list[list[int]]) -> None:
        self.half = len(permutations[0]) // 2
        self.low = (1 << self.half) - 1
        self.halves = [
            (self.all_images(images[: self.half]), self.all_images(images[self.half :]))
            for images in permutations
        ]

    def all_images(self, images: list[int]) -> list[int]:
        """The image of every set of some points."""
        found = [0]
        for to in images:
            found += [image | 1 << to for image in found]
        return found

    def of(self, points: int) -> list[int]:
        """The images of a set, in the order of the permutations."""
        low, high = points & self.low, points >> self.half
        return [lower[low] | upper[high] for lower, upper in self.halves]


def bits(points: int) -> list[int]:
    """The members of a set."""
    return [point for point in range(points.bit_length()) if points >> point & 1]
