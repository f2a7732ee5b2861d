"""The import plan: which package may import which, and which module may use which library."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.support.decks import facts

ROOT = Path(__file__).resolve().parent.parent / "printkit"

# Packages with their allowed imports, libraries with their modules, and lazy imports.
PLAN = facts(__file__, "walls")
WALLS, HOMES, READERS, OWN, OPENING, LAZY = (
    {name: tuple(places.split()) for name, places in PLAN[table].items()}
    for table in ("rooms", "libraries", "readers", "own", "opening", "lazy")
)
for _library in READERS.keys() | OWN.keys():
    HOMES[_library] = READERS.get(_library, ()) + OWN.get(_library, ())
# The layout engine shapes text, breaks and measures it. These shape the figures of a card
# themselves: its index without side bearings, and a number as large as its field.
SHAPERS = {"faces/anatomy.py", "faces/face_parts.py", "faces/number_faces.py"}
# Names of sizes of text.
_SIZE = re.compile(r"(^|_)(size|scale|em)$")
_SIZES = re.compile(r"(^|_)(sizes|scales)$", re.IGNORECASE)
# The number of lines from which a module is long.
LONG = 1000
# The public module of the package.
FACE = "__init__.py"
MODULES = sorted(ROOT.rglob("*.py"))


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parse(path)))


@cache
def imports(path: Path) -> list[tuple[str, bool]]:
    """Return every imported module (a.b for `from a import b` if b is a module), and whether at
    top level.
    """
    found: list[tuple[str, bool]] = []
    top = {id(node) for node in parse(path).body}
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written whole"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.append((whole if _is_module(whole) else node.module or "", id(node) in top))
    return found


def _is_module(name: str) -> bool:
    """Return whether a dotted name is a file or folder of ours (and not a name inside a module)."""
    path = ROOT.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def allowed(room: str, name: str) -> bool:
    """Return whether a module of a package may import `name` (a dotted name below printkit)."""
    return any(name == wall or name.startswith(f"{wall}.") for wall in WALLS[room])


def test_modules_import_only_what_walls_allow() -> None:
    for path in MODULES:
        check_walls(path)


def test_architecture_drawing_matches_the_walls() -> None:
    text = (ROOT.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawing = text.split("## Packages")[1].split("```")[1]
    rooms = [line.split()[0].rstrip("/") for line in drawing.strip().splitlines()]
    assert rooms == [*WALLS, "__init__", "cli"]
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} == {*WALLS, "cli"}
    for room, doors in WALLS.items():
        above = rooms[: rooms.index(room) + 1]
        assert {door.split(".")[0] for door in doors} <= set(above), room


def check_walls(path: Path) -> None:
    """Assert that a module's imports are allowed, and at an allowed place."""
    place = path.relative_to(ROOT).as_posix()
    room = place.split("/")[0]
    for name, at_top in imports(path):
        for library in HOMES:
            if name == library or name.startswith(f"{library}."):
                assert place.startswith(HOMES[library]), f"{place} imports {name}"
        if not name.startswith("printkit."):
            continue  # a library, or the version in printkit itself
        if place == FACE:  # names the whole library, for type checkers only
            continue
        assert at_top or name in LAZY.get(place, ()), f"{place} imports {name} inside a function"
        if room in WALLS:
            below = name.removeprefix("printkit.")
            assert allowed(room, below), f"{place} imports {name}: no door from {room}"
        if room == "products":
            leaf = ".".join(name.split(".")[1:3])
            own = leaf == f"products.{place.split('/')[1].removesuffix('.py')}"
            assert own or not leaf.startswith("products"), f"{place} imports the product {name}"
        else:
            assert not name.startswith("printkit.products."), f"{place} imports the product {name}"


def test_libraries_read_files_in_one_module() -> None:
    assert all(len(places) == 1 for places in READERS.values())
    for library, names in OPENING.items():
        for place in OWN[library]:
            assert not _calls(nodes(ROOT / place), names), f"{place} reads a file with {library}"


def test_parsers_of_other_files_are_known() -> None:
    """Each library that pyproject names, and each parser of Python, has a place in the plan."""
    named = {
        name.split(".")[0]
        for path in MODULES
        for name, _ in imports(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"printkit", "msgspec", "_typeshed"}
    }
    assert named <= {library.split(".")[0] for library in HOMES}
    assert not any(
        name.startswith("xml.") and not name.startswith(("xml.parsers", "xml.etree"))
        for path in MODULES
        for name, _ in imports(path)
    )


def test_imports_have_no_circles() -> None:
    """Imports inside functions count too, and those for type checkers; `printkit` itself exports
    the library, and its modules import only its version.
    """
    assert _find_circle(_import_graph(MODULES)) == ()


def test_circles_are_detected() -> None:
    assert _find_circle({"a": {"b"}, "b": {"c"}, "c": set()}) == ()
    assert _find_circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ("b", "c", "b")
    lazy = imports(ROOT / "writers" / "png.py")
    assert ("printkit.writers.pdf", False) in lazy
    assert "printkit.writers.pdf" in _import_graph(MODULES)["printkit.writers.png"]


def _import_graph(modules: Iterable[Path]) -> dict[str, set[str]]:
    """Return the modules of ours that each module imports at any place."""
    names = {path: _dotted(path) for path in modules}
    known = set(names.values())
    graph = {
        name: {target for target, _ in imports(path) if target in known and target != name}
        for path, name in names.items()
    }
    return {**graph, ROOT.name: set()}


