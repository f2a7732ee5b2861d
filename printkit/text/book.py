"""The records of a booklet, functions that walk through it, and the punctuation of languages.

The parser of texts makes the records; pages, HTML and Markdown are written from them. Records
contain computed values as words, so afterwards the definition is only needed to draw pictures.

In French, narrow no-break spaces are set before high punctuation and inside « », and a wide one
before a colon. In other languages, only straight apostrophes are replaced.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar, cast

import msgspec
from msgspec.structs import replace

from printkit.base.errors import Diagnostic
from printkit.base.messages import translate
from printkit.base.sentences import fold
from printkit.model.variant import Variant

# --- book ----------------------------------------------------------------------------------------

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
# A turn as a strip of pictures, a panel for each phase.
STRIP = "strip"
PANELS = (FACTS, AIM, NEEDS, SETUP, GLANCE, LADDER, PAYING, TOKENS, CHANCES)
# Panels whose cells have numbers, from 1.
NUMBERED = (SETUP, LADDER, PLAYS, STRIP)
# The kinds of callouts: advice, a worked example, a remark, a rule for role-players.
TIP, EXAMPLE, NOTE, LORE = "tip", "example", "note", "lore"
CALLOUTS = (TIP, EXAMPLE, NOTE, LORE)
LEFT, CENTRE, RIGHT = "left", "centre", "right"


class SourceLocation(msgspec.Struct, frozen=True):
    """The place of a text: its file, by the name that the user typed, and its line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def problem(self, message: str, hint: str = "") -> Diagnostic:
        """Return a diagnostic for this location."""
        return Diagnostic(self.file, self.line, 0, "", message, hint)


class InlineText(msgspec.Struct, frozen=True, tag=True):
    """Running text in one style.

    `link` is an anchor (`#hands`) or an address; `term` is the index entry of the words.
    """

    text: str
    strong: bool = False
    emphasis: bool = False
    link: str | None = None
    term: str | None = None


class PictureRef(msgspec.Struct, frozen=True, tag=True):
    """A drawn card, back, suit, token or pictogram of a variant; `alt` describes it.

    In running text it is a sign as high as a capital letter; in a Figure it is a drawing. A `card`
    is a small legible drawing of a card, a `face` the face as printed.
    """

    kind: str
    variant: str
    id: str
    alt: str


class LineBreak(msgspec.Struct, frozen=True, tag=True):
    """The end of a line."""


Inline: TypeAlias = InlineText | PictureRef | LineBreak
RichText: TypeAlias = tuple[Inline, ...]


class Heading(msgspec.Struct, frozen=True, tag=True):
    """A heading within a chapter. `level` is 2 or 3; `anchor` is the same in all languages."""

    level: int
    line: RichText
    anchor: str
    place: SourceLocation


class ParagraphBlock(msgspec.Struct, frozen=True, tag=True):
    """A paragraph of running text."""

    line: RichText
    place: SourceLocation


class ListBlock(msgspec.Struct, frozen=True, tag=True):
    """A list; `start` is its first number, or None for a list with dots."""

    entries: tuple[tuple[Block, ...], ...]
    start: int | None
    place: SourceLocation


