"""A plot: who wins random positions of Bagh Chal, by the number of goats on the board."""

from __future__ import annotations

import argparse

import matplotlib.pyplot as plt
import numpy as np

import bagh


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200_000)
    parser.add_argument("--out", default="outcomes.png")
    options = parser.parse_args()
    tables = bagh.Tables.open()
    array = bagh.sample(n=options.positions, seed=1, reachable=True)
    values = tables.values(array)
    goats = (bagh.boards(array) == 1).sum(axis=1)

    numbers = np.arange(tables.game.goats + 1)
    here = np.bincount(goats, minlength=len(numbers)).clip(1)
    figure, axes = plt.subplots(figsize=(8, 4.5))
    bottom = np.zeros(len(numbers))
    kinds = [("goats win", values < 0, "tab:blue")]
    for captured in range(tables.game.captures):
        shade = str(0.9 - 0.12 * captured)
        kinds.append((f"draw, {captured} captured", values == captured, shade))
    kinds.append(("tigers win", values == tables.game.captures, "tab:orange"))
    for label, chosen, colour in kinds:
        share = np.bincount(goats[chosen], minlength=len(numbers)) / here
        axes.bar(numbers, share, bottom=bottom, width=1.0, label=label, color=colour)
        bottom += share
    axes.set(xlabel="goats on the board", ylabel="share of positions", xlim=(-0.5, 20.5), ylim=(0, 1))
    axes.set_title("Who wins positions of random games, if both sides play their best from there")
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(options.out, bbox_inches="tight", dpi=120)
    print(f"{options.positions} positions, drawn to {options.out}")


if __name__ == "__main__":
    main()
