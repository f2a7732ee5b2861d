"""Content and TOML: our `templates/` and `fonts/`, what other packages add, and TOML of users.

A wheel carries the two folders inside the package (see pyproject.toml); an sdist, an editable
install and a checkout have them beside it. Our folder is searched first, then those of plug-ins,
which add and never replace.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.catalogue import content_root
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, warn
from printkit.base.files import is_file, resolve_within
from printkit.base.kept import find_kept
from printkit.base.limits import MAX_KEY_PARTS
from printkit.base.plain_text import quote
from printkit.base.plugins import plugin_folders

# Folders of tables, to which a package may add rows or texts; it adds other files as a whole.
_TABLES = (".", "strings", "rules")
# Catalogues of sentences, to which a package may add its own.
_CATALOGUE = ".po"


@cache
def _content_root() -> Path:
    if root := content_root():
        return root
    raise PrintkitError(
        "The folders templates/ and fonts/ of this installation are missing.",
        location=str(Path(__file__).resolve().parents[1]),
        hint="Install printkit again.",
    )


@cache
def content_folders() -> tuple[Path, ...]:
    """Return `templates/`, then the folders of plug-ins. Warn of files whose names clash."""
    folders = [_content_root() / "templates"]
    sections = [path.name for path in folders[0].iterdir() if path.is_dir()]
    for added in plugin_folders():
        for path in sorted(path for section in sections for path in (added / section).rglob("*.*")):
            name = path.relative_to(added)
            is_table = path.suffix == ".toml" and name.parent.as_posix() in _TABLES
            adds = is_table or path.suffix == _CATALOGUE
            if not adds and any(is_file(folder / name) for folder in folders):
                leave_out(path, "There is already a file of this name.")
        folders.append(added)
    return tuple(folders)


def leave_out(path: Path, reason: str) -> None:
    """Warn that a file of content, or a part of it, is not used."""
    warn(PrintkitError(reason, location=str(path), hint="It is left out."))


def content_paths(*parts: str) -> list[Path]:
    """Return all files or folders of this name in the folders of content, in order."""
    paths = (folder.joinpath(*parts) for folder in content_folders())
    return [path for path in paths if path.exists()]


def content_path(*parts: str) -> Path:
    """Return the first file or folder of this name, else its path in `templates/`."""
    bundled = content_folders()[0].joinpath(*parts)
    return bundled if bundled.exists() else next(iter(content_paths(*parts)), bundled)


def find_content(folder: str, name: str) -> Path | None:
    """Return the first file of this name in a folder of content; None if it leads out."""
    paths = [resolve_within(root / folder, name) for root in content_folders()]
    return next((path for path in paths if path is not None and is_file(path)), paths[0])


def content_files(folder: str, suffix: str = ".toml") -> dict[str, Path]:
    """Return the files in a folder of content by name, without `suffix`, in alphabetical order."""
    files: dict[str, Path] = {}
    for root in content_paths(folder):
        for path in root.glob(f"*{suffix}"):
            files.setdefault(path.name.removesuffix(suffix), path)
    return dict(sorted(files.items()))


def font_path(name: str) -> Path:
    """Return the path of a font file in `fonts/`."""
    return _content_root() / "fonts" / name


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file of content; an unreadable one is empty, with a warning."""
    try:
        return _parse(path)
    except (OSError, ValueError, RecursionError) as error:
        leave_out(path, f"This file cannot be read: {error}.")
        return {}


def _parse(path: Path) -> dict[str, Any]:
    source = path.read_bytes()
    if (kept := find_kept(path, source)) is not None:
        data: dict[str, Any] = msgspec.msgpack.decode(kept)
        return data
    import tomllib  # a wheel keeps what our tables say

    return tomllib.loads(source.decode())


@cache
def load_content(name: str) -> dict[str, Any]:
    """Read a table (`papers.toml`, `cards.toml`, …): the bundled rows, then those of plug-ins.

    A row of a plug-in needs a new key, and all keys that the bundled rows share. Its values are of
    the same kinds as theirs.
    """
    bundled, *others = content_paths(name)
    table = _parse(bundled)
    rows = list(table.values())
    for path in others:
        for key, row in read_toml(path).items():
            if key in table:
                leave_out(path, f"There is already a row {quote(key)}.")
            elif need := _find_need(row, rows):
                leave_out(path, f"The row {quote(key)} needs {need}.")
            else:
                table[key] = row
    return table


