"""The pictures and the words of a book, in its colours: signs, drawn cards, tokens, spans.

Each picture is drawn once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

import msgspec

from printkit.base import paper_sizes
from printkit.base.geometry import Rect, scaling, translation
from printkit.base.messages import translate
from printkit.booklet.drawings import (
    PANEL_PICTURES,
    draw_card_side,
    draw_panel_picture,
    find_card,
    find_emblem,
)
from printkit.booklet.page_style import BookletPalette
from printkit.booklet.pieces import Pieces
from printkit.components.cards.small_card import RATIO, draw_small_card
from printkit.components.thumbnail import draw_emblem, draw_inline, game_thumbnail, inline_width
from printkit.components.token_disc import TokenSide, draw_side
from printkit.components.token_shape import ROUND, token_shape
from printkit.graphics import font
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.line_floors import printable
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import CORNER_RADIUS, PathBuilder
from printkit.layout.blocks import Drawing
from printkit.layout.fit_text import TextOverflow
from printkit.layout.records import FontSet, InlineDrawing, Span, TextStyle, line_break
from printkit.model.variant import Variant
from printkit.text.book import BACK, CARD, FACE, SUIT, Inline, InlineText, LineBreak, PictureRef

# A card of a figure is drawn in this size (mm) and scaled down, so that its lines stay hairlines.
_FACE = (40.0, 56.0)
_REACH = 1.0
# Suits and tokens among words, in heights of a capital.
_SUIT, _TOKEN = 1.16, 1.3
NO_BREAK = "\u00a0"
# A page number of the usual width, until the page of a link is known.
_UNKNOWN_PAGE = 10


BODY = FontSet(font.TEXT, font.TEXT_BOLD, font.TEXT_ITALIC, font.TEXT_BOLD_ITALIC)
LORE = FontSet(font.TEXT_ITALIC, font.TEXT_BOLD_ITALIC, font.TEXT, font.TEXT_BOLD)
TITLES = FontSet(*[font.TITLE_BOLD] * 4)
LIGHT_TITLES = FontSet(*[font.TITLE, font.TITLE_BOLD] * 2)


class Pictures(msgspec.Struct, frozen=True, eq=False):
    """Draws the pictures of a book and makes its spans: its variants by slug, its language, its
    palette.
    """

    variants: Mapping[str, Variant]
    language: str
    palette: BookletPalette

    @property
    def paper(self) -> Colour:
        """The colour of the paper."""
        return self.palette.theme.roles_of["paper"]

    def tint(self, share: float, colour: Colour | None = None) -> Colour:
        """Return a light ground of a colour, that of a wash by default; paper in outlines."""
        if self.palette.tint == self.paper:
            return self.paper
        return blend(colour or self.palette.wash, self.paper, share)

    # --- words ------------------------------------------------------------------------------

    def spans(
        self,
        line: Sequence[Inline],
        fonts: FontSet = BODY,
        colour: Colour | None = None,
        pages: Mapping[str, int] | None = None,
    ) -> tuple[Span, ...]:
        """Return the spans of a line: in one `colour`, or with links in the colour of links.

        With the `pages` of anchors, the page of its target follows each link.
        """
        text = colour or self.palette.text
        link = colour or self.palette.title
        spans: list[Span] = []
        for i, inline in enumerate(line):
            if isinstance(inline, LineBreak):
                spans.append(line_break(fonts.regular))
            elif isinstance(inline, PictureRef):
                spans.append(Span("", fonts.regular, text, drawing=self._inline(inline)))
            else:
                key = fonts.styled(strong=inline.strong, emphasis=inline.emphasis)
                own = link if inline.link else text
                spans.append(Span(inline.text, key, own, link=inline.link, term=inline.term))
                following = [item for item in line[i + 1 : i + 2] if isinstance(item, InlineText)]
                goes_on = any(item.link == inline.link for item in following)
                if pages is not None and (inline.link or "").startswith("#") and not goes_on:
                    spans.append(self._page_reference(inline.link or "", fonts, link, pages))
        return tuple(spans)

    def _page_reference(
        self, link: str, fonts: FontSet, colour: Colour, pages: Mapping[str, int]
    ) -> Span:
        """Return the page that a link leads to, as it is printed: “→ p. 7”."""
        page = pages.get(link[1:], _UNKNOWN_PAGE)
        words = translate(self.language, "booklet.panel.page", page=page)
        text = f"{NO_BREAK}→{NO_BREAK}{words.replace(' ', NO_BREAK)}"
        return Span(text, fonts.regular, colour, link=link)

    # --- signs ------------------------------------------------------------------------------

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def _inline(self, picture: PictureRef) -> InlineDrawing:
        return InlineDrawing(partial(self.draw_inline, picture), picture.alt)

    def draw_inline(self, picture: PictureRef, size: float) -> tuple[float, tuple[Item, ...]]:
        """Return the width and the items of a picture among words of `size` mm per em, on the
        baseline.
        """
        cap = font.font(font.TEXT).cap_height / font.UNITS * size
        symbol = self._sign(picture, round(cap, 4))
        return symbol.box.w, (Use(symbol),)

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def _sign(self, picture: PictureRef, cap: float) -> Symbol:
        variant, theme = self.variants[picture.variant], self.palette.theme
        key = f"sign-{picture.kind}-{variant.slug}-{picture.id}-{cap:g}"
        if picture.kind in (CARD, FACE):
            small = game_thumbnail(variant, find_card(variant, picture.id), self.language)
            width = inline_width(small, cap)
            drawn = tuple(draw_inline(small, cap, theme))
            items: tuple[Item, ...] = (Group(drawn, translation(0.0, -cap / 2)),)
        elif picture.kind == BACK:  # a small card in the colour of the family
            palette, width = theme.palette(variant.families[picture.id].colour_or_ink), cap * 0.78
            edge = PathBuilder().rounded(Rect(0, -cap * 1.06, width, cap * 1.12), cap * 0.14)
            eye = PathBuilder().circle(width / 2, -cap / 2, cap * 0.16)
            items = Path(edge.done(), fill=palette.main), Path(eye.done(), fill=palette.paper)
        else:
            path, colour = find_emblem(variant, picture)
            width = cap * (_SUIT if picture.kind == SUIT else _TOKEN)
            square = Rect(0, -cap / 2 - width / 2, width, width)
            items = (draw_emblem(path, theme.palette(colour), square),)
        return Symbol(key, items, Rect(0, -cap * 1.3, width, cap * 1.6), picture.alt)

    # --- drawings ---------------------------------------------------------------------------

    def block(self, picture: PictureRef, height: float) -> Drawing:
        """Return a picture centred in its column, `height` mm high, lower if it is too wide."""

        def draw(style: TextStyle, width: float) -> tuple[list[Item], float]:
            symbol = self.drawing(picture, round(height, 2))
            if symbol.box.w > width:
                symbol = self.drawing(picture, round(height * width / symbol.box.w, 2))
            x, y = (width - symbol.box.w) / 2, (height - symbol.box.h) / 2
            return [Use(symbol, translation(x, y))], height

        return Drawing(draw, height=lambda style, width: height)

    def width(self, picture: PictureRef, height: float) -> float:
        """Return the width of a picture `height` mm high."""
        if picture.kind == CARD:
            return round(height / RATIO, 2)
        if picture.kind in (FACE, BACK):
            _, w, h = self._draw_side(picture)
            return w * (height / h)
        return self.drawing(picture, height).box.w

    @lru_cache(maxsize=1024)  # noqa: B019
    def drawing(self, picture: PictureRef, height: float) -> Symbol:
        """Return a picture `height` mm high, its upper left corner at the origin."""
        key = f"{picture.kind}-{picture.variant}-{picture.id}-{height:g}"
        width, item = self._draw(picture, height, key)
        return Symbol(key, (item,), Rect(0, 0, width, height), picture.alt)

    def _draw(self, picture: PictureRef, height: float, key: str) -> tuple[float, Item]:
        """Return the width of a picture and its drawing."""
        variant = self.variants[picture.variant]
        if picture.kind in PANEL_PICTURES:
            small = draw_panel_picture(picture, self.pieces(picture), self.language, height)
            k = height / small.box.h
            matrix = translation(-small.box.x * k, -small.box.y * k)
            return small.box.w * k, Use(small, scaling(k).then(matrix))
        if picture.kind == CARD:
            width = self.width(picture, height)
            small = draw_small_card(find_card(variant, picture.id), width, self.palette.cards)
            return width, Use(small, translation(width / 2, height / 2))
        if picture.kind in (FACE, BACK):
            return self._draw_large_card(picture, height)
        path, colour = find_emblem(variant, picture)
        if picture.kind == SUIT:
            square = Rect(0, 0, height, height)
            return height, draw_emblem(path, self.palette.theme.palette(colour), square)
        shape = token_shape(ROUND, 25.0)
        token = draw_side(TokenSide(key, picture.alt, path), shape, self.palette.theme, colour, 0.0)
        matrix = scaling(height / shape.height).then(translation(height / 2, height / 2))
        circle = PathBuilder().circle(0, 0, shape.width / 2).done()
        return height, Group((Use(token),), matrix, circle)

    def _draw_large_card(self, picture: PictureRef, height: float) -> tuple[float, Item]:
        """Return the width and the drawing of a face or a back with its edge."""
        whole, w, h = self._draw_side(picture)
        k, radius, box = height / h, CORNER_RADIUS * 0.72, Rect(-w / 2, -h / 2, w, h)
        trim = PathBuilder().rounded(box, radius).done()
        edge = Stroke(self.palette.quiet, max(HAIRLINE * 1.6 / k, 0.2))
        line = Path(PathBuilder().rounded(box.inset(edge.width / 2), radius).done(), stroke=edge)
        paper = self.palette.cards.roles_of["paper"]
        card = Group((Path(trim, fill=paper), Use(printable(whole, k, paper))), clip=trim)
        matrix = scaling(k).then(translation(w * k / 2, height / 2))
        return w * k, Group((card, line), matrix)

    @lru_cache(maxsize=512)  # noqa: B019
    def _draw_side(self, picture: PictureRef) -> tuple[Symbol, float, float]:
        """Return the face or the back of a card, with the width and height of the drawing."""
        variant = self.variants[picture.variant]
        request = (picture, variant, self.language, self.palette.cards)
        try:
            return draw_card_side(*request, (*_FACE, _REACH)), *_FACE
        except TextOverflow:  # the long name of a user's own card fits its true size
            size = paper_sizes.card(variant.card_size)
            return draw_card_side(*request, (size.w, size.h, _REACH)), size.w, size.h

    def pieces(self, picture: PictureRef) -> Pieces:
        """Return the pieces of the game of a picture."""
        return Pieces(self.variants[picture.variant], self.palette.theme)
