"""Find and load plug-ins through the entry points of other packages.

An entry point in the group `printkit.products` names a product by its key (`my-mat =
"my_package.mat:PRODUCT"`), in `printkit.writers` a module with a function `write` by the name of
its format, in `printkit.faces` a layout of faces by its name, and in `printkit.content` a package
whose folder has the structure of `templates/` (`variants/NAME.toml`). A failure of a plug-in is an
error for a build that needs it, and otherwise a warning.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.base.errors import PrintkitError, warn
from printkit.base.sentences import Sentence, quote, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PRODUCTS, WRITERS = "printkit.products", "printkit.writers"
FACES, CONTENT = "printkit.faces", "printkit.content"


@cache
def plugin_entries(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order."""
    if not _has_plugins():
        return {}
    from importlib.metadata import entry_points

    entries = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
    return {entry.name: entry for entry in entries}


@cache
def _has_plugins() -> bool:
    """Return True if a package on the path may be a plug-in.

    This needs 2 ms; importing importlib.metadata needs 9 ms.
    """
    for file in (
        file for place in sys.path for file in Path(place).glob("*-info/entry_points.txt")
    ):
        with suppress(OSError):
            if b"[printkit." in file.read_bytes():
                return True
    return False


@contextmanager
def plugin_faults(name: str, place: str) -> Iterator[None]:
    """Context manager: turn any exception in the code of a plug-in into a PrintkitError."""
    try:
        yield
    except PrintkitError:
        raise
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise plugin_error(name, place, _find_cause(error)) from error


def plugin_error(name: str, place: str, cause: str) -> PrintkitError:
    """Return the error for a plug-in that cannot be used."""
    return PrintkitError(
        Sentence("The plug-in {name} cannot be used: {cause}.", name=quote(name), cause=cause),
        location=place,
        hint="Install another version of its package, or remove it.",
    )


def _find_cause(error: BaseException) -> str:
    """Return a clause that explains the failure of a plug-in."""
    if isinstance(error, ModuleNotFoundError):
        return Sentence("the module {name} is not installed", name=quote(error.name or ""))
    words = shorten(str(error)).rstrip(".")
    return words if isinstance(error, ImportError) else f"{type(error).__name__}: {words}"


def load_plugin(group: str, name: str) -> Any:
    """Return the object of an entry point, or None if there is no such entry point.

    Raises PrintkitError if it cannot be loaded.
    """
    entry = plugin_entries(group).get(name)
    if entry is None:
        return None
    with plugin_faults(name, entry.value):
        return entry.load()


def plugin_names(group: str, taken: Collection[str]) -> list[str]:
    """Return the names of plug-ins in a group. Warn about names that printkit itself uses."""
    entries = plugin_entries(group)
    for name in filter(taken.__contains__, entries):
        cause = Sentence("{name} is a name of printkit itself", name=quote(name))
        warn(plugin_error(name, entries[name].value, cause))
    return [name for name in entries if name not in taken]


@cache
def plugin_digest(group: str, name: str) -> str:
    """Return the digest of the version and code of a plug-in; empty for a bundled part."""
    entry = plugin_entries(group).get(name)
    if entry is None:
        return ""
    spec = find_spec(entry.module)
    code = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
    version = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else ""
    return f"{version} {hashlib.sha256(code).hexdigest()}"


@cache
def plugin_folders() -> tuple[Path, ...]:
    """Return the content folders of plug-ins, without running their code."""
    folders: list[Path] = []
    for name, entry in plugin_entries(CONTENT).items():
        try:
            with plugin_faults(name, entry.value):
                spec = find_spec(entry.module)
                if spec is None or not spec.submodule_search_locations:
                    raise ModuleNotFoundError(name=entry.module)
                folders.append(Path(next(iter(spec.submodule_search_locations))))
        except PrintkitError as error:
            warn(error)
    return tuple(folders)
