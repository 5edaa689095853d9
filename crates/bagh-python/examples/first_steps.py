"""First steps: a game by hand, what the tables say of it, and many positions at a time."""

from __future__ import annotations

import numpy as np

import bagh


def main() -> None:
    # A position is played on with push and pop, and drawn by print.
    position = bagh.Position()
    for move in ("C1", "E1D1", "E3"):
        position.push(move)
    print(position)
    print(f"\n{position.turn} to move, {len(position.legal_moves)} moves, {position.obx()}\n")

    # Players have levels; 8 is the strongest, and "perfect" plays from tables.
    engine = bagh.Engine(level=4, seed=1)
    print("level 4 plays", engine.best(position))

    # Many positions are an array of three numbers a row.
    array = bagh.sample(n=100_000, seed=1)
    tigers = np.array([bin(row) for row in array[:3, 0]])
    print("\nthree of 100,000 random positions, where the tigers stand:", *tigers)

    # Thousands of games at once.
    games = bagh.VectorEnv(2_000, seed=1)
    ended = 0
    for _ in range(100):
        _, terminated, _, _ = games.step(games.random_actions())
        ended += int(terminated.sum())
    print(f"{ended} of the games with random moves ended within 100 plies")

    # Solved tables say what every position is worth. This game is solved in a moment;
    # bagh.Tables.solve() does the same for Bagh Chal, in minutes and with 1.5 GB on the disk.
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        tables = bagh.Tables.solve(folder, "kaooa")
        verdict = tables.probe(tables.game.start())
        print(f"\n{tables.game.title}: {verdict.outcome}, {verdict.captures} goats captured")
        best = [str(found.move) for found in verdict.moves if found.regret == 0]
        print("moves that keep it:", ", ".join(best))


if __name__ == "__main__":
    main()
