"""What a file was made of, in one number: only what changed is made again.

In: what a job is about, the options that a product reads. Out: digests. A recipe is of all that
could change a byte: the program with its templates and fonts, its libraries, the texts
of the definition, the user's own pictures, the theme, every option that the product declares. No
path of a machine, no clock.
"""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.content import content_folders, font_path
from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_PICTURE_BYTES
from printkit.base.options import Option
from printkit.jobs.subject import Subject, own_pictures
from printkit.pieces.options import THEME

# What draws, shapes and packs: another version of it may give other bytes.
_LIBRARIES = (
    *("reportlab", "svgwrite", "pypdfium2", "pillow", "uharfbuzz"),
    *("jinja2", "markdown_it_py", "mdit_py_plugins", "pyphen"),
)


class Recipe(msgspec.Struct, frozen=True):
    """What all products of a job have in common."""

    base: str

    def of(
        self,
        product: str,
        edition: str,
        options: Iterable[Option[Any]],
        values: Mapping[str, Any],
        *facts: object,
    ) -> str:
        """Return the recipe of one product in one edition: of the options that it reads, and of
        `facts` that it is made of besides."""
        read = [(option.name, _recipe_value(option, values[option.name])) for option in options]
        return _digest([self.base, product, edition, repr(sorted(read)), *map(repr, facts)])


def make_recipe(subject: Subject) -> Recipe:
    """Return the common part of the recipes of a job: the program, and all that it is about."""
    parts = [program(), subject.kind, subject.slug, subject.book, *subject.sources]
    variants = [subject.variant, subject.mapping.deck if subject.mapping else None]
    for variant in variants:
        for path in sorted(own_pictures(variant)) if variant is not None else ():
            parts += [f"{path.parent.name}/{path.name}", _file_digest(path)]
    return Recipe(_digest(parts))


def _recipe_value(option: Option[Any], value: Any) -> str:
    """Return a value as a recipe has it: a theme, which may be a file, by what it and the one for
    plain paper mean."""
    if option.name != THEME.name:
        return repr(value)
    chosen = theme(value)
    plain = theme(chosen.plain)
    return repr((replace(chosen, plain=plain.key), plain))


@cache
def program() -> str:
    """Return the digest of the program's code and content, and the versions of its libraries and of
    Python.
    """
    package = Path(__file__).resolve().parents[1]
    templates, *added = content_folders()
    folders = {"printkit": package, "templates": templates, "fonts": font_path("")}
    files = contents({**folders, **{f"added-{i}": folder for i, folder in enumerate(added)}})
    python = repr((sys.implementation.name, *sys.version_info[:2]))
    return _digest([files, repr(_library_versions()), python, zlib.ZLIB_RUNTIME_VERSION])


def contents(roots: Mapping[str, Path]) -> str:
    """Return the digest of all files below some folders: names as the keys have them, and bytes."""
    whole = hashlib.sha256()
    for lead, root in roots.items():
        for name, path in _list_files(str(root), lead):
            with open(path, "rb") as file:
                data = file.read()
            whole.update(f"{name}\0{len(data)}\0".encode())
            whole.update(data)
    return whole.hexdigest()


def _list_files(root: str, lead: str) -> list[tuple[str, str]]:
    """Return the files below a folder in order, by their names as a checkout and a wheel have them.

    Of a module that is there as source its compiled form is left out.
    """
    files: list[tuple[str, str]] = []
    entries = list(os.scandir(root))
    names = {entry.name for entry in entries}
    for entry in entries:
        name = f"{lead}/{entry.name}"
        if entry.is_dir():
            if entry.name not in ("__pycache__", "_content"):
                files += _list_files(entry.path, name)
        elif not (entry.name.endswith(".pyc") and entry.name[:-1] in names):
            files.append((name, entry.path))
    return sorted(files)


def _library_versions() -> list[str]:
    """Return the libraries as they are installed: `reportlab-5.1.0.dist-info`, each once,
    in order.
    """
    versions: dict[str, str] = {}
    for place in sys.path:
        try:
            names = os.listdir(place or ".")
        except OSError:
            continue
        for name in sorted(names):
            library = name.partition("-")[0].lower()
            if name.endswith((".dist-info", ".egg-info")) and library in _LIBRARIES:
                versions.setdefault(library, name)
    return sorted(versions.values())


def _file_digest(path: Path) -> str:
    """Return the digest of a file; of one that cannot be read, a word: drawing it will
    report it.
    """
    try:
        data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    except PrintkitError:
        return "unreadable"
    return hashlib.sha256(data).hexdigest()


def _digest(parts: list[str]) -> str:
    """Return one digest of several texts; where one ends matters."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape")  # names of files need not be UTF-8
        whole.update(f"{len(data)}\0".encode())
        whole.update(data)
    return whole.hexdigest()
