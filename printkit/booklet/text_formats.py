"""Write a booklet as HTML and Markdown with Jinja templates.

The templates are in templates/booklet/. Each drawing is defined once, fonts are subset, and nothing
is loaded from a network.

In Markdown, cards are written as their names, and callouts as quotations.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import field

from printkit.art.theme import Theme
from printkit.art.theme import theme as find_theme
from printkit.base.files import GENERATOR, generator
from printkit.base.messages import translate
from printkit.booklet.pictures import draw_picture
from printkit.booklet.templates import template_environment
from printkit.graphics.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, TITLE, font
from printkit.layout.bidi import begins_right
from printkit.model.variant import rights_of
from printkit.text import book as source
from printkit.text.book import (
    callout_title,
    group_by_part,
    repeats_name,
    sort_key,
    to_plain_text,
    without,
)
from printkit.writers.svg import Sprites

if TYPE_CHECKING:
    import jinja2


# --- templates -----------------------------------------------------------------------------------


def make_environment(book: source.Book, **filters: Callable[..., object]) -> jinja2.Environment:
    """Return the environment of the templates of a booklet, with filters for parts of the book."""
    environment = template_environment("booklet")
    environment.filters |= {
        "plain": to_plain_text,
        "title": lambda callout: callout_title(callout, book.language),
        "groups": lambda cells: [list(own) for _, own in groupby(cells, key=lambda c: c.group)],
        **filters,
    }
    environment.globals["numbered"] = source.NUMBERED
    return environment


# --- html ----------------------------------------------------------------------------------------

_WORDS = ("skip", "contents", "top")
# The placeholder of the index until all terms are known.
_INDEX = "<!-- index -->\n"
# The families of the style sheet: the key of each of their fonts, its weight and style.
_FACES = (
    ("Title", TITLE, 500, "normal"),
    ("Text", TEXT, 400, "normal"),
    ("Text", TEXT_ITALIC, 400, "italic"),
    ("Text", TEXT_BOLD, 700, "normal"),
    ("Text", TEXT_BOLD_ITALIC, 700, "italic"),
)
# Characters that browsers add to lists.
_ALWAYS = "•·0123456789.,;:–-…"


def html_page(book: source.Book, theme: Theme) -> bytes:
    """Return the HTML page of a book. Raises PrintkitError for a picture that cannot be drawn."""
    from markupsafe import Markup

    page = _HtmlBuilder(book, theme)
    environment = make_environment(
        book,
        blocks=lambda blocks: Markup("".join(map(page.write_block, blocks))),
        line=lambda line: Markup(page.write_line(line)),
        picture=lambda picture: Markup(page.write_picture(picture)),
        sort_terms=lambda terms: sorted(terms, key=sort_key),
    )
    page.macros = environment.get_template("text.html.j2").make_module({"page": page})
    # The page has its own contents, in place of a chapter of contents alone.
    shown = without(book.chapters, source.TableOfContents)
    replaced = [chapter.anchor for chapter in book.chapters if chapter not in shown]
    text = page.write_chapters(shown)
    words = {key: translate(book.language, f"booklet.html.{key}") for key in _WORDS}
    rights = rights_of(book.first_variant, book.language)
    words["subject"], words["notice"] = rights.subject, rights.notice
    words["author"] = rights.author if rights.author != GENERATOR else ""
    words["title"] = translate(book.language, "words.pair", name=book.title, text=book.subtitle)
    box, uses = page.draw_cover()
    letters = _used_characters(text, book, words)
    style = environment.get_template("booklet.css.j2").render(
        faces=list(_font_faces(letters)), screen=screen_colours(theme)
    )
    whole = environment.get_template("booklet.html.j2").render(
        generator=generator(),
        book=book,
        from_right=begins_right(book.title, book.language),
        words=words,
        contents=group_by_part(shown),
        contents_id=(*replaced, "_contents")[0],
        style=Markup(style),
        style_hash=f"sha256-{checksum(style)}",
        sprites=Markup(page.sprites.markup()),
        back_box=box,
        back=Markup(uses),
        text=Markup(text),
    )
    return whole.encode()


def screen_colours(theme: Theme) -> dict[str, str]:
    """Return the colours of a page as properties of a style sheet, by `light` and `dark`."""
    return {
        scheme: " ".join(f"--{role}: {colour.hex};" for role, colour in colours.items())
        for scheme, colours in theme.screen.items()
    }


def _used_characters(text: str, book: source.Book, words: dict[str, str]) -> set[str]:
    """Return all characters that the page can show."""
    parts = [book.title, book.subtitle, *(chapter.part or "" for chapter in book.chapters)]
    return set("".join([text, *parts, *words.values(), _ALWAYS]))


def base64_text(data: bytes) -> str:
    """Return bytes in Base64, for a page."""
    return base64.b64encode(data).decode()


def checksum(text: str) -> str:
    """Return the checksum by which a content security policy can allow a style or a script."""
    return base64_text(hashlib.sha256(text.encode()).digest())


def _font_faces(letters: set[str]) -> Iterator[tuple[str, int, str, str, str, str]]:
    """Yield the family, weight, style, format, Base64 and letters of each font of the page.

    The first font of a chain has no range of letters.
    """
    for family, key, weight, style in _FACES:
        for i, (face, own) in enumerate(font(key).divide(letters)):
            data = face.subset(letters=own).data
            kind = "otf" if data.startswith(b"OTTO") else "ttf"
            points = ",".join(f"U+{ord(letter):X}" for letter in own)
            range_of = f" unicode-range: {points};" if i else ""
            yield family, weight, style, kind, base64_text(data), range_of


class _HtmlBuilder(msgspec.Struct):
    """Writes blocks with the macros of a template, and records their drawings and terms."""

    book: source.Book
    theme: Theme
    macros: Any = None
    sprites: Sprites = field(default_factory=lambda: Sprites("_d"))
    drawings: dict[source.PictureRef, tuple[str, str]] = field(default_factory=dict)
    # For each term its chapters by name, with the anchor of its first use.
    terms: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    marks: int = 0
    part: str = ""
    part_id: str = ""
    chapter: str = ""

    def draw_cover(self) -> tuple[str, str]:
        """Return the back of the first family of the first game: its box and its `<use>`
        elements.
        """
        slug, variant = next(iter(self.book.variants.items()))
        return self._use_drawing(
            source.PictureRef(source.BACK, slug, next(iter(variant.families)), "")
        )

    def write_chapters(self, chapters: Iterable[source.Chapter]) -> str:
        """Return chapters as sections. The index is made last, when all terms are known."""
        text = ""
        for chapter in chapters:
            if chapter.part is not None:
                self.part, self.part_id = chapter.part, f"{chapter.anchor}_part"
            self.chapter = chapter.title
            text += self.macros.Chapter(chapter, f"h{self._title_level()}")
        return text.replace(_INDEX, self.macros.index(self.terms)).removesuffix("\n")

    def _title_level(self) -> int:
        """Return the level of a chapter's title: one below the title of its part, if it has one."""
        return 3 if self.part else 2

    def write_block(self, block: source.Block) -> str:
        """Render a block with the macro named after the block's type."""
        level = (self._title_level(),) if isinstance(block, source.Heading) else ()
        return str(getattr(self.macros, type(block).__name__)(block, *level))

    def write_line(self, line: source.RichText) -> str:
        """Return a line of words and signs."""
        return "".join(self._write_inline(line, i) for i in range(len(line)))

    def _write_inline(self, line: source.RichText, index: int) -> str:
        item = line[index]
        if isinstance(item, source.LineBreak):
            return "<br>"
        if isinstance(item, source.PictureRef):
            return self.write_picture(item, sign=True, mute=repeats_name(line, index))
        return self._write_words(item)

    def _write_words(self, words: source.InlineText) -> str:
        text = escape(words.text)
        for tag, wanted in (("em", words.emphasis), ("strong", words.strong)):
            text = f"<{tag}>{text}</{tag}>" if wanted else text
        if words.term is not None:
            place = f"_term{self.marks}"
            chapter = self.chapter
            if self.part:
                chapter = translate(
                    self.book.language, "words.pair", name=self.part, text=self.chapter
                )
            if self.terms[words.term].setdefault(chapter, place) == place:
                self.marks += 1
                text = f'<span id="{place}">{text}</span>'
        if words.link is not None:
            text = f'<a href="{escape(words.link, quote=True)}">{text}</a>'
        return text

    def write_picture(
        self, picture: source.PictureRef, *, sign: bool = False, mute: bool = False
    ) -> str:
        """Return a drawing with its description; a `mute` one is hidden from screen readers."""
        if picture not in self.drawings:
            self.drawings[picture] = self._use_drawing(picture)
        box, uses = self.drawings[picture]
        kind = f' class="sign {picture.kind}"' if sign else ""
        alt = escape(picture.alt, quote=True)
        attributes = 'aria-hidden="true"' if mute else f'role="img" aria-label="{alt}"'
        return f'<svg{kind} {attributes} focusable="false" viewBox="{box}">{uses}</svg>'

    def _use_drawing(self, picture: source.PictureRef) -> tuple[str, str]:
        """Return the box of a drawing and its `<use>` element, with a second one for dark screens
        if the theme has a theme for them.
        """
        themes = {"day": self.theme}
        if self.theme.night:
            themes["night"] = find_theme(self.theme.night)
        uses = ""
        for name, look in themes.items():
            own = (picture, self.book.variants, self.book.language, look)
            symbol, trim = draw_picture(*own, night=name == "night")
            kind = f' class="{name}"' if len(themes) > 1 else ""
            uses += f'<use{kind} href="#{self.sprites.define_symbol(symbol)}"/>'
        return " ".join(f"{value:g}" for value in trim), uses


