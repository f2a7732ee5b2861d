"""The forms of costly drawings, kept in the user's cache.

A form without nested forms is kept as its compressed stream; the names in other forms differ from
file to file, so their operators are kept as text around the names.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, TypeAlias

import msgspec

from printkit.graphics.display_list import LateItems

_NESTED = re.compile(r"/(S\d+) Do")
# Whole numbers stay whole: the box is a part of the digest of a form.
Box: TypeAlias = tuple[int | float, ...]


class KeptForm(msgspec.Struct, frozen=True, array_like=True):
    """A form: its box, and either its digest and stream, or the texts around `nested` forms.

    The nested forms are the indices of earlier ones. The stream is compressed if `is_deflated`.
    """

    box: Box
    digest: bytes = b""
    stream: bytes = b""
    is_deflated: bool = False
    texts: tuple[str, ...] = ()
    nested: tuple[int, ...] = ()

    def text(self, names: list[str]) -> str:
        """Return the operators of a form, given the names of the forms before it."""
        parts = [self.texts[0]]
        for index, after in zip(self.nested, self.texts[1:], strict=True):
            parts += [f"/{names[index]} Do", after]
        return "".join(parts)


def read_forms(items: LateItems) -> list[KeptForm]:
    """Return the kept forms of a drawing, the outermost last; an empty list if there are none."""
    return msgspec.msgpack.decode(items.code, type=list[KeptForm]) if items.code else []


class FormRecorder:
    """Records the forms of a drawing while they are drawn, by the names in the file."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.forms: list[KeptForm] = []
        self.fails = False

    def add(self, name: str, box: Box, text: str, used: Collection[str], leaf: Any) -> None:
        """Record a form; `leaf` has the digest, the stream and whether it is compressed."""
        if name in self.places:
            return
        if not used:
            self.forms.append(KeptForm(box, *leaf))
        elif all(nested in self.places for nested in used):
            parts = _NESTED.split(text)
            nested = tuple(self.places[own] for own in parts[1::2])
            self.forms.append(KeptForm(box, texts=tuple(parts[::2]), nested=nested))
        else:
            self.fails = True
        self.places[name] = len(self.forms) - 1

    def keep(self, items: LateItems) -> None:
        """Write the record of a drawing."""
        if not self.fails:
            items.code = msgspec.msgpack.encode(self.forms)
            items.keep()
