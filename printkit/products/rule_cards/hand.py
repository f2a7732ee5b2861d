"""A hand drawn as small cards, one for each card that it asks for.

In: a hand, the set of rules it belongs to. Out: items centred on x = 0 from y = 0 down, and their
height; nothing for a hand that names no cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import LINE
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.definition.play import Hand, Pick
from printkit.definition.variant import Variant
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import INDEX
from printkit.graphics.path import PathBuilder
from printkit.graphics.text import FitStyle, fit_text
from printkit.products.cards.anatomy import MIN_TEXT_SIZE

# On a poker card (mm): a small card, its corners, from one to the next.
_WIDTH, _HEIGHT, _RADIUS, _GAP = 7.4, 9.4, 0.9, 1.3
# Below this width an emblem is a smudge.
_MIN_TILE = 5.0


def tiles(
    hand: Hand, rules: Variant, language: str, theme: Theme, scale: float, across: float
) -> tuple[list[Item], float]:
    """The small cards and their height, within a width; none where they would be too small."""
    picks = [pick for pick in hand.cards for _ in range(pick.count)]
    if not picks:
        return [], 0.0
    step = (_WIDTH + _GAP) * scale
    if (taken := step * len(picks) - _GAP * scale) > across:
        step, scale = step * across / taken, scale * across / taken
    if _WIDTH * scale < _MIN_TILE:
        return [], 0.0
    items: list[Item] = []
    for at, pick in enumerate(picks):
        left = (at - (len(picks) - 1) / 2) * step - _WIDTH * scale / 2
        items += _tile(pick, rules, language, theme, Rect(left, 0, _WIDTH * scale, _HEIGHT * scale))
    return items, _HEIGHT * scale


def _tile(pick: Pick, rules: Variant, language: str, theme: Theme, box: Rect) -> Iterator[Item]:
    """An outline with the emblem of the card, suit or rank; the letter of a rank without one."""
    picture, colour = _picture(pick, rules)
    palette = theme.palette(colour)
    inner = box.inset(LINE / 2)
    outline = PathBuilder().rounded(inner, _RADIUS * box.w / _WIDTH).done()
    yield Path(outline, stroke=Stroke(palette.main, LINE))
    if picture is not None:
        size = 0.84 * box.w
        yield place_emblem(emblem(picture, palette, size), *box.centre, size)
    else:
        yield from _letter(pick, rules, language, palette, box)


def _picture(pick: Pick, rules: Variant) -> tuple[FilePath | None, str]:
    """The emblem that tells what is picked, if one does, and its colour."""
    if pick.suit is not None and pick.suit in rules.suits:
        suit = rules.suits[pick.suit]
        return suit.mark, suit.colour
    for card in rules.cards:
        if card.id == pick.card:
            return card.look.emblem or card.look.mark, card.look.colour
        # A rank has an emblem of its own where that is not its suit's; it has no suit's colour.
        if pick.rank is not None and card.rank == pick.rank and card.look.emblem != card.look.mark:
            return card.look.emblem, "ink"
    return None, "ink"


def _letter(pick: Pick, rules: Variant, language: str, palette: Palette, box: Rect) -> list[Item]:
    rank = rules.ranks.get(pick.rank or "")
    code = rank.code[language] if rank and rank.code else (pick.rank or pick.kind or "?")
    style = FitStyle(INDEX, max(0.85 * box.w, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
    return [*fit_text(code, style, box.inset(0.5), palette.ink)]
