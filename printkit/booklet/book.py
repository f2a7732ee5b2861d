"""A booklet's text before it has pages: chapters of blocks of words.

Frozen values between the reader of the texts (`text`), and those who set them as pages, HTML or
Markdown. Whatever was computed is words here: nothing after this looks into a definition, save to
draw a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from printkit.base.errors import Diagnostic
from printkit.model.variant import Variant

# What a picture or a sign shows.
CARD, BACK, SUIT, TOKEN = "card", "back", "suit", "token"
PICTURES = (CARD, BACK, SUIT, TOKEN)
# What a box is: advice, a worked example, a remark, a rule for role-players.
TIP, EXAMPLE, NOTE, LORE = "tip", "example", "note", "lore"
CALLOUTS = (TIP, EXAMPLE, NOTE, LORE)
LEFT, CENTRE, RIGHT = "left", "centre", "right"


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """Where something was written: a file as a person knows it, and its line there."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def problem(self, what: str, hint: str = "") -> Diagnostic:
        """What is wrong here, and what would be right."""
        return Diagnostic(self.file, self.line, 0, "", what, hint)


@dataclass(frozen=True, slots=True)
class InlineText:
    """Running text in one manner. `link` is an anchor (`#hands`) or an address; `term` is the entry
    of the index that the words belong to."""

    text: str
    strong: bool = False
    emphasis: bool = False
    link: str | None = None
    term: str | None = None


@dataclass(frozen=True, slots=True)
class PictureRef:
    """A drawn card, back, suit or token of a variant; `alt` says it to a reader who sees none.

    In running text it is a sign as high as a capital letter, in a Figure a drawing.
    """

    kind: str
    variant: str
    id: str
    alt: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A line ends here."""


Inline: TypeAlias = InlineText | PictureRef | LineBreak
RichText: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a chapter: `level` 2 or 3; `anchor` is the same in all languages."""

    level: int
    line: RichText
    anchor: str
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of running text."""

    line: RichText
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list; `start` is its first number, or None for a list with dots."""

    entries: tuple[tuple[Block, ...], ...]
    start: int | None
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a head. `aligns` is left, centre or right for each column."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]
    aligns: tuple[str, ...]
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class Figure:
    """Drawings in a row with a caption, or in the margin beside the block that follows."""

    pictures: tuple[PictureRef, ...]
    caption: RichText
    margin: bool
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class Callout:
    """Blocks apart from the running text: `kind` is tip, example, note or lore."""

    kind: str
    title: RichText
    blocks: tuple[Block, ...]
    place: SourceLocation


@dataclass(frozen=True, slots=True)
class TableOfContents:
    """The table of contents stands here."""

    place: SourceLocation


@dataclass(frozen=True, slots=True)
class TermIndex:
    """The index of terms stands here."""

    place: SourceLocation


Block: TypeAlias = (
    Heading | Paragraph | ListBlock | Table | Figure | Callout | TableOfContents | TermIndex
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; `part` is the title of the part that begins with it (an anthology has parts; where
    it is empty, a chapter stands behind the last of them),
    `last`: it is the summary on the very last page."""

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    place: SourceLocation
    part: str | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """A booklet in one language. `variants` are those that its pictures come from, by slug; the
    first one's back is on the cover."""

    slug: str
    language: str
    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    variants: Mapping[str, Variant]