# --- markdown writer -----------------------------------------------------------------------------

_ESCAPED = re.compile(r"([\\`*_\[\]<>|&~])")
# Text that would begin a heading or a list at the head of a line.
_BEGINNING = re.compile(r"^(?:([#+-]|=+$)|(\d{1,9})([.)](?= |$)))")


def write_markdown(book: source.Book) -> str:
    """Return a whole book as Markdown."""

    def write_blocks(blocks: Iterable[source.Block]) -> str:
        written = (getattr(macros, type(block).__name__)(block) for block in blocks)
        return "".join(written).rstrip("\n")

    chapters = without(book.chapters, source.TermIndex)
    environment = make_environment(
        book,
        blocks=write_blocks,
        line=_write_line,
        cell=_write_cell,
        words=_escape,
        quote=_quote,
        cell_of=partial(_describe_cell, language=book.language),
        figure=partial(_describe_figure, language=book.language),
    )
    environment.globals["chapters"] = chapters
    macros: Any = environment.get_template("text.md.j2").module
    return str(macros.Book(book, chapters)).rstrip("\n") + "\n"


def _quote(text: str) -> str:
    lines = text.rstrip("\n").split("\n")
    return "\n".join(f"> {line}".rstrip() for line in lines)


def _describe_cell(cell: source.PanelCell, kind: str, language: str) -> str:
    """Return the name, the figure and the sentence of a cell, and the names of its cards."""
    words = _write_cell(cell.words)
    name = _write_cell(cell.name)
    if cell.figure and kind not in source.NUMBERED:
        name = f"{_escape(cell.figure)} {name}".strip()
    hands = translate(language, "chart.next").join(
        " · ".join(card.alt for card in hand.cards) + (f" = {hand.label}" if hand.label else "")
        for hand in cell.hands
    )
    text = " ".join(part for part in (words, _escape(hands)) if part)
    bold = f"**{name}**" if name else ""
    if kind == source.NEEDS and bold and text:  # the note may begin with “or”
        return translate(language, "reference.short", name=bold, value=text)
    return (
        translate(language, "words.pair", name=bold, text=text) if text and name else bold or text
    )


