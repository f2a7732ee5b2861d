"""Content: our `templates/` and `fonts/`, and what other packages add to them.

A wheel carries the two folders inside the package (see pyproject.toml); an sdist, an editable
install and a checkout have them beside it. Whatever is read is looked for in our folder first,
then in those of plug-ins, which add and never replace.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from printkit.base.errors import PrintkitError, warn
from printkit.base.files import is_file, resolve_within
from printkit.base.plain_text import quote
from printkit.base.plugins import plugin_folders

# The folders of tables, to which a package may add rows or texts; all other files are whole.
_TABLES = (".", "strings", "faults", "rules")


@cache
def _content_root() -> Path:
    # Not importlib.resources: our content is read as files, and that import costs 9 ms a command.
    package = Path(__file__).resolve().parents[1]
    for root in (package / "_content", package.parent):
        if (root / "templates" / "papers.toml").is_file():
            return root
    raise PrintkitError(
        "The folders templates/ and fonts/ of this installation are missing.",
        location=str(package),
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
            if not is_table and any(is_file(folder / name) for folder in folders):
                leave_out(path, "A file of this name is there already.")
        folders.append(added)
    return tuple(folders)


def leave_out(path: Path, reason: str) -> None:
    """Warn that something in a file of content is not used."""
    warn(PrintkitError(reason, location=str(path), hint="It is left out."))


def content_paths(*parts: str) -> list[Path]:
    """Return all files or folders of this name in the folders of content, in their order."""
    paths = (folder.joinpath(*parts) for folder in content_folders())
    return [path for path in paths if path.exists()]


def content_path(*parts: str) -> Path:
    """Return the first file or folder of this name, else its path in `templates/`."""
    bundled = content_folders()[0].joinpath(*parts)
    return bundled if bundled.exists() else next(iter(content_paths(*parts)), bundled)


def find_content(folder: str, name: str) -> Path | None:
    """Return a file in a folder of content as `content_path` does, or None outside the folder."""
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
    """Read a TOML file that others wrote; one that cannot be read is empty, with a warning."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        leave_out(path, f"This file cannot be read: {error}.")
        return {}


@cache
def load_content(name: str) -> dict[str, Any]:
    """Read a table (`papers.toml`, `cards.toml`, …): the bundled rows, then those of plug-ins.

    A plug-in's row needs a key of its own and whatever all bundled rows have.
    """
    bundled, *others = content_paths(name)
    table = tomllib.loads(bundled.read_text(encoding="utf-8"))
    needed = set.intersection(*map(set, table.values())) if others else set[str]()
    for path in others:
        for key, row in read_toml(path).items():
            if key in table:
                leave_out(path, f"The row {quote(key)} is there already.")
            elif not isinstance(row, dict) or needed - row.keys():
                leave_out(path, f"The row {quote(key)} needs {', '.join(sorted(needed))}.")
            else:
                table[key] = row
    return table
