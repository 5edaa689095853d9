"""Bagh Chal and its relatives for PettingZoo (AEC).

>>> import bagh.pettingzoo                                          # doctest: +PETTINGZOO
>>> env = bagh.pettingzoo.env()                                     # doctest: +PETTINGZOO
>>> env.reset(seed=1)                                               # doctest: +PETTINGZOO
>>> env.agent_selection                                             # doctest: +PETTINGZOO
'goat'

Agents are `goat` and `tiger`. An observation is a dict: `observation` has the planes of
`bagh.observations` from the side of the agent, `action_mask` the legal actions (all zero while the
other side moves). Rewards are 1 for the winner and -1 for the loser. An illegal action ends the game
against the side that chose it, as is usual for PettingZoo. Where tables are given, `infos` of the
agent that moved has `regret`, the value that its action lost, in goats.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._bagh import Game, Position, Tables, legal_mask
from ._checks import game_of
from ._checks import most_plies as checked_plies
from ._planes import PLANES, observe, picture

__all__ = ["env", "raw_env"]


def env(**options: Any) -> Any:
    """The environment, wrapped as PettingZoo recommends; `raw_env` has the options."""
    wrapped: Any = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers.

    `game` is a name or a `Game`, `tables` gives regret, and games of more than `most_plies` moves are
    cut off. `render_mode` is `ansi`, `human` (prints) or `rgb_array`.
    """

    metadata: dict[str, Any] = {
        "name": "bagh_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Game | str = "bagh-chal",
        *,
        tables: Tables | None = None,
        most_plies: int = 500,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode: found {render_mode!r}, expected ansi, human or rgb_array")
        self.game = game_of(game, tables)
        self.tables = tables
        self.most_plies = checked_plies(most_plies)
        self.render_mode = render_mode
        self.possible_agents = ["goat", "tiger"]
        actions, points = self.game.actions, len(self.game.points)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(
                        low=0, high=max(self.game.goats, 1), shape=(PLANES, points), dtype=np.int8
                    ),
                    "action_mask": gymnasium.spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.position = Position(game=self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.position.turn
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        moves = self.position.turn == agent and self.position.outcome is None
        mask = np.zeros(self.game.actions, dtype=np.int8)
        if moves:
            mask[:] = legal_mask([self.position], game=self.game)[0]
        return {"observation": observe(self.position, agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("action: found None, expected one: the game is not over")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        regret = None
        if self.tables is not None:
            regret = self.tables.regret(self.position, int(action))
        self.position.push(int(action))
        self.infos = {agent: {} for agent in self.agents}
        if regret is not None:
            self.infos[agent]["regret"] = regret
        outcome = self.position.outcome
        if outcome is not None:
            worth = {"tiger-win": 1.0, "draw": 0.0, "goat-win": -1.0}[outcome]
            self.rewards = {"tiger": worth, "goat": -worth}
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.position.move_stack) >= self.most_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.position.turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode: give one to env()")
            return None
        if self.render_mode == "rgb_array":
            return picture(self.position)
        text = str(self.position)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        pass
