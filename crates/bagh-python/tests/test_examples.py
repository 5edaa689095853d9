"""The examples run."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest
import zstandard

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


#: Parts of check_proof.py.
PARTS = {"proof_rules.py", "unpack_proof.py"}


def test_all_examples_are_known() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(WORDS) | PARTS


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


def test_changed_certificates_prove_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if PROGRAM is None:
        pytest.skip("BAGH_PROGRAM is not set")
    monkeypatch.syspath_prepend(EXAMPLES)
    import subprocess

    import bagh
    import check_proof
    from read_tables import Reader

    board = str(EXAMPLES.parents[2] / "docs" / "small.toml")
    game = bagh.Game.from_file(board)
    bagh.Tables.solve(tmp_path, game)
    proof = tmp_path / "claim.proof"
    words = ["prove", "goat-draws", "--out", str(proof), "--game", board, "--tables", str(tmp_path)]
    subprocess.run([PROGRAM, *words], check=True, capture_output=True)
    header, blocks = check_proof.read_certificate(proof)
    reader = Reader(tmp_path, game)

    def check(header: dict[str, Any], blocks: list[bytes]) -> dict[int, list[int]] | None:
        checker = check_proof.Checker(game, header, reader)
        try:
            checker.check(blocks)
        except (SystemExit, ValueError, zstandard.ZstdError):
            return None
        return checker.chosen

    sound = check(header, blocks)
    assert sound is not None
    refused = changed = 0
    for number, block in enumerate(blocks):
        assert block[0] == 3, "the goats' blocks have no list of shapes"
        for value in range(256):
            # Other answers: what is likely takes no byte at all in certificates as small as this.
            found = check(header, [*blocks[:number], b"\3" + bytes([value]), *blocks[number + 1 :]])
            refused += found is None
            # Other choices may hold the claim as well; then it is proved by those.
            changed += found is not None and found != sound
    assert refused > 100 and changed > 0, (refused, changed)
    # The same strategy does not prove a claim that is false.
    false = {**header, "claim": {"side": "goat", "goal": {"draw": {"captured": 0}}}}
    assert check(false, blocks) is None
    assert check(header, blocks[:-1] + [blocks[-1] + b"more" * 10]) is None
