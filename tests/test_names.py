"""Names and docstrings use technical terms and plain English."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support.decks import facts

ROOT = Path(__file__).resolve().parent.parent / "printkit"
MODULES = sorted(ROOT.rglob("*.py"))
# A function is named by a verb with its object, or by the noun of its result; these are neither.
QUAINT_FUNCTIONS = frozenset(
    "told laid say lay settled placed broken joined drawn fitted owned sourced shelved "
    "mixed blanked adjusted found spelt".split()
)
# A variable names its content: an index `i`, a width `width`, a card `card`.
QUAINT_VALUES = frozenset(("at", "found", "told", "said", "laid", "room", "wide", "ours", "theirs"))
QUAINT_PHRASES = re.compile(
    r"\bso many\b|\bas far as\b|\bat the most\b|\bat the least\b|\b(?:nothing|None) where\b"
    r"|\ba person\b|\bif it does\.|\bours\b(?! is)|\blies\b"
    r"|\bstands\b(?! for| in)|^Room:|Beside kit\."
)
# Comments may mention a table that stands and a card that lies.
QUAINT_COMMENTS = re.compile(
    r"\bso many\b|\bas far as\b|\bat the (?:most|least)\b|\b(?:nothing|None) where\b"
    r"|\ba person\b"
)
# The bound comes first in the name of a constant: MAX_SIDE, MIN_SIDE.
QUAINT_CONSTANTS = re.compile(r"^_?(?:MOST|LEAST)(?:_|$)|_(?:MOST|LEAST|MAX|MIN)$")
# Docstrings of functions that start with a noun clause instead of a verb.
NO_VERB = re.compile(r"(?:The|How|Whether|Where|What|Which|Who)\b")
# Their docstrings are the help of the command line.
HELP = {"cli", "command"}
PROPERTIES = {"property", "cached_property"}


@cache
def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _is_property(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(decorator, ast.Name) and decorator.id in PROPERTIES
        for decorator in node.decorator_list
    )


def _file_keys(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the fields of classes: user files contain some of their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (field.target for field in node.body if isinstance(field, ast.AnnAssign))


def comment_faults(source: str) -> Iterator[str]:
    """Yield the phrases to avoid in comments."""
    if not QUAINT_COMMENTS.search(source):
        return  # soon, for most modules
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and (match := QUAINT_COMMENTS.search(token.string)):
            yield f"a comment says “{match[0]}”"


def faults(tree: ast.Module) -> Iterator[str]:
    """Yield the names and phrases to avoid in a module."""
    keys = set(map(id, _file_keys(tree)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") in QUAINT_FUNCTIONS:
            yield f"the function {node.name} is no verb with an object"
        stored = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        if stored and QUAINT_CONSTANTS.search(node.id):
            yield f"{node.id} is MAX_… or MIN_…"
        value = node.id if stored else node.arg if isinstance(node, ast.arg) else ""
        if value in QUAINT_VALUES and id(node) not in keys:
            yield f"{value} does not say what it is"
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            name = getattr(node, "name", "the module")
            if name in HELP:
                continue
            text = ast.get_docstring(node) or ""
            for match in QUAINT_PHRASES.finditer(text):
                yield f"the docstring of {name} says “{match[0]}”"
            acts = isinstance(node, ast.FunctionDef) and not _is_property(node)
            if acts and NO_VERB.match(text):
                yield f"the docstring of {name} begins with no verb"


def test_names_are_plain() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): [
            *faults(_parse(path)),
            *comment_faults(path.read_text(encoding="utf-8")),
        ]
        for path in MODULES
    }
    assert not {place: said for place, said in found.items() if said}


def test_class_names_are_unique() -> None:
    places = defaultdict(list)
    for path in MODULES:
        for node in _parse(path).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


@pytest.mark.parametrize(("source", "said"), facts(__file__)["faults"])
def test_naming_lint_detects_faults(source: str, said: str) -> None:
    assert any(said in fault for fault in faults(ast.parse(source)))


def test_naming_lint_reads_comments() -> None:
    assert list(comment_faults("x = 1  # so many at the most")) == ["a comment says “so many”"]
    assert not list(comment_faults('x = "# so many"'))


def test_naming_lint_accepts_good_names() -> None:
    source = 'MAX_ROW = 1\n\n\ndef draw_card():\n    """Draw a card that stands for another."""'
    assert not list(faults(ast.parse(source)))
