"""What the first page of a kit says.

All of it in words of one language: who makes the kit knows what they are, who draws the page need
not.
"""

from __future__ import annotations

import msgspec

from printkit.model.variant import Variant


class FileRow(msgspec.Struct, frozen=True):
    """A file to print: what it is, its name, and what printing it takes; `note` is that in a line
    of words."""

    name: str
    file: str
    sheets: int
    sides: str
    cuts: int
    paper: str
    note: str


class FirstPageStep(msgspec.Struct, frozen=True):
    """What is done, and to what."""

    lead: str
    words: str


class ColumnHeads(msgspec.Struct, frozen=True):
    """The words over columns and sections."""

    what: str
    sheets: str
    sides: str
    cuts: str
    paper: str
    total: str
    needs: str
    tools: str
    steps: str


class FirstPage(msgspec.Struct, frozen=True):
    """The page of a game: `sheets` and `cuts` are those of all files, this page included; `counts`
    is that in a line of words."""

    variant: Variant
    title: str
    heads: ColumnHeads
    rows: tuple[FileRow, ...]
    sheets: int
    cuts: int
    counts: str
    needs: tuple[str, ...]
    tools: tuple[str, ...]
    steps: tuple[FirstPageStep, ...]
