"""What a part of a face is drawn from."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import NamedTuple

from printkit.art.dress import Dress
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, half_rotation
from printkit.graphics.display_list import Item, transformed
from printkit.model.cards import Card
from printkit.products.cards.anatomy import Anatomy

TURN = half_rotation(0, 0)


class FaceSetting(NamedTuple):
    """A card with its theme, its size and its colours.

    `lower` are the colours of the lower half, where a turned card says something else; `reach` is
    the rectangle to which grounds are printed; `caption` the name on the face.
    """

    card: Card
    theme: Theme
    anatomy: Anatomy
    dress: Dress
    lower: Dress
    reach: Rect
    caption: str

    def weight(self, width: float, least: float = 0.0) -> float:
        """Return the weight of a line in this theme."""
        return max(self.theme.line_weight(width), least)

    def require_emblem(self) -> FilePath:
        """Return the emblem of a card whose layout needs one. Raises PrintkitError."""
        if self.card.emblem is None:
            raise PrintkitError(
                f"The layout “{self.card.layout}” needs an emblem, and this card has none.",
                hint="Give it or its suit an “emblem”, or choose another layout.",
            )
        return self.card.emblem


def twice(items: list[Item]) -> list[Item]:
    """Return what stands in the upper half, and the same turned in the lower one."""
    return [*items, transformed(items, TURN)]
