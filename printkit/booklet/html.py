"""Write a booklet as one self-contained page of HTML, for a phone at the table.

The form is in templates/booklet/. Each drawing is defined once, fonts are subset, and nothing is
loaded from a network.
"""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

import msgspec
from msgspec import field

from printkit import __version__
from printkit.art.theme import Theme
from printkit.art.theme import theme as find_theme
from printkit.base.content import content_path, font_path
from printkit.base.files import GENERATOR
from printkit.base.messages import translate
from printkit.booklet.drawings import draw_picture
from printkit.text import book as source
from printkit.text.traversal import callout_title, holds_only, repeats_name, sort_key, to_plain_text
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
# The placeholder of the index until all terms are known.
_INDEX = "<!-- index -->"
# Characters that browsers add to lists.
_ALWAYS = "•·0123456789.,;:–-…"


def html_page(book: source.Book, theme: Theme) -> bytes:
    """Return the page. Raises PrintkitError for a picture that cannot be drawn."""
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(content_path("booklet")),
        autoescape=lambda name: name is not None and ".html" in name,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    made = _HtmlBuilder(book, theme)
    text = made.text()
    words = {key: translate(book.language, f"booklet.html.{key}") for key in _WORDS}
    words["subject"] = translate(book.language, "document.subject")
    words["title"] = translate(book.language, "words.pair", name=book.title, text=book.subtitle)
    box, uses = made.cover()
    style = environment.get_template("booklet.css.j2").render(
        fonts=list(_subset_fonts(_used_characters(text, book, words)))
    )
    whole = environment.get_template("booklet.html.j2").render(
        generator=f"{GENERATOR} {__version__}",
        book=book,
        words=words,
        contents=_group_chapters(book),
        contents_id=_contents_anchor(book),
        style=Markup(style),
        style_hash=_csp_hash(style),
        sprites=Markup(made.sprites.markup()),
        back_box=box,
        back=Markup(uses),
        text=Markup(text),
    )
    return whole.encode()


class _ContentsGroup(msgspec.Struct, frozen=True):
    """Chapters of the contents in one part, or in none."""

    part: str
    chapters: list[source.Chapter]


def _group_chapters(book: source.Book) -> list[_ContentsGroup]:
    """Return the chapters of the contents by part."""
    groups = [_ContentsGroup("", [])]
    for chapter in _visible_chapters(book):
        if chapter.part is not None and chapter.part != groups[-1].part:
            groups.append(_ContentsGroup(chapter.part, []))
        groups[-1].chapters.append(chapter)
    return [group for group in groups if group.chapters]


def _contents_anchor(book: source.Book) -> str:
    """Return the anchor of the contents: that of a chapter of contents alone, which they
    replace.
    """
    shown = {chapter.anchor for chapter in _visible_chapters(book)}
    return next(
        (chapter.anchor for chapter in book.chapters if chapter.anchor not in shown), "_contents"
    )


def _visible_chapters(book: source.Book) -> list[source.Chapter]:
    """Return the chapters, without one of contents alone: the page has its own contents."""
    return [item for item in book.chapters if not holds_only(item, source.TableOfContents)]


def _csp_hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _used_characters(text: str, book: source.Book, words: dict[str, str]) -> set[str]:
    """Return every character that the page can show."""
    parts = [book.title, book.subtitle, *(chapter.part or "" for chapter in book.chapters)]
    return set("".join([text, *parts, *words.values(), _ALWAYS]))


def _subset_fonts(letters: set[str]) -> Iterator[dict[str, Any]]:
    """Yield each font with the letters that are used."""
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