def _describe_figure(figure: source.Figure, language: str) -> str:
    """Return the names of drawn cards: “2 × 3 of Sabers · Idiot”."""
    runs = ((alt, len(list(run))) for alt, run in groupby(p.alt for p in figure.pictures))
    cards = " · ".join(f"{count} × {alt}" if count > 1 else alt for alt, count in runs)
    words = _escape(cards)
    if figure.caption:
        words = translate(language, "words.pair", name=_write_cell(figure.caption), text=words)
    return words


# --- words --------------------------------------------------------------------------------------


def _write_cell(line: source.RichText) -> str:
    """Return a line as Markdown, with spaces in place of line breaks."""
    return _write_styled(
        tuple(
            source.InlineText(" ") if isinstance(item, source.LineBreak) else item for item in line
        )
    )


def _write_line(line: source.RichText) -> str:
    """Return a line at the beginning of a paragraph."""
    return _BEGINNING.sub(r"\2\\\1\3", _write_styled(line))


def _write_styled(line: source.RichText) -> str:
    """Return a line with its emphasis where Markdown can express it."""
    result = ""
    for i, item in enumerate(line):
        after = to_plain_text(line[i + 1 : i + 2])[:1]
        if isinstance(item, source.LineBreak):
            result = result.rstrip() + "\\\n"
        elif isinstance(item, source.InlineText):
            result += _write_words(item, result[-1:], after)
        elif not repeats_name(line, i):
            result += _escape(item.alt)
    return re.sub("  +", " ", result).strip()


def _write_words(words: source.InlineText, before: str, after: str) -> str:
    """Return words in their style. Links to addresses are kept, links within the book dropped."""
    if not (inner := words.text.strip(" ")):
        return words.text
    lead, _, tail = words.text.partition(inner)
    mark = "*" * (2 * words.strong + words.emphasis)
    if not (
        _can_emphasise(lead[-1:] or before, inner[0])
        and _can_emphasise(tail[:1] or after, inner[-1])
    ):
        mark = ""
    text = f"{mark}{_escape(inner)}{mark}"
    if words.link and not words.link.startswith("#"):
        text = f"[{text}]({words.link})"
    return f"{lead}{text}{tail}"


def _can_emphasise(outside: str, inside: str) -> bool:
    """Return True if asterisks between two characters begin or end emphasis."""
    if inside.isspace() or outside == "*":
        return False
    return inside.isalnum() or not outside or outside.isspace() or not outside.isalnum()


def _escape(text: str) -> str:
    return _ESCAPED.sub(r"\\\1", text)
