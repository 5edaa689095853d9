"""A value network in plain NumPy, trained on exact values and then marked.

Positions of games are drawn and labelled by the tables, a network with one hidden layer learns their
values, and `bagh.evaluate` says how much a player that trusts the network loses.
"""

from __future__ import annotations

import argparse

import numpy as np
import numpy.typing as npt

import bagh

Floats = npt.NDArray[np.float32]


def features(array: npt.NDArray[np.uint32]) -> Floats:
    """The pieces as zeros and ones, and the numbers that the board does not show."""
    board = bagh.boards(array)
    state = array[:, 2]
    numbers = np.stack([state & 255, (state >> 8 & 255) / 20, (state >> 16) / 5], axis=1)
    return np.concatenate([board == 2, board == 1, numbers], axis=1).astype(np.float32)


class Network:
    """One hidden layer; the answer is the goats captured in the end, from -1 to 5."""

    def __init__(self, inputs: int, hidden: int, random: np.random.Generator) -> None:
        scale = np.sqrt(2 / inputs)
        self.weights: list[Floats] = [
            (random.normal(size=(inputs, hidden)) * scale).astype(np.float32),
            np.zeros(hidden, np.float32),
            (random.normal(size=hidden) / np.sqrt(hidden)).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.first = [np.zeros_like(w) for w in self.weights]
        self.second = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def __call__(self, inputs: Floats) -> Floats:
        into, bias, out, last = self.weights
        answer: Floats = np.maximum(inputs @ into + bias, 0) @ out + last
        return answer

    def learn(self, inputs: Floats, targets: Floats, rate: float) -> None:
        """One step of Adam on the mean squared error."""
        into, bias, out, last = self.weights
        hidden = np.maximum(inputs @ into + bias, 0)
        error = (hidden @ out + last - targets) / len(targets)
        back = np.outer(error, out) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), error @ hidden, error.sum(keepdims=True)]
        self.steps += 1
        for weight, gradient, first, second in zip(self.weights, gradients, self.first, self.second):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            unbiased = first / (1 - 0.9**self.steps)
            weight -= rate * unbiased / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300_000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--marked", type=int, default=400)
    options = parser.parse_args()
    tables = bagh.Tables.open()
    random = np.random.default_rng(1)

    array = bagh.sample(n=options.positions, seed=1, reachable=True)
    # Every position has seven mirror images of the same value.
    for symmetry in (1, 5):
        array = np.concatenate([array, bagh.augment(array[: options.positions], symmetry)])
    inputs, targets = features(array), tables.values(array).astype(np.float32)
    held_out = bagh.sample(n=10_000, seed=2, reachable=True)
    there, truth = features(held_out), tables.values(held_out).astype(np.float32)

    network = Network(inputs.shape[1], 128, random)
    for epoch in range(options.epochs):
        rate = 0.003 * (1 - epoch / options.epochs)
        for batch in np.array_split(random.permutation(len(inputs)), max(len(inputs) // 512, 1)):
            network.learn(inputs[batch], targets[batch], rate)
        off = float(np.abs(network(there) - truth).mean())
        print(f"epoch {epoch + 1}: off by {off:.3f} goats on positions it has not seen")

    def policy(position: bagh.Position) -> bagh.Move:
        moves = position.legal_moves
        after = []
        for move in moves:
            position.push(move)
            after.append(position.copy())
            position.pop()
        worth = network(features(bagh.encode(after)))
        return moves[int(worth.argmax() if position.turn == "tiger" else worth.argmin())]

    print(bagh.evaluate(policy, n=options.marked, tables=tables, name="network, one ply"))


if __name__ == "__main__":
    main()
