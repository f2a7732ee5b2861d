"""What every kind of place is drawn from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as FilePath

from printkit.art.theme import Palette
from printkit.base.content import content_path
from printkit.graphics.display_list import Item
from printkit.model.cards import Family
from printkit.model.tabletop import Place
from printkit.model.variant import Variant
from printkit.products.piece import RenderOptions

# A place for cards is larger than a card by this on every side; so is one for tokens (mm).
AIR = 1.0
# A hole for a peg, and how far its centre mark reaches past it (mm).
HOLE = 4.0
# What has no family is drawn in this colour of the themes.
COLOUR = "indigo"


@dataclass(frozen=True, slots=True)
class PlaceDrawing:
    """A place as it is drawn, centred on the origin (mm); `holes` are centres of holes for pegs,
    to be cut out of the piece."""

    width: float
    height: float
    items: tuple[Item, ...]
    holes: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceHints:
    """How a place is to be drawn where its definition leaves a choice: how many stand in a row, how
    wide and high it shall be at the least (mm); `share_padding`: neighbours share their air."""

    per_row: int | None = None
    width: float = 0.0
    height: float = 0.0
    share_padding: bool = False


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """A place with all that it is drawn from."""

    place: Place
    variant: Variant
    setting: RenderOptions
    palette: Palette
    wish: PlaceHints

    @property
    def family(self) -> Family | None:
        """Whose cards lie there."""
        return self.variant.families.get(self.place.family or "")

    @property
    def per_row(self) -> int:
        """How many stand in a row."""
        count = self.place.count
        asked = self.wish.per_row or -(-count // self.place.rows)
        return max(1, min(asked, count))

    @property
    def rows(self) -> int:
        return -(-self.place.count // self.per_row)


def site(place: Place, variant: Variant, setting: RenderOptions, wish: PlaceHints) -> PlaceContext:
    """A place with the colour of its family, if it has one of its own."""
    return PlaceContext(place, variant, setting, palette_of(place.family, variant, setting), wish)


def palette_of(family: str | None, variant: Variant, setting: RenderOptions) -> Palette:
    """The palette of a family; the common one where that is ink, or where there is none."""
    result = variant.families.get(family or "")
    colour = result.colour_or_ink if result is not None else COLOUR
    return setting.theme.palette(COLOUR if colour == "ink" else colour)


def drawing(name: str) -> FilePath:
    """One of our drawings of small things."""
    return content_path("art", "tokens", f"{name}.svg")
