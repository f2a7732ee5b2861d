"""Rich text of a book as spans of the layout engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from printkit.base.messages import translate
from printkit.booklet.inline_pictures import Pictures
from printkit.booklet.page_style import BookletPalette
from printkit.graphics.colour import Colour
from printkit.graphics.font import (
    TEXT,
    TEXT_BOLD,
    TEXT_BOLD_ITALIC,
    TEXT_ITALIC,
    TITLE,
    TITLE_BOLD,
)
from printkit.layout.records import Span, line_break
from printkit.text.book import Inline, InlineText, LineBreak, PictureRef

NO_BREAK = "\u00a0"
# What stands for a page before it is known.
_UNKNOWN_PAGE = 10


class Fonts(NamedTuple):
    """The fonts of plain, strong and emphasised text, and of what is both."""

    regular: str
    bold: str
    italic: str
    both: str

    def pick(self, *, strong: bool, emphasis: bool) -> str:
        """Return the font of words."""
        return self[strong + 2 * emphasis]

    def slanted(self) -> Fonts:
        """Return fonts for a text that is in italics as a whole."""
        return Fonts(self.italic, self.bold, self.regular, self.both)


BODY = Fonts(TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC)
LORE = Fonts(TEXT_ITALIC, TEXT_BOLD_ITALIC, TEXT, TEXT_BOLD)
TITLES = Fonts(TITLE_BOLD, TITLE_BOLD, TITLE_BOLD, TITLE_BOLD)
LIGHT_TITLES = Fonts(TITLE, TITLE_BOLD, TITLE, TITLE_BOLD)


class SpanMaker:
    """Makes spans of the rich text of a book, in its colours."""

    def __init__(
        self,
        palette: BookletPalette,
        pictures: Pictures,
        pages: Mapping[str, int] | None = None,
    ) -> None:
        """With the `pages` of anchors, links say on which page their target is."""
        self.palette, self.pictures, self.pages = palette, pictures, pages

    def __call__(
        self, line: Sequence[Inline], fonts: Fonts = BODY, colour: Colour | None = None
    ) -> tuple[Span, ...]:
        """Return the spans of a text; in one `colour`, or links in theirs."""
        text = colour or self.palette.text
        link = colour or self.palette.link
        spans: list[Span] = []
        for i, inline in enumerate(line):
            spans.append(self._span(inline, fonts, text, link))
            if isinstance(inline, InlineText) and inline.link and self.pages is not None:
                after = line[i + 1] if i + 1 < len(line) else None
                goes_on = isinstance(after, InlineText) and after.link == inline.link
                if inline.link.startswith("#") and not goes_on:
                    spans.append(self._reference(inline, fonts, link))
        return tuple(spans)

    def _reference(self, inline: InlineText, fonts: Fonts, colour: Colour) -> Span:
        """Return the page that a link leads to, as it is printed: “→ p. 7”."""
        assert inline.link is not None
        assert self.pages is not None
        page = self.pages.get(inline.link[1:], _UNKNOWN_PAGE)
        words = translate(self.pictures.language, "booklet.panel.page", page=page)
        text = f"{NO_BREAK}→{NO_BREAK}{words.replace(' ', NO_BREAK)}"
        return Span(text, fonts.regular, colour, link=inline.link)

    def _span(self, inline: Inline, fonts: Fonts, text: Colour, link: Colour) -> Span:
        if isinstance(inline, LineBreak):
            return line_break(fonts.regular)
        if isinstance(inline, PictureRef):
            drawing = self.pictures.inline(inline)
            return Span("", fonts.regular, text, drawing=drawing)
        font = fonts.pick(strong=inline.strong, emphasis=inline.emphasis)
        colour = link if inline.link else text
        return Span(inline.text, font, colour, link=inline.link, term=inline.term)
