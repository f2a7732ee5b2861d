"""Kinds of input: how to generate one, and how to feed it to printkit."""

import gc
import io
import json
import os
import signal
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.parsers import expat

from msgspec import Struct

import printkit
from printkit.art.emblems import draw_picture
from printkit.art.theme import edition, theme
from printkit.base.errors import DefinitionError
from printkit.base.geometry import Rect
from printkit.cli.app import run as run_command
from printkit.faces.engraved_faces import draw_symbol
from printkit.faces.small_cards import draw_emblem
from printkit.jobs.build import find_caches
from printkit.model.load import load
from printkit.targets.target import target_names
from printkit.text.loader import load_booklet
from printkit.writers import pdf  # noqa: F401 - its library looks for settings of a person once
from tests.fuzz import definitions, doors, drawings, files, pictures, questions, sheets, texts
from tests.fuzz.trees import write_toml

# The depth of a case: its reader, `check` of a definition with it, or a build.
READ, CHECK, BUILD = range(3)
_SVG = b"<svg viewBox='0 0 9 9'><circle cx='4' cy='4' r='4' class='fill-main'/></svg>"
_BOX = Rect(0, 0, 3, 4)
# Where a person's settings and caches are looked up.
_HOMES = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME")


class Kind(Struct, frozen=True):
    """A kind of input: its file suffix, its share of a hundred cases, its generator, and its test.

    `ask(folder, data, level)` returns printkit's output about it, or raises PrintkitError.
    """

    suffix: str
    share: int
    make: Callable[[Random], bytes]
    ask: Callable[[Path, bytes, int], str]


@cache
def _picture() -> bytes:
    return pictures.make_picture(Random(1))


def _lay(folder: Path, **files: bytes) -> Path:
    """Write a definition and the files that it names into a folder; return its path."""
    beside = {"mine.toml": definitions.BASE.encode(), "x.svg": _SVG, "x.png": _picture(), **files}
    for name, data in beside.items():
        (folder / name).write_bytes(data)
    return folder / "mine.toml"


def _ask_definition(folder: Path, data: bytes, level: int) -> str:
    path = str(_lay(folder, **{"mine.toml": data, "x.csv": b"id\n", "x.md": b"# X {#x}\n\nX.\n"}))
    if level == READ:
        printkit.load(path)
        return ""
    return _go_deeper(folder, path, level)


def _go_deeper(folder: Path, path: str, level: int, *products: str, **wishes: Any) -> str:
    """Check or build a definition."""
    if level == BUILD:
        return _build(folder, path, products or ("cards",), **wishes)
    faults = printkit.check(path)
    return str(DefinitionError(faults)) if faults else ""


def _build(folder: Path, path: str, products: tuple[str, ...] = ("cards",), **wishes: Any) -> str:
    formats = ("svg",) if "booklet" not in products else ("pdf",)
    result = printkit.build(path, products, formats=formats, out=folder / "out", **wishes)
    for file in result.files:
        if file.suffix == ".svg":  # other programs have to read it
            expat.ParserCreate().Parse(file.read_bytes(), True)
    return ""


def _ask_beside(definition: str, name: str) -> Callable[[Path, bytes, int], str]:
    """Return the test for a small game that names the input."""

    def ask(folder: Path, data: bytes, level: int) -> str:
        _lay(folder, **{name: data})
        return _ask_definition(folder, definition.encode(), level)

    return ask


def _ask_art(name: str) -> Callable[[Path, bytes, int], str]:
    definition = definitions.BASE.replace("x.svg", name) + f'art = "{name}"\n'

    def ask(folder: Path, data: bytes, level: int) -> str:
        if level > READ:
            _lay(folder)
            (folder / "mine.toml").write_text(definition)
            (folder / name).write_bytes(data)
            return _go_deeper(folder, str(folder / "mine.toml"), level, card_size="euro-mini")
        (folder / name).write_bytes(data)
        for look in ("classic", "ink-saver"):
            palette = theme(look).palette("blue")
            draw_emblem(folder / name, palette, _BOX)
            draw_picture(folder / name, palette, _BOX, _BOX.inset(-3))
        return ""

    return ask


