"""A hand drawn as small cards, one for each card that it asks for."""

from __future__ import annotations

from pathlib import Path as FilePath

from msgspec import Struct

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import INDEX
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import FitStyle, fit_text
from printkit.layout.records import Canvas, Fragment, Overflow, Strip, TextStyle
from printkit.model.play import CardPattern, Hand
from printkit.model.variant import Variant


class TileStyle:
    """A small card, on a poker card (mm)."""

    WIDTH, HEIGHT, RADIUS, GAP = 7.4, 9.4, 0.9, 1.3
    # Below this width (not scaled) an emblem is a smudge.
    MIN_WIDTH = 5.0
    # Of the width: an emblem; the size of a letter; the margin of a letter (mm).
    EMBLEM, LETTER, MARGIN = 0.84, 0.85, 0.5


class HandTiles(Struct, frozen=True, eq=False):
    """The cards of a hand side by side, smaller in a narrow column, in the middle of it.

    It has no strips if they would be too small, or a letter has no room.
    """

    hand: Hand
    rules: Variant
    theme: Theme
    scale: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        """Return the cards as one strip."""
        picks = [pick for pick in self.hand.cards for _ in range(pick.count)]
        step, scale = (TileStyle.WIDTH + TileStyle.GAP) * self.scale, self.scale
        if (taken := step * len(picks) - TileStyle.GAP * scale) > width:
            step, scale = step * width / taken, scale * width / taken
        tile = Rect(0, 0, TileStyle.WIDTH * scale, TileStyle.HEIGHT * scale)
        if not picks or tile.w < TileStyle.MIN_WIDTH:
            return Fragment((), width)
        items: list[Item] = []
        for i, pick in enumerate(picks):
            left = (width - tile.w) / 2 + (i - (len(picks) - 1) / 2) * step
            drawing = self._draw_tile(pick, style.language, Rect(left, 0, tile.w, tile.h))
            if isinstance(drawing, Overflow):
                return Fragment((), width)
            items += drawing

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.draw(items, x, y)

        return Fragment((Strip(tile.h, paint),), width)

    def _draw_tile(self, pick: CardPattern, language: str, box: Rect) -> list[Item] | Overflow:
        """Draw an outline with the emblem of the card, suit or rank; or the letter of a rank."""
        picture, colour = _pick_emblem(pick, self.rules)
        palette = self.theme.palette(colour)
        inner = box.inset(LINE / 2)
        outline = PathBuilder().rounded(inner, TileStyle.RADIUS * box.w / TileStyle.WIDTH).done()
        frame = Path(outline, stroke=Stroke(palette.main, LINE))
        if picture is not None:
            size = TileStyle.EMBLEM * box.w
            return [frame, place_emblem(emblem(picture, palette, size), *box.centre, size)]
        rank = self.rules.ranks.get(pick.rank or "")
        code = rank.code[language] if rank and rank.code else (pick.rank or pick.kind or "?")
        style = FitStyle(INDEX, max(TileStyle.LETTER * box.w, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
        letter = fit_text(code, style, box.inset(TileStyle.MARGIN), palette.ink)
        return letter if isinstance(letter, Overflow) else [frame, *letter]


def _pick_emblem(pick: CardPattern, rules: Variant) -> tuple[FilePath | None, str]:
    """Return the emblem that identifies what is picked, or None, and its colour."""
    if pick.suit is not None and pick.suit in rules.suits:
        suit = rules.suits[pick.suit]
        return suit.emblem, suit.colour_or_ink
    for card in rules.cards:
        if card.id == pick.card:
            return card.emblem or card.mark, card.colour
        # A rank has an emblem of its own where that is not its suit's; it has no suit's colour.
        if pick.rank is not None and card.rank == pick.rank and card.emblem != card.mark:
            return card.emblem, "ink"
    return None, "ink"
