"""Packers: the files of a target beside those of its formats, such as order files and tables.

A row of `templates/targets.toml` names its packer, which `templates/plugins.toml` or an entry point
of the group `printkit.packers` lists. A packer is a function of parts, target and game that yields
files; their suffixes are whole names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from printkit.base import plugins
from printkit.base.sentences import brief_repr
from printkit.graphics.display_list import Symbol
from printkit.outlets.target import Target
from printkit.pieces.local_game import LocalGame
from printkit.pieces.pages import Document
from printkit.pieces.piece import Piece
from printkit.writers import Artifact


class Slot(NamedTuple):
    """A different card of a deck: its files, how many there are, and its place in the deck.

    `back` is the number of its back in `OrderPart.backs`, from 1, or 0. `back_file` is empty if its
    back has no file. `first` is the number of its first copy, from 1.
    """

    piece: Piece
    first: int
    front_file: str
    back_file: str
    back: int

    @property
    def numbers(self) -> range:
        """The numbers of its copies in the deck, from 1."""
        return range(self.first, self.first + self.piece.copies)


class OrderPart(Struct, frozen=True, dict=True):
    """A product of an order in one edition.

    `stem` is the beginning of the names of its files, `files` are these names: one for each page,
    or one or two for all. `rules` is the text of a booklet as Markdown.
    """

    __repr__ = brief_repr

    product: str
    edition: str
    title: str
    stem: str
    document: Document
    rules: bytes | None = None
    files: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The different pieces, each with its number of copies."""
        return self.document.pieces

    @property
    def count(self) -> int:
        """The number of pieces with all copies."""
        return sum(piece.copies for piece in self.pieces)

    @cached_property
    def backs(self) -> tuple[Symbol, ...]:
        """The different backs, in the order of the pieces."""
        return tuple({id(piece.back): piece.back for piece in self.pieces if piece.back}.values())

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The different pieces with their files and places."""
        ends = (self.files[0], self.files[-1]) if self.files else ("", "")
        drawn: dict[int, str] = {}
        if len(self.files) == len(self.document.pages):
            ends = ("", "")
            for page, file in zip(self.document.pages, self.files, strict=True):
                for cell in page.cells:
                    drawn.setdefault(id(cell.symbol), file)
        numbers = {id(back): number for number, back in enumerate(self.backs, 1)}
        slots: list[Slot] = []
        first = 1
        for piece in self.pieces:
            front = drawn.get(id(piece.front), ends[0])
            back = drawn.get(id(piece.back), ends[1]) if piece.back else ""
            slots.append(Slot(piece, first, front, back, numbers.get(id(piece.back), 0)))
            first += piece.copies
        return tuple(slots)


Packer = Callable[[Sequence[OrderPart], Target, LocalGame], Iterator[Artifact]]


def packer(name: str) -> Packer:
    """Return the packer of a name. Errors of a plug-in are PrintkitErrors. Raises PrintkitError."""
    pack: Packer = plugins.find(plugins.PACKERS, name)
    if plugins.is_bundled(plugins.PACKERS, name):
        return pack

    def guarded(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
        with plugins.faults_of(plugins.PACKERS, name):
            yield from pack(parts, target, game)

    return guarded
