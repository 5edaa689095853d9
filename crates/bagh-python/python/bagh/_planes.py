"""What the environments show of a position."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ._bagh import Position, observations

#: Planes of an observation: see `bagh.observations`.
PLANES = 6


def observe(position: Position, side: str) -> npt.NDArray[np.int8]:
    """The planes of a position from one side, whichever moves."""
    planes: npt.NDArray[np.int8] = observations([position], game=position.game)[0]
    if position.turn == side:
        return planes
    seen = planes.copy()
    seen[0], seen[1] = planes[1], planes[0]
    seen[2] = 1 - planes[2]
    seen[5] = 0
    return seen


def picture(position: Position, size: int = 320) -> npt.NDArray[np.uint8]:
    """The board as a picture, an array of shape (height, width, 3)."""
    game = position.game
    places = np.array(game.coordinates, dtype=float)
    places -= places.min(axis=0)
    places *= (size - 48) / max(float(places.max()), 1e-9)
    places += 24
    pixels: npt.NDArray[np.uint8] = np.full((size, size, 3), 250, dtype=np.uint8)
    index = {name: number for number, name in enumerate(game.points)}
    for line in game.lines:
        for a, b in zip(line, line[1:]):
            _line(pixels, places[index[a]], places[index[b]])
    for name in game.points:
        _disc(pixels, places[index[name]], 4, (138, 109, 59))
    for names, colour in ((position.goats, (60, 110, 200)), (position.tigers, (224, 138, 0))):
        for name in names:
            _disc(pixels, places[index[name]], 12, colour)
    return pixels


def _line(pixels: npt.NDArray[np.uint8], start: Any, end: Any) -> None:
    steps = int(max(abs(end - start)) * 2) + 1
    along = np.linspace(start, end, steps).round().astype(int)
    pixels[along[:, 1], along[:, 0]] = (138, 109, 59)


def _disc(pixels: npt.NDArray[np.uint8], place: Any, radius: int, colour: tuple[int, int, int]) -> None:
    y, x = np.ogrid[: pixels.shape[0], : pixels.shape[1]]
    pixels[(x - place[0]) ** 2 + (y - place[1]) ** 2 <= radius**2] = colour
