"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator

import pytest

import bagh
from conftest import TABLES

#: Marks of examples that need something, and what it is.
NEEDS = {
    doctest.register_optionflag("TABLES"): TABLES is not None,
    doctest.register_optionflag("PETTINGZOO"): importlib.util.find_spec("pettingzoo") is not None,
    doctest.register_optionflag("GYMNASIUM"): importlib.util.find_spec("gymnasium") is not None,
    doctest.register_optionflag("OPENSPIEL"): importlib.util.find_spec("pyspiel") is not None,
}

MODULES = ["bagh", "bagh._benchmark", "bagh._export", "bagh.pettingzoo", "bagh.gymnasium", "bagh.openspiel"]


def docstrings() -> Iterator[tuple[str, str]]:
    for name in MODULES:
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        yield name, module.__doc__ or ""
        for member, thing in vars(module).items():
            if not (inspect.isclass(thing) or callable(thing)) or member.startswith("__"):
                continue
            if not (getattr(thing, "__module__", None) or "bagh").startswith(("bagh", "builtins")):
                continue
            yield f"{name}.{member}", thing.__doc__ or ""
            if inspect.isclass(thing):
                for attribute, value in vars(thing).items():
                    doc = getattr(value, "__doc__", None)
                    if isinstance(doc, str) and ">>>" in doc:
                        yield f"{name}.{member}.{attribute}", doc


#: Each once, by the shortest name that it is imported under.
BY_TEXT = {doc: name for name, doc in sorted(docstrings(), key=lambda d: -len(d[0])) if ">>>" in doc}
FOUND = {name: doc for doc, name in BY_TEXT.items()}


@pytest.mark.parametrize("name", FOUND)
def test_examples_are_true(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(FOUND[name], {}, name, None, 0)
    for example in test.examples:
        for flag, there in NEEDS.items():
            if example.options.pop(flag, False) and not there:
                example.options[doctest.SKIP] = True
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_everything_public_has_a_docstring() -> None:
    assert len(FOUND) > 15
    for name in bagh.__all__:
        thing = getattr(bagh, name)
        if callable(thing):
            assert thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__ == "bagh":
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert getattr(value, "__doc__", None), f"{name}.{member}"