def _ask_chapter(folder: Path, data: bytes, level: int) -> str:
    path = str(_lay(folder))
    text = definitions.BASE.replace("players =", 'chapters = { en = "x.md" }\nplayers =')
    Path(path).write_text(text)
    (folder / "x.md").write_bytes(data)
    if level == READ:
        load_booklet(load(path), "en")
        return ""
    return _go_deeper(folder, path, level, "booklet")


def _ask_theme(folder: Path, data: bytes, level: int) -> str:
    path = folder / "theme.toml"
    path.write_bytes(data)
    found = theme(str(path))
    for colour in ("blue", "ink", "#123456"):
        found.palette(colour).roles()
    return _build(folder, str(_lay(folder)), theme=str(path)) if level == BUILD else ""


def _ask_hand(folder: Path, data: bytes, level: int) -> str:
    question = json.loads(data)
    variant, hands = question.pop("variant"), question.pop("hands")
    _lay(folder)
    if level == READ:
        name = str(folder / variant) if variant.endswith(".toml") else variant
        printkit.judge(name, hands, **question)
        return ""
    return command(folder, ["show", variant, "--hand", hands, "--decks", str(question["decks"])])


def _ask_options(folder: Path, data: bytes, level: int) -> str:
    _lay(folder)
    return command(folder, json.loads(data))


def _ask_profile(folder: Path, data: bytes, level: int) -> str:
    _lay(folder)
    (folder / "printkit.toml").write_bytes(data)
    if level == READ:
        return command(folder, ["build", "mine.toml", "nothing"])
    return command(folder, ["build", "mine.toml", "cards", "--printer", "desk"])


def _ask_manifest(folder: Path, data: bytes, level: int) -> str:
    place = folder / "out" / "mine"
    (place / "photos").mkdir(parents=True)
    (place / "photos" / "a.txt").write_text("mine")
    (place / "notes.txt").write_text("mine")
    (place / "manifest.json").write_bytes(data)
    try:
        return _build(folder, str(_lay(folder)))
    finally:
        for name in ("photos/a.txt", "notes.txt"):
            assert (place / name).read_text() == "mine", f"{name} is lost"


def command(folder: Path, words: list[str]) -> str:
    """Run a command line in a folder and return its whole output."""
    out = io.StringIO()
    with _inside(folder), redirect_stdout(out), redirect_stderr(out):
        status = run_command(words)
    if status not in (0, 1, 2):
        raise AssertionError(f"status {status}")
    return "" if status == 0 else out.getvalue().strip()


@contextmanager
def own_home(folder: Path) -> Iterator[None]:
    """Keep settings and caches in a folder, among them the outlines of engraved cards."""
    homes = {name: os.environ.get(name) for name in _HOMES}
    for name in _HOMES:
        os.environ[name] = str(folder / "settings")
    try:
        yield
    finally:
        for name, home in homes.items():
            del os.environ[name]
            if home is not None:
                os.environ[name] = home
        _forget_drawings()


