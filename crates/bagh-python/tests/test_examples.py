"""The examples run."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import bagh
from conftest import PROGRAM, TABLES, run_program

EXAMPLES = Path(__file__).parent.parent / "examples"

#: The examples that need the solved tables of Bagh Chal, and short settings for the others.
WORDS = {
    "first_steps.py": [],
    "value_network.py": ["--positions", "6000", "--epochs", "3", "--marked", "40"],
    "read_tables.py": ["--positions", "100"],
    "check_proof.py": [],
    "plot_outcomes.py": ["--positions", "2000", "--out", "outcomes.png"],
}
NEED_TABLES = {"value_network.py", "read_tables.py", "plot_outcomes.py"}


#: Parts of read_tables.py and check_proof.py.
PARTS = {
    *("board.py", "table_file.py", "zstd.py", "xxh3.py"),
    *("proof_rules.py", "proof_model.py", "unpack_proof.py"),
}

SMALL_BOARD = EXAMPLES.parents[2] / "docs" / "small.toml"


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


class Certificate:
    """A certificate of the small game, with what it takes to check it."""

    def __init__(self, folder: Path, claim: str) -> None:
        import check_proof
        from board import Board
        from read_tables import Reader

        self.check_proof = check_proof
        game = bagh.Game.from_file(SMALL_BOARD)
        bagh.Tables.solve(folder, game)
        self.path = folder / "claim.proof"
        self.words = ["--game", str(SMALL_BOARD), "--tables", str(folder)]
        run_program("prove", claim, "--out", str(self.path), *self.words)
        self.header, self.blocks = check_proof.read_certificate(self.path)
        self.board, self.captures = Board(game.toml), game.captures
        self.reader = Reader(folder, self.board, game.captures)

    def checker(self, header: dict[str, Any]) -> Any:
        return self.check_proof.Checker(self.board, self.captures, header, self.reader)

    def check(self, header: dict[str, Any], blocks: list[bytes]) -> dict[int, list[int]] | None:
        """The choices, if they prove the claim."""
        checker = self.checker(header)
        try:
            checker.check(blocks)
        except (SystemExit, ValueError):
            return None
        chosen: dict[int, list[int]] = checker.chosen
        return chosen


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    monkeypatch.syspath_prepend(EXAMPLES)
    return Certificate(tmp_path, "goat-draws")


def test_changed_certificates_prove_nothing_else(certificate: Certificate) -> None:
    header, blocks, check = certificate.header, certificate.blocks, certificate.check
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


def test_certificates_are_held_to_what_they_say(certificate: Certificate) -> None:
    header, root = certificate.header, certificate.header["root"]
    said = run_program("check-proof", str(certificate.path), *certificate.words)
    claim = certificate.checker(header).rules.said
    assert claim == "goat at least draws" and f"claim        {claim}\n" in said
    weaker = {"side": "goat", "goal": {"captures": {"goats": 2, "by": 3}}}
    words = certificate.checker({**header, "claim": weaker}).rules.said
    assert words == "tiger does not capture 2 goats by ply 3"
    for change in (
        {"game": "bagh-chal"},
        {"captures": 1},
        {"rules": "0" * 32},
        {"root": {**root, "goats-in-hand": 4}},
        {"root": {**root, "turn": "nobody"}},
        {"root": {**root, "goats": ["A1"], "goats-in-hand": 4}},
        {"root": {**root, "tigers": ["A1", "B1", "C3"]}},
        {"root": {**root, "goats": ["B1", "C1", "A2", "B2", "C2"], "goats-in-hand": 0}},
    ):
        with pytest.raises(SystemExit):
            certificate.checker({**header, **change})


def test_damaged_certificates_are_refused(certificate: Certificate) -> None:
    whole = certificate.path.read_bytes()
    for at in range(0, len(whole), 7):
        damaged = bytearray(whole)
        damaged[at] ^= 1
        certificate.path.write_bytes(damaged)
        with pytest.raises((SystemExit, ValueError)):
            certificate.check_proof.read_certificate(certificate.path)
    for part in (whole[:-1], whole + b"more"):
        certificate.path.write_bytes(part)
        with pytest.raises((SystemExit, ValueError)):
            certificate.check_proof.read_certificate(certificate.path)
