"""Arrays of positions, actions, symmetries, and many games at once."""

from __future__ import annotations

import numpy as np
import pytest

import bagh

GAMES = ["bagh-chal", "aadu-puli", "kaooa"]


@pytest.mark.parametrize("name", GAMES)
def test_arrays_have_the_documented_layout(name: str) -> None:
    array = bagh.sample(name, n=500, seed=1)
    positions = bagh.decode(array, game=name)
    assert np.array_equal(bagh.encode(positions), array)
    names = bagh.Game(name).points
    cells = bagh.boards(array, game=name)
    for row, cell, position in zip(array.tolist(), cells, positions):
        tigers, goats, state = row
        assert [n for i, n in enumerate(names) if tigers >> i & 1] == position.tigers
        assert [n for i, n in enumerate(names) if goats >> i & 1] == position.goats
        turn = ("goat", "tiger")[state & 255]
        assert (turn, state >> 8 & 255, state >> 16) == (
            position.turn,
            position.goats_in_hand,
            position.captured,
        )
        assert [n for n, c in zip(names, cell) if c == 2] == position.tigers
        assert [n for n, c in zip(names, cell) if c == 1] == position.goats


def test_parts_of_arrays_are_arrays() -> None:
    array = bagh.sample(n=100, seed=2)
    assert np.array_equal(bagh.encode(bagh.decode(array[::3])), array[::3])
    turned = np.asfortranarray(array)
    assert np.array_equal(bagh.boards(turned), bagh.boards(array))
    assert bagh.boards(array[:0]).shape == (0, 25)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((3, 3)),
        np.zeros((3, 3), dtype=np.int64),
        np.zeros(3, dtype=np.uint32),
        np.zeros((3, 4), dtype=np.uint32),
        np.zeros((3, 3, 1), dtype=np.uint32),
        np.zeros((), dtype=np.uint32),
        np.array([["a", "b", "c"]]),
        np.array([[None, None, None]]),
        "T3T/5",
        [1, 2, 3],
        None,
        {},
    ],
)
def test_arrays_of_other_kinds_are_refused(array: object) -> None:
    with pytest.raises(ValueError, match="expected"):
        bagh.boards(array)


def test_rows_that_are_no_positions_are_named() -> None:
    array = bagh.sample(n=5, seed=2)
    array[3] = (1, 1, 0)
    with pytest.raises(ValueError, match="row 3: a tiger and a goat both stand on A1"):
        bagh.boards(array)
    array[3] = (0xFFFFFFFF, 0, 0)
    with pytest.raises(ValueError, match="row 3"):
        bagh.decode(array)
    array[3] = (17825809, 0, 5122)
    with pytest.raises(ValueError, match="row 3: turn: found 2"):
        bagh.decode(array)


@pytest.mark.parametrize("name", bagh.Game.names())
def test_actions_are_ordered_as_documented(name: str) -> None:
    game = bagh.Game(name)
    moves = [game.move(action) for action in range(game.actions)]
    assert [move.action for move in moves] == list(range(game.actions))
    index = {point: number for number, point in enumerate(game.points)}
    order = {"place": 0, "slide": 1, "jump": 2}

    def key(move: bagh.Move) -> tuple[int, ...]:
        touched = (move.origin, move.over, move.to)
        return (order[move.kind], *(index[point] for point in touched if point is not None))

    assert sorted(moves, key=key) == moves
    if name == "bagh-chal":
        kinds = [move.kind for move in moves]
        assert [kinds.count(kind) for kind in order] == [25, 112, 80]


@pytest.mark.parametrize("name", GAMES)
def test_masks_have_the_legal_moves(name: str) -> None:
    array = bagh.sample(name, n=300, seed=4, reachable=True)
    masks = bagh.legal_mask(array, game=name)
    for mask, position in zip(masks, bagh.decode(array, game=name)):
        legal = {move.action for move in position.legal_moves}
        assert set(np.flatnonzero(mask).tolist()) == legal


@pytest.mark.parametrize("name", GAMES)
def test_symmetries_take_actions_where_they_take_positions(name: str) -> None:
    game = bagh.Game(name)
    array = bagh.sample(name, n=100, seed=5, reachable=True)
    masks = bagh.legal_mask(array, game=name)
    for number, images in enumerate(game.action_symmetries):
        turned = bagh.legal_mask(bagh.augment(array, number, game=name), game=name)
        assert np.array_equal(turned[:, images], masks)
    assert np.array_equal(game.symmetries[0], np.arange(len(game.points)))


def test_observations_are_from_the_side_that_moves() -> None:
    position = bagh.Position()
    planes = bagh.observations([position])[0]
    assert planes[0].sum() == 0 and planes[1].sum() == 4
    assert planes[2].max() == 0 and planes[3].min() == 20 and planes[4].max() == 0
    position.push("C1")
    planes = bagh.observations([position])[0]
    assert planes[0].sum() == 4 and planes[1][2] == 1
    assert planes[2].min() == 1 and planes[3].max() == 19 and planes[5].min() == 1