def _forget_drawings() -> None:
    """Forget engraved drawings, which would be kept in the folder of their case later."""
    if draw_symbol.cache_info().currsize:
        for function in find_caches():
            if function.cache_parameters()["maxsize"] is not None:
                function.cache_clear()


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Change into a folder and restore signal handlers afterwards."""
    before = Path.cwd()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    os.chdir(folder)
    try:
        with own_home(folder):
            yield
    finally:
        os.chdir(before)
        gc.enable()  # a command lives for a moment, we do not
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _ask_font(folder: Path, data: bytes, level: int) -> str:
    number = 1 + (data[-1] % 9 == 0)
    fonts = f'\n[fonts]\ntitle = "x.ttf#{number}"\nfallback = ["x.ttf"]\n'
    if data[-1] % 5 == 0:
        fonts += 'text = { file = "x.ttf", wght = 500 }\n'
    (folder / "x.ttf").write_bytes(data)
    path = _lay(folder, **{"mine.toml": (definitions.BASE + fonts).encode()})
    return _go_deeper(folder, str(path), BUILD if level == BUILD else CHECK)


def _ask_edition(folder: Path, data: bytes, level: int) -> str:
    path = _lay(folder)
    (folder / "own.toml").write_bytes(data)
    if level == READ:
        edition(str(folder / "own.toml"))
        return ""
    return _build(folder, str(path), edition=str(folder / "own.toml"))


def _ask_preflight(folder: Path, data: bytes, level: int) -> str:
    target = sorted(target_names())[len(data) % len(target_names())]
    name = "001.json" if data[:1] == b"{" else "001.pdf"
    (folder / name).write_bytes(data)
    if level == READ:
        for finding in printkit.preflight(folder / name, target):
            assert finding.message("fr")
        return ""
    row = f"file,title,quantity,back\n{name},A,2,\n".encode()
    (folder / "cards.csv").write_bytes(row + data[: len(data) % 60])
    return command(folder, ["preflight", ".", "--for", target])


def _ask_settle(folder: Path, data: bytes, level: int) -> str:
    _lay(folder)
    return command(folder, json.loads(data))


def _ask_layers(folder: Path, data: bytes, level: int) -> str:
    """Lay a definition over a small one with several families, and add a third."""
    several = tomllib.loads(definitions.BASE)
    for name in ("second", "third"):
        several["families"][name] = {**several["families"]["deck"], "back": "waves"}
    _lay(folder, **{"base.toml": write_toml(several).encode()})
    (folder / "mine.toml").write_bytes(b'extends = "base.toml"\n' + data)
    if level == READ:
        printkit.load(str(folder / "mine.toml"))
        return ""
    return _go_deeper(folder, str(folder / "mine.toml"), level)


def _ask_import(folder: Path, data: bytes, level: int) -> str:
    """Start a deck from an order, a saved object or a list, named by its first line."""
    line, _, data = data.partition(b"\n")
    kind = line.decode()
    (folder / "x.png").write_bytes(_picture())
    (folder / "given").write_bytes(data)
    refused = command(folder, ["new", "made", "--from", kind, "given"])
    if refused or level == READ:
        return refused
    return _go_deeper(folder, str(folder / "made/made.toml"), level)


def _ask_door(folder: Path, data: bytes, level: int) -> str:
    """Bring a file in through a door that its first line names."""
    line, _, data = data.partition(b"\n")
    door = line.decode("utf-8", "replace")
    name = doors.file_name(door, data)
    path = _lay(folder)
    (folder / name).write_bytes(data)
    if door in doors.key_doors():
        path.write_text(doors.definition_with(door, name), encoding="utf-8")
        return _go_deeper(folder, str(path), BUILD if level == BUILD else CHECK)
    if door in doors.parameter_doors():
        return command(folder, doors.command_words(door, name))
    return ""


KINDS: dict[str, Kind] = {
    "toml": Kind(".toml", 16, definitions.make, _ask_definition),
    "table": Kind(".csv", 8, texts.make_table, _ask_beside(texts.TABLE_GAME, "cards.csv")),
    "sheet": Kind(".xlsx", 5, sheets.make_sheet, _ask_beside(texts.TABLE_GAME, "cards.csv")),
    "svg": Kind(".svg", 12, drawings.make, _ask_art("a.svg")),
    "picture": Kind(".png", 8, pictures.make, _ask_art("a.png")),
    "chapter": Kind(".md", 5, texts.make_chapter, _ask_chapter),
    "theme": Kind(".toml", 7, texts.make_theme, _ask_theme),
    "options": Kind(".json", 4, questions.make_options, _ask_options),
    "hand": Kind(".json", 6, questions.make_hand, _ask_hand),
    "manifest": Kind(".json", 5, questions.make_manifest, _ask_manifest),
    "profile": Kind(".toml", 4, texts.make_profile, _ask_profile),
    "font": Kind(".ttf", 3, files.make_font, _ask_font),
    "edition": Kind(".toml", 3, files.make_edition, _ask_edition),
    "preflight": Kind(".pdf", 5, files.make_checked, _ask_preflight),
    "settle": Kind(".json", 2, questions.make_settle, _ask_settle),
    "layers": Kind(".toml", 2, definitions.make_layer, _ask_layers),
    "door": Kind(".bin", 3, doors.make, _ask_door),
    "import": Kind(".bin", 2, files.make_import, _ask_import),
}
