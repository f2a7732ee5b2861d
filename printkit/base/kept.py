"""What was read when the wheel was built: drawings, tables, hyphens; a tenth of the work.

A wheel has a file for each beside its `templates/`, made by `web/wheel.py`. It begins with a digest
of itself and of all that it was read from: what was changed since is read anew. A checkout has
none.
"""

from __future__ import annotations

import hashlib
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
    in short.
    """
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


def find_kept(path: Path, source: bytes) -> bytes | None:
    """Return what was read from a bundled file; None if it was not kept, or of another source."""
    if (folders := _folders()) is None or not path.is_relative_to(folders[0]):
        return None
    return find_kept_as(path.relative_to(folders[0]).as_posix(), source)


def find_kept_as(name: str, source: bytes) -> bytes | None:
    """Return what was read from a source and kept under a name; None as for `find_kept`."""
    if (folders := _folders()) is None:
        return None
    try:
        kept = (folders[1] / f"{name}{SUFFIX}").read_bytes()
    except OSError:
        return None
    packed = kept[_DIGEST:]
    return packed if kept == _seal(source, packed) else None


@cache
def _folders() -> tuple[Path, Path] | None:
    root = content_root()
    if root is None or not (root / FOLDER).is_dir():
        return None
    return root / "templates", root / FOLDER
