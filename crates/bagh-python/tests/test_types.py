"""Types: `mypy --strict` accepts the package, its stubs and the examples."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import bagh

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_mypy_accepts_the_examples(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", str(EXAMPLES)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_the_package(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path}", "-p", "bagh"]
    # Packages that it may work with have no types of their own.
    for code in ("import-untyped", "import-not-found"):
        words += ["--disable-error-code", code]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_name_everything_that_is_there() -> None:
    stubs = Path(inspect.getfile(bagh)).with_name("_bagh.pyi").read_text()
    from bagh import _bagh

    for name in vars(_bagh):
        if name.startswith("_"):
            continue
        thing = getattr(_bagh, name)
        assert f"class {name}" in stubs or f"def {name}(" in stubs, name
        if inspect.isclass(thing):
            body = stubs.split(f"class {name}", 1)[1].split("\n@final", 1)[0]
            for member in vars(thing):
                if not member.startswith("_"):
                    assert f"def {member}(" in body, f"{name}.{member}"