class _HtmlBuilder(msgspec.Struct):
    """Writes blocks as HTML and records their drawings and terms."""

    book: source.Book
    theme: Theme
    sprites: Sprites = field(default_factory=lambda: Sprites("_d"))
    drawings: dict[source.PictureRef, tuple[str, str]] = field(default_factory=dict)
    # For each term its chapters by name, with the anchor of its first use.
    terms: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    marks: int = 0
    part: str = ""
    chapter: str = ""

    def cover(self) -> tuple[str, str]:
        """Return the back of the first family of the first game: its box and its use."""
        slug, variant = next(iter(self.book.variants.items()))
        return self._use_drawing(
            source.PictureRef(source.BACK, slug, next(iter(variant.families)), "")
        )

    def text(self) -> str:
        """Return all chapters. The index is made when all terms are known."""
        parts = [
            part for item in _visible_chapters(self.book) for part in self._write_chapter(item)
        ]
        index = list(self._write_index())
        return "\n".join(part for item in parts for part in (index if item is _INDEX else [item]))

    def _write_chapter(self, chapter: source.Chapter) -> Iterator[str]:
        """Yield a chapter as a section, with the title of its part before it."""
        if chapter.part is not None:
            self.part = chapter.part
            if self.part:
                yield f'<h2 class="part">{escape(self.part)}</h2>'
        self.chapter = chapter.title
        anchor, tag = chapter.anchor, f"h{self._title_level()}"
        kind = ' class="last"' if chapter.last else ""
        yield f'<section id="{anchor}"{kind} aria-labelledby="{anchor}_title">'
        yield f'<{tag} id="{anchor}_title" class="chapter">{escape(chapter.title)}</{tag}>'
        yield from self._write_blocks(chapter.blocks)
        yield "</section>"

    def _title_level(self) -> int:
        """Return the level of a chapter's title: below that of its part, if it is in one."""
        return 3 if self.part else 2

    def _write_block(self, block: source.Block) -> Iterator[str]:
        if isinstance(block, source.Heading):
            tag = f"h{block.level - 1 + self._title_level()}"
            kind = f' class="level-{block.level}"'
            yield f'<{tag} id="{block.anchor}"{kind}>{self._write_line(block.line)}</{tag}>'
        elif isinstance(block, source.ParagraphBlock):
            yield f"<p>{self._write_line(block.line)}</p>"
        elif isinstance(block, source.ListBlock):
            yield from self._write_list(block)
        elif isinstance(block, source.TableBlock):
            yield from self._write_table(block)
        elif isinstance(block, source.Figure):
            yield from self._write_figure(block)
        elif isinstance(block, source.Callout):
            yield from self._write_callout(block)
        elif isinstance(block, source.Panel):
            yield from self._write_panel(block)
        elif isinstance(block, source.TableOfContents):
            pass  # the contents are above the text
        else:
            yield _INDEX

    def _write_blocks(self, blocks: Iterable[source.Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._write_block(block)

    def _write_list(self, block: source.ListBlock) -> Iterator[str]:
        tag = "ul" if block.start is None else "ol"
        start = f' start="{block.start}"' if block.start not in (None, 1) else ""
        yield f"<{tag}{start}>"
        for entry in block.entries:
            if len(entry) == 1 and isinstance(entry[0], source.ParagraphBlock):
                yield f"<li>{self._write_line(entry[0].line)}</li>"
            else:
                yield "<li>"
                yield from self._write_blocks(entry)
                yield "</li>"
        yield f"</{tag}>"

    def _write_table(self, block: source.TableBlock) -> Iterator[str]:
        names = {source.RIGHT: ' class="right"', source.CENTRE: ' class="centre"'}
        marks = [names.get(align, "") for align in block.aligns]
        title = ", ".join(filter(None, map(to_plain_text, block.head))) or self.chapter
        label = escape(title, quote=True)
        yield f'<div class="table" role="group" tabindex="0" aria-label="{label}">'
        yield "<table><thead><tr>"
        for cell, mark in zip(block.head, marks, strict=True):
            named = f'<th scope="col"{mark}>{self._write_line(cell)}</th>'
            yield named if cell else f"<td{mark}></td>"
        yield "</tr></thead><tbody>"
        for row in block.rows:
            cells = zip(row, marks, strict=True)
            yield "<tr>" + "".join(f"<td{m}>{self._write_line(c)}</td>" for c, m in cells) + "</tr>"
        yield "</tbody></table></div>"

    def _write_figure(self, block: source.Figure) -> Iterator[str]:
        yield '<figure class="margin">' if block.margin else "<figure>"
        yield '<ul class="cards">'
        for picture in block.pictures:
            yield f'<li class="{picture.kind}">{self._write_picture(picture)}</li>'
        yield "</ul>"
        if block.caption:
            yield f"<figcaption>{self._write_line(block.caption)}</figcaption>"
        yield "</figure>"

    def _write_panel(self, block: source.Panel) -> Iterator[str]:
        yield f'<div class="panel {block.kind}">'
        if block.words:
            yield f"<p>{self._write_line(block.words)}</p>"
        if block.picture is not None:
            yield f"<figure>{self._write_picture(block.picture)}"
            yield f"<figcaption>{self._write_line(block.note)}</figcaption></figure>"
        tag = "ol" if block.kind in source.NUMBERED else "ul"
        group = ""
        yield f"<{tag}>"
        for cell in block.cells:
            if cell.group != group:
                group = cell.group
                head = f'<p class="group">{escape(group)}</p>' if group else ""
                yield f"</{tag}>{head}<{tag}>"
            yield f"<li>{''.join(self._write_cell(cell, block.kind))}</li>"
        yield f"</{tag}>"
        if block.note and block.picture is None:
            yield f"<p>{self._write_line(block.note)}</p>"
        yield "</div>"

    def _write_cell(self, cell: source.PanelCell, kind: str) -> Iterator[str]:
        """Yield a cell of a panel; HTML numbers the cells of numbered panels."""
        yield from (self._write_picture(picture) for picture in cell.pictures)
        for hand in cell.hands:
            cards = "".join(self._write_picture(card) for card in hand.cards)
            label = f" <span>{escape(hand.label)}</span>" if hand.label else ""
            yield f'<span class="hand">{cards}{label}</span>'
        if cell.figure and kind not in source.NUMBERED:
            yield f"<b>{escape(cell.figure)}</b> "
        if cell.name:
            yield f"<strong>{self._write_line(cell.name)}</strong> "
        yield self._write_line(cell.words)
        if cell.sign and kind == source.TOKENS:
            yield f" <small>{escape(cell.sign)}</small>"

    def _write_callout(self, block: source.Callout) -> Iterator[str]:
        title = self._write_line(callout_title(block, self.book.language))
        yield f'<aside class="box {block.kind}"><p class="box-title">{title}</p>'
        yield from self._write_blocks(block.blocks)
        yield "</aside>"

    def _write_index(self) -> Iterator[str]:
        """Yield every term with links to its chapters."""
        yield '<ul class="index">'
        for term in sorted(self.terms, key=sort_key):
            result = self.terms[term].items()
            links = ", ".join(f'<a href="#{place}">{escape(name)}</a>' for name, place in result)
            yield f"<li><span>{escape(term)}</span> {links}</li>"
        yield "</ul>"

    # --- words ------------------------------------------------------------------------------

    def _write_line(self, line: source.RichText) -> str:
        return "".join(self._write_inline(line, i) for i in range(len(line)))

    def _write_inline(self, line: source.RichText, index: int) -> str:
        item = line[index]
        if isinstance(item, source.LineBreak):
            return "<br>"
        if isinstance(item, source.PictureRef):
            return self._write_picture(item, sign=True, mute=repeats_name(line, index))
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

    def _write_picture(
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
        """Return the box of a drawing and its use, with a second theme for dark screens."""
        themes = {"day": self.theme}
        if self.theme.night:
            themes["night"] = find_theme(self.theme.night)
        uses = ""
        for name, look in themes.items():
            symbol, trim = draw_picture(picture, self.book.variants, self.book.language, look)
            kind = f' class="{name}"' if len(themes) > 1 else ""
            uses += f'<use{kind} href="#{self.sprites.define_symbol(symbol)}"/>'
        return " ".join(f"{value:g}" for value in trim), uses