def _find_circle(graph: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return a circle of imports, whose first module is also its last; empty if there is none."""
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> tuple[str, ...]:
        if name in trail:
            return (*trail[trail.index(name) :], name)
        if name not in done:
            for target in sorted(graph[name]):
                if circle := visit(target, (*trail, name)):
                    return circle
            done.add(name)
        return ()

    return next(filter(None, (visit(name, ()) for name in graph)), ())


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_import_plan_can_fail() -> None:
    assert _imports_shape(ast.parse("from printkit.graphics.fonts import font, shape").body)
    assert not _imports_shape(ast.parse("from printkit.graphics.fonts import font").body)
    assert _calls(ast.walk(ast.parse("picture = Image.open(file)")), OPENING["PIL"])
    assert not _calls(ast.walk(ast.parse("picture = Image.new(mode, size)")), OPENING["PIL"])
    assert not allowed("graphics", "art.theme")
    assert not allowed("layout", "art.theme")
    assert not allowed("writers", "imposition.sheets")
    assert not allowed("imposition", "products.cards")
    assert not allowed("imposition", "faces.face")
    assert not allowed("booklet", "products.cards")
    assert not allowed("jobs", "products.cards")
    assert allowed("imposition", "pieces.pages")
    assert not allowed("jobs", "imposition.sheets")
    assert not allowed("jobs", "targets.target")
    assert not allowed("targets", "jobs.job")
    assert not allowed("booklet", "jobs.plan")
    assert not allowed("jobs", "cli.options")
    assert not allowed("booklet", "writers.png")
    assert not allowed("imposition", "text.book")


def test_only_the_layout_engine_shapes_text() -> None:
    shapers = {
        path.relative_to(ROOT).as_posix()
        for room in ("faces", "components", "tabletop", "products", "imposition", "booklet")
        for path in sorted((ROOT / room).rglob("*.py"))
        if _imports_shape(nodes(path))
    }
    assert shapers == SHAPERS


def test_only_the_layout_engine_measures_lines() -> None:
    for room in ("faces", "components", "tabletop", "products", "imposition", "booklet"):
        for path in sorted((ROOT / room).rglob("*.py")):
            assert not _measures_runs(nodes(path)), f"{path}: line_width measures what is set"
    assert _measures_runs(ast.walk(ast.parse("width = sum(text.run.width for text in texts)")))


def test_only_one_function_searches_sizes() -> None:
    """All callers use `find_largest`."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if any(map(_searches_a_size, nodes(path)))
    }
    assert found == set()


@pytest.mark.parametrize(
    ("code", "is_search"),
    [
        ("while size > 1 and not fits(size):\n    size *= 0.98", True),
        ("for size in SIZES:\n    if fits(size):\n        break", True),
        ("for em in (s for s in Style.SIZES if s > 1):\n    if fits(em):\n        break", True),
        ("for size in sizes:\n    total += size", False),
        ("while rows:\n    size = rows.pop()", False),
    ],
)
def test_size_search_is_detected(code: str, is_search: bool) -> None:
    assert any(map(_searches_a_size, ast.walk(ast.parse(code)))) == is_search


def _searches_a_size(node: ast.AST) -> bool:
    """Return whether a loop tries sizes: it ends early, or on a size that it changes."""
    if isinstance(node, ast.While):
        changed = {name.id for part in node.body for name in _names(part, ast.Store)}
        return any(_SIZE.search(name.id) and name.id in changed for name in _names(node.test))
    if not isinstance(node, ast.For):
        return False
    loops = any(_SIZE.search(name.id) for name in _names(node.target, ast.Store))
    loops |= any(map(_SIZES.search, re.findall(r"\w+", ast.unparse(node.iter))))
    ends = (ast.Break, ast.Return)
    return loops and any(isinstance(part, ends) for body in node.body for part in ast.walk(body))


def _names(node: ast.AST, context: type[ast.expr_context] = ast.Load) -> list[ast.Name]:
    names = (name for name in ast.walk(node) if isinstance(name, ast.Name))
    return [name for name in names if isinstance(name.ctx, context)]


def _measures_runs(nodes: Iterable[ast.AST]) -> bool:
    """Return whether `.run.width` is used anywhere."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "width"
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "run"
        for node in nodes
    )


def _calls(nodes: Iterable[ast.AST], names: Iterable[str]) -> bool:
    """Whether a function of one of these names is called, or imported by its name."""
    return any(
        (isinstance(node, ast.Attribute) and node.attr in names)
        or (isinstance(node, ast.alias) and node.name in names)
        for node in nodes
    )


def _imports_shape(nodes: Iterable[ast.AST]) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "printkit.graphics.fonts"
        and any(alias.name == "shape" for alias in node.names)
        for node in nodes
    )


@pytest.mark.filterwarnings("default:.* lines")
def test_files_have_docstrings() -> None:
    """A long module is a warning: its subject may need its length."""
    for path in MODULES:
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > LONG:
            warnings.warn(f"{_dotted(path)} has {lines} lines", stacklevel=1)
        assert ast.get_docstring(parse(path)), f"{path}: a module opens with what it is"


def test_code_names_no_variant() -> None:
    slugs = {p.stem for p in (ROOT.parent / "templates" / "variants").glob("*.toml")}
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                constants = {c.value for c in ast.walk(node) if isinstance(c, ast.Constant)}
                assert not constants & slugs, f"{path}: a comparison with a slug"
