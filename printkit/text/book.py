"""A booklet's text before it has pages: chapters of blocks of rich text.

Frozen values between the parser of the texts and the writers of pages, HTML and Markdown. Computed
values are words here: nothing after this looks into a definition, except to draw a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from printkit.base.errors import Diagnostic
from printkit.model.variant import Variant

# What a picture or a sign shows.
CARD, FACE, BACK, SUIT, TOKEN = "card", "face", "back", "suit", "token"
# What only a panel shows, and what stands beside a heading: a pictogram, a material, the
# table seen from above.
PICTOGRAM, MATERIAL, TABLE = "pictogram", "material", "table"
PICTURES = (CARD, FACE, BACK, SUIT, TOKEN, PICTOGRAM)
# What a panel tells: the figures of a game, its aim, what it needs, how the table is set up, its
# phases, its hands, what is paid, what tokens do.
FACTS, AIM, NEEDS, SETUP, GLANCE = "facts", "aim", "needs", "setup", "glance"
LADDER, PAYING, TOKENS = "ladder", "paying", "tokens"
# Open cards of each seat, with what they come to or without.
DEALT, SHOWN = "dealt", "shown"
PANELS = (FACTS, AIM, NEEDS, SETUP, GLANCE, LADDER, PAYING, TOKENS)
# Panels whose cells have numbers, from 1.
NUMBERED = (SETUP, LADDER)
# What a box is: advice, a worked example, a remark, a rule for role-players.
TIP, EXAMPLE, NOTE, LORE = "tip", "example", "note", "lore"
CALLOUTS = (TIP, EXAMPLE, NOTE, LORE)
LEFT, CENTRE, RIGHT = "left", "centre", "right"


class SourceLocation(msgspec.Struct, frozen=True):
    """Where a text was written: a file as the user knows it, and its line there."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def problem(self, message: str, hint: str = "") -> Diagnostic:
        """Return a diagnostic for this location."""
        return Diagnostic(self.file, self.line, 0, "", message, hint)


class InlineText(msgspec.Struct, frozen=True):
    """Running text in one style.

    `link` is an anchor (`#hands`) or an address; `term` is the index entry that the words belong
    to.
    """

    text: str
    strong: bool = False
    emphasis: bool = False
    link: str | None = None
    term: str | None = None


class PictureRef(msgspec.Struct, frozen=True):
    """A drawn card, back, suit, token or pictogram of a variant; `alt` describes it.

    In running text it is a sign as high as a capital letter, in a Figure a drawing: of a card the
    small one that is read, as a face the one that is printed.
    """

    kind: str
    variant: str
    id: str
    alt: str


class LineBreak(msgspec.Struct, frozen=True):
    """The end of a line."""


Inline: TypeAlias = InlineText | PictureRef | LineBreak
RichText: TypeAlias = tuple[Inline, ...]


class Heading(msgspec.Struct, frozen=True):
    """A heading within a chapter: `level` 2 or 3; `anchor` is the same in all languages."""

    level: int
    line: RichText
    anchor: str
    place: SourceLocation


class ParagraphBlock(msgspec.Struct, frozen=True):
    """A paragraph of running text."""

    line: RichText
    place: SourceLocation


class ListBlock(msgspec.Struct, frozen=True):
    """A list; `start` is its first number, or None for a list with dots."""

    entries: tuple[tuple[Block, ...], ...]
    start: int | None
    place: SourceLocation


class TableBlock(msgspec.Struct, frozen=True):
    """A table with a head. `aligns` is left, centre or right for each column."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]
    aligns: tuple[str, ...]
    place: SourceLocation


class Figure(msgspec.Struct, frozen=True):
    """Drawings in a row with a caption, or in the margin beside the block that follows."""

    pictures: tuple[PictureRef, ...]
    caption: RichText
    margin: bool
    place: SourceLocation


class Callout(msgspec.Struct, frozen=True):
    """Blocks apart from the running text: `kind` is tip, example, note or lore."""

    kind: str
    title: RichText
    blocks: tuple[Block, ...]
    place: SourceLocation


class PanelHand(msgspec.Struct, frozen=True):
    """Cards that make up a hand, and what they come to."""

    cards: tuple[PictureRef, ...]
    label: str = ""


class PanelCell(msgspec.Struct, frozen=True):
    """A part of a panel: pictures or hands, a figure, a name, a sentence.

    Cells beside each other with the same `group` belong together, in its `colour`; `sign` is what
    a small sign at its picture says.
    """

    pictures: tuple[PictureRef, ...] = ()
    hands: tuple[PanelHand, ...] = ()
    figure: str = ""
    name: RichText = ()
    words: RichText = ()
    group: str = ""
    colour: str = ""
    sign: str = ""


class Panel(msgspec.Struct, frozen=True):
    """What a game tells in pictures with few words: `kind` is one of PANELS, or cards dealt.

    `picture` shows all of it, `note` is a remark on that; `words` stand before the cells.
    """

    kind: str
    variant: str
    cells: tuple[PanelCell, ...]
    place: SourceLocation
    picture: PictureRef | None = None
    note: RichText = ()
    words: RichText = ()


class TableOfContents(msgspec.Struct, frozen=True):
    """The place of the table of contents."""

    place: SourceLocation


class TermIndex(msgspec.Struct, frozen=True):
    """The place of the index of terms."""

    place: SourceLocation


Block: TypeAlias = (
    Heading
    | ParagraphBlock
    | ListBlock
    | TableBlock
    | Figure
    | Callout
    | Panel
    | TableOfContents
    | TermIndex
)


class Chapter(msgspec.Struct, frozen=True):
    """A chapter.

    `part` is the title of the part that begins with it (an anthology has parts; a chapter without
    one belongs to the last of them); `front` is True for those of the first pages, each on pages of
    its own; `last` for the summary on the very last page.
    """

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    place: SourceLocation
    part: str | None = None
    front: bool = False
    last: bool = False


class Book(msgspec.Struct, frozen=True):
    """A booklet in one language.

    `variants` are those that its pictures come from, by slug; the first one's back is on the cover.
    `left_out` says which boxes and chapters do not hold for the game, and why.
    """

    slug: str
    language: str
    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    variants: Mapping[str, Variant]
    left_out: tuple[Diagnostic, ...] = ()
