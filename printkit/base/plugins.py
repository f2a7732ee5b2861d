"""One registry for all plug-ins, bundled ones and plug-ins of other packages.

There are six kinds of plug-ins: products, writers, impositions, targets, commands and content.
A bundled one is a row `name = "module:OBJECT"` of `templates/plugins.toml`. One of another package
is an entry point of the same form in the group `printkit.KIND`, such as `printkit.products`.
Listing names imports no module; `find` imports the module of one plug-in. An error in a plug-in is
an error for a build that needs it, else a warning.

The help page needs this module, which therefore imports little.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from printkit.base.sentences import Sentence, content_root, quote, shorten

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from printkit.base.errors import PrintkitError

P = ParamSpec("P")
T = TypeVar("T")

PRODUCTS, WRITERS, IMPOSITIONS = "products", "writers", "impositions"
TARGETS, COMMANDS, CONTENT = "targets", "commands", "content"
KINDS = (PRODUCTS, WRITERS, IMPOSITIONS, TARGETS, COMMANDS, CONTENT)
# Parts of plug-ins, which are found in the same way: the layouts of the faces of cards, and the
# packers that rows of `targets.toml` name.
FACES, PACKERS = "faces", "packers"
# The error for an unknown name of a kind, and the noun for all its names.
_UNKNOWN = {
    PRODUCTS: ("“{name}” is not a product.", "products"),
    WRITERS: ("“{name}” is not a format.", "formats"),
    IMPOSITIONS: ("“{name}” is not an imposition.", "impositions"),
    COMMANDS: ("There is no command “{name}”.", "commands"),
    FACES: ("There is no layout “{name}”.", "layouts"),
    PACKERS: ("“{name}” is not a packer.", "packers"),
}
_HEAD, _ROW = re.compile(r"\[([\w-]+)\]"), re.compile(r'([\w-]+) = "([\w.:]+)"')


def require_content() -> Path:
    """Return the folder of `templates/` and `fonts/`. Raises PrintkitError if they are missing."""
    if root := content_root():
        return root
    from printkit.base.errors import PrintkitError

    raise PrintkitError(
        "The folders templates/ and fonts/ of this installation are missing.",
        location=str(Path(__file__).resolve().parents[1]),
        hint="Install printkit again.",
    )


@cache
def bundled(kind: str) -> Mapping[str, str]:
    """Return the bundled plug-ins of a kind: `module:OBJECT` by name.

    The table is read line by line, because importing tomllib takes 10 ms in each command.
    """
    table = ""
    rows: dict[str, str] = {}
    text = (require_content() / "templates" / "plugins.toml").read_text(encoding="utf-8")
    for line in text.splitlines():
        if head := _HEAD.fullmatch(line):
            table = head[1]
        elif table == kind and (row := _ROW.fullmatch(line)):
            rows[row[1]] = row[2]
    return rows


@cache
def plugin_entries(kind: str) -> dict[str, EntryPoint]:
    """Return the entry points of other packages by name, in alphabetical order."""
    if not _has_plugins():
        return {}
    from importlib.metadata import entry_points  # takes 9 ms, and few people have plug-ins

    group = entry_points(group=f"printkit.{kind}")
    entries = sorted(group, key=lambda entry: (entry.name, entry.value))
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


def names(kind: str) -> list[str]:
    """Return the names of all plug-ins of a kind, bundled ones first.

    Warn of plug-ins that have the name of a bundled one, and leave them out.
    """
    own, entries = bundled(kind), plugin_entries(kind)
    for name in filter(own.__contains__, entries):
        from printkit.base.errors import warn

        cause = Sentence("{name} is a name of printkit itself", name=quote(name))
        warn(plugin_error(name, entries[name].value, cause))
    return [*own, *(name for name in entries if name not in own)]


def is_bundled(kind: str, name: str) -> bool:
    """Return True for a plug-in of printkit itself."""
    return name in bundled(kind)


def is_known(kind: str, name: str) -> bool:
    """Return True if a plug-in of a kind has this name."""
    return name in bundled(kind) or name in plugin_entries(kind)


def find(kind: str, name: str) -> Any:
    """Return a plug-in by name. Only its module is imported.

    Raises UsageError with the nearest name for an unknown one, and PrintkitError for a plug-in that
    cannot be loaded.
    """
    if place := bundled(kind).get(name):
        module, _, attribute = place.partition(":")
        holder = import_module(module)
        return getattr(holder, attribute) if attribute else holder
    if (entry := plugin_entries(kind).get(name)) is None:
        from printkit.base.errors import UsageError, did_you_mean

        sentence, noun = _UNKNOWN[kind]
        raise UsageError(Sentence(sentence, name=name), hint=did_you_mean(name, names(kind), noun))
    with faults_of(kind, name):
        return entry.load()


@contextmanager
def faults_of(kind: str, name: str) -> Iterator[None]:
    """Context manager: turn any error of the code of a plug-in into a PrintkitError.

    Errors of bundled plug-ins stay as they are.
    """
    from printkit.base.errors import PrintkitError

    try:
        yield
    except PrintkitError:
        raise
    except (Exception, SystemExit) as error:  # foreign code may raise anything
        if is_bundled(kind, name):
            raise
        place = plugin_entries(kind)[name].value
        raise plugin_error(name, place, _find_cause(error)) from error


def guard(kind: str, name: str, function: Callable[P, T]) -> Callable[P, T]:
    """Return a function of a plug-in, wrapped so that its errors become PrintkitErrors."""

    @wraps(function)
    def guarded(*args: P.args, **keywords: P.kwargs) -> T:
        with faults_of(kind, name):
            return function(*args, **keywords)

    return guarded


def unusable(kind: str, name: str, cause: str) -> PrintkitError:
    """Return the error for a plug-in of another package that cannot be used."""
    return plugin_error(name, plugin_entries(kind)[name].value, cause)


def plugin_error(name: str, place: str, cause: str) -> PrintkitError:
    """Return the error for a plug-in that cannot be used; `place` is the value of its entry."""
    from printkit.base.errors import PrintkitError

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


def source_of(kind: str, name: str) -> Path | None:
    """Return the source file of a plug-in without importing it, or None if there is none."""
    place = bundled(kind).get(name) or plugin_entries(kind)[name].value
    parts = place.partition(":")[0].split(".")
    folders = [str(Path(__file__).parents[2])] if is_bundled(kind, name) else sys.path
    paths = (Path(folder, *parts).with_suffix(".py") for folder in folders)
    return next((path for path in paths if path.is_file()), None)


@cache
def digest(kind: str, name: str) -> str:
    """Return the digest of the version and code of a plug-in, or an empty string for a bundled
    one.
    """
    entry = None if is_bundled(kind, name) else plugin_entries(kind).get(name)
    if entry is None:
        return ""
    import hashlib
    from importlib.util import find_spec

    spec = find_spec(entry.module)
    code = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
    version = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else ""
    return f"{version} {hashlib.sha256(code).hexdigest()}"


@cache
def plugin_folders() -> tuple[Path, ...]:
    """Return the content folders of plug-ins, without running their code."""
    from importlib.util import find_spec

    from printkit.base.errors import PrintkitError, warn

    folders: list[Path] = []
    for name, entry in plugin_entries(CONTENT).items():
        try:
            with faults_of(CONTENT, name):
                spec = find_spec(entry.module)
                if spec is None or not spec.submodule_search_locations:
                    raise ModuleNotFoundError(name=entry.module)
                folders.append(Path(next(iter(spec.submodule_search_locations))))
        except PrintkitError as error:
            warn(error)
    return tuple(folders)
