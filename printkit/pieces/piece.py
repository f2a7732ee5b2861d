"""What a piece is, and what a product has to know to make some. Room: pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from printkit.art.theme import Theme
from printkit.base.sizes import Size
from printkit.definition.variant import Variant
from printkit.drawing.items import Symbol


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical thing, printed `copies` times.

    `width` and `height` are its trim (mm); `reach` is how far past the trim its drawings go; both
    drawings are centred on the origin. `radius` is that of its rounded corners.
    """

    id: str
    title: str
    width: float
    height: float
    reach: float
    radius: float
    front: Symbol
    back: Symbol | None
    copies: int


@dataclass(frozen=True, slots=True)
class Setting:
    """What a person chose for the pieces: language, theme, card size, reach past the trim (mm);
    `large` figures in the corners."""

    language: str
    theme: Theme
    size: Size
    reach: float
    players: int
    large: bool = False


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of thing that can be printed; `make` gives its pieces in the order of print.

    `by_card`: each card is drawn by itself, so that a check can tell all that cannot be.
    """

    key: str
    make: Callable[[Variant, Setting], list[Piece]]
    offered: Callable[[Variant], bool]
    by_card: bool = False
