"""One side of a game for Gymnasium, against a level, the perfect player or a callable.

>>> import bagh.gymnasium                                           # doctest: +GYMNASIUM
>>> env = bagh.gymnasium.BaghEnv(side="tiger", opponent=2)          # doctest: +GYMNASIUM
>>> observation, info = env.reset(seed=1)                           # doctest: +GYMNASIUM
>>> observation.shape, int(info["action_mask"].sum()) > 0           # doctest: +GYMNASIUM
((6, 25), True)

`import bagh` registers it as `bagh/Bagh-v0`, so that `gymnasium.make("bagh/Bagh-v0", side="goat")`
works, too. `gymnasium.make("bagh.gymnasium:bagh/Bagh-v0")` needs no import.
"""

from __future__ import annotations

from typing import Any, Callable, Union

import gymnasium
import numpy as np
import numpy.typing as npt

from ._bagh import Engine, Game, Move, Position, Tables, legal_mask
from ._checks import game_of
from ._checks import most_plies as checked_plies
from ._planes import PLANES, observe, picture

__all__ = ["BaghEnv"]

Observation = npt.NDArray[np.int8]

#: The opponent: a level, the name of a player, or a callable that takes a position.
Opponent = Union[int, str, Callable[[Position], Union[Move, str, int]]]


class BaghEnv(gymnasium.Env[Observation, np.int64]):
    """One side of a game.

    The reward is 1 for a win, -1 for a loss, else 0. `info["action_mask"]` has the legal actions. An
    illegal action loses the game at once, with `info["illegal"]`; `illegal="raise"` makes it a
    `ValueError`. With tables, `info["regret"]` is the value that the action lost, in goats.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        game: Game | str = "bagh-chal",
        *,
        side: str = "goat",
        opponent: Opponent = 1,
        tables: Tables | None = None,
        most_plies: int = 500,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        if side not in ("goat", "tiger"):
            raise ValueError(f"side: found {side!r}, expected goat or tiger")
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal: found {illegal!r}, expected lose or raise")
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode: found {render_mode!r}, expected ansi or rgb_array")
        self.game = game_of(game, tables)
        self.side = side
        self.opponent = opponent
        self.tables = tables
        self.most_plies = checked_plies(most_plies)
        self.illegal = illegal
        self.render_mode = render_mode
        shape = (PLANES, len(self.game.points))
        self.observation_space = gymnasium.spaces.Box(0, self.game.goats, shape, np.int8)
        self.action_space = gymnasium.spaces.Discrete(self.game.actions)
        self.position = Position(game=self.game)
        self._engine: Engine | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.position = Position(game=self.game)
        if not callable(self.opponent):
            own = int(self.np_random.integers(2**32))
            self._engine = Engine(self.opponent, self.game, seed=own, tables=self.tables)
        self._answer()
        return observe(self.position, self.side), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.position.outcome is not None:
            raise ValueError("step: the game is over, expected reset before the next step")
        legal = legal_mask([self.position], game=self.game)[0]
        number = int(action)
        if not 0 <= number < len(legal) or not legal[number]:
            if self.illegal == "lose" and 0 <= number < len(legal):
                return observe(self.position, self.side), -1.0, True, False, {**self._info(), "illegal": True}
            self.position.push(number)  # Says what is wrong with it.
        regret = None if self.tables is None else self.tables.regret(self.position, number)
        self.position.push(number)
        self._answer()
        outcome = self.position.outcome
        reward = 0.0 if outcome in (None, "draw") else 1.0 if outcome == f"{self.side}-win" else -1.0
        truncated = outcome is None and len(self.position.move_stack) >= self.most_plies
        info = self._info()
        if regret is not None:
            info["regret"] = regret
        return observe(self.position, self.side), reward, outcome is not None, truncated, info

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return picture(self.position)
        return str(self.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """Lets the opponent move, if it is its turn."""
        if self.position.turn == self.side or self.position.outcome is not None:
            return
        if callable(self.opponent):
            self.position.push(self.opponent(self.position.copy()))
        elif self._engine is not None:
            self.position.push(self._engine.best(self.position))

    def _info(self) -> dict[str, Any]:
        mask = legal_mask([self.position], game=self.game)[0]
        if self.position.outcome is not None:
            mask[:] = False
        return {"action_mask": mask.astype(np.int8)}