@pytest.mark.parametrize("name", GAMES)
def test_vector_environments_play_by_the_rules(name: str) -> None:
    env = bagh.VectorEnv(64, name, seed=1, most_plies=120)
    twins = [bagh.Position(game=name) for _ in range(64)]
    ends = 0
    for _ in range(300):
        actions = env.random_actions()
        rewards, terminated, truncated, info = env.step(actions)
        assert info == {}
        for number, position in enumerate(twins):
            side = position.turn
            position.push(int(actions[number]))
            outcome = position.outcome
            assert bool(terminated[number]) == (outcome is not None)
            cut = outcome is None and len(position.move_stack) >= 120
            assert bool(truncated[number]) == cut
            won = {None: 0, "draw": 0, f"{side}-win": 1}.get(outcome, -1)
            assert rewards[number] == won
            if outcome is not None or cut:
                twins[number] = bagh.Position(game=name)
                ends += 1
        assert np.array_equal(env.positions(), bagh.encode(twins))
    assert ends > 0
    assert np.array_equal(env.masks(), bagh.legal_mask(env.positions(), game=name))
    assert np.array_equal(env.observations(), bagh.observations(env.positions(), game=name))
    assert env.turns.tolist() == [position.turn == "tiger" for position in twins]


def test_vector_environments_know_repetitions() -> None:
    """Both sides go back and forth, beside a position that knows its history."""
    reasons = set()
    for seed in range(8):
        env, position = bagh.VectorEnv(1, "kaooa", seed=seed), bagh.Position(game="kaooa")
        while position.outcome is None:
            moves = {(move.origin, move.to): move for move in position.legal_moves if not move.over}
            stack = position.move_stack
            before = stack[-2] if position.phase == "sliding" and len(stack) > 1 else None
            back = moves.get((before.to, before.origin)) if before is not None else None
            quiet = list(moves.values()) or position.legal_moves
            move = back or quiet[(seed * 7 + len(stack) * 5) % len(quiet)]
            position.push(move)
            rewards, terminated, truncated, _ = env.step([move.action])
            assert terminated.tolist() == [position.outcome is not None]
            assert not truncated.any()
        assert rewards.tolist() == [0.0 if position.outcome == "draw" else 1.0]
        reasons.add(position.reason)
    assert "repetition" in reasons


def test_vector_environments_refuse_what_is_not_legal_and_stay_as_they_were() -> None:
    env = bagh.VectorEnv(3, seed=1)
    before = env.positions()
    for actions, words in [
        (np.array([1, 1, 0]), "game 2: found 0"),
        (np.array([1, 1, 217]), "game 2: found 217, expected 0 to 216"),
        (np.array([-1, 1, 1]), "game 0: found -1"),
        (np.array([1.0, 1.0, 1.0]), "expected int64"),
        (np.array([1, 1]), "expected int64 and shape"),
        ([1, 1], "found 2, expected 3"),
        ("abc", "expected an array"),
    ]:
        with pytest.raises(ValueError, match=words):
            env.step(actions)
        assert np.array_equal(env.positions(), before)


def test_vector_environments_know_the_regret(small_tables: bagh.Tables) -> None:
    env = bagh.VectorEnv(50, tables=small_tables, seed=3)
    lost = 0
    for _ in range(40):
        positions = bagh.decode(env.positions(), game=small_tables.game)
        actions = env.random_actions()
        _, _, _, info = env.step(actions)
        expected = [small_tables.regret(p, int(a)) for p, a in zip(positions, actions)]
        assert info["regret"].tolist() == expected
        lost += sum(expected)
    assert lost > 0


def test_the_same_seed_gives_the_same_games() -> None:
    assert np.array_equal(bagh.sample(n=50, seed=1), bagh.sample(n=50, seed=1))
    assert not np.array_equal(bagh.sample(n=50, seed=1), bagh.sample(n=50, seed=2))
    a, b = bagh.VectorEnv(20, seed=5), bagh.VectorEnv(20, seed=5)
    for _ in range(10):
        a.step(a.random_actions())
        b.step(b.random_actions())
    assert np.array_equal(a.positions(), b.positions())


def test_seeds_do_not_share_their_streams() -> None:
    # A number that is mixed into a seed gives two seeds the same games in another order.
    games = 256

    def plays(seed: int) -> set[tuple[int, ...]]:
        env = bagh.VectorEnv(games, seed=seed)
        actions = []
        for _ in range(12):
            actions.append(env.random_actions())
            env.step(actions[-1])
        return set(map(tuple, np.stack(actions, axis=1).tolist()))

    first = plays(0)
    assert len(first) == games
    for seed in (1, 1 << 24, 3 << 24, 200 << 24):
        assert not first & plays(seed), seed