# A number may be whole, and a colour may be a text.
_WIDER = {"a whole number": "a number", "a text": "a colour"}


def _find_need(row: Any, rows: list[dict[str, Any]]) -> str:
    """Return the first key that a row lacks, or whose value is of another kind than in `rows`."""
    for key in dict.fromkeys(key for known in rows for key in known):
        values = [known[key] for known in rows if key in known]
        if not isinstance(row, dict) or key not in row:
            if len(values) == len(rows):
                return key
            continue
        kind, kinds = _kind_of(row[key]), {*map(_kind_of, values)}
        if not {kind, _WIDER.get(kind)} & kinds:
            shown = sorted(kinds - {kind for kind in _WIDER if _WIDER[kind] in kinds})
            return f"{key} = {' or '.join(shown)}"
    return ""


def _kind_of(value: Any) -> str:
    """Return the kind of a value of content, such as “2 numbers”."""
    numbers = value if isinstance(value, list) else [value]
    if {*map(type, numbers)} <= {int, float} and all(map(math.isfinite, numbers)) and numbers:
        whole = "a whole number" if isinstance(value, int) else "a number"
        return f"{len(numbers)} numbers" if isinstance(value, list) else whole
    if isinstance(value, dict):
        return "a colour" if "srgb" in value else "a table"
    return {bool: "true or false", str: "a text", list: "a list"}.get(type(value), "a value")


# A key with too many parts.
_LONG_KEY = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}"""
)
# The beginnings of messages about a key or a table that is given twice.
_REPEATED = ("Cannot overwrite", "Cannot declare")
# The explanations of the messages of the parser, by their beginnings.
_EXPLANATIONS = "toml-faults.toml"


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data of a TOML text. Raises DefinitionError with the place of a syntax error."""
    if match := _LONG_KEY.search(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        message = "A key has too many parts with dots between them."
        raise _fault(path, f"{message} {MAX_KEY_PARTS.allowed}", line, column)
    import tomllib  # a wheel keeps what our tables say

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line, column = _split_place(str(error), text)
        first = _first_of(text, line) if message.startswith(_REPEATED) else 0
        hint = f"It is on line {first} already." if first else ""
        raise _fault(path, f"This is not TOML: {_explain(message)}.", line, column, hint) from None
    except RecursionError:
        raise _fault(path, "This is nested too deeply.") from None
    except ValueError:  # a number of thousands of digits, which Python refuses to read
        raise _fault(path, "A number in this file has too many digits.") from None


def parse_bundled_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data of a bundled file, parsed once; the caller may change the data."""
    data: dict[str, Any] = msgspec.msgpack.decode(_pack(text, path))
    return data


@lru_cache(maxsize=64)
def _pack(text: str, path: Path) -> bytes:
    return find_kept(path, text.encode()) or msgspec.msgpack.encode(parse_toml(text, path))


def _fault(
    path: Path, message: str, line: int = 0, column: int = 0, hint: str = ""
) -> DefinitionError:
    return DefinitionError([Diagnostic(str(path), line, column, "", message, hint)])


def _split_place(message: str, text: str) -> tuple[str, int, int]:
    """Split “… (at line 3, column 7)” into message, line and column."""
    words, _, place = message.partition(" (at ")
    numbers = [int(word) for word in place.replace(",", " ").rstrip(")").split() if word.isdigit()]
    if len(numbers) == 2:
        return words, numbers[0], numbers[1]
    return words, text.count("\n") + 1, len(text) - text.rfind("\n")


def _first_of(text: str, line: int) -> int:
    """Return the number of the first line that begins with the key or the table of a later one, in
    the same table; 0 if there is none.
    """
    lines = [row.partition("#")[0].strip() for row in text.splitlines()[:line]]
    repeated = lines[-1] if lines else ""
    if repeated.startswith("["):
        return next((i for i, row in enumerate(lines[:-1], 1) if row == repeated), 0)
    key = repeated.partition("=")[0].strip()
    for number in range(len(lines) - 1, 0, -1):
        row = lines[number - 1]
        if row.startswith("["):
            break
        if "=" in row and row.partition("=")[0].strip() == key:
            return number
    return 0


def _explain(message: str) -> str:
    """Return the explanation of a message of the parser."""
    known = load_content(_EXPLANATIONS)["starts"].items()
    fitting = (meant for start, meant in known if message.startswith(start))
    return next(fitting, "it cannot be read from here on")