class TableBlock(msgspec.Struct, frozen=True, tag=True):
    """A table with a head. `aligns` is left, centre or right for each column."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]
    aligns: tuple[str, ...]
    place: SourceLocation


class Figure(msgspec.Struct, frozen=True, tag=True):
    """Drawings in a row with a caption, or in the margin beside the next block."""

    pictures: tuple[PictureRef, ...]
    caption: RichText
    margin: bool
    place: SourceLocation


class Callout(msgspec.Struct, frozen=True, tag=True):
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
    """A part of a panel: pictures or hands, a figure, a name and a sentence, any of which may be
    missing.

    Neighbouring cells with the same `group` share a box in their `colour`. `sign` is the meaning of
    a small sign beside the picture. `gets` is True if the words are about a payment to the player.
    """

    pictures: tuple[PictureRef, ...] = ()
    hands: tuple[PanelHand, ...] = ()
    figure: str = ""
    name: RichText = ()
    words: RichText = ()
    group: str = ""
    colour: str = ""
    sign: str = ""
    gets: bool = False


class Panel(msgspec.Struct, frozen=True, tag=True):
    """A game in pictures with few words; `kind` is one of PANELS, DEALT, SHOWN, PLAYS or STRIP.

    `picture` shows the whole; `note` is a remark on it; `words` precede the cells. `heads` are the
    heads of the second and third columns of payments; the group is the head of the first column.
    """

    kind: str
    variant: str
    cells: tuple[PanelCell, ...]
    place: SourceLocation
    picture: PictureRef | None = None
    note: RichText = ()
    words: RichText = ()
    heads: tuple[str, ...] = ()


class TableOfContents(msgspec.Struct, frozen=True, tag=True):
    """The place of the table of contents."""

    place: SourceLocation


class TermIndex(msgspec.Struct, frozen=True, tag=True):
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

    `part` is the title of the part that starts here, or None if the chapter continues a part.
    `front` chapters open the book, each on its own page; the `last` chapter is on the last page;
    `back` matter follows the user's own chapters. Paragraphs that start in bold are in two
    `columns`; a `fine` chapter, for reference, may have smaller type, and a `small` chapter always
    has. An `opening` is not divided by a page turn; neighbouring `loose` chapters may change
    places, and a `filler` may move in front of an opening.
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
    fine: bool = False
    small: bool = False
    opening: bool = False
    loose: bool = False
    filler: bool = False
    has_made_anchor: bool = False
    """its anchor is made of its words, which differ from language to language"""


class Book(msgspec.Struct, frozen=True):
    """A booklet in one language.

    `variants` are the sources of its pictures by slug; the back of the first is on the cover.
    `left_out` are the boxes and chapters that do not apply to the game, with reasons. If the book
    `has_plates`, empty pages show a back; otherwise the book has as few empty pages as possible.
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


# --- traversal -----------------------------------------------------------------------------------

Record = TypeVar("Record")


def lines_of(block: Block) -> tuple[RichText, ...]:
    """Return the lines of a block, without the lines of blocks within it."""
    if isinstance(block, Heading | ParagraphBlock):
        return (block.line,)
    if isinstance(block, TableBlock):
        return (*block.head, *(cell for row in block.rows for cell in row))
    if isinstance(block, Figure):
        return (block.caption,)
    if isinstance(block, Panel):
        cells = (line for cell in block.cells for line in _lines_of_cell(cell))
        return tuple(filter(None, (block.words, *cells, block.note)))
    return (block.title,) if isinstance(block, Callout) else ()


def _lines_of_cell(cell: PanelCell) -> Iterator[RichText]:
    """Yield the lines of a cell in reading order."""
    labels = [hand.label for hand in cell.hands]
    yield from ((InlineText(text),) for text in (cell.figure, *labels) if text)
    yield cell.name
    yield cell.words


