"""The environments, by the checkers of the packages that they are for."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import warnings
from typing import Any

import numpy as np
import pytest

import bagh

GAMES = ["bagh-chal", "aadu-puli"]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    import bagh.pettingzoo
    from pettingzoo.test import api_test, render_test, seed_test

    def make(**options: Any) -> Any:
        return bagh.pettingzoo.env(game=name, **options)

    api_test(make(), num_cycles=300, verbose_progress=False)
    seed_test(make, num_cycles=10)
    render_test(make)
    capsys.readouterr()


def test_pettingzoo_agents_see_their_own_side(small_tables: bagh.Tables) -> None:
    pytest.importorskip("pettingzoo")
    import bagh.pettingzoo

    env = bagh.pettingzoo.raw_env(small_tables.game, tables=small_tables, most_plies=60)
    lost = 0
    for seed in range(5):
        env.reset(seed=seed)
        random = np.random.default_rng(seed)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            planes, mask = observation["observation"], observation["action_mask"]
            other = env.observe("tiger" if agent == "goat" else "goat")
            assert other["action_mask"].sum() == 0 and mask.sum() > 0
            assert np.array_equal(planes[0], other["observation"][1])
            action = int(random.choice(np.flatnonzero(mask)))
            before = env.position.copy()
            env.step(action)
            regret = env.infos[agent]["regret"]
            assert regret == small_tables.regret(before, action)
            lost += regret
    assert lost > 0


def test_pettingzoo_rewards_the_winner() -> None:
    pytest.importorskip("pettingzoo")
    import bagh.pettingzoo

    rewards: list[tuple[float, float]] = []
    for seed in range(10):
        env = bagh.pettingzoo.env()
        env.reset(seed=seed)
        random = np.random.default_rng(seed)
        total = {"goat": 0.0, "tiger": 0.0}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            total[agent] += reward
            over = terminated or truncated
            mask = observation["action_mask"]
            env.step(None if over else int(random.choice(np.flatnonzero(mask))))
        worth = {"tiger-win": 1.0, "goat-win": -1.0}.get(env.unwrapped.position.outcome, 0.0)
        assert total == {"tiger": worth, "goat": -worth}
        rewards.append((total["goat"], total["tiger"]))
    assert (-1.0, 1.0) in rewards


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("side", ["goat", "tiger"])
def test_gymnasium_accepts_the_environment(name: str, side: str) -> None:
    pytest.importorskip("gymnasium")
    import gymnasium
    import bagh.gymnasium
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("bagh/Bagh-v0", game=name, side=side, opponent=1, render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The planes are small whole numbers, not pixels.
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        warnings.filterwarnings("ignore", message=".*render modes.*")
        check_env(env.unwrapped, skip_render_check=False)


def test_gymnasium_plays_whole_games(small_tables: bagh.Tables) -> None:
    pytest.importorskip("gymnasium")
    import bagh.gymnasium

    def first(position: bagh.Position) -> bagh.Move:
        return position.legal_moves[0]

    seen: set[float] = set()
    for opponent in (1, "perfect", "random", first):
        for side in ("goat", "tiger"):
            env = bagh.gymnasium.BaghEnv(
                small_tables.game, side=side, opponent=opponent, tables=small_tables, most_plies=80
            )
            _, info = env.reset(seed=1)
            over = False
            while not over:
                action = np.flatnonzero(info["action_mask"])[0]
                before = env.position.copy()
                assert before.turn == side
                _, reward, terminated, truncated, info = env.step(action)
                assert info["regret"] == small_tables.regret(before, int(action))
                over = terminated or truncated
            seen.add(reward)
            with pytest.raises(ValueError, match="expected reset") if terminated else warnings.catch_warnings():
                env.step(action)
    assert seen >= {1.0, -1.0} or seen >= {0.0, -1.0}


#: Imports, and the name by which Gymnasium finds the environment then.
FOUND = [
    ("bagh, gymnasium", "bagh/Bagh-v0"),
    ("gymnasium, bagh", "bagh/Bagh-v0"),
    ("gymnasium, bagh.gymnasium", "bagh/Bagh-v0"),
    ("gymnasium", "bagh.gymnasium:bagh/Bagh-v0"),
]


@pytest.mark.parametrize("imports, name", FOUND)
def test_gymnasium_knows_the_environment_in_either_order(imports: str, name: str) -> None:
    pytest.importorskip("gymnasium")
    source = f"""
        import {imports}
        env = gymnasium.make("{name}", side="tiger")
        observation, _ = env.reset(seed=1)
        import bagh.gymnasium
        print(observation.shape, isinstance(env.unwrapped, bagh.gymnasium.BaghEnv))
    """
    # An environment that is registered twice is a warning.
    words = [sys.executable, "-W", "error::UserWarning", "-c", textwrap.dedent(source)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.stdout == "(6, 25) True\n", done.stderr


def test_gymnasium_illegal_actions() -> None:
    pytest.importorskip("gymnasium")
    import bagh.gymnasium

    env = bagh.gymnasium.BaghEnv()
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(0))
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    env = bagh.gymnasium.BaghEnv(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="A1"):
        env.step(np.int64(0))
    with pytest.raises(ValueError, match="from 0 to 216"):
        env.step(np.int64(500))
    for wrong in (-1, 0, "x", 2.5, None):
        with pytest.raises(ValueError, match="most_plies: found .*, expected a whole number"):
            bagh.gymnasium.BaghEnv(most_plies=wrong)  # type: ignore[arg-type]
    for wrong in ({"side": "sheep"}, {"illegal": "x"}, {"render_mode": "x"}):
        with pytest.raises(ValueError, match="expected"):
            bagh.gymnasium.BaghEnv(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["python_bagh_chal", "python_aadu_puli"])
def test_openspiel_accepts_the_games(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel cannot be installed here")
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert state.clone().legal_actions() == state.legal_actions()
    points = bagh.Game(bagh.openspiel.GAMES[name]).points
    position = state.position
    for player, side in enumerate(("goat", "tiger")):
        tensor = np.array(state.observation_tensor(player)).reshape(6, len(points))
        for plane, names in enumerate((position.goats, position.tigers)):
            own = tensor[plane if side == "goat" else 1 - plane]
            assert [point for point, cell in zip(points, own) if cell] == names
        counts = (side == "tiger", position.goats_in_hand, position.captured, position.turn == side)
        assert [set(plane.tolist()) for plane in tensor[2:]] == [{float(count)} for count in counts]
        assert (position.turn == side) == (state.current_player() == player)


def test_openspiel_knows_who_won() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel cannot be installed here")
    game = pyspiel.load_game("python_bagh_chal")
    returns = set()
    for seed in range(20):
        state, random = game.new_initial_state(), np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(int(random.choice(state.legal_actions())))
        worth = {"tiger-win": 1.0, "goat-win": -1.0}.get(state.position.outcome, 0.0)
        assert state.returns() == [-worth, worth] and state.legal_actions() == []
        returns.add(tuple(state.returns()))
    assert (-1.0, 1.0) in returns
    # Games that go on are cut off, without a winner.
    state = game.new_initial_state()
    state.position = bagh.Position("GGGGG/GGGGG/GGGGG/G4/TTTT1 g g0 c4 - 40")
    back_and_forth = [25] * 500
    state.position = Long(state.position, back_and_forth)
    assert state.is_terminal() and state.returns() == [0.0, 0.0]


class Long:
    """A position after many moves."""

    def __init__(self, position: bagh.Position, moves: list[int]) -> None:
        self.outcome, self.turn, self.move_stack = position.outcome, position.turn, moves
