#!/usr/bin/env python3
"""Writes the reference of the Python package from its docstrings and type hints.

    target/python/bin/python scripts/python-reference.py > docs/PYTHON-API.md

Signatures come from the stubs and sources of the installed package, texts from its docstrings. A test
of the package compares the page with what this prints.
"""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import bagh

PARTS = {
    "Games and positions": ["Game", "Position", "Move", "Record"],
    "Players": ["Engine", "Line"],
    "Tables": ["Tables", "solve", "Verdict", "MoveVerdict"],
    "Many positions": [
        *("encode", "decode", "boards", "observations", "legal_mask", "augment"),
        *("sample", "playouts", "export", "ClassReader"),
    ],
    "Environments": ["VectorEnv"],
    "Regret as a benchmark": ["evaluate", "regret_table", "Marks", "RegretTable", "Exam"],
    "Constants": ["ILLEGAL", "NOTATIONS", "RECORD_NOTATIONS", "__version__"],
}

MODULES = {
    "bagh.pettingzoo": ["env", "raw_env"],
    "bagh.gymnasium": ["BaghEnv"],
    "bagh.openspiel": [],
}

HEAD = """\
# Python reference

This page is generated from the docstrings of the package by `scripts/python-reference.py`; every \
example on it is run by the tests. [PYTHON.md](PYTHON.md) is the manual.

Types that signatures use:

| type | what may be given |
| --- | --- |
| `GameLike` | a `Game`, or the name of a built-in one |
| `PositionLike` | a `Position`, or its notation as text |
| `MoveLike` | a `Move`, its text, or the number of an action |
| `Positions` | an array of shape (n, 3) and type `uint32`, a `Position`, or a list of them |
| `Path` | a text, or anything that `os.fspath` takes |
| `Policy` | a callable that takes a `Position` and returns a `MoveLike` |
"""

SHORT = {
    "npt.NDArray": "NDArray",
    "np.": "",
    "_GameLike": "GameLike",
    "_PositionLike": "PositionLike",
    "_MoveLike": "MoveLike",
    "_Positions": "Positions",
    "_Path": "Path",
}


def definitions(path: Path) -> dict[str, ast.stmt]:
    """The classes and functions of a file by name, `Class.member` for members."""
    found: dict[str, ast.stmt] = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found[f"{node.name}.{member.name}"] = member
    return found


def signature(node: ast.FunctionDef, *, bound: bool) -> str:
    """Arguments and result, as they are called."""
    arguments = node.args
    if bound and arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args = arguments.args[1:]
    text = re.sub(r"(?<=[\w\]])=", " = ", f"({ast.unparse(arguments)})")
    if node.returns is not None and node.name != "__init__":
        text += f" -> {ast.unparse(node.returns)}"
    for long, short in SHORT.items():
        text = text.replace(long, short)
    return text.replace("'", '"')


def text_of(doc: str | None) -> str:
    """A docstring in Markdown: examples become blocks of code."""
    lines: list[str] = []
    in_example = False
    for line in inspect.cleandoc(doc or "").splitlines():
        if line.startswith(">>>") and not in_example:
            lines.append("```pycon")
            in_example = True
        elif not line and in_example:
            lines.append("```")
            in_example = False
        lines.append(line.split("  # doctest:")[0].rstrip() if in_example else line)
    if in_example:
        lines.append("```")
    return "\n".join(lines)


def constant(name: str) -> str:
    """What the comment above a constant says."""
    if name == "__version__":
        return "The version of the package."
    source = Path(inspect.getfile(bagh)).read_text()
    found = re.search(rf"((?:^#: .*\n)+){name} = ", source, re.MULTILINE)
    assert found, name
    return found[1].replace("#: ", "").replace("\n", " ").strip()


def is_property(node: ast.stmt) -> bool:
    names = [ast.unparse(mark) for mark in getattr(node, "decorator_list", [])]
    return "property" in names


def one(name: str, thing: object, nodes: dict[str, ast.stmt]) -> list[str]:
    """The reference of a class or function."""
    node = nodes.get(name)
    if not isinstance(node, ast.ClassDef):
        assert isinstance(node, ast.FunctionDef), name
        return [f"### `{name}{signature(node, bound=False)}`", text_of(thing.__doc__)]
    made = nodes.get(f"{name}.__init__")
    call = signature(made, bound=True) if isinstance(made, ast.FunctionDef) else ""
    lines = [f"### `class {name}{call}`", text_of(thing.__doc__)]
    members = [key for key in nodes if key.startswith(f"{name}.") and not key.split(".")[1].startswith("_")]
    properties = [key for key in members if is_property(nodes[key])]
    if properties:
        rows = ["| property | type | what |", "| --- | --- | --- |"]
        for key in properties:
            member = nodes[key]
            assert isinstance(member, ast.FunctionDef) and member.returns is not None
            kind = signature(member, bound=True).split(" -> ", 1)[1].replace("|", "\\|")
            doc = text_of(getattr(thing, key.split(".")[1]).__doc__)
            what = " ".join(doc.split("\n\n")[0].split()).replace("|", "\\|")
            rows.append(f"| `{key.split('.')[1]}` | `{kind}` | {what} |")
        lines.append("\n".join(rows))
    for key in members:
        member = nodes[key]
        if key in properties or not isinstance(member, ast.FunctionDef):
            continue
        static = any(ast.unparse(mark) == "staticmethod" for mark in member.decorator_list)
        doc = text_of(getattr(thing, key.split(".")[1]).__doc__)
        if not doc:
            continue
        lines += [f"#### `{key}{signature(member, bound=not static)}`", doc]
    return lines


def reference() -> str:
    """The whole page."""
    home = Path(inspect.getfile(bagh)).parent
    nodes: dict[str, ast.stmt] = {}
    for file in ("_bagh.pyi", "_benchmark.py", "_export.py"):
        nodes |= definitions(home / file)
    lines = [HEAD.strip(), text_of(bagh.__doc__)]
    listed = {name for names in PARTS.values() for name in names}
    assert listed == set(bagh.__all__), listed ^ set(bagh.__all__)
    for title, names in PARTS.items():
        lines.append(f"## {title}")
        for name in names:
            thing = getattr(bagh, name)
            if name == "solve":
                lines.append("### `solve`\n\nThe same as `Tables.solve`.")
            elif title == "Constants":
                value = "" if name == "__version__" else f" = {thing!r}".replace("'", '"')
                lines.append(f"- `{name}{value}`: {constant(name)}")
            else:
                lines += one(name, thing, nodes)
    for module, names in MODULES.items():
        path = home / f"{module.split('.')[1]}.py"
        own = definitions(path)
        doc = ast.get_docstring(ast.parse(path.read_text()))
        lines += [f"## `{module}`", text_of(doc)]
        for name in names:
            node = own[name]
            assert isinstance(node, (ast.ClassDef, ast.FunctionDef))
            made = own.get(f"{name}.__init__", node)
            call = signature(made, bound=True) if isinstance(made, ast.FunctionDef) else ""
            what = "class " if isinstance(node, ast.ClassDef) else ""
            lines += [f"### `{what}{name}{call}`", text_of(ast.get_docstring(node))]
    return "\n\n".join(line for line in lines if line).replace(") -> None`", ")`") + "\n"


if __name__ == "__main__":
    print(reference(), end="")
