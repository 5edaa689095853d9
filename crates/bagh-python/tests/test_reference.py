"""The reference of the package is what its docstrings say."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "PYTHON-API.md"


def test_the_reference_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "python-reference.py"))
    expected = script["reference"]()
    if os.environ.get("BLESS"):
        PAGE.write_text(expected)
    # Written anew by `target/python/bin/python scripts/python-reference.py > docs/PYTHON-API.md`.
    assert PAGE.read_text() == expected
