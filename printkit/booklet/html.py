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

from printkit.art.theme import Theme
from printkit.art.theme import theme as find_theme
from printkit.base.files import GENERATOR, generator
from printkit.base.messages import translate
from printkit.booklet.drawings import draw_picture
from printkit.booklet.templates import make_environment
from printkit.graphics.font import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, TITLE, font
from printkit.layout.scripts import begins_right
from printkit.model.rights import rights_of
from printkit.text import book as source
from printkit.text.traversal import group_by_part, repeats_name, sort_key, without
from printkit.writers.svg import Sprites

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
    """Return the page. Raises PrintkitError for a picture that cannot be drawn."""
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
    """Return every character that the page can show."""
    parts = [book.title, book.subtitle, *(chapter.part or "" for chapter in book.chapters)]
    return set("".join([text, *parts, *words.values(), _ALWAYS]))


def base64_text(data: bytes) -> str:
    """Return bytes in Base64, as a page has them."""
    return base64.b64encode(data).decode()


def checksum(text: str) -> str:
    """Return the checksum of a style or a script that a content security policy allows."""
    return base64_text(hashlib.sha256(text.encode()).digest())


def _font_faces(letters: set[str]) -> Iterator[tuple[str, int, str, str, str, str]]:
    """Yield the family, weight, style, format, Base64 and letters of each font of the page.

    Only fonts behind the first of a chain have a range of letters.
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
        """Return the back of the first family of the first game: its box and its use."""
        slug, variant = next(iter(self.book.variants.items()))
        return self._use_drawing(
            source.PictureRef(source.BACK, slug, next(iter(variant.families)), "")
        )

    def write_chapters(self, chapters: Iterable[source.Chapter]) -> str:
        """Return chapters as sections. The index is made when all terms are known."""
        text = ""
        for chapter in chapters:
            if chapter.part is not None:
                self.part, self.part_id = chapter.part, f"{chapter.anchor}_part"
            self.chapter = chapter.title
            text += self.macros.Chapter(chapter, f"h{self._title_level()}")
        return text.replace(_INDEX, self.macros.index(self.terms)).removesuffix("\n")

    def _title_level(self) -> int:
        """Return the level of a chapter's title: below that of its part, if it is in one."""
        return 3 if self.part else 2

    def write_block(self, block: source.Block) -> str:
        """Return a block, by the macro with the name of its record."""
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
        """Return the box of a drawing and its use, with a second theme for dark screens."""
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
