"""The stock of drawings: which program draws which card, and the digests that reveal stale
drawings.

A program is a module of `workshop` with `NAMES`, the files it writes, and `draw(name)`, which
returns a plate and the header of its file. The digest of a drawing covers the text of its program,
of all modules of the workshop that it imports, and of the packer.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import json
from functools import cache
from pathlib import Path

WORKSHOP = Path(__file__).parent
ENGRAVED = WORKSHOP.parent / "templates" / "art" / "engraved"
DIGESTS = WORKSHOP / "digests.json"
# The module that packs all drawings.
PACKER = "workshop.packing"
# Folders of programs.
PROGRAMS = ("pips", "figures")


@cache
def drawings() -> dict[str, str]:
    """Return the module that draws each file, by its name (`casino/sabers-07`)."""
    found = {}
    for folder in PROGRAMS:
        for path in sorted((WORKSHOP / folder).rglob("*.py")):
            module = ".".join(path.relative_to(WORKSHOP.parent).with_suffix("").parts)
            found |= dict.fromkeys(_names(path), module)
    return dict(sorted(found.items()))


def _names(path: Path) -> list[str]:
    """Read `NAMES` of a module without its imports: a list, or an expression of plain Python."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "NAMES" for target in node.targets
        ):
            code = compile(ast.Expression(node.value), str(path), "eval")
            return list(eval(code, {"__builtins__": {"range": range}}))
    return []


@cache
def sources(module: str) -> str:
    """Return the digest of a module, of the packer, and of the modules that both import."""
    found = {module, PACKER}
    todo = [*found]
    while todo:
        for other in _imports(todo.pop()):
            if other not in found:
                found.add(other)
                todo.append(other)
    total = hashlib.sha256()
    for name in sorted(found):
        total.update(_text(name))
    return total.hexdigest()[:20]


def _path(module: str) -> Path:
    return WORKSHOP.parent.joinpath(*module.split(".")).with_suffix(".py")


@cache
def _text(module: str) -> bytes:
    """Return a module without blank lines, comments and docstrings, which change no drawing."""
    text = _path(module).read_text("utf-8")
    omitted: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            omitted.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    kept = [
        line.rstrip()
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#") and number not in omitted
    ]
    return "\n".join(kept).encode()


@cache
def _imports(module: str) -> tuple[str, ...]:
    found = []
    for node in ast.walk(ast.parse(_path(module).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found += [name for name in names if name.startswith("workshop.") and _path(name).is_file()]
    return tuple(found)


def recorded() -> dict[str, list[str]]:
    """Return the digests of the sources and the file of each drawing when it was written."""
    if not DIGESTS.is_file():
        return {}
    return dict(json.loads(DIGESTS.read_text("utf-8")))


def path_of(name: str) -> Path:
    """Return the file of a drawing."""
    return ENGRAVED / f"{name}.pk"


def stale() -> list[str]:
    """Return drawings whose file or sources differ from the recorded digests."""
    known = recorded()
    found = []
    for name, module in drawings().items():
        path = path_of(name)
        now = [sources(module), digest(path.read_bytes()) if path.is_file() else ""]
        if known.get(name) != now:
            found.append(name)
    return found + sorted(known.keys() - drawings().keys())


def digest(data: bytes) -> str:
    """Return a short digest."""
    return hashlib.sha256(data).hexdigest()[:20]


def write(name: str) -> int:
    """Draw a card, write its file and its digests, and return its size in bytes."""
    from workshop.packing import pack

    module = drawings()[name]
    plate, header = importlib.import_module(module).draw(name)
    data = pack(plate, **header)
    path = path_of(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    known = recorded()
    known[name] = [sources(module), digest(data)]
    known = {key: known[key] for key in sorted(known) if key in drawings()}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in known.items()]
    DIGESTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return len(data)
