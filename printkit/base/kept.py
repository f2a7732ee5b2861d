"""What was read when the wheel was built: art, tables, games, hyphens, templates; a tenth of the
work.

A wheel has a file for each beside its `templates/`, made by `web/wheel.py`. It begins with a digest
of itself and of all that it was read from: what was changed since is read anew. A checkout has
none.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.catalogue import content_root

# The folder beside `templates/`, and what is added to the name of a source.
FOLDER, SUFFIX = "read", ".msgpack"
_DIGEST = hashlib.sha256().digest_size


def keep(source: bytes, read: object) -> bytes:
    """Return the bytes of a file that keeps what was read from a source: a table as it is, a record
    in short, bytes of its reader.
    """
    if isinstance(read, bytes):
        return _seal(source, read)
    is_table = isinstance(read, dict)
    data = read if is_table else _shorten(msgspec.to_builtins(read, order="deterministic"))
    return _seal(source, msgspec.msgpack.encode(data))


def _shorten(data: Any) -> Any:
    """Return a record whose whole numbers take one to three bytes, not nine: the type that it is
    read back with makes them floats again.
    """
    if isinstance(data, float):
        return int(data) if data.is_integer() and str(data) != "-0.0" else data
    if isinstance(data, dict):
        return {key: _shorten(value) for key, value in data.items()}
    return [*map(_shorten, data)] if isinstance(data, list | tuple) else data


def _seal(source: bytes, packed: bytes) -> bytes:
    return hashlib.sha256(source + packed).digest() + packed


def find_kept(path: Path, source: bytes | Callable[[], bytes]) -> bytes | None:
    """Return what was read from a bundled file; None if it was not kept, or of another source."""
    if (folders := _folders()) is None or not path.is_relative_to(folders[0]):
        return None
    return find_kept_as(path.relative_to(folders[0]).as_posix(), source)


def find_kept_as(name: str, source: bytes | Callable[[], bytes]) -> bytes | None:
    """Return what was read from a source and kept under a name; None as for `find_kept`."""
    if (folders := _folders()) is None:
        return None
    try:
        kept = (folders[1] / f"{name}{SUFFIX}").read_bytes()
    except OSError:
        return None
    packed = kept[_DIGEST:]
    read_from = source if isinstance(source, bytes) else source()
    return packed if kept == _seal(read_from, packed) else None


@cache
def _folders() -> tuple[Path, Path] | None:
    root = content_root()
    if root is None or not (root / FOLDER).is_dir():
        return None
    return root / "templates", root / FOLDER


def digest_files(roots: Mapping[str, Path], read: str = "") -> str:
    """Return the digest of all files in folders, by the names of the keys and by content.

    Of files whose names do not end in `read` the name alone counts.
    """
    whole = hashlib.sha256()
    for lead, root in roots.items():
        for name, path in _list_files(str(root), lead):
            data = b""
            if name.endswith(read):
                with open(path, "rb", buffering=0) as file:
                    data = file.readall()
            whole.update(f"{name}\0{len(data)}\0".encode())
            whole.update(data)
    return whole.hexdigest()


def _list_files(root: str, lead: str) -> list[tuple[str, str]]:
    """Return the sorted names and paths of the files in a folder, the same in checkout and wheel.

    A compiled module is left out if its source is there.
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
