"""The examples run."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from conftest import PROGRAM, TABLES

EXAMPLES = Path(__file__).parent.parent / "examples"

#: The examples that need the solved tables of Bagh Chal, and short settings for the others.
WORDS = {
    "first_steps.py": [],
    "value_network.py": ["--positions", "6000", "--epochs", "3", "--marked", "40"],
    "read_tables.py": ["--positions", "300"],
    "check_proof.py": [],
    "plot_outcomes.py": ["--positions", "2000", "--out", "outcomes.png"],
}
NEED_TABLES = {"value_network.py", "read_tables.py", "plot_outcomes.py"}


def test_all_examples_are_known() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(WORDS)


@pytest.mark.parametrize("name", WORDS)
def test_example_runs(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if name in NEED_TABLES and TABLES is None:
        pytest.skip("BAGH_TABLES is not set")
    if name == "check_proof.py" and PROGRAM is None:
        pytest.skip("BAGH_PROGRAM is not set")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setattr(sys, "argv", [name, *WORDS[name]])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_wrong_choices_prove_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if PROGRAM is None:
        pytest.skip("BAGH_PROGRAM is not set")
    monkeypatch.syspath_prepend(EXAMPLES)
    import json
    import subprocess

    import bagh
    import check_proof
    from read_tables import Reader

    board = str(EXAMPLES.parents[2] / "docs" / "small.toml")
    game = bagh.Game.from_file(board)
    bagh.Tables.solve(tmp_path, game)
    common = ["--game", board, "--tables", str(tmp_path)]
    proof, choices = tmp_path / "claim.proof", tmp_path / "choices.json"
    for words in (
        ["prove", "goat-draws", "--out", str(proof)],
        ["check-proof", str(proof), "--choices", str(choices)],
    ):
        subprocess.run([PROGRAM, *words, *common], check=True, capture_output=True)
    checker = check_proof.Checker(game, check_proof.header_of(proof), Reader(tmp_path, game))
    chosen = {row["ply"]: row["moves"] for row in json.loads(choices.read_text())}
    assert checker.check(chosen) > 0
    refused = 0
    for ply, moves in chosen.items():
        for number in range(len(moves)):
            changed = {**chosen, ply: [*moves[:number], moves[number] ^ 1, *moves[number + 1 :]]}
            try:
                checker.check(changed)
            except (AssertionError, IndexError, SystemExit):
                refused += 1
    # A choice may be changed for another one that is as good.
    assert refused > 5
