"""A booklet as one page of HTML, whole in itself: to be read on a phone at the table.

In: a Book, a theme. Out: the bytes of the page, whose form stands in
templates/booklet/. Each drawing stands once; fonts hold the letters that are used; no network.
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from printkit import __version__
from printkit.art.theme import Theme
from printkit.base.content import content_path, font_path
from printkit.base.files import GENERATOR
from printkit.base.messages import translate
from printkit.booklet.book import (
    BACK,
    CENTRE,
    RIGHT,
    TOKEN,
    Block,
    Book,
    Callout,
    Chapter,
    Figure,
    Heading,
    InlineText,
    LineBreak,
    ListBlock,
    Paragraph,
    PictureRef,
    RichText,
    Table,
    TableOfContents,
)
from printkit.booklet.drawings import drawing
from printkit.booklet.template_context import sort_key
from printkit.booklet.traversal import said_already, to_plain_text
from printkit.writers.svg import Sprites

# Family, weight, style, file.
_FONTS = (
    ("Oxanium", 500, "normal", "Oxanium-Medium.ttf"),
    ("Source Serif 4", 400, "normal", "SourceSerif4-Regular.ttf"),
    ("Source Serif 4", 400, "italic", "SourceSerif4-Italic.ttf"),
    ("Source Serif 4", 700, "normal", "SourceSerif4-Bold.ttf"),
    ("Source Serif 4", 700, "italic", "SourceSerif4-BoldItalic.ttf"),
)
_WORDS = ("skip", "contents", "top")
# Stands in the text for the index until all terms are known.
_INDEX = "<!-- index -->"
# What a list shows and no text of ours does.
_ALWAYS = "•·0123456789.,;:–-…"


def page(book: Book, theme: Theme) -> bytes:
    """The page. Raises PrintkitError for a picture that cannot be drawn."""
    import jinja2
    from markupsafe import Markup

    room = jinja2.Environment(
        loader=jinja2.FileSystemLoader(content_path("booklet")),
        autoescape=lambda name: name is not None and ".html" in name,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    made = _Page(book, theme)
    text = made.text()
    words = {key: translate(book.language, f"booklet.html.{key}") for key in _WORDS}
    words["subject"] = translate(book.language, "document.subject")
    back = made.cover()
    style = room.get_template("booklet.css.j2").render(
        fonts=list(_fonts(_letters(text, book, words)))
    )
    whole = room.get_template("booklet.html.j2").render(
        generator=f"{GENERATOR} {__version__}",
        book=book,
        words=words,
        contents=_contents(book),
        contents_id=_contents_id(book),
        style=Markup(style),
        style_hash=_hash(style),
        sprites=Markup(made.sprites.text()),
        back=back,
        text=Markup(text),
    )
    return whole.encode()


@dataclass(frozen=True, slots=True)
class _Group:
    """Chapters of the contents: those of a part, or those that are of none."""

    part: str
    chapters: list[Chapter]


def _contents(book: Book) -> list[_Group]:
    """The chapters as the contents show them, part by part."""
    groups = [_Group("", [])]
    for chapter in _shown(book):
        if chapter.part is not None and chapter.part != groups[-1].part:
            groups.append(_Group(chapter.part, []))
        groups[-1].chapters.append(chapter)
    return [group for group in groups if group.chapters]


def _contents_id(book: Book) -> str:
    """The anchor of the contents: that of a chapter of contents alone, whose place they take."""
    shown = {chapter.anchor for chapter in _shown(book)}
    return next(
        (chapter.anchor for chapter in book.chapters if chapter.anchor not in shown), "_contents"
    )


def _shown(book: Book) -> list[Chapter]:
    """The chapters but for one of contents alone: they stand above the text here."""
    return [
        chapter
        for chapter in book.chapters
        if not chapter.blocks
        or any(not isinstance(block, TableOfContents) for block in chapter.blocks)
    ]


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _letters(text: str, book: Book, words: dict[str, str]) -> set[str]:
    """Every character that the page can show."""
    parts = [book.title, book.subtitle, *(chapter.part or "" for chapter in book.chapters)]
    return set("".join([text, *parts, *words.values(), _ALWAYS]))


def _fonts(letters: set[str]) -> Iterator[dict[str, Any]]:
    """Each font with the letters that are used."""
    import uharfbuzz as hb

    for family, weight, style, file in _FONTS:
        face = hb.Face(hb.Blob.from_file_path(str(font_path(file))))
        wanted = hb.SubsetInput()
        wanted.unicode_set.update({ord(letter) for letter in letters})
        data = hb.subset(face, wanted).blob.data
        yield {
            "family": family,
            "weight": weight,
            "style": style,
            "data": base64.b64encode(data).decode(),
        }


@dataclass
class _Page:
    """Writes blocks as HTML and keeps what they draw, and where terms are."""

    book: Book
    theme: Theme
    sprites: Sprites = field(default_factory=lambda: Sprites("_d"))
    # Of each term the chapters that have it: their names, and its first place there.
    terms: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    marks: int = 0
    part: str = ""
    chapter: str = ""

    def cover(self) -> dict[str, str]:
        """The back of the first family of the first game."""
        slug, variant = next(iter(self.book.variants.items()))
        return self._drawn(PictureRef(BACK, slug, next(iter(variant.families)), ""))

    def text(self) -> str:
        """All chapters. The index is made when all terms are known."""
        parts = [part for item in _shown(self.book) for part in self._chapter(item)]
        index = list(self._index())
        return "\n".join(part for item in parts for part in (index if item is _INDEX else [item]))

    def _chapter(self, chapter: Chapter) -> Iterator[str]:
        """A chapter as a section, with the title of its part before it."""
        if chapter.part is not None:
            self.part = chapter.part
            if self.part:
                yield f'<h2 class="part">{escape(self.part)}</h2>'
        self.chapter = chapter.title
        anchor, tag = chapter.anchor, f"h{self._depth()}"
        kind = ' class="last"' if chapter.last else ""
        yield f'<section id="{anchor}"{kind} aria-labelledby="{anchor}_title">'
        yield f'<{tag} id="{anchor}_title" class="chapter">{escape(chapter.title)}</{tag}>'
        yield from self._blocks(chapter.blocks)
        yield "</section>"

    def _depth(self) -> int:
        """The level of a chapter's title: below that of its part, if it is in one."""
        return 3 if self.part else 2

    def _block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Heading):
            tag = f"h{block.level - 1 + self._depth()}"
            kind = f' class="level-{block.level}"'
            yield f'<{tag} id="{block.anchor}"{kind}>{self._line(block.line)}</{tag}>'
        elif isinstance(block, Paragraph):
            yield f"<p>{self._line(block.line)}</p>"
        elif isinstance(block, ListBlock):
            yield from self._items(block)
        elif isinstance(block, Table):
            yield from self._table(block)
        elif isinstance(block, Figure):
            yield from self._figure(block)
        elif isinstance(block, Callout):
            yield from self._box(block)
        elif isinstance(block, TableOfContents):
            pass  # they stand above the text
        else:
            yield _INDEX

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)

    def _items(self, block: ListBlock) -> Iterator[str]:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        yield f"<{tag}{start}>"
        for entry in block.entries:
            if len(entry) == 1 and isinstance(entry[0], Paragraph):
                yield f"<li>{self._line(entry[0].line)}</li>"
            else:
                yield "<li>"
                yield from self._blocks(entry)
                yield "</li>"
        yield f"</{tag}>"

    def _table(self, block: Table) -> Iterator[str]:
        names = {RIGHT: ' class="right"', CENTRE: ' class="centre"'}
        marks = [names.get(align, "") for align in block.aligns]
        title = ", ".join(filter(None, map(to_plain_text, block.head))) or self.chapter
        label = escape(title, quote=True)
        yield f'<div class="table" role="group" tabindex="0" aria-label="{label}">'
        yield "<table><thead><tr>"
        for cell, mark in zip(block.head, marks, strict=True):
            named = f'<th scope="col"{mark}>{self._line(cell)}</th>'
            yield named if cell else f"<td{mark}></td>"
        yield "</tr></thead><tbody>"
        for row in block.rows:
            cells = zip(row, marks, strict=True)
            yield "<tr>" + "".join(f"<td{m}>{self._line(c)}</td>" for c, m in cells) + "</tr>"
        yield "</tbody></table></div>"

    def _figure(self, block: Figure) -> Iterator[str]:
        yield '<figure class="margin">' if block.margin else "<figure>"
        yield '<ul class="cards">'
        for picture in block.pictures:
            kind = ' class="token"' if picture.kind == TOKEN else ""
            yield f"<li{kind}>{self._svg(picture)}</li>"
        yield "</ul>"
        if block.caption:
            yield f"<figcaption>{self._line(block.caption)}</figcaption>"
        yield "</figure>"

    def _box(self, block: Callout) -> Iterator[str]:
        title = self._line(block.title) or escape(
            translate(self.book.language, f"booklet.box.{block.kind}")
        )
        yield f'<aside class="box {block.kind}"><p class="box-title">{title}</p>'
        yield from self._blocks(block.blocks)
        yield "</aside>"

    def _index(self) -> Iterator[str]:
        """Every term with links to the chapters that have it."""
        yield '<ul class="index">'
        for term in sorted(self.terms, key=sort_key):
            result = self.terms[term].items()
            links = ", ".join(f'<a href="#{place}">{escape(name)}</a>' for name, place in result)
            yield f"<li><span>{escape(term)}</span> {links}</li>"
        yield "</ul>"

    # --- words ------------------------------------------------------------------------------

    def _line(self, line: RichText) -> str:
        return "".join(self._inline(line, i) for i in range(len(line)))

    def _inline(self, line: RichText, index: int) -> str:
        item = line[index]
        if isinstance(item, LineBreak):
            return "<br>"
        if isinstance(item, PictureRef):
            return self._svg(item, sign=True, mute=said_already(line, index))
        return self._words(item)

    def _words(self, words: InlineText) -> str:
        text = escape(words.text)
        for tag, wanted in (("em", words.emphasis), ("strong", words.strong)):
            text = f"<{tag}>{text}</{tag}>" if wanted else text
        if words.term is not None:
            place = f"_term{self.marks}"
            chapter = f"{self.part}: {self.chapter}" if self.part else self.chapter
            if self.terms[words.term].setdefault(chapter, place) == place:
                self.marks += 1
                text = f'<span id="{place}">{text}</span>'
        if words.link is not None:
            text = f'<a href="{escape(words.link, quote=True)}">{text}</a>'
        return text

    def _svg(self, picture: PictureRef, *, sign: bool = False, mute: bool = False) -> str:
        """A drawing with its words, but where what stands beside it says them."""
        drawn = self._drawn(picture)
        kind = f' class="sign {picture.kind}"' if sign else ""
        alt = escape(picture.alt, quote=True)
        said = 'aria-hidden="true"' if mute else f'role="img" aria-label="{alt}"'
        return (
            f'<svg{kind} {said} focusable="false" viewBox="{drawn["box"]}">'
            f'<use href="#{drawn["id"]}"/></svg>'
        )

    def _drawn(self, picture: PictureRef) -> dict[str, str]:
        symbol, trim = drawing(picture, self.book.variants, self.book.language, self.theme)
        box = " ".join(f"{value:g}" for value in trim)
        return {"id": self.sprites.symbol(symbol), "box": box}
