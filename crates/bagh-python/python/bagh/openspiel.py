"""The games for OpenSpiel, as `python_bagh_chal` and `python_aadu_puli`.

`import bagh` registers them where OpenSpiel is installed.

>>> import bagh.openspiel, pyspiel                                  # doctest: +OPENSPIEL
>>> state = pyspiel.load_game("python_bagh_chal").new_initial_state()   # doctest: +OPENSPIEL
>>> len(state.legal_actions())                                      # doctest: +OPENSPIEL
21

Player 0 has the goats, player 1 the tigers. Games of more than 500 moves are drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._bagh import Game, Position
from ._planes import PLANES, observe

__all__ = ["GAMES"]

#: The names of the registered games, and the names of ours.
GAMES = {"python_bagh_chal": "bagh-chal", "python_aadu_puli": "aadu-puli"}

_SIDES = ("goat", "tiger")
_MOST_PLIES = 500


class _State(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel sees it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position = Position(game=game.rules)

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return _SIDES.index(self.position.turn)

    def _legal_actions(self, player: int) -> list[int]:
        if self.is_terminal() or player != self.current_player():
            return []
        return sorted(move.action for move in self.position.legal_moves)

    def _apply_action(self, action: int) -> None:
        self.position.push(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.position.game.move(int(action)))

    def is_terminal(self) -> bool:
        return self.position.outcome is not None or len(self.position.move_stack) >= _MOST_PLIES

    def returns(self) -> list[float]:
        worth = {"tiger-win": 1.0, "goat-win": -1.0}.get(self.position.outcome or "", 0.0)
        return [-worth, worth]

    def __str__(self) -> str:
        return self.position.obx()


class _Observer:
    """Writes the planes of `bagh.observations`, from the side of a player."""

    def __init__(self, points: int) -> None:
        self.tensor = np.zeros(PLANES * points, np.float32)
        self.dict = {"observation": self.tensor.reshape(PLANES, points)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][:] = observe(state.position, _SIDES[player])

    def string_from(self, state: _State, player: int) -> str:
        return str(state)


def _make(short_name: str, name: str) -> type[Any]:
    rules = Game(name)
    game_type = pyspiel.GameType(
        short_name=short_name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=rules.actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=_MOST_PLIES,
    )

    class _Game(pyspiel.Game):  # type: ignore[misc]
        """A game as OpenSpiel sees it."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(game_type, info, params or {})
            self.rules = rules

        def new_initial_state(self) -> _State:
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer(len(rules.points))

    pyspiel.register_game(game_type, _Game)
    return _Game


for _short_name, _name in GAMES.items():
    if _short_name not in pyspiel.registered_names():
        _make(_short_name, _name)
