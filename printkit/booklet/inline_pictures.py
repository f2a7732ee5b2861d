"""Pictures of a booklet: signs among words, drawn cards, tokens. Each is drawn once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.theme import Theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.geometry import Rect, scaling, translation
from printkit.booklet.drawings import PANEL_PICTURES, draw_panel_picture
from printkit.booklet.page_style import BookletPalette
from printkit.booklet.pieces import Pieces
from printkit.components.cards.anatomy import anatomy
from printkit.components.cards.face import draw_face
from printkit.components.cards.small_card import RATIO, draw_small_card
from printkit.components.lock_up import suit_colour
from printkit.components.thumbnail import draw_emblem, draw_inline, game_thumbnail, inline_width
from printkit.components.token_disc import TokenSide, draw_side
from printkit.components.token_shape import ROUND, token_shape
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import TEXT, UNITS, font
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import CORNER_RADIUS, PathBuilder
from printkit.layout.fit_text import TextOverflow
from printkit.layout.records import InlineDrawing
from printkit.model.cards import Card
from printkit.model.tabletop import TOKEN_COLOUR
from printkit.model.variant import Variant
from printkit.text.book import BACK, CARD, FACE, SUIT, PictureRef

# A card of a figure is drawn at this size (mm) and made smaller: its lines stay hairlines.
_FACE = (40.0, 56.0)
_REACH = 1.0
# Lines thinner than this share of a hairline are not drawn.
_DUST = 0.6
# Suits and tokens among words, in heights of a capital.
_SUIT, _TOKEN = 1.16, 1.3


class Pictures(msgspec.Struct, frozen=True, eq=False):
    """Draws the pictures of a book: its variants by slug, its language, its palette."""

    variants: Mapping[str, Variant]
    language: str
    palette: BookletPalette

    def draw_inline(self, picture: PictureRef, size: float) -> tuple[float, tuple[Item, ...]]:
        """Draw a picture among words of `size` mm per em: its width, its items about the
        baseline.
        """
        cap = font(TEXT).cap_height / UNITS * size
        symbol = self._sign(picture, round(cap, 4))
        return symbol.box.w, (Use(symbol),)

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def inline(self, picture: PictureRef) -> InlineDrawing:
        """Return a picture as an inline drawing."""
        return InlineDrawing(partial(self.draw_inline, picture), picture.alt)

    @lru_cache(maxsize=1024)  # noqa: B019  (a book is made once in a process)
    def _sign(self, picture: PictureRef, cap: float) -> Symbol:
        variant = self._variant(picture)
        theme = self.palette.theme
        key = f"sign-{picture.kind}-{variant.slug}-{picture.id}-{cap:g}"
        if picture.kind in (CARD, FACE):
            small = game_thumbnail(variant, _find_card(variant, picture), self.language)
            width = inline_width(small, cap)
            items = tuple(_shift_items(draw_inline(small, cap, theme), 0.0, -cap / 2))
        elif picture.kind == BACK:
            width, items = _draw_back_sign(variant, picture, cap, theme)
        else:
            path, colour = _find_emblem(variant, picture)
            side = cap * (_SUIT if picture.kind == SUIT else _TOKEN)
            use = draw_emblem(path, theme.palette(colour), Rect(0, -cap / 2 - side / 2, side, side))
            width, items = side, (use,)
        box = Rect(0, -cap * 1.3, width, cap * 1.6)
        return Symbol(key, items, box, picture.alt)

    def width(self, picture: PictureRef, height: float) -> float:
        """Return the width of a picture `height` mm high, without drawing it if it is known."""
        if picture.kind == CARD:
            return round(height / RATIO, 2)
        if picture.kind in (FACE, BACK):
            _, w, h = self._draw_side(picture)
            return w * (height / h)
        return self.drawing(picture, height).box.w

    @lru_cache(maxsize=1024)  # noqa: B019
    def drawing(self, picture: PictureRef, height: float) -> Symbol:
        """Return a picture by itself, `height` mm high, its upper left corner on the origin."""
        variant = self._variant(picture)
        key = f"{picture.kind}-{variant.slug}-{picture.id}-{height:g}"
        if picture.kind in PANEL_PICTURES:
            small = draw_panel_picture(picture, self.pieces(picture), height)
            k = height / small.box.h
            matrix = translation(-small.box.x * k, -small.box.y * k)
            use = Use(small, scaling(k).then(matrix))
            return Symbol(key, (use,), Rect(0, 0, small.box.w * k, height), picture.alt)
        if picture.kind == CARD:
            width = self.width(picture, height)
            small = draw_small_card(_find_card(variant, picture), width, self.palette.cards)
            items: tuple[Item, ...] = (Use(small, translation(width / 2, height / 2)),)
            return Symbol(key, items, Rect(0, 0, width, height), picture.alt)
        if picture.kind in (FACE, BACK):
            whole, w, h = self._draw_side(picture)
            radius = CORNER_RADIUS * 0.72
            trim = PathBuilder().rounded(Rect(-w / 2, -h / 2, w, h), radius).done()
            k = height / h
            edge = Stroke(self.palette.quiet, max(HAIRLINE * 1.6 / k, 0.2))
            inner = Rect(-w / 2, -h / 2, w, h).inset(edge.width / 2)
            line = Path(PathBuilder().rounded(inner, radius).done(), stroke=edge)
            paper = Path(trim, fill=self.palette.cards.roles_of["paper"])
            card = Group((paper, Use(without_dust(whole, k))), clip=trim)
            items = (Group((card, line), scaling(k).then(translation(w * k / 2, height / 2))),)
            return Symbol(key, items, Rect(0, 0, w * k, height), picture.alt)
        path, colour = _find_emblem(variant, picture)
        if picture.kind == SUIT:
            use = draw_emblem(path, self.palette.theme.palette(colour), Rect(0, 0, height, height))
            return Symbol(key, (use,), Rect(0, 0, height, height), picture.alt)
        shape = token_shape(ROUND, 25.0)
        token = draw_side(TokenSide(key, picture.alt, path), shape, self.palette.theme, colour, 0.0)
        k = height / shape.height
        circle = PathBuilder().circle(0, 0, shape.width / 2).done()
        round_one = Group(
            (Use(token),), scaling(k).then(translation(height / 2, height / 2)), circle
        )
        return Symbol(key, (round_one,), Rect(0, 0, height, height), picture.alt)

    @lru_cache(maxsize=512)  # noqa: B019
    def _draw_side(self, picture: PictureRef) -> tuple[Symbol, float, float]:
        """Return the face or the back of a card, with the width and height that it is drawn in."""
        variant, theme = self._variant(picture), self.palette.cards
        w, h = _FACE
        if picture.kind == BACK:
            family = variant.families.get(picture.id) or next(iter(variant.families.values()))
            return draw_back(family.back.design, w, h, _REACH, theme), w, h
        card = _find_card(variant, picture)
        a = anatomy(w, h)
        try:
            return draw_face(card, self.language, theme, a, _REACH), w, h
        except TextOverflow:  # a user's own card, whose name wants its true size
            size = paper_sizes.card(variant.card_size)
            own = anatomy(size.w, size.h)
            return draw_face(card, self.language, theme, own, _REACH), size.w, size.h

    def pieces(self, picture: PictureRef) -> Pieces:
        """Return the pieces of the game of a picture."""
        return Pieces(self._variant(picture), self.palette.theme)

    def _variant(self, picture: PictureRef) -> Variant:
        return self.variants[picture.variant]


@lru_cache(maxsize=4096)
def without_dust(symbol: Symbol, scale: float) -> Symbol:
    """Return a drawing for a smaller view: lines that would be printed as dust are left out."""
    items = tuple(_keep_visible(symbol.items, scale))
    return Symbol(f"{symbol.key}-small", items, symbol.box, symbol.title)


def _keep_visible(items: Sequence[Item], scale: float) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            own = tuple(_keep_visible(item.items, scale * item.matrix.scale))
            yield Group(own, item.matrix, item.clip)
        elif isinstance(item, Use):
            small = without_dust(item.symbol, round(scale * item.matrix.scale, 4))
            yield Use(small, item.matrix)
        elif (
            not isinstance(item, Path)
            or item.stroke is None
            or item.stroke.width * scale >= _DUST * HAIRLINE
        ):
            yield item
        elif item.fill is not None:
            yield replace(item, stroke=None)


def _shift_items(items: list[Item], x: float, y: float) -> list[Item]:
    return [Group(tuple(items), translation(x, y))]


def _find_card(variant: Variant, picture: PictureRef) -> Card:
    for card in variant.cards:
        if card.id == picture.id:
            return card
    raise PrintkitError(
        f"“{picture.id}” is no card of {variant.slug}.",
        hint=did_you_mean(picture.id, (card.id for card in variant.cards), "cards", of_file=True),
    )


def _find_emblem(variant: Variant, picture: PictureRef) -> tuple[FilePath, str]:
    """Return the file of a suit's or a token's drawing, and its colour."""
    if picture.kind == SUIT:
        suit = variant.suits.get(picture.id)
        if suit is not None and suit.emblem is not None:
            return suit.emblem, suit_colour(variant, picture.id)
        raise PrintkitError(
            f"“{picture.id}” is no suit of {variant.slug} with an emblem.",
            hint=did_you_mean(picture.id, variant.suits, "suits", of_file=True),
        )
    for token in variant.tokens:
        if token.id == picture.id and token.emblem is not None:
            return token.emblem, TOKEN_COLOUR
    for thing in variant.materials:
        if thing.id == picture.id and thing.emblem is not None:
            return thing.emblem, thing.colour
    known = [item.id for item in variant.tokens] + [material.id for material in variant.materials]
    raise PrintkitError(
        f"“{picture.id}” is no token of {variant.slug} with a drawing.",
        hint=did_you_mean(picture.id, known, "tokens", of_file=True),
    )


def _draw_back_sign(
    variant: Variant, picture: PictureRef, cap: float, theme: Theme
) -> tuple[float, tuple[Item, ...]]:
    """Draw a back among words: a small card in the family's colour."""
    family = variant.families.get(picture.id) or next(iter(variant.families.values()))
    w = cap * 0.78
    edge = PathBuilder().rounded(Rect(0, -cap * 1.06, w, cap * 1.12), cap * 0.14).done()
    eye = PathBuilder().circle(w / 2, -cap / 2, cap * 0.16).done()
    palette = theme.palette(family.colour_or_ink)
    return w, (Path(edge, fill=palette.main), Path(eye, fill=palette.paper))
