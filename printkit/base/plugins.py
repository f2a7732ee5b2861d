"""What other packages add to printkit, by entry points.

A package names in its metadata, under `printkit.products`, a product by its key (`my-mat =
"my_package.mat:PRODUCT"`), under `printkit.writers` a module with a `write` by the format's name,
and under `printkit.content` a package whose folder holds content as `templates/` does
(`variants/NAME.toml`). They are looked for only when a name is not bundled, or to list all.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printkit.base.errors import PrintkitError
from printkit.base.plain_text import quote

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PRODUCTS, WRITERS, CONTENT = "printkit.products", "printkit.writers", "printkit.content"


@cache
def plugin_entries(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in sorted(entry_points(group=group), key=_sort_key)}


def _sort_key(entry: EntryPoint) -> tuple[str, str]:
    return entry.name, entry.value


def load_plugin(group: str, name: str) -> Any:
    """Return what an entry point names, or None if no package adds this name.

    Raises PrintkitError for one that cannot be loaded.
    """
    entry = plugin_entries(group).get(name)
    if entry is None:
        return None
    try:
        return entry.load()
    except Exception as error:  # code of others, which may fail in any way
        raise PrintkitError(
            f"The plug-in {quote(name)} cannot be loaded: {_find_cause(entry, error)}.",
            location=entry.value,
            hint="Install its package again, or remove it.",
        ) from error


def _find_cause(entry: EntryPoint, error: Exception) -> str:
    """Return why a plug-in cannot be loaded, in plain words."""
    if isinstance(error, ModuleNotFoundError):
        return f"the module {quote(error.name or entry.module)} is not installed"
    if isinstance(error, AttributeError) and entry.module in sys.modules:
        return f"the module {quote(entry.module)} has no {quote(entry.attr)}"
    return f"its code fails as it is imported ({type(error).__name__})"


@cache
def plugin_digest(group: str, name: str) -> str:
    """Return what tells one version of a plug-in from another; empty for what is bundled."""
    entry = plugin_entries(group).get(name)
    if entry is None:
        return ""
    from importlib.util import find_spec

    spec = find_spec(entry.module)
    code = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
    version = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else ""
    return f"{version} {hashlib.sha256(code).hexdigest()}"


@cache
def content_folders() -> tuple[Path, ...]:
    """Return the folders of content that packages add."""
    modules = (load_plugin(CONTENT, name) for name in plugin_entries(CONTENT))
    return tuple(Path(module.__file__).parent for module in modules if module.__file__)
