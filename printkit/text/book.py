"""The records of a booklet without pages: chapters of blocks of rich text.

The parser of texts makes them; pages, HTML and Markdown are written from them. Computed values are
words here: a definition is needed afterwards only to draw pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from printkit.base.errors import Diagnostic
from printkit.model.variant import Variant

# The kinds of pictures and signs.
CARD, FACE, BACK, SUIT, TOKEN = "card", "face", "back", "suit", "token"
# Pictures of panels: a pictogram (in the margin as well), a material, the table from above, a turn,
# a dial of chances.
PICTOGRAM, MATERIAL, TABLE, TURN, DIAL = "pictogram", "material", "table", "turn", "dial"
PICTURES = (CARD, FACE, BACK, SUIT, TOKEN, PICTOGRAM)
# The kinds of panels: key figures, aim, materials, setup, phases, hands, payments, tokens, chances.
FACTS, AIM, NEEDS, SETUP, GLANCE = "facts", "aim", "needs", "setup", "glance"
LADDER, PAYING, TOKENS, CHANCES = "ladder", "paying", "tokens", "chances"
# Open cards of each seat, with and without their totals.
DEALT, SHOWN = "dealt", "shown"
# Turns of one player, with the table before and after each.
PLAYS = "plays"
PANELS = (FACTS, AIM, NEEDS, SETUP, GLANCE, LADDER, PAYING, TOKENS, CHANCES)
# Panels whose cells have numbers, from 1.
NUMBERED = (SETUP, LADDER, PLAYS)
# The kinds of callouts: advice, a worked example, a remark, a rule for role-players.
TIP, EXAMPLE, NOTE, LORE = "tip", "example", "note", "lore"
CALLOUTS = (TIP, EXAMPLE, NOTE, LORE)
LEFT, CENTRE, RIGHT = "left", "centre", "right"


class SourceLocation(msgspec.Struct, frozen=True):
    """The file, as the user knows it, and the line of a text."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def problem(self, message: str, hint: str = "") -> Diagnostic:
        """Return a diagnostic for this location."""
        return Diagnostic(self.file, self.line, 0, "", message, hint)


class InlineText(msgspec.Struct, frozen=True):
    """Running text in one style.

    `link` is an anchor (`#hands`) or an address; `term` is the index entry of the words.
    """

    text: str
    strong: bool = False
    emphasis: bool = False
    link: str | None = None
    term: str | None = None


class PictureRef(msgspec.Struct, frozen=True):
    """A drawn card, back, suit, token or pictogram of a variant; `alt` describes it.

    In running text it is a sign as high as a capital letter, in a Figure a drawing: a `card` is the
    small legible one, a `face` the printed one.
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
    """A heading within a chapter; `level` is 2 or 3, `anchor` the same in all languages."""

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
    """Drawings in a row with a caption, or in the margin beside the next block."""

    pictures: tuple[PictureRef, ...]
    caption: RichText
    margin: bool
    place: SourceLocation


class Callout(msgspec.Struct, frozen=True):
    """A box beside the running text; `kind` is tip, example, note or lore."""

    kind: str
    title: RichText
    blocks: tuple[Block, ...]
    place: SourceLocation


class PanelHand(msgspec.Struct, frozen=True):
    """The cards of a hand, and the label of its total."""

    cards: tuple[PictureRef, ...]
    label: str = ""


class PanelCell(msgspec.Struct, frozen=True):
    """A part of a panel: pictures or hands, a figure, a name, a sentence.

    Neighbouring cells with the same `group` share a box in its `colour`; `sign` is the meaning of a
    small sign at the picture.
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
    """A game in pictures with few words; `kind` is one of PANELS, DEALT, SHOWN or PLAYS.

    `picture` shows the whole, `note` is a remark on it; `words` precede the cells.
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

    `part` is the title of the part that begins here, None if the chapter continues a part. `front`
    chapters open it, each on a page of its own; the `last` one is on the last page; `back` matter
    follows the chapters of a user. Paragraphs that begin in bold are in two `columns`.
    """

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    place: SourceLocation
    part: str | None = None
    front: bool = False
    last: bool = False
    back: bool = False
    columns: bool = False
    has_made_anchor: bool = False
    """its anchor is made of its words, which differ from language to language"""


class Book(msgspec.Struct, frozen=True):
    """A booklet in one language.

    `variants` are the sources of its pictures by slug; the back of the first is on the cover.
    `left_out` has the boxes and chapters that do not hold for the game, with reasons. Pages that
    would be empty show a back if the book `has_plates`; else it has as few of them as it can.
    """

    slug: str
    language: str
    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    variants: Mapping[str, Variant]
    left_out: tuple[Diagnostic, ...] = ()
    has_plates: bool = True

    @property
    def first_variant(self) -> Variant | None:
        """The variant of the cover, if there is one."""
        return next(iter(self.variants.values()), None)
