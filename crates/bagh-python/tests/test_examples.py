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