def child_blocks(block: Block) -> tuple[tuple[Block, ...], ...]:
    """Return the blocks within a block: those of each entry of a list, or those of a callout."""
    if isinstance(block, ListBlock):
        return block.entries
    return (block.blocks,) if isinstance(block, Callout) else ()


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks and all blocks within them in reading order."""
    for block in blocks:
        yield block
        for within in child_blocks(block):
            yield from walk_blocks(within)


def to_plain_text(line: Sequence[Inline]) -> str:
    """Return the words of a line without styles, and the descriptions of its pictures."""
    parts = (
        item.text
        if isinstance(item, InlineText)
        else item.alt
        if isinstance(item, PictureRef)
        else " "
        for item in line
    )
    return " ".join(part for part in "".join(parts).split(" ") if part)


def repeats_name(line: Sequence[Inline], index: int) -> bool:
    """Return True if the picture at an index is a suit or token next to its name."""
    picture = line[index]
    if not isinstance(picture, PictureRef) or picture.kind not in (SUIT, TOKEN):
        return False
    name = picture.alt.casefold()
    before = to_plain_text(line[:index]).casefold().endswith(name)
    return before or to_plain_text(line[index + 1 :]).casefold().startswith(name)


def callout_title(callout: Callout, language: str) -> RichText:
    """Return the title of a callout, by default the name of its kind."""
    return callout.title or (InlineText(translate(language, f"booklet.box.{callout.kind}")),)


def without(chapters: Iterable[Chapter], kind: type[Block]) -> list[Chapter]:
    """Return the chapters except those that contain only blocks of one kind."""
    return [
        one
        for one in chapters
        if not one.blocks or any(not isinstance(block, kind) for block in one.blocks)
    ]


def has_terms(chapters: Iterable[Chapter]) -> bool:
    """Return True if the book has any index terms."""
    blocks = (block for chapter in chapters for block in chapter.blocks)
    return any(words.term is not None for _, words in _list_words(blocks))


def list_anchors(chapter: Chapter) -> Iterator[tuple[str, SourceLocation]]:
    """Yield the anchors of a chapter, which are the targets of links."""
    yield chapter.anchor, chapter.place
    for block in chapter.blocks:
        if isinstance(block, Heading):
            yield block.anchor, block.place


def titles_by_anchor(chapters: Iterable[Chapter]) -> dict[str, str]:
    """Return the titles of chapters, and of the headings in them, by anchor."""
    titles: dict[str, str] = {}
    for chapter in chapters:
        titles[chapter.anchor] = chapter.title
        for block in chapter.blocks:
            if isinstance(block, Heading):
                titles[block.anchor] = f"{chapter.title}, {to_plain_text(block.line)}"
    return titles


def list_links(blocks: Iterable[Block]) -> Iterator[tuple[SourceLocation, str]]:
    """Yield all links with their locations."""
    for block, words in _list_words(blocks):
        if words.link:
            yield block.place, words.link


def _list_words(blocks: Iterable[Block]) -> Iterator[tuple[Block, InlineText]]:
    """Yield all running text with its block."""
    for block in walk_blocks(blocks):
        for line in lines_of(block):
            yield from ((block, item) for item in line if isinstance(item, InlineText))


def with_anchor_prefix(chapter: Chapter, slug: str) -> Chapter:
    """Return a chapter with the slug of its game as a prefix of all anchors."""
    blocks = tuple(
        replace(block, anchor=f"{slug}-{block.anchor}") if isinstance(block, Heading) else block
        for block in chapter.blocks
    )
    return replace(chapter, anchor=f"{slug}-{chapter.anchor}", blocks=blocks)


def relink(blocks: Iterable[Block], targets: Mapping[str, str | None]) -> tuple[Block, ...]:
    """Return the blocks with their links replaced by `targets`; None removes a link."""

    def change(words: InlineText) -> InlineText:
        link = words.link
        return words if link is None else replace(words, link=targets.get(link, link))

    return tuple(_change_words(block, change) for block in blocks)


def unify_term_spelling(chapters: Sequence[Chapter]) -> tuple[Chapter, ...]:
    """Return the chapters with each term in one spelling.

    Of “Stock” and “stock” the spelling with fewer capitals is kept.
    """
    names: dict[str, str] = {}
    for _, words in _list_words(block for chapter in chapters for block in chapter.blocks):
        if words.term is not None:
            known = names.setdefault(words.term.casefold(), words.term)
            names[words.term.casefold()] = min(words.term, known, key=_count_capitals)

    def change(words: InlineText) -> InlineText:
        term = words.term
        return words if term is None else replace(words, term=names[term.casefold()])

    return tuple(_change_words(chapter, change) for chapter in chapters)


def _count_capitals(term: str) -> int:
    return sum(map(str.isupper, term))


def _change_words(value: Record, change: Callable[[InlineText], InlineText]) -> Record:
    """Return a record of a book, or a tuple of records, with `change` applied to all
    running text.
    """
    if isinstance(value, InlineText):
        return cast("Record", change(value))
    if isinstance(value, tuple):
        return cast("Record", tuple(_change_words(item, change) for item in value))
    if isinstance(value, msgspec.Struct):
        fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return replace(value, **{name: _change_words(item, change) for name, item in fields})
    return value


def group_by_part(chapters: Iterable[Chapter]) -> list[tuple[str, list[Chapter]]]:
    """Return the titles of parts with their chapters; chapters outside all parts have an empty
    title.
    """
    groups: list[tuple[str, list[Chapter]]] = [("", [])]
    for chapter in chapters:
        if chapter.part is not None and chapter.part != groups[-1][0]:
            groups.append((chapter.part, []))
        groups[-1][1].append(chapter)
    return [group for group in groups if group[1]]


def sort_key(word: str) -> str:
    """Return the sort key of a word: without accents, ligatures, capitals or punctuation."""
    return "".join(letter for letter in fold(word) if letter.isalnum() or letter == " ")


# --- punctuation ---------------------------------------------------------------------------------

NARROW, WIDE = "\u202f", "\u00a0"
# Placeholders of a picture and of the end of a line in the text of a whole line.
_PICTURE, _END = "\ufffc", "\n"
# High punctuation that needs a space. Exceptions are at the beginning of a line, after an opening
# sign, after another such sign (“?!”), and the colon in 12:30 or in an address.
_SPACE = "[ \u00a0\u202f]*"
_BEFORE = re.compile(rf"(?<=[^\s\u202f\u00a0«(\[]){_SPACE}(?:(?<![?!])([;!?])|(»)|(:)(?![/\d]))")
_AFTER = re.compile(rf"«{_SPACE}(?=\S)")

# The pieces of a text, each in one style.
Pieces = Sequence[str]


def _space_french(pieces: Pieces) -> list[str]:
    """Put no-break spaces before high punctuation and inside « ».

    >>> _space_french(["Quoi ? Ceci: « Oui »"]) == ["Quoi\u202f? Ceci\u00a0: «\u202fOui\u202f»"]
    True
    >>> _space_french(["à 12:30, voir http://x", " ?!"]) == ["à 12:30, voir http://x", "\u202f?!"]
    True
    """
    return _replace(_replace(pieces, _BEFORE, _separate), _AFTER, lambda _: f"«{NARROW}")


def _separate(match: re.Match[str]) -> str:
    sign = match.group(match.lastindex or 0)
    return f"{WIDE if sign == ':' else NARROW}{sign}"


def _replace(
    pieces: Pieces, pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str]
) -> list[str]:
    """Replace all matches in the joined pieces, and return them as pieces again.

    Inserted text is added to the piece that contains the matched sign.
    """
    text = "".join(pieces)
    if pattern.search(text) is None:
        return list(pieces)
    owners = [i for i, piece in enumerate(pieces) for _ in piece]
    result = [""] * len(pieces)

    def keep(start: int, end: int) -> None:
        for i in range(start, end):
            result[owners[i]] += text[i]

    done = 0
    for match in pattern.finditer(text):
        keep(done, match.start())
        sign = next(i for i in range(match.start(), match.end()) if not text[i].isspace())
        result[owners[sign]] += replacement(match)
        done = match.end()
    keep(done, len(text))
    return result


_SPACERS: dict[str, Callable[[Pieces], list[str]]] = {"fr": _space_french}
# Opening and closing quotation marks, of the first and of the second order.
QUOTES = {"en": ["“", "”", "‘", "’"], "fr": [f"«{NARROW}", f"{NARROW}»", "“", "”"]}


def space_text(text: str, language: str) -> str:
    """Return a text with the spaces and apostrophes of its language."""
    return _space_pieces((text,), language)[0]


def space_line(line: RichText, language: str) -> RichText:
    """Return a line with the spaces and apostrophes of its language, across style changes."""
    texts = _space_pieces([_text_of(item) for item in line], language)
    return tuple(
        replace(item, text=text) if isinstance(item, InlineText) else item
        for item, text in zip(line, texts, strict=True)
    )


def _space_pieces(pieces: Pieces, language: str) -> list[str]:
    straight = [piece.replace("'", "’") for piece in pieces]
    add_spaces = _SPACERS.get(language)
    return add_spaces(straight) if add_spaces else straight


def _text_of(inline: Inline) -> str:
    if isinstance(inline, InlineText):
        return inline.text
    return _END if isinstance(inline, LineBreak) else _PICTURE
