"""Mutations: one small change of a function, similar to a programmer's mistake.

Comparisons are reversed or shifted by one, `and` and `or` swapped, `not` dropped, numbers increased
by one, `+` and `-` swapped, results replaced by None, and call statements dropped.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tests.mutants.touched import Function, functions
from tests.support.processes import ROOT

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class Mutant(NamedTuple):
    """A changed function: its file, its name, the line, what changed, and the new source."""

    path: str
    function: str
    line: int
    change: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.path}:{self.function}"

    @property
    def package(self) -> str:
        """The folder below printkit that contains the file, else the file's name."""
        return self.path.split("/")[1].removesuffix(".py")

    @property
    def key(self) -> str:
        """The mutant without its line number, which changes with other edits of the file."""
        return f"{self.name}: {self.change}"


class Site(NamedTuple):
    """A node that a mutation changes, and the node that replaces it."""

    path: str
    function: str
    change: str
    old: ast.AST
    new: ast.AST

    def mutant(self, source: str) -> Mutant | None:
        """Return the mutant, or None if the node cannot be replaced in the text of the file.

        Before Python 3.12, the nodes of an f-string have wrong positions; since then, a replaced
        one can contain the quotation marks of its string.
        """
        assert isinstance(self.old, ast.stmt | ast.expr)
        if ast.get_source_segment(source, self.old) is None or not _is_there(source, self.old):
            return None
        changed = _replace(source, self.old, self.new)
        try:
            compile(changed, self.path, "exec", dont_inherit=True)
        except SyntaxError:
            return None
        return Mutant(self.path, self.function, self.old.lineno, self.change, changed)


def sites(path: str, source: str) -> Iterator[Site]:
    """Yield the places of all mutants of a file. A file of 300 lines has about 400."""
    tree = ast.parse(source)
    inner = {id(node): name for name, function in functions(tree) for node in _body(function)}
    seen: Counter[tuple[str, str]] = Counter()
    for node in ast.walk(tree):
        if id(node) not in inner:
            continue
        for old, new in _changes(node):
            function, change = inner[id(node)], f"{_brief(old)} -> {_brief(new)}"
            seen[function, change] += 1
            if (number := seen[function, change]) > 1:
                change = f"{change} ({number})"
            yield Site(path, function, change, old, new)


def mutate(path: str, source: str) -> Iterator[Mutant]:
    """Yield all mutants of a file that Python can compile, in the order of its nodes."""
    yield from filter(None, (site.mutant(source) for site in sites(path, source)))


def _is_there(source: str, node: ast.stmt | ast.expr) -> bool:
    """Return whether the text at the position of a node is the node."""
    text = ast.get_source_segment(source, node) or ""
    try:
        (read,) = ast.parse(f"({text}\n)" if isinstance(node, ast.expr) else text).body
    except (SyntaxError, ValueError):
        return False
    found = read.value if isinstance(read, ast.Expr) and isinstance(node, ast.expr) else read
    return ast.dump(found) == ast.dump(node).replace("ctx=Store()", "ctx=Load()")


def _body(function: Function) -> Iterator[ast.stmt | ast.expr]:
    """Yield the nodes of a function's body, without its signature and docstring."""
    skipped = 1 if ast.get_docstring(function, clean=False) is not None else 0
    for statement in function.body[skipped:]:
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt | ast.expr):
                yield node


def _changes(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    match node:
        case ast.Compare(left, [op, *ops], comparators) if type(op) in COMPARED:
            yield node, ast.Compare(left, [COMPARED[type(op)](), *ops], comparators)
        case ast.BoolOp(op, values):
            yield node, ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield node, operand
        case ast.BinOp(left, op, right) if type(op) in COUNTED and not _is_text(left, right):
            yield node, ast.BinOp(left, COUNTED[type(op)](), right)
        case ast.Constant(value) if type(value) in (int, float):
            yield node, ast.Constant(value + 1)
        case ast.Return(value) if value is not None and not _is_none(value):
            yield node, ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call()):
            yield node, ast.Pass()


def _is_text(*nodes: ast.expr) -> bool:
    return any(
        isinstance(node, ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
        for node in nodes
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _brief(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def _replace(source: str, old: ast.AST, new: ast.AST) -> str:
    """Replace an expression or a statement, and leave the rest of the file unchanged."""
    assert isinstance(old, ast.stmt | ast.expr)
    assert old.end_lineno is not None
    assert old.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    first, last = lines[old.lineno - 1], lines[old.end_lineno - 1]
    text = ast.unparse(new)
    if isinstance(old, ast.expr):
        text = f"({text})"
    lines[old.lineno - 1 : old.end_lineno] = [
        first[: old.col_offset] + text.encode() + last[old.end_col_offset :]
    ]
    return b"".join(lines).decode()


def draw(count: int, seed: int) -> list[Mutant]:
    """Draw random mutants over all files; a function with more mutants is drawn more often.

    A digest of its name and change decides about each, so other edits leave it drawn.
    """
    sources = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "printkit").rglob("*.py"))
    }
    every = [site for path, source in sources.items() for site in sites(path, source)]
    every.sort(key=lambda site: (lot(site, seed), site.path))
    drawn = filter(None, (site.mutant(sources[site.path]) for site in every))
    return sorted(islice(drawn, count))


def lot(site: Site, seed: int) -> bytes:
    """Return a number that does not depend on other sites, or on the folder of the file."""
    return hashlib.sha256(f"{seed} {site.function} {site.change}".encode()).digest()


def mutants_of(path: Path) -> list[Mutant]:
    """Return the mutants of a file."""
    return [*mutate(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))]


def changed_lines(difference: str) -> list[range]:
    """Return the new lines of one file in the output of `git diff -U0`."""
    return [
        range(int(start), int(start) + int(length or 1))
        for start, length in _HUNK.findall(difference)
    ]
